"""Lines of a hand history that are no part of the play, as far as a reader can tell."""

from __future__ import annotations

import re
from typing import Literal

UNKNOWN: Literal["unknown"] = "unknown"  # the kind of a remark that no reader could make sense of
ACTS = re.compile(r"\b(?:posts|calls|bets|raises|folds|checks)\b")


def may_tell_of_an_act(text: str) -> bool:
    """Does a line that was not understood have a word that rooms use for the acts of players?"""
    return ACTS.search(text) is not None
