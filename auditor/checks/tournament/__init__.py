"""Checks of tournaments: their terms and prizes, and their play."""
