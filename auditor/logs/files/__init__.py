"""Logs as files: finding them, opening and decoding them, following those that still grow."""
