"""What was due at the end of a hand: pots, the hands shown, shares, commission and payments."""
