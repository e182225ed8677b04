"""Why a finding accuses nobody: one module a reason, one list of passes in order."""
