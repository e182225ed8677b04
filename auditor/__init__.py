"""Audits poker logs against codified rulebooks, clause by clause.

Nothing is imported here, so that the command line starts at once.
"""

__version__ = "0.1.0"
