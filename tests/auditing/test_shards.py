"""Logs judged in shards come out as they do whole, wherever they are cut."""

import json
import os
import pickle
import random
import re
from pathlib import Path

import pytest
from places import CORPORA, SAMPLES

from auditor.auditing.audit_run import AuditRun
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.shards import gathering
from auditor.auditing.shards.gathering import gather
from auditor.auditing.shards.work import judge_logs, judge_stretch
from auditor.auditing.shards.workers import WorkerDied
from auditor.logs.files import remote, stretches
from auditor.logs.files.discovery import find
from auditor.report import formats
from auditor.report.view import Selection, view

OPTIONS = Options(rules=None)
HISTORIES = sorted((SAMPLES / "hand-histories").iterdir())
SESSIONS = sorted((SAMPLES / "sessions").glob("*.log"))


class Here:
    """Workers that are none: the work travels, and is done in this process when somebody waits for it."""

    size = 2

    def __init__(self):
        self.given = []

    def submit(self, function, *arguments):
        self.given.append(function)
        return Travelled(pickle.dumps((function, arguments)))


class Travelled:
    def __init__(self, work):
        self.work = work

    def result(self):
        function, arguments = pickle.loads(self.work)
        return function(*arguments)


def whole(*paths):
    return told(audit(find([str(path) for path in paths]), OPTIONS, by_log=True))


def in_shards(length, *paths):
    """The report of the logs judged in shards of this length, and the functions that workers were given."""
    run, workers = AuditRun(lambda _name: OPTIONS, by_log=True), Here()
    gather(find([str(path) for path in paths]), run, workers, learn=True, length=length)
    run.end()
    return told(run.result), workers.given


def told(result):
    seen = view(result, Selection(), OPTIONS)
    return {name: "".join(formats.render(name, seen)) for name in ("json", "junit")}


def lengths(path, seed, times=3):
    """Lengths of stretches, from a few hands to half a log."""
    size = path.stat().st_size
    return [random.Random(f"{path.name} {seed} {n}").randint(min(400, size // 4), size // 2) for n in range(times)]


def joined(folder, texts, name="year.log"):
    path = folder / name
    path.write_text("log 1\n\n" + "\n".join(re.sub(r"(?m)^log 1$", "", text) for text in texts))
    return path


# ---- logs of many tables ----


@pytest.mark.parametrize("seed", range(2))
def test_a_log_of_many_tables_comes_out_the_same_wherever_it_is_cut(tmp_path, seed):
    texts = [path.read_text() for path in SESSIONS if path.stat().st_size < 15_000]
    path = joined(tmp_path, random.Random(seed).sample(texts, 3))
    expected = whole(path)

    for length in lengths(path, seed, 2):
        found, given = in_shards(length, path)

        assert found == expected
        assert judge_stretch in given


HAND = """
hand {n} at {at}
  seat 1 {who} $200
  seat 2 {other} $200
  buck 1
  {who} blind $5
  deal {who} [As Kd], {other} [7c 7d]
  communal [Qh]
  {other} folds
  return $5 to {who}
  pot $0
end
"""


def table(name, times, who="Ann", other="Ben", day="2024-05-03"):
    head = f'table "{name}"\n  rules roberts/holdem\n  date {day}\n  records play-only\n'
    return head + "".join(HAND.format(n=n, at=at, who=who, other=other) for n, at in enumerate(times, 1))


@pytest.mark.parametrize(
    ("tables", "at_once"),
    [
        pytest.param(
            [table("A", ["20:00", "20:10", "20:30"]), table("B", ["20:05", "20:15", "20:40"], other="Cam")],
            True,
            id="at two tables at the same time",
        ),
        pytest.param(
            [table("A", ["20:00", "20:10"]), table("B", ["20:10", "20:40"], other="Cam")],
            False,
            id="one after the other",
        ),
        pytest.param(
            [table("A", ["20:00", "20:10"]), table("B", ["20:05", "20:40"], "Eva", "Dot"), table("A", ["20:50"])],
            False,
            id="back at a table",
        ),
        pytest.param(
            [
                table("A", ["20:00"], day="2024-05-03"),
                table("B", ["20:00"], day="2024-06-03"),
                table("C", ["20:00"], day="2024-05-13"),
            ],
            False,
            id="nights in no order",
        ),
        pytest.param(
            [
                table("A", ["20:00", "20:01"]),
                table("B", ["20:00"]).replace("Ben folds", "Ben fulds"),
                table("C", ["23:00"]),
            ],
            False,
            id="a line that cannot be read",
        ),
    ],
)
@pytest.mark.parametrize("length", [250, 350])
def test_what_tables_have_to_do_with_each_other_is_found_across_cuts(tmp_path, tables, at_once, length):
    path = joined(tmp_path, tables)
    expected = whole(path)

    found, given = in_shards(length, path)

    assert found == expected
    assert ("at the same time" in found["json"]) == at_once
    assert judge_stretch in given


# ---- histories whose hands carry their table ----


@pytest.mark.parametrize("path", HISTORIES, ids=lambda path: path.name)
def test_a_history_comes_out_the_same_wherever_it_is_cut(tmp_path, path):
    text = path.read_bytes()
    long = tmp_path / path.name
    long.write_bytes(b"\r\n\r\n\r\n".join([text, text.replace(b"Table '", b"Table 'X"), b"lost\n" + text]))
    expected = whole(long)

    for length in lengths(long, 0):
        assert in_shards(length, long)[0] == expected


def real_logs():
    """A few real logs, or with AUDITOR_ALL_CUTS=1 every one that has room for several cuts."""
    found = sorted(path for path in CORPORA.rglob("*") if path.is_file() and 20_000 < path.stat().st_size < 500_000)
    every = os.environ.get("AUDITOR_ALL_CUTS") == "1" or not found
    return found if every else random.Random(0).sample(found, 2)


@pytest.mark.parametrize("path", real_logs(), ids=lambda path: path.name)
def test_a_real_log_comes_out_the_same_wherever_it_is_cut(path):
    length = random.Random(path.name).randint(4_000, path.stat().st_size // 2)

    assert in_shards(length, path)[0] == whole(path)


def test_a_collection_of_phh_is_cut_at_its_hands(tmp_path):
    hand = (SAMPLES / "phh" / "holdem.phhs").read_text()
    path = tmp_path / "long.phhs"
    path.write_text("".join(re.sub(r"(?m)^\[([0-9]+)\]$", rf"[{n}\1]", hand) for n in range(1, 8)))
    expected = whole(path)

    found, given = in_shards(1500, path)

    assert found == expected
    assert judge_stretch in given


# ---- elsewhere ----


def test_a_large_log_elsewhere_comes_out_the_same_wherever_it_is_cut(tmp_path, monkeypatch):
    fsspec = pytest.importorskip("fsspec", reason="NO FSSPEC HERE: 'pip install auditor[remote]' has it")
    monkeypatch.setattr(gathering, "LARGEST_FETCHED", 0)
    monkeypatch.setattr(remote, "AT_ONCE", 0)
    path = joined(tmp_path, [table(name, ["20:00", "20:10"]) for name in "ABCDEFG"])
    address = "memory:///cut/large.log"
    fsspec.filesystem("memory").pipe("/cut/large.log", path.read_bytes())
    expected = whole(address)

    found, given = in_shards(600, address)

    assert found == expected
    assert given.count(judge_stretch) > 1


def test_a_log_with_a_piece_too_long_for_memory_is_judged_as_a_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(stretches, "LONGEST", 5000)
    year = table("A", [f"{hour}:{minute:02}" for hour in range(19, 24) for minute in range(0, 60, 5)])
    path = joined(tmp_path, [year, *[table(name, ["20:00", "20:10"]) for name in "BCDEFG"]])

    found, given = in_shards(1000, path)

    assert len(year) > 5000
    assert found == whole(path)
    assert given == [judge_logs]


# ---- what goes wrong ----


def test_small_logs_go_together_and_keep_their_order(tmp_path):
    (tmp_path / "0 first.txt").write_text("no log")
    for n, path in enumerate(HISTORIES[:6]):
        (tmp_path / f"{n} {path.name}").write_bytes(path.read_bytes())
    (tmp_path / "9 last.log").write_text("log 1\n")

    found, given = in_shards(8000, tmp_path)

    assert found == whole(tmp_path)
    assert 1 < len(given) < 6
    assert set(given) == {judge_logs}


def test_a_log_that_changes_after_it_was_cut_is_judged_as_it_is_then(tmp_path, monkeypatch):
    path = joined(tmp_path, [table(name, ["20:00", "20:10"]) for name in "ABCDEFG"])
    cut = gathering.stretches

    def then_changed(*arguments):
        found = cut(*arguments)
        path.write_text(path.read_text().replace("Ben folds", "Ben raises to $9"))
        return found

    monkeypatch.setattr(gathering, "stretches", then_changed)

    found, _ = in_shards(600, path)

    assert "Ben raises" in path.read_text()
    assert found == whole(path)


class Dying(Here):
    """Workers of which those that get a certain log die, every time."""

    def __init__(self, name):
        super().__init__()
        self.name = name

    def submit(self, function, *arguments):
        if self.name in repr(arguments):
            return Dead()
        return super().submit(function, *arguments)


class Dead:
    def result(self):
        raise WorkerDied


def test_logs_over_which_workers_die_are_told_and_the_others_judged(tmp_path):
    for n, path in enumerate(HISTORIES[:5]):
        (tmp_path / f"{n} {path.name}").write_bytes(path.read_bytes())
    run = AuditRun(lambda _name: OPTIONS)

    gather(find([str(tmp_path)]), run, Dying("2 "), learn=True)

    assert [Path(one.path).name[:2] for one in run.result.unread if "was ended from outside, twice" in one.reason] == [
        "2 "
    ]
    assert len(run.result.inputs) == 5


def test_a_stretch_over_which_workers_die_is_told_with_its_line(tmp_path):
    path = joined(tmp_path, [table(name, ["20:00", "20:10"]) for name in "ABCDEFG"])
    run = AuditRun(lambda _name: OPTIONS)
    lost = path.read_text().splitlines().index('table "D"') + 1

    gather(find([str(path)]), run, Dying(f"lines={lost - 1},"), learn=True, length=400)

    (unread,) = run.result.unread
    assert (unread.line, unread.path) == (lost, str(path))
    assert "were not judged" in unread.reason
    assert json.loads(told(run.result)["json"])["summary"]["hands"] == 12
