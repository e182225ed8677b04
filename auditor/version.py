"""Which version of the auditor this is."""

__version__ = "0.1.0"
