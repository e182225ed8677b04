"""Reports take time in proportion to what they tell: four times the findings, four times as long."""

from functools import cache

import pytest
from cost import excess
from test_report import finding, result

from auditor.auditing.result import Unread
from auditor.report.formats import OUTPUTS, TEXT, render_bytes
from auditor.report.formats.text import render as render_text
from auditor.report.layout import cut, plain
from auditor.report.view import Selection, view
from auditor.vocabulary.findings import Money, Severity

CLAUSES = ("10.1", "10.2", "11.1(b)", "record/act-after-fold")


@cache  # every form shows the same
def made(size, files):
    """A view of this many findings, and as many places that could not be read, in so many files."""
    found = []
    for number in range(size):
        found.append(
            finding(
                number,
                CLAUSES[number % 4],
                Severity(1 + number % 3),
                path=f"{number % files}.log",
                money=Money(number, "Ann", "the operator"),
                hand=str(number),
                table=f"Manila {number}",
                currency=f"{chr(65 + number % 26)}{chr(65 + number // 26 % 26)}D",
            )
        )
    places = [Unread(f"{n % files}.log", n, 1, str(n), f"found {n}", source="x" * 60) for n in range(size)]
    whole = result(*found, unread=places)
    whole.unknown = places
    by_path = {}
    for one in found:
        by_path.setdefault(one.location.path, []).append(one)
    for path, those in by_path.items():
        log = result(*those)
        log.inputs = [one for one in log.inputs if one.path == path]
        whole.logs.append(log)
    return view(whole, Selection())


@pytest.mark.parametrize("form", OUTPUTS)
@pytest.mark.parametrize(
    ("size", "files"),
    [pytest.param(2_000, 1, id="findings in a file"), pytest.param(100, 100, id="files with a finding each")],
)
def test_four_times_as_much_takes_four_times_as_long(form, size, files):
    views = {number: made(number, files if files == 1 else number) for number in (size, 4 * size)}

    def write(number):
        if form == TEXT:
            return plain(render_text(views[number], 80, with_statistics=True))
        return b"".join(render_bytes(form, views[number]))

    assert excess(write, size, 4) == ""


def test_a_long_line_is_cut_without_going_through_it_again_and_again():
    texts = {size: "á€" * size for size in (1_000, 4_000)}

    assert cut("x" * 50_000, 80) == "x" * 79 + "…"
    assert cut("陳e\u0301" * 50_000, 6) == "陳e\u0301陳…"
    assert excess(lambda size: cut(texts[size], 80), 1_000, 4) == ""
