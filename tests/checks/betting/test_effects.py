"""What a wrong wager moved by the end of its betting round, where the rulebook counts that: Robert's Rules."""

import pytest
from manila import audited
from roberts import BLINDS, flop, holdem, turn

STRADDLE = "Dee straddle $20"


def _findings(text: str) -> list[tuple[str, int | None]]:
    found = audited(text).findings
    return [(one.severity.word + " " + one.clause, one.money and one.money.amount // 100) for one in found]


@pytest.mark.parametrize(
    ("acts", "money"),
    [
        (("Ben bets $10", "Cam calls $10", "Dee calls $10", "Ann folds"), 30),  # three who stay lack 10 each
        (("Ben bets $10", "Cam folds", "Dee folds", "Ann folds"), None),
        (("Ben bets $10", "Cam raises to $30", "Dee folds", "Ann folds", "Ben folds"), None),
        (("Ben bets $10", "Cam raises to $30", "Dee folds", "Ann folds", "Ben calls $20"), None),
    ],
    ids=["called twice", "called by nobody", "raised beyond it", "raised beyond it and called"],
)
def test_a_bet_of_too_little_costs_what_callers_kept_unless_somebody_made_it_good(acts, money):
    assert _findings(holdem(*turn("Dee", "Ann"), *acts)) == [("breach S3.BR.16/2", money)]


FOLDED = ("Ann folds", "Ben folds", "Cam folds")
CUP, NONE = ('tournament "Cup"',), ("straddles none",)


@pytest.mark.parametrize(
    ("clause", "straddles", "given", "acts", "money"),
    [
        ("S14.NL.15", (STRADDLE,), {"head": CUP}, ("Eve calls $20", *FOLDED, "Dee checks"), 20),
        ("S4.17", (STRADDLE,), {"limit": "fixed", "head": NONE}, ("Eve calls $20", *FOLDED, "Dee checks"), 20),
        (
            "S14.NL.15",
            (STRADDLE, "Eve straddle $40"),
            {},
            ("Ann calls $40", *FOLDED[1:], "Dee folds", "Eve checks"),
            40,
        ),
        ("S14.NL.15/2", ("Dee straddle $25",), {}, ("Eve calls $25", *FOLDED, "Dee checks"), 10),
        ("S14.NL.15/1", ("Ann straddle $20",), {}, ("Ben calls $15", "Cam folds", "Dee folds", "Eve folds"), 20),
        ("S14.NL.15/1", ("Ann straddle $20",), {}, (*FOLDED[1:], "Dee folds", "Eve folds"), None),
    ],
    ids=["tournament", "limit", "second", "too large", "from the button", "met by nobody"],
)
def test_a_straddle_that_should_not_be_there_costs_what_it_made_everybody_put_in(clause, straddles, given, acts, money):
    text = holdem(*acts, players=5, posts=(*BLINDS, *straddles), **{"limit": "no-limit", **given})

    assert _findings(text) == [(f"breach {clause}", money)]


def test_raises_told_of_together_are_one_fault_on_every_reading():
    raises = ("Eve raises to $30", "Ann raises to $40", "Ben raises to $50", "Cam raises to $60", "Dee folds")
    text = holdem(*raises, players=5, posts=(*BLINDS, STRADDLE), head=("straddles allowed",))
    (finding,) = audited(text).findings

    assert (finding.severity.word, finding.clause, finding.interpretation) == ("breach", "S3.BR.4(a)", None)


def test_further_raises_are_the_evidence_of_the_first_past_the_cap():
    acts = ("Ben bets $10", "Cam raises to $20", "Dee raises to $30", "Ann raises to $40", "Ben raises to $50")
    text = holdem(*flop("Dee", "Ann"), *acts, "Cam raises to $60", "Dee folds", "Ann folds", "Ben folds")
    (finding,) = audited(text).findings

    assert finding.observed.endswith("and one further raise")
    assert [place.line for place in finding.evidence] == [text.split("\n").index("Cam raises to $60") + 1]


@pytest.mark.parametrize("limit", ["fixed", "no-limit", "pot-limit"])
def test_a_call_with_too_much_binds_nobody_behind_and_is_told_of_once(limit):
    acts = ("Ben bets $20", "Cam calls $45", "Dee calls $20", "Ann calls $45")
    assert _findings(holdem(*turn("Dee", "Ann"), *acts, limit=limit)) == [("irregularity S3.BR.16", 25)]
