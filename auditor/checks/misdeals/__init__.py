"""Checks of misdeals, what follows them, and dead hands."""
