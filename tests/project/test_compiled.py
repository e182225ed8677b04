"""The compiled build says what the plain one says, byte for byte.

`AUDITOR_COMPILED` names the command of an environment in which the compiled build is installed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location

import pytest
from locks import asked_for
from packaging.requirements import Requirement
from places import ROOT

from auditor.version import BUILD, __version__

COMPILED = os.environ.get("AUDITOR_COMPILED", "")
PLAIN = (sys.executable, "-m", "auditor")
needs_compiled = pytest.mark.skipif(not COMPILED, reason="AUDITOR_COMPILED names no compiled build")


def hook():
    """The module that builds the compiled wheel."""
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = module_from_spec(spec)  # as hatchling loads it: known to nobody else
    spec.loader.exec_module(module)
    return module


def said(*command):
    """What a command prints, with its exit status; a compiled one finds no plain source to import instead."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if command[: len(PLAIN)] == PLAIN:
        env["PYTHONPATH"] = str(ROOT)
    done = subprocess.run(command, cwd=ROOT / "samples", env=env, capture_output=True, timeout=600, check=False)
    return done.returncode, done.stdout, done.stderr


@needs_compiled
def test_the_version_tells_which_build_runs():
    assert said(*PLAIN, "--version")[1].decode() == f"auditor {__version__}, {BUILD}\n"
    assert said(COMPILED, "--version")[1].decode() == f"auditor {__version__}, compiled\n"


@needs_compiled
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_reports_of_both_builds_are_the_same_bytes(jobs):
    asked = (
        "audit",
        "sessions",
        "phh",
        "hand-histories",
        "--isolated",
        "--no-cache",
        "--statistics",
        "--format",
        "json",
    )
    plain = said(*PLAIN, *asked, "--jobs", "1")
    compiled = said(COMPILED, *asked, "--jobs", jobs)

    assert compiled == plain
    assert plain[0] == 1
    assert b"fault of its own" not in plain[1]


@needs_compiled
def test_both_builds_know_the_same_of_what_a_check_may_ask_for():
    asked = ("evidence", "act/canberra-manila")

    assert said(COMPILED, *asked) == said(*PLAIN, *asked)


def test_a_plain_build_compiles_nothing_and_needs_nothing(monkeypatch):
    built = hook()
    monkeypatch.delenv(built.ASKED, raising=False)
    nothing = {"force_include": {}}
    asked_nothing = built.CompileHook(str(ROOT), {}, None, None, "", "wheel")
    asked_nothing.initialize("standard", nothing)

    monkeypatch.setenv(built.ASKED, "1")
    wanted = [str(one) for one in asked_for()["compile"]]

    assert sorted(map(str, map(Requirement, asked_nothing.dependencies()))) == sorted(wanted)
    monkeypatch.delenv(built.ASKED)
    assert asked_nothing.dependencies() == []
    assert nothing == {"force_include": {}}


def test_an_init_is_written_out_as_the_decorator_would_make_it(tmp_path):
    package = tmp_path / "auditor"
    package.mkdir()
    (package / "base.py").write_text(
        "from __future__ import annotations\n"
        "from auditor.vocabulary.records import event\n"
        "@event\nclass Base:\n    line: int\n    word: str | None = None\n",
        encoding="utf-8",
    )
    (package / "more.py").write_text(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass, field\n"
        "from auditor.base import Base\n"
        "@dataclass(slots=True, frozen=True)\nclass More(Base):\n"
        "    line: int = 7\n    cards: list[int] = field(default_factory=list)\n"
        "    twice: int = field(init=False)\n"
        "    def __post_init__(self) -> None:\n        self.twice = 2 * self.line\n",
        encoding="utf-8",
    )
    built = hook()
    built.Rewriter(tmp_path).rewrite([path.relative_to(tmp_path) for path in sorted(package.glob("*.py"))])
    names = {}
    for name in ("base", "more"):
        text = (package / f"{name}.py").read_text(encoding="utf-8").replace("from auditor.base import Base\n", "")
        exec(text, names)
    more = names["More"](3, cards=[1])

    assert (more.line, more.word, more.cards, more.twice) == (3, None, [1], 6)
    assert names["More"]() == names["More"](7)
    assert names["More"]() != more
    assert hash(names["More"](7, "x", ())) == hash((7, "x", (), 14))
