"""Makes logs of every format that may be nonsense, and does with each whatever the auditor can do with a log."""
