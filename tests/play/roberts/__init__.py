"""The part of the player that knows the games of Robert's Rules: their data, faults and oracle."""
