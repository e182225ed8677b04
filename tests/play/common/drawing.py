"""How many cards people change in a draw."""

from __future__ import annotations

AT_ONCE = 4  # of five cards those that come at once
COUNTS, WEIGHTS = (0, 1, 2, 3, 4, 5), (8, 2, 3, 5, 1, 1.5)
