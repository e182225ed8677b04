"""Checks of the showdown: who shows when, who wins, how pots are divided."""
