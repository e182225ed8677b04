"""The compiled build says what the plain one says, byte for byte.

Its wheel is built once, without optimization, which takes half as long, and lies unpacked in front of the plain source:
the clause book, generated hands and the formats are tried on it, and its reports are compared. That is done only if
`AUDITOR_COMPILED` asks for it: `some` for these tests, `all` for all tests of what is compiled. The name of a folder
takes the wheel that is unpacked there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from locks import asked_for
from packaging.requirements import Requirement
from places import ROOT

from auditor.version import __version__

ASKED = os.environ.get("AUDITOR_COMPILED", "")
COMPILER = (sysconfig.get_config_var("CC") or "cc").split()[0]
HEADER = Path(sysconfig.get_paths()["include"], "Python.h")
SOME = (
    "tests/rules/test_clause_book.py",
    "tests/generated/test_generated.py::test_a_planted_fault_is_found_and_nothing_else",
    "tests/logs/formats/test_phh.py",
    "tests/logs/formats/test_pokerstars.py",
    "tests/logs/formats/test_ohh.py",
    "tests/logs/formats/test_real_faults.py",
)
ALL = tuple(f"tests/{name}" for name in ("auditing", "checks", "generated", "logs", "ranking", "replay", "rules"))
REPORT = ("--isolated", "--no-cache", "--statistics", "--format", "json")


def hook():
    """The module that builds the compiled wheel."""
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = module_from_spec(spec)  # as hatchling loads it: known to nobody else
    spec.loader.exec_module(module)
    return module


def unpacked(folder):
    """The folder with the compiled build: one that is there, or what the wheel has that is built for this."""
    if ASKED not in ("some", "all"):
        return Path(ASKED)
    env = {**os.environ, "AUDITOR_COMPILE": "1", "AUDITOR_COMPILE_LEVEL": "0"}
    build = (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder)
    subprocess.run(build, cwd=ROOT, env=env, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "compiled")
    return folder / "compiled"


def said(front, *command):
    """What a command of Python prints, with its exit status, where the auditor is taken from the folder in front."""
    env = {**os.environ, "PYTHONPATH": str(front)}
    command = (sys.executable, "-P", "-m", *command)
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.skipif(not ASKED, reason="AUDITOR_COMPILED does not ask for a compiled build")
@pytest.mark.skipif(shutil.which(COMPILER) is None, reason="there is no C compiler")
@pytest.mark.skipif(not HEADER.exists(), reason="there are no headers of Python")
def test_the_compiled_build_says_what_the_plain_one_says(tmp_path):
    compiled = unpacked(tmp_path)
    assert said(compiled, "auditor", "--version")[1] == f"auditor {__version__}, compiled\n"

    for folder, jobs in (("phh", "2"), ("hand-histories", "2"), ("sessions", "1")):
        audit = ("auditor", "audit", f"samples/{folder}", *REPORT, "--jobs")
        plain = said(ROOT, *audit, "1")
        assert said(compiled, *audit, jobs) == plain
        assert plain[0] == 1
        assert "fault of its own" not in plain[1]

    status, told, _ = said(compiled, "pytest", "-n0", "-p", "no:cacheprovider", *(ALL if ASKED == "all" else SOME))
    assert status == 0, told


def test_no_compiled_module_has_a_cached_property():
    """It would be a plain property once it is compiled, and worked out every time."""
    modules = hook().hot_modules(ROOT / "auditor")

    assert modules
    assert [path for path in modules if "cached_property" in path.read_text(encoding="utf-8")] == []


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


def test_a_constant_is_marked_as_final_and_a_class_of_figures_stays_one_of_python(tmp_path):
    package = tmp_path / "auditor"
    package.mkdir()
    (package / "sizes.py").write_text(
        "from __future__ import annotations\n"
        "from typing import ClassVar\n"
        "from auditor.rules.schema.record import Record\n"
        "MOST = 3\n"
        "KNOWN: dict[str, int] = {}\n"
        "TOLD = None\n"
        "TOLD = MOST\n"
        "class Figure(Record):\n    asks: ClassVar[str] = 'size'\n    most: int = MOST\n"
        "class Size(Figure):\n    least: int\n",
        encoding="utf-8",
    )
    hook().Rewriter(tmp_path).rewrite([(package / "sizes.py").relative_to(tmp_path)])
    names = {"__name__": "sizes"}
    exec((package / "sizes.py").read_text(encoding="utf-8"), names)
    made = names["Size"](least=1)

    assert names["__annotations__"] == {"MOST": "_CompiledFinal", "KNOWN": "_CompiledFinal[dict[str, int]]"}
    assert names["Size"].__annotations__ == {"least": "int"}
    assert (made.most, made.least, made.asks) == (3, 1, "size")
    assert list(made._fields) == ["most", "least"]
