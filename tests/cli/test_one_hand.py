"""A hand in every form, its ruling sheet on one sheet of paper, and what to record in future."""

import json
import re
import xml.etree.ElementTree as ET

import jsonschema
import pytest
from browser import printed, prints
from places import ROOT

from auditor.cli.app import run
from auditor.vocabulary.evidence import evidence_for

LOG = str(ROOT / "samples" / "sessions" / "manila-night.log")
CROWN = LOG.replace("manila-night", "crown-holdem-night")
SCHEMAS = ROOT / "docs" / "schema"


def told(capsys, *words):
    status = run([*words])
    return status, capsys.readouterr().out


@pytest.mark.parametrize("command", ["settle", "replay"])
def test_a_document_keeps_to_its_published_schema(capsys, command):
    schema = json.loads((SCHEMAS / f"{command}-1.json").read_text(encoding="utf-8"))
    assert json.loads(told(capsys, "schema", command)[1]) == schema
    for hand in ("5", "7", "12", "23", "27"):
        status, text = told(capsys, command, LOG, "--hand", hand, "--format", "json")
        assert status == 0
        jsonschema.validate(json.loads(text), schema)


def test_the_forms_of_a_settlement_tell_the_same(capsys):
    text = told(capsys, "settle", LOG, "--hand", "27")[1]
    document = json.loads(told(capsys, "settle", LOG, "--hand", "27", "--format", "json")[1])
    page = ET.fromstring(told(capsys, "settle", LOG, "--hand", "27", "--format", "html")[1])
    shown = [["".join(cell.itertext()) for cell in row] for row in page.iter("tr")][1:]

    assert [(one["what"], one["due"], one["logged"], one["difference"]) for one in document["sums"]] == [
        ("pot, to Ann", 2000, None, None),
        ("commission", 100, 100, 0),
        ("paid to Ann", 1900, 0, -1900),
        ("paid to Dot", 0, 1900, 1900),
    ]
    for row in shown:
        assert re.search(r"\s+".join(map(re.escape, filter(None, row))), text), row
    assert [one["clause"] for one in document["findings"]] == ["14.3(d)"]


def test_a_replay_has_the_verdict_on_each_clause_that_came_up(capsys):
    document = json.loads(told(capsys, "replay", LOG, "--hand", "7", "--format", "json")[1])
    by_word = {}
    for one in document["verdicts"]:
        by_word.setdefault(one["verdict"], []).append(one["clause"])

    assert by_word["fail"] == ["10.2"]
    assert {"10.2[size]", "10.2[floor]", "11.1(b)"} <= set(by_word["pass"])


def test_a_replay_tells_what_was_open_before_the_fault(capsys):
    document = json.loads(told(capsys, "replay", LOG, "--hand", "7", "--format", "json")[1])
    (step,) = [one for one in document["steps"] if one["findings"]]

    assert (step["line"], step["turn"]["player"], step["turn"]["pot"]) == (275, "Gus", 15000)
    assert [one["act"] for one in step["turn"]["options"]] == ["call", "fold"]
    (shut,) = [one for one in step["turn"]["closed"] if one["by_rule"]]
    assert shut == {"act": "raise", "why": "three raises were made, at most three", "clause": "10.2", "by_rule": True}
    for form in ("text", "html"):
        assert "not open, three raises were made" in told(capsys, "replay", LOG, "--hand", "7", "--format", form)[1]
    page = told(capsys, "replay", LOG, "--hand", "7", "--format", "html")[1]
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))


def test_the_sheet_has_what_a_ruling_needs(capsys):
    text = told(capsys, "sheet", LOG, "--hand", "27")[1]
    words = " ".join("".join(ET.fromstring(text).itertext()).split())

    for one in (
        "Manila 3 · hand 27 · 11 June 1994, 22:12",
        "$19 owed to seat 7 Ann by seat 8 Dot",
        "clause 14.3(d)",
        "Signature",
        "bfb9d29ee29e7b24c177b24e37bc4ac9a6d476ec5724e3dd7f02a3b4b3861a0f",
        "act/canberra-manila s94",
        "page 1 of 1",
    ):
        assert one in words


def test_the_sheet_shows_the_cards_that_decide(capsys):
    page = ET.fromstring(told(capsys, "sheet", LOG, "--hand", "27")[1])
    (acts,) = [one for one in page.iter("table") if one.get("class") == "acts1"]
    lines = ["".join(row[1].itertext()) for row in acts.iter("tr")]
    board = ["communal [Kd]", "communal [9d]", "communal [8d]", "communal [Kc]", "communal [9s]"]

    assert [one for one in lines if one.startswith("communal")] == board
    assert any(one.startswith("deal Ann [Ad 7d], Dot [Kh 8c]") for one in lines)
    assert {"Ann shows [Ad 7d]", "Dot shows [Kh 8c]", "Dot wins $19"} <= {*lines}
    words = "".join(page.itertext())
    assert "flush, ace high [Ad Kd 9d 8d 7d]" in words
    assert "full house, kings over eights [Kh Kd Kc 8c 8d]" in words


def test_a_hand_that_a_table_has_on_two_nights_is_chosen_by_its_night_and_else_by_a_line(tmp_path, capsys):
    night = (ROOT / LOG).read_text(encoding="utf-8")
    log = tmp_path / "two.log"
    log.write_text(night + night.removeprefix("log 1\n").replace("1994-06-11", "1994-06-12"), encoding="utf-8")
    words = ["settle", str(log), "--hand", "7"]

    assert run(words) == 2
    assert "2 hands are numbered 7: choose by --night from 1994-06-11 and 1994-06-12" in capsys.readouterr().err
    assert "of 1994-06-12, judged" in " ".join(told(capsys, *words, "--night", "1994-06-12")[1].split())
    assert run([*words, "--night", "1994-06-13"]) == 2
    assert "no hand '7' there" in capsys.readouterr().err

    pots, house = many_pots(), '  venue "{}"\n  rules'
    first, second = (pots.replace("  rules", house.format(name)) for name in ("Harbour", "Station"))
    log.write_text(first + second.removeprefix("log 1\n"), encoding="utf-8")
    assert run(["settle", str(log), "--hand", "1"]) == 2
    second = first.count("\n") + second.splitlines().index("hand 1")
    assert f"choose by --line from 8 and {second}" in " ".join(capsys.readouterr().err.split())
    assert told(capsys, "settle", str(log), "--hand", "1", "--line", str(second))[0] == 0


def test_a_comment_is_no_part_of_what_is_shown(capsys):
    for words in (
        ("sheet", LOG, "--hand", "27"),
        ("replay", LOG, "--hand", "27"),
        ("audit", LOG, "--format", "html"),
    ):
        assert "# expect" not in told(capsys, *words)[1]


def test_a_reading_that_changes_a_sum_is_shown_in_every_form_as_if_it_were_chosen(capsys):
    words = [CROWN, "--hand", "4"]
    chosen = ("settle", *words, "--format", "json", "--interpret", "commission_allocation=proportional")
    document, other = [json.loads(told(capsys, *one)[1]) for one in (("settle", *words, "--format", "json"), chosen)]
    (shown,) = document["readings"]
    sums = [{row["what"]: row["due"] for row in one["sums"]} for one in (document, shown, other)]

    assert (shown["of"], shown["question"], shown["choice"]) == ("law", "commission_allocation", "proportional")
    assert sums[0] != sums[1] == sums[2]
    assert sums[1]["paid to Gita"] == 71800
    assert "If commission_allocation = proportional" in told(capsys, "settle", *words)[1]
    for form in (["settle", *words, "--format", "html"], ["sheet", *words]):
        heads = "".join("".join(one.itertext()) for one in ET.fromstring(told(capsys, *form)[1]).iter("thead"))
        assert "Due if commission_allocation = proportional" in heads


def test_readings_that_change_no_sum_are_counted(capsys):
    assert "none changes a sum" in told(capsys, "settle", LOG, "--hand", "5")[1]
    assert "Due if" not in told(capsys, "sheet", LOG, "--hand", "5")[1]


def test_commission_by_player_leaves_the_other_sums_as_they_are(capsys):
    words = ["settle", LOG, "--hand", "5", "--interpret", "commission_group=per-player", "--format", "json"]
    sums = {row["what"]: (row["due"], row["logged"]) for row in json.loads(told(capsys, *words)[1])["sums"]}

    assert sums == {"pot, to Ben": (10500, None), "commission": (500, 600), "paid to Ben": (10000, 9900)}


CROWDED = """log 1
table "{name}"
  rules act/canberra-manila
  date 1994-06-11
  minimum $5
  stake $100

hand 1 at 21:40
"""


def crowded():
    """A hand of long names with as many acts as fit into it."""
    names = [f"{letter}{'abcdefghij' * 3}" for letter in "ABCDEFGH"]
    lines = [f"  seat {n} {name} $5000" for n, name in enumerate(names, 1)]
    lines += ["  buck 1", "  shuffle", f"  cut by {names[0]} at 14", f"  {names[0]} blind $10"]
    cards = "Ah Kd 7c 7d 9h 9s Qc Jc Td Th 8s 8c Kc Ks Ad Jd".split()
    lines += ["  deal " + ", ".join(f"{name} [{cards[2 * n]} {cards[2 * n + 1]}]" for n, name in enumerate(names))]
    lines += ["  communal [Qh]"]
    total = 10
    for turn in range(1, 41):
        total += 10
        lines.append(f"  {names[turn % 8]} raises $10 to ${total}")
    lines += [f"  {name} folds" for name in names[1:]]
    return CROWDED.format(name="T" * 40) + "\n".join(lines) + "\nend\n"


def many_pots():
    """Ten players of ten stakes, all in: nine pots, each halved, and all of it paid to the last of them."""
    names = [f"{letter}{'abcdefghij' * 2}" for letter in "ABCDEFGHIJ"]
    stakes = [40, 60, 80, 100, 120, 140, 160, 180, 200, 220]
    lines = [f"  seat {n} {name} ${stake}" for n, (name, stake) in enumerate(zip(names, stakes, strict=True), 1)]
    lines += ["  button 10", f"  {names[0]} blind $5", f"  {names[1]} blind $10"]
    cards = iter("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah".split())
    cards = [*cards, *"2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac".split()]
    hands = [" ".join(cards[n : n + 40 : 10]) for n in range(10)]
    lines += ["  deal " + ", ".join(f"{name} [{hand}]" for name, hand in zip(names, hands, strict=True))]
    lines += [f"  {name} raises to ${stake} all in" for name, stake in [*zip(names, stakes, strict=True)][2:]]
    lines += [f"  {name} calls ${stake} all in" for name, stake in ((names[0], 35), (names[1], 50))]
    lines += [f"  return $20 to {names[9]}", "  communal [4c 7c 9c]", "  communal [Jc]", "  communal [Kc]"]
    lines += [f"  {name} shows [{hand}]" for name, hand in zip(names, hands, strict=True)]
    lines += ["  pot $1280", f"  {names[9]} wins $1280", "end"]
    head = [
        "log 1",
        'table "Pots"',
        "  rules roberts/omaha-hi-lo",
        "  date 2024-05-03",
        "  blinds $5, $10",
        "",
        "hand 1",
    ]
    return "\n".join([*head, *lines, ""])


MADE = {"crowded": crowded, "many pots": many_pots}


def test_a_sheet_of_many_pots_tells_who_was_due_what_and_counts_what_it_leaves_out(tmp_path, capsys):
    log = tmp_path / "pots.log"
    log.write_text(many_pots(), encoding="utf-8")
    settled = json.loads(told(capsys, "settle", str(log), "--hand", "1", "--format", "json")[1])
    page = ET.fromstring(told(capsys, "sheet", str(log), "--hand", "1")[1])
    (table,) = [one for one in page.iter("table") if one.get("class") == "due1"]
    shown = ["".join(row[0].itertext()) for row in table.iter("tr")][1:]
    words = " ".join("".join(page.itertext()).split())

    paid = [one["what"] for one in settled["sums"] if one["kind"] == "payment"]
    assert len(paid) > 2
    assert [one for one in shown if one.startswith("paid to")] == paid
    assert f"and {len(settled['sums']) - len(shown)} more sums, which auditor settle shows" in words
    hands = [one for one in page.iter("p") if one.find("b/bdi") is not None and "[" in "".join(one.itertext())]
    assert 0 < len(hands) < len(settled["hands"]) == 10
    assert f"and {10 - len(hands)} more, which auditor settle shows" in words
    first = {"".join(one.find("b").itertext()).partition(" (")[0] for one in hands}
    assert first <= {one.removeprefix("paid to ") for one in paid}


def test_a_clause_keeps_its_capitals(tmp_path, capsys):
    log = tmp_path / "pots.log"
    log.write_text(many_pots(), encoding="utf-8")

    for words in (["sheet", str(log), "--hand", "1"], ["audit", str(log), "--format", "html"]):
        page = ET.fromstring(told(capsys, *words)[1])
        assert re.search("(Breach of|Advisory on) S3\\.", " ".join("".join(page.itertext()).split()))


@prints
@pytest.mark.parametrize("hand", ["5", "7", "27", *MADE])
def test_the_sheet_prints_on_one_page(tmp_path, hand):
    log, page = LOG, tmp_path / "sheet.html"
    if hand in MADE:
        (tmp_path / "made.log").write_text(MADE[hand](), encoding="utf-8")
        log, hand = str(tmp_path / "made.log"), "1"

    assert run(["sheet", log, "--hand", hand, "--output", str(page)]) == 0
    assert printed(page, tmp_path) == 1


# ---- what to record in future ----


def test_evidence_of_logs_is_what_their_audit_lacked(capsys, tmp_path):
    log = tmp_path / "night.log"
    log.write_text(
        (ROOT / "samples/sessions/manila-night.log").read_text("utf-8").replace("  minimum $5\n", ""), "utf-8"
    )
    status, text = told(capsys, "evidence", "act/canberra-manila", str(log), "--format", "json")
    facts = json.loads(text)["facts"]

    assert status == 0
    assert ("the table minimum", ["minimum $5"]) in [(one["fact"], one["lines"]) for one in facts]
    assert [len(one["clauses"]) for one in facts] == sorted([len(one["clauses"]) for one in facts], reverse=True)
    run(["audit", str(log), "--format", "json", "-q"])
    report = json.loads(capsys.readouterr().out)
    missing = {one["what"] for row in report["coverage"] for one in row["missing"]}
    assert {one["fact"] for one in facts} == missing


def test_a_rulebook_tells_all_that_its_samples_show_to_be_asked_for(capsys):
    samples = str(ROOT / "samples" / "clauses" / "act-canberra-manila")
    told_of = [
        json.loads(told(capsys, "evidence", "act/canberra-manila", *logs, "--format", "json")[1])["facts"]
        for logs in ([samples], [])
    ]
    lacked, asked = [{evidence_for(one["fact"]).text for one in facts} for facts in told_of]

    assert len(lacked) > 20
    assert lacked <= asked
    assert not [line for one in told_of[1] for line in one["lines"] if "{" in line]
