"""Findings beyond a bound are on the disk, and nobody who reads a result sees a difference."""

import tempfile
import tracemalloc
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from places import ROOT
from test_report import finding, result

from auditor.auditing.finding_store import FindingStore
from auditor.auditing.finding_values import finding_of, values_of
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Unread, UnreadPlaces
from auditor.auditing.result_cache import ResultCache
from auditor.logs.files.decoding import open_path
from auditor.report.formats import OUTPUTS, TEXT, render_bytes
from auditor.report.formats.text import PLACES
from auditor.report.formats.text import render as render_text
from auditor.report.layout import plain_texts
from auditor.report.view import Selection, view
from auditor.review.baseline import load
from auditor.review.settings import Regrade
from auditor.storage import disk_index, disk_list, json_stream
from auditor.vocabulary.errors import Edit, UsageError
from auditor.vocabulary.findings import Location, Money, ReadingTaken, RoomCustom, Severity
from auditor.vocabulary.wording import joined

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
    if form == TEXT:
        return "".join(plain_texts(render_text(seen, 80, with_statistics=True)))
    return b"".join(render_bytes(form, seen))


@pytest.mark.parametrize("form", OUTPUTS)
def test_a_report_from_the_disk_is_the_same(small, form):
    many = [made(number, f"{number // 40}.log") for number in range(120)]
    choice = Selection(ignore=("10.1",), severities=(Regrade("11.1", Severity.ADVISORY, "the house allows it"),))
    in_memory, on_disk = result(*many), result(*many)
    on_disk.findings = FindingStore(many)
    on_disk.logs = in_memory.logs = [result(one) for one in many[::40]]

    assert on_disk.findings.on_disk
    assert written(form, view(on_disk, choice)) == written(form, view(in_memory, choice))


def test_what_does_not_make_two_findings_differ_comes_back_from_the_disk_too():
    """The sums due and paid, and the lines of the log: a finding without them is still the same one."""
    findings = audit([open_path(NIGHT, "night.log")], Options()).findings

    again = [finding_of(values_of(one), one.location.path) for one in findings]

    assert any(one.money is not None and one.money.sums for one in findings)
    assert [one.money and one.money.sums for one in again] == [one.money and one.money.sums for one in findings]
    assert [one.excerpt for one in again] == [one.excerpt for one in findings]


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


def unread(number, path="night.log"):
    """A place that could not be read: reasons, places and hands come again, each in its own rhythm."""
    reason = f"found {number % 7}" if number % 3 else f"found \ud800{number}"
    fix = (Edit(number, 1, 4, "call"),) if number % 4 == 0 else ()
    hand = str(number // 2) if number % 5 else None
    return Unread(path, number // 9 + 1, 1 + number % 2, hand, reason, number % 6 == 1, "cal $5" * (number % 2), fix)


def reported(size, on_disk):
    """A result in which there are so many of everything."""
    kinds = (FindingStore, UnreadPlaces, UnreadPlaces) if on_disk else (list, list, list)
    found = result()
    found.findings = kinds[0](made(number) for number in range(size))
    found.unread = kinds[1](unread(number) for number in range(size))
    found.unknown = kinds[2](unread(number) for number in range(size))
    found.logs = [replace(found, findings=FindingStore())]
    return found


def earlier(path, size):
    """A baseline that has half of these findings, and as many that are gone. Some of them are there twice."""
    found = result()
    found.findings = FindingStore(
        made(number) for number in [*range(size // 2, size + size // 2), *range(size, size + 9)]
    )
    path.write_bytes(b"".join(render_bytes("json", view(found, Selection()))))
    return path


def keep_little(monkeypatch, size):
    """Let everything go to the disk beyond so many."""
    for name in ("IN_MEMORY", "TOGETHER", "OPEN"):
        monkeypatch.setattr(disk_list, name, size)
    monkeypatch.setattr(disk_index, "IN_MEMORY", size)
    monkeypatch.setattr(json_stream, "CHUNK", 100)


LITTLE, MUCH = 400, 800  # with fewer, buffers that are of one size for any number are not full yet
REGRADES = (Regrade("11.1", Severity.ADVISORY, "the house allows it"),)


@pytest.mark.parametrize("form", OUTPUTS)
def test_everything_else_that_may_be_many_is_told_the_same_from_the_disk(monkeypatch, tmp_path, form):
    path = earlier(tmp_path / "earlier.json", 120)
    choice = Selection(ignore=("10.1",), severities=REGRADES)
    in_memory = written(form, view(reported(120, on_disk=False), choice, baseline=load(path)))
    keep_little(monkeypatch, 4)
    found = reported(120, on_disk=True)

    assert found.unread.on_disk
    assert written(form, view(found, choice, baseline=load(path))) == in_memory


class UnreadAsWritten:
    """The section of the text on what could not be read, as one would write it if memory had no end."""

    def __init__(self, items):
        self.lines = []
        reasons = {}
        for item in items:
            reasons.setdefault(item.reason, {}).setdefault((item.line, item.column), []).append(item)
        for reason, places in reasons.items():
            for (line, column), here in [*places.items()][:PLACES]:
                hands = [item.hand for item in here if item.hand]
                named = [*hands[:PLACES], *[f"{len(hands) - PLACES} more"] * (len(hands) > PLACES)]
                noun = "hand" if len(hands) == 1 else "hands"
                self.lines.append(f"x:{line}:{column}" + (f", {noun} {joined(named)}" if hands else ""))
            self.lines += [f"and {len(places) - PLACES} more places"] * (len(places) > PLACES)
            self.lines.append(reason)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(1, 12), st.integers(0, 30)), max_size=80))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_each_reason_and_each_place_is_told_once(items):
    places = [Unread("x", line, 1, str(hand) if hand else None, f"reason {reason}") for reason, line, hand in items]
    found = result()
    found.unread = UnreadPlaces(places)
    text = "".join(plain_texts(render_text(view(found, Selection()), 10_000)))
    section = text.partition("NOT READ, AND SO NOT AUDITED\n")[2].partition("SUMMARY")[0]

    assert [line.strip() for line in section.split("\n") if line] == UnreadAsWritten(places).lines


@pytest.mark.parametrize("form", OUTPUTS)
@pytest.mark.parametrize("of", ["findings", "unread", "unknown", "baseline"])
def test_memory_does_not_grow_with_what_is_reported(monkeypatch, tmp_path, form, of):
    keep_little(monkeypatch, 8)
    monkeypatch.setattr("auditor.report.formats.junit.LISTED", 20)
    monkeypatch.setattr("auditor.report.formats.sarif.MOST_NOTICES", 20)
    monkeypatch.setattr("auditor.report.formats.html.LISTED", 20)
    paths = {size: earlier(tmp_path / f"{size}.json", size) for size in (LITTLE, MUCH) if of == "baseline"}

    def peak(size):
        found, whole = result(), reported(size, on_disk=True)
        kind = "findings" if of == "baseline" else of
        setattr(found, kind, getattr(whole, kind))
        found.logs = [replace(found, findings=FindingStore())]
        del whole
        tracemalloc.start()
        seen = view(found, Selection(severities=REGRADES), baseline=load(paths[size]) if paths else None)
        length = 0
        pieces = plain_texts(render_text(seen, 80, with_statistics=True)) if form == TEXT else render_bytes(form, seen)
        for piece in pieces:
            length += len(piece)
        highest = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return highest, length

    peak(LITTLE)  # whatever is loaded and remembered once
    (little, _), (much, length) = peak(LITTLE), peak(MUCH)
    index = 150 * (MUCH - LITTLE)  # a few numbers for each, and texts remembered; in memory each would take far more

    assert much <= 1.05 * little + index, (little, much, length)
