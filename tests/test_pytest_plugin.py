"""The plugin for pytest: marked logs are tests, a fixture audits records, and nobody else notices it."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from manila import log

from auditor.api import audit_text, options_for
from auditor.expectations import differences, mark_for
from auditor.logs.events_json import event_lines
from auditor.logs.source import open_path

pytest_plugins = ["pytester"]

CHECKOUT = Path(__file__).parents[1]
PAGE = (CHECKOUT / "docs" / "ci.md").read_text(encoding="utf-8").partition("\n## pytest\n")[2]
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
    """Run pytest on the files of the folder, with this plugin and no other that happens to be installed."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    audit_text(FAULT).report("concise")  # imports what an audit needs: pytester forgets all that its runs import

    def run(*arguments):
        return pytester.runpytest_inprocess("-p", "auditor.pytest_plugin", "-p", "no:cacheprovider", *arguments)

    return run


def write(pytester, **files):
    for name, text in files.items():
        (pytester.path / f"{name}.log").write_text(text, encoding="utf-8")


def test_a_log_that_is_judged_as_it_says_passes(pytester, run):
    write(pytester, marked=MARKED)

    result = run("-v")

    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["marked.log::marks PASSED*"])


def test_logs_without_marks_and_logs_of_others_are_left_alone(pytester, run):
    write(pytester, plain=FAULT, server="12:01 GET / # expect 10.2: no such thing\n", binary="\0\1\2# expect x\3\4")

    assert run().ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_what_differs_is_told_with_line_and_clause_and_what_would_state_it(pytester, run):
    shifted = FAULT.replace(RAISES[2], f"{RAISES[2]}  # expect 10.2: fourth \x1b[31mraise")
    shifted = shifted.replace("Ann blind $10", "Ann blind $10  # complies 10.2").replace("Ben folds", "Ben sighs")
    write(pytester, unread=shifted, wrong=shifted.replace("Ben sighs", "Ben folds  # expect 10.2"))
    third, fourth, blind = (FAULT.splitlines().index(text) + 1 for text in (RAISES[2], FOURTH, "Ann blind $10"))

    result = run()

    result.assert_outcomes(failed=2)
    assert "\x1b" not in result.stdout.str()
    result.stdout.fnmatch_lines(["not read:", f"  line {fourth + 1}: *"])
    result.stdout.fnmatch_lines(
        [
            "wrong.log is not judged as its comments say",
            "expected and not found:",
            rf"  line {third}: breach of 10.2: fourth \x1b*",
            "found and not expected:",
            f"  line {fourth}: breach of 10.2: Ann (seat 1): fourth raise in the first betting round*",
            "    if that is right: # expect 10.2: fourth raise in the first betting round*",
            "to comply, and does not:",
            f"  line {blind}: 10.2 is 'fail' in hand 1",
            "not understood:",
            f"  line {fourth + 1}: '# expect 10.2', expected '# expect CLAUSE: words of the message'*",
            "see more: auditor audit wrong.log",
            "          auditor explain act/canberra-manila '10.2'",
            "          auditor replay wrong.log --hand 1",
        ]
    )


def test_the_page_shows_what_a_failure_says(tmp_path):
    path = tmp_path / "night.log"
    path.write_text(FAULT.replace(RAISES[2], f"{RAISES[2]}  # expect 10.2: fourth raise"), encoding="utf-8")
    (shown,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)

    assert "\n".join([*differences(path, path.name, options_for()).lines(), ""]) == shown


def test_the_tests_that_the_page_shows_pass(pytester, run):
    (pytester.path / "samples").symlink_to(CHECKOUT / "samples", target_is_directory=True)
    (shown,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)

    run(pytester.makepyfile(shown)).assert_outcomes(passed=shown.count("def test_"))


def test_the_comment_that_is_proposed_states_the_finding(tmp_path):
    path = tmp_path / "night.log"
    path.write_text(FAULT.replace("Ann blind $10", "Ann blind $15"), encoding="utf-8")
    found = differences(path, path.name, options_for()).unexpected
    lines = path.read_text(encoding="utf-8").splitlines()
    for finding in found:
        lines[finding.place.line - 1] += f"  {mark_for(finding)}"
    path.write_text("\n".join(lines), encoding="utf-8")

    assert len(found) > 1
    assert not differences(path, path.name, options_for())


def test_the_fixture_audits_text_files_and_events(pytester, run):
    write(pytester, fault=FAULT, clean=CLEAN)
    events = list(event_lines(open_path(pytester.path / "clean.log", "clean.log")))
    (pytester.path / "clean.jsonl").write_text("\n".join(events), encoding="utf-8")
    pytester.makepyfile(
        """
        import json
        from pathlib import Path

        CLEAN = Path("clean.log")
        EVENTS = [json.loads(line) for line in Path("clean.jsonl").read_text().splitlines()]

        def test_text(auditor):
            audit = auditor(CLEAN.read_text())
            audit.assert_clean()
            audit.assert_complies("10.2", "10.1")
            assert (audit.hands, audit.findings) == (1, ())

        def test_path(auditor):
            auditor(CLEAN).assert_clean()

        def test_events(auditor):
            auditor([{k: v for k, v in one.items() if k not in ("line", "column")} for one in EVENTS]).assert_clean()

        def test_finds(auditor):
            auditor(Path("fault.log")).assert_finds("10.2")
        """
    )

    run().assert_outcomes(passed=4)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        pytest.param("assert_clean()", "*the record is not clean", id="not clean"),
        pytest.param("assert_finds('10.1')", "*not found: 10.1; also found: 10.2", id="another clause"),
        pytest.param("assert_finds()", "*also found: 10.2", id="nothing expected"),
        pytest.param("assert_complies('10.2')", "*10.2 is 'fail', expected 'pass'", id="no compliance"),
        pytest.param("assert_complies('9.4')", "*9.4 is 'not applicable', expected 'pass'", id="never came up"),
        pytest.param("assert_complies('99.1')", "*no clause '99.1' in act/canberra-manila", id="no such clause"),
    ],
)
def test_a_failed_assertion_says_what_was_found(pytester, run, call, told):
    write(pytester, fault=FAULT)
    pytester.makepyfile(f"from pathlib import Path\ndef test_it(auditor):\n    auditor(Path('fault.log')).{call}\n")

    result = run()

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([told])


def test_a_record_that_cannot_be_read_is_not_clean(pytester, run):
    pytester.makepyfile("def test_it(auditor):\n    auditor('no log at all').assert_clean()\n")

    result = run()

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*part of the record could not be read", "*log:1:*: unread*"])


def test_the_settings_of_the_project_hold_for_its_tests(pytester, run):
    write(pytester, marked=MARKED.replace("rules act/canberra-manila\n", "").replace("date 1994-06-11\n", ""))
    pytester.makefile(".toml", auditor='rules = "act/canberra-manila"\nas-of = 1994-06-11\n')
    pytester.makepyfile("def test_it(auditor):\n    auditor(open('marked.log').read()).assert_finds('10.2')\n")

    run().assert_outcomes(passed=2)


def test_a_setting_says_which_files_are_looked_at(pytester, run):
    write(pytester, marked=MARKED)
    (pytester.mkdir("hands") / "marked.table").write_text(MARKED, encoding="utf-8")
    pytester.makeini("[pytest]\nauditor_logs = hands/*.table\n")

    result = run("-v")

    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["hands/marked.table::marks PASSED*"])


def test_the_plugin_is_announced_and_imports_nothing_before_it_is_used():
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    code = "import sys, auditor.pytest_plugin; print(*sorted(one for one in sys.modules if one.startswith('auditor')))"
    printed = subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, check=True).stdout

    assert project["entry-points"]["pytest11"] == {"auditor": "auditor.pytest_plugin"}
    assert printed.split() == [b"auditor", b"auditor.pytest_plugin"]


def test_this_projects_own_run_takes_no_sample_for_a_test():
    settings = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]

    assert settings["testpaths"] == ["tests"]
    assert list((CHECKOUT / "tests").rglob("*.log")) == []
