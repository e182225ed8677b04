"""Communal cards and draws: which cards came, and which should have come."""
