"""Planting a fault in one of Robert's button games: some hands by the book, then one with one thing done wrong."""

from __future__ import annotations

import random

from play.common.hand import Fault
from play.common.planting import Planted, fault_in, log_with, plain_habits
from play.roberts.button.evening import open_table
from play.roberts.games import BIG_BET, BUTTON_GAMES, LIMITS

EVERY = tuple(BUTTON_GAMES)
OMAHAS = tuple(key for key, game in BUTTON_GAMES.items() if game.omaha)
WHOLE = tuple(key for key, game in BUTTON_GAMES.items() if not game.low)
HALVED = tuple(key for key, game in BUTTON_GAMES.items() if game.low)
FIXED = ("fixed",)
FREE = BIG_BET

FAULTS: dict[str, Fault] = {}
fault = fault_in(FAULTS, LIMITS, EVERY, anywhere=None)


def planted(name: str, limit: str, seed: int) -> Planted:
    """A log with the fault in its last hand, and what an audit must find, alone; None if it has no place for it."""
    fault = FAULTS[name]
    rng = random.Random(f"{name} {limit} {seed}")
    habits = plain_habits(rng)
    tournament = seed % 3 == 0 if fault.tournament is None else fault.tournament
    evening = open_table(rng, BUTTON_GAMES[fault.games[seed % len(fault.games)]], limit, tournament, habits)
    last = rng.randint(1, 3)
    if fault.at == "posts":  # a newcomer is one who comes when everybody else has had the blinds
        evening.arrivals, last = 0, len(evening.people) + 3

    def goes_on(number: int) -> bool:
        evening.arrivals += fault.at == "posts" and number == last
        return not (tournament and evening.alone())

    return log_with(evening, fault, last, goes_on)
