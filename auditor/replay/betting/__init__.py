"""Betting rounds: whose turn it is, what a wager amounts to, and what the player to act may do."""
