"""The forms of a report, each read back by something that really reads it, and what hostile names do to them."""

import csv
import io
import json
import re
from pathlib import Path

import jsonschema
import junitparser
import pytest
import sarif_pydantic

from auditor.cli.app import run

ROOT = Path(__file__).parents[1]
NIGHT = (ROOT / "samples" / "sessions" / "manila-night.log").read_text(encoding="utf-8")
REPORT = json.loads((ROOT / "docs" / "schema" / "report-1.json").read_text(encoding="utf-8"))
FORMS = ("text", "concise", "json", "jsonl", "sarif", "junit", "github", "gitlab", "csv", "markdown")
HOSTILE = (
    '=HYPERLINK("http://x.example","click")',
    "::error::gotcha",
    "##[error]gotcha",
    "a\\u001b[31m",
    "<img src=x onerror=alert(1)>",
    "@everyone [x](http://x.example) | `y` ~~z~~",
    "]]>&amp;",
    "{0}",
)
BROKEN = "\nhand 9999\n  seat 1 Ann $500\n  Ann rises $10\nend\n"


@pytest.fixture
def reports(tmp_path, monkeypatch, capsys):
    """All forms of the report on one log, by one run."""
    monkeypatch.chdir(tmp_path)

    def written(text, *words):
        (tmp_path / "night.log").write_text(text, encoding="utf-8")
        forms = [word for form in FORMS for word in ("--format", f"{form}=out.{form}")]
        status = run(["audit", "night.log", *forms, *words])
        assert capsys.readouterr().out == ""
        return status, {form: (tmp_path / f"out.{form}").read_bytes().decode() for form in FORMS}

    return written


def test_one_run_writes_every_form_and_each_is_read_by_its_consumer(reports):
    status, found = reports(NIGHT)
    whole = json.loads(found["json"])
    refs = [one["fingerprint"] for one in whole["findings"]]
    jsonschema.validate(whole, REPORT)

    (sarif,) = sarif_pydantic.Sarif.model_validate_json(found["sarif"]).runs
    junit = junitparser.JUnitXml.fromstring(found["junit"].encode())
    rows = list(csv.DictReader(io.StringIO(found["csv"])))
    quality = json.loads(found["gitlab"])
    lines = [json.loads(line) for line in found["jsonl"].splitlines()]
    commands = [line for line in found["github"].splitlines() if line.startswith("::")]

    assert status == 1
    assert [one.partial_fingerprints["auditor/v1"] for one in sarif.results] == refs
    assert {rule.id for rule in sarif.tool.driver.rules} == {
        f"{one['rules']}/{one['clause']}" + (f"[{one['limb']}]" if one["limb"] else "") for one in whole["findings"]
    }
    assert (junit.failures, junit.errors) == (len({(one["clause"]) for one in whole["findings"]}), 0)
    assert [row["fingerprint"] for row in rows] == refs
    assert [one["fingerprint"] for one in quality] == refs
    assert [line["fingerprint"] for line in lines if line["type"] == "finding"] == refs
    assert (lines[0]["type"], lines[-1]["type"]) == ("start", "summary")
    assert len(commands) == len(refs)
    assert sum(line.count("ref:") for line in found["concise"].splitlines()) == len(refs)
    assert all(f"`{ref[:10]}`" in found["markdown"] for ref in refs)


def test_what_was_not_read_is_told_in_every_form(reports):
    status, found = reports(NIGHT + BROKEN)
    ((invocation,),) = [one["invocations"] for one in json.loads(found["sarif"])["runs"]]

    assert status == 3
    assert not invocation["executionSuccessful"]
    assert len(invocation["toolExecutionNotifications"]) == 1
    assert junitparser.JUnitXml.fromstring(found["junit"].encode()).errors == 1
    assert [row["kind"] for row in csv.DictReader(io.StringIO(found["csv"]))].count("unread") == 1
    assert [one["severity"] for one in json.loads(found["gitlab"])].count("blocker") == 1
    for form in ("text", "concise", "github", "markdown", "jsonl"):
        assert "rises" in found[form]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_does_no_harm_in_any_form(reports, name):
    name = name.replace("\\u001b", "\x1b")
    quoted = json.dumps(name, ensure_ascii=False).replace("\\u001b", "")
    status, found = reports(re.sub(r"\bGus\b", lambda _: quoted, NIGHT))
    plain = re.sub(r"\x1b", "", name)

    assert status == 1
    assert "\x1b" not in "".join(found.values())
    for form, text in found.items():
        assert not [line for line in text.splitlines() if line.lstrip().startswith("::") and form != "github"], form
        assert "##[" not in text, form
    assert len([line for line in found["github"].splitlines() if line.lstrip().startswith("::")]) == 7
    cells = [cell for row in csv.reader(io.StringIO(found["csv"])) for cell in row]
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "@")]
    assert {row["player"].lstrip("'") for row in csv.DictReader(io.StringIO(found["csv"]))} >= {
        plain.replace("::", ":\\x3a").replace("##", "#\\x23")
    }
    assert plain in {one["actor"]["name"] for one in json.loads(found["json"])["findings"]}
    assert junitparser.JUnitXml.fromstring(found["junit"].encode()).failures
    for markup in ("<img", "](", "@everyone", "http:", "~~", "`y`"):
        assert markup not in found["markdown"]


def test_files_are_written_whole_or_not_at_all(reports, tmp_path, monkeypatch):
    (tmp_path / "out.csv").write_text("as before", encoding="utf-8")
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError("no room")))

    with pytest.raises(FileNotFoundError):
        reports(NIGHT)

    assert (tmp_path / "out.csv").read_text(encoding="utf-8") == "as before"
    assert {path.name for path in tmp_path.iterdir()} == {"night.log", "out.csv"}


def test_sarif_tells_states_and_decisions(reports, tmp_path):
    _, found = reports(NIGHT)
    (tmp_path / "earlier.json").write_text(found["json"], encoding="utf-8")
    finding = json.loads(found["json"])["findings"][0]
    words = f'fingerprint = "{finding["fingerprint"]}"\ndecision = "waived"\nauthority = "A"\nremark = ""\n'
    (tmp_path / "decisions.toml").write_text(f"[[decision]]\n{words}time = 1994-06-12T10:00:00\n", encoding="utf-8")

    _, found = reports(NIGHT.replace("hand 7 ", "hand 700 "), "--baseline", "earlier.json", "--undecided")
    (sarif,) = json.loads(found["sarif"])["runs"]
    states = [one.get("baselineState") for one in sarif["results"] if one["kind"] == "fail"]

    assert (states.count("new"), states.count("absent")) == (1, 1)
    assert sarif["results"][0]["suppressions"][0]["status"] == "accepted"
    assert len(json.loads(found["gitlab"])) == len(json.loads(found["json"])["findings"]) - 1


def test_a_clause_without_evidence_is_open_and_skipped(reports):
    _, found = reports(NIGHT.replace("  minimum $5\n", ""), "--undecided")
    (sarif,) = json.loads(found["sarif"])["runs"]

    assert "open" in {one["kind"] for one in sarif["results"]}
    assert junitparser.JUnitXml.fromstring(found["junit"].encode()).skipped


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--format", "xml"], "no report 'xml'"),
        (["--format", "csv", "--format", "text"], "only one report can do without a file"),
        (["--format", "csv=a", "--format", "json=a"], "two reports go to one file"),
        (["--format", "csv=night.log"], "one of the logs"),
    ],
)
def test_a_wrong_choice_of_reports_is_told(tmp_path, monkeypatch, capsys, words, reason):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "night.log").write_text(NIGHT, encoding="utf-8")

    assert run(["audit", "night.log", *words]) == 2
    assert reason in capsys.readouterr().err
