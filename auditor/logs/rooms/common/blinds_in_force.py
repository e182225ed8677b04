"""Decides which blinds are in force: those that the header states, or those that were put up.

The room puts the blinds up for the players, so it is the header that errs. But a smaller blind may be somebody's last
chips, which is a doubt if no line tells what that player had.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from auditor.logs.blocks import Block
from auditor.logs.rooms.common.amounts import cents
from auditor.logs.rooms.common.hand import FIXED, Stakes
from auditor.vocabulary.doubts import Doubt
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.money import money_text

POSTED, STATED = "posted", "stated"
Pair = tuple[int, int]


def with_blinds_in_force(stakes: Stakes, posted: Mapping[str, re.Match[str]], block: Block) -> Stakes:
    """The stakes by the blinds that are in force, given the lines on the regular small and big one.

    If the header of a tournament's hand already states the next level, that is no error.
    """
    stated = stakes.pair
    if stated is None or stakes.limit == FIXED or stakes.button_blind or len(posted) < 2:
        return stakes
    try:
        pair = tuple([cents(posted[which][2], stakes.line, stakes.decimal) for which in ("small", "big")])
    except Unreadable:  # reported when the hand is read
        return stakes
    small, big = pair
    if (small, big) == stated:
        return stakes
    last_chips = _last_chips(stakes, stated, posted, (small, big))
    if last_chips or (last_chips is None and block.ask(_doubt(stakes, (small, big))) == STATED):
        return stakes
    level = stakes.tournament is not None and small * stated[1] == big * stated[0]
    return replace(stakes, pair=(small, big), stated=None if level else stated)


def _doubt(stakes: Stakes, posted: Pair) -> Doubt:
    assert stakes.pair is not None
    choices = (
        (STATED, f"the blinds were {_in_words(stakes.pair)}, as stated, and somebody had less"),
        (POSTED, f"the blinds were {_in_words(posted)}, as put up"),
    )
    return Doubt("blinds", "which blinds were in force", stakes.line, choices, "a smaller blind may be last chips")


def _in_words(pair: Pair) -> str:
    return f"{money_text(pair[0])} and {money_text(pair[1])}"


def _last_chips(stakes: Stakes, stated: Pair, posted: Mapping[str, re.Match[str]], pair: Pair) -> bool | None:
    """Is each blind that is not as stated all that its owner had? None if no line tells what that was."""
    answers: list[bool | None] = []
    for which, amount, due in zip(("small", "big"), pair, stated, strict=True):
        if amount > due:
            return False
        if amount < due:
            stake = _stake(posted[which], stakes)
            answers.append(None if stake is None else stake <= amount)
    return False if False in answers else None if None in answers else True


def _stake(posted: re.Match[str], stakes: Stakes) -> int | None:
    """What the player of this line had after an ante; None if no line tells."""
    text = posted.string
    name = re.escape(text[text.rfind("\n", 0, posted.start()) + 1 : posted.start()].removesuffix(":"))
    seat = re.search(rf"^Seat ?[0-9]+ ?: ?{name} ?\(([^()\n]{{1,40}})", text, re.MULTILINE | re.IGNORECASE)
    ante = re.search(rf"^{name}:? (?:posts )?(?:the )?antes? (?:of )?([^\n]{{1,40}})", text, re.MULTILINE)
    try:
        if seat is None:
            return None
        return cents(seat[1], stakes.line, stakes.decimal) - (
            cents(ante[1], stakes.line, stakes.decimal) if ante is not None else 0
        )
    except Unreadable:  # reported when the hand is read
        return None
