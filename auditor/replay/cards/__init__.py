"""Communal cards and draws: what was dealt, and what was due to be dealt."""
