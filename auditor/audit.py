"""The pipeline: logs in, findings out. One process or many, the result is the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from auditor.checks.readings import OtherReadings, excused
from auditor.checks.registry import RECORD, Bound, bind
from auditor.checks.running import Judged, Missing, SessionRun, joined, judge
from auditor.errors import AuditorError, Unreadable, UsageError
from auditor.events import Event, Remark
from auditor.findings import Finding, Place, Severity, Verdict
from auditor.hands import Aftermath, Hand
from auditor.logs.formats import LogFormat, format_named, format_of
from auditor.logs.reading import RawHand, read
from auditor.logs.source import Passed, Refused, Source
from auditor.replay.facts import SessionClosed
from auditor.replay.room import Room
from auditor.rules.load import rules_in_force, turning_days
from auditor.rules.model import Rulebook

if TYPE_CHECKING:
    from concurrent.futures import Future

OUR_FAULT = "the auditor failed on this hand, which is a fault of its own"
UNKNOWN = "unknown"  # the kind of a remark that nobody could make sense of
BATCH = 256  # hands a worker takes at once
PATTERNS = 4096  # distinct lists of missing evidence kept before they are added up


@dataclass(slots=True, frozen=True)
class Options:
    """How to audit: which rulebook if not the log's own, as of which day, which readings, how many processes."""

    rules: str | None = None
    as_of: date | None = None
    readings: tuple[tuple[str, str], ...] = ()
    jobs: int = 1
    log_format: str | None = None  # which all logs are in; otherwise each shows its own
    debug: bool = False  # let a fault of the auditor itself end the audit


@dataclass(slots=True)
class Input:
    """A log that was looked at."""

    path: str
    sha256: str | None  # of the log itself, unpacked; none of these for one that could not be opened
    encoding: str | None
    format: str | None
    hands: int = 0
    unread: int = 0
    bytes: int = 0
    lines: int = 0
    remarks: Counter[str] = field(default_factory=Counter)  # lines that are no part of the play, by their kind


@dataclass(slots=True, frozen=True)
class Unread:
    """Something in a log that could not be read, with its place and the reason."""

    path: str
    line: int
    column: int
    hand: str | None
    reason: str


@dataclass(slots=True)
class Result:
    """What an audit found, and how far it could see."""

    inputs: list[Input] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    unknown: list[Unread] = field(default_factory=list)  # lines of hands that were judged without them
    verdicts: dict[tuple[str, str], Counter[Verdict]] = field(default_factory=dict)  # by rulebook and clause
    missing: Counter[tuple[str, str, str]] = field(default_factory=Counter)  # rulebook, clause, what the log lacks
    hands: Counter[str] = field(default_factory=Counter)  # hands judged, by rulebook
    occasions: Counter[str] = field(default_factory=Counter)  # what verdicts were given on: hands, and ends of tables
    rulebooks: dict[tuple[str, str], Rulebook] = field(default_factory=dict)  # by id and version
    tables: Counter[tuple[str, str]] = field(default_factory=Counter)  # hands judged, by path and table
    passed: list[str] = field(default_factory=list)  # files that lay among the logs and are none

    @property
    def hands_judged(self) -> int:
        """How many hands were read and judged."""
        return sum(self.hands.values())


Observer = Callable[[RawHand | Aftermath, Bound, tuple[Judged, ...]], None]


def audit(sources: Iterable[Source | Refused | Passed], options: Options, observe: Observer | None = None) -> Result:
    """Audit logs one after the other. `observe` is told of each hand, and of the end of each table, as it is judged."""
    result = Result()
    tally = _Tally(result)
    for source in sources:
        if isinstance(source, Refused):
            result.inputs.append(Input(source.name, None, None, None, unread=1))
            result.unread.append(Unread(source.name, 0, 0, None, source.reason))
            continue
        if isinstance(source, Passed):
            result.passed.append(source.name)
            continue
        _audit_one(source, options, result, tally, observe)
    tally.add_up()
    return result


def _audit_one(source: Source, options: Options, result: Result, tally: _Tally, observe: Observer | None) -> None:
    format = format_named(options.log_format) if options.log_format else format_of(source)
    entry = Input(source.name, source.sha256, source.encoding, format.name, bytes=source.size)
    result.inputs.append(entry)
    session: SessionRun | None = None
    room = Room()
    gap = False  # since the last part that was read
    lost: list[Event] = []  # noted before a hand that could not be read
    verdicts: tuple[Judged, ...]
    for item, judged, bound in _judged(_readable(source, format), options, source.name):
        if isinstance(judged, Unreadable):
            entry.unread += 1
            result.unread.append(_unread(source.name, judged))
            gap = True
            lost += item.before if isinstance(item, RawHand) else []
            continue
        noted, lost = lost, []
        if bound is None:
            continue
        assert not isinstance(item, Unreadable)
        if session is None or session.session.table != item.setup.table:
            session = SessionRun(bound, source.name, item.setup.table, room)
        if gap:
            session.session.lose()
        gap = False
        others = _others(item, bound.rules, options)
        result.rulebooks[bound.rules.id, bound.rules.version] = bound.rules
        if isinstance(item, RawHand):
            assert judged is not None and judged.facts is not None
            entry.hands += 1
            result.hands[bound.rules.id] += 1
            result.tables[source.name, item.setup.table] += 1
            judged.facts.before = [*noted, *judged.facts.before]
            verdicts = (judged, session.take(judged.facts, bound, others))
            for remark in judged.remarks:
                entry.remarks[remark.kind] += 1
                if remark.kind == UNKNOWN:
                    result.unknown.append(Unread(source.name, remark.line, 1, item.number, remark.text))
        else:
            events = [*noted, *item.events]
            line = events[-1].line if events else 1
            verdicts = (session.take(SessionClosed(line, 1, item.setup, events), bound, others),)
            session = None
        tally.add(bound, verdicts)
        if observe is not None:
            observe(item, bound, verdicts)
    entry.lines = source.lines


def _readable(source: Source, format: LogFormat) -> Iterator[RawHand | Aftermath | Unreadable]:
    """The parts of a log; a fault that ends the reading becomes the last of them."""
    try:
        yield from read(source, format)
    except Unreadable as error:
        yield error


Part = RawHand | Aftermath | Unreadable
Answer = tuple[Part, Judged | Unreadable | None, Bound | None]


def _judged(parts: Iterable[Part], options: Options, path: str) -> Iterator[Answer]:
    """Each part with what was made of it, in the order of the log."""
    if options.jobs <= 1:
        for part in parts:
            yield _answer(part, options, path)
        return
    from concurrent.futures import ProcessPoolExecutor  # a costly import, for bulk work only

    with ProcessPoolExecutor(options.jobs) as pool:
        waiting: list[tuple[list[Part], Future[list[Judged | Unreadable | None]]]] = []
        stream = iter(parts)
        while batch := list(islice(stream, BATCH)):
            waiting.append((batch, pool.submit(_batch, batch, options, path)))
            if len(waiting) > 2 * options.jobs:
                yield from _answers(*waiting.pop(0), options)
        for each in waiting:
            yield from _answers(*each, options)


def _batch(parts: list[Part], options: Options, path: str) -> list[Judged | Unreadable | None]:
    return [_answer(part, options, path)[1] for part in parts]


def _answers(batch: list[Part], future: Future[list[Judged | Unreadable | None]], options: Options) -> Iterator[Answer]:
    for part, judged in zip(batch, future.result(), strict=True):
        bound = None if isinstance(judged, Unreadable) else _bound_for(part, options)
        yield part, judged, bound


def _answer(part: Part, options: Options, path: str) -> Answer:
    if isinstance(part, Unreadable):
        return part, part, None
    try:
        hand = part.read() if isinstance(part, RawHand) else None  # what is wrong with the hand itself is told first
        bound = _bound_for(part, options)
        if hand is None or bound is None:
            return part, None, bound
        judged = judge(hand, bound, path)
        judged.remarks = [event for event in hand.events if type(event) is Remark]
        if judged.findings and bound.rules.pending:
            judged.findings = _softened(judged.findings, hand, bound.rules, options, path)
        if judged.findings and (others := _others(part, bound.rules, options)) is not None:
            judged.findings = excused(judged.findings, others, lambda other: judge(hand, other, path).findings)
        if judged.findings and judged.remarks:
            judged.findings = _doubted(judged.findings, judged.remarks, path)
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

    If the record does not add up without them, they may be what is missing: then nobody is accused of anything.
    """
    unknown = tuple([Place(path, remark.line, 1) for remark in remarks if remark.kind == UNKNOWN])
    if not unknown or not any(finding.clause.startswith(RECORD) for finding in found):
        return found
    return [replace(finding, severity=Severity.ADVISORY, evidence=(*finding.evidence, *unknown)) for finding in found]


def _others(part: Part, rules: Rulebook, options: Options) -> OtherReadings | None:
    """The rulebook of a part of a log under other readings, where faults that another reading excuses accuse nobody."""
    assert not isinstance(part, Unreadable)
    if rules.contested is None:
        return None
    name = options.rules or part.setup.rules or rules.id
    day = options.as_of or (date_of(part) if isinstance(part, RawHand) else part.setup.day) or date.max
    return OtherReadings(rules, lambda reading, choice: _bound(name, day, (*options.readings, (reading, choice))))


def _bound_for(part: Part, options: Options) -> Bound | None:
    """The rulebook that judges a part of a log. A part that names none, or no date, cannot be judged."""
    assert not isinstance(part, Unreadable)
    rules = options.rules or part.setup.rules
    hand_day = date_of(part) if isinstance(part, RawHand) else part.setup.day
    day = options.as_of or hand_day
    line, number = (part.line, part.number) if isinstance(part, RawHand) else (0, None)
    if isinstance(part, Aftermath) and rules is None:
        return None
    if rules is None:
        raise Unreadable(
            "no rulebook named, expected a line such as 'rules act/canberra-manila' or --rules", line, 1, number
        )
    try:
        if options.rules is None and rules.endswith(".toml"):  # the accused writes the log
            raise UsageError("a log names a rulebook by its id; expected --rules for a rulebook file")
        if day is None and turning_days(rules):
            if isinstance(part, Aftermath):
                return None
            raise Unreadable("no date, expected a line such as 'date 1994-06-11' or --as-of", line, 1, number)
        day = day or date.max  # rules without a date hold on every day
        return _bound(rules, day, options.readings)
    except UsageError as error:
        if options.rules is not None:
            raise
        if isinstance(part, Aftermath):  # its hands have said so
            return None
        raise Unreadable(str(error), line, 1, number) from None


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


def _unread(path: str, error: Unreadable) -> Unread:
    return Unread(path, error.line, error.column, error.hand, error.reason)


VERDICTS = (Verdict.PASS, Verdict.NOT_RECORDED, Verdict.FAIL)  # in the order in which clauses are kept by them


def by_clause(bound: Bound, judged: Judged) -> dict[str, Verdict]:
    """The verdict on each clause that was touched."""
    found = zip(VERDICTS, judged.verdicts, strict=True)
    return {bound.clauses[place]: verdict for verdict, clauses in found for place in _places(clauses)}


def _places(bits: int) -> list[int]:
    """Where a number has its bits, from the lowest."""
    return [place for place, digit in enumerate(reversed(f"{bits:b}")) if digit == "1"]


class _Counts:
    """How often each bit was set in the numbers taken in.

    The counts of all bits are kept together, as one number for each binary digit of theirs, so that a number is added
    to all of them at once. Digits that do not change any more cost nothing.
    """

    def __init__(self) -> None:
        self.digits: list[int] = []

    def add(self, bits: int) -> None:
        """Count the bits of a number."""
        for place, digit in enumerate(self.digits):
            if not bits:
                return
            self.digits[place] = digit ^ bits
            bits &= digit  # what is to be carried
        if bits:
            self.digits.append(bits)

    def totals(self) -> Counter[int]:
        """How often each bit was set, by its place."""
        totals: Counter[int] = Counter()
        for place, digit in enumerate(self.digits):
            for bit in _places(digit):
                totals[bit] += 1 << place
        return totals


class _Tally:
    """Counts verdicts, and what was missing: hands lack the same things, so whole lists of those are counted."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.verdicts: dict[int, tuple[Bound, tuple[_Counts, ...]]] = {}  # by rulebook
        self.missing: Counter[tuple[str, tuple[Missing, ...]]] = Counter()

    def add(self, bound: Bound, occasion: tuple[Judged, ...]) -> None:
        """Take in what was made of one hand, by itself and as a part of its session, or of the end of a table."""
        self.result.occasions[bound.rules.id] += 1
        if id(bound) not in self.verdicts:
            self.verdicts[id(bound)] = bound, tuple([_Counts() for _ in VERDICTS])
        counts = self.verdicts[id(bound)][1]
        for count, clauses in zip(counts, joined(*[judged.verdicts for judged in occasion]), strict=True):
            count.add(clauses)
        for judged in occasion:
            if judged.findings:
                self.result.findings.extend(judged.findings)
            if judged.missing:
                self.missing[bound.rules.id, tuple(judged.missing)] += 1
        if len(self.missing) > PATTERNS:
            self._add_up_missing()

    def add_up(self) -> None:
        """Turn the counts into totals by clause."""
        for bound, counts in self.verdicts.values():
            totals = [(verdict, count.totals()) for verdict, count in zip(VERDICTS, counts, strict=True)]
            for number, clause in enumerate(bound.clauses):
                found = {verdict: times[number] for verdict, times in totals if number in times}
                if found:
                    self.result.verdicts.setdefault((bound.rules.id, clause), Counter()).update(found)
        self._add_up_missing()

    def _add_up_missing(self) -> None:
        for (rules, missing), times in self.missing.items():
            for clause, what in missing:
                self.result.missing[rules, clause, what] += times
        self.missing.clear()
