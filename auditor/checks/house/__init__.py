"""Checks of the notices and signs that a house must show."""
