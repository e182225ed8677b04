"""The forms of a report, each read back by something that really reads it, and what hostile names do to them."""

import csv
import io
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import jsonschema
import junitparser
import pydantic
import pytest
import sarif_pydantic
from places import ROOT
from trusting import trust_only

from auditor.cli.app import run
from auditor.vocabulary.wording import escaped

NIGHT = (ROOT / "samples" / "sessions" / "manila-night.log").read_text(encoding="utf-8")
REPORT = json.loads((ROOT / "docs" / "schema" / "report-2.json").read_text(encoding="utf-8"))
FORMS = ("text", "concise", "json", "jsonl", "sarif", "junit", "github", "gitlab", "csv", "markdown", "html")
HOSTILE = (
    '=HYPERLINK("http://x.example","click")',
    "::error::gotcha",
    "##[error]gotcha",
    "a\x1b[31m",
    "a\u202eb\u2066\u200b",
    "-1+1",
    "<img src=x onerror=alert(1)>",
    "@everyone [x](http://x.example) | `y` ~~z~~",
    "</td><script>alert(1)</script>",
    "]]>&amp;",
    "{0}",
)
BROKEN = "\nhand 9999\n  seat 1 Ann $500\n  Ann rises $10\nend\n"


@pytest.fixture
def reports(tmp_path, tmp_path_factory, monkeypatch, capsys):
    """All forms of the report on one log, by one run."""
    monkeypatch.chdir(tmp_path)
    trust_only(monkeypatch, tmp_path_factory.mktemp("config"), tmp_path)

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
    assert [one.partial_fingerprints["auditor/v2"] for one in sarif.results] == refs
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
    quoted = json.dumps(name, ensure_ascii=False).replace("\\u001b", "\x1b")
    status, found = reports(re.sub(r"\bGus\b", lambda _: quoted, NIGHT))

    assert status == 1
    assert {char for char in "".join(found.values()) if not char.isprintable()} == {"\n", "\r"}  # the latter in csv
    for form, text in found.items():
        assert not [line for line in text.splitlines() if line.lstrip().startswith("::") and form != "github"], form
        assert "##[" not in text, form
    assert len([line for line in found["github"].splitlines() if line.lstrip().startswith("::")]) == 7
    cells = [cell for row in csv.reader(io.StringIO(found["csv"])) for cell in row]
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@")]
    assert {row["player"].lstrip("'") for row in csv.DictReader(io.StringIO(found["csv"]))} >= {
        escaped(name).lstrip("'")
    }
    assert name in {one["actor"]["name"] for one in json.loads(found["json"])["findings"]}
    assert junitparser.JUnitXml.fromstring(found["junit"].encode()).failures
    for markup in ("<img", "](", "@everyone", "http:", "~~", "`y`"):
        assert markup not in found["markdown"]
    page = ET.fromstring(found["html"])
    assert {element.tag for element in page.iter()} <= TAGS
    assert escaped(name) in "".join(page.itertext())


@pytest.mark.skipif(os.name == "nt", reason="no such names")
@pytest.mark.parametrize(
    "name", ["::error::x.log", '=HYPERLINK("x").log', "a\n::error::b\x1b[31m.log", "<img src=x>.log"]
)
def test_neither_does_the_name_of_a_file_nor_a_line_that_is_no_statement(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(NIGHT.replace("\nend\n", "\n  \x1b[31m ::error:: <script> =1+1\nend\n", 1), encoding="utf-8")
    forms = [word for form in FORMS for word in ("--format", f"{form}=out.{form}")]

    assert run(["audit", name, *forms]) == 3
    found = {form: Path(f"out.{form}").read_bytes().decode() for form in FORMS}
    assert {char for char in "".join(found.values()) if not char.isprintable()} == {"\n", "\r"}
    commands = [line for text in found.values() for line in text.splitlines() if line.lstrip().startswith("::")]
    assert len(commands) == 8
    assert all(re.match(r"::(error|warning) file=[^:,]*,line=[0-9]+,col=3,title=[^:,]*::", one) for one in commands)
    assert not [
        cell for row in csv.reader(io.StringIO(found["csv"])) for cell in row if cell[:1] in ("=", "+", "-", "@")
    ]
    assert {element.tag for element in ET.fromstring(found["html"]).iter()} <= TAGS
    assert "<" not in found["markdown"]


# ---- the page ----

TAGS = set(
    "html head meta title style body main header nav section article details summary h1 h2 h3 p b bdi span div br a"
    " table thead tbody tr th td ul ol li dl dt dd figure figcaption svg defs symbol path circle"
    " use g rect line text".split()
)


def test_the_page_stands_alone_and_has_what_the_other_forms_have(reports):
    status, found = reports(NIGHT.replace("  minimum $5\n", "") + BROKEN)
    whole, page = json.loads(found["json"]), ET.fromstring(found["html"])
    text = "\n".join(page.itertext())

    assert status == 3
    assert sorted(one.get("id") for one in page.iter("article")) == sorted(
        f"ref-{one['fingerprint'][:10]}" for one in whole["findings"]
    )
    assert {element.tag for element in page.iter()} <= TAGS
    assert not re.search(r"https?:|url\(|@import| on[a-z]+=", found["html"])  # nothing is fetched, nothing runs
    assert "default-src 'none'" in page.find("head/meta[@http-equiv]").get("content")
    assert {one.get("tabindex") for one in page.iter("div") if one.get("class") == "wide"} == {"0"}  # scrolled by keys
    for one in whole["findings"]:
        assert one["observed"] in text
        assert one["citation"] in text
    for words in ("1 place in the logs could not be read", "rises", whole["inputs"][0]["sha256"], "the table minimum"):
        assert words in text


def test_what_a_record_of_play_cannot_show_does_not_bury_the_rest(reports):
    _, found = reports(re.sub(r"records .*", "records play-only", NIGHT))
    rows = json.loads(found["json"])["coverage"]
    listed = [row["clause"] for row in rows if row["pass"] or row["fail"] or row["missing"]]
    page = ET.fromstring(found["html"])
    (table,) = [one for one in page.iter("table") if one.findtext("thead/tr/th") == "Rulebook"]

    assert [row.findtext("td[2]") for row in table.findall("tbody/tr")] == listed
    assert len(listed) < sum(row["pass"] + row["fail"] + row["not_recorded"] > 0 for row in rows)
    assert "on procedure and conduct: this is a record of play only" in found["html"]


def test_a_long_page_says_what_it_left_out(reports, monkeypatch):
    monkeypatch.setattr("auditor.report.formats.html.LISTED", 3)
    other = NIGHT.replace('"Manila 3"', '"Manila 4"') + NIGHT.replace('"Manila 3"', '"Manila 5"').removeprefix(
        "log 1\n"
    )
    _, found = reports(
        NIGHT + other.removeprefix("log 1\n") + NIGHT.replace('"Manila 3"', '"Manila 6"').removeprefix("log 1\n")
    )

    assert found["html"].count("<article ") == 7 * 3
    assert found["html"].count("and 1 more, which the forms json, csv and xlsx list") == 7


# ---- what is no finding and must not be missed ----

LEDGER = """[[decision]]
fingerprint = "{ref}"
decision = "waived"
authority = "Inspector 12"
time = 1994-06-12T10:00:00
remark = "agreed"
until = 1994-07-01
"""


@pytest.mark.parametrize("form", FORMS)
def test_an_expired_waiver_is_told_in_every_form(reports, tmp_path, form):
    (tmp_path / "decisions.toml").write_text(LEDGER.format(ref="64ce07ffb7"), encoding="utf-8")
    status, found = reports(NIGHT, "--today", "1994-07-02")

    assert status == 1
    assert re.search(r"waived\W+until\W+1\W+July\W+1994,\W+which\W+has\W+passed", found[form].replace("%2C", ","))


def test_each_ledger_is_one_suite(reports, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "night.log").write_text(NIGHT.replace('"Manila 3"', '"Manila 4"'), encoding="utf-8")
    for folder, letter in ((tmp_path, "a"), (tmp_path / "other", "b")):
        lasting = LEDGER.format(ref=letter * 20).replace("until = 1994-07-01\n", "")
        (folder / "decisions.toml").write_text(LEDGER.format(ref="64ce07ffb7") + lasting, encoding="utf-8")
    _, found = reports(NIGHT, "other", "--today", "1994-07-02")
    suites = junitparser.JUnitXml.fromstring(found["junit"].encode())

    assert sorted((suite.name, suite.skipped) for suite in suites) == [
        ("decisions.toml", 2),
        ("night.log", 0),
        ("other/decisions.toml", 2),
        ("other/night.log", 0),
    ]


@pytest.mark.parametrize("form", FORMS)
def test_an_interrupted_audit_says_so_in_every_form(reports, monkeypatch, form):
    def interrupt(self, *_):
        self.hands += 1
        if self.hands == 10:
            raise KeyboardInterrupt

    monkeypatch.setattr("auditor.cli.output.Progress.step", interrupt)
    status, found = reports(NIGHT, "--no-cache")

    assert status == 3
    assert "interrupted" in found[form].lower().replace('"interrupted": false', "")


def test_the_short_forms_tell_what_was_not_decided(reports):
    _, found = reports(NIGHT.replace("  minimum $5\n", ""))

    for form in ("concise", "github", "markdown"):
        assert re.search(r"[0-9]+ clauses without evidence", found[form].splitlines()[-1]), form


def test_gitlab_is_given_paths_from_the_project_on(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "night.log").write_text(NIGHT, encoding="utf-8")

    assert run(["audit", str(tmp_path / "night.log"), "--format", "gitlab"]) == 1
    assert {one["location"]["path"] for one in json.loads(capsys.readouterr().out)} == {"night.log"}


def test_a_single_hyphen_is_standard_output(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "night.log").write_text(NIGHT, encoding="utf-8")

    for words in (["--format", "csv=-"], ["--format", "csv", "--output", "-"]):
        assert run(["audit", "night.log", *words]) == 1
        assert capsys.readouterr().out.count("\n") == 8
    assert [path.name for path in tmp_path.iterdir()] == ["night.log"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
def test_a_full_disk_is_no_fault_of_ours(tmp_path):
    (tmp_path / "night.log").write_text(NIGHT, encoding="utf-8")
    with open("/dev/full", "wb") as full:
        words = [sys.executable, "-m", "auditor", "audit", "night.log"]
        done = subprocess.run(words, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, check=False)

    assert (done.returncode, done.stderr) == (2, "auditor: cannot write to standard output: No space left on device\n")


def test_the_step_summary_is_added_cut_off_and_never_in_the_way(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "night.log").write_text(NIGHT, encoding="utf-8")
    (tmp_path / "summary.md").write_text("before\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    assert run(["audit", "night.log", "--format", "github"]) == 1
    assert (
        (tmp_path / "summary.md").read_text(encoding="utf-8").startswith("before\n## Audit: 7 findings in 32 hands\n")
    )

    monkeypatch.setattr("auditor.cli.audit.LARGEST_PAGE", 500)
    (tmp_path / "summary.md").unlink()
    assert run(["audit", "night.log", "--format", "github"]) == 1
    page = (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert len(page) < 600
    assert page.endswith("|\n\nThis page is cut off here: GitHub takes no more.\n")

    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "nowhere/summary.md")
    capsys.readouterr()
    assert run(["audit", "night.log", "--format", "github"]) == 1
    assert "the step summary cannot be written" in capsys.readouterr().err


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
    words = f'fingerprint = "{finding["fingerprint"]}"\ndecision = "waived"\nauthority = "A"\nremark = "B"\n'
    (tmp_path / "decisions.toml").write_text(f"[[decision]]\n{words}time = 1994-06-12T10:00:00\n", encoding="utf-8")

    _, found = reports(NIGHT.replace("hand 7 ", "hand 700 "), "--baseline", "earlier.json", "--undecided")
    (sarif,) = json.loads(found["sarif"])["runs"]
    states = [one["baselineState"] for one in sarif["results"] if one["kind"] == "fail"]

    assert (states.count("new"), states.count("absent")) == (1, 1)
    assert sarif["results"][0]["suppressions"][0]["status"] == "accepted"
    assert [one["suppressions"] for one in sarif["results"]][1:] == [[]] * (
        len(sarif["results"]) - 1
    )  # all results say it, or none
    told = [one for one in json.loads(found["gitlab"]) if one["check_name"] != "decisions"]
    assert len(told) == len(json.loads(found["json"])["findings"]) - 1


def test_a_clause_without_evidence_is_open_and_skipped(reports):
    _, found = reports(re.sub(r"records .*", "records play-only", NIGHT), "--undecided")
    (sarif,) = json.loads(found["sarif"])["runs"]
    undecided = [one for one in sarif["results"] if one["kind"] != "fail"]

    assert {one["kind"] for one in undecided} == {"open", "review"}
    assert [one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in undecided] == [
        "night.log" for _ in undecided
    ]  # GitHub refuses a whole run for one result without a place
    assert junitparser.JUnitXml.fromstring(found["junit"].encode()).skipped


STANDARD = {"taxonomies", "columnKind", "supportedTaxonomies", "shortDescription", "toolExecutionNotifications"}


def unmodelled(part):
    """The keys that the library takes as they are, without knowing them."""
    if isinstance(part, pydantic.BaseModel):
        yield from part.model_extra or {}
        yield from (key for name in type(part).model_fields for key in unmodelled(getattr(part, name)))
    elif isinstance(part, list):
        yield from (key for one in part for key in unmodelled(one))


def test_sarif_has_no_key_that_the_standard_does_not_know(reports):
    _, found = reports(NIGHT + BROKEN, "--undecided")
    document = sarif_pydantic.Sarif.model_validate_json(found["sarif"])
    written = document.model_dump(mode="json", by_alias=True, exclude_none=True)
    (run,) = written["runs"]
    rules = run["tool"]["driver"]["rules"]

    assert set(unmodelled(document)) == STANDARD  # of the standard, and not of the library
    assert [rules[one["ruleIndex"]]["id"] for one in run["results"]] == [one["ruleId"] for one in run["results"]]
    taxa = {(taxonomy["name"], taxon["id"]) for taxonomy in run["taxonomies"] for taxon in taxonomy["taxa"]}
    targets = [link["target"] for rule in rules for link in rule["relationships"]]
    assert {(target["toolComponent"]["name"], target["id"]) for target in targets} == taxa


def test_sarif_tells_the_acts_that_led_to_a_finding(reports):
    _, found = reports(NIGHT.replace("  deck-check\n", "", 1))
    whole, (run,) = json.loads(found["json"]), json.loads(found["sarif"])["runs"]
    flows = {
        one["partialFingerprints"]["primaryLocationLineHash"]: [
            step["location"]["physicalLocation"]["region"]["startLine"]
            for step in one["codeFlows"][0]["threadFlows"][0]["locations"]
        ]
        for one in run["results"]
        if "codeFlows" in one
    }

    expected = {
        one["fingerprint"]: [*sorted(place["line"] for place in one["evidence"]), one["location"]["line"]]
        for one in whole["findings"]
        if one["evidence"]
    }
    assert flows == expected


def test_sarif_stays_inside_the_limits_of_github_and_says_what_it_left_out(reports, monkeypatch):
    monkeypatch.setattr("auditor.report.formats.sarif.MOST_RESULTS", 6)
    _, found = reports(NIGHT)
    (run,) = json.loads(found["sarif"])["runs"]
    told = [one["message"]["text"] for one in run["invocations"][0]["toolExecutionNotifications"]]

    assert [one["level"] for one in run["results"]] == ["error"] * 6  # the irregularity went first
    assert told == ["1 finding left out, the least grave: a run has at most 6; --format json has all"]


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
