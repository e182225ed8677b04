"""The plugin for pytest: marked logs are tests, a fixture audits records, and nobody else notices it."""

import re
import subprocess
import sys
import tomllib

import pytest
from manila import log
from places import ROOT

from auditor.api import options_for
from auditor.logs.events_json.reader import event_lines
from auditor.logs.files.decoding import open_path
from auditor.testing.expectations import differences, mark_for

pytest_plugins = ["pytester"]

PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8").partition("\n## pytest\n")[2]
RAISES = ("Ben raises $10 to $20", "Cam raises $10 to $30", "Dot raises $10 to $40")
FOURTH = "Ann raises $10 to $50"
FOLDS = ("Ben folds", "Cam folds", "Dot folds")
END = ("return $10 to Ann", "pot $130 commission $6", "Ann wins $124")
EXPECTED = f"{FOURTH}  # expect 10.2: fourth raise"
FAULT = log(*RAISES, FOURTH, *FOLDS, *END)
CLEAN = log(*RAISES, "Ann folds", *FOLDS[:2], "return $10 to Dot", "pot $90 commission $4", "Dot wins $86")
MARKED = log(*RAISES, EXPECTED, *FOLDS, *END).replace("Ann blind $10", "Ann blind $10  # complies 10.1")


@pytest.fixture
def run(pytester, monkeypatch):
    """Run pytest on the files of the folder, with this plugin and no other that happens to be installed.

    In a process of its own: pytester forgets the modules that a run in this one has imported, and what was registered
    while they were imported would be lost to the tests that follow.
    """
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))

    def run(*arguments):
        return pytester.runpytest_subprocess(
            "-p", "auditor.testing.pytest_plugin", "-p", "no:cacheprovider", *arguments
        )

    return run


def write(pytester, **files):
    for name, text in files.items():
        (pytester.path / f"{name}.log").write_text(text, encoding="utf-8")


def line_of(text):
    return FAULT.splitlines().index(text) + 1


def test_a_log_with_marks_is_a_test_and_others_are_left_alone(pytester, run):
    shifted = FAULT.replace(RAISES[2], f"{RAISES[2]}  # expect 10.2: fourth \x1b[31mraise")
    shifted = shifted.replace("Ann blind $10", "Ann blind $10  # complies 10.2")
    write(
        pytester,
        as_marked=MARKED,
        wrong=shifted.replace("Ben folds", "Ben folds  # expect 10.2"),
        unread=MARKED.replace("Ben folds", "Ben sighs"),
        unmarked=FAULT,
        of_a_server="12:01 GET / # expect 10.2: no such thing\n",
        binary="\0\1\2# expect x\3\4",
    )

    result = run("-v")

    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines_random(
        ["as_marked.log::marks PASSED*", "wrong.log::marks FAILED*", "unread.log*FAILED*"]
    )
    result.stdout.fnmatch_lines(["unread.log is not judged*", "not read:", f"  line {line_of('Ben folds')}: *"])
    assert "\x1b" not in result.stdout.str()
    result.stdout.fnmatch_lines(
        [
            "wrong.log is not judged as its comments say",
            "expected and not found:",
            rf"  line {line_of(RAISES[2])}: breach of 10.2: fourth \x1b*",
            "found and not expected:",
            f"  line {line_of(FOURTH)}: breach of 10.2: Ann (seat 1): fourth raise in the first betting round*",
            "    if that is right: # expect 10.2: fourth raise in the first betting round*",
            "to comply, and does not:",
            f"  line {line_of('Ann blind $10')}: 10.2 is 'fail' in hand 1",
            "not understood:",
            f"  line {line_of('Ben folds')}: '# expect 10.2', expected '# expect CLAUSE: words of the message'*",
            "see more: auditor audit wrong.log",
            "          auditor explain act/canberra-manila '10.2'",
            "          auditor replay wrong.log --hand 1",
        ]
    )


FAILING = {
    "not_clean": ("auditor(FAULT).assert_clean()", "the record is not clean"),
    "another": ("auditor(FAULT).assert_finds('10.1')", "not found: 10.1; also found: 10.2"),
    "one_more": ("auditor(FAULT).assert_finds()", "also found: 10.2"),
    "broken": ("auditor(FAULT).assert_complies('10.2')", "10.2 is 'fail', expected 'pass'"),
    "no_case": ("auditor(FAULT).assert_complies('9.4')", "9.4 is 'not applicable', expected 'pass'"),
    "no_clause": ("auditor(FAULT).assert_complies('99.1')", "no clause '99.1' in act/canberra-manila"),
    "unread": ("auditor('no log at all').assert_clean()", "part of the record could not be read"),
}
PASSING = """
import json
from pathlib import Path

CLEAN, FAULT = Path("clean.log"), Path("fault.log").read_text()
EVENTS = [json.loads(line) for line in Path("clean.jsonl").read_text().splitlines()]

def test_text(auditor):
    audit = auditor(CLEAN.read_text())
    audit.assert_clean()
    audit.assert_complies("10.2", "10.1")
    assert (audit.hands, audit.findings) == (1, ())

def test_path(auditor):
    auditor(CLEAN).assert_clean()

def test_events(auditor):
    auditor([{key: one[key] for key in one if key not in ("line", "column")} for one in EVENTS]).assert_clean()

def test_finds(auditor):
    auditor(FAULT).assert_finds("10.2")
"""


def test_the_fixture_audits_text_files_and_events(pytester, run):
    write(pytester, fault=FAULT, clean=CLEAN)
    events = list(event_lines(open_path(pytester.path / "clean.log", "clean.log")))
    (pytester.path / "clean.jsonl").write_text("\n".join(events), encoding="utf-8")
    (pytester.path / "samples").symlink_to(ROOT / "samples", target_is_directory=True)
    (shown,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    failing = "".join(f"\ndef test_{name}(auditor):\n    {call}\n" for name, (call, _) in FAILING.items())
    pytester.makepyfile(test_page=shown, test_calls=PASSING + failing)

    result = run("test_page.py", "test_calls.py", "--tb=short")

    result.assert_outcomes(passed=2 + 4, failed=len(FAILING))
    result.stdout.fnmatch_lines([f"E  *{told}" for _, told in FAILING.values()])


def test_the_settings_of_the_project_hold_for_its_tests(pytester, run):
    marked = MARKED.replace("rules act/canberra-manila\n", "").replace("date 1994-06-11\n", "")
    write(pytester, marked=marked)
    (pytester.mkdir("hands") / "marked.table").write_text(marked, encoding="utf-8")
    pytester.makefile(".toml", auditor='rules = "act/canberra-manila"\nas-of = 1994-06-11\n')
    pytester.makeini("[pytest]\nauditor_logs = hands/*.table\n")
    pytester.makepyfile("def test_it(auditor):\n    auditor(open('marked.log').read()).assert_finds('10.2')\n")

    result = run("-v")

    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["hands/marked.table::marks PASSED*"])


def test_the_page_shows_what_a_failure_says(tmp_path):
    path = tmp_path / "night.log"
    path.write_text(FAULT.replace(RAISES[2], f"{RAISES[2]}  # expect 10.2: fourth raise"), encoding="utf-8")
    (shown,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)

    assert "\n".join([*differences(path, path.name, options_for()).lines(), ""]) == shown


def test_the_comment_that_is_proposed_states_the_finding(tmp_path):
    path = tmp_path / "night.log"
    path.write_text(FAULT.replace("Ann blind $10", "Ann blind $15"), encoding="utf-8")
    found = differences(path, path.name, options_for()).unexpected
    lines = path.read_text(encoding="utf-8").splitlines()
    for finding in found:
        lines[finding.location.line - 1] += f"  {mark_for(finding)}"
    path.write_text("\n".join(lines), encoding="utf-8")

    assert len(found) > 1
    assert not differences(path, path.name, options_for())


def modules_after(statement):
    """Our modules that are imported once a statement has run, and pytest if it is among them."""
    code = (
        f"{statement}; import sys; print(*sorted(m for m in sys.modules if m == 'pytest' or m.startswith('auditor')))"
    )
    printed = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, text=True)
    return printed.stdout.split()


def test_the_plugin_is_announced_and_imports_nothing_before_it_is_used():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    package = ["auditor", "auditor.testing", "auditor.version"]
    plugin = sorted([*package, "auditor.testing.pytest_plugin", "pytest"])

    assert project["entry-points"]["pytest11"] == {"auditor": "auditor.testing.pytest_plugin"}
    assert modules_after("import auditor.testing") == package
    assert modules_after("import auditor.testing.pytest_plugin") == plugin
    assert modules_after("from auditor.testing import AuditFixture") == plugin


def test_this_projects_own_run_takes_no_sample_for_a_test():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]

    assert settings["testpaths"] == ["tests"]
    assert list((ROOT / "tests").rglob("*.log")) == []
