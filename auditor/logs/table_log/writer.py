"""Writes hands as a table log: a statement a line, with the table's set-up and what stands between hands."""

from __future__ import annotations

from collections.abc import Sequence

from auditor.logs.reader import RawHand
from auditor.logs.table_log.quoting import spelt_otherwise
from auditor.logs.table_log.write_events import statement_of
from auditor.logs.writing import Unwritable, Written
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.wording import escaped

AT_THE_MARGIN = (e.LogStarted, e.TableOpened, e.HandStarted, e.HandEnded)
INDENT = "  "
MOST_SHOWN = 500  # characters of a reason in a comment


def text_of(hand: Hand, index: int) -> Written:
    """Write a hand with what was noted before it. Its place in the file does not matter."""
    del index  # hands are known by their numbers
    before = text_between(hand.before)
    lines = [_line(event) for event in hand.events]
    return Written(f"{before.text}{''.join(lines)}\n", (*before.lost, *spelt_otherwise(hand.events)))


def text_between(notes: Sequence[e.Event | Unreadable]) -> Written:
    """Write what stands outside of hands, with a comment in place of anything that could not be read."""
    lines: list[str] = []
    lost: list[str] = []
    for note in notes:
        if isinstance(note, Unreadable):
            hand = "" if note.hand is None else f", hand {escaped(note.hand, 40)}"
            lines.append(f"# not read, line {note.line}{hand}: {escaped(note.reason, MOST_SHOWN)}\n")
            continue
        try:
            lines.append(_line(note))
        except Unwritable as error:
            lines.append(f"# not written: {escaped(error.reason, MOST_SHOWN)}\n")
            lost.append("statements outside of hands that the table log has no words for")
    events = [note for note in notes if isinstance(note, e.Event)]
    text = "".join([*lines, "\n"] if lines else lines)
    return Written(text, (*dict.fromkeys(lost), *spelt_otherwise(events)))


def text_of_lost(hand: RawHand, error: Unreadable) -> Written:
    """Write comments in place of a hand that could not be read, and what it says that stays in force."""
    return text_between([*error.all(), *hand.lasting()])


def _line(event: e.Event) -> str:
    return f"{'' if isinstance(event, AT_THE_MARGIN) else INDENT}{statement_of(event)}\n"
