"""Checks of forced bets: blinds, straddles, kills, the bring-in, and what a blind may do."""
