"""Reads the lines that come most often without a pattern, if they are written in the plainest way.

A hand has many lines on cards dealt and on seats, and each is new; and the acts of players need the largest pattern of
all, for which a log of a single hand would wait. Such a line is taken apart at its blanks. Any other, and any that is
wrong, is left to the grammar.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from auditor.logs.table_log.statements import MAKERS, MOST_SEATS
from auditor.vocabulary.cards import Cards, parse_card
from auditor.vocabulary.money import parse_money

EventFields = tuple[Any, ...]
DEAL, DEAL_UP = "deal ", "deal up "
SEATS = {str(number): number for number in range(1, MOST_SEATS + 1)}
PIECES = 4096  # cards to remember


def _dealt(statement: str, players: Mapping[str, str]) -> EventFields | None:
    """The fields of `deal Ann [As], Bob [Kd]`, or the same with `up`."""
    up = statement.startswith(DEAL_UP)
    if statement[-1] != "]":
        return None
    holdings = []
    for each in statement[len(DEAL_UP if up else DEAL) : -1].split("], "):
        name, _, cards = each.partition(" [")
        player, held = players.get(name), _held(cards)
        if player is None or held is None:
            return None
        holdings.append((player, held))
    return tuple(holdings), up, ()


@lru_cache(maxsize=PIECES)
def _held(text: str) -> Cards | None:
    """Cards with one blank between them; None if something else is written there."""
    try:
        return tuple([parse_card(word) for word in text.split(" ")])
    except ValueError:
        return None


def _seated(statement: str, players: Mapping[str, str]) -> EventFields | None:
    """The fields of `seat 4 Ann $100`."""
    words = statement.split(" ")
    if len(words) != 4:
        return None
    seat, player = SEATS.get(words[1]), players.get(words[2])
    if seat is None or player is None:
        return None
    try:
        return seat, player, parse_money(words[3]), False, None
    except ValueError:
        return None


# How such a line begins, with its terminal and the function that gives its fields or None. It gets the names that have
# come before, each with the form in which it is compared.
USUAL_LINES: dict[str, tuple[str, Callable[[str, Mapping[str, str]], EventFields | None]]] = {
    DEAL: ("DEAL", _dealt),
    "seat ": ("SEAT", _seated),
}
LONGEST_WORD = 5  # characters that such a line begins with


# ---- acts, after the name of the player ----

Act = tuple[str, EventFields]  # a terminal, and the fields of its event without the first, which is the name
UNSAID = (None,) * 5  # all in, announced, said, with what, in which chips


def plain_name(text: str) -> bool:
    """Is this a name to the grammar, in the form in which names are compared?"""
    return text.isascii() and text.isalnum() and "A" <= text[0] <= "Z"


def plain_act(rest: str) -> Act | None:
    """What `calls $2` says after a name; None if it is not written in the plainest way."""
    rest, comment, _ = rest.partition("#")
    if comment:
        rest = rest.rstrip(" \t")
    found = _pieces(rest)
    if found is None:
        return None
    terminal, pieces = found
    try:
        return terminal, MAKERS[terminal][1]("A", *pieces)[1:]
    except ValueError:
        return None


def _pieces(rest: str) -> tuple[str, tuple[str | None, ...]] | None:
    """A terminal, and what its groups would be after that of the name."""
    match rest.split(" "):
        case ["folds"]:
            return "FOLD", ()
        case ["checks"]:
            return "CHECK", ()
        case ["calls", added]:
            return "CALL", (added, None, *UNSAID)
        case ["bets", amount]:
            return "BET", (None, amount, *UNSAID)
        case ["raises", by, "to", total]:
            return "RAISE", (by, total, None, *UNSAID)
        case ["blind" | "ante" as kind, amount]:
            return "POST", (kind, amount, None)
        case ["shows", _, *_] if _held(rest[7:-1]) and rest[6] == "[" and rest[-1] == "]":
            return "SHOW", (rest[6:], None)
    return None
