"""Lines of a hand history that are no part of the play, as far as a reader can tell.

A line that no reader could make sense of may still tell of an act, in whatever words. The reader that knows the players
of the hand says so by the kind of the remark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

UNKNOWN: Literal["unknown"] = "unknown"  # the kind of a remark that no reader could make sense of
UNKNOWN_ACT: Literal["unknown-act"] = "unknown-act"  # the kind of one that may tell of an act besides
NOT_UNDERSTOOD = (UNKNOWN, UNKNOWN_ACT)
ACTS = re.compile(r"\b(?:posts|calls|bets|raises|folds|checks)\b")  # of somebody whose name is not known, too
PARTS = re.compile(r"(?:Seat ?#?[0-9]|\*\*)", re.IGNORECASE)  # how the lines on seats and on streets begin


def kind_of_unknown(text: str, names: Iterable[str]) -> Literal["unknown", "unknown-act"]:
    """The kind of a line that was not understood, in a hand of these players.

    It may tell of an act if it names one of the players, has a word that rooms use for acts, or begins as the lines on
    seats and streets do: without such a line, the acts after it are not what they seem.
    """
    may_be_act = ACTS.search(text) or PARTS.match(text) or any(_names(text, name) for name in names)
    return UNKNOWN_ACT if may_be_act else UNKNOWN


def _names(text: str, name: str) -> bool:
    """Does this name stand in the text, and not only as a part of a longer word?"""
    at = text.find(name) if name else -1
    while at >= 0:
        before, after = text[:at][-1:], text[at + len(name) :][:1]
        if not ((before.isalnum() and name[0].isalnum()) or (after.isalnum() and name[-1].isalnum())):
            return True
        at = text.find(name, at + 1)
    return False
