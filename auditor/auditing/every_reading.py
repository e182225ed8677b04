"""A hand under every other reading, of the law and of its record: what somebody settles who asks what would change.

An audit asks for other readings only where something was found. A settlement is shown under all of them, since what was
due may be another sum though nothing was wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.engine.judge_hand import judge
from auditor.auditing.judging import rules_under
from auditor.auditing.options import Options
from auditor.auditing.record_readings import readings_of
from auditor.logs.reader import RawHand
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import joined

LAW, RECORD = "law", "record"


@value_class
class OtherReading:
    """A hand as it is under one other reading."""

    of: str  # the law, or the record
    question: str  # the name of the law's reading, or what the record leaves open
    choice: str  # the name of the law's other choice; empty for the record
    means: str  # what it makes of the text, or of the record
    hand: Hand
    rules: Rulebook

    @property
    def name(self) -> str:
        """`commission_group = per-player`, or what the record leaves open."""
        return f"{self.question} = {self.choice}" if self.choice else self.question


def every_reading(raw: RawHand, hand: Hand, bound: BoundRulebook, options: Options, path: str) -> list[OtherReading]:
    """The hand under each other choice of the law's readings, and under each other reading that its record leaves open.

    Readings of the record under which it does not add up are refuted, as in an audit.
    """
    return [*_of_law(raw, hand, bound, options), *_of_record(raw, hand, bound, path)]


def _of_law(raw: RawHand, hand: Hand, bound: BoundRulebook, options: Options) -> Iterator[OtherReading]:
    rules = bound.rules
    for reading in rules.readings:
        for choice in reading.choices:
            if choice.name != rules.chosen[reading.name]:
                other = rules_under(raw, rules, options, reading.name, choice.name)
                yield OtherReading(LAW, reading.name, choice.name, choice.means, hand, other)


def _of_record(raw: RawHand, hand: Hand, bound: BoundRulebook, path: str) -> Iterator[OtherReading]:
    if not hand.doubts:
        return
    again = partial(judge, bound=bound, path=path)
    readings = readings_of(raw, hand, again(hand), again)
    for other in readings.others:
        words, kinds = readings.difference(other)
        yield OtherReading(RECORD, joined(list(kinds)), "", f"{words[:1].upper()}{words[1:]}.", other.hand, bound.rules)
