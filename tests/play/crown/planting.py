"""Planting a fault in Crown Poker: some hands by the book, then one in which one thing is done wrong."""

from __future__ import annotations

import random
from collections.abc import Callable

from play.crown.evening import open_table, written
from play.crown.games import CAPPED, GAMES, LIMITS, POT
from play.crown.hand import Fault, Habits, Hand, Plant

FREE = tuple(limit for limit in LIMITS if limit not in CAPPED)
POTS = tuple(POT)
EVERY = tuple(GAMES)
PINEAPPLES = tuple(key for key, game in GAMES.items() if game.discard is not None)
CRAZY = tuple(key for key, game in GAMES.items() if game.discard == 2)
HALVED = tuple(key for key, game in GAMES.items() if game.low)
OWN = tuple(key for key, game in GAMES.items() if not game.omaha)  # the board may be played
WHOLE = tuple(key for key in EVERY if key not in HALVED)

FAULTS: dict[str, Fault] = {}


def fault(
    at: str,
    limits: tuple[str, ...] = LIMITS,
    games: tuple[str, ...] = EVERY,
    meek: bool = False,
    board: str | None = None,
) -> Callable[[Plant], Plant]:
    """Enter a fault into the register, under its function's name."""

    def enter(plant: Plant) -> Plant:
        FAULTS[plant.__name__.replace("_", "-")] = Fault(plant, at, limits, games, meek, board)
        return plant

    return enter


def planted(name: str, limit: str, seed: int) -> tuple[str, tuple[str, ...]] | None:
    """A log with the fault in its last hand, and what an audit must find, alone; None if the hand has no place for it.

    What is found is told as a clause, for a breach, or with another severity before it.
    """
    fault = FAULTS[name]
    rng = random.Random(f"{name} {limit} {seed}")
    habits = Habits(
        raises=rng.choice(("to", "by", "both")),
        calls=rng.choice(("by", "to", "bare")),
        pots=rng.choice(("total", "each")),
    )
    evening = open_table(rng, GAMES[fault.games[seed % len(fault.games)]], limit, habits=habits)
    evening.restless = fault.at == "posts"
    last = 5 if evening.restless else rng.randint(1, 3)
    hands: list[Hand] = []

    def played():
        for number in range(1, last + 1):
            hands.append(evening.hand(fault if number == last else None))
            yield hands[-1]

    log = written(evening, played())
    cited = hands[-1].cited
    if cited is None:
        return None
    clauses = (cited,) if isinstance(cited, str) else cited
    return log, tuple(clause if " " in clause else f"breach {clause}" for clause in clauses)
