"""The part of the player that knows Crown Poker: its data, faults and oracle."""
