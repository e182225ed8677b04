"""Slips in a history that only the rest of the hand shows: a street left out, stakes that do not fit together."""

from __future__ import annotations

import re

import pytest
from places import ROOT

from auditor import Severity, audit_text
from auditor.api import Audit

SAMPLES = ROOT / "samples" / "hand-histories"


def audited(name: str, old: str, new: str) -> Audit:
    """Audit a sample in which something is replaced."""
    text, times = re.subn(old, new, (SAMPLES / name).read_text(encoding="utf-8"), count=1, flags=re.MULTILINE)
    assert times == 1
    return audit_text(text)


def accused(result: Audit) -> list[str]:
    return [one.clause for one in result.findings if one.severity > Severity.ADVISORY and one.actor.role != "record"]


@pytest.mark.parametrize(
    ("name", "line", "next_one"),
    [
        ("pokerstars-stud.txt", r"^\*\*\* 3rd STREET \*\*\*.*\n", 4),
        ("partypoker-stud.txt", r"^\*\* Dealing Fourth street \*\*.*\n", 5),
    ],
)
def test_a_street_of_stud_without_its_line_leaves_the_hand_unread(name, line, next_one):
    result = audited(name, line, "")

    assert [one.reason for one in result.unread] == [f"found street {next_one}, and no line on street {next_one - 1}"]


@pytest.mark.parametrize("street", ["SECOND TURN", "SECOND RIVER"])
def test_a_street_of_a_later_run_without_its_line_leaves_the_winner_open(street):
    result = audited("ggpoker-omaha.txt", rf"^\*\*\* {street} \*\*\*.*\n", "")

    assert (accused(result), result.complete) == ([], True)


@pytest.mark.parametrize("wrong", [r"($0.10/$0.60", r"($0.30/$0.20"], ids=["the larger", "the smaller"])
def test_bets_of_a_header_that_do_not_fit_together_are_a_doubt(wrong):
    result = audited("pokerstars-stud.txt", r"\(\$0\.10/\$0\.20", wrong)
    (entry,) = result.view.result.inputs

    assert accused(result) == []
    assert entry.doubts["how large the bets were"] == 1


def test_a_bet_of_another_size_is_told_if_the_bets_of_the_header_fit_together():
    result = audited("pokerstars-stud.txt", r"bets \$0\.20$", "bets $0.30")

    assert [one.clause for one in result.findings] != []


def test_a_wager_of_nothing_leaves_the_hand_unread():
    result = audited("ipoker-holdem.xml", r'type="5" sum="€[0-9.]+"', 'type="5" sum="€0"')

    assert [one.reason for one in result.unread] == ["found a wager of nothing, expected an amount"]


@pytest.mark.parametrize(
    "form", ["text", "concise", "github", "gitlab", "junit", "markdown", "html", "sarif", "csv", "json"]
)
def test_every_form_of_a_report_names_the_doubt(form):
    text = (
        (SAMPLES / "pokerstars-holdem.txt")
        .read_text(encoding="utf-8")
        .replace("($1/$2 USD)", "($1/$2 - $10 Cap -  USD)")
    )
    said = " ".join(audit_text(text).report(form).split())

    assert "a wager reached the cap of the table, this may not be so" in said


@pytest.mark.parametrize(
    ("cap", "mark", "expected"),
    [
        pytest.param("", "", ["S14.NL.3"], id="no cap"),
        pytest.param(" - $10 Cap - ", "", [], id="a cap, and no line tells who reached it"),
        pytest.param(" - $10 Cap - ", " and has reached the $10 cap", [], id="a cap that this raise reaches"),
    ],
)
def test_a_raise_may_be_short_because_of_a_cap(cap, mark, expected):
    text = (SAMPLES / "pokerstars-holdem.txt").read_text(encoding="utf-8")
    text = text.replace("($1/$2 USD)", f"($1/$2{cap} USD)")
    short = next(one for one in audit_text(text.replace(cap, "") if cap else text).findings if one.clause == "S14.NL.3")
    lines = text.split("\n")
    lines[short.location.line - 1] += mark

    assert accused(audit_text("\n".join(lines))) == expected
