"""Long audits: results kept between runs, what an interruption leaves, lines as they come, progress."""

import gc
import io
import json
import os
import re
import signal
import subprocess
import sys
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from places import ROOT

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result_cache import FOLDER, ResultCache
from auditor.cli import output
from auditor.cli.app import run
from auditor.logs.files.decoding import open_path, open_stream
from auditor.storage import disk_cache, disk_index, disk_list

NIGHT = ROOT / "samples" / "sessions" / "manila-night.log"


@pytest.fixture
def auditor(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "night.log").write_bytes(NIGHT.read_bytes())

    def command(*words):
        status = run([str(word) for word in words])
        told = capsys.readouterr()
        return status, told.out, told.err

    return command


def entries(tmp_path):
    return sorted((tmp_path / "cache" / "auditor" / FOLDER).glob("*.json"))


@pytest.mark.parametrize("form", ["text", "json", "junit", "jsonl"])
def test_an_unchanged_log_is_not_audited_again_and_tells_the_same(auditor, tmp_path, monkeypatch, form):
    first = auditor("audit", "night.log", "--format", form)
    monkeypatch.setattr("auditor.auditing.side_by_side.judge_side_by_side", lambda *_: pytest.fail("audited again"))

    assert auditor("audit", "night.log", "--format", form) == first
    assert len(entries(tmp_path)) == 1


def test_what_a_result_depends_on_makes_another_one(auditor, tmp_path, monkeypatch):
    auditor("audit", "night.log")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "name.log").write_bytes(NIGHT.read_bytes())
    renamed = json.loads(auditor("audit", "other/name.log", "--format", "json")[1])
    assert {one["location"]["path"] for one in renamed["findings"]} == {"other/name.log"}
    assert len(entries(tmp_path)) == 1  # the name of a log is nothing that its result depends on

    (tmp_path / "night.log").write_bytes(NIGHT.read_bytes() + b"\n")
    auditor("audit", "night.log")
    auditor("audit", "night.log", "--as-of", "1994-12-01")
    auditor("audit", "night.log", "--interpret", "two_player_from=start-of-round")
    assert len(entries(tmp_path)) == 4
    auditor("audit", "night.log", "--no-cache", "--as-of", "1994-07-01")
    assert len(entries(tmp_path)) == 4

    monkeypatch.setattr("auditor.auditing.result_cache.stamp", lambda: "another auditor")
    auditor("audit", "night.log")
    assert len(entries(tmp_path)) == 5


@pytest.mark.parametrize("damage", [b"", b"\x00\xff", b"{}", b"x" * 100])
def test_a_damaged_result_is_told_and_made_anew(auditor, tmp_path, damage):
    first = auditor("audit", "night.log")
    (entry,) = entries(tmp_path)
    entry.write_bytes(damage)

    status, out, err = auditor("audit", "night.log")

    assert (status, out) == first[:2]
    assert "warning: a cached result of night.log is damaged and was not used" in err
    assert auditor("audit", "night.log") == first  # it was written again


def test_a_cache_that_is_damaged_throughout_is_told_in_a_few_lines(auditor, tmp_path):
    for number in range(6):
        (tmp_path / f"{number}.log").write_bytes(NIGHT.read_bytes() + b"\n" * number)
    auditor("audit", "[0-5].log")
    for entry in entries(tmp_path):
        entry.write_bytes(b"x")

    err = auditor("audit", "[0-5].log")[2]

    assert (err.count("damaged"), err.splitlines()[-1]) == (3, "auditor: warning: and 3 more")


def test_several_runs_at_once_find_the_cache_whole(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    texts = [letter * 100_000 for letter in "abcd"]

    def work(text):
        found = []
        for _ in range(50):
            disk_cache.write(FOLDER, "the same", text)
            found.append(disk_cache.read(FOLDER, "the same"))  # ValueError if it were damaged
        return found

    with ThreadPoolExecutor(4) as pool:
        found = [text for many in pool.map(work, texts) for text in many]

    assert set(found) <= set(texts)
    assert [path.suffix for path in (tmp_path / "auditor" / FOLDER).iterdir()] == [".json"]


def test_a_whole_entry_that_says_something_else_is_not_believed(auditor, tmp_path):
    first = auditor("audit", "night.log")
    source = open_path(tmp_path / "night.log", "night.log")
    disk_cache.write(
        FOLDER, ResultCache._key(source, Options()), '{"rulebooks": [["act/canberra-manila", "s94", "0"]]}'
    )

    assert auditor("audit", "night.log")[:2] == first[:2]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interruption_leaves_a_valid_report_of_the_part(auditor, tmp_path, monkeypatch, jobs):
    judged = 0

    def observe(*_):
        nonlocal judged
        judged += 1
        if judged == 10:
            raise KeyboardInterrupt

    monkeypatch.setattr(output.Progress, "step", lambda _self, *_: observe())
    status, out, _ = auditor("audit", "night.log", "--format", "json", "--jobs", jobs)
    report = json.loads(out)

    assert status == 3
    assert (report["summary"]["interrupted"], report["summary"]["complete"]) == (True, False)
    assert report["summary"]["hands"] == 10
    assert [one["hand"] for one in report["findings"]] == ["5", "7"]
    assert entries(tmp_path) == []  # half a result is none


def test_ctrl_c_on_the_command_line(tmp_path):
    text = NIGHT.read_text(encoding="utf-8")
    head, _, hands = text.partition("\nhand 1 ")
    many = "".join(f"\nhand 1{n:04} {hands.partition(chr(10) + 'end' + chr(10))[0]}\nend\n" for n in range(9000))
    (tmp_path / "long.log").write_text(head + many, encoding="utf-8")
    words = [sys.executable, "-m", "auditor", "audit", "long.log", "--format", "jsonl", "--no-cache"]
    child = subprocess.Popen(
        words, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None
    first, _finding = child.stdout.readline(), child.stdout.readline()  # the buck stays: there are findings at once
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=300)

    summary = json.loads(out.splitlines()[-1])
    assert json.loads(first)["type"] == "start"
    assert (child.returncode, summary["summary"]["interrupted"]) == (3, True), err
    assert 0 < summary["summary"]["hands"] < 9000


def test_lines_come_while_the_audit_goes_on(tmp_path, monkeypatch):
    from auditor.report.formats.jsonl import FindingStream
    from auditor.report.view import Selection, view

    told = []
    stream = FindingStream(lambda result: view(result, Selection()), told.append)
    seen = []
    audit(
        [open_path(NIGHT, "night.log")],
        Options(),
        lambda *_: seen.append(len(told)),
        hear=stream.hear,
    )

    assert seen == sorted(seen)
    assert len(set(seen)) > 4
    assert [json.loads(line)["type"] for line in told] == ["start", *["finding"] * 7]


def test_what_is_found_at_the_end_of_a_log_is_a_line_too(tmp_path):
    from auditor.report.formats.jsonl import FindingStream
    from auditor.report.view import Selection, view

    log = ROOT / "samples" / "clauses" / "roberts" / "tournament.log"
    told = []
    stream = FindingStream(lambda result: view(result, Selection()), told.append)
    for cache in (None, ResultCache()):  # with a cache, each log has a result of its own
        found = audit([open_path(log, "t.log")], Options(), cache=cache, hear=stream.hear).findings
        lines = [json.loads(line)["fingerprint"] for line in told if '"type": "finding"' in line]
        told.clear()

        assert sorted(lines) == sorted(one.fingerprint for one in found)


def keep_little(monkeypatch):
    """Let everything go to the disk beyond a few."""
    monkeypatch.setattr(disk_list, "IN_MEMORY", 10)
    monkeypatch.setattr(disk_index, "IN_MEMORY", 10)
    monkeypatch.setattr("auditor.logs.reader.MOST_RUNS", 10)


NUMBERS = {
    "one after the other": "{0}",
    "with a letter before": "M-{0}",
    "backwards": "{2}",
    "scattered": "{1}",
    "no numbers": "{1}x",
    "after something else each time": "M{1}-1",
}


@pytest.mark.parametrize(
    ("number", "lost"),
    [*[pytest.param(number, "", id=name) for name, number in NUMBERS.items()], ("{0}", "  somebody does something\n")],
)
def test_memory_is_flat_over_the_hands_of_a_table(monkeypatch, number, lost):
    keep_little(monkeypatch)
    text = NIGHT.read_text(encoding="utf-8")
    head, _, hands = text.partition("\nhand 1 ")
    hand = hands.partition("\nend\n")[0]
    texts = [
        f"\nhand {number.format(n, 7919 * n % 100_003, 2_000 - 2 * n)} {hand}\n{lost * (n % 2)}end\n"
        for n in range(1, 401)
    ]
    held = {}

    def observe(_result):
        observe.parts += 1
        if observe.parts in (100, 400):
            gc.collect()
            held[observe.parts] = tracemalloc.get_traced_memory()[0]

    observe.parts = 0
    log = io.BytesIO((head + "".join([*texts, texts[1]])).encode())
    tracemalloc.start()
    result = audit([open_stream(log, "night.log")], Options(), hear=observe)
    tracemalloc.stop()

    assert result.findings.on_disk == (number.endswith("{0}") and not lost)  # the buck stays where it is
    assert (result.unread.on_disk, result.hands_judged) == (bool(lost), 200 if lost else 400)
    assert [one.line > 10_000 for one in result.unread if "second time" in one.reason] == [True]
    assert held[400] <= 1.05 * held[100] + 20_000, held


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_number_that_comes_twice_is_found_on_the_disk_by_any_number_of_processes(monkeypatch, jobs):
    keep_little(monkeypatch)
    text = NIGHT.read_text(encoding="utf-8")
    head, _, hands = text.partition("\nhand 1 ")
    hand = hands.partition("\nend\n")[0]
    texts = [f"\nhand {7919 * n % 100_003}x {hand}\nend\n" for n in range(300)]
    log = io.BytesIO((head + "".join([*texts, *texts[:40]])).encode())

    result = audit([open_stream(log, "night.log")], Options(jobs=jobs))

    assert (result.hands_judged, len(result.unread)) == (300, 40)


class Terminal:
    def __init__(self):
        self.text = ""

    def isatty(self):
        return True

    def write(self, text):
        self.text += text

    def flush(self):
        pass


def test_progress_tells_speed_and_time_left_on_a_terminal_only(monkeypatch):
    now = iter([0.0, *[float(n) for n in range(1, 1000)]])
    monkeypatch.setattr(output.time, "monotonic", lambda: next(now))
    terminal = Terminal()
    progress = output.Progress(True, 2 * NIGHT.stat().st_size, terminal)
    for source in progress.follow([open_path(NIGHT, "night.log")]):
        list(source.chunks())  # all is read, and of what was read a quarter judged
        for _ in range(64):
            progress.step(SimpleNamespace(line=source.lines // 4))
        shown = terminal.text
        progress.step(SimpleNamespace())  # the end of a table has no line
    progress.end()
    silent = output.Progress(True, 10)

    (hands, speed, left) = re.findall(r"\r([0-9]+) hands, ([0-9]+) a second, 0:([0-9]+) left", shown)[0]
    assert int(hands) / int(speed) * 7 == pytest.approx(int(left), rel=0.5)  # an eighth of two such logs is done
    assert terminal.text.endswith("\r")
    assert progress.hands == 64
    assert not silent.wanted
