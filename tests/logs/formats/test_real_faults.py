"""Faults of the kinds that real logs contain, each in a hand of our own, and what the audit says of it."""

import io

import pytest

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.files.decoding import open_stream
from auditor.vocabulary.findings import Severity

STARS = """PokerStars Hand #900001: Hold'em No Limit ($1/$2 USD) - 2024/05/01 20:15:00 ET
Table 'Ours' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Ben ($200 in chips)
Seat 3: Cam ($200 in chips)
Seat 4: Dot ($200 in chips)
Ben: posts small blind $1
Cam: posts big blind $2
*** HOLE CARDS ***
Dealt to Ann [As Kd]
Dot: folds
Ann: raises $4 to $6
Ben: folds
Cam: calls $4
*** FLOP *** [2c 7d Jh]
Cam: checks
Ann: bets $8
Cam: calls $8
*** TURN *** [2c 7d Jh] [3s]
Cam: checks
Ann: checks
*** RIVER *** [2c 7d Jh 3s] [4c]
Cam: checks
Ann: checks
*** SHOW DOWN ***
Cam: shows [Ah Kc] (high card Ace)
Ann: shows [As Kd] (high card Ace)
Cam collected $14.50 from pot
Ann collected $14.50 from pot
*** SUMMARY ***
Total pot $29 | Rake $0
Board [2c 7d Jh 3s 4c]
Seat 1: Ann (button) showed [As Kd] and won ($14.50) with high card Ace
Seat 2: Ben (small blind) folded before Flop
Seat 3: Cam (big blind) showed [Ah Kc] and won ($14.50) with high card Ace
Seat 4: Dot folded before Flop (didn't bet)
"""
DRAW = """PokerStars Hand #900002: 5 Card Draw Limit ($2/$4 USD) - 2024/05/01 20:15:00 ET
Table 'Ours' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Ben ($200 in chips)
Ann: posts small blind $1
Ben: posts big blind $2
*** DEALING HANDS ***
Dealt to Ann [As Kd Qc 7h 2d]
Ann: calls $1
Ben: checks
*** FIRST DRAW ***
Ben: stands pat
Ann: discards 1 card [2d]
Dealt to Ann [As Kd Qc 7h] [9s]
*** SECOND BETTING ***
Ben: bets $4
Ann: folds
Uncalled bet ($4) returned to Ben
Ben collected $4 from pot
*** SUMMARY ***
Total pot $4 | Rake $0
Seat 1: Ann (button) (small blind) folded after the draw
Seat 2: Ben (big blind) collected ($4)
"""
WINAMAX = """Winamax Poker - CashGame - HandId: #1-2-3 - Holdem no limit (2€/4€) - 2020/05/15 09:26:42 UTC
Table: 'Ours' 5-max (real money) Seat #1 is the button
Seat 1: Ann (200€)
Seat 2: Ben (18.90€)
*** ANTE/BLINDS ***
Ann posts small blind 2€
Ben posts big blind 4€
Dealt to Ann [As Kd]
*** PRE-FLOP ***
Ann raises 21€ to 25€
Ben raises -10.10€ to 14.90€ and is all-in
*** FLOP *** [2c 7d Jh]
*** TURN *** [2c 7d Jh][3s]
*** RIVER *** [2c 7d Jh 3s][4c]
*** SHOW DOWN ***
Ann shows [As Kd] (High card : Ace)
Ben shows [Qs Td] (High card : Queen)
Ann collected 37.80€ from pot
*** SUMMARY ***
Total pot 37.80€ | No rake
Board: [2c 7d Jh 3s 4c]
Seat 1: Ann (button) (small blind) showed [As Kd] and won 37.80€ with High card : Ace
Seat 2: Ben (big blind) showed [Qs Td]
"""


def audited(text: str) -> Result:
    return audit([open_stream(io.BytesIO(text.encode()), "a.txt")], Options())


def clauses(result: Result) -> set[str]:
    return {finding.clause for finding in result.findings}


@pytest.mark.parametrize("text", [STARS, DRAW])
def test_without_the_fault_there_is_no_finding(text):
    result = audited(text)

    assert (clauses(result), result.unread, result.unknown) == (set(), [], [])


@pytest.mark.parametrize(
    ("change", "clause", "words"),
    [
        pytest.param(
            ("Cam: calls $8", "Ben: calls $8\nCam: calls $8"), "S3.DH.1(a)", "acted after folding", id="after"
        ),
        pytest.param(("Dot: folds\n", ""), "record/missing-act", "Dot", id="a dealt-in player never acts"),
        pytest.param(
            ("posts small blind $1", "posts small blind $74"), "record/stated-blinds", "$74", id="an absurd small blind"
        ),
        pytest.param(
            ("Cam collected $14.50 from pot\nAnn collected $14.50", "Ann collected $14.50"),
            "record/payments",
            "$14.50",
            id="one share of a tie",
        ),
        pytest.param(
            ("Ann: bets $8\nCam: calls $8", "Ann: bets $8\nCam: calls $8\nUncalled bet ($71) returned to Ann"),
            "record/uncalled",
            "$71",
            id="more returned than was bet",
        ),
    ],
)
def test_a_fault_of_play_or_record_is_told_as_what_it_is(change, clause, words):
    assert change[0] in STARS
    result = audited(STARS.replace(*change, 1))

    assert clause in clauses(result), [one.message for one in result.findings]
    assert any(words in f"{one.actor}{one.message}" for one in result.findings if one.clause == clause)


@pytest.mark.parametrize(
    ("change", "words"),
    [(("Seat 4: Dot", "Seat 3: Dot"), "seat 3"), (("($1/$2 USD)", "($5/$10 USD)"), "blinds stated as $5 and $10")],
    ids=["two players in one seat", "stakes of the header unlike the posts"],
)
def test_a_head_that_contradicts_the_hand_is_told(change, words):
    result = audited(STARS.replace(*change, 1))
    told = [one.message for one in result.findings] + [one.reason for one in result.unread]

    assert any(words in one for one in told), told


@pytest.mark.parametrize(
    ("text", "change", "reason"),
    [
        (DRAW, ("[As Kd Qc 7h] [9s]", "[5c 5c 5c 5c] [5c]"), "cards kept at the draw that the player did not have"),
        (STARS, ("*** TURN *** [2c 7d Jh] [3s]\nCam: checks\nAnn: checks\n", ""), "of which 3 were dealt"),
    ],
)
def test_a_hand_that_contradicts_itself_is_told_and_not_judged(text, change, reason):
    result = audited(text.replace(*change, 1))

    assert [reason in one.reason for one in result.unread] == [True]
    assert clauses(result) == set()


def test_a_negative_raise_is_a_defect_of_the_record():
    result = audited(WINAMAX)
    arithmetic = [one for one in result.findings if one.clause == "record/raise-arithmetic"]

    assert ["10.10" in one.message for one in arithmetic] == [True]
    assert not [one for one in result.findings if one.severity > Severity.ADVISORY and one not in arithmetic]


def test_two_hands_fused_into_one_are_not_judged_as_one():
    first, _, _ = STARS.partition("*** TURN ***")
    result = audited(first + STARS.partition("\n")[2])

    assert [one.hand for one in result.unread] == ["900001"]
