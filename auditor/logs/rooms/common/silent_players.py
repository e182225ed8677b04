"""Asks whether players without a line of their own were dealt in. It is one doubt for all of them."""

from __future__ import annotations

from collections.abc import Sequence

from auditor.logs.rooms.common.hand import RoomHand
from auditor.vocabulary.doubts import Doubt
from auditor.vocabulary.wording import escaped, joined

DEALT_IN, LEFT_OUT = "in", "out"


def ask_dealt_in(hand: RoomHand, names: Sequence[str], likely: bool, because: str) -> bool:
    """Were these players dealt in, of whom no line tells anything but where they sit?"""
    who = joined([escaped(name, 40) for name in names])
    were = "was" if len(names) == 1 else "were"
    words = {DEALT_IN: f"{who} {were} dealt in", LEFT_OUT: f"{who} {were} not dealt in"}
    doubt = Doubt(
        "dealt in",
        "whether somebody was dealt in",
        next(line for line, _, name, _ in hand.seats if name == names[0]),
        tuple([(choice, words[choice]) for choice in ((DEALT_IN, LEFT_OUT) if likely else (LEFT_OUT, DEALT_IN))]),
        because,
    )
    return hand.block.ask(doubt) == DEALT_IN
