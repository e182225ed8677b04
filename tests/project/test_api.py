"""The auditor as a library, as docs/api.md describes it."""

import ast
import json
import re
import subprocess
import sys
from datetime import date

import pytest
from manila import log
from places import ROOT

import auditor
from auditor import Severity, UsageError, Verdict, api, audit, audit_events, audit_text, load_rules
from auditor.logs.events_json.reader import event_lines
from auditor.logs.files.decoding import open_path
from auditor.logs.reader import read

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
NIGHT = ROOT / "samples" / "sessions" / "manila-night.log"
CLEAN = ROOT / "samples" / "sessions" / "manila-clean.log"
FAULT = log(
    "Ben raises $10 to $20",
    "Cam raises $10 to $30",
    "Dot raises $10 to $40",
    "Ann raises $10 to $50",
    "Ben folds",
    "Cam folds",
    "Dot folds",
    "return $10 to Ann",
    "pot $130 commission $6",
    "Ann wins $124",
)
FAULTS = [
    (200, "11.1(b)"),
    (275, "10.2"),
    (464, "16.1(c)"),
    (923, "9.4[odd]"),
    (1012, "16.3"),
    (1064, "14.3(d)"),
    (1104, "15.3"),
]


def places(result):
    return [(finding.location.line, finding.clause) for finding in result.findings]


@pytest.mark.parametrize("jobs", [1, 2])
def test_files_are_audited_as_on_the_command_line(jobs):
    result = audit(CLEAN, str(NIGHT), jobs=jobs)

    assert (places(result), result.hands, result.complete, result.unread) == (FAULTS, 62, True, ())


def test_the_same_is_found_in_a_text_in_events_and_in_their_json():
    text = NIGHT.read_text(encoding="utf-8")
    lines = list(event_lines(open_path(NIGHT, "night")))
    parts = list(read(open_path(NIGHT, "night")))
    events = [
        event for part in parts for event in ([*part.before, *part.read().events] if part is not parts[-1] else [])
    ]

    assert places(audit_text(text)) == FAULTS
    assert places(audit_text("\n".join(lines))) == FAULTS
    assert places(audit_events(map(json.loads, lines))) == FAULTS
    assert places(audit_events(events)) == FAULTS


def test_an_event_without_a_line_is_known_by_its_place():
    events = [
        {"event": "table", "name": "T"},
        {"event": "rules", "rules": "act/canberra-manila"},
        {"event": "date", "day": "1994-06-11"},
        {"event": "hand", "number": "1"},
        {"event": "fold", "player": "Nobody"},
        {"event": "end"},
    ]

    result = audit_events(events, name="server")

    assert [(one.path, one.line) for one in result.unread] + [
        (finding.location.path, finding.location.line) for finding in result.findings
    ] == [("server", 5)]


def test_what_cannot_be_read_is_told_and_never_raised():
    broken = audit_text(FAULT.replace("Ben folds", "Ben sighs"))
    binary = audit_text("\0\1\2\3" * 50, name="binary")

    assert (broken.complete, broken.hands, [one.hand for one in broken.unread]) == (False, 0, ["1"])
    assert (binary.complete, [one.path for one in binary.unread]) == (False, ["binary"])


def test_rules_and_day_may_be_given_instead_of_the_logs_own(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('id = "house"\ntitle = "House"\nextends = "act/canberra-manila"\n', encoding="utf-8")
    bare = FAULT.replace("rules act/canberra-manila\n", "").replace("date 1994-06-11\n", "")

    assert not audit_text(bare).complete
    assert places(audit_text(bare, rules="act/canberra-manila", as_of=date(1994, 6, 11))) == [(16, "10.2")]
    assert [one.rules for one in audit_text(FAULT, rules=house).findings] == ["house"]


def test_interpretations_are_taken_into_account():
    (finding,) = (one for one in audit(NIGHT).findings if one.interpretation)
    (other,) = (
        choice.name
        for reading in load_rules(finding.rules).readings
        if reading.name == finding.interpretation
        for choice in reading.choices
        if choice.name != reading.default
    )

    result = audit(NIGHT, interpretations={finding.interpretation: other})

    assert finding not in result.findings


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda: audit(), id="no path"),
        pytest.param(lambda: audit("no/such.log"), id="no such file"),
        pytest.param(lambda: audit(NIGHT, jobs=0), id="no process"),
        pytest.param(lambda: audit_text(FAULT, rules="act/manila"), id="no such rulebook"),
        pytest.param(lambda: audit_text(FAULT, interpretations={"raise_unt": "blind"}), id="no such reading"),
        pytest.param(lambda: audit_text(FAULT, interpretations={"two_player_from": "x"}), id="no such choice"),
        pytest.param(lambda: audit_text(FAULT, log_format="papyrus"), id="no such format"),
        pytest.param(lambda: audit_text(FAULT).verdict("99.9"), id="no such clause"),
        pytest.param(lambda: audit_text(FAULT).report("papyrus"), id="no such report"),
        pytest.param(lambda: load_rules("act/manila"), id="no such rulebook to load"),
    ],
)
def test_a_wrong_wish_is_a_usage_error(call):
    with pytest.raises(UsageError):
        call()


def test_a_clause_has_a_verdict_or_is_told_to_have_none():
    result = audit_text(FAULT)
    undecided = next(clause.id for clause in load_rules("act/canberra-manila").clauses if clause.evidence == "none")

    assert [result.verdict(clause) for clause in ("10.2", "10.1", "9.4")] == [
        Verdict.FAIL,
        Verdict.PASS,
        Verdict.NOT_APPLICABLE,
    ]
    with pytest.raises(UsageError, match="not decided by any check"):
        result.verdict(undecided)


def test_what_lacks_evidence_is_told():
    result = audit_text(FAULT.replace("[9h 9s]", "[?? ??]"))

    assert result.unrecorded
    assert all(result.verdict(clause) in (Verdict.NOT_RECORDED, Verdict.FAIL) for _, clause in result.unrecorded)


def test_a_report_can_be_had_in_every_form():
    result = audit_text(FAULT, name="fault.log")

    assert "BREACH of 10.2" in result.report()
    assert json.loads(result.report("json"))["findings"][0]["location"]["path"] == "fault.log"
    assert '<failure message="breach of 10.2 in hand' in result.report("junit")


def test_a_rulebook_is_as_it_stood_on_a_day():
    before, after = load_rules("act/7-card-stud", date(1994, 11, 3)), load_rules("act/7-card-stud")

    assert before.version != after.version
    assert not load_rules("act/7-card-stud", date(1990, 1, 1)).applies


def test_the_names_of_the_package_are_those_of_the_library():
    tree = ast.parse((ROOT / "auditor" / "__init__.py").read_text(encoding="utf-8"))
    (imported,) = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "auditor.api")

    assert auditor.__all__ == api.__all__ == [alias.name for alias in imported.names]
    assert set(auditor.__all__) <= set(dir(auditor))
    with pytest.raises(AttributeError, match="no attribute 'audits'"):
        _ = auditor.audits


def test_the_package_imports_nothing_until_it_is_asked():
    code = (
        "import sys; before = set(sys.modules); import auditor; print(*sorted(set(sys.modules) - before));"
        "from auditor import audit, load_rules, Finding; print(callable(audit), callable(load_rules), Finding.__name__)"
    )
    printed = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True).stdout

    assert printed.decode().splitlines() == ["auditor auditor.version", "True True Finding"]


def test_the_examples_of_the_page_run_as_written(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    examples = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", PAGE, re.DOTALL)
    assert len(examples) > 3
    for code, printed in examples:
        exec(compile(code, "docs/api.md", "exec"), {"__name__": "example"})
        assert capsys.readouterr().out == printed


def test_the_example_of_the_readme_prints_every_finding(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(code, "README.md", "exec"), {"__name__": "example"})

    assert [int(line.split()[0]) for line in capsys.readouterr().out.splitlines()] == [line for line, _ in FAULTS]


def test_the_page_names_everything():
    assert [name for name in auditor.__all__ if f"`{name}" not in PAGE] == []
    assert [severity for severity in Severity if f"`{severity.name}`" not in PAGE] == []
    assert [verdict for verdict in Verdict if f"`{verdict.name}`" not in PAGE] == []
