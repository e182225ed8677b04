"""What people decided and set: the settings file, the baseline, the ledger of decisions."""
