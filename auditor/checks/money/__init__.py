"""Checks of money other than pots: stakes, buy-ins, commission, fees, side wagers."""
