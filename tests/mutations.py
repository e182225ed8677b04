"""Every fault that can be planted in a legal hand, by name.

A mutation takes a hand that was played by the book and gives the log of the same hand with one thing done wrong, and
the clause that an audit must cite for it, alone. It gives None where the hand offers no place for the fault.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from play import faults_awards, faults_betting, faults_dealing, faults_money, faults_session  # noqa: F401  (all register)
from play.hand import Play
from play.planting import FAULTS, Plant

Mutation = Callable[[Play, random.Random], tuple[str, tuple[str, ...]] | None]


def _mutation(plant: Plant) -> Mutation:
    def mutate(play: Play, rng: random.Random) -> tuple[str, tuple[str, ...]] | None:
        planted = plant(play, rng)
        return None if planted is None else (planted[0].log(), _clauses(planted[1]))

    return mutate


def _clauses(cited: str | tuple[str, ...]) -> tuple[str, ...]:
    """One clause, but for the rare fault that cannot be told without another."""
    return (cited,) if isinstance(cited, str) else cited


MUTATIONS: dict[str, Mutation] = {name: _mutation(plant) for name, plant in FAULTS.items()}
