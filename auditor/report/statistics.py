"""Totals of an audit by clause, by person, by dealer and by table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import itemgetter

from auditor.report.customs import CustomSeen
from auditor.report.layout import EMPTY, Line, columns, line, wrapped
from auditor.report.view import View, coverage, named
from auditor.storage.disk_index import DiskIndex
from auditor.vocabulary.findings import DEALING, Actor, Finding, Severity
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped

HEADS = ("breach", "irregular", "advisory", "money")


def statistics(view: View, width: int) -> Iterator[Line]:
    """Give the tables, each under its heading."""
    yield from _by_clause(view, width)
    yield from _by_person(view, width)
    yield from _by_dealer(view, width)
    yield from _by_table(view, width)
    yield from _by_custom(view, width)


def _by_clause(view: View, width: int) -> Iterator[Line]:
    """Every clause that came up, with its verdicts. Clauses that never came up are left out."""
    books: dict[str, list[tuple[str, ...]]] = {}
    for row in coverage(view.result):
        if row.passed or row.failed or row.not_recorded:
            counts = [f"{n:,}" for n in (row.passed, row.failed, row.not_recorded, row.not_applicable)]
            books.setdefault(row.rules, []).append((row.clause, row.title, *counts))
    if not books:
        return
    yield line("BY CLAUSE (hands, and ends of tables)", "title")
    for rules, rows in books.items():
        table = [("clause", "", "pass", "fail", "not recorded", "no case"), *rows]
        if len(books) > 1:
            yield from wrapped(escaped(rules), width, "  ")
        yield from columns(table, width, frozenset({2, 3, 4, 5}), indent="    " if len(books) > 1 else "  ", flexible=1)
    yield EMPTY


def _by_person(view: View, width: int) -> Iterator[Line]:
    people: dict[tuple[str, str], _Sum] = {}
    for finding in view.one_by_one():
        people.setdefault((finding.actor.role, finding.actor.name or ""), _Sum()).take(view, finding)
    if not people:
        return
    table = [("person", "", *HEADS)]
    for (role, name), found in sorted(people.items(), key=lambda item: (-item[1].weight, item[0])):
        table.append((named(Actor(role, None, name or None)), role if name else "", *found.cells()))
    yield line("BY PERSON", "title")
    yield from columns(table, width, frozenset({2, 3, 4, 5}))
    yield EMPTY


def _by_dealer(view: View, width: int) -> Iterator[Line]:
    """The dealers whom logs name, with the hands that they began and what is laid to them. Others have no row."""
    dealers = {name: _Sum() for name in view.result.dealers}
    for finding in view.one_by_one():
        if finding.actor.role == DEALING and finding.actor.name is not None:
            dealers.setdefault(finding.actor.name, _Sum()).take(view, finding)
    if not dealers:
        return
    table = [("dealer", "hands", *HEADS)]
    for name, found in sorted(dealers.items(), key=lambda item: (-item[1].weight, item[0])):
        table.append((escaped(name, 60), f"{view.result.dealers[name]:,}", *found.cells()))
    yield line("BY DEALER (hands that they began)", "title")
    yield from columns(table, width, frozenset({1, 2, 3, 4, 5}))
    yield EMPTY


def _by_table(view: View, width: int) -> Iterator[Line]:
    """The tables of each file, in the order of the logs."""
    tables: dict[str, dict[str, _Sum]] = {}
    for path, name in view.result.tables:
        tables.setdefault(path, {})[name] = _Sum()
    for finding in view.one_by_one():
        tables.setdefault(finding.location.path, {}).setdefault(finding.table, _Sum()).take(view, finding)
    if not tables:
        return
    yield line("BY TABLE", "title")
    for path, those in tables.items():
        table = [("table", "hands", *HEADS)]
        for name, found in those.items():
            hands = f"{view.result.tables[path, name]:,}"
            table.append((escaped(name, 60), hands, *found.cells()))
        if len(tables) > 1:
            yield from wrapped(escaped(path), width, "  ")
        yield from columns(table, width, frozenset({1, 2, 3, 4, 5}), indent="    " if len(tables) > 1 else "  ")
    yield EMPTY


def _by_custom(view: View, width: int) -> Iterator[Line]:
    """The customs of rooms in all files, which stand in none of the tables before."""
    found: dict[tuple[str, str, str], list[CustomSeen]] = {}
    for one in view.customs():
        found.setdefault((one.custom.room, one.custom.title, one.first.named), []).append(one)
    if not found:
        return
    table = [("room", "custom", "clause", "times", "hands", "files")]
    for (room, title, clause), customs in sorted(found.items(), key=itemgetter(0)):
        hands = DiskIndex()
        for seen in customs:
            for finding in seen.findings:
                hands.add(repr((seen.path, finding.hand)))
        files = {seen.path for seen in customs}
        counts = f"{sum(seen.count for seen in customs):,}", f"{len(hands):,}", f"{len(files):,}"
        table.append((escaped(room, 60), escaped(title), clause, *counts))
    yield line("CUSTOMS OF ROOMS", "title")
    yield from columns(table, width, frozenset({3, 4, 5}), flexible=1)
    yield EMPTY


class _Sum:
    """How many findings of each severity there are, and how much money they are about."""

    __slots__ = ("money", "severities")

    def __init__(self) -> None:
        self.severities: Counter[Severity] = Counter()
        self.money: Counter[str] = Counter()

    def take(self, view: View, finding: Finding) -> None:
        """Take in a finding."""
        self.severities[finding.severity] += 1
        if finding.money is not None:
            self.money[view.currency(finding)] += abs(finding.money.amount)

    @property
    def weight(self) -> int:
        """By how much they count: a grave one more than any number of the others."""
        return sum(times << (8 * severity) for severity, times in self.severities.items())

    def cells(self) -> tuple[str, str, str, str]:
        """The numbers as they stand in a table."""
        amounts = " ".join(money_text(amount, currency) for currency, amount in sorted(self.money.items()))
        breach, irregular, advisory = (f"{self.severities[one]:,}" for one in sorted(Severity, reverse=True))
        return breach, irregular, advisory, amounts
