"""Writes hands as their events in JSON, one object a line: what `auditor parse` prints."""

from __future__ import annotations

from collections.abc import Sequence

from auditor.logs.events_json.reader import event_line, fault_line, lost_hand_lines
from auditor.logs.reader import RawHand
from auditor.logs.writing import Written
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.hand import Hand


def text_of(hand: Hand, index: int) -> Written:
    """Write a hand with what was noted before it."""
    del index  # hands are known by their numbers
    return text_between([*hand.before, *hand.events])


def text_of_lost(hand: RawHand, error: Unreadable) -> Written:
    """Write objects in place of a hand that could not be read."""
    return Written("".join([f"{line}\n" for line in lost_hand_lines(hand, error)]))


def text_between(notes: Sequence[e.Event | Unreadable]) -> Written:
    """Write what stands outside of hands, with an object in place of anything that could not be read."""
    lines = [fault_line(note) if isinstance(note, Unreadable) else event_line(note) for note in notes]
    return Written("".join([f"{line}\n" for line in lines]))
