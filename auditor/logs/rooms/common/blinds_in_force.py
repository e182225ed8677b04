"""Decides which blinds are in force: those that the header states, or those that were put up.

The room puts the blinds up for the players, so it is the header that errs. But smaller blinds may be last chips, which
what their owners sat down with shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress

from auditor.logs.blocks import Block
from auditor.logs.limit_bets import bets_in_force, fit_together
from auditor.logs.rooms.common.amounts import cents
from auditor.logs.rooms.common.hand import FIXED, Stakes
from auditor.vocabulary.doubts import Doubt
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.records import replace

SEAT = re.compile(r"^Seat ?[0-9]+ ?:", re.MULTILINE | re.IGNORECASE)
STAKE = re.compile(r" ?\(([^()\n]{1,40})")  # behind a name
ANTE = re.compile(r":? (?:posts )?(?:the )?antes? ([^\n]{1,40})")  # the same


def with_blinds_in_force(stakes: Stakes, posted: Mapping[str, re.Match[str]]) -> Stakes:
    """The stakes by the blinds that are in force, given the lines on the regular small and big one.

    If the header of a tournament's hand already states the next level, that is no error.
    """
    stated = stakes.pair
    if stated is None or stakes.limit == FIXED or stakes.button_blind or len(posted) < 2:
        return stakes
    try:
        small, big = (cents(posted[which][2], stakes.line, stakes.decimal) for which in ("small", "big"))
    except Unreadable:  # reported when the hand is read
        return stakes
    blinds = zip(("small", "big"), (small, big), stated, strict=True)
    if all(
        amount == due or (amount < due and _last_chips(posted[which], amount, stakes)) for which, amount, due in blinds
    ):
        return stakes
    level = stakes.tournament is not None and small * stated[1] == big * stated[0]
    return replace(stakes, pair=(small, big), stated=None if level else stated)


def with_bets_in_force(stakes: Stakes, posted: Mapping[str, re.Match[str]], block: Block) -> Stakes:
    """The stakes of a limit game by the bets that are in force, given the lines on the regular blinds."""
    if stakes.pair is None or stakes.limit != FIXED or stakes.button_blind:
        return stakes
    blind = None
    _doubt_small_blind(stakes, posted, block)
    if "big" in posted and "stud" not in (stakes.variant or {}):
        with suppress(Unreadable):  # reported when the hand is read
            amount = cents(posted["big"][2], stakes.line, stakes.decimal)
            usual = fit_together(stakes.pair, amount)  # as it is, whether or not these were last chips
            blind = amount if usual or not _last_chips(posted["big"], amount, stakes) else None
    pair = bets_in_force(block, stakes.line, stakes.pair, blind)
    return stakes if pair == stakes.pair else replace(stakes, pair=pair)


def _doubt_small_blind(stakes: Stakes, posted: Mapping[str, re.Match[str]], block: Block) -> None:
    """State the doubt that a blind is written wrong, if the small one is larger than the big one."""
    if len(posted) < 2:
        return
    with suppress(Unreadable):  # reported when the hand is read
        small, big = (cents(posted[which][2], stakes.line, stakes.decimal) for which in ("small", "big"))
        if small > big and not _last_chips(posted["big"], big, stakes):
            words = ("right", "the blinds are written right"), ("wrong", "one of the blinds is written wrong")
            kind = "whether the blinds are written right"
            block.ask(Doubt("blinds", kind, stakes.line, words, "no other line tells", voids=True))


def _last_chips(posted: re.Match[str], amount: int, stakes: Stakes) -> bool:
    """Did the player of this line have no more than this after an ante, or is there no line that tells?"""
    text = posted.string
    name = text[text.rfind("\n", 0, posted.start()) + 1 : posted.start()].removesuffix(":")
    seat = next(filter(None, (STAKE.match(text, at) for at in _after_seats(name, text))), None)
    ante = next(filter(None, (ANTE.match(text, at) for at in _after_name(name, text))), None)
    try:
        had = cents(seat[1], stakes.line, stakes.decimal) if seat is not None else 0
        return had <= amount + (cents(ante[1], stakes.line, stakes.decimal) if ante is not None else 0)
    except Unreadable:  # reported when the hand is read
        return True


def _after_seats(name: str, text: str) -> Iterator[int]:
    """Where the rest of each line on a seat begins that gives this name."""
    lower = name.lower()
    for seat in SEAT.finditer(text):
        for at in (seat.end(), seat.end() + 1) if text.startswith(" ", seat.end()) else (seat.end(),):
            if text[at : at + len(name)].lower() == lower:
                yield at + len(name)


def _after_name(name: str, text: str) -> Iterator[int]:
    """Where the rest of each line begins that has this name at its head."""
    at = text.find(f"\n{name}")
    while at >= 0:
        yield at + 1 + len(name)
        at = text.find(f"\n{name}", at + 1)
