"""One row a finding, for spreadsheets. Names come from the logs, so no cell may be taken for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from auditor.auditing.plugins_used import plugins_used
from auditor.report.view import View
from auditor.vocabulary.findings import DEALING, Finding, Money, cited
from auditor.vocabulary.wording import escaped

COLUMNS = (
    *("kind", "severity", "rules", "version", "clause", "citation", "check", "table", "hand", "round"),
    *(
        "role",
        "seat",
        "player",
        "observed",
        "expected",
        "money",
        "currency",
        "owed_to",
        "owed_by",
        "interpretation",
        "doubt",
    ),
    *(
        "path",
        "line",
        "column",
        "baseline",
        "decision",
        "authority",
        "until",
        "fingerprint",
        "custom",
        "reading",
        "dealer",
        "night",
        "day",
        "time",
        "venue",
        "plugins",
    ),
)
FORMULA = (
    "=",
    "+",
    "-",
    "@",
    "\t",
    "\r",
    "＝",
    "＋",
    "－",
    "＠",
    "|",
    "%",
)  # a cell with a formula may begin with these
Cell = str | int | Decimal | None


def render(view: View) -> Iterator[str]:
    """A header, the findings in order, and whatever else must not be missed. The first column tells them apart."""
    yield csv_row(COLUMNS)
    plugins = "; ".join([one.words for one in plugins_used(view.result)]) or None
    for finding in view.findings:
        yield csv_row([*_finding(view, finding), plugins])
    for one in view.result.unread:
        cells = {"kind": "unread", "hand": one.hand, "observed": one.reason, "path": one.path}
        yield _other(cells | {"line": one.line, "column": one.column})
    for one in view.result.unknown:
        yield _other(
            {"kind": "not understood", "hand": one.hand, "observed": one.reason, "path": one.path, "line": one.line}
        )
    for gone in view.absent():
        cells = {"kind": "absent", "rules": gone.rules, "clause": cited(gone.clause), "check": gone.check}
        cells |= {"table": gone.table, "hand": gone.hand, "observed": gone.message, "fingerprint": gone.fingerprint}
        cells |= {"night": gone.night}
        yield _other(cells | {"path": gone.path, "line": gone.line, "baseline": "absent"})
    for note in view.ledger_notes():
        yield _other({"kind": f"{note.kind} decision", "observed": note.text, "path": note.path, "line": note.line})
    for effect in view.file_effects():
        yield _other({"kind": effect.kind, "observed": effect.words, "path": effect.path, "line": 1})
    for words in view.other_nights():
        yield _other({"kind": "nights", "observed": words})
    if view.baseline is not None and view.baseline.old:
        yield _other({"kind": "baseline", "observed": view.baseline.old_names, "path": view.baseline.path})
    if view.result.interrupted:
        yield _other({"kind": "interrupted", "observed": "this report is about a part of the logs"})


def _other(cells: Mapping[str, Cell]) -> str:
    return csv_row([cells.get(column) for column in COLUMNS])


def _finding(view: View, finding: Finding) -> list[Cell]:
    money, decision = finding.money, view.ledger.of(finding)
    actor, place = finding.actor, finding.location
    dealer = actor.name if actor.role == DEALING else None
    return [
        *("finding", finding.severity.word, finding.rules, finding.version, finding.cited, finding.citation),
        *(finding.check, finding.table, finding.hand, finding.round),
        *(actor.role, actor.seat, None if dealer else actor.name),
        *(finding.observed, finding.expected),
        *([None] * 4 if money is None else _money(money, view.currency_code(finding))),
        *(finding.interpretation, finding.doubt, place.path, place.line, place.column),
        view.baseline.state(finding) if view.baseline else None,
        *((decision.decision, decision.authority, str(decision.until or "")) if decision else [None] * 3),
        finding.fingerprint,
        finding.custom.id if finding.custom else None,
        finding.reading.words if finding.reading else None,
        dealer,
        *[str(day) if day is not None else None for day in (finding.night, finding.day)],
        *(finding.time, finding.venue),
    ]


def _money(money: Money, currency: str) -> list[Cell]:
    return [Decimal(money.amount) / 100, currency, money.owed_to, money.owed_by]


def csv_row(cells: Sequence[Cell]) -> str:
    """A line of cells, none of which is taken for a formula."""
    line = io.StringIO()
    csv.writer(line).writerow([_safe(cell) if isinstance(cell, str) else cell for cell in cells])
    return line.getvalue()


def _safe(text: str) -> str:
    """A text that a spreadsheet shows instead of working it out, even if it takes spaces away first."""
    text = escaped(text)
    return f"'{text}" if text.lstrip().startswith(FORMULA) else text
