"""Wagers that are due before the cards: blinds, antes, straddles, kills."""
