"""The register of faults, and how one is planted in a hand of a format.

A fault is tried at one moment of a hand, which is then played on by the rules from where the fault left it. It says in
which games and formats it can be evidenced, which checks have to tell it, and to whom it is laid.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from histories.model import GAMES, Hand
from histories.playing import Plant, Temper, start
from histories.writers.common import Format

BIG_BET = ("holdem-nl", "omaha-pl", "tournament")
FLOP = (*BIG_BET, "holdem-fl")
ALL_GAMES = (*FLOP, "stud-fl")
DEALER, RECORD = "the dealer", "the record"  # whom a fault may be laid to, beside players by their names
SUBJECTS = 2000  # hands that a fault may look for its place in
FIRST, MOST_TIMES = 100_000, 1000  # numbers of hands: so many for each kind and game
PLAIN = Temper()
Evidence = Callable[[Format, str], str]


def always(_format: Format, _game: str) -> str:
    """Nothing is lacking."""
    return ""


@dataclass(frozen=True)
class Kind:
    """A kind of fault. `lacks` says what a format does not tell of it, if that is so."""

    name: str
    plant: Plant
    at: str  # the moment of a hand
    checks: tuple[str, ...]  # patterns of the names of checks that may tell it, some after a game and a colon
    games: tuple[str, ...] = ALL_GAMES
    temper: Temper = PLAIN
    lacks: Evidence = always


KINDS: dict[str, Kind] = {}


def fault(
    name: str,
    at: str,
    *checks: str,
    games: tuple[str, ...] = ALL_GAMES,
    temper: Temper = PLAIN,
    lacks: Evidence = always,
) -> Callable[[Plant], Plant]:
    """Enter a kind of fault."""

    def enter(plant: Plant) -> Plant:
        assert name not in KINDS, name
        KINDS[name] = Kind(name, plant, at, checks, games, temper, lacks)
        return plant

    return enter


@dataclass(frozen=True)
class Planted:
    """A hand with a fault in it, and whom the fault is to be laid to."""

    kind: Kind
    format: Format
    hand: Hand
    culprits: tuple[str, ...]

    @property
    def text(self) -> str:
        """The hand as written."""
        return self.format.text(self.hand)


def games_of(kind: Kind, written: Format) -> list[str]:
    """The games in which the fault can be planted in a format that is evidence of it."""
    return [game for game in kind.games if game in written.games and not kind.lacks(written, game)]


def planted(name: str, written: Format, game: str, time: int) -> Planted:
    """The hand with the fault that is the first, second, … of its kind in this game. It has a number of its own."""
    kind = KINDS[name]
    hand, culprits = _played(name, game, time, written.unit(GAMES[game].tournament))
    return Planted(kind, written, hand, culprits)


@lru_cache(maxsize=4096)  # the same hand is written in several formats
def _played(name: str, game: str, time: int, unit: int) -> tuple[Hand, tuple[str, ...]]:
    """Play hands until one of them has a place for the fault."""
    kind = KINDS[name]
    number = FIRST + ([*KINDS].index(name) * len(GAMES) + [*GAMES].index(game)) * MOST_TIMES + time
    for seed in range(SUBJECTS):
        rng = random.Random(f"{name} {game} {time} {seed}")
        play = start(number, GAMES[game], rng, kind.temper, unit, kind.plant, kind.at)
        hand = play.run()
        if play.culprit is not None and _ends_well(hand):
            return hand, tuple(play.culprit.split("|"))
    raise LookupError(f"no hand of {game} has a place for {name}")


def _ends_well(hand: Hand) -> bool:
    """Has nobody less than nothing in the end?"""
    paid = hand.paid
    back = {hand.back[0].name: hand.back[1]} if hand.back is not None else {}
    ends = [one.stack - one.put + paid.get(one.name, 0) + back.get(one.name, 0) for one in hand.players]
    return min(ends) >= 0 and bool(hand.pots) and all(amount >= 0 for amount in paid.values())
