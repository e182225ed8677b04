"""What carries over from hand to hand at a table: seats, the button, missed blinds, the floor, other tables."""
