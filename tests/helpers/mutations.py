"""Every fault that can be planted in a legal hand, by the game and its name.

A mutation takes a hand that was played by the book and gives the log of the same hand with one thing done wrong, and
the clause that an audit must cite for it, alone. It gives None where the hand offers no place for the fault.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from play.act import (  # noqa: F401  (all register)
    faults_awards,
    faults_betting,
    faults_dealing,
    faults_draw,
    faults_limits,
    faults_money,
    faults_session,
    faults_studs,
)
from play.act.hand import Play
from play.act.planting import FAULTS

Mutation = Callable[[Play, random.Random], tuple[str, tuple[str, ...]] | None]

MUTATIONS: dict[tuple[str, str], Mutation] = {
    (game, name): fault for name, fault in FAULTS.items() for game in fault.games
}
