"""Processes that are ended, streams that are closed, disks that are full: a sentence, a status, and nothing torn."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from places import ROOT, SAMPLES

from auditor.api import audit
from auditor.auditing import side_by_side
from auditor.auditing.judging import judge_side_by_side
from auditor.auditing.options import Options
from auditor.auditing.shards import crew, gathering
from auditor.cli.app import run
from auditor.watching.followed_file import Listeners
from auditor.watching.watched_folder import WatchedFolder

NIGHT = SAMPLES / "sessions" / "manila-night.log"
HANDS = SAMPLES / "phh" / "holdem.phhs"  # three hands, two of them faulty
COMMAND = [sys.executable, "-m", "auditor"]
FULL = Path("/dev/full")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="these signals and files are of POSIX")


# ---- workers ----


def dying(log, times, marks):
    """A way to judge that ends its process at this log, so many times."""

    def judge(works):
        mark, here = marks / str(len(list(marks.iterdir()))), any(work.path.endswith(log) for work in works)
        if here and os.getpid() != FIRST and len(list(marks.iterdir())) < times:
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        judge_side_by_side(works)

    return judge


FIRST = os.getpid()


@pytest.fixture
def logs(tmp_path):
    """Three small logs, of which the first process judges the first, and a folder for marks."""
    folder = tmp_path / "logs"
    folder.mkdir()
    for name in ("1.phhs", "2.phhs", "3.phhs"):
        shutil.copy(HANDS, folder / name)
    (tmp_path / "marks").mkdir()
    return folder


def test_what_a_worker_had_in_hand_when_it_was_killed_is_done_again(logs, tmp_path, monkeypatch):
    expected = audit(logs).report("json")
    monkeypatch.setattr(side_by_side, "judge_side_by_side", dying("2.phhs", 1, tmp_path / "marks"))

    result = audit(logs, jobs=2)

    assert len(list((tmp_path / "marks").iterdir())) == 1
    assert result.report("json") == expected


def test_a_log_over_which_two_workers_died_is_told_and_the_others_judged(logs, tmp_path, monkeypatch):
    whole = audit(logs)
    monkeypatch.setattr(side_by_side, "judge_side_by_side", dying("2.phhs", 99, tmp_path / "marks"))

    result = audit(logs, jobs=2)

    assert len(list((tmp_path / "marks").iterdir())) == 2 * crew.ATTEMPTS  # with its neighbour, and by itself
    assert [(Path(one.path).name, one.reason) for one in result.unread] == [
        ("2.phhs", gathering.DIED.format(times="twice"))
    ]
    assert result.hands == whole.hands * 2 // 3
    assert not result.complete


def test_a_worker_knows_what_a_line_was_meant_to_say(tmp_path):
    path = tmp_path / "night.log"
    path.write_text("table T\n  rulse act/5-card-stud\n  date 1994-06-11\n\nhand 1\n  seat 1 Ann $5\nend\n")

    assert audit(path, jobs=2).unread == audit(path).unread


def test_without_any_worker_the_first_process_does_the_work(monkeypatch):
    expected = audit(HANDS).report("json")

    def refused(_self):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.context.ForkProcess.start", refused)
    monkeypatch.setattr("multiprocessing.context.Process.start", refused)

    assert audit(HANDS, jobs=2).report("json") == expected


def test_workers_end_with_the_audit_and_with_their_first_process(tmp_path):
    code = (
        "import multiprocessing, os, signal, sys, time; from auditor.auditing.shards import crew\n"
        "crew = crew.Crew(2); crew.submit(bytes, 1).result()\n"
        "print(*[one.pid for one in multiprocessing.active_children()], flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment(tmp_path), capture_output=True, text=True)

    workers_there = done.stdout.split()
    assert len(workers_there) == 2
    assert wait_until(lambda: not any(alive(int(number)) for number in workers_there))


def alive(number):
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(condition, seconds=120):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.05)
    return False


def environment(cache):
    return {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(cache), "TMPDIR": str(cache)}


# ---- signals ----


@pytest.mark.parametrize(("number", "jobs"), [(signal.SIGTERM, "1"), (signal.SIGHUP, "2")])
def test_a_signal_ends_an_audit_with_what_was_found_until_then(tmp_path, jobs, number):
    pipe, report = tmp_path / "slow.log", tmp_path / "report.json"
    os.mkfifo(pipe)
    words = ["audit", str(HANDS), str(pipe), "--jobs", jobs, "--format", f"json={report}", "--no-cache"]
    process = subprocess.Popen(
        COMMAND + words,
        cwd=ROOT,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # these tests may themselves run under nohup
    )
    with process, pipe.open("wb"):  # once it is opened at the other end, the first log is done
        time.sleep(0.2)
        process.send_signal(number)
        time.sleep(0.1)
        process.send_signal(signal.SIGTERM)  # as those do who end a service: one wish, told twice
        out, err = process.communicate(timeout=120)

    assert (process.returncode, b"Traceback" in err, out) == (3, False, b"")
    summary = json.loads(report.read_text())["summary"]
    assert (summary["complete"], summary["interrupted"]) == (False, True)
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")] == []


def test_a_signal_leaves_no_draft_of_a_file(tmp_path):
    pipe, out = tmp_path / "slow.log", tmp_path / "out.jsonl"
    os.mkfifo(pipe)
    process = subprocess.Popen([*COMMAND, "convert", str(pipe), str(out)], cwd=ROOT, stderr=subprocess.PIPE)
    with process, pipe.open("wb"):
        time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=120)

    assert (process.returncode, err) == (130, b"auditor: interrupted; there is no whole report\n")
    assert [path.name for path in tmp_path.iterdir()] == ["slow.log"]


AT_THE_START = "sys.meta_path.insert(0, type('Hook', (), {'find_spec': lambda name, *_: ask(name == 'typer')}))"
AT_THE_END = "gc.freeze = lambda: ask(True)"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize(
    ("moment", "status", "said"),
    [(AT_THE_START, 130, "auditor: interrupted; there is no whole report\n"), (AT_THE_END, 1, "")],
    ids=["before there is a command", "after the report"],
)
def test_a_signal_at_any_moment_leads_to_a_sentence_or_comes_too_late(tmp_path, moment, status, said, number):
    code = (
        "import gc, os, signal, sys; from auditor.cli import main\n"
        f"def ask(here): os.kill(os.getpid(), {number:d}) if here else None\n"
        f"for one in (1, 15): signal.signal(one, signal.SIG_DFL)\n{moment}\nmain()"
    )
    command = [sys.executable, "-c", code, "audit", str(HANDS), "-q"]
    done = subprocess.run(command, env=environment(tmp_path), capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (status, said)


def test_a_signal_waits_while_a_worker_is_made(tmp_path):
    code = (
        "import os, signal; from auditor.auditing.shards import crew\n"
        "os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGINT))\n"
        "crew = crew.Crew(1)\n"
        "try: crew.submit(bytes, 1)\n"
        "except KeyboardInterrupt: print('interrupted')"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment(tmp_path), capture_output=True, text=True)

    assert (done.stdout, done.stderr) == ("interrupted\n", "")


# ---- streams and disks ----


def shell(line, tmp_path, **names):
    """What a line of the shell ends with: its status, and what it said."""
    words = {"auditor": f"{sys.executable} -m auditor", "log": HANDS, **names}
    line, env = line.format(**words), environment(tmp_path / "cache")
    done = subprocess.run(["sh", "-c", line], cwd=ROOT, env=env, capture_output=True, text=True)
    assert "internal error" not in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    return done.returncode, done.stderr


UNWRITABLE = "auditor: cannot write to standard output: "


@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        pytest.param("{auditor} audit {log} >&-", 2, UNWRITABLE + "it is closed\n", id="no output"),
        pytest.param("{auditor} audit {log} -o {out} <&- >&- 2>&-", 1, "", id="no stream at all"),
        pytest.param("{auditor} audit - <&- >/dev/null", 3, "", id="no input"),
        pytest.param("{auditor} --version >&-", 2, UNWRITABLE + "it is closed\n", id="no output for the version"),
        pytest.param("{auditor} audit --help >&-", 2, UNWRITABLE + "it is closed\n", id="no output for the help"),
    ],
)
def test_closed_streams_are_told_as_far_as_there_is_anybody_to_tell(tmp_path, line, status, said):
    out = tmp_path / "out"

    assert shell(line, tmp_path, out=out) == (status, said)
    assert "{out}" not in line or out.stat().st_size > 50


def test_what_is_said_to_nobody_does_not_get_into_a_report(tmp_path):
    line = f"{sys.executable} -m auditor convert {HANDS} - --to events "
    outs = [
        subprocess.run(["sh", "-c", line + end], cwd=ROOT, env=environment(tmp_path), capture_output=True)
        for end in ("2>/dev/null", "2>&-")
    ]

    assert [(one.returncode, one.stdout) for one in outs] == [(0, outs[0].stdout)] * 2


@pytest.mark.skipif(not FULL.exists(), reason="no full disk to be had")
@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        pytest.param("audit {log} >/dev/full", 2, UNWRITABLE, id="a report"),
        pytest.param("audit {log} --format jsonl --jobs 2 >/dev/full", 2, UNWRITABLE, id="lines"),
        pytest.param("audit {log} -o /dev/full", 2, "auditor: cannot write /dev/full: ", id="a report file"),
        pytest.param("audit {log} -o {out} 2>/dev/full", 1, "", id="what is said beside"),
        pytest.param("--version >/dev/full", 2, UNWRITABLE, id="the version"),
        pytest.param("--help >/dev/full", 3, "auditor: the system refused what was asked of it: ", id="help"),
    ],
)
def test_a_full_disk_is_told(tmp_path, line, status, said):
    reason = "No space left on device\n" if said else ""

    assert shell("{auditor} " + line, tmp_path, out=tmp_path / "out") == (status, said + reason)


@pytest.mark.parametrize("words", ["audit {log} --format jsonl", "--help"])
def test_a_reader_that_goes_away_is_no_error(tmp_path, words):
    status, said = shell("{{ {auditor} " + words + "; echo $? >&2; }} | true", tmp_path)

    assert (status, said) in [(0, "0\n"), (0, "1\n")]


@pytest.mark.skipif(not FULL.exists(), reason="no full disk to be had")
def test_what_comes_through_a_pipe_needs_room_and_says_so(tmp_path, monkeypatch, capsys):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.SpooledTemporaryFile.write", full)
    monkeypatch.setattr("sys.stdin", HANDS.open())

    assert run(["audit", "-"]) == 3
    assert "No space left on device" in capsys.readouterr().out


def test_a_watch_goes_by_a_clock_that_nobody_sets(tmp_path, monkeypatch):
    path = tmp_path / "night.phhs"
    shutil.copy(HANDS, path)
    monkeypatch.setattr(time, "time", lambda: 0.0)  # set back to before the file was written
    folder = WatchedFolder(tmp_path, lambda _: Options(), Listeners(print, print, lambda: False), 0.2)

    folder.look()
    first = [len(one.reading.result.findings) for one in folder.followers.values()]
    time.sleep(0.3)
    folder.look()

    assert abs(folder.clock() - time.monotonic()) < 60
    assert (first, [len(one.reading.result.findings) for one in folder.followers.values()]) == ([0], [2])
