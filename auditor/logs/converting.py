"""Writes logs anew in another format, hand by hand. Each hand is written as soon as it is read, so memory stays flat.

What cannot be read, and what the other format cannot hold at all, is reported in its place. What the format holds only
in part is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from auditor.logs.files.decoding import Source
from auditor.logs.formats import LogFormat
from auditor.logs.reader import NO_HAND, RawHand, read
from auditor.logs.remarks import UNKNOWN_ACT
from auditor.logs.table_log.write_setup import unremembered
from auditor.logs.writing import Target, Unwritable
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.events import Event, Remark
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.records import field, record_class, replace

LEFT_OPEN = "what the record leaves open"
BETWEEN_HANDS = "what was noted between hands"


@record_class
class Conversion:
    """The state of a file that is being written: how many hands it has, and in how many of them each thing was lost."""

    target: Target
    alone: bool = False  # the file is to hold a single hand
    hands: int = 0
    lost: Counter[str] = field(default_factory=Counter)
    begun: bool = False

    def texts(self, source: Source, format: LogFormat | None = None) -> Iterator[str | Unreadable]:
        """Give a log piece by piece in the other format, and an Unreadable for whatever is not read or not written."""
        waiting: list[Unreadable] = []
        for part in read(source, format):
            if isinstance(part, Unreadable):
                yield from part.all()
                waiting += part.all() if part.reason != NO_HAND else []
                continue
            notes = part.before if isinstance(part, RawHand) else part.events
            yield from self._between(notes, waiting, isinstance(part, RawHand))
            waiting = []
            if isinstance(part, RawHand):
                yield from self._hand(part)
        yield from self._between([], waiting, False)

    def _between(self, notes: list[Event], faults: list[Unreadable], before_hand: bool) -> Iterator[str]:
        """Write what stands outside of hands, with faults in their places.

        Most formats have no place for it. They keep the set-up with each hand, and lose what follows a table's last
        hand.
        """
        if self.target.full:
            both: list[Event | Unreadable] = sorted([*notes, *faults], key=lambda one: one.line)
            written = self.target.full_writer.text_between(both)
            self.lost.update(written.lost)
            yield from self._out(written.text)
        elif not before_hand and unremembered(notes):
            self.lost[BETWEEN_HANDS] += 1

    def _hand(self, raw: RawHand) -> Iterator[str | Unreadable]:
        try:
            hand = raw.read_safely()
        except Unreadable as error:
            yield from error.all()
            if self.target.full:
                yield from self._out(self.target.full_writer.text_of_lost(raw, error).text)
            return
        to_write = replace(hand, before=[]) if self.target.full else hand  # what came before the hand has been written
        if hand.doubts:
            to_write = self._with_doubts(to_write)
        try:
            yield from self._written(to_write)
        except Unwritable as error:
            yield Unreadable(f"cannot be written: {error.reason}", hand.header.line, hand.header.column, hand.number)

    def _with_doubts(self, hand: Hand) -> Hand:
        """The hand with a remark on everything that its record leaves open, so that nobody is accused on a guess.

        A format without remarks loses that.
        """
        if not self.target.full:
            self.lost[LEFT_OPEN] += 1
            return hand
        *events, end = hand.events
        texts = [f"the record leaves open {one.kind}: read as if {one.statement(one.taken)}" for one in hand.doubts]
        remarks = [Remark(end.line, end.column, UNKNOWN_ACT, text) for text in texts]
        return replace(hand, events=[*events, *remarks, end])

    def _written(self, hand: Hand) -> Iterator[str]:
        written = self.target.writer.text_of(hand, 0 if self.alone else self.hands + 1)
        if self.alone and self.hands:
            raise Unwritable("the file holds one hand; a collection's name ends in .phhs")
        self.hands += 1
        self.lost.update(written.lost)
        yield from self._out(written.text)

    def _out(self, text: str) -> Iterator[str]:
        if text and not self.begun and not text.startswith(self.target.begins):
            yield self.target.begins
        self.begun = self.begun or bool(text)
        if text:
            yield text
