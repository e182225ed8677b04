"""Reads the two kinds of lines that come most often and are hardly ever the same, without a pattern.

A hand has many lines on cards dealt and on seats, and each is new. If such a line is written in the plainest way and
its names have come before, it is taken apart at its blanks. Any other, and any that is wrong, is left to the grammar.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from auditor.logs.table_log.statements import MOST_SEATS
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
