"""Faults that a room's history shows, each beside the nearest history without it, and all that is said of them."""

import io

import pytest

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.decoding import open_stream

CASH = """PokerStars Hand #900001: Hold'em No Limit ($1/$2 USD) - 2024/05/01 20:15:00 ET
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
Cam: shows [Jc Kc] (a pair of Jacks)
Ann: mucks hand
Cam collected $29 from pot
*** SUMMARY ***
Total pot $29 | Rake $0
Board [2c 7d Jh 3s 4c]
"""
ANTES = """PokerStars Hand #900002: Tournament #7, $1+$0.10 USD Hold'em No Limit - Level I (10/20) - 2024/05/01 20:15 ET
Table '77 1' 9-max Seat #1 is the button
Seat 1: Ann (1500 in chips)
Seat 2: Ben (1500 in chips)
Seat 3: Dot (1500 in chips)
Seat 4: Cam (1 in chips)
Ann: posts the ante 2
Ben: posts the ante 2
Cam: posts the ante 1 and is all-in
Dot: posts the ante 2
Ben: posts small blind 10
Dot: posts big blind 20
*** HOLE CARDS ***
Ann: raises 40 to 60
Ben: folds
Dot: folds
Uncalled bet (40) returned to Ann
*** FLOP *** [2c 7d Jh]
*** TURN *** [2c 7d Jh] [3s]
*** RIVER *** [2c 7d Jh 3s] [4c]
*** SHOW DOWN ***
Ann: shows [Jc Kc] (a pair of Jacks)
Cam: shows [5d Qs] (high card Queen)
Ann collected 53 from side pot
Ann collected 4 from main pot
*** SUMMARY ***
Total pot 57 Main pot 4. Side pot 53. | Rake 0
Board [2c 7d Jh 3s 4c]
"""
STUD = """PokerStars Hand #900003:  7 Card Stud Limit ($2/$4 USD) - 2024/05/01 20:20:00 ET
Table 'Ours' 8-max
Seat 1: Ann ($100 in chips)
Seat 2: Ben ($100 in chips)
Seat 3: Cam ($100 in chips)
Ann: posts the ante $0.25
Ben: posts the ante $0.25
Cam: posts the ante $0.25
*** 3rd STREET ***
Dealt to Ann [As Kd Qc]
Dealt to Ben [2d]
Dealt to Cam [9h]
Ben: brings in for $1
Cam: folds
Ann: calls $1
*** 4th STREET ***
Dealt to Ann [As Kd Qc] [Js]
Dealt to Ben [2d] [5s]
Ann: bets $2
Ben: folds
Uncalled bet ($2) returned to Ann
Ann collected $2.75 from pot
*** SUMMARY ***
Total pot $2.75 | Rake $0
"""
SIDE = """PokerStars Hand #900004: Hold'em No Limit ($1/$2 USD) - 2024/05/01 20:15:00 ET
Table 'Ours' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Ben ($200 in chips)
Seat 3: Cam ($50 in chips)
Ben: posts small blind $1
Cam: posts big blind $2
*** HOLE CARDS ***
Ann: raises $98 to $100
Ben: calls $99
Cam: calls $48 and is all-in
*** FLOP *** [2c 7d Jh]
Ben: checks
Ann: checks
*** TURN *** [2c 7d Jh] [3s]
Ben: checks
Ann: checks
*** RIVER *** [2c 7d Jh 3s] [4c]
Ben: checks
Ann: checks
*** SHOW DOWN ***
Ben: shows [Qc Qd] (a pair of Queens)
Ann: shows [Th Td] (a pair of Tens)
Ben collected $96 from side pot
Cam: shows [Ah Ad] (a pair of Aces)
Cam collected $148 from main pot
*** SUMMARY ***
Total pot $250 Main pot $148. Side pot $96. | Rake $6
Board [2c 7d Jh 3s 4c]
"""


def changed(text: str, changes: list[tuple[str, str]]) -> str:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def told(text: str) -> list[str]:
    result = audit([open_stream(io.BytesIO(text.encode()), "hands.txt")], Options())
    assert not result.unread
    return [f"{one.severity.word} {one.clause}: {one.observed} ({one.expected})" for one in result.findings]


@pytest.mark.parametrize("text", [CASH, ANTES, STUD, SIDE], ids=["cash", "antes", "stud", "side pot"])
def test_the_history_without_the_fault_is_in_order(text: str) -> None:
    assert told(text) == []


TO_ANN = ("Cam collected $29", "Ann collected $29")
SHOWS = ("Ann: mucks hand", "Ann: shows [As Kd] (high card Ace)")
THROWN = "$29 of the pot passed to seat 1 Ann, whose cards were among the discards ($29 was due to seat 3 Cam)"
PASSED = "$29 of the pot passed to seat 1 Ann"
CLOSED = "acts in the {} betting round (it was over before)"
AFTER = "irregularity record/act-after-close: seat {} " + CLOSED


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        pytest.param([TO_ANN], [f"breach S2.DM.6: {THROWN}"], id="to cards thrown away that lose"),
        pytest.param(
            [TO_ANN, ("Dealt to Ann [As Kd]\n", "")],
            [f"irregularity record/payments: {THROWN}"],
            id="to cards thrown away that nobody knows",
        ),
        pytest.param(
            [TO_ANN, ("[As Kd]", "[As Jd]")],
            [f"irregularity record/payments: {THROWN}"],
            id="to cards thrown away that would have won",
        ),
        pytest.param(
            [TO_ANN, SHOWS, ("2c 7d Jh", "2c 7c Jc"), ("[As Kd]", "[Kh Kd]"), ("Jc Kc", "Ac 8d")],
            [f"breach S3.SD.2: {PASSED} (pair of kings) ($29 was due to seat 3 Cam (flush, ace high))"],
            id="to a pair before a flush with one hole card",
        ),
    ],
)
def test_a_pot_paid_to_the_loser_is_told_as_that(changes: list[tuple[str, str]], found: list[str]) -> None:
    assert told(changed(CASH, changes)) == found


@pytest.mark.parametrize(
    ("text", "changes", "found"),
    [
        pytest.param(
            CASH,
            [("Ben: posts small blind $1\n", ""), ("$29", "$28")],
            "missing-post: no small blind of seat 2 Ben is recorded ($1 was due)",
            id="no small blind",
        ),
        pytest.param(
            CASH,
            [("Ben: posts small blind $1\n", "")],
            "missing-post: no small blind of seat 2 Ben is recorded ($1 was due)",
            id="no small blind, but in the pot",
        ),
        pytest.param(
            CASH,
            [("Cam: posts big blind $2\n", ""), ("Cam: calls $4", "Cam: calls $6")],
            "missing-post: no big blind of seat 3 Cam is recorded ($2 was due)",
            id="no big blind",
        ),
        pytest.param(
            CASH,
            [("small blind $1", "small blind $0.50"), ("$29", "$28.50")],
            "stated-blinds: seat 2 Ben puts up a blind of $0.50 (the head of the hand states $1)",
            id="half a small blind",
        ),
        pytest.param(
            ANTES,
            [("Ben: posts the ante 2\n", ""), ("53", "51"), ("57", "55")],
            "missing-post: no ante of seat 2 Ben is recorded (2 was due)",
            id="no ante",
        ),
        pytest.param(
            STUD,
            [("Ann: posts the ante $0.25\n", "")],
            "missing-post: no ante of seat 1 Ann is recorded ($0.25 was due)",
            id="no ante of the winner, but in the pot",
        ),
        pytest.param(
            STUD,
            [("Cam: posts the ante $0.25", "Cam: posts the ante $0.10"), ("$2.75", "$2.60")],
            "unequal-ante: seat 3 Cam antes $0.10 (the others ante $0.25)",
            id="another ante",
        ),
    ],
)
def test_a_blind_or_an_ante_that_is_not_as_it_should_be_is_told_with_its_player(
    text: str, changes: list[tuple[str, str]], found: str
) -> None:
    assert told(changed(text, changes)) == [f"irregularity record/{found}"]


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        pytest.param([("[2c 7d Jh]", "[2c 7d Jh 9s]"), ("Jh 3s", "Jh 9s 3s")], "four", id="a flop of four"),
        pytest.param([("[3s]", "[3s 9s]"), ("Jh 3s", "Jh 3s 9s")], "two", id="a turn of two"),
    ],
)
def test_communal_cards_too_many_are_told_once(changes: list[tuple[str, str]], found: str) -> None:
    due = {"four": "three", "two": "one"}[found]

    assert told(changed(CASH, changes)) == [
        f"irregularity record/communal-cards: {found} communal cards recorded ({due} came at that point)"
    ]


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        pytest.param([("Cam: calls $8\n", "Cam: calls $8\nAnn: checks\n")], ("1 Ann", "second"), id="a check"),
        pytest.param(
            [("Cam: calls $8\n", "Cam: calls $8\nAnn: bets $20\n"), ("$29", "$49")],
            ("1 Ann", "second"),
            id="a bet that nobody answers",
        ),
        pytest.param(
            [("Cam: calls $4\n", "Cam: calls $4\nAnn: bets $20\nCam: calls $20\n"), ("$29", "$69")],
            ("1 Ann", "first"),
            id="a bet before the flop that is called",
        ),
        pytest.param(
            [("Cam: calls $8\n", "Cam: calls $8\nAnn: calls $8\n"), ("$29", "$37")], ("1 Ann", "second"), id="a call"
        ),
        pytest.param(
            [("*** RIVER", "Cam: checks\n*** RIVER")],
            ("3 Cam", "third"),
            id="a check by the player who begins the next round, and does",
        ),
    ],
)
def test_an_act_after_the_round_was_over_is_one_finding(changes: list[tuple[str, str]], found: tuple[str, str]) -> None:
    who, when = found

    assert told(changed(CASH, changes)) == [AFTER.format(who, when)]


def test_a_player_may_begin_the_next_round_before_its_card() -> None:
    dark = changed(CASH, [("*** RIVER", "Cam: checks\n*** RIVER"), ("[4c]\nCam: checks\n", "[4c]\n")])

    assert told(dark) == []


GROSS = ("Main pot $148. Side pot $96.", "Main pot $150. Side pot $100.")


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        pytest.param([GROSS], [], id="the pots with what the room took"),
        pytest.param(
            [("$96 from side", "$94 from side"), ("collected $148", "collected $150")],
            [
                "breach S3.TI.5(d): $2 of the side pot of $100 passed to seat 3 Cam, who tapped out for $50"
                " ($96 was due to seat 2 Ben (pair of queens))"
            ],
            id="not paid as the pots are printed",
        ),
        pytest.param(
            [GROSS, ("$96 from side", "$94 from side"), ("collected $148", "collected $150")],
            [],
            id="nothing says what the room took of which pot",
        ),
        pytest.param(
            [("Main pot $148. Side pot $96.", "Main pot $160. Side pot $90.")],
            ["irregularity record/pot-total: main pot recorded as $160 (the wagers make it $150)"],
            id="pots that the wagers do not make",
        ),
    ],
)
def test_pots_printed_one_by_one_are_compared(changes: list[tuple[str, str]], found: list[str]) -> None:
    assert told(changed(SIDE, changes)) == found
