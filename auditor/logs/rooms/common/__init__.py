"""What readers of rooms' hand histories share: cutting lines, amounts and cards, building the hand."""
