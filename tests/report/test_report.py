"""The reports: the whole text of one, its width, its safety, and the JSON contract."""

import json
from collections import Counter
from datetime import date

import jsonschema
import pytest
from places import ROOT

from auditor.auditing.result import Input, Result, TableNight, Unread
from auditor.report.formats import json as json_report
from auditor.report.formats.text import render
from auditor.report.layout import cells, plain, wrapped
from auditor.report.view import Selection, covers, view
from auditor.rules.loading.loader import rules_in_force
from auditor.vocabulary.findings import DEALER, RECORD, Actor, Finding, Location, Money, ReadingTaken, Severity, Verdict

RULES = rules_in_force("act/canberra-manila", date(1994, 6, 11))
SCHEMA = ROOT / "docs" / "schema" / "report-2.json"
HOSTILE = 'Eve\x1b[31m\u202e[red]:smile:"\x9b\x7f'


def finding(line=23, clause="10.2", severity=Severity.BREACH, actor=None, path="night.log", money=None, **others):
    said = {
        "rules": RULES.id,
        "version": RULES.version,
        "clause": clause,
        "citation": RULES.cite(clause),
        "read_with": (),
        "check": "raise-cap",
        "severity": severity,
        "observed": "fourth raise in the first betting round, of $20",
        "expected": "at most three",
        "table": "Manila 3",
        "hand": "1041",
        "round": "first",
        "actor": actor or Actor("player", 2, "Ben"),
        "location": Location(path, line, 3),
        "evidence": (),
        "money": money,
        "reading": None,
        "ordinal": 1,
        "night": date(1994, 6, 11),
        "day": date(1994, 6, 11),
        "time": "21:14",
    }
    said |= {"named": RULES.named(said["clause"]), "named_with": tuple(others.get("read_with", ()))}
    return Finding(**{**said, **others})


def result(*findings, unread=()):
    paths = dict.fromkeys(["night.log", *(one.location.path for one in findings), *(one.path for one in unread)])
    return Result(
        inputs=[Input(path, "00" * 32, "utf-8", "table-log", 31, 0, 40_960, 1_271) for path in paths],
        findings=list(findings),
        unread=list(unread),
        verdict_totals={
            (RULES.id, "10.2"): Counter({Verdict.PASS: 20, Verdict.FAIL: 1}),
            (RULES.id, "10.1"): Counter({Verdict.NOT_RECORDED: 31}),
        },
        missing_totals=Counter({(RULES.id, "10.1", "the table minimum"): 31}),
        hands=Counter({RULES.id: 31}),
        occasions=Counter({RULES.id: 32}),
        rulebooks={(RULES.id, RULES.version): RULES},
        tables=Counter({TableNight("night.log", None, "Manila 3", date(1994, 6, 11)): 31}),
    )


def text(made, choice=None, **options):
    return plain(render(view(made, choice or Selection()), 80, **options))


def in_json(made, choice=None):
    return "".join(json_report.render(view(made, choice or Selection())))


def test_a_report_reads_from_the_accusations_to_what_is_missing_to_the_sum():
    made = result(
        finding(
            30,
            "11.1(b)",
            actor=DEALER,
            observed="commission of $7",
            expected="$6 of $138",
            money=Money(100, "Ann", "the operator"),
            read_with=("11.1", "9.3(a)"),
        ),
        finding(23, money=Money(2000)),
        finding(41, "record/pot-sum", actor=RECORD, observed="pot of $90", expected="wagers of $110"),
        finding(
            12,
            "10.4[limit]",
            Severity.ADVISORY,
            observed="opening of $5",
            expected="",
            money=Money(500),
            reading=ReadingTaken("raise_unit", "exact", "range", "this is no fault"),
        ),
        unread=[Unread("night.log", 77, 3, "1050", "found 'rises', expected 'raises'")],
    )
    lines = text(made).splitlines()
    clauses = lines.pop(next(n for n, one in enumerate(lines) if one.startswith("  Clauses")))
    unautomated = [lines.pop(n) for n, one in enumerate(lines) if "not automated" in one]

    assert (
        lines
        == """\
Manila 3, 11 June 1994, hand 1041 at 21:14, line 23  BREACH of 10.2
  Ben (seat 2): fourth raise in the first betting round, of $20 (at most three)
  ACT Gazette S94, 27 May 1994, Poker – Canberra Manila, clause 10.2 · $20 ·
  ref:6fbd330ad6

Manila 3, 11 June 1994, hand 1041 at 21:14, line 30  BREACH of 11.1(b)
  The dealer: commission of $7 ($6 of $138)
  ACT Gazette S94, 27 May 1994, Poker – Canberra Manila, clause 11.1(b) · $1
  owed to Ann by the operator · read with 11.1 and 9.3(a) · ref:fbf4b01c41

DEFECTS OF THE RECORD (the log is at fault, not a person)

Manila 3, 11 June 1994, hand 1041 at 21:14, line 41  BREACH record/pot-sum
  pot of $90 (wagers of $110)
  defect of the record: pot-sum · ref:136c2ad1cc

ADVISORIES (worth a look; they accuse nobody)

Manila 3, 11 June 1994, hand 1041 at 21:14, line 12  ADVISORY on 10.4
  Ben (seat 2): opening of $5 (raise_unit = exact; with range this is no fault)
  ACT Gazette S94, 27 May 1994, Poker – Canberra Manila, clause 10.4 · $5 ·
  ref:911f1c8367

NOT READ, AND SO NOT AUDITED

  night.log:77:3, hand 1050
    found 'rises', expected 'raises'

SUMMARY
  Not decided  1 hand could not be read
               1 clause lacks evidence in the record:
                 10.1 Blind size: the table minimum (missing 31 times)
  Read         1 file, 40,960 bytes, 1,271 lines: 32 hands seen, 31 judged, 1
               not understood
  Judged       31 hands at 1 table on 1 night, by act/canberra-manila (s94)
  Findings     3 breaches and 1 advisory
  Money        $26 in three findings: $1 owed to players by the house and $25 at
               stake

2 faults found. Besides, 1 advisory with $5 resting on it. 1 place in the logs
could not be read: this audit is not complete.""".splitlines()
    )
    assert "1 failed, 1 not recorded" in clauses
    assert len(unautomated) <= 1


def test_nothing_found_is_never_more_than_the_record_shows():
    unread = Unread("night.log", 1, 1, None, "no hand")

    assert text(result()).endswith("\nNo fault found in what the record shows.\n")
    defect = finding(clause="record/duplicate-card", severity=Severity.IRREGULARITY, actor=RECORD)
    assert text(result(defect)).endswith("\nNobody is accused; 1 defect of the record found.\n")
    some = [finding(line, severity=Severity.ADVISORY, money=money) for line, money in ((1, None), (2, Money(2000)))]
    assert text(result(some[0])).endswith("\nNo fault found in what the record shows.\n")
    assert text(result(*some)).endswith("\nNobody is accused; 1 advisory with $20 resting on it.\n")
    assert text(result(unread=[unread])).endswith(
        "\nNo fault found in what could be read. 1 place in the logs could not be read:\nthis audit is not complete.\n"
    )
    assert text(Result(unread=[unread])).endswith("Nothing was audited: no hand could be read.\n")
    assert text(result(finding()), Selection(ignore=("10",))).endswith("\nNo fault among the clauses selected.\n")
    assert "1 more left out by --select or --ignore" in text(result(finding()), Selection(ignore=("10",)))


def test_a_clause_of_several_games_of_a_rulebook_stands_once_in_the_summary():
    made = Result(inputs=[Input("night.log", "00" * 32, "utf-8", "pokerstars", 7, 0, 4_096, 127)])
    for hands, rules in (
        (5, rules_in_force("roberts/holdem", date.max)),
        (2, rules_in_force("roberts/omaha", date.max)),
    ):
        made.verdicts[rules.id, "S4.3"] = Counter({Verdict.NOT_RECORDED: hands})
        made.missing[rules.id, "S4.3", "the blinds of the table"] = hands
        made.hands[rules.id] = made.occasions[rules.id] = made.tables[TableNight("night.log", None, rules.id, None)] = (
            hands
        )
        made.rulebooks[rules.id, rules.version] = rules

    assert "1 clause lacks evidence" in text(made)
    assert text(made).count("S4.3 Heads-up button: the blinds of the table (missing 7 times)") == 1


def test_hostile_names_reach_neither_screen_nor_page_and_stay_what_they_are():
    made = result(
        finding(actor=Actor("player", 2, HOSTILE), table=HOSTILE, path=f"{HOSTILE}.log", observed=HOSTILE * 30),
        unread=[Unread(HOSTILE, 1, 1, HOSTILE, HOSTILE)],
    )
    for form in (text(made, with_statistics=True), in_json(made)):
        assert [char for char in form if char != "\n" and not char.isprintable()] == []
    assert all(cells(line) <= 80 for line in text(made, with_statistics=True).splitlines())
    assert json.loads(in_json(made))["findings"][0]["actor"]["name"] == HOSTILE


def test_the_json_report_keeps_its_contract():
    made = result(finding(money=Money(2000, None, "Ben")), unread=[Unread("a.log", 1, 2, None, "binary")])
    document = json.loads(in_json(made))

    jsonschema.validate(document, json.loads(SCHEMA.read_text(encoding="utf-8")))
    assert document["schema"] == "auditor/report/2"
    assert document["findings"][0]["money"] == {"amount": 2000, "currency": "$", "owed_to": None, "owed_by": "Ben"}
    rows = {row["clause"]: row for row in document["coverage"]}
    assert set(rows) >= {clause.id for clause in RULES.clauses}
    counts = ("pass", "fail", "not_recorded", "not_applicable")
    assert [rows["10.2"][name] for name in counts] == [20, 1, 0, 11]
    assert [rows["interpretation"][name] for name in ("automated", *counts)] == [False, 0, 0, 0, 0]


def test_the_published_schema_is_the_models():
    renewed = "auditor schema report > docs/schema/report-2.json"
    assert SCHEMA.read_text(encoding="utf-8") == json_report.schema(), renewed


def test_findings_stand_in_the_order_of_files_and_lines():
    made = result(finding(9, path="b.log"), finding(30), finding(2, "10.3"), finding(2), finding(1, path="a.log"))

    order = [f"{one.location.path}:{one.location.line} {one.clause}" for one in view(made, Selection()).findings]

    assert order == ["night.log:2 10.2", "night.log:2 10.3", "night.log:30 10.2", "b.log:9 10.2", "a.log:1 10.2"]


@pytest.mark.parametrize(
    ("choice", "name", "covered"),
    [
        ("10.2", "10.2", True), ("10.2", "10.2[size]", True), ("10", "10.2[size]", True), ("11.1", "11.1(b)", True),
        ("record", "record/pot-sum", True), ("terms", "terms:call", True), ("raise-cap", "raise-cap", True),
        ("1", "10.2", False), ("10.2[size]", "10.2", False), ("raise", "raise-cap", False),
    ],
)  # fmt: skip
def test_a_choice_takes_in_what_stands_below_it(choice, name, covered):
    assert covers(choice, name) is covered


def test_wide_characters_and_endless_words_are_wrapped_by_what_they_take_on_the_screen():
    lines = plain(wrapped("王小明 " + "x" * 50 + " raises", 20, "  ")).splitlines()

    assert lines == ["  王小明", "  " + "x" * 18, "  " + "x" * 18, "  " + "x" * 14, "  raises"]


def test_statistics_count_by_clause_person_and_table():
    made = result(finding(money=Money(2000)), finding(25, severity=Severity.IRREGULARITY), finding(30, actor=DEALER))

    assert [line for line in text(made, with_statistics=True).splitlines() if "Ben" in line and "player" in line] == [
        "  Ben         player      0       1          1         0    $20"
    ]
