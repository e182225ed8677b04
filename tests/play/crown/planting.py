"""Planting a fault in Crown Poker: some hands by the book, then one in which one thing is done wrong."""

from __future__ import annotations

import random

from play.common.hand import Fault
from play.common.planting import Planted, fault_in, log_with, plain_habits
from play.crown.evening import open_table
from play.crown.games import CAPPED, GAMES, LIMITS, POT

FREE = tuple(limit for limit in LIMITS if limit not in CAPPED)
POTS = tuple(POT)
EVERY = tuple(GAMES)
PINEAPPLES = tuple(key for key, game in GAMES.items() if game.discard is not None)
CRAZY = tuple(key for key, game in GAMES.items() if game.discard == 2)
HALVED = tuple(key for key, game in GAMES.items() if game.low)
OWN = tuple(key for key, game in GAMES.items() if not game.omaha)  # the board may be played
WHOLE = tuple(key for key in EVERY if key not in HALVED)

FAULTS: dict[str, Fault] = {}
fault = fault_in(FAULTS, LIMITS, EVERY)


def planted(name: str, limit: str, seed: int) -> Planted:
    """A log with the fault in its last hand, and what an audit must find, alone; None if it has no place for it."""
    fault = FAULTS[name]
    rng = random.Random(f"{name} {limit} {seed}")
    habits = plain_habits(rng, steps=True)
    evening = open_table(rng, GAMES[fault.games[seed % len(fault.games)]], limit, habits=habits)
    evening.restless = fault.at == "posts"
    return log_with(evening, fault, 5 if evening.restless else rng.randint(1, 3))
