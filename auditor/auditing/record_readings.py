"""The readings of a record: what a hand is judged to be under each choice that its record leaves open.

A hand in which nothing was found needs none of it. Otherwise the hand is read and judged under every combination of
choices. Readings under which the record does not add up are refuted, as long as there is one under which it does; those
that are left are as good as each other, and what is found must be there under each of them.
"""

from __future__ import annotations

from collections.abc import Callable

from auditor.auditing.engine.collector import Judged
from auditor.auditing.mitigation.context import OtherRecord
from auditor.auditing.mitigation.kinds import contradicts, on_payments
from auditor.auditing.mitigation.record_of_play import laid_to_record
from auditor.logs.reader import RawHand
from auditor.vocabulary.doubts import Doubt, ReadAs, other_choices
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.records import record_class
from auditor.vocabulary.wording import joined

MOST_READINGS = 48  # of one hand; where there are more, nobody is accused
Judge = Callable[[Hand], Judged]


@record_class
class RecordReading:
    """A hand as it is under some choices: how it was read, and what is found in it then."""

    raw: RawHand
    hand: Hand
    judged: Judged

    @property
    def findings(self) -> list[Finding]:
        """What is found, laid to the record where a room cannot have let it happen."""
        return laid_to_record(self.judged.findings, self.hand.setup)

    @property
    def contradictory(self) -> bool:
        """Does the record contradict itself?"""
        return any(contradicts(one) for one in self.findings)

    @property
    def adds_up(self) -> bool:
        """Does the record not contradict itself, and were the payments right?"""
        return not any(contradicts(one) or on_payments(one) for one in self.findings)

    def choice(self, doubt: Doubt) -> str:
        """The choice of this reading."""
        return dict(self.raw.block.read_as).get(doubt.name, doubt.taken)


@record_class
class RecordReadings:
    """The reading by which a hand is judged, and the others that the record leaves open."""

    base: RecordReading
    others: list[RecordReading]
    too_many: bool = False  # there are more than could be tried

    def other_records(self) -> tuple[OtherRecord, ...]:
        """What the others find, each with the choices in which it differs."""
        found = [
            OtherRecord(one.statement(word), (one.kind,), (), void=True)
            for one in self.base.hand.doubts
            for word, _ in one.choices[1:]
            if one.voids
        ]
        for other in self.others:
            words, kinds = self.difference(other)
            found.append(OtherRecord(words, kinds, tuple(other.findings)))
        return tuple(found)

    def difference(self, other: RecordReading) -> tuple[str, tuple[str, ...]]:
        """The choices of another reading in which it differs, as a statement, and the questions."""
        doubts = {one.name: one for one in (*other.hand.doubts, *self.base.hand.doubts)}.values()
        differs = [one for one in doubts if one.known(other.choice(one)) and self.base.choice(one) != other.choice(one)]
        words = joined([one.statement(other.choice(one)) for one in differs])
        return words, tuple(dict.fromkeys([one.kind for one in differs]))


def readings_of(raw: RawHand, hand: Hand, judged: Judged, judge: Judge) -> RecordReadings:
    """Read and judge a hand under every choice that its record leaves open, and sort out what is refuted."""
    found = [RecordReading(raw, hand, judged)]
    too_many = False
    for number, read_as in enumerate(other_choices(hand.doubts), 2):
        if number > MOST_READINGS:
            too_many = True
            break
        other = _under(raw, read_as, judge)
        if other is not None:
            found.append(other)
    standing = [one for one in found if one.adds_up] or sorted(found, key=lambda one: one.contradictory)
    return RecordReadings(standing[0], standing[1:], too_many)


def _under(raw: RawHand, read_as: ReadAs, judge: Judge) -> RecordReading | None:
    """The hand under these choices; None if it cannot be read so, which refutes them."""
    try:
        other = raw.under(read_as)
        hand = other.read()
        return RecordReading(other, hand, judge(hand))
    except Unreadable:
        return None
