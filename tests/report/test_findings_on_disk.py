"""Findings beyond a bound are on the disk, and nobody who reads a result sees a difference."""

import tempfile
import tracemalloc

import pytest
from places import ROOT
from test_report import finding, result

from auditor.auditing.finding_store import FindingStore
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result_cache import ResultCache
from auditor.logs.files.decoding import open_path
from auditor.report.formats import OUTPUTS, TEXT, render
from auditor.report.formats.text import render as render_text
from auditor.report.layout import plain_texts
from auditor.report.view import Selection, view
from auditor.review.settings import Regrade
from auditor.storage import disk_list
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.findings import Location, Money, ReadingTaken, RoomCustom, Severity

NIGHT = ROOT / "samples" / "sessions" / "manila-night.log"
CLAUSES = ("10.1", "10.2", "11.1(b)", "record/act-after-fold")
CUSTOM = RoomCustom("rooms/x/y", "x", "a title", "a gist", "a source")


def made(number, path="night.log"):
    """A finding in which every part differs from its neighbour's, in an order that reports do not keep."""
    return finding(
        7 * number % 50 + number // 50,
        CLAUSES[number % 4],
        Severity(1 + number % 3),
        path=path,
        money=Money(number, "Ann", "the operator") if number % 2 else None,
        hand=str(number // 3) if number % 5 else None,
        evidence=tuple(Location(path, line, 2) for line in range(number % 3)),
        reading=ReadingTaken("r", "a", "b", f"no {number}") if number % 4 == 1 else None,
        custom=CUSTOM if number % 7 == 0 else None,
        practices=("p",) * (number % 2),
        doubt=f"doubt \ud800{number}" if number % 6 == 0 else None,
    )


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(disk_list, "IN_MEMORY", 10)
    monkeypatch.setattr(disk_list, "TOGETHER", 4)
    monkeypatch.setattr(disk_list, "OPEN", 2)


def test_a_store_reads_like_a_list(small):
    many = [made(number) for number in range(47)]
    store = FindingStore(many[:25])
    for one in many[25:]:
        store.append(one)

    assert store.on_disk
    assert list(store) == many
    assert store == many
    assert [store[number] for number in range(46, -48, -1)] == [many[number] for number in range(46, -48, -1)]
    assert store[20:31:3] == many[20:31:3]
    with pytest.raises(IndexError):
        store[47]


@pytest.mark.parametrize("sizes", [(0, 33), (3, 33), (33, 3), (33, 33), (3, 4)])
def test_a_store_takes_in_another(small, sizes):
    parts = [[made(number, f"{place}.log") for number in range(size)] for place, size in enumerate(sizes)]
    store = FindingStore(parts[0])

    store.extend(FindingStore(parts[1]))
    store.append(made(99))

    assert list(store) == [*parts[0], *parts[1], made(99)]


def test_a_full_disk_is_told(small, monkeypatch):
    def refuse(**_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)

    with pytest.raises(UsageError, match=r"no room for so many findings in .*: No space left"):
        FindingStore(made(number) for number in range(11))


def written(form, seen):
    return "".join(plain_texts(render_text(seen, 80, with_statistics=True)) if form == TEXT else render(form, seen))


@pytest.mark.parametrize("form", OUTPUTS)
def test_a_report_from_the_disk_is_the_same(small, form):
    many = [made(number, f"{number // 40}.log") for number in range(120)]
    choice = Selection(ignore=("10.1",), severities=(Regrade("11.1", Severity.ADVISORY, "the house allows it"),))
    in_memory, on_disk = result(*many), result(*many)
    on_disk.findings = FindingStore(many)
    on_disk.logs = in_memory.logs = [result(one) for one in many[::40]]

    assert on_disk.findings.on_disk
    assert written(form, view(on_disk, choice)) == written(form, view(in_memory, choice))


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_audit_finds_the_same_and_keeps_no_result_of_so_many(small, monkeypatch, tmp_path, jobs):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache = ResultCache()
    few = audit([open_path(NIGHT, "night.log")], Options(jobs=jobs), cache=cache)
    monkeypatch.setattr(disk_list, "IN_MEMORY", 2)

    many = audit([open_path(NIGHT, "night.log")], Options(jobs=jobs, as_of=None), by_log=True)

    assert (few.findings.on_disk, many.findings.on_disk) == (False, True)
    assert list(many.findings) == list(few.findings)
    source = open_path(NIGHT, "night.log")
    cache.put(source, Options(as_of=None, rules="act/canberra-manila"), many)
    assert cache.get(source, Options(as_of=None, rules="act/canberra-manila")) is None
    source.file.close()


@pytest.mark.parametrize("form", OUTPUTS)
def test_memory_does_not_grow_with_the_findings(small, monkeypatch, form):
    monkeypatch.setattr("auditor.report.formats.junit.LISTED", 20)

    def peak(size):
        found = result()
        found.findings = FindingStore(made(number) for number in range(size))
        found.logs = [result()]
        tracemalloc.start()
        seen = view(found, Selection())
        length = 0
        texts = plain_texts(render_text(seen, 80)) if form == TEXT else render(form, seen)
        for text in texts:
            length += len(text)
        highest = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return highest, length

    peak(300)  # whatever is loaded and remembered once
    (little, _), (much, length) = peak(300), peak(1_200)
    index = 100 * 900  # a few numbers for each finding

    assert much <= 1.05 * little + index, (little, much, length)
