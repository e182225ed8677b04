"""The commands with a register: audits that enter, decisions that are kept there, answers in every form."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil

import duckdb
import openpyxl
import pytest
from nights import asked
from places import ROOT

from auditor.cli import registering
from auditor.cli.app import run
from auditor.register import answers
from auditor.report.layout import PLAIN_WIDTH, cells

NIGHT = ROOT / "samples" / "sessions" / "manila-night.log"
COMMANDS = ["summary", "findings", "trend", "people", "clauses", "evidence"]


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a log of a night, in which everything happens."""
    (tmp_path / "logs").mkdir()
    shutil.copy(NIGHT, tmp_path / "logs" / "night.log")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def told(capsys):
    """What a command prints: its report, and the rest."""

    def call(*words):
        capsys.readouterr()
        status = run([*map(str, words)])
        out, err = capsys.readouterr()
        return status, out, err

    return call


def findings_of(told, *words):
    status, out, _ = told("audit", "logs", "--format", "json", *words)
    return status, json.loads(out)


def test_the_same_report_comes_with_a_register_and_without(here, told, address):
    status, plain = findings_of(told, "--no-cache")
    assert findings_of(told, "--register", address) == (status, plain)
    assert findings_of(told, "--register", address) == (status, plain)
    assert asked(address, "SELECT logs, new_logs FROM runs ORDER BY id") == [(1, 1), (1, 0)]
    assert asked(address, "SELECT count(*) FROM findings") == [(len(plain["findings"]),)]


def test_a_log_of_many_processes_and_one_of_the_cache_are_entered_alike(here, told, address):
    findings_of(told, "--register", address, "--jobs", "2", "--no-cache")
    findings_of(told, "--register", address)
    findings_of(told, "--register", address)

    assert asked(address, "SELECT count(*) FROM logs") == [(1,)]
    assert asked(address, "SELECT sum(new_logs), sum(logs) FROM runs") == [(1, 3)]


def test_the_register_as_baseline_tells_what_is_new_and_what_is_gone(here, told, address):
    log = here / "logs" / "night.log"
    lines = log.read_text(encoding="utf-8").split("\n")
    _, first = findings_of(told, "--register", address, "--baseline", "register")
    assert {one["baseline"] for one in first["findings"]} == {"new"}
    known = {one["fingerprint"]: one for one in first["findings"]}
    gone = next(one for one in first["findings"] if one["clause"] == "11.1(b)")
    place = gone["location"]["line"] - 1
    lines[place] = lines[place].replace("commission $6", "commission $5")
    log.write_text("\n".join(lines), encoding="utf-8")

    _, second = findings_of(told, "--register", address, "--baseline", "register")

    new = {one["fingerprint"] for one in second["findings"] if one["baseline"] == "new"}
    assert new == {one["fingerprint"] for one in second["findings"]} - known.keys()
    assert {one["fingerprint"] for one in second["baseline"]["absent"]} == known.keys() - {
        one["fingerprint"] for one in second["findings"]
    }
    assert gone["fingerprint"] in {one["fingerprint"] for one in second["baseline"]["absent"]}


def test_a_decision_in_the_register_is_applied_and_one_beside_the_logs_is_told(here, told, address):
    _, report = findings_of(told, "--register", address)
    ref = report["findings"][0]["fingerprint"][:10]
    words = "--authority", "Inspector 12", "--remark", "agreed"
    assert told("decide", ref, "waived", "logs", *words, "--register", address)[0] == 0
    assert told("decide", ref[:10], "dismissed", *words, "--register", address)[0] == 0
    assert not (here / "logs" / "decisions.toml").exists()
    assert told("decide", ref, "upheld", "logs", "--authority", "Ann", "--ledger", "logs/decisions.toml")[0] == 0

    _, second = findings_of(told, "--register", address)

    assert second["findings"][0]["decision"]["decision"] == "dismissed"
    assert "upheld" not in str(second["findings"])
    (told_of,) = [one for one in second["files"] if one["state"] == "not applied"]
    assert "not applied (the register serves these logs" in told_of["text"]
    assert "auditor trust" not in told_of["text"]
    assert told("register", "findings", "--decision", "dismissed", "--register", address)[1].count(ref) == 1
    assert told("register", "import-decisions", "logs/decisions.toml", "--register", address)[0] == 0
    assert told("register", "export-decisions", "kept.toml", "--register", address)[0] == 0
    kept = (here / "kept.toml").read_text(encoding="utf-8")
    assert [line for line in kept.splitlines() if line.startswith("decision =")] == [
        *('decision = "waived"', 'decision = "dismissed"', 'decision = "upheld"')
    ]


def test_a_run_that_is_interrupted_is_told_as_cut_off(here, told, address, monkeypatch):
    shutil.copy(NIGHT, here / "logs" / "second.log")
    entering = registering.RunRegister.enter

    def then_interrupted(run, log):
        entering(run, log)
        raise KeyboardInterrupt

    monkeypatch.setattr(registering.RunRegister, "enter", then_interrupted)

    findings_of(told, "--register", address)

    assert asked(address, "SELECT ended, logs FROM runs") == [(None, 1)]
    assert "1 of them cut off before the end" in told("register", "summary", "--register", address)[1]


def test_an_audit_is_told_nothing_of_decisions_about_the_logs_of_others(here, told, address):
    _, report = findings_of(told, "--register", address)
    own, passed = (one["fingerprint"] for one in report["findings"][:2])
    words = "--authority", "Inspector 12", "--remark", "agreed", "--register", address
    told("decide", own, "waived", *words, "--until", "2026-01-01", "--force")
    told("decide", passed, "upheld", *words, "--force")
    for other in ("0123456789", "abcdef0123"):
        told("decide", other, "waived", *words, *(("--until", "2026-01-01") if other[0] == "0" else ()), "--force")

    _, second = findings_of(told, "--register", address)

    assert [(one["kind"], own in one["text"]) for one in second["ledger"]] == [("expired", True)]
    assert second["findings"][1]["decision"]["decision"] == "upheld"
    _, text, _ = told("register", "summary", "--register", address)
    assert " ".join(text.split()).count("no finding abcdef0123 here") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_an_answer_comes_in_every_form(here, told, address, command):
    findings_of(told, "--register", address)
    call = ["register", command, "--register", address]

    status, text, _ = told(*call)
    assert (status, max(map(cells, text.splitlines())) <= PLAIN_WIDTH, "\x1b" in text) == (0, True, False)
    _, document, _ = told(*call, "--format", "json")
    sheets = json.loads(document)
    assert sheets.pop("schema") == "auditor/register/1"
    main = next(iter(sheets.values()))
    _, table, _ = told(*call, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(table)))
    assert len(rows) == len(main)
    assert all([*row] == [*one] for row, one in zip(rows, main, strict=True))
    assert told(*call, "--format", "xlsx", "--output", "out.xlsx")[0] == 0
    book = openpyxl.load_workbook("out.xlsx")
    assert [sheet.max_row - 1 for sheet in book.worksheets] == [len(sheet) for sheet in sheets.values()]


def test_a_persons_page_has_everything_about_one_name(here, told, address):
    findings_of(told, "--register", address)

    status, text, _ = told("register", "people", "--person", "Gus", "--register", address)
    _, document, _ = told("register", "people", "--person", "Gus", "--register", address, "--format", "json")

    assert (status, "PERSON: person Gus" in text, "THE LATEST" in text) == (0, True, True)
    assert {one["name"] for one in json.loads(document)["findings"]} == {"Gus"}


def test_duckdb_reads_what_goes_out_as_parquet(here, told, address):
    _, report = findings_of(told, "--register", address)
    assert told("register", "export", "-o", "all.parquet", "--format", "parquet", "--register", address)[0] == 0

    found = duckdb.sql("SELECT * FROM 'all.parquet'")

    assert tuple(found.columns) == answers.FINDINGS
    wanted = {(one["fingerprint"], one["observed"], one["location"]["line"]) for one in report["findings"]}
    assert {*duckdb.sql("SELECT fingerprint, observed, line FROM 'all.parquet'").fetchall()} == wanted
    owed = sum(one["money"]["amount"] for one in report["findings"] if one["money"])
    assert duckdb.sql("SELECT sum(amount) FROM 'all.parquet'").fetchall() == [(owed,)]


@pytest.mark.parametrize("register", ["logs/night.log", "none/r.db", "mysql://ann:secret@host/db"])
def test_a_register_that_cannot_be_used_costs_the_status_and_not_the_report(here, told, register):
    status, out, err = told("audit", "logs", "--format", "json", "--register", register, "--baseline", "register")

    assert (status, len(json.loads(out)["findings"]) > 0) == (2, True)
    assert ("register " in err, "secret" in err, "Traceback" in err) == (True, False, False)


def test_without_the_extra_a_sentence_says_what_to_install(here, told, monkeypatch):
    import builtins

    def refused(name, *rest, original=builtins.__import__):
        if name.split(".")[0] == "sqlalchemy" or name == "auditor.register.store":
            raise ModuleNotFoundError("no", name="sqlalchemy")
        return original(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refused)
    status, _, err = told("register", "summary", "--register", "r.db")

    assert (status, err) == (
        2,
        "auditor: register: sqlalchemy is not installed; expected 'pip install auditor[register]'\n",
    )


@pytest.mark.parametrize(
    "words",
    [
        *[["register", command, "--format", "json"] for command in ("summary", "findings", "export")],
        ["register", "export", "--format", "parquet"],
        ["register", "people"],
        ["audit", "logs"],
        ["audit", "logs", "--format", "xlsx"],
    ],
    ids=" ".join,
)
def test_nothing_is_written_over_a_register(here, told, words):
    findings_of(told, "--register", "r.db")
    before = (here / "r.db").read_bytes()

    status, _, err = told(*words, "--register", "r.db", "--output", "r.db")

    assert (status, "cannot write r.db: it is a database, such as a register" in err) == (2, True)
    assert (here / "r.db").read_bytes() == before


def test_settings_name_the_register_once_for_all_commands(here, told):
    (here / "auditor.toml").write_text('register = "kept.db"\n', encoding="utf-8")
    os.chmod(here / "auditor.toml", 0o600)

    findings_of(told, "--config", "auditor.toml")

    assert (here / "kept.db").exists()


def test_a_settings_file_names_no_register_outside_of_its_folder(here, told):
    (here / "logs" / "auditor.toml").write_text('register = "../kept.db"\n', encoding="utf-8")

    status, _, err = told("audit", "logs", "--config", "logs/auditor.toml")

    assert (status, "in the folder of the settings, or below it" in err) == (2, True)
