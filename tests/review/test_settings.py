"""Settings in a file: found upwards, checked, laid under the command line, and apart for some paths."""

import json
import tomllib
from pathlib import Path

import pytest
from places import ROOT
from trusting import trust_only

from auditor.cli.app import run
from auditor.review.settings import KINDS, inside

NIGHT = (ROOT / "samples" / "sessions" / "manila-night.log").read_text(encoding="utf-8")


@pytest.fixture
def auditor(tmp_path, tmp_path_factory, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    trust_only(monkeypatch, tmp_path_factory.mktemp("config"), tmp_path)
    (tmp_path / "night.log").write_text(NIGHT, encoding="utf-8")

    def command(*words):
        status = run([str(word) for word in words])
        told = capsys.readouterr()
        return status, told.out, told.err

    return command


def clauses(out):
    return [one["clause"] for one in json.loads(out)["findings"]]


@pytest.mark.parametrize(
    ("name", "head"), [("auditor.toml", ""), ("pyproject.toml", '[project]\nname = "x"\n[tool.auditor]\n')]
)
def test_the_nearest_file_upwards_counts_and_the_command_line_before_it(auditor, tmp_path, monkeypatch, name, head):
    (tmp_path / name).write_text(f'{head}select = ["10.2"]\nformat = ["json"]\n', encoding="utf-8")
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "pyproject.toml").write_text("[tool.other]\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "deep" / "er")
    log = tmp_path / "night.log"

    assert clauses(auditor("audit", log)[1]) == ["10.2"]
    assert clauses(auditor("audit", log, "--select", "16.3")[1]) == ["16.3"]
    assert len(clauses(auditor("audit", log, "--isolated", "--format", "json")[1])) == 7


@pytest.mark.parametrize(
    "text",
    [
        "[tool.auditor]",
        " [ 'tool' . \"auditor\" ]",
        "[tool]\nauditor = {}",
        "[tool] # ours\nauditor.quiet = true",
        "[tool.auditor.paths.x]",
        "tool.auditor.quiet = true",
        "tool . auditor = {}",
        "tool = { auditor = {} }",
        "\"tool\" = {'auditor' = {}}",
        '["t\\u006fol".auditor]',
        '[tool."\\u0061uditor"]',
        '"\\u0074ool".auditor.quiet = true',
    ],
)
def test_however_a_shared_file_writes_our_table_it_is_found(tmp_path, text):
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")

    assert "auditor" in tomllib.loads(text)["tool"]
    assert inside(tmp_path) == tmp_path / "pyproject.toml"


def test_every_setting_is_shown_with_where_it_comes_from(auditor, tmp_path):
    (tmp_path / "auditor.toml").write_text('fail-on = "breach"\n[paths."x/*"]\nignore = ["9"]\n', encoding="utf-8")

    status, out, _ = auditor("audit", "night.log", "--show-settings", "--jobs", "2")

    assert status == 0
    assert f"fail-on = breach  # {tmp_path / 'auditor.toml'}\n" in out
    assert "jobs = 2  # the command line\n" in out
    assert "statistics = false  # default\n" in out
    assert "cache = true  # default\n" in out
    assert {line.partition(" = ")[0] for line in out.splitlines() if "paths." not in line} == set(KINDS)
    assert 'paths."x/*".ignore = [9]' in out


def test_settings_are_shown_without_a_log(auditor):
    assert "fail-on = irregularity  # default\n" in auditor("audit", "--show-settings")[1]
    assert auditor("audit")[::2] == (
        2,
        "auditor: audit: no log named, expected at least one PATH; 'auditor audit --help' tells more\n",
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("selekt = []", "there is no setting selekt; did you mean select?"),
        ('[paths."x"]\njobs = 2', 'there is no setting paths."x".jobs'),
        ("jobs = -1", "jobs = -1, expected a whole number"),
        ('fail-on = "always"', "expected breach, irregularity, advisory or never"),
        ('as-of = "1994-06-11"', "a day such as 1994-06-11, without quotes"),
        ('[severity]\n"10.2" = { is = "advisory", reason = " " }', "a reason that says something"),
        ('[severity]\n"10.2" = "advisory"', "a table such as"),
        ('[severity]\n"10.22" = { is = "advisory", reason = "x" }', "severity: no clause or check '10.22'"),
        ("select = [", "Invalid value"),
        ('select = ["99.9"]', "no clause or check '99.9'"),
        ('[paths."*"]\nrules = "act/nothing"', "act/nothing"),
    ],
)
def test_a_wrong_setting_is_told_and_nothing_audited(auditor, tmp_path, text, reason):
    (tmp_path / "auditor.toml").write_text(text, encoding="utf-8")

    status, out, err = auditor("audit", "night.log")

    assert (status, out) == (2, "")
    assert reason in err


def test_another_severity_is_told_with_its_reason(auditor, tmp_path):
    words = 'select = ["10.2"]\n[severity]\n"10" = { is = "advisory", reason = "agreed in writing" }\n'
    (tmp_path / "auditor.toml").write_text(words, encoding="utf-8")

    status, out, _ = auditor("audit", "night.log")
    (finding,) = json.loads(auditor("audit", "night.log", "--format", "json")[1])["findings"]

    assert status == 0
    assert "Regraded: a breach by the rulebook: agreed in writing" in out
    assert (finding["severity"], finding["regraded"]) == ("advisory", {"was": "breach", "reason": "agreed in writing"})


@pytest.mark.parametrize("jobs", [1, 2])
def test_some_logs_have_settings_of_their_own(auditor, tmp_path, jobs):
    for folder in ("early", "late"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "night.log").write_text(NIGHT, encoding="utf-8")
    words = '[paths."early/*"]\nas-of = 1994-12-01\nselect = ["10.2"]\n[paths.late]\nignore = ["16", "14"]\n'
    (tmp_path / "auditor.toml").write_text(words, encoding="utf-8")

    _, out, _ = auditor("audit", "early", "late", "--format", "json", "--jobs", jobs)
    found = json.loads(out)["findings"]

    told = {(Path(one["location"]["path"]).parent.name, one["clause"], "s239" in one["version"]) for one in found}

    assert {one for one in told if one[0] == "early"} == {("early", "10.2", True)}
    assert {one[1:] for one in told if one[0] == "late"} == {(one, False) for one in ("10.2", "11.1(b)", "15.3", "9.4")}


def test_what_is_set_for_some_logs_is_worked_out_once_for_all_of_them(auditor, tmp_path, monkeypatch):
    from auditor.cli import arguments

    asked = []
    monkeypatch.setattr(arguments, "clauses", lambda names, *_: asked.append(names) or tuple(names))
    (tmp_path / "logs").mkdir()
    for number in range(5):
        (tmp_path / "logs" / f"{number}.log").write_text(NIGHT, encoding="utf-8")
    (tmp_path / "auditor.toml").write_text('[paths."logs/[0-3].log"]\nselect = ["10.2"]\n', encoding="utf-8")

    status, out, _ = auditor("audit", "logs", "--format", "json")

    assert (status, len(json.loads(out)["findings"])) == (1, 4 + 7)
    assert len(asked) == 3 * 2  # severity, select, ignore: with the table, and without


@pytest.mark.parametrize(
    ("words", "left"), [(["--select", "procedure"], ["16.1(c)"]), (["--ignore", "play,incident"], ["16.1(c)"])]
)
def test_findings_are_chosen_by_the_kind_of_evidence(auditor, words, left):
    assert clauses(auditor("audit", "night.log", "--format", "json", *words)[1]) == left


def test_the_exit_status_is_what_was_asked_for(auditor, tmp_path):
    (tmp_path / "dim.log").write_text(NIGHT.replace("  minimum $5\n", ""), encoding="utf-8")
    nothing = ("--select", "10.1")

    assert auditor("audit", "night.log", "--exit-zero")[0] == 0
    assert auditor("audit", "dim.log", *nothing)[0] == 0
    assert auditor("audit", "dim.log", *nothing, "--fail-on-unrecorded")[0] == 1
    assert auditor("audit", "night.log", *nothing, "--fail-on-unrecorded")[0] == 0


def test_the_page_on_reports_tells_every_setting_and_form():
    from auditor.report.formats import OUTPUTS

    page = (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")

    assert [key for key in KINDS if f"`{key}`" not in page] == []
    assert [form for form in OUTPUTS if f"| `{form}` |" not in page] == []


def test_the_settings_on_the_page_are_settings(tmp_path):
    from auditor.review.settings import load

    page = (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")
    example = page.partition("## Settings")[2].partition("```toml\n")[2].partition("```")[0]
    (tmp_path / "auditor.toml").write_text(example, encoding="utf-8")

    assert load(tmp_path / "auditor.toml").at("omaha/x.log")["rules"] == "crown/omaha"
