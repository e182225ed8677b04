"""Planting a fault in one of Robert's button games: some hands by the book, then one with one thing done wrong."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from play.roberts.button.evening import open_table, written
from play.roberts.games import BIG_BET, BUTTON_GAMES, LIMITS
from play.roberts.hand import Fault, Habits, Hand, Plant

EVERY = tuple(BUTTON_GAMES)
OMAHAS = tuple(key for key, game in BUTTON_GAMES.items() if game.omaha)
WHOLE = tuple(key for key, game in BUTTON_GAMES.items() if not game.low)
HALVED = tuple(key for key, game in BUTTON_GAMES.items() if game.low)
FIXED = ("fixed",)
FREE = BIG_BET

FAULTS: dict[str, Fault] = {}


def fault(
    at: str,
    limits: tuple[str, ...] = LIMITS,
    games: tuple[str, ...] = EVERY,
    meek: bool = False,
    board: str | None = None,
    tournament: bool | None = None,
) -> Callable[[Plant], Plant]:
    """Enter a fault into the register, under its function's name; with no word on tournaments it is tried in both."""

    def enter(plant: Plant) -> Plant:
        FAULTS[plant.__name__.replace("_", "-")] = Fault(plant, at, limits, games, meek, board, tournament)
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
    tournament = seed % 3 == 0 if fault.tournament is None else fault.tournament
    evening = open_table(rng, BUTTON_GAMES[fault.games[seed % len(fault.games)]], limit, tournament, habits)
    last = rng.randint(1, 3)
    if fault.at == "posts":  # a newcomer is one who comes when everybody else has had the blinds
        evening.arrivals, last = 0, len(evening.people) + 3
    hands: list[Hand] = []

    def played() -> Iterator[Hand]:
        for number in range(1, last + 1):
            if tournament and evening.alone():
                return
            evening.arrivals += fault.at == "posts" and number == last
            hands.append(evening.hand(fault if number == last else None))
            yield hands[-1]

    log = written(evening, played())
    cited = hands[-1].cited
    if cited is None:
        return None
    clauses = (cited,) if isinstance(cited, str) else cited
    return log, tuple(clause if " " in clause else f"breach {clause}" for clause in clauses)
