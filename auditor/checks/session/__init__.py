"""Checks of a session: seats, decks, lots, transfers, and what an observer noted."""
