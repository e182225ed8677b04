"""Totals of an audit by clause, by person and by table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from auditor.findings import Finding, Severity
from auditor.money import money_text
from auditor.report.lines import EMPTY, Line, columns, cut, line
from auditor.report.view import View, coverage
from auditor.wording import shown

HEADS = ("breach", "irregular", "advisory", "money")


def statistics(view: View, width: int) -> Iterator[Line]:
    """The three tables, each under its heading."""
    yield from _by_clause(view, width)
    yield from _by_person(view, width)
    yield from _by_table(view, width)


def _by_clause(view: View, width: int) -> Iterator[Line]:
    """Every clause that came up, with its verdicts; what never came up is only counted."""
    rows = [row for row in coverage(view.result) if row.passed or row.failed or row.not_recorded]
    if not rows:
        return
    several = len({row.rules for row in rows}) > 1
    table = [("clause", "", "pass", "fail", "not recorded", "no case")]
    for row in rows:
        clause = f"{row.rules} {row.clause}" if several else row.clause
        counts = (row.passed, row.failed, row.not_recorded, row.not_applicable)
        table.append((clause, cut(row.title, width - 54), *(f"{n:,}" for n in counts)))  # type: ignore[arg-type]
    yield line("BY CLAUSE (hands, and ends of tables)", "title")
    yield from columns(table, frozenset({2, 3, 4, 5}))
    yield EMPTY


def _by_person(view: View, width: int) -> Iterator[Line]:
    people: dict[tuple[str, str], list[Finding]] = {}
    for finding in view.findings:
        people.setdefault((finding.actor.role, finding.actor.name or ""), []).append(finding)
    if not people:
        return
    table = [("person", "", *HEADS)]
    for (role, name), findings in sorted(people.items(), key=lambda item: (-_weight(item[1]), item[0])):
        table.append(
            (cut(shown(name, 60) or f"the {role}", width - 52), role if name else "", *_counts(view, findings))
        )
    yield line("BY PERSON", "title")
    yield from columns(table, frozenset({2, 3, 4, 5}))
    yield EMPTY


def _by_table(view: View, width: int) -> Iterator[Line]:
    tables: dict[tuple[str, str], list[Finding]] = {key: [] for key in view.result.tables}
    for finding in view.findings:
        tables.setdefault((finding.place.path, finding.table), []).append(finding)
    if not tables:
        return
    several = len({path for path, _ in tables}) > 1
    table = [("table", "hands", *HEADS)]
    for (path, name), findings in tables.items():
        label = f"{shown(path)}: {shown(name, 40)}" if several else shown(name, 40)
        table.append((cut(label, width - 54), f"{view.result.tables[path, name]:,}", *_counts(view, findings)))
    yield line("BY TABLE", "title")
    yield from columns(table, frozenset({1, 2, 3, 4, 5}))
    yield EMPTY


def _weight(findings: list[Finding]) -> int:
    return sum(1 << (8 * finding.severity) for finding in findings)


def _counts(view: View, findings: list[Finding]) -> tuple[str, str, str, str]:
    severities = Counter(finding.severity for finding in findings)
    money: Counter[str] = Counter()
    for finding in findings:
        if finding.money is not None:
            money[view.currency(finding)] += abs(finding.money.amount)
    amounts = " ".join(money_text(amount, currency) for currency, amount in sorted(money.items()))
    breach, irregular, advisory = (f"{severities[one]:,}" for one in sorted(Severity, reverse=True))
    return breach, irregular, advisory, amounts
