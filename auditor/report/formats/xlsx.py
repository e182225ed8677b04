"""A workbook for spreadsheets: findings with real dates, amounts and filters, totals, and how far the audit goes.

Names come from the logs: every text is written as a text, so no cell can be a formula or a link. The same view gives
the same bytes. Rows go to the disk as they are written, however many there are.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from auditor.report.formats.text import entries, heading_in_text, place, verdict
from auditor.report.html_summary import subtitle_of, title_of
from auditor.report.totals import Total, totals
from auditor.report.view import View, named
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.money import sign_of
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

LISTED = 1_000_000  # rows of a sheet: a spreadsheet takes hardly more
LONGEST = 32_000  # characters of a cell; a spreadsheet takes hardly more
CURRENCIES = 100  # formats of amounts; beyond that they are plain numbers beside their currency
CREATED = datetime(2000, 1, 1)  # no clock: the same audit gives the same bytes
FIRST_YEAR = 1900  # of a spreadsheet's calendar
PIECE = 1 << 16
FINDINGS: tuple[tuple[str, int], ...] = (
    *(("Night", 11), ("Day", 11), ("Time", 7), ("Venue", 12), ("Table", 14), ("Hand", 8), ("Severity", 12)),
    *(("Clause", 10), ("What it is", 20), ("Person", 22), ("Role", 10), ("Seat", 6), ("Observed", 60)),
    *(("Expected", 40), ("Money", 12), ("Currency", 9), ("Owed to", 18), ("Owed by", 18), ("Rests on", 30)),
    *(("Decision", 12), ("Authority", 16), ("Baseline", 10), ("Custom", 16), ("Citation", 40), ("Rulebook", 20)),
    *(("Version", 10), ("Check", 18), ("Log", 30), ("Line", 8), ("Ref", 12), ("Fingerprint", 22)),
)
TOTALS: tuple[tuple[str, int], ...] = (
    *(("By", 9), ("Name", 30), ("Rulebook", 20), ("Hands", 9), ("Breaches", 10), ("Irregularities", 13)),
    *(("Advisories", 10), ("Money", 14), ("Currency", 9)),
)
LOGS: tuple[tuple[str, int], ...] = (
    *(("Log", 50), ("Format", 14), ("Hands", 9), ("Not read", 9), ("Bytes", 12), ("Lines", 10), ("SHA-256", 68)),
)
UNREAD: tuple[tuple[str, int], ...] = (("Place", 50), ("Hand", 10), ("Why", 90))


def render(view: View) -> Iterator[bytes]:
    """The workbook, piece by piece, when it is whole."""
    return workbook_bytes(f"Audit of {title_of(view)}", lambda book: _write(book, view))


def workbook_bytes(title: str, write: Callable[[SheetWriter], None]) -> Iterator[bytes]:
    """A workbook whose sheets somebody writes, piece by piece, when it is whole."""
    from xlsxwriter import Workbook

    with tempfile.TemporaryFile() as file:
        options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
        workbook = Workbook(file, options)
        workbook.set_properties({"title": title, "created": CREATED})
        write(SheetWriter(workbook))
        workbook.close()
        file.seek(0)
        while piece := file.read(PIECE):
            yield piece


@value_class
class Amount:
    """Money in a cell: in minor units, with the sign that its format shows."""

    amount: int
    sign: str


Cell = str | int | float | date | Amount | None


class SheetWriter:
    """The sheets of a workbook, each written row by row."""

    def __init__(self, workbook: Workbook) -> None:
        self.workbook = workbook
        self.head = workbook.add_format({"bold": True, "bottom": 1})
        self.bold = workbook.add_format({"bold": True})
        self.date = workbook.add_format({"num_format": "yyyy-mm-dd"})
        self.plain = workbook.add_format({"num_format": "#,##0.00"})
        self.wrap = workbook.add_format({"text_wrap": True, "valign": "top"})
        self.amounts: dict[str, Format] = {}

    def sheet(self, name: str, columns: Sequence[tuple[str, int]], rows: Iterable[Sequence[Cell]]) -> None:
        """A table with a head that stays, and filters."""
        sheet = self.workbook.add_worksheet(name)
        sheet.freeze_panes(1, 0)
        for n, (title, width) in enumerate(columns):
            sheet.set_column(n, n, width)
            sheet.write_string(0, n, title, self.head)
        last = 0
        for last, cells in enumerate(rows, 1):
            if last > LISTED:
                sheet.write_string(last, 0, "and more, which the forms json and csv list")
                break
            for n, cell in enumerate(cells):
                self._cell(sheet, last, n, cell)
        sheet.autofilter(0, 0, max(last, 1), len(columns) - 1)

    def _cell(self, sheet: Worksheet, row: int, column: int, cell: Cell) -> None:
        if isinstance(cell, Amount):
            sheet.write_number(row, column, cell.amount / 100, self._format(cell.sign))
        elif isinstance(cell, date) and cell.year >= FIRST_YEAR:
            sheet.write_datetime(row, column, datetime(cell.year, cell.month, cell.day), self.date)
        elif isinstance(cell, int | float):
            sheet.write_number(row, column, cell)
        elif cell is not None and cell != "":
            sheet.write_string(row, column, escaped(str(cell), LONGEST))

    def _format(self, sign: str) -> Format:
        """How amounts of a currency look: `$1,250.00`, `CHF 5.00`."""
        if sign not in self.amounts and len(self.amounts) < CURRENCIES:
            shown = escaped(sign, 12).replace('"', "'")
            self.amounts[sign] = self.workbook.add_format({"num_format": f'"{shown}"#,##0.00;-"{shown}"#,##0.00'})
        return self.amounts.get(sign, self.plain)


def _write(book: SheetWriter, view: View) -> None:
    """Write all sheets of a report."""
    book.sheet("Findings", FINDINGS, (_finding(view, one) for one in view.findings))
    book.sheet("Totals", TOTALS, _totals(view))
    _summary(book, view)
    if view.result.unread:
        rows = ([place(one), one.hand, one.reason] for one in view.result.unread)
        book.sheet("Not read", UNREAD, rows)
    book.sheet("Logs", LOGS, _logs(view))


def _summary(book: SheetWriter, view: View) -> None:
    """What the audit says of itself, as the text report has it."""
    sheet = book.workbook.add_worksheet("Summary")
    sheet.set_column(0, 0, 14)
    sheet.set_column(1, 1, 110)
    lines = [("", title_of(view)), ("", subtitle_of(view)), ("", verdict(view)[0]), ("", "")]
    for label, texts in entries(view, "the other forms list all"):
        lines += [(label if n == 0 else "", text) for n, text in enumerate(texts)]
    for rules in view.rulebooks:
        lines += [("Rulebook", f"{rules.id} ({rules.version}): {'; '.join(one.cite for one in rules.instruments)}")]
    for row, (label, text) in enumerate(lines):
        if label:
            sheet.write_string(row, 0, label, book.bold)
        if text:
            sheet.write_string(row, 1, escaped(text, LONGEST), book.bold if row == 0 else book.wrap)


def _finding(view: View, finding: Finding) -> list[Cell]:
    money, decision, actor = finding.money, view.ledger.of(finding), finding.actor
    reading = finding.reading.words if finding.reading else finding.doubt
    return [
        *(finding.night, finding.day, finding.time, finding.venue, finding.table, finding.hand),
        *(finding.severity.word, finding.named, heading_in_text(finding)),
        *(named(actor), actor.role, actor.seat, finding.observed, finding.expected),
        *([None] * 4 if money is None else _money(view, finding)),
        reading,
        *((decision.decision, decision.authority) if decision else (None, None)),
        view.baseline.state(finding) if view.baseline else None,
        finding.custom.title if finding.custom else None,
        *(finding.citation, finding.rules, finding.version, finding.check),
        *(finding.location.path, finding.location.line, finding.ref, finding.fingerprint),
    ]


def _money(view: View, finding: Finding) -> list[Cell]:
    assert finding.money is not None
    amount = Amount(finding.money.amount, view.currency(finding))
    return [amount, view.currency_code(finding), finding.money.owed_to, finding.money.owed_by]


def _totals(view: View) -> Iterator[list[Cell]]:
    """Every total in one table, to be filtered by what it is by. Several currencies take a row each."""
    found = totals(view)
    parts: dict[str, list[Total]] = {
        "night": found.nights,
        "week": found.weeks,
        "month": found.months,
        "table": found.tables,
        "dealer": found.dealers,
        "person": found.people,
        "clause": found.clauses,
    }
    for by, rows in parts.items():
        for one in rows:
            name: Cell = date.fromisoformat(one.name) if by == "night" and one.name[:1].isdigit() else one.shown
            counts: list[Cell] = [one.hands, one.breach, one.irregularity, one.advisory]
            sums: list[tuple[str, int] | None] = [*sorted((one.money or {}).items())] or [None]
            for n, amount in enumerate(sums):
                numbers = counts if n == 0 else [None] * len(counts)
                yield [by, name, one.rules or None, *numbers, *_sum(amount)]


def _sum(amount: tuple[str, int] | None) -> list[Cell]:
    """An amount and what it is in, which stands beside it."""
    return [None, None] if amount is None else [Amount(amount[1], sign_of(amount[0], amount[0])), amount[0]]


def _logs(view: View) -> Iterator[list[Any]]:
    for one in view.result.inputs:
        yield [one.path, one.format, one.hands, one.unread, one.bytes, one.lines, one.sha256 or "not opened"]
