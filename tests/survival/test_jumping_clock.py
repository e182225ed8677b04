"""A clock that jumps, to 1970 or to centuries from now, once or at every look, and files of such times.

The clock is that of the C library (`jumping_clock.c`), so none escapes, whichever module looks at it. No report and no
pack depends on it, every decision is entered, and each command ends as it does by a clock that goes right.
"""

import json
import os
import shutil
import subprocess
import sys
import tomllib

import pytest
from places import ROOT, SAMPLES

COMPILER = shutil.which("gcc") or shutil.which("cc")
CENTURIES = 7_000_000_000  # seconds; the last year that Linux lets a clock have is 2262
CLOCKS = {
    "the beginning of time": [-CENTURIES],
    "centuries ahead": [CENTURIES],
    "to and fro": [0, CENTURIES, -CENTURIES, 3600, -3600],
    "back by an hour": [0] * 8 + [-3600] * 8,
}
COMMANDS = [
    ("audit, which fills the cache", "audit {0}/logs --isolated --format json={0}/cold.json"),
    ("audit from the cache", "audit {0}/logs --isolated --format json={0}/warm.json"),
    ("audit with workers", "audit {0}/logs --isolated --no-cache --jobs 2 --format json={0}/jobs.json"),
    ("watch", "watch {0}/logs --once --isolated"),
    ("watch for a while", "watch {0}/logs --for 0.2 --interval 0.1 --pause 0 --isolated"),
    ("decide", "decide 9876543210 upheld --force --authority Inspector --ledger {0}/decisions.toml"),
    ("decide again", "decide 1234567890 under-review --force --authority Inspector --ledger {0}/decisions.toml"),
    ("pack", "pack {0}/logs -o {0}/case.zip --isolated --today 1994-07-01"),
    ("verify", "verify {0}/case.zip"),
]
RUNS = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
from auditor.cli.app import run
for name, words in json.load(sys.stdin):
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = run(words.split())
    print(json.dumps([name, status, out.getvalue(), err.getvalue()]), flush=True)
"""

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or COMPILER is None, reason="needs LD_PRELOAD and a compiler of C"
)


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    path = tmp_path_factory.mktemp("library") / "jumping.so"
    flags = ["-shared", "-fPIC", "-O1", "-Wall", "-o", str(path)]
    subprocess.run([COMPILER, *flags, str(ROOT / "tests" / "survival" / "jumping_clock.c"), "-ldl"], check=True)
    return path


def outcome(folder, library, jumps, written=None):
    """What the commands said and wrote by this clock; the log may be of a time of its own."""
    (folder / "logs").mkdir(parents=True)
    log = folder / "logs" / "night.phhs"
    shutil.copy(SAMPLES / "phh" / "holdem.phhs", log)
    if written is not None:
        os.utime(log, (written, written))
    places = {name: str(folder / name) for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "TMPDIR")}
    (folder / "TMPDIR").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", RUNS],
        input=json.dumps([(name, words.format(folder)) for name, words in COMMANDS]),
        env={**os.environ, **places, "LD_PRELOAD": str(library), "CLOCK_JUMPS": ",".join(map(str, jumps))},
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    said = [json.loads(line.replace(str(folder), "")) for line in done.stdout.splitlines()]
    files = {
        path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file() and path.suffix != ".lock"
    }
    files = {name: data.replace(str(folder).encode(), b"") for name, data in files.items()}
    entries = tomllib.loads(files.pop("decisions.toml").decode())["decision"]
    return said, files, [entry["fingerprint"] for entry in entries], list((folder / "TMPDIR").iterdir())


@pytest.fixture(scope="session")
def by_a_right_clock(library, tmp_path_factory):
    return outcome(tmp_path_factory.mktemp("right") / "run", library, [])


def test_the_commands_do_what_they_are_for(by_a_right_clock):
    said, files, entries, litter = by_a_right_clock

    assert {name: status for name, status, *_ in said} == {
        name: int(name.startswith(("audit", "watch"))) for name, _ in COMMANDS
    }
    assert sorted(files) == ["case.zip", "cold.json", "jobs.json", "warm.json"]
    assert files["cold.json"] == files["warm.json"] == files["jobs.json"]
    assert entries == ["9876543210", "1234567890"]
    assert litter == []


@pytest.mark.parametrize("jumps", CLOCKS.values(), ids=CLOCKS)
def test_a_clock_that_jumps_changes_nothing(jumps, library, by_a_right_clock, tmp_path):
    assert outcome(tmp_path / "run", library, jumps) == by_a_right_clock


@pytest.mark.parametrize("written", [0, CENTURIES], ids=["1970", "centuries ahead"])
def test_the_time_of_a_file_changes_nothing(written, library, by_a_right_clock, tmp_path):
    assert outcome(tmp_path / "run", library, [], written) == by_a_right_clock
