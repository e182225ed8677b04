"""Every call that opens, reads, writes, renames or saves a file, or makes a process, fails once, one at a time.

The calls are those of the C library (`failing_calls.c`), not of Python: so none escapes, whichever module makes it, in
whichever process. A good run is counted, then call k fails, for each k. Whatever fails: no traceback, no file that is
torn, no decision that is lost, and no status that says all is well when it is not.

A sample is tried; with AUDITOR_ALL_CALLS=1 all calls of all commands are, with several errors each.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from places import ROOT, SAMPLES

HERE = Path(__file__).parent
COMPILER = shutil.which("gcc") or shutil.which("cc")
ALL = bool(os.environ.get("AUDITOR_ALL_CALLS"))
SAMPLE = 8  # calls of a longer command that are tried
SHORT = 20  # a command of so many calls is tried as a whole
OTHER_ERRORS = (5, 28, 13)  # EIO, ENOSPC, EACCES
OLD_REPORT = '{"old": true}\n'
OLD_LEDGER = """[[decision]]
fingerprint = "0123456789"
decision = "upheld"
authority = "Inspector 1"
time = 1994-06-12T10:00:00
remark = "seen"
"""
DECIDE = "decide 9876543210 upheld --authority Inspector --ledger {folder}/decisions.toml"
COMMANDS = {
    "decide": DECIDE,
    "parse": "parse {folder}/logs",
    "convert": "convert {folder}/logs {folder}/new.jsonl --force",
    "watch": "watch {folder}/logs --once",
    "audit to stdout": "audit {folder}/logs --isolated --no-cache",
    "audit to a file": "audit {folder}/logs --isolated --format json={folder}/report.json",
    "audit with workers": "audit {folder}/logs --isolated --jobs 2 --format json={folder}/report.json",
    "audit from the start": "audit {folder}/logs --isolated --no-cache --format json={folder}/report.json",
}
COLD = {"audit from the start"}  # rulebooks and grammars are read in each run
INNOCENT = {"", "auditor: 3 hands written as events to {folder}/new.jsonl\n"}

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or COMPILER is None, reason="needs LD_PRELOAD and a compiler of C"
)


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    path = tmp_path_factory.mktemp("library") / "failing.so"
    flags = ["-shared", "-fPIC", "-O1", "-Wall", "-o", str(path)]
    subprocess.run([COMPILER, *flags, str(HERE / "failing_calls.c"), "-ldl"], check=True)
    return path


@pytest.fixture
def template(tmp_path):
    """The files that a run begins with: a log, an old report, a ledger with a decision."""
    folder = tmp_path / "template"
    for name in ("logs", "temporary", "cache"):
        (folder / name).mkdir(parents=True)
    shutil.copy(SAMPLES / "phh" / "holdem.phhs", folder / "logs" / "night.phhs")
    (folder / "report.json").write_text(OLD_REPORT)
    (folder / "new.jsonl").write_text(OLD_REPORT)
    (folder / "decisions.toml").write_text(OLD_LEDGER)
    return folder


def runs(library, template, command, calls):
    """What became of runs of a command in which these calls failed."""
    folder = template.parent / "run"
    plan = {
        "words": COMMANDS[command].format(folder=folder).split(),
        "template": str(template),
        "folder": str(folder),
        "warm": command not in COLD,
        "also": f"{ROOT}/" if command in COLD else "",
        "calls": calls,
    }
    environment = {**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, str(HERE / "failing_runs.py")],
        input=json.dumps(plan),
        env=environment,
        cwd=template,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def wrong(run, good):
    """What is wrong with the end of a run, if anything is."""
    files, said = run["files"], run["files"].pop("err")
    if run["status"] not in (good["status"], 2, 3):
        return f"status {run['status']}"
    if run["status"] in (2, 3) and not said and not run["files"]["out"]:
        return "nothing said"
    if any(words in said for words in ("Traceback", "internal error", "Exception ignored", "fault of its own")):
        return "not in words"
    if run["status"] == good["status"] and as_written(files) != as_written(good["files"]):
        return "a status as if all were well"
    if litter := [name for name in files if name.endswith(".part") or name.startswith("temporary/")]:
        return f"left behind: {litter}"
    return torn(files, good["files"])


def as_written(files):
    """The files without what differs from run to run: when something was decided, and how long it took."""
    return {name: "" if name in ("decisions.toml", ".decisions.toml.lock") else text for name, text in files.items()}


def torn(files, good):
    if files.get("new.jsonl") not in (OLD_REPORT, good["new.jsonl"]):  # whole, and with a note of what is missing
        try:
            last = [json.loads(line) for line in files["new.jsonl"].splitlines(True) if line.endswith("\n")][-1]
        except (ValueError, KeyError, IndexError):
            return "new.jsonl is torn"
        if last["event"] != "unreadable":
            return "a part of a log that does not say so"
    if files.get("report.json") not in (OLD_REPORT, good["report.json"]):
        try:
            summary = json.loads(files["report.json"])["summary"]
        except (ValueError, KeyError):
            return "report.json is torn"
        if summary["complete"]:
            return "a part of a report that says it is the whole"
    refs = [entry["fingerprint"] for entry in tomllib.loads(files["decisions.toml"])["decision"]]
    return None if refs in (["0123456789"], ["0123456789", "9876543210"]) else f"decisions {refs}"


@pytest.mark.parametrize("command", COMMANDS)
def test_whichever_call_fails_it_is_told_and_nothing_is_torn(library, template, command):
    (good,) = runs(library, template, command, [(0, 0)])
    good["files"].pop("err")
    assert good["status"] in (0, 1), good
    assert good["calls"] > 3
    numbers = range(1, good["calls"] + 1)
    if not ALL and good["calls"] > SHORT:
        numbers = sorted(random.Random(command).sample(numbers, SAMPLE))
    calls = [(number, error) for number in numbers for error in ((0, *OTHER_ERRORS) if ALL else (0,))]

    found = runs(library, template, command, calls)

    assert len(found) == len(calls)
    assert [(run["call"], run["hit"], fault, run) for run in found if (fault := wrong(run, good))] == []
    assert any(run["hit"] for run in found)


def test_a_decision_that_was_entered_stays_whatever_fails(library, template):
    found = runs(library, template, "decide", [(0, 0)])

    refs = [one["fingerprint"] for one in tomllib.loads(found[0]["files"]["decisions.toml"])["decision"]]
    assert (found[0]["status"], refs) == (0, ["0123456789", "9876543210"])
