"""How eagerly hands are played."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Temper:
    """Weights of giving up, staying in and wagering more."""

    fold: float
    stay: float
    more: float


MEEK, BOLD = Temper(0, 1, 0), Temper(0, 1, 4)  # neither ever folds
TEMPERS = (Temper(1, 6, 3), Temper(2, 3, 2), Temper(5, 3, 2), Temper(0.2, 2, 4), Temper(0.2, 6, 1))
