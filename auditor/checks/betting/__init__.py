"""Checks of wagers: whose turn it was, how much was bet, how a raise was made."""
