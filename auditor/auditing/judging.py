"""Judges one part of a log: it chooses the rulebook and the readings, and has the findings mitigated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from auditor.auditing.engine.collector import Judged
from auditor.auditing.engine.dispatch import BoundRulebook, bind
from auditor.auditing.engine.judge_hand import (
    Enough,
    HandJudge,
    judge,
    judge_end,
    judge_play,
    judge_unless,
    remarks_of,
)
from auditor.auditing.engine.readings import OtherReadings
from auditor.auditing.options import Options
from auditor.logs.reader import Part, RawHand
from auditor.replay.state import HandState
from auditor.rules.loading.loader import bears_date, rulebook_meant, rules_in_force
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.errors import AuditorError, Edit, Unreadable, UsageError, own_fault
from auditor.vocabulary.events import Seat
from auditor.vocabulary.findings import RECORD, Finding, Severity
from auditor.vocabulary.hand import Aftermath, Hand
from auditor.vocabulary.money import in_currency
from auditor.vocabulary.records import object_class, record_class, replace

if TYPE_CHECKING:
    from auditor.auditing.mitigation.context import Context, OtherRecord

SIDE_BY_SIDE = 32  # parts that go through the steps of judging side by side
JudgedPart = tuple[Part, Judged | Unreadable | None, BoundRulebook | None]


@record_class
class PartInWork:
    """A part of a log on its way through the steps of judging."""

    part: Part
    options: Options
    path: str
    hand: Hand | None = None  # as it was read
    bound: BoundRulebook | None = None
    played: tuple[HandState, HandJudge] | None = None  # up to its settlement, with what the checks have said
    judged: Judged | Unreadable | None = None
    done: bool = False

    def answer(self) -> JudgedPart:
        """The part, what was made of it, and the rulebook that judged it."""
        return self.part, self.judged, self.bound


def judge_batch(parts: Sequence[Part], options: Options, path: str) -> list[JudgedPart]:
    """Judge parts of a log. An answer has the part, what was made of it, and the rulebook that judged it."""
    works = [PartInWork(part, options, path) for part in parts]
    for start in range(0, len(works), SIDE_BY_SIDE):
        judge_side_by_side(works[start : start + SIDE_BY_SIDE])
    return [work.answer() for work in works]


def judge_side_by_side(works: Sequence[PartInWork]) -> None:
    """Judge some parts, which may be of several logs.

    A step is taken for all of them before the next one: a processor is quicker at more of the same.
    """
    for step in (_read, _play, _end, _weigh):
        for work in works:
            if not work.done:
                _take(step, work, work.options, work.path)


def _take(step: _Step, work: PartInWork, options: Options, path: str) -> None:
    """Take a step. Whatever is wrong with the part, or with us, is told of this part alone."""
    try:
        step(work, options, path)
    except Unreadable as error:
        part, hand, bound = work.part, work.hand, work.bound
        if isinstance(part, RawHand) and hand is not None:
            from auditor.auditing.impossible_hands import every_fault

            error = every_fault(part, hand, error, None if bound is None else partial(_judge_again, bound, path))
        work.judged, work.bound, work.done = error, None, True
    except AuditorError:
        raise
    except Exception as error:  # a fault of ours must not take the other hands with it
        if options.debug:
            raise
        work.judged, work.bound, work.done = _own_fault(work.part, error), None, True


def _own_fault(part: Part, error: Exception) -> Unreadable:
    if isinstance(part, RawHand):
        return Unreadable(own_fault("this hand", error), part.line, 1, part.number)
    line = part.events[-1].line if isinstance(part, Aftermath) and part.events else 1
    return Unreadable(own_fault("what follows a table's last hand", error), line, 1)


def _read(work: PartInWork, options: Options, _path: str) -> None:
    """Read a hand, and find the rulebook that judges it. What is wrong with the hand itself is told first."""
    part = work.part
    if isinstance(part, Unreadable):
        work.judged, work.done = part, True
        return
    if _left_out(part, options):
        work.done = True
        return
    if isinstance(part, RawHand):
        work.hand = part.read()
    work.bound = bound_for(part, options)
    work.done = work.hand is None or work.bound is None


def _left_out(part: RawHand | Aftermath, options: Options) -> bool:
    """Is this of a night that was not asked for? It is not even read."""
    if options.since is None and options.until is None:
        return False
    return options.leaves_out(part.setup.day or (part.day if isinstance(part, RawHand) else None))


def _play(work: PartInWork, _options: Options, path: str) -> None:
    """Play the hand and let the checks look on."""
    assert work.hand is not None and work.bound is not None
    work.played = judge_play(work.hand, work.bound, path)


def _end(work: PartInWork, _options: Options, _path: str) -> None:
    """Settle the hand and let the checks compare what was paid. Most hands are done by this."""
    assert work.played is not None
    work.judged = judged = judge_end(*work.played)
    work.played, work.done = None, not judged.findings


def _weigh(work: PartInWork, options: Options, path: str) -> None:
    """Weigh what was found in the hand."""
    part, hand, judged, bound = work.part, work.hand, work.judged, work.bound
    assert isinstance(part, RawHand) and hand is not None and isinstance(judged, Judged) and bound is not None
    work.part, work.judged = _weighed(part, hand, judged, bound, options, path)
    if work.judged.findings:
        from auditor.auditing.acts_that_led import with_acts_that_led
        from auditor.auditing.excerpts import with_excerpts

        found = with_acts_that_led(work.judged.findings, work.part.read(), bound.rules)
        work.judged.findings = with_excerpts(found, part, hand.events)


_Step = Callable[[PartInWork, Options, str], None]


def _judge_again(bound: BoundRulebook, path: str, hand: Hand) -> Judged:
    return judge(hand, bound, path)


def _judge_without(bound: BoundRulebook, path: str, hand: Hand, enough: Enough) -> Judged | None:
    return judge_unless(hand, bound, path, enough)


def _weighed(
    part: RawHand, hand: Hand, judged: Judged, bound: BoundRulebook, options: Options, path: str
) -> tuple[RawHand, Judged]:
    """Give the hand as it is best read, and what is found in it once every reason to accuse nobody is weighed."""
    from auditor.auditing.mitigation.passes import mitigated  # a hand without findings needs nothing of this
    from auditor.auditing.mitigation.resting_on_record import leave_open
    from auditor.auditing.record_readings import RecordReading, RecordReadings, readings_of
    from auditor.auditing.slips.explanations import slips_explaining

    readings = RecordReadings(RecordReading(part, hand, judged), [])
    if hand.doubts:
        readings = readings_of(part, hand, judged, lambda other: judge(other, bound, path))
    part, hand, judged = readings.base.raw, readings.base.hand, readings.base.judged
    slips, too_many_slips = slips_explaining(hand, judged, bound, partial(_judge_without, bound, path))
    records, too_many = (*readings.other_records(), *slips), readings.too_many or too_many_slips
    context = _context(part, hand, bound, options, path, partial(_found, hand, path), records, too_many)
    judged.findings = [_in_currency(one, hand) for one in mitigated(judged.findings, context)]
    leave_open(judged, bound)
    return part, judged


def _in_currency(finding: Finding, hand: Hand) -> Finding:
    """A finding whose doubt has its amounts in the currency of the table, as its other words have."""
    if finding.doubt is None or finding.currency is None or "$" not in finding.doubt:
        return finding
    names = [event.player for event in hand.events if isinstance(event, Seat)]
    return replace(finding, doubt=in_currency(finding.doubt, finding.currency, names))


def found_so_far(hand: Hand, bound: BoundRulebook, path: str) -> list[Finding] | None:
    """What the checks find in a hand that is still being played, by what has been noted of it so far.

    Nothing is settled. While a wager out of turn waits for those whom it passed over, nothing can be said, since what
    becomes of it depends on them: None.
    """
    state, judge = judge_play(hand, bound, path)
    return None if state.early or state.skipped or state.absent else judge.findings


def accusing_so_far(
    findings: list[Finding], part: RawHand, hand: Hand, bound: BoundRulebook, options: Options, path: str
) -> list[Finding]:
    """Those of the findings in a hand that is still being played which accuse somebody.

    No slip of the pen is looked for: what is yet to come may show one. So all of it is provisional, and the hand is
    judged anew when it is whole.
    """
    from auditor.auditing.mitigation.passes import mitigated

    context = _context(part, hand, bound, options, path, partial(_found_in_play, hand, path))
    found = mitigated(findings, context)
    return [one for one in found if one.severity > Severity.ADVISORY and one.actor != RECORD]


_Find = Callable[[BoundRulebook], list[Finding]]  # what is found in a hand under a rulebook


def _found(hand: Hand, path: str, bound: BoundRulebook) -> list[Finding]:
    return judge(hand, bound, path).findings


def _found_in_play(hand: Hand, path: str, bound: BoundRulebook) -> list[Finding]:
    return judge_play(hand, bound, path)[1].findings


def _context(
    part: RawHand,
    hand: Hand,
    bound: BoundRulebook,
    options: Options,
    path: str,
    find: _Find,
    other_records: tuple[OtherRecord, ...] = (),
    too_many: bool = False,
) -> Context:
    """Give what the passes of mitigation may look at. Most of it is worked out only when they do."""
    from auditor.auditing.mitigation.context import Context
    from auditor.auditing.mitigation.record_of_play import for_record_of_play

    rules = bound.rules

    def judge_again(other: BoundRulebook) -> list[Finding]:
        return for_record_of_play(find(other), context)

    def amended() -> BoundRulebook:
        assert rules.pending is not None
        name, room = options.rules or hand.setup.rules or rules.id, not hand.setup.notes_table
        return _bound(name, rules.pending, options.readings, room)

    context = Context(
        hand,
        path,
        rules,
        remarks_of(hand),
        judge_again,
        amended,
        lambda: other_readings(part, rules, options),
        other_records,
        too_many,
        options.customs,
    )
    return context


def other_readings(part: Part, rules: Rulebook, options: Options) -> OtherReadings | None:
    """Give the rulebook under other readings, if a fault that another reading excuses accuses nobody by it."""
    return None if rules.contested is None else under_other_choices(part, rules, options)


def under_other_choices(part: Part, rules: Rulebook, options: Options) -> OtherReadings:
    """Give the rulebook that judges a part of a log under other choices of its readings."""
    name, day, room = _asked(part, rules, options)
    return OtherReadings(rules, lambda reading, choice: _bound(name, day, (*options.readings, (reading, choice)), room))


def rules_under(part: Part, rules: Rulebook, options: Options, reading: str, choice: str) -> Rulebook:
    """Give the rulebook that judges a part of a log under another choice, without its checks."""
    name, day, room = _asked(part, rules, options)
    return _rules(name, day, (*options.readings, (reading, choice)), room)


def _asked(part: Part, rules: Rulebook, options: Options) -> tuple[str, date, bool]:
    """By which rulebook and day a part of a log is judged, and whether a room wrote it."""
    assert not isinstance(part, Unreadable)
    day = options.as_of or (date_of(part) if isinstance(part, RawHand) else part.setup.day) or date.max
    return options.rules or part.setup.rules or rules.id, day, not part.setup.notes_table


def bound_for(part: Part, options: Options) -> BoundRulebook | None:
    """Find the rulebook that judges a part of a log. A part that names none, or no date, cannot be judged.

    No rulebook judges a hand of a night that was not asked for.
    """
    assert not isinstance(part, Unreadable)
    if _left_out(part, options):
        return None
    rules = options.rules or part.setup.rules
    day = options.as_of or (date_of(part) if isinstance(part, RawHand) else part.setup.day)
    try:
        if rules is None and (lost := _lost(part, "RULES")) is not None:
            raise lost
        if rules is None:
            raise UsageError("no rulebook named, expected a line such as 'rules act/canberra-manila' or --rules")
        if options.rules is None and rules.endswith(".toml"):  # the accused writes the log
            raise UsageError("a log names a rulebook by its id; expected --rules for a rulebook file")
        if day is None and bears_date(rules):
            if isinstance(part, Aftermath):
                return None
            reason = "no date, expected a line such as 'date 1994-06-11' or --as-of"
            raise _lost(part, "DATE") or Unreadable(reason, part.line, 1, part.number)
        room = not part.setup.notes_table
        return _bound(rules, day or date.max, options.readings, room)  # rules without a date hold on every day
    except UsageError as error:
        if options.rules is not None:
            raise
        if isinstance(part, Aftermath):  # its hands have said so
            return None
        raise _unnamed(part.lines.rules, rules or "", str(error), part.line, part.number) from None


def _lost(part: Part, kind: str) -> Unreadable | None:
    """Give the line of the table that should say what a hand needs, and cannot be read."""
    lost = part.lines.lost_as(kind) if isinstance(part, RawHand) else None
    return None if lost is None or not isinstance(part, RawHand) else lost.costing(part.number)


def _unnamed(named: tuple[int, int, str], rules: str, reason: str, at_hand: int, hand: str | None) -> Unreadable:
    """Give the error of a hand that no rulebook judges, at the line that names one, with the edit if one is near."""
    line, column, text = named
    if not line:
        return Unreadable(reason, at_hand, 1, hand)
    at, meant = text.find(rules), rulebook_meant(rules) if rules else None
    fix = () if meant is None or at < 0 else (Edit(line, at + 1, at + 1 + len(rules), meant),)
    return Unreadable(reason, line, column, hand, text, fix)


def unknown_rulebook(part: Aftermath, options: Options) -> Unreadable | None:
    """Give the error of a table that names a rulebook which nobody knows, though none of its hands could say so."""
    rules, day = part.setup.rules, options.as_of or part.setup.day or date.max
    if options.rules is not None or rules is None or not part.named[0]:
        return None
    try:
        _bound(rules, day, options.readings, not part.setup.notes_table)
    except UsageError as error:
        return _unnamed(part.named, rules, str(error), part.named[0], None)
    return None


def date_of(part: RawHand) -> date | None:
    """Give the day of a hand's first card, as far as its header and its table tell."""
    return part.day or part.setup.day


@lru_cache(maxsize=128)
def _bound(rules: str, day: date, readings: tuple[tuple[str, str], ...], room: bool) -> BoundRulebook:
    """Bind a rulebook under the chosen readings that it has."""
    return _bind_once(_Key(_rules(rules, day, readings, room)))


def _rules(rules: str, day: date, readings: tuple[tuple[str, str], ...], room: bool) -> Rulebook:
    """Give a rulebook under the chosen readings that it has. Another rulebook of the audit may have the others."""
    known = {reading.name for reading in rules_in_force(rules, day).readings} if readings else set()
    chosen = {name: choice for name, choice in readings if name in known}
    return rules_in_force(rules, day, chosen, room)


def automated(rules: Rulebook) -> frozenset[str]:
    """Give the clauses of a rulebook that a check decides, alone or read with another, and the checks of the record."""
    return frozenset(clause for binding in _bind_once(_Key(rules)).bindings for clause in binding.clauses)


@object_class
class _Key:
    """A rulebook that is compared by identity, because loading already gives the same object for the same version."""

    rules: Rulebook

    def __hash__(self) -> int:
        return id(self.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.rules is self.rules


@lru_cache(maxsize=64)
def _bind_once(key: _Key) -> BoundRulebook:
    return bind(key.rules)
