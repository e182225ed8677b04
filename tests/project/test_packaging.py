"""The wheel, installed where there is no checkout."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from manila import log
from places import ROOT

from auditor.version import __version__

LOG = log(
    "Ben raises $10 to $20",
    "Cam raises $10 to $30",
    "Dot raises $10 to $40",
    "Ann raises $10 to $50",
    "Ben folds",
    "Cam folds",
    "Dot folds",
)


def run(*command, cwd):
    """What the command prints; a failing command shows what it complained of."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(list(map(str, command)), cwd=cwd, env=env, capture_output=True, encoding="utf-8", timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def install(folder):
    """Build the wheel, install it in an empty environment, and tell the folder of that environment's commands."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "wheel", ROOT, "--no-deps", "--wheel-dir", folder, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "environment", symlinks=os.name != "nt")
    commands = folder / "environment" / ("Scripts" if os.name == "nt" else "bin")
    run(*pip, "--python", commands / "python", "install", "--no-compile", wheel, cwd=folder)
    return commands


def files(folder):
    return {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.packaging
def test_the_installed_wheel_needs_no_checkout(tmp_path):  # one test, so that the wheel is built and installed once
    commands = install(tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    def data(name):
        code = f"from auditor.storage.bundled_files import folder; print(folder({name!r}))"
        return Path(run(commands / "python", "-c", code, cwd=elsewhere).rstrip())

    (elsewhere / "four-raises.log").write_text(LOG, encoding="utf-8")
    audit = ("audit", "four-raises.log", "--format", "json", "--fail-on", "never")
    report = json.loads(run(commands / "auditor", *audit, cwd=elsewhere))

    assert __version__ in run(commands / "auditor", "--version", cwd=elsewhere)
    assert [(one["rules"], one["clause"], one["actor"]["name"]) for one in report["findings"]] == [
        ("act/canberra-manila", "10.2", "Ann")
    ]
    for name in ("grammars", "rulesets"):
        assert tmp_path in data(name).parents
        assert files(data(name)) == files(ROOT / name) != set()
