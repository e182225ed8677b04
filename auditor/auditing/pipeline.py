"""The pipeline: logs in, findings out. One process or many, the result is the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from auditor.auditing.engine.judge_hand import Judged, Missing, SessionRun, Verdicts, joined
from auditor.auditing.engine.registry import Bound
from auditor.auditing.judging import UNKNOWN, Answer, Options, Part, automated, date_of, other_readings
from auditor.auditing.workers import End, OptionsAt, answers, format_for
from auditor.logs.files.decoding import Passed, Refused, Source
from auditor.logs.reader import RawHand
from auditor.replay.session.hand_summary import SessionClosed
from auditor.replay.session.other_tables import Room
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.events import Event
from auditor.vocabulary.findings import Finding, Verdict
from auditor.vocabulary.hand import Aftermath

__all__ = ["Input", "Options", "Result", "Unread", "audit", "automated", "by_clause", "date_of"]

PATTERNS = 4096  # distinct lists of missing evidence kept before they are added up
ALIKE = 512  # and distinct verdicts on the clauses of a rulebook


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
    logs: list[Result] = field(default_factory=list)  # the same for each log by itself, if asked for
    interrupted: bool = False  # there would have been more

    def add(self, log: Result, keep: bool) -> None:
        """Take in what was made of a log, and keep it by itself if so asked."""
        self.inputs += log.inputs
        self.findings += log.findings
        self.unread += log.unread
        self.unknown += log.unknown
        for key, counts in log.verdicts.items():
            known = self.verdicts.setdefault(key, Counter())
            for verdict, times in counts.items():
                known[verdict] += times
        self.missing.update(log.missing)
        self.hands.update(log.hands)
        self.occasions.update(log.occasions)
        self.tables.update(log.tables)
        self.rulebooks |= log.rulebooks
        if keep:
            self.logs.append(log)

    @property
    def hands_judged(self) -> int:
        """How many hands were read and judged."""
        return sum(self.hands.values())


Observer = Callable[[RawHand | Aftermath, Bound, tuple[Judged, ...]], None]


def audit(
    sources: Iterable[Source | Refused | Passed],
    options: Options,
    observe: Observer | None = None,
    options_at: Callable[[str], Options] | None = None,
    by_log: bool = False,
    cache: Kept | None = None,
    hear: Callable[[Result], None] | None = None,
) -> Result:
    """Audit logs one after the other. `observe` is told of each hand, and of the end of each table, as it is judged.

    `options_at` says how each log is to be audited, where that is not the same for all. With `by_log` what was made of
    each log is kept by itself, too. A log that `cache` knows is not read again.
    `hear` is shown, after every part, the result that this part went into. Whoever interrupts an audit gets what was
    found until then, marked as interrupted.
    """
    result = Result()
    at = options_at or (lambda _name: options)
    run = _Run(result, at, observe, by_log, cache, hear)
    items: Iterator[Source | Other | Answer | End] = answers(_unknown(sources, at, cache), options, at)
    try:
        for item in items:
            run.take(item)
    except KeyboardInterrupt:
        result.interrupted = True
    run.end()
    return result


class Kept(Protocol):
    """Results of earlier audits."""

    def get(self, source: Source, options: Options) -> Result | None:
        """What was made of this log before."""

    def put(self, source: Source, options: Options, result: Result) -> None:
        """Keep what was made of it now."""


Other = Refused | Passed | Result  # what stands in the place of a log


def _unknown(
    sources: Iterable[Source | Refused | Passed], at: OptionsAt, cache: Kept | None
) -> Iterator[Source | Other]:
    """The logs, but in the place of those that are known already what is known of them."""
    for source in sources:
        known = cache.get(source, at(source.name)) if cache is not None and isinstance(source, Source) else None
        if known is None:
            yield source
        else:
            assert isinstance(source, Source)
            source.file.close()
            yield known


class _Run:
    """An audit of several logs, as far as it has come."""

    def __init__(
        self,
        result: Result,
        options_at: OptionsAt,
        observe: Observer | None,
        by_log: bool,
        cache: Kept | None,
        hear: Callable[[Result], None] | None,
    ) -> None:
        self.result = result
        self.tally = Tally(result)
        self.options_at = options_at
        self.observe = observe
        self.by_log = by_log
        self.cache = cache
        self.hear = hear
        self.log: LogAudit | None = None  # which is being read

    def take(self, item: Source | Other | Answer | End) -> None:
        """Take in the next log, a part of it, its end, or whatever stands in its place."""
        if isinstance(item, tuple):
            assert self.log is not None
            self.log.take(*item)
            self._tell(self.log.result)
        elif isinstance(item, Source):
            apart = self.by_log or self.cache is not None
            result = Result() if apart else self.result
            tally = Tally(result) if apart else self.tally
            self.log = LogAudit(item, self.options_at(item.name), result, tally, self.observe)
        elif isinstance(item, Passed):
            self.result.passed.append(item.name)
        elif isinstance(item, End):
            self._end_log(whole=True)
        else:
            log = _refused(item) if isinstance(item, Refused) else item
            self.result.add(log, self.by_log)
            self._tell(log)

    def end(self) -> None:
        """There is no more to come."""
        self._end_log(whole=False)
        self.tally.add_up()

    def _end_log(self, whole: bool) -> None:
        log, self.log = self.log, None
        if log is None:
            return
        log.end()
        if log.result is not self.result:
            log.tally.add_up()
            self.result.add(log.result, self.by_log)
            if whole and self.cache is not None:
                self.cache.put(log.source, log.options, log.result)

    def _tell(self, result: Result) -> None:
        if self.hear is not None:
            self.hear(result)


def _refused(item: Refused) -> Result:
    entry = Input(item.name, None, None, None, unread=1)
    return Result([entry], unread=[Unread(item.name, 0, 0, None, item.reason)])


class LogAudit:
    """The audit of one log: its hands as parts of their sessions, in order."""

    def __init__(
        self, source: Source, options: Options, result: Result, tally: Tally, observe: Observer | None
    ) -> None:
        self.source = source
        self.options = options
        self.result = result
        self.tally = tally
        self.observe = observe
        format = format_for(source, options)
        self.entry = Input(source.name, source.sha256, source.encoding, format.name, bytes=source.size)
        result.inputs.append(self.entry)
        self.session: SessionRun | None = None
        self.room = Room()
        self.gap = False  # since the last part that was read
        self.lost: list[Event] = []  # noted before a hand that could not be read

    def take(self, item: Part, judged: Judged | Unreadable | None, bound: Bound | None) -> None:
        """Take in a part of the log, with what was made of it."""
        if isinstance(judged, Unreadable):
            self.entry.unread += 1
            self.result.unread.append(_unread(self.source.name, judged))
            self.gap = True
            self.lost += item.before if isinstance(item, RawHand) else []
            return
        noted = self.lost
        if noted:
            self.lost = []
        if bound is None:
            return
        assert not isinstance(item, Unreadable)
        session = self._session_of(item, bound)
        others = partial(other_readings, item, bound.rules, self.options)
        self.result.rulebooks[bound.rules.id, bound.rules.version] = bound.rules
        verdicts: tuple[Judged, ...]
        if isinstance(item, RawHand):
            assert judged is not None and judged.facts is not None
            self._count(item, judged, bound)
            if noted:
                judged.facts.before = [*noted, *judged.facts.before]
            verdicts = (judged, session.take(judged.facts, bound, others))
        else:
            events = [*noted, *item.events]
            line = events[-1].line if events else 1
            verdicts = (session.take(SessionClosed(line, 1, item.setup, events), bound, others),)
            self.session = None
        self.tally.add(bound, verdicts)
        if self.observe is not None:
            self.observe(item, bound, verdicts)

    def end(self) -> None:
        """The log has been read to its end."""
        self.entry.lines = self.source.lines

    def _session_of(self, item: RawHand | Aftermath, bound: Bound) -> SessionRun:
        """The session that a part of the log belongs to, which knows whether anything before it could not be read."""
        session = self.session
        if session is None or session.session.table != item.setup.table:
            session = self.session = SessionRun(bound, self.source.name, item.setup.table, self.room)
        if self.gap:
            session.lose()
        self.gap = False
        return session

    def _count(self, hand: RawHand, judged: Judged, bound: Bound) -> None:
        name, result, entry = self.source.name, self.result, self.entry
        entry.hands += 1
        result.hands[bound.rules.id] += 1
        result.tables[name, hand.setup.table] += 1
        for remark in judged.remarks:
            entry.remarks[remark.kind] += 1
            if remark.kind == UNKNOWN:
                result.unknown.append(Unread(name, remark.line, 1, hand.number, remark.text))


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

    def add(self, bits: int, times: int) -> None:
        """Count the bits of a number so many times."""
        start = 0
        while times:
            if times & 1:
                self._carry(bits, start)
            times >>= 1
            start += 1

    def _carry(self, bits: int, start: int) -> None:
        """Add one to the digit at this place of all these counts."""
        digits = self.digits
        digits.extend([0] * (start - len(digits)))
        for place in range(start, len(digits)):
            if not bits:
                return
            digit = digits[place]
            digits[place] = digit ^ bits
            bits &= digit  # what is to be carried
        if bits:
            digits.append(bits)

    def totals(self) -> Counter[int]:
        """How often each bit was set, by its place."""
        totals: Counter[int] = Counter()
        for place, digit in enumerate(self.digits):
            for bit in _places(digit):
                totals[bit] += 1 << place
        return totals


class _Occasions:
    """How often which verdicts were given by a rulebook: those of a hand are most often those of an earlier one."""

    def __init__(self, bound: Bound) -> None:
        self.bound = bound
        self.counts = tuple([_Counts() for _ in VERDICTS])
        self.alike: Counter[tuple[Verdicts, ...]] = Counter()  # not yet among the counts

    def add(self, verdicts: tuple[Verdicts, ...]) -> None:
        """Take in the verdicts of one occasion: of a hand by itself and as a part of its session, or of an end."""
        self.alike[verdicts] += 1
        if len(self.alike) > ALIKE:
            self._add_up()

    def totals(self) -> Iterator[tuple[str, dict[Verdict, int]]]:
        """How often each clause had which verdict, if it had any."""
        self._add_up()
        totals = [(verdict, count.totals()) for verdict, count in zip(VERDICTS, self.counts, strict=True)]
        for number, clause in enumerate(self.bound.clauses):
            found = {verdict: times[number] for verdict, times in totals if number in times}
            if found:
                yield clause, found

    def _add_up(self) -> None:
        for verdicts, times in self.alike.items():
            for count, clauses in zip(self.counts, joined(verdicts), strict=True):
                count.add(clauses, times)
        self.alike.clear()


class Tally:
    """Counts verdicts, and what was missing: hands lack the same things, so whole lists of those are counted."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.verdicts: dict[int, _Occasions] = {}  # by rulebook
        self.missing: Counter[tuple[str, tuple[Missing, ...]]] = Counter()

    def add(self, bound: Bound, occasion: tuple[Judged, ...]) -> None:
        """Take in what was made of one hand, by itself and as a part of its session, or of the end of a table."""
        self.result.occasions[bound.rules.id] += 1
        counts = self.verdicts.get(id(bound))
        if counts is None:
            counts = self.verdicts[id(bound)] = _Occasions(bound)
        counts.add(tuple([judged.verdicts for judged in occasion]))
        for judged in occasion:
            if judged.findings:
                self.result.findings.extend(judged.findings)
            if judged.missing:
                self.missing[bound.rules.id, tuple(judged.missing)] += 1
        if len(self.missing) > PATTERNS:
            self._add_up_missing()

    def add_up(self) -> None:
        """Turn the counts into totals by clause."""
        for counts in self.verdicts.values():
            for clause, found in counts.totals():
                self.result.verdicts.setdefault((counts.bound.rules.id, clause), Counter()).update(found)
        self._add_up_missing()

    def _add_up_missing(self) -> None:
        for (rules, missing), times in self.missing.items():
            for clause, what in missing:
                self.result.missing[rules, clause, what] += times
        self.missing.clear()
