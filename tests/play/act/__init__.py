"""The part of the player that knows the games of the Australian Capital Territory: their data, faults and oracle."""
