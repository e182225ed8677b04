"""Files are there whole or not at all, and what several processes add to one is all there."""

import os
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor

import pytest
from places import ROOT

from auditor.storage import whole_files

OFFICER = """
import sys
from auditor.cli.app import run
for number in range(50):
    ref = f"{number:09d}{sys.argv[1]}"
    words = ["decide", ref, "waived", "--force", "--authority", sys.argv[1], "--remark", "seen"]
    status = run([*words, "--ledger", sys.argv[2]])
    assert status == 0
"""


def test_two_officers_enter_fifty_decisions_each_at_the_same_time(tmp_path):
    ledger = tmp_path / "decisions.toml"

    def work(name):
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.run(
            [sys.executable, "-c", OFFICER, name, str(ledger)], env=environment, capture_output=True, text=True
        )

    with ThreadPoolExecutor(2) as pool:
        officers = list(pool.map(work, "ab"))

    assert [one.returncode for one in officers] == [0, 0], officers
    entries = tomllib.loads(ledger.read_text())["decision"]
    assert len({entry["fingerprint"] for entry in entries}) == len(entries) == 100
    assert sorted(path.name for path in tmp_path.iterdir()) == [".decisions.toml.lock", "decisions.toml"]


def test_a_run_that_ends_half_way_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "report.txt"
    path.write_text("before")

    def texts():
        yield "half"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        whole_files.write(texts(), path)

    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("report.txt", "before")]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_file_that_a_group_writes_stays_one(tmp_path):
    path = tmp_path / "decisions.toml"
    path.write_text("")
    path.chmod(0o664)

    whole_files.write(["new"], path)

    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o664)


def test_somebody_who_never_gives_a_file_free_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(whole_files, "PATIENCE", 0.1)
    path = tmp_path / "decisions.toml"

    with (
        whole_files.locked(path),
        pytest.raises(OSError, match="somebody else"),
        whole_files.locked(tmp_path / "." / "decisions.toml"),
    ):
        pass
