"""One part of a log judged: by which rulebook, under which readings, and what it is excused from."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from auditor.auditing.engine.judge_hand import Judged, judge
from auditor.auditing.engine.registry import RECORD, Bound, bind
from auditor.auditing.mitigation.other_readings import OtherReadings, excused
from auditor.logs.reader import RawHand
from auditor.rules.loading.loader import rules_in_force, turning_days
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.errors import AuditorError, Unreadable, UsageError
from auditor.vocabulary.events import Remark
from auditor.vocabulary.findings import RECORD as THE_RECORD
from auditor.vocabulary.findings import Finding, Place, Severity
from auditor.vocabulary.hand import PLAY_ONLY, Aftermath, Hand

OUR_FAULT = "the auditor failed on this hand, which is a fault of its own"
HARMLESS = ("record/raise-arithmetic", "record/stated-blinds", "record/uncalled")  # figures beside those that count
ACTS = re.compile(r"\b(?:posts|calls|bets|raises|folds|checks)\b")
UNKNOWN = "unknown"  # the kind of a remark that nobody could make sense of


@dataclass(slots=True, frozen=True)
class Options:
    """How to audit: which rulebook if not the log's own, as of which day, which readings, how many processes."""

    rules: str | None = None
    as_of: date | None = None
    readings: tuple[tuple[str, str], ...] = ()
    jobs: int = 1
    log_format: str | None = None  # which all logs are in; otherwise each shows its own
    debug: bool = False  # let a fault of the auditor itself end the audit


Part = RawHand | Aftermath | Unreadable
Answer = tuple[Part, Judged | Unreadable | None, Bound | None]


def answer(part: Part, options: Options, path: str) -> Answer:
    """A part of a log, what was made of it, and the rulebook that judged it."""
    if isinstance(part, Unreadable):
        return part, part, None
    try:
        hand = part.read() if isinstance(part, RawHand) else None  # what is wrong with the hand itself is told first
        bound = bound_for(part, options)
        if hand is None or bound is None:
            return part, None, bound
        judged = judge(hand, bound, path)
        if judged.findings and bound.rules.pending:
            judged.findings = _softened(judged.findings, hand, bound.rules, options, path)
        if judged.findings and (others := other_readings(part, bound.rules, options)) is not None:
            judged.findings = excused(judged.findings, others, lambda other: judge(hand, other, path).findings)
        if judged.findings and judged.remarks:
            judged.findings = _doubted(judged.findings, judged.remarks, path)
        if len(judged.findings) > 1 and PLAY_ONLY in hand.setup.records:
            judged.findings = _contradicted(judged.findings)
        return part, judged, bound
    except Unreadable as error:
        return part, error, None
    except AuditorError:
        raise
    except Exception as error:  # a fault of ours must not take the other hands with it
        if options.debug or not isinstance(part, RawHand):
            raise
        reason = f"{OUR_FAULT} ({type(error).__name__}: {error}); the log may be in order"
        return part, Unreadable(reason, part.line, 1, part.number), None


def _softened(found: list[Finding], hand: Hand, rules: Rulebook, options: Options, path: str) -> list[Finding]:
    """Findings that an amendment, approved but not yet in force, would not make: advisories if the rulebook says so."""
    interregnum, day = rules.interregnum, rules.pending
    if interregnum is None or interregnum.treatment == "strict" or day is None:
        return found
    amended = _bound(options.rules or hand.setup.rules or rules.id, day, options.readings)
    kept = {finding.fingerprint for finding in judge(hand, amended, path).findings}
    return [
        finding
        if finding.fingerprint in kept
        else replace(finding, severity=Severity.ADVISORY, interpretation=interregnum.reading)
        for finding in found
    ]


def _doubted(found: list[Finding], remarks: list[Remark], path: str) -> list[Finding]:
    """Findings of a hand with lines that nobody understood.

    If the record does not add up without them, or they tell of acts, they may be what is missing: then nobody is
    accused of anything.
    """
    lines = [remark for remark in remarks if remark.kind == UNKNOWN]
    unknown = tuple([Place(path, remark.line, 1) for remark in lines])
    acts = any(ACTS.search(remark.text) for remark in lines)
    if not unknown or not (acts or any(finding.clause.startswith(RECORD) for finding in found)):
        return found
    return [replace(finding, severity=Severity.ADVISORY, evidence=(*finding.evidence, *unknown)) for finding in found]


def _contradicted(found: list[Finding]) -> list[Finding]:
    """Findings of a hand that a room records, and in which the record contradicts itself: then nobody else is accused.

    What was lost or written wrong in it may be all that the others rest on.
    """
    flaws = tuple([one.place for one in found if one.actor == THE_RECORD and one.check not in HARMLESS])
    if not flaws:
        return found
    return [
        one
        if one.actor == THE_RECORD or one.severity == Severity.ADVISORY
        else replace(one, severity=Severity.ADVISORY, evidence=(*one.evidence, *flaws))
        for one in found
    ]


def other_readings(part: Part, rules: Rulebook, options: Options) -> OtherReadings | None:
    """The rulebook of a part of a log under other readings, where faults that another reading excuses accuse nobody."""
    assert not isinstance(part, Unreadable)
    if rules.contested is None:
        return None
    name = options.rules or part.setup.rules or rules.id
    day = options.as_of or (date_of(part) if isinstance(part, RawHand) else part.setup.day) or date.max
    return OtherReadings(rules, lambda reading, choice: _bound(name, day, (*options.readings, (reading, choice))))


def bound_for(part: Part, options: Options) -> Bound | None:
    """The rulebook that judges a part of a log. A part that names none, or no date, cannot be judged."""
    assert not isinstance(part, Unreadable)
    rules = options.rules or part.setup.rules
    day = options.as_of or (date_of(part) if isinstance(part, RawHand) else part.setup.day)
    try:
        if rules is None:
            raise UsageError("no rulebook named, expected a line such as 'rules act/canberra-manila' or --rules")
        if options.rules is None and rules.endswith(".toml"):  # the accused writes the log
            raise UsageError("a log names a rulebook by its id; expected --rules for a rulebook file")
        if day is None and turning_days(rules):
            if isinstance(part, Aftermath):
                return None
            reason = "no date, expected a line such as 'date 1994-06-11' or --as-of"
            raise Unreadable(reason, part.line, 1, part.number)
        return _bound(rules, day or date.max, options.readings)  # rules without a date hold on every day
    except UsageError as error:
        if options.rules is not None:
            raise
        if isinstance(part, Aftermath):  # its hands have said so
            return None
        raise Unreadable(str(error), part.line, 1, part.number) from None


def date_of(part: RawHand) -> date | None:
    """The day of a hand's first card, as far as its header and its table tell."""
    return part.day or part.setup.day


@lru_cache(maxsize=128)
def _bound(rules: str, day: date, readings: tuple[tuple[str, str], ...]) -> Bound:
    """A rulebook under those of the chosen readings that it has; another rulebook of the audit may have the others."""
    known = {reading.name for reading in rules_in_force(rules, day).readings} if readings else set()
    return _bind_once(_Key(rules_in_force(rules, day, {name: choice for name, choice in readings if name in known})))


def automated(rules: Rulebook) -> frozenset[str]:
    """The clauses of a rulebook that a check decides, alone or read with another; checks of the record among them."""
    return frozenset(clause for binding in _bind_once(_Key(rules)).bindings for clause in binding.clauses)


@dataclass(slots=True, frozen=True, eq=False)
class _Key:
    """A rulebook, compared by identity: loading already gives the same object for the same version."""

    rules: Rulebook

    def __hash__(self) -> int:
        return id(self.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.rules is self.rules


@lru_cache(maxsize=64)
def _bind_once(key: _Key) -> Bound:
    return bind(key.rules)
