"""Checks of draws and of lowball."""
