"""The forms in which answers go to other programs: JSON, CSV, a workbook, Parquet.

Names come from logs, so everything is written by the writers of reports: no cell is a formula, no character unseen.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from auditor.register.answers import FINDINGS, Sheet, Sums, Value
from auditor.report.formats.csv import csv_row
from auditor.report.formats.json import gathered, texts
from auditor.report.formats.xlsx import Cell as BookCell
from auditor.report.formats.xlsx import SheetWriter, workbook_bytes
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.money import money_text, sign_of

SCHEMA = "auditor/register/1"
PIECE = 1 << 16
ROWS = 50_000  # of a group of Parquet
WIDTHS = {"observed": 60, "expected": 40, "citation": 40, "title": 40, "evidence": 50, "path": 30, "sha256": 20}
USUAL = 14
AMOUNT = "amount"  # in minor units: a column of its own, beside its currency


def json_pieces(sheets: Sequence[Sheet]) -> Iterator[str]:
    """The tables as one document: amounts in minor units, sums by currency."""
    document: dict[str, Any] = {"schema": SCHEMA}
    for sheet in sheets:
        document[sheet.name] = _objects(sheet)
    yield from gathered(texts(document))
    yield "\n"


def _objects(sheet: Sheet) -> Iterator[dict[str, Any]]:
    for row in sheet.rows:
        yield {name: _plain(value) for name, value in zip(sheet.columns, row, strict=True)}


def _plain(value: Value) -> Any:
    if isinstance(value, Sums):
        return [{"amount": amount, "currency": currency} for currency, amount in value.amounts]
    return value.isoformat() if isinstance(value, date) else value


def csv_pieces(sheet: Sheet) -> Iterator[str]:
    """The first table of an answer, one row a line: amounts as in `12.50`, sums in words."""
    return gathered(_csv_lines(sheet))


def _csv_lines(sheet: Sheet) -> Iterator[str]:
    yield csv_row(sheet.columns)
    for row in sheet.rows:
        yield csv_row([_cell(name, value) for name, value in zip(sheet.columns, row, strict=True)])


def _cell(name: str, value: Value) -> str | int | Decimal | None:
    if isinstance(value, Sums):
        return _sums(value)
    if name == AMOUNT and isinstance(value, int):
        return Decimal(value) / 100
    if isinstance(value, float):
        return Decimal(str(value))
    return value.isoformat() if isinstance(value, date) else value


def _sums(value: Sums) -> str:
    return " ".join(money_text(amount, sign_of(currency, currency)) for currency, amount in value.amounts)


def xlsx_pieces(title: str, sheets: Sequence[Sheet]) -> Iterator[bytes]:
    """A workbook with a sheet for each table."""

    def write(book: SheetWriter) -> None:
        for sheet in sheets:
            heads = [(name.replace("_", " ").capitalize(), WIDTHS.get(name, USUAL)) for name in sheet.columns]
            book.sheet(sheet.name.replace("_", " ").capitalize(), heads, map(_book_cells, _named(sheet)))

    return workbook_bytes(title, write)


def _named(sheet: Sheet) -> Iterator[list[tuple[str, Value]]]:
    for row in sheet.rows:
        yield list(zip(sheet.columns, row, strict=True))


def _book_cells(row: Iterable[tuple[str, Value]]) -> list[BookCell]:
    cells: list[BookCell] = []
    for name, value in row:
        if isinstance(value, Sums):
            cells.append(_sums(value))
        elif name == AMOUNT and isinstance(value, int):
            cells.append(value / 100)
        else:
            cells.append(value)
    return cells


# ---- Parquet ----

NUMBERS = {"seat", "amount", "line"}
DAYS = {"night", "day"}


def parquet_pieces(sheet: Sheet) -> Iterator[bytes]:
    """The findings as a Parquet file, piece by piece when it is whole. Texts are as the logs have them."""
    try:
        import pyarrow
        import pyarrow.parquet as parquet
    except ModuleNotFoundError as error:
        missing = f"{error.name} is not installed; expected 'pip install auditor[parquet]'"
        raise UsageError(f"--format parquet: {missing}") from None
    assert sheet.columns == FINDINGS
    kinds = {**dict.fromkeys(NUMBERS, pyarrow.int64()), **dict.fromkeys(DAYS, pyarrow.date32())}
    schema = pyarrow.schema([(name, kinds.get(name, pyarrow.string())) for name in sheet.columns])
    with tempfile.TemporaryFile() as file:
        with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
            for rows in _parts(sheet.rows):
                columns = zip(zip(*rows, strict=True), schema, strict=True)
                arrays = [pyarrow.array(column, type=field.type) for column, field in columns]
                writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))
        file.seek(0)
        while piece := file.read(PIECE):
            yield piece


def _parts(rows: Iterable[Sequence[Value]]) -> Iterator[list[Sequence[Value]]]:
    part: list[Sequence[Value]] = []
    for row in rows:
        part.append(row)
        if len(part) == ROWS:
            yield part
            part = []
    if part:
        yield part
