"""The workbook, read back by another library."""

import io
import json
import zipfile
from datetime import datetime

import openpyxl
import pytest
from places import ROOT

from auditor import audit_text
from auditor.cli.app import run
from auditor.report.formats import render_bytes

NIGHT = (ROOT / "samples" / "sessions" / "manila-night.log").read_text(encoding="utf-8")


def written(found):
    return b"".join(render_bytes("xlsx", found.view))


def read(data):
    return openpyxl.load_workbook(io.BytesIO(data))


def rows(sheet):
    head, *others = sheet.values
    return [dict(zip(head, row, strict=True)) for row in others]


def test_findings_have_real_dates_amounts_and_filters():
    found = audit_text(NIGHT)
    book = read(written(found))
    sheet = book["Findings"]
    told = rows(sheet)

    assert [row["Fingerprint"] for row in told] == [one.fingerprint for one in found.findings]
    assert {row["Night"] for row in told} == {datetime(1994, 6, 11)}
    assert [row["Money"] for row in told] == [
        None if one.money is None else one.money.amount / 100 for one in found.findings
    ]
    money = [cell for row in sheet.iter_rows(2) for cell in row if isinstance(cell.value, int) and cell.column == 15]
    assert {cell.number_format for cell in money} == {'"$"#,##0.00;-"$"#,##0.00'}
    assert sheet.auto_filter.ref == sheet.dimensions


def test_totals_are_those_of_the_json_report():
    found = audit_text(NIGHT)
    totals = json.loads(found.report("json"))["totals"]
    told = rows(read(written(found))["Totals"])

    for by in ("night", "month", "table", "person", "clause"):
        numbers = [(row["Breaches"], row["Irregularities"], row["Advisories"]) for row in told if row["By"] == by]
        assert numbers == [(one["breach"], one["irregularity"], one["advisory"]) for one in totals[f"by_{by}"]], by


@pytest.mark.parametrize("name", ["=1+1", "@SUM(A1)", "+1", "-1", '=HYPERLINK("http://x.example")', "a\x1b[31m"])
def test_no_text_of_a_log_becomes_a_formula(name):
    data = written(audit_text(NIGHT.replace("Gus", json.dumps(name).replace("\\u001b", "\x1b"))))
    cells = [cell for sheet in read(data) for row in sheet.iter_rows() for cell in row]

    assert {cell.data_type for cell in cells} <= {"s", "n", "d"}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert not [
            one for one in archive.namelist() if b"<f>" in archive.read(one) or b"hyperlink" in archive.read(one)
        ]
        assert not [one for one in archive.namelist() if b"\x1b" in archive.read(one)]


def test_the_same_audit_gives_the_same_bytes_as_a_file_and_as_a_stream(tmp_path, capfdbinary):
    log, file = tmp_path / "night.log", tmp_path / "night.xlsx"
    log.write_text(NIGHT, encoding="utf-8")

    assert run(["audit", str(log), "--format", f"xlsx={file}", "-q"]) == 1
    assert run(["audit", str(log), "--format", "xlsx", "-q"]) == 1
    assert capfdbinary.readouterr().out == file.read_bytes()


def test_what_was_not_read_is_a_sheet_of_its_own():
    book = read(written(audit_text(NIGHT + "\nhand 9999\n  Ann rises $10\nend\n")))

    assert [row["Hand"] for row in rows(book["Not read"])] == [
        "9999",
        "9999",
    ]  # without its seats, and with a word nobody knows
    assert "could not be read" in " ".join(str(cell.value) for row in book["Summary"].iter_rows() for cell in row)
