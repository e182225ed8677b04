"""The tables of `--statistics`: verdicts by clause, and what was found by clause, person, dealer, table and time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter

from auditor.report.customs import CustomSeen
from auditor.report.layout import EMPTY, Line, columns, line, wrapped
from auditor.report.totals import Total, totals
from auditor.report.view import View, coverage
from auditor.storage.disk_index import DiskIndex
from auditor.vocabulary.wording import escaped

SEVERITIES = {"breach": "breach", "irregular": "irregularity", "advisory": "advisory"}
HELD_BACK = "–"  # in the place of a rate of too few hands


def statistics(view: View, width: int) -> Iterator[Line]:
    """Give the tables, each under its heading."""
    found = totals(view)
    yield from _by_clause(view, width)
    yield from _table("FINDINGS BY CLAUSE", "clause", found.clauses, width)
    yield from _table("BY PERSON", "person", found.people, width)
    yield from _table("BY DEALER (hands that they began)", "dealer", found.dealers, width)
    yield from _table("BY TABLE", "table", found.tables, width)
    yield from _table("BY NIGHT", "night", found.nights, width)
    yield from _table("BY WEEK (ISO 8601)", "week", found.weeks, width)
    yield from _table("BY MONTH", "month", found.months, width)
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


def _table(title: str, head: str, rows: Sequence[Total], width: int) -> Iterator[Line]:
    """A table of totals, unless there is nothing to show in it."""
    if not rows:
        return
    named = [(head, [one.shown for one in rows])]
    if any(one.role for one in rows):
        named.append(("", [one.role if one.name else "" for one in rows]))
    counted = [(word, [f"{getattr(one, name):,}" for one in rows]) for word, name in SEVERITIES.items()]
    if any(one.hands is not None for one in rows):
        counted.insert(0, ("hands", ["" if one.hands is None else f"{one.hands:,}" for one in rows]))
    if any(one.rate is not None for one in rows):
        counted.append(("per 100", [HELD_BACK if one.rate is None else f"{one.rate:.2f}" for one in rows]))
    table = [*named, *counted]
    cells = [(*[name for name, _ in table], "money")]
    for one, *told in zip(rows, *[column for _, column in table], strict=True):
        first, *others = one.each_amount or [""]
        cells += [(*told, first), *[(*[""] * len(told), other) for other in others]]  # each currency has a line
    yield line(title, "title")
    yield from columns(cells, width, frozenset(range(len(named), len(table) + 1)))
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
