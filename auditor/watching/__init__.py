"""Logs that are still being written: following one file, watching a folder."""
