"""Totals of an audit: findings and money by night, week, month, table, dealer, person and clause.

Findings that are a custom of a room are in none of them. Money is counted by what it is in and never added across that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date

from auditor.auditing.result import Result, TableNight
from auditor.report.view import View, named
from auditor.vocabulary.findings import DEALING, PLAYING, Actor, Finding, Severity
from auditor.vocabulary.money import CHIPS, apart, money_text
from auditor.vocabulary.records import record_class
from auditor.vocabulary.wording import counting, escaped

LEAST = 500  # hands, or occasions, without which no rate is told: a few would make it jump
NO_DATE = "no date"  # the name of the night of a log that gives none


@record_class
class Total:
    """What was found in one part of the whole: how many findings of each severity, and how much money in what."""

    name: str  # as programs have it: 1994-06-11, 1994-W23, 1994-06, the table, the clause
    shown: str  # as people read it, without anything that a terminal would obey
    hands: int | None = None  # judged: of a player those of being dealt in; None where nobody counts them
    breach: int = 0
    irregularity: int = 0
    advisory: int = 0
    money: dict[str, int] | None = None  # how much, by the code or sign of what it is in
    role: str = ""  # of a person
    rules: str = ""  # of a clause
    venue: str | None = None  # of a table

    def take(self, finding: Finding, currency: str) -> None:
        """Take in a finding whose money is in this."""
        if finding.severity is Severity.BREACH:
            self.breach += 1
        elif finding.severity is Severity.IRREGULARITY:
            self.irregularity += 1
        else:
            self.advisory += 1
        if finding.money is not None and finding.money.amount:
            self.money = {} if self.money is None else self.money
            self.money[currency] = self.money.get(currency, 0) + abs(finding.money.amount)

    def add(self, other: Total) -> None:
        """Add what another total has counted."""
        self.hands = (self.hands or 0) + (other.hands or 0)
        self.breach += other.breach
        self.irregularity += other.irregularity
        self.advisory += other.advisory
        if other.money is not None:
            self.money = dict(Counter(self.money or {}) + Counter(other.money))

    @property
    def findings(self) -> int:
        """How many there are in all."""
        return self.breach + self.irregularity + self.advisory

    @property
    def faults(self) -> int:
        """Breaches and irregularities: what accuses somebody, or the record."""
        return self.breach + self.irregularity

    @property
    def rate(self) -> float | None:
        """Faults in a hundred hands, if there are enough hands to tell."""
        hands = self.hands or 0
        return round(100 * self.faults / hands, 2) if hands >= LEAST else None

    @property
    def gravity(self) -> tuple[int, int, int]:
        """By how much it counts: one grave finding by more than any number of others."""
        return self.breach, self.irregularity, self.advisory

    @property
    def amounts(self) -> str:
        """The money as people read it, what is in one currency after what is in another: `$15, 200 chips`."""
        return ", ".join(self.each_amount)

    @property
    def each_amount(self) -> list[str]:
        """The money as people read it, by currency."""
        money = self.money or {}
        signs = apart(money)
        return [
            f"{money_text(amount, signs[code])}{f' {CHIPS}' if code == CHIPS and len(money) > 1 else ''}"
            for code, amount in sorted(money.items())
        ]


def month_of(day: date) -> str:
    """The month of a day: `1994-06`."""
    return day.isoformat()[:7]


def week_of(day: date) -> str:
    """The week of a day, as ISO 8601 counts them: `1994-W23`."""
    year, week, _ = day.isocalendar()
    return f"{year:04}-W{week:02}"


@record_class
class Totals:
    """The whole by its parts. Of nights, weeks and months the earliest comes first, and last what has no date.

    Tables come in the order of the logs; dealers, people and clauses with the gravest first.
    """

    nights: list[Total]
    weeks: list[Total]
    months: list[Total]
    tables: list[Total]
    dealers: list[Total]  # whom logs name, with the hands that they began and what is laid to them
    people: list[Total]  # to whom something is laid, with their hands, and the record itself
    clauses: list[Total]  # on which something rests; the limb of a clause is not told apart


def totals(view: View) -> Totals:
    """Go through all findings once and count them by everything."""
    nights: dict[date | None, Total] = {}
    tables: dict[tuple[str | None, str], Total] = {}
    for one, times in view.result.tables.items():
        for total in (_night(nights, one.night), _table(tables, one.venue, one.table)):
            total.hands = (total.hands or 0) + times
    dealers = {name: Total(name, escaped(name, 60), times) for name, times in view.result.dealers.items()}
    people: dict[tuple[str, str], Total] = {}
    clauses: dict[tuple[str, str], Total] = {}
    for finding in view.one_by_one():
        currency, actor = view.currency_code(finding), finding.actor
        name = actor.name or ""
        found = [_night(nights, finding.night), _table(tables, finding.venue, finding.table)]
        if actor.role == DEALING and name:
            found.append(dealers.setdefault(name, Total(name, escaped(name, 60), 0)))
        if (person := people.get((actor.role, name))) is None:
            shown = named(Actor(actor.role, None, actor.name))
            hands = _hands_of(view.result, actor)
            person = people[actor.role, name] = Total(name, shown, hands, role=actor.role)
        if (clause := clauses.get((finding.rules, finding.cited))) is None:
            clause = Total(finding.cited, finding.named, rules=finding.rules)
            clauses[finding.rules, finding.cited] = clause
        for total in (*found, person, clause):
            total.take(finding, currency)
    in_order = [nights[one] for one in sorted(nights, key=lambda one: one or date.max)]
    return Totals(
        in_order,
        _together(in_order, week_of),
        _together(in_order, month_of),
        list(tables.values()),
        *map(_gravest_first, (dealers.values(), people.values(), clauses.values())),
    )


def _hands_of(result: Result, actor: Actor) -> int | None:
    """The hands that a player was dealt in to, or a dealer began; None of anybody else, or without a name."""
    if not actor.name:
        return None
    if actor.role == DEALING:
        return result.dealers[actor.name]
    return result.players.of(actor.name) if actor.role == PLAYING else None


def _night(nights: dict[date | None, Total], night: date | None) -> Total:
    if night not in nights:
        name = NO_DATE if night is None else night.isoformat()
        nights[night] = Total(name, name, 0)
    return nights[night]


def _table(tables: dict[tuple[str | None, str], Total], venue: str | None, table: str) -> Total:
    if (venue, table) not in tables:
        tables[venue, table] = Total(table, table_name(venue, table), 0, venue=venue)
    return tables[venue, table]


def table_name(venue: str | None, table: str) -> str:
    """A table as people read it, with the house that it stands in."""
    name = escaped(table, 60) or "table without a name"
    return f"{name} ({escaped(venue, 60)})" if venue else name


def _together(nights: Iterable[Total], period: Callable[[date], str]) -> list[Total]:
    """The nights of each week, or of each month, as one total."""
    found: dict[str, Total] = {}
    for night in nights:
        name = night.name if night.name == NO_DATE else period(date.fromisoformat(night.name))
        found.setdefault(name, Total(name, name, 0)).add(night)
    return list(found.values())


def tables_in(tables: Iterable[TableNight]) -> int:
    """How many tables these are: one that was open on sixty nights is one table."""
    return len({(one.venue, one.table) for one in tables})


def nights_in(tables: Iterable[TableNight]) -> int:
    """How many nights these are; a log without a date is of none."""
    return len({one.night for one in tables if one.night is not None})


def _gravest_first(totals: Iterable[Total]) -> list[Total]:
    def order(one: Total) -> tuple[object, ...]:
        breach, irregularity, advisory = one.gravity
        return -breach, -irregularity, -advisory, one.role, one.rules, counting(one.name), one.name

    return sorted(totals, key=order)
