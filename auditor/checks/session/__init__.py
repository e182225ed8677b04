"""Checks of a session: seats, decks, lots, transfers, what an observer noted."""
