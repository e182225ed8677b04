"""Checks of money beside the play: stakes, buy-ins, commission, fees, side wagers."""
