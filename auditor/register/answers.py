"""The answers of the register: each has tables for programs and spreadsheets, and lines for people (`telling.py`).

Money stands by what it is in and is never added across that. A rate is told only where enough hands were judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import Any

from sqlalchemy import func, select

from auditor.register.asking import Question
from auditor.register.schema import citations, clauses, logs, missing, nights, runs, sittings
from auditor.report.totals import LEAST, NO_DATE, Total, month_of, week_of
from auditor.report.view import named
from auditor.vocabulary.findings import Actor, Severity
from auditor.vocabulary.records import record_class, value_class

NIGHT, WEEK, MONTH, YEAR = "night", "week", "month", "year"
PERIODS: dict[str, Callable[[date], str]] = {
    NIGHT: date.isoformat,
    WEEK: week_of,
    MONTH: month_of,
    YEAR: lambda day: f"{day.year:04}",
}


@value_class
class Sums:
    """Amounts by what they are in."""

    amounts: tuple[tuple[str, int], ...] = ()


Value = str | int | float | date | Sums | None


@value_class
class Sheet:
    """A table of an answer. The columns have names for programs."""

    name: str
    columns: tuple[str, ...]
    rows: Iterable[Sequence[Value]]


@record_class
class Found:
    """What was found in one part of the whole, and in how many hands."""

    total: Total
    key: Any = None

    @property
    def faults(self) -> int:
        """Breaches and irregularities: what accuses somebody, or the record."""
        return self.total.faults

    @property
    def rate(self) -> float | None:
        """Faults in a hundred hands, if there are enough hands to tell."""
        return self.total.rate

    def take(self, severity: int, currency: str, times: int, amount: int) -> None:
        """Take in so many findings."""
        total = self.total
        if severity == Severity.BREACH:
            total.breach += times
        elif severity == Severity.IRREGULARITY:
            total.irregularity += times
        else:
            total.advisory += times
        if amount:
            total.money = {} if total.money is None else total.money
            total.money[currency] = total.money.get(currency, 0) + amount

    @property
    def counts(self) -> tuple[int, int, int]:
        """By severity, the gravest first."""
        return self.total.gravity

    @property
    def sums(self) -> Sums:
        """The money."""
        return Sums(tuple(sorted((self.total.money or {}).items())))


def _gravest_first(found: Iterable[Found]) -> list[Found]:
    return sorted(found, key=lambda one: (*[-n for n in one.counts], one.total.rules, one.total.role, one.total.name))


# ---- by time ----

TREND = ("period", "hands", "breach", "irregularity", "advisory", "faults_per_100_hands", "money")


def trend(question: Question, by: str) -> list[Found]:
    """Hands and findings by night, week, month or year; last what has no date."""
    period = PERIODS[by]
    found: dict[str, Found] = {}

    def of(night: date | None) -> Found:
        name = NO_DATE if night is None else period(night)
        return found.setdefault(name, Found(Total(name, name, 0), night or date.max))

    for (night,), hands in question.hands(nights.c.night).items():
        total = of(night).total
        total.hands = (total.hands or 0) + hands
    for (night,), counts in question.counts(nights.c.night):
        of(night).take(*counts)
    return sorted(found.values(), key=lambda one: (one.total.name == NO_DATE, one.total.name))


def trend_sheet(rows: Iterable[Found]) -> Sheet:
    """The same as a table."""
    return Sheet("trend", TREND, [(one.total.name, one.total.hands, *one.counts, one.rate, one.sums) for one in rows])


# ---- by person ----

PEOPLE = ("venue", "role", "name", "breach", "irregularity", "advisory", "money")


def people(question: Question) -> list[Found]:
    """To whom something is laid, the gravest first. Somebody of one name in two houses is told twice."""
    found: dict[int, Found] = {}
    for (number,), counts in question.by_person():
        found.setdefault(number, Found(Total("", ""), number)).take(*counts)
    for number, (venue, role, name) in question.people(sorted(found)).items():
        total = found[number].total
        total.name, total.role, total.venue = name or "", role, venue
        total.shown = named(Actor(role, None, name))
    return _gravest_first(found.values())


def people_sheet(rows: Iterable[Found]) -> Sheet:
    """The same as a table."""
    cells = [(one.total.venue, one.total.role, one.total.name or None, *one.counts, one.sums) for one in rows]
    return Sheet("people", PEOPLE, cells)


# ---- by clause ----

CLAUSES = (
    *("rules", "clause", "title", "passed", "failed", "not_recorded", "failed_per_100_occasions"),
    *("breach", "irregularity", "advisory", "money"),
)


@record_class
class ClauseNumbers:
    """How a clause fared: the verdicts on it, and what was found."""

    found: Found
    named: str
    title: str
    passed: int = 0
    failed: int = 0
    not_recorded: int = 0

    @property
    def rate(self) -> float | None:
        """How often it was broken in a hundred occasions on which that could be decided, if there were enough."""
        decided = self.passed + self.failed
        return round(100 * self.failed / decided, 2) if decided >= LEAST else None


def tells_verdicts(question: Question) -> bool:
    """Are verdicts known of what was chosen? They are kept by night, not by table, person or decision."""
    return question.chosen.table is None and not question.by_finding


def by_clause(question: Question, verdicts: bool) -> list[ClauseNumbers]:
    """The clauses, those first on which most rests; with the verdicts on all that came up, if so asked."""
    rows: dict[int, ClauseNumbers] = {}
    known = {row.id: row for row in question.connection.execute(select(clauses))}

    def of(number: int) -> ClauseNumbers:
        row = known[number]
        total = Total(row.clause, row.clause, rules=row.rules)
        return rows.setdefault(number, ClauseNumbers(Found(total), row.named, row.title))

    for (number,), counts in question.counts(clauses.c.id):
        of(number).found.take(*counts)
    for number, (passed, failed, lacked) in question.verdicts().items() if verdicts else ():
        row = of(number)
        row.passed, row.failed, row.not_recorded = passed, failed, lacked
    return sorted(rows.values(), key=_by_weight)


def _by_weight(one: ClauseNumbers) -> tuple[Any, ...]:
    total = one.found.total
    return *[-n for n in one.found.counts], -one.failed, -one.not_recorded, total.rules, total.name


def clauses_sheet(rows: Iterable[ClauseNumbers]) -> Sheet:
    """The same as a table."""
    return Sheet(
        "clauses",
        CLAUSES,
        [
            (
                *(one.found.total.rules, one.found.total.name, one.title),
                *(one.passed, one.failed, one.not_recorded, one.rate),
                *(*one.found.counts, one.found.sums),
            )
            for one in rows
        ],
    )


# ---- what logs lacked ----

EVIDENCE = ("evidence", "occasions", "clauses")


def evidence(question: Question) -> list[tuple[str, int, list[str]]]:
    """What the logs lacked: the evidence, on how many occasions a clause turned on it, and which clauses."""
    standing = (
        select(nights.c.log_id)
        .join(sittings, sittings.c.night_id == nights.c.id)
        .where(sittings.c.superseded_by.is_(None), *question.of_sitting())
    )
    asked = (
        select(missing.c.evidence, clauses.c.named, func.sum(missing.c.times))
        .join(clauses, clauses.c.id == missing.c.clause_id)
        .where(missing.c.log_id.in_(standing))
    )
    if question.clause_ids is not None:
        asked = asked.where(missing.c.clause_id.in_(question.clause_ids))
    found: dict[str, dict[str, int]] = {}
    for what, clause, times in question.connection.execute(asked.group_by(missing.c.evidence, clauses.c.named)):
        found.setdefault(what, {})[clause] = int(times)
    rows = [(what, sum(by.values()), sorted(by)) for what, by in found.items()]
    return sorted(rows, key=lambda row: (-len(row[2]), -row[1], row[0]))


def evidence_sheet(rows: Iterable[tuple[str, int, list[str]]]) -> Sheet:
    """The same as a table."""
    return Sheet("evidence", EVIDENCE, [(what, times, ", ".join(names)) for what, times, names in rows])


# ---- findings one by one ----

FINDINGS = (
    *("fingerprint", "night", "day", "time", "venue", "table", "hand", "round", "severity", "rules", "version"),
    *("clause", "citation", "check", "role", "name", "seat", "observed", "expected", "amount", "currency"),
    *("owed_to", "owed_by", "reading", "doubt", "custom", "decision", "authority", "decided", "remark", "state"),
    *("first_seen", "last_seen", "gone", "path", "line", "sha256"),
)


@value_class
class FoundRow:
    """A finding of the register, with its decision and its life."""

    row: Any
    citation: str
    decision: Any
    first: str
    last: str
    gone: str | None

    @property
    def values(self) -> tuple[Value, ...]:
        """As a row of the table."""
        row, made = self.row, self.decision
        decided = (made.decision, made.authority, made.time.isoformat(), made.remark) if made else (None,) * 4
        return (
            *(row.fingerprint, row.night, row.day, row.time, row.venue, row.table_name, row.hand, row.round),
            *(Severity(row.severity).word, row.rules, row.version, row.clause, self.citation, row.check_name),
            *(row.role, row.name, row.seat, row.observed, row.expected, row.amount, row.currency or None),
            *(row.owed_to, row.owed_by, row.reading, row.doubt, row.custom, *decided),
            "present" if self.gone is None else "gone",
            *(self.first, self.last, self.gone, row.path, row.line, row.sha256),
        )


def found(question: Question, newest_first: bool = False) -> Iterator[FoundRow]:
    """The findings that were chosen, one by one."""
    times = {row.id: row.began for row in question.connection.execute(select(runs.c.id, runs.c.began))}
    cited = _citations(question)
    for row in question.findings(newest_first):
        citation = cited.get((row.rules, row.clause, row.version), row.named)
        gone = None if row.gone_run is None else times[row.gone_run]
        yield FoundRow(row, citation, question.decided.get(row.id), times[row.first_run], times[row.last_run], gone)


def _citations(question: Question) -> dict[tuple[str, str, str], str]:
    asked = select(clauses.c.rules, clauses.c.clause, citations.c.version, citations.c.citation)
    rows = question.connection.execute(asked.join(citations, citations.c.clause_id == clauses.c.id))
    return {(rules, clause, version): citation for rules, clause, version, citation in rows}


def findings_sheet(rows: Iterable[FoundRow]) -> Sheet:
    """The same as a table."""
    return Sheet("findings", FINDINGS, (one.values for one in rows))


# ---- everything at a glance ----


@record_class
class AtAGlance:
    """What a register has, in numbers."""

    runs: int
    unfinished: int
    last_run: str | None
    logs: int
    superseded: int  # logs of which nothing counts any more
    nights: int
    first_night: date | None
    last_night: date | None
    tables: int
    unread: int
    gone: int
    decided: dict[str, int]
    twice: list[tuple[str | None, str, date | None, int]]  # tables and nights of which several logs tell
    found: Found
    trend: list[Found]
    clauses: list[ClauseNumbers]

    @property
    def undecided(self) -> int:
        """How many findings nobody has decided about."""
        return max(sum(self.found.counts) - sum(self.decided.values()), 0)


def summary(question: Question) -> AtAGlance:
    """Everything at a glance, for what was chosen."""
    connection = question.connection
    began = connection.execute(select(func.count(), func.max(runs.c.began)).select_from(runs)).one()
    unfinished = connection.execute(select(func.count()).select_from(runs).where(runs.c.ended.is_(None))).scalar_one()
    told = question.told()
    standing = {row.log_id for row in told if row.superseded_by is None}
    places = Counter((row.venue, row.table_name, row.night) for row in told if row.superseded_by is None)
    days = sorted({night for _, _, night in places if night is not None})
    unread = connection.execute(select(logs.c.id, logs.c.unread).where(logs.c.unread > 0))
    months = trend(question, MONTH)
    return AtAGlance(
        runs=began[0],
        unfinished=unfinished,
        last_run=began[1],
        logs=len(standing),
        superseded=len({row.log_id for row in told} - standing),
        nights=len(days),
        first_night=days[0] if days else None,
        last_night=days[-1] if days else None,
        tables=len({(venue, table) for venue, table, _ in places}),
        unread=sum(row.unread for row in unread if row.id in standing),
        gone=question.gone(),
        decided=question.decisions(),
        twice=[(*place, times) for place, times in places.items() if times > 1],
        found=_together(months),
        trend=months,
        clauses=by_clause(question, verdicts=False),
    )


def _together(parts: Sequence[Found]) -> Found:
    whole = Found(Total("all", "all", 0))
    for one in parts:
        whole.total.add(one.total)
    return whole


def summary_sheet(one: AtAGlance) -> Sheet:
    """The same as a table of names and values."""
    breach, irregularity, advisory = one.found.counts
    values: dict[str, Value] = {
        "runs": one.runs,
        "unfinished_runs": one.unfinished,
        "last_run": one.last_run,
        "logs": one.logs,
        "superseded_logs": one.superseded,
        "nights": one.nights,
        "first_night": one.first_night,
        "last_night": one.last_night,
        "tables": one.tables,
        "hands": one.found.total.hands,
        "places_not_read": one.unread,
        "breach": breach,
        "irregularity": irregularity,
        "advisory": advisory,
        "faults_per_100_hands": one.found.rate,
        "money": one.found.sums,
        "gone": one.gone,
        **{decision.replace(" ", "_"): times for decision, times in sorted(one.decided.items())},
        "undecided": one.undecided,
        "told_twice": len(one.twice),
    }
    return Sheet("summary", ("what", "value"), list(values.items()))
