"""The records a rulebook is made of, and how its data is checked."""
