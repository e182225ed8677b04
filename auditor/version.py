"""Which version of the auditor this is, and whether its hot modules are compiled (`hatch_build.py`)."""

__version__ = "0.1.0"
BUILD = "plain Python" if __file__.endswith(".py") else "compiled"
