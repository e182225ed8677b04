"""What a pass may look at: the hand whose findings it weighs, and the hand judged again under other rules."""

from __future__ import annotations

from collections.abc import Callable

from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.engine.readings import OtherReadings
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.events import Remark
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.records import value_class


@value_class
class OtherRecord:
    """What a hand is found to have under another reading of its record, and that reading as a statement."""

    words: str
    kinds: tuple[str, ...]  # the questions in which it differs
    findings: tuple[Finding, ...]
    slip: bool = False  # it is the hand without a slip of the pen
    void: bool = False  # the hand cannot be read so: the record is at fault, and nothing in it accuses anybody


@value_class
class Context:
    """The hand, the rulebook that judged it, and how to judge it by another."""

    hand: Hand
    path: str
    rules: Rulebook
    remarks: list[Remark]  # lines of the hand that are no part of the play
    judge_again: Callable[[BoundRulebook], list[Finding]]
    amended: Callable[[], BoundRulebook]  # the rulebook with the amendment that is not yet in force
    other_readings: Callable[[], OtherReadings | None]
    other_records: tuple[OtherRecord, ...] = ()  # what other choices make of the hand, where its record leaves some
    too_many_readings: bool = False  # the record leaves more choices than could be tried
    customs: tuple[str, ...] = ()  # files of customs that somebody named


Pass = Callable[[list[Finding], Context], list[Finding]]
