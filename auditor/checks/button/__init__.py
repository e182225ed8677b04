"""Checks of the button, and of who may be dealt in and what they post for it."""
