"""The wheel, built from the source distribution and installed where there is no checkout."""

import json
import os
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

import pytest
from locks import LOCKS
from manila import log
from places import ROOT

from auditor.version import __version__

FOLDERS = (".ci", "auditor", "bench", "docs", "grammars", "requirements", "rulesets", "samples", "tests")
AT_THE_TOP = (
    *("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md"),
    *(
        "action.yml",
        "hatch_build.py",
        "mkdocs.yml",
        "pyproject.toml",
        ".pre-commit-config.yaml",
        ".pre-commit-hooks.yaml",
    ),
)
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


def unpacked(folder):
    """Build the source distribution and tell the folder in which it is unpacked."""
    run(sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", folder, cwd=ROOT)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder / "sources", filter="data")
    (sources,) = (folder / "sources").iterdir()
    return sources


def install(folder, sources):
    """Build the wheel, install it in an empty environment, and tell the folder of that environment's commands.

    What it needs is installed from the lock, and is all that the wheel asks for.
    """
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "wheel", sources, "--no-deps", "--no-build-isolation", "--wheel-dir", folder, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "environment", symlinks=os.name != "nt")
    commands = folder / "environment" / ("Scripts" if os.name == "nt" else "bin")
    there = [*pip, "--python", commands / "python"]
    run(*there, "install", "--no-compile", "--require-hashes", "-r", LOCKS["runtime"], cwd=folder)
    run(*there, "install", "--no-compile", "--no-deps", wheel, cwd=folder)
    run(*there, "check", cwd=folder)
    return commands


def files(folder):
    found = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    return {path for path in found if "__pycache__" not in path.parts}


def listed(folder):
    """The files of a checkout that belong to it: those of its folders, and those at the top that are no litter."""
    inside = {Path(name) / path for name in FOLDERS for path in files(folder / name)}
    return inside | {Path(name) for name in AT_THE_TOP}


@pytest.mark.packaging
def test_the_installed_wheel_needs_no_checkout(tmp_path):  # one test, so that the wheel is built and installed once
    sources = unpacked(tmp_path)
    commands = install(tmp_path, sources)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    def data(name):
        code = f"from auditor.storage.bundled_files import folder; print(folder({name!r}))"
        return Path(run(commands / "python", "-c", code, cwd=elsewhere).rstrip())

    (elsewhere / "four-raises.log").write_text(LOG, encoding="utf-8")
    audit = ("audit", "four-raises.log", "--format", "json", "--fail-on", "never")
    report = json.loads(run(commands / "auditor", *audit, cwd=elsewhere))

    assert files(sources) - {Path("PKG-INFO"), Path(".gitignore")} == listed(ROOT)
    assert __version__ in run(commands / "auditor", "--version", cwd=elsewhere)
    assert [(one["rules"], one["clause"], one["actor"]["name"]) for one in report["findings"]] == [
        ("act/canberra-manila", "10.2", "Ann")
    ]
    assert "A BREACH (samples/" in run(commands / "auditor", "explain", "act/canberra-manila", "10.2", cwd=elsewhere)
    for name in ("grammars", "rulesets", "samples"):
        assert tmp_path in data(name).parents
        assert files(data(name)) == files(ROOT / name) != set()
