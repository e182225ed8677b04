"""Lawful hands of every temper, by their numbers."""

from __future__ import annotations

import random
from functools import lru_cache

from histories.model import GAMES, Hand
from histories.playing import Temper, start
from histories.writers.common import Format

TEMPERS = (
    Temper(),
    Temper(many=True, tied=True),
    Temper(many=True, straddle=True),
    Temper(many=True, short=0.9, raises=0.4, all_in=0.5, folds=0.05),
    Temper(raises=0.7, folds=0.02, short=0),
    Temper(folds=0.5),
)


def lawful(written: Format, game: str, number: int) -> Hand:
    """A lawful hand of a game for a format. Only hold'em without a limit is straddled, where the room offers it."""
    straddles = written.straddles and game == "holdem-nl"
    return _played(game, number, written.unit(GAMES[game].tournament), straddles)


@lru_cache(maxsize=4096)  # the same hand is written in several formats
def _played(game: str, number: int, unit: int, straddles: bool) -> Hand:
    temper = TEMPERS[number % len(TEMPERS)]
    if temper.straddle and not straddles:
        temper = TEMPERS[0]
    return start(number, GAMES[game], random.Random(f"{game} {number}"), temper, unit).run()
