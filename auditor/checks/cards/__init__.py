"""Checks of the deck, the deal and the board."""
