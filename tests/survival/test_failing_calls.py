"""Every call that opens, reads, writes, renames or saves a file, or makes a process, fails once, one at a time.

The calls are those of the C library (`failing_calls.c`), not of Python: so none escapes, whichever module makes it, in
whichever process. A good run is counted, then call k fails, for each k. Whatever fails: no traceback, no file that is
torn, no decision that is lost, and no status that says all is well when it is not.

A sample is tried; with AUDITOR_ALL_CALLS=1 all calls of all commands are, with several errors each. A command that
reads every rulebook makes thousands of calls: there, some stand for those that do the same to files of one folder.
"""

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from places import ROOT, SAMPLES

HERE = Path(__file__).parent
COMPILER = shutil.which("gcc") or shutil.which("cc")
ALL = bool(os.environ.get("AUDITOR_ALL_CALLS"))
MOST = 5  # calls of a command that are tried
OTHER_ERRORS = (5, 28, 13)  # EIO, ENOSPC, EACCES
OLD_REPORT = '{"old": true}\n'
OLD_LEDGER = """[[decision]]
fingerprint = "0123456789"
decision = "upheld"
authority = "Inspector 1"
time = 1994-06-12T10:00:00
remark = "seen"
"""
AUDIT = "audit {folder}/logs --isolated --format json={folder}/report.json"
ENTER = f"{AUDIT} --register {{folder}}/register.db"
DECIDE = "decide 9876543210 upheld --force --authority Inspector"
COMMANDS = {
    "audit from the start": f"{AUDIT} --no-cache",
    "decide": f"{DECIDE} --ledger {{folder}}/decisions.toml",
    "parse": "parse {folder}/logs",
    "convert": "convert {folder}/logs {folder}/new.jsonl --force",
    "pack": "pack {folder}/logs -o {folder}/case.zip --force --isolated",
    "trust": "trust {folder}/logs",
    "watch": "watch {folder}/logs --once --isolated",
    "audit to stdout": "audit {folder}/logs --isolated --no-cache",
    "audit to a file": AUDIT,
    "audit with workers": f"{AUDIT} --jobs 2",
    "audit again": AUDIT,
    "verify": "verify {folder}/case.zip",
    "register": ENTER,
    "register again": ENTER,
    "decide in the register": f"{DECIDE} --register {{folder}}/register.db",
    "register summary": "register summary --register {folder}/register.db",
}
FIRST = {  # what was run before
    "audit again": ["audit to a file"],
    "verify": ["pack"],
    "register again": ["register"],
    "decide in the register": ["register"],
    "register summary": ["register"],
}
COLD = {  # a process that has to read rulebooks and grammars, too: from the sources, and from the cache
    "audit from the start",
    "audit again",
}
STATUS = {name: int(name.startswith(("watch", "audit", "register"))) for name in COMMANDS} | {"register summary": 0}

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


def runs(library, template, names):
    """What became of runs of these commands in which a call failed, after a run of each in which none did."""
    folder = template.parent / "run"
    words = {name: line.format(folder=folder).split() for name, line in COMMANDS.items()}
    plans = [
        {
            "name": name,
            "words": words[name],
            "first": [words[one] for one in FIRST.get(name, ())],
            "template": str(template),
            "folder": str(folder),
            "warm": name not in COLD,
            "also": f"{ROOT}/" if name in COLD else "",
            "most": None if ALL else MOST,
            "alike": ALL and name in COLD,
            "errors": [0, *OTHER_ERRORS] if ALL else [0],
        }
        for name in names
    ]
    environment = {**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, str(HERE / "failing_runs.py")],
        input=json.dumps(plans),
        env=environment,
        cwd=template,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


BESIDE = re.compile(r"^  Files .*?(?=^\n|^  \S)", re.DOTALL | re.MULTILINE)  # what lies beside the logs


def wrong(run, good):
    """What is wrong with the end of a run, if anything is."""
    files = {name: text for name, text in run["files"].items() if name != "err"}
    said = run["files"]["err"]
    if run["status"] not in (good["status"], 2, 3):
        return f"status {run['status']}"
    if run["status"] in (2, 3) and not said and not run["files"]["out"]:
        return "nothing said"
    if any(words in said for words in ("Traceback", "internal error", "Exception ignored", "fault of its own")):
        return "not in words"
    if run["status"] == good["status"] and as_written(files) != as_written(good["files"]):
        return "a status as if all were well"
    if fault := wrong_register(run, good):
        return fault
    if litter := [name for name in files if name.endswith(".part") or name.startswith("temporary/")]:
        return f"left behind: {litter}"
    return torn(files, good["files"])


def as_written(files):
    """The files without what may differ from run to run: the time of a decision, and what is said beside.

    Of a ledger that is not applied in any case, a report may also tell that it cannot be read, in whichever form.
    """
    kept = {name: text for name, text in files.items() if name not in ("err", "decisions.toml")}
    return kept | {"out": BESIDE.sub("", kept["out"]), "report.json": without_beside(kept["report.json"])}


def without_beside(text):
    """A report in JSON without what it says of the files that lie beside the logs, and of decisions it cannot read."""
    try:
        report = json.loads(text)
    except ValueError:
        return text
    return {key: value for key, value in report.items() if key not in ("files", "ledger")}


def decisions(files):
    return tomllib.loads(files["decisions.toml"])["decision"]


def is_whole(text):
    """Is this a pack, whose manifest says what is in it?"""
    try:
        with zipfile.ZipFile(io.BytesIO(text.encode("latin-1"))) as case:
            listed = [(one["name"], one["sha256"]) for one in json.loads(case.read("manifest.json"))["files"]]
            return all(hashlib.sha256(case.read(name)).hexdigest() == sha256 for name, sha256 in listed)
    except (zipfile.BadZipFile, KeyError, ValueError):
        return False


def wrong_register(run, good):
    """What is wrong with the register, if anything is: its pages, or rows that are less than all of a step."""
    if good["register"] is None:
        return None
    if run["register"] is None or run["register"]["pages"] != "ok":
        return f"the register: {run['register']}"
    if run["status"] == good["status"] and run["register"] != good["register"]:
        return "a status as if all were entered"
    findings = good["register"]["rows"]["findings"]
    if run["register"]["rows"].get("findings", 0) not in {findings, findings if run["name"] in FIRST else 0}:
        return "a part of the findings of a log"
    return None


def torn(files, good):
    if "case.zip" in files and not is_whole(files["case.zip"]):
        return "case.zip is torn"
    if files.get("new.jsonl") not in (OLD_REPORT, good["new.jsonl"]):  # whole, and with a note of what is missing
        try:
            last = [json.loads(line) for line in files["new.jsonl"].splitlines(True) if line.endswith("\n")][-1]
        except (ValueError, KeyError, IndexError):
            return "new.jsonl is torn"
        if last["event"] != "unreadable":
            return "a part of a log that does not say so"
    report, whole = files["report.json"], without_beside(good["report.json"])
    if report != OLD_REPORT and without_beside(report) != whole:
        try:
            summary = json.loads(report)["summary"]
        except (ValueError, KeyError):
            return "report.json is torn"
        if summary["complete"]:
            return "a part of a report that says it is the whole"
    refs = [entry["fingerprint"] for entry in decisions(files)]
    return None if refs in (["0123456789"], ["0123456789", "9876543210"]) else f"decisions {refs}"


@pytest.mark.parametrize("names", [[name] for name in COMMANDS] if ALL else [list(COMMANDS)], ids=" ".join)
def test_whichever_call_fails_it_is_told_and_nothing_is_torn(library, template, names):
    found = runs(library, template, names)

    good = {run["name"]: run for run in found if not run["call"]}
    failed = [run for run in found if run["call"]]
    assert {name: run["status"] for name, run in good.items()} == {name: STATUS[name] for name in names}
    if "decide" in names:
        assert [entry["fingerprint"] for entry in decisions(good["decide"]["files"])] == ["0123456789", "9876543210"]
    if len(names) == len(COMMANDS):
        assert {run["hit"] for run in failed} >= {"open", "read", "write", "rename", "fsync", "opendir"}
    wrongs = [(run["name"], run["call"], run["hit"], wrong(run, good[run["name"]]), run) for run in failed]
    assert [one for one in wrongs if one[3]] == []
