"""Many findings in the text report: grouped by clause, each group with its numbers and the first few findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from auditor.report.chosen import RECORD, ChosenFindings
from auditor.report.layout import EMPTY, Line, wrapped
from auditor.report.view import View
from auditor.vocabulary.findings import Finding, Severity
from auditor.vocabulary.money import apart, money_text
from auditor.vocabulary.wording import counting, escaped, joined, plural

FIRST = 3  # findings of each group that are told one by one
Group = tuple[Severity, str, str]  # the severity, the rulebook and the clause that findings have in common
Told = Callable[[Finding], Iterable[Line]]  # the lines of one finding


def by_clause(findings: ChosenFindings, view: View, width: int, told: Told) -> Iterator[Line]:
    """Give the groups, the gravest and then the largest first."""
    groups = findings.grouped(_group)
    for key in sorted(groups, key=lambda one: (-one[0], -len(groups[one]), one[1], counting(one[2]))):
        yield from _told(groups[key], view, width, told)


def _group(finding: Finding) -> Group:
    return finding.severity, finding.rules, finding.cited


def _told(findings: ChosenFindings, view: View, width: int, told: Told) -> Iterator[Line]:
    first = findings[0]
    yield from wrapped(_heading(findings, view), width, style=first.severity.word)
    yield EMPTY
    for finding in findings[:FIRST]:
        yield from told(finding)
    if (more := len(findings) - FIRST) > 0:
        yield from wrapped(f"and {more:,} more; --select {first.cited} chooses these, --full lists all", width, "  ")
        yield EMPTY


def _heading(findings: ChosenFindings, view: View) -> str:
    """`37 BREACHES of 10.2 Raise cap (act/canberra-manila): 12 nights, 2 tables, $450`."""
    first, n = findings[0], len(findings)
    tables, nights, money = set(), set(), dict[str, int]()
    for finding in findings:
        tables.add((finding.venue, finding.table))
        nights.add(finding.night)
        if finding.money is not None and finding.money.amount:
            code = view.currency_code(finding)
            money[code] = money.get(code, 0) + abs(finding.money.amount)
    nights.discard(None)
    parts = [f"{len(nights):,} {plural(len(nights), 'night')}"] if nights else []
    parts.append(f"{len(tables):,} {plural(len(tables), 'table')}")
    signs = apart(money)
    parts += [joined([money_text(amount, signs[code]) for code, amount in sorted(money.items())])] if money else []
    word = plural(n, first.severity.word).upper()
    book = view.result.rulebooks[first.rules, first.version]
    title = next((f" {escaped(one.title)}" for one in book.clauses if one.id == first.clause), "")
    of = "" if first.clause.startswith(RECORD) else "on " if first.severity is Severity.ADVISORY else "of "
    return f"{n:,} {word} {of}{first.named}{title} ({escaped(first.rules)}): {', '.join(parts)}"
