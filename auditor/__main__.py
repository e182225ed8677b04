"""Lets `python -m auditor` do what the command `auditor` does."""

from auditor.cli import main

if __name__ == "__main__":
    main()
