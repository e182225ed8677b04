"""Records as people write them: what they leave out is told as not recorded, and nobody is accused for it."""

from io import BytesIO

import pytest

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.tally import by_clause
from auditor.logs.files.decoding import open_stream
from auditor.vocabulary.findings import Verdict

SEATS = ("hand 1", "seat 1 Ann $1000", "seat 2 Ben $1000", "seat 3 Cam $1000", "seat 4 Dee $1000", "button 1")
BLINDS = ("Ben blind $5", "Cam blind $10")
CALLED = ("Dee calls $10", "Ann calls $10", "Ben calls $5", "Cam checks")
FLOP = "communal [9h 8s 4s]"
CHECKS = ("Ben checks", "Cam checks", "Dee checks", "Ann checks")


def judged(limit: str, *lines: str, seats: tuple[str, ...] = SEATS) -> tuple[list[str], dict[str, Verdict]]:
    """The clauses with findings, and the verdicts on all, of a hand at a table that declares its betting and blinds."""
    head = ("log 1", "table Test", "rules crown/holdem", limit, "blinds $5, $10", *seats)
    verdicts: dict[str, Verdict] = {}

    def note(_item, bound, outcomes):
        for outcome in outcomes:
            for clause, verdict in by_clause(bound, outcome).items():
                verdicts[clause] = max(verdict, verdicts.get(clause, verdict))

    text = "\n".join((*head, *lines, "end\n"))
    report = audit([open_stream(BytesIO(text.encode()), "test.log")], Options(), note)
    assert not report.unread
    return [finding.clause for finding in report.findings], verdicts


@pytest.mark.parametrize(
    ("limit", "acts", "clause"),
    [
        ("limit no-limit\nminimum $10", ("Dee raises to $20", "Ann raises to $30"), "6.6"),
        ("limit spread\nbets $10-$25", ("Dee raises to $30", "Ann raises to $50"), "6.8"),
        ("limit full-pot\nminimum $10", ("Dee raises to $35", "Ann folds"), "6.7"),
        ("limit no-limit\nminimum $10", ("Dee calls $10", "Ann calls $10", "Ben calls $5", "Cam checks"), "1.1:check"),
    ],
)
def test_what_rests_on_blinds_that_nobody_noted_is_not_recorded(limit, acts, clause):
    clauses, verdicts = judged(limit, *acts)

    assert clauses == []
    assert verdicts[clause] is Verdict.NOT_RECORDED
    assert verdicts["8.9.2(a)"] is Verdict.NOT_RECORDED


def test_the_same_is_judged_where_the_blinds_were_noted():
    clauses, verdicts = judged("limit full-pot\nminimum $10", *BLINDS, "Dee raises to $36", "Ann folds")

    assert clauses == ["6.7"]
    assert verdicts["8.9.2(a)"] is Verdict.PASS


@pytest.mark.parametrize("amount", ["$5", "$10", "to $10"])
def test_a_call_may_be_noted_by_what_is_added_or_by_what_it_meets(amount):
    lines = (*BLINDS, "Dee calls $10", "Ann folds", f"Ben calls {amount}", "Cam checks", FLOP, "Ben checks")
    clauses, verdicts = judged("limit no-limit\nminimum $10", *lines, "Cam checks", "Dee checks")

    assert clauses == []
    assert verdicts["1.1:call"] is Verdict.PASS


@pytest.mark.parametrize(("act", "answers"), [("checks", "checks"), ("bets $20", "calls $20")])
def test_the_first_to_act_need_not_wait_for_the_cards_of_the_round(act, answers):
    lines = (*BLINDS, *CALLED, f"Ben {act}", FLOP, *(f"{name} {answers}" for name in ("Cam", "Dee", "Ann")))
    clauses, _ = judged("limit no-limit\nminimum $10", *lines, "communal [7c]", "Ben checks", "Cam checks")

    assert clauses == []


def test_another_who_acts_again_after_all_have_checked_is_too_late():
    checks = tuple(f"{name} checks" for name in ("Ben", "Cam", "Dee", "Ann"))
    clauses, _ = judged("limit no-limit\nminimum $10", *BLINDS, *CALLED, FLOP, *checks, "Cam bets $20", "Dee folds")

    assert clauses == ["8.18.2"]


def test_calls_of_a_short_all_in_comply_with_the_clause_that_allows_no_more():
    lines = ("Ben bets $700", "Cam calls", "Dee raises to $990 all in", "Ann folds", "Ben calls", "Cam calls")
    clauses, verdicts = judged("limit no-limit\nminimum $10", *BLINDS, *CALLED, FLOP, *lines)

    assert clauses == []
    assert verdicts["6.16.3"] is Verdict.PASS


def test_who_may_have_put_in_the_last_chip_is_not_waited_for_at_the_end():
    streets = ("burn", FLOP, *CHECKS, "burn", "communal [7c]", *CHECKS, "burn", "communal [2d]", "Ben checks")
    last = ("Cam bets $50", "Dee calls $50", "Ann folds", "Cam shows [As Ah]", "pot $140", "Cam wins $140")
    lines = (*BLINDS, *CALLED, *streets, *last)
    clauses, _ = judged("limit no-limit\nminimum $10", *lines)
    sparse, verdicts = judged("limit no-limit\nminimum $10", *lines, seats=(*SEATS[:2], "seat 2 Ben", *SEATS[3:]))

    assert "8.20.3" in clauses
    assert "8.20.3" not in sparse
    assert verdicts["8.20.3"] is Verdict.NOT_RECORDED


def test_a_blind_noted_after_the_first_act_leaves_that_act_as_it_was():
    lines = (BLINDS[0], "Dee calls $5", BLINDS[1], "Ann raises to $20", "Ben folds", "Cam folds", "Dee calls $15")
    _, verdicts = judged("limit no-limit\nminimum $10", *lines)

    assert verdicts["8.17.1"] is Verdict.NOT_RECORDED
