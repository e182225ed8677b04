"""The findings of a report added up: by clause, night, table and person, and what is owed to whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import field
from datetime import date
from typing import TypeVar

from auditor.report.chosen import accusing, mark_of
from auditor.report.view import View, named
from auditor.vocabulary.findings import Actor, Finding, Severity
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import record_class, value_class

Key = TypeVar("Key", bound=Hashable)


@record_class
class Sum:
    """How many findings there are of each severity, how many of them accuse somebody, and how much money is in them."""

    severities: Counter[Severity] = field(default_factory=Counter)
    faults: int = 0
    money: Counter[str] = field(default_factory=Counter)  # by the sign of the currency

    def take(self, finding: Finding, sign: str) -> None:
        """Take in a finding."""
        self.severities[finding.severity] += 1
        self.faults += accusing(mark_of(finding))
        if finding.money is not None:
            self.money[sign] += abs(finding.money.amount)

    def add(self, other: Sum) -> None:
        """Take in all that another sum has."""
        self.severities.update(other.severities)
        self.money.update(other.money)
        self.faults += other.faults

    @property
    def findings(self) -> int:
        """How many there are in all."""
        return self.severities.total()

    @property
    def weight(self) -> tuple[int, ...]:
        """By how much they count: a grave one more than any number of the others."""
        return tuple(self.severities[one] for one in sorted(Severity, reverse=True))

    @property
    def amounts(self) -> list[str]:
        """The money, an amount a currency."""
        return [money_text(amount, sign) for sign, amount in sorted(self.money.items()) if amount]


@value_class
class Payment:
    """What somebody is owed by somebody."""

    to: str
    by: str
    sign: str


Clause = tuple[str, str, str]  # rulebook, version, clause
Table = tuple[str, str]  # venue, name


@record_class
class Totals:
    """The findings that are told one by one, added up. Customs of rooms are told by themselves."""

    all: Sum = field(default_factory=Sum)
    clauses: dict[Clause, Sum] = field(default_factory=dict)
    nights: dict[date | None, Sum] = field(default_factory=dict)
    tables: dict[Table, Sum] = field(default_factory=dict)
    people: dict[tuple[str, str], Sum] = field(default_factory=dict)  # by role and name
    owed: Counter[Payment] = field(default_factory=Counter)  # what findings that accuse somebody say is owed
    undecided: int = 0  # findings that accuse somebody, of which no ledger says anything

    def months(self) -> dict[date | None, Sum]:
        """The nights by the first of their month."""
        return _gathered(self.nights, lambda night: None if night is None else night.replace(day=1))

    def of_person(self, key: tuple[str, str]) -> str:
        """The person in words."""
        role, name = key
        return named(Actor(role, None, name or None))


def totals(view: View) -> Totals:
    """Add up what a report tells one by one."""
    found = Totals()
    for finding in view.one_by_one():
        sign, actor = view.currency(finding), finding.actor
        found.all.take(finding, sign)
        found.clauses.setdefault((finding.rules, finding.version, finding.clause), Sum()).take(finding, sign)
        found.nights.setdefault(finding.night, Sum()).take(finding, sign)
        found.tables.setdefault((finding.venue or "", finding.table), Sum()).take(finding, sign)
        found.people.setdefault((actor.role, actor.name or ""), Sum()).take(finding, sign)
        if accusing(mark_of(finding)):
            found.undecided += view.ledger.of(finding) is None
            money = finding.money
            if money is not None and money.owed_to and money.owed_by and money.amount > 0:
                found.owed[Payment(money.owed_to, money.owed_by, sign)] += money.amount
    return found


def gravest_first(sums: Mapping[Key, Sum]) -> list[tuple[Key, Sum]]:
    """The sums, those that count most first; of two that count the same, the first stays first."""
    return sorted(sums.items(), key=lambda item: item[1].weight, reverse=True)


def in_order(nights: Mapping[date | None, Sum]) -> list[tuple[date | None, Sum]]:
    """The sums by day. What has none comes last."""
    return sorted(nights.items(), key=lambda item: (item[0] is None, item[0] or date.min))


def _gathered(nights: Mapping[date | None, Sum], key) -> dict[date | None, Sum]:  # type: ignore[no-untyped-def]
    found: dict[date | None, Sum] = {}
    for night, one in nights.items():
        found.setdefault(key(night), Sum()).add(one)
    return found


def added(sums: Iterable[Sum]) -> Sum:
    """Several sums together."""
    whole = Sum()
    for one in sums:
        whole.add(one)
    return whole


def cut(rows: Sequence[tuple[Key, Sum]], most: int) -> tuple[Sequence[tuple[Key, Sum]], Sum | None, int]:
    """The first of these rows, the sum of the others, and how many those are."""
    rest = rows[most:]
    return (rows[:most], added(one for _, one in rest), len(rest)) if len(rows) > most + 1 else (rows, None, 0)
