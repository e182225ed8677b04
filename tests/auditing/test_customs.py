"""Customs of a room: told once a room and file, for nothing but what the room's file says, and written by anybody."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from auditor import Finding, RulebookError, Severity, UsageError, audit_text
from auditor.auditing.customs import check_customs
from auditor.auditing.engine.registry import registered
from auditor.cli.app import run
from auditor.rules.loading.customs import customs_of, room_ids

SHOWN_LATE = """[{number}]
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [0.50, 1.00, 0]
min_bet = 1.00
starting_stacks = [100.00, 100.00, 100.00]
seats = [1, 2, 3]
players = ['Ann', 'Ben', 'Cam']
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 3.00', 'p1 f', 'p2 cc',
 'd db 2c7dKs', 'p2 cc', 'p3 cc', 'd db 9h', 'p2 cc', 'p3 cc', 'd db 3s', 'p2 cc', 'p3 cc', {shows}]
winnings = [0, 6.50, 0]
currency = 'USD'
venue = '{venue}'
hand = {number}
"""
AGGRESSOR_FIRST = "'p3 sm AhQh', 'p2 sm KdJd'"

ODD = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [0.05, 0.10, 0]
min_bet = 0.10
starting_stacks = [10.00, 10.00, 10.00]
seats = [2, 3, 1]
players = ['Ann', 'Ben', 'Cam']
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cc', 'p1 f', 'p2 cc', 'd db 2c7dKs', 'p2 cc', 'p3 cc',
 'd db 9h', 'p2 cc', 'p3 cc', 'd db 3s', 'p2 cc', 'p3 cc', 'p2 sm AhQh', 'p3 sm AdQd']
winnings = {winnings}
currency = 'USD'
venue = '{venue}'
hand = 1
"""

OWN = """extends = "roberts"
id = "our/rooms"
room = "pokerstars"

[[customs]]
id = "odd"
title = "odd unit to the lower seat"
clause = "S3.TI.5(a)"
check = "odd-chip"
practice = "odd-unit-to-lower-seat"
gist = "The lower seat gets what cannot be divided."
source = "A letter of the room of 3 May."
"""


def hands(venue: str, count: int, shows: str = AGGRESSOR_FIRST) -> str:
    return "\n".join(SHOWN_LATE.format(number=n, venue=venue, shows=shows) for n in range(1, count + 1))


def found(text: str, **more: object) -> list[tuple[str, bool, str | None]]:
    report = audit_text(text, name="hands.phhs", **more)  # type: ignore[arg-type]
    assert not report.unread
    return [(one.clause, _accuses(one), one.custom.id if one.custom else None) for one in report.findings]


def _accuses(finding: Finding) -> bool:
    """Is it more than an advisory?"""
    return finding.severity > Severity.ADVISORY


# ---- what is told ----


def test_a_custom_is_told_once_a_file_with_its_count_and_three_examples():
    report = audit_text(hands("Full Tilt Poker", 5), name="hands.phhs")

    (seen,) = json.loads(report.report("json"))["summary"]["customs"]
    assert (seen["custom"], seen["room"], seen["findings"]) == ("rooms/full-tilt/order-of-showing", "full-tilt", 5)
    assert [one["line"] for one in seen["examples"]] == [one.location.line for one in report.findings[:3]]
    assert {one["custom"] for one in json.loads(report.report("json"))["findings"]} == {seen["custom"]}

    text = report.report("text")
    assert text.count("order of showing (S3.SD.8), 5 times") == 1
    assert "ADVISORIES" not in text
    assert "Customs      full-tilt: order of showing 5 times" in text
    assert "none; 5 more under customs of the room" in text
    assert "No fault found" in text


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ("concise", "custom roberts/holdem S3.SD.8: Custom of full-tilt"),
        ("github", "Custom of full-tilt"),
        ("gitlab", "Custom of full-tilt"),
        ("html", "Custom of full-tilt"),
        ("markdown", "| full&#45;tilt | order of showing"),
        ("junit", "Custom of full-tilt"),
        ("sarif", "Custom of full-tilt"),
    ],
)
def test_every_form_for_people_and_servers_tells_a_custom_once(form: str, told: str):
    report = audit_text(hands("Full Tilt Poker", 4), name="hands.phhs").report(form)

    assert report.replace("full-tilt |", "full&#45;tilt |").count(told) == 1


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_forms_for_programs_have_every_finding_with_the_name_of_its_custom(form: str):
    report = audit_text(hands("Full Tilt Poker", 4), name="hands.phhs").report(form)

    assert (
        sum("showed before" in line and "rooms/full-tilt/order-of-showing" in line for line in report.split("\n")) == 4
    )


def test_a_custom_fails_no_run_unless_advisories_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    log = tmp_path / "hands.phhs"
    log.write_text(hands("Full Tilt Poker", 2))

    assert run(["audit", str(log), "--isolated", "--quiet", "--statistics"]) == 0
    assert "full-tilt  order of showing  S3.SD.8      2      2      1" in capsys.readouterr().out
    assert run(["audit", str(log), "--isolated", "--quiet", "--fail-on", "advisory"]) == 1


# ---- what is a custom, and what is not ----


def test_a_custom_is_one_of_the_room_that_has_it():
    assert found(hands("Full Tilt Poker", 1)) == [("S3.SD.8", False, "rooms/full-tilt/order-of-showing")]
    assert found(hands("PartyPoker", 1)) == [("S3.SD.8", False, None)]


@pytest.mark.parametrize(
    ("venue", "winnings", "expected"),
    [
        pytest.param(
            "Home",
            "[0, 0.10, 0.15]",
            [("S3.TI.5(a)", False, "rooms/online/odd-unit")],
            id="the odd unit in the lower seat",
        ),
        pytest.param(
            "PokerStars",
            "[0, 0.10, 0.15]",
            [("S3.TI.5(a)", True, None)],
            id="in a room that has no such custom",
        ),
        pytest.param("Home", "[0, 0.05, 0.20]", [("S3.TI.3", True, None)], id="more than the odd unit"),
        pytest.param("Home", "[0, 0.15, 0.10]", [], id="where it belongs"),
    ],
)
def test_only_the_odd_unit_itself_is_a_custom(venue: str, winnings: str, expected: list[object]):
    assert found(ODD.format(venue=venue, winnings=winnings)) == expected


# ---- a user's own ----


def test_a_user_may_write_the_customs_of_a_room_in_the_place_of_ours(tmp_path: Path):
    own = tmp_path / "stars.toml"
    own.write_text(OWN)
    odd = ODD.format(venue="PokerStars", winnings="[0, 0.10, 0.15]")

    assert found(odd, customs=[own]) == [("S3.TI.5(a)", False, "our/rooms/odd")]
    assert found(odd.replace("PokerStars", "PartyPoker"), customs=[own]) == [("S3.TI.5(a)", True, None)]


def test_a_house_file_may_have_customs_of_its_own(tmp_path: Path):
    house = tmp_path / "house.toml"
    house.write_text(OWN.replace('"roberts"', '"roberts/holdem"').replace('room = "pokerstars"\n', ""))

    assert found(ODD.format(venue="PartyPoker", winnings="[0, 0.10, 0.15]"), rules=house) == [
        ("S3.TI.5(a)", False, "our/rooms/odd")
    ]


def test_the_settings_name_files_of_customs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "stars.toml").write_text(OWN)
    (tmp_path / "auditor.toml").write_text('customs = ["stars.toml"]\n')
    (tmp_path / "odd.phh").write_text(ODD.format(venue="PokerStars", winnings="[0, 0.10, 0.15]"))
    monkeypatch.chdir(tmp_path)

    assert run(["audit", "odd.phh", "--quiet", "--config", "auditor.toml"]) == 0
    assert "odd unit to the lower seat (S3.TI.5(a)), once" in capsys.readouterr().out


def test_a_custom_holds_from_its_first_day_on(tmp_path: Path):
    own = tmp_path / "stars.toml"
    own.write_text(OWN + "since = 2010-01-01\n")
    odd = ODD.format(venue="PokerStars", winnings="[0, 0.10, 0.15]")
    days = {"day = 31\nmonth = 12\nyear = 2009\n": None, "day = 1\nmonth = 1\nyear = 2010\n": "our/rooms/odd"}

    assert {day: found(odd + day, customs=[own])[0][2] for day in days} == days


@pytest.mark.parametrize(
    ("before", "after", "line", "reason"),
    [
        ('"S3.TI.5(a)"', '"S3.TI.5(z)"', 8, "roberts has no clause S3.TI.5(z)"),
        ('"odd-chip"', '"odd-chips"', 9, "no check 'odd-chips' for clause S3.TI.5(a); it is decided by odd-chip"),
        ('"odd-unit-to-lower-seat"', '"odd-unit-to-low-seat"', 10, "did you mean odd-unit-to-lower-seat?"),
        ('source = "A letter of the room of 3 May."', 'source = " "', 12, "source is empty"),
        ('gist = "The', 'gits = "The', 11, "gits"),
        ('extends = "roberts"', 'extends = "rogers"', 1, "there is no rulebook rogers"),
        ('room = "pokerstars"', 'like = "nowhere"', 3, "there is no other room nowhere"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(tmp_path: Path, before: str, after: str, line: int, reason: str):
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(OWN.replace(before, after))

    with pytest.raises(RulebookError) as error:
        check_customs(str(wrong))

    assert f"wrong.toml:{line}:" in str(error.value)
    assert reason in str(error.value)


def test_rules_check_tells_what_is_wrong_with_customs(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    own = tmp_path / "own.toml"
    own.write_text(OWN)
    assert run(["rules", "check", str(own)]) == 0
    assert "our/rooms: 1 custom over roberts." in capsys.readouterr().out

    wrong = tmp_path / "wrong.toml"
    wrong.write_text(OWN + OWN.partition("\n\n")[2])
    assert run(["rules", "check", str(wrong)]) == 2
    assert "odd stands in customs twice" in capsys.readouterr().err


def test_customs_of_several_games_are_no_rulebook(tmp_path: Path):
    own = tmp_path / "own.toml"
    own.write_text(OWN)

    with pytest.raises((RulebookError, UsageError), match="--customs"):
        audit_text(hands("PokerStars", 1), rules=own)


# ---- ours ----


@pytest.mark.parametrize("room", room_ids())
def test_the_customs_that_come_with_the_auditor_are_in_order(room: str):
    file = check_customs(str(customs_of(room).path))

    assert (file.house.id, file.house.room) == (f"rooms/{room}", room)


def test_every_practice_that_a_check_may_name_is_told_in_its_docstring():
    untold = [
        (name, practice)
        for name, one in registered().items()
        for practice in one.practices
        if f"`{practice}`" not in (one.function.__doc__ or "")
    ]

    assert untold == []
