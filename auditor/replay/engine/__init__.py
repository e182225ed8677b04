"""The loop that plays a hand, and how each kind of event changes its state."""
