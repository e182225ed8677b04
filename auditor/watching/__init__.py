"""Logs that are still written: one file followed, a folder watched."""
