"""A line outside of hands that nobody can read may declare what a finding rests on: nobody is accused for it."""

from __future__ import annotations

import io

import pytest

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.decoding import open_stream
from auditor.vocabulary.findings import Severity, Verdict

# The blind is right if the minimum is $10, and the commission if it is 3 per cent; and the buck does not move.
TABLE = """table "{name}"
  rules act/canberra-manila
  date 1994-06-11
  minimum $5
  stake $100
{line}
{hands}"""
HAND = """
hand {number}
  seat 1 Ann $500
  seat 2 Ben $500
  buck 1
  cut by Ann at 14
  Ann blind $20
  deal Ann [Ah Kd], Ben [7c 7d]
  communal [Qh]
  Ben calls $20
  communal [Kh]
  Ann folds
  pot $40 commission $1
  Ben wins $39
end
"""


def table(name: str, line: str) -> str:
    return TABLE.format(name=name, line=line, hands="".join(HAND.format(number=number) for number in (1, 2)))


def found(text: str) -> list[tuple[str, str, str, Severity, str | None, tuple[int, ...]]]:
    result = audit([open_stream(io.BytesIO(text.encode()), "a.log")], Options())
    return [
        (one.table, one.hand, one.clause, one.severity, one.doubt, tuple([place.line for place in one.evidence]))
        for one in result.findings
    ]


@pytest.mark.parametrize("line", ["minimun $10 a wager", "commission three per cent"])
def test_an_unread_line_outside_of_hands_accuses_nobody_until_the_table_ends(line):
    text = table("A", line) + table("B", "")
    clauses = [("1", "10.1"), ("1", "11.1(b)"), ("2", "10.1"), ("2", "11.1(b)"), ("2", "6.2[rotation]")]
    severities = {"10.1": Severity.BREACH, "11.1(b)": Severity.IRREGULARITY, "6.2[rotation]": Severity.IRREGULARITY}
    doubt = "line 6 was not understood, and may say otherwise"

    assert found(text) == [
        *[("A", hand, clause, Severity.ADVISORY, doubt, (6,)) for hand, clause in clauses],
        *[("B", hand, clause, severities[clause], None, ()) for hand, clause in clauses],
    ]


def test_an_unread_line_is_evidence_of_what_a_missing_declaration_explains_too():
    line = "  notice commission to players at 20:00\n  comission 3%"

    of_commission = [(one[4], one[5]) for one in found(table("A", line)) if one[2] == "11.1(b)"]
    assert of_commission == [("if the table was to declare a commission of 3%, this is not so", (7,))] * 2


@pytest.mark.parametrize("end", ["", "ent\n"], ids=["left out", "misspelt"])
def test_a_hand_without_its_end_may_have_lost_what_was_declared_after_it(end):
    text = table("A", "").replace("end\n", end, 1)
    last = text[: text.index("hand 2")].rstrip().count("\n") + 1
    doubt = f"line {last} was not understood, and may say otherwise"

    assert found(text) == [("A", "2", clause, Severity.ADVISORY, doubt, (last,)) for clause in ("10.1", "11.1(b)")]


def test_a_declaration_inside_a_hand_is_lost_with_it_and_accuses_nobody_later():
    text = table("A", "").replace("hand 1\n", "hand 1\nminimum $10\n", 1)
    lost = text.split("\n").index("minimum $10") + 1
    doubt = f"line {lost} was not understood, and may say otherwise"

    assert found(text) == [("A", "2", clause, Severity.ADVISORY, doubt, (lost,)) for clause in ("10.1", "11.1(b)")]


def test_a_line_of_play_that_is_lost_with_its_hand_declares_nothing():
    text = table("A", "").replace("  Ann folds\n", "  Ann foolds away\n", 1)

    severities = [(one[2], one[3]) for one in found(text)]
    assert severities == [("10.1", Severity.BREACH), ("11.1(b)", Severity.IRREGULARITY)]


# ---- the verdict on a clause of which nothing was found but what rests on the record ----


def judged(text: str, clause: str) -> tuple[dict[Verdict, int], list[str]]:
    """How often each verdict was given on a clause, and what is missing for it."""
    result = audit([open_stream(io.BytesIO(text.encode()), "a.log")], Options())
    missing = [what for _, about, what in result.missing if about == clause]
    return dict(result.verdicts["act/canberra-manila", clause]), missing


@pytest.mark.parametrize("clause", ["10.1", "11.1(b)", "6.2[rotation]"])
def test_a_clause_is_not_recorded_where_an_unread_line_may_declare_what_its_findings_rest_on(clause):
    unread, missing = judged(table("A", "minimun $10 a wager"), clause)
    read, _ = judged(table("A", ""), clause)

    assert Verdict.FAIL not in unread
    assert "what the line says that could not be read" in missing
    assert unread[Verdict.NOT_RECORDED] >= read[Verdict.FAIL]


def test_a_clause_is_not_recorded_where_the_record_contradicts_itself():
    found, missing = judged(table("A", "").replace("pot $40", "pot $45"), "10.1")

    assert (found, missing) == ({Verdict.NOT_RECORDED: 2}, ["which of the lines that contradict each other is right"])


def test_a_clause_on_several_hands_is_not_recorded_where_one_of_them_is_in_doubt():
    hands = table("A", "").split("hand 2")
    found, missing = judged(hands[0].replace("pot $40", "pot $45") + "hand 2" + hands[1], "6.2[rotation]")

    assert Verdict.FAIL not in found
    assert missing == ["a record of the hand, and of the one before it, that is in no doubt"]


def test_a_clause_that_is_broken_beyond_doubt_besides_has_failed():
    hands = table("A", "").split("hand 2")
    found, _ = judged(hands[0].replace("pot $40", "pot $45") + "hand 2" + hands[1], "10.1")

    assert found == {Verdict.NOT_RECORDED: 1, Verdict.FAIL: 1}
