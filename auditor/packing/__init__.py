"""Evidence packs: a zip file with logs, report, rulebook data and hashes, which anybody can check and audit again."""
