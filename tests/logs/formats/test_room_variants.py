"""Hands as rooms and converters vary them: each is told as what it is, and nobody is accused of a room's custom."""

from __future__ import annotations

import io

import pytest

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.cli.app import run
from auditor.logs.files.decoding import open_stream

STARS = """PokerStars Hand #900001: Omaha Pot Limit ($1/$2 USD) - 2024/05/01 20:15:00 ET
Table 'Ours' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Ben ($200 in chips)
Seat 3: Cam ($200 in chips)
Ben: posts small blind $1
Cam: posts big blind $2
*** HOLE CARDS ***
Dealt to Ann [As Kd 9c 8h]
Ann: raises $4 to $6
Ben: folds
Cam: calls $4
*** FLOP *** [2c 7d Jh]
Cam: checks
Ann: bets $8
Cam: calls $8
*** TURN *** [2c 7d Jh] [3s]
Cam: checks
Ann: bets $10
Cam: folds
Uncalled bet ($10) returned to Ann
Ann collected $29 from pot
*** SUMMARY ***
Total pot $29 | Rake $0
Board [2c 7d Jh 3s]
"""
TOURNAMENT = """PokerStars Hand #900002: Tournament #7, $10+$1 USD Hold'em No Limit - Level I (10/20) - 2024/05/01
Table '7 1' 9-max Seat #2 is the button
Seat 1: Ann (1500 in chips)
Seat 2: Ben (5 in chips) is sitting out
Seat 3: Cam (1500 in chips)
Seat 4: Dot (1500 in chips)
Ann: posts the ante 5
Ben: posts the ante 5 and is all-in
Cam: posts the ante 5
Dot: posts the ante 5
Cam: posts small blind 10
Dot: posts big blind 20
*** HOLE CARDS ***
Ann: calls 20
Ben: folds
Cam: calls 10
Dot: checks
*** FLOP *** [2c 7d Jh]
Cam: checks
Dot: checks
Ann: checks
*** TURN *** [2c 7d Jh] [3s]
Cam: checks
Dot: checks
Ann: checks
*** RIVER *** [2c 7d Jh 3s] [4c]
Cam: checks
Dot: checks
Ann: checks
*** SHOW DOWN ***
Cam: shows [Ah Kc] (high card Ace)
Dot: shows [As Kd] (high card Ace)
Ann: mucks hand
Cam collected 40 from pot
Dot collected 40 from pot
*** SUMMARY ***
Total pot 80 | Rake 0
Board [2c 7d Jh 3s 4c]
"""
PARTY = """***** Hand History for Game 900003 *****
$100 USD NL Texas Hold'em - Friday, March 19, 07:51:54 ET 2021
Table Ours (Real Money)
Seat 1 is the button
Total number of players : 3/6
Seat 1: Ann ( $100 USD )
Seat 3: Ben ( $100 USD )
Seat 4: Cam ( $100 USD )
Ben posts small blind [$0.50 USD].
Cam posts big blind [$1 USD].
** Dealing down cards **
Dealt to Ann [ 8h 9h ]
Ann raises [$3 USD]
Ben calls [$2.50 USD]
Cam folds
** Dealing Flop ** [ 4d, Jd, Tc ]
Ben checks
Ann bets [$4 USD]
Ben folds
Ann does not show cards.
Ann wins $11 USD
"""


def audited(text: str) -> Result:
    return audit([open_stream(io.BytesIO(text.encode()), "a.txt")], Options())


def told(text: str, *changes: tuple[str, str]) -> list[tuple[str, str]]:
    """Severity and clause of every finding, with whatever was not read or not understood."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    result = audited(text)
    found = [(one.severity.word, one.clause) for one in result.findings]
    return found + [("unread", one.reason) for one in (*result.unread, *result.unknown)]


@pytest.mark.parametrize("text", [STARS, PARTY])
def test_without_a_change_there_is_nothing_to_tell(text):
    assert told(text) == []


def test_a_pot_that_the_room_adds_to_makes_no_wager_too_large():
    change = ("Ann: raises $4 to $6", "Ann: raises $8 to $10"), ("Cam: calls $4", "Cam: calls $8")
    pots = ("Ann: bets $10", "Ann: bets $12"), ("bet ($10)", "bet ($12)"), ("$29", "$37")
    added = ("Ben: posts small", "Cash Drop to Pot : total $10\nBen: posts small"), ("pot $37", "pot $47")
    paid = ("Ann collected $37", "Ann collected $47")

    assert ("breach", "S14.PL.0") in told(STARS, *change, *pots)
    assert told(STARS, *change, *pots, *added, paid) == []


def test_a_straddle_that_the_room_offers_is_its_custom():
    straddle = ("Ann: raises $4 to $6", "Ann: raises $4 to $8"), ("Cam: calls $4", "Cam: calls $4")
    posts = ("big blind $2\n", "big blind $2\nCam: straddle $4\n"), ("$29", "$33")

    assert told(STARS, *straddle, *posts) == [("irregularity", "S14.NL.15/1")]


def test_five_cards_of_omaha_are_five_card_omaha():
    assert told(STARS, ("[As Kd 9c 8h]", "[As Kd 9c 8h 8c]")) == []
    assert set(audited(STARS.replace("9c 8h]", "9c 8h 8c]")).hands) == {"roberts/omaha-five"}


def test_a_call_of_more_than_the_raise_accuses_the_record():
    change = ("Cam: calls $4", "Cam: calls $5"), ("$29", "$31"), ("Uncalled bet ($10)", "Uncalled bet ($9)")
    result = audited(STARS.replace("Cam: calls $4", "Cam: calls $5"))

    assert [one.actor.role for one in result.findings if one.clause == "S3.BR.16"] == ["record"]
    assert ("irregularity", "S3.BR.16") in told(STARS, *change)


def test_a_room_that_folds_for_a_player_who_is_away_and_all_in_is_no_breach_of_that_player():
    assert told(TOURNAMENT) == [("advisory", "S3.DH.1(a)")]
    assert told(TOURNAMENT, ("PokerStars Hand", "Some Room Hand")) == [("irregularity", "S3.DH.1(a)")]


def test_half_chips_that_a_tournament_pays_are_chips():
    odd = ("Ann: calls 20\n", "Ann: folds\n"), ("Ann: checks\n", ""), ("Ann: mucks hand\n", "")
    halves = ("collected 40", "collected 30.50"), ("pot 80", "pot 61"), ("ante 5\nDot", "ante 6\nDot")

    assert ("breach", "S3.TI.3") not in told(TOURNAMENT, *odd, *halves)


@pytest.mark.parametrize(
    ("change", "unread"),
    [
        pytest.param(("PokerStars Hand", "\0PokerStars Hand"), [], id="a zero byte at the start"),
        pytest.param(("[2c 7d Jh]\n", "[2c7d Jh]\n"), [], id="a space lost between cards"),
        pytest.param(("Board [", "Hand was run two times\nFIRST\nBoard ["), [], id="boards under a title"),
    ],
)
def test_what_slips_into_lines_of_pokerstars(change, unread):
    assert told(STARS, change) == unread


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param([("USD )", "USD ) - (21.60 / 16.35 / 5.71 / 18k)")], [], id="statistics after the stake"),
        pytest.param([("Hold'em - Friday, March", "Hold'em-Friday,March")], [], id="a date without spaces"),
        pytest.param([("raises [$3 USD]", "raises[ $3 USD ]")], [], id="an amount without a space"),
        pytest.param(
            [("Cam folds", "Eve folds\nCam folds")], [("unread", "found acts of Eve, who has no seat")], id="a stranger"
        ),
    ],
)
def test_what_converters_make_of_partypoker(changes, expected):
    assert told(PARTY, *changes) == expected


def test_a_blind_less_than_the_header_says_is_the_headers_fault_where_its_player_has_more():
    change = ("($1/$2 USD)", "($1.25/$2 USD)")

    assert told(STARS, change) == [("irregularity", "record/stated-blinds")]
    last = ("Seat 2: Ben ($200", "Seat 2: Ben ($1"), ("small blind $1", "small blind $1 and is all-in")
    assert "record/stated-blinds" not in {clause for _, clause in told(STARS, change, *last, ("Ben: folds\n", ""))}


# ---- other rooms ----

IPOKER = """<session sessioncode="1"><general><gametype>Omaha PL $1/$2</gametype><tablename>Ours</tablename></general>
<game gamecode="900004"><general><startdate>2013-07-17 20:06:24</startdate><players>
<player seat="4" name="Ann" chips="$200" dealer="1" win="$13" bet="$14"/>
<player seat="6" name="Ben" chips="$200" dealer="0" win="$0" bet="$1"/>
<player seat="8" name="Cam" chips="$200" dealer="0" win="$0" bet="$6"/>
</players></general>
<round no="0"><action no="1" player="Ben" type="1" sum="$1"/><action no="2" player="Cam" type="2" sum="$2"/></round>
<round no="1"><cards type="Pocket" player="Ann">X X X X</cards><cards type="Pocket" player="Ben">X X X X</cards>
<cards type="Pocket" player="Cam">X X X X</cards><action no="3" player="Ann" type="23" sum="$6"/>
<action no="4" player="Ben" type="0" sum="$0"/><action no="5" player="Cam" type="3" sum="$4"/></round>
<round no="2"><cards type="Flop">H2 H7 SJ</cards><action no="6" player="Cam" type="4" sum="$0"/>
<action no="7" player="Ann" type="5" sum="$8"/><action no="8" player="Cam" type="0" sum="$0"/></round>
</game></session>
"""
WINAMAX = """Winamax Poker - CashGame - HandId: #1-2-3 - Holdem no limit (2€/4€) - 2020/05/15 09:26:42 UTC
Table: 'Ours' 5-max (real money) Seat #1 is the button
Seat 1: Ann (200€)
Seat 2: Ben (100€)
Seat 3: Cam (100€)
*** ANTE/BLINDS ***
Ben posts small blind 2€
Cam posts big blind 4€
Dealt to Ann [As Kd]
*** PRE-FLOP ***
Ann raises 8€ to 12€
Ben folds
Cam folds
Ann collected 10€ from pot
*** SUMMARY ***
Total pot 10€ | No rake
Seat 1: Ann (button) won 10€
"""
WATCHED = """Full Tilt Poker Game #900005: Table Ours (6 max) - CAP NL Hold'em - $25/$50 - 17:47:12 ET - 2006/10/09
Ann posts the small blind of $25
Ben posts the big blind of $50
The button is in seat #3
*** HOLE CARDS ***
Ann raises to $1,000, and is all in
Ben folds
Uncalled bet of $950 returned to Ann
Ann mucks
Ann wins the pot ($100)
*** SUMMARY ***
Total pot $100 | Rake $0
Seat 3: Ann (small blind) collected ($100), mucked
Seat 4: Ben (big blind) folded before the Flop
"""
DRAW = """PokerStars Hand #900006: Triple Draw 2-7 Lowball Limit ($1/$2 USD) - 2012/06/07 20:44:17 ET
Table 'Ours' 6-max Seat #1 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Ben ($50 in chips)
Ann: posts small blind $0.50
Ben: posts big blind $1
*** DEALING HANDS ***
Dealt to Ann [2s 7s 5h 3c Qh]
Ann: calls $0.50
Ben: checks
*** FIRST DRAW ***
Ben: discards 4 cards
Ann: discards 2 cards []
Dealt to Ann [2s 7s 3c] [8d 9d]
Ben: bets $1
Ann: folds
Uncalled bet ($1) returned to Ben
Ben collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
"""


@pytest.mark.parametrize("text", [IPOKER, WINAMAX, WATCHED, DRAW], ids=["iPoker", "Winamax", "watched", "draw"])
def test_without_a_change_other_rooms_have_nothing_to_tell(text):
    assert told(text) == []


@pytest.mark.parametrize(
    "stakes",
    ["Omaha Pot limit $1.00/$2.00 Ante $0.00", "Omaha PL RSD1/RSD2", "Omaha pot limit $1/$2"],
)
def test_the_limit_of_ipoker_may_be_in_words_and_the_currency_in_letters(stakes):
    assert told(IPOKER, ("Omaha PL $1/$2", stakes)) == []


@pytest.mark.parametrize(
    "game",
    [
        "Omaha Cap Pot Limit",
        "CAP Omaha Pot Limit",
        "Omaha Pot Limit - $10 Cap -",
        "Omaholic Omaha Pot Limit",
        "Omaholic Omaha",
        "Tournament #5, Omaholic Omaha - Level4",
        "Tournament #5, $5+$0.50 USD Omaholic Bounty PLO - Match Round I, Level II",
    ],
)
def test_words_beside_the_name_of_a_game_do_not_hide_it(game):
    assert not [reason for kind, reason in told(STARS, ("Omaha Pot Limit", game)) if kind == "unread"]


def test_a_limit_that_nobody_knows_is_not_taken_for_a_fixed_one():
    assert told(IPOKER, ("Omaha PL", "Omaha XY")) == [("unread", "no rulebook has a game called Omaha XY")]
    assert told(STARS, ("Omaha Pot Limit", "Omaha")) == []


def test_who_leaves_the_ante_behind_and_sits_out_is_in_nobodys_way():
    player = '<player seat="7" name="Dot" chips="$200" dealer="0" win="$0" bet="$1"/>\n</players>'
    ante = '<round no="0"><action no="0" player="Dot" type="15" sum="$1"/>'
    changes = ("</players>", player), ('<round no="0">', ante), ('win="$13"', 'win="$14"')
    away = ('<action no="3"', '<action no="9" player="Dot" type="9" sum="$0"/><action no="3"')

    assert told(IPOKER, *changes, away) == [("irregularity", "S3.MD.2(j)")]


def test_a_wager_before_the_cards_leaves_the_hand_unread():
    change = ("Ben posts small", "Cam raises 1€ to 3€\nBen posts small")

    assert told(WINAMAX, change) == [("unread", "found a wager before any cards came")]


def test_a_draw_that_brings_back_what_was_there_is_not_judged():
    change = ("[2s 7s 3c] [8d 9d]", "[2s 7s 5h 3c Qh] [2s 7s 5h 3c Qh]")

    assert told(DRAW, change) == [("unread", "found 5 cards drawn after 2 given up, or some that were kept")]


def test_not_showing_and_winning_may_be_one_line():
    assert told(PARTY, ("show cards.\nAnn wins", "show cards.Ann wins")) == []


# ---- figures and cards that cannot be ----


def test_a_card_that_a_room_records_twice_is_a_fault_of_the_record():
    assert told(STARS, ("[2c 7d Jh]", "[2c 7d As]"), ("[2c 7d Jh 3s]", "[2c 7d As 3s]")) == [
        ("irregularity", "record/duplicate-card")
    ]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param([("$200 in", "$1,200.50 in")], [], id="thousands by a comma"),
        pytest.param([("$200 in", "$1,00,200 in")], [], id="a hundred thousand as in India"),
        pytest.param([("$200 in", "$200,50 in")], [], id="hundredths by a comma"),
        pytest.param([("$10", "$1,00")], [("unread", "found '$1,00', expected an amount")], id="neither"),
    ],
)
def test_a_comma_parts_thousands_or_hundredths_and_is_never_passed_over(changes, expected):
    assert told(STARS, *changes) == expected


# ---- written as PHH ----


def test_stacks_after_the_hand_do_not_count_twice_what_nobody_called(tmp_path):
    log, phh = tmp_path / "a.txt", tmp_path / "a.phhs"
    log.write_text(WINAMAX.replace("10€", "18€"), encoding="utf-8")

    assert run(["convert", str(log), str(phh)]) == 0
    assert "finishing_stacks = [98, 96, 206]" in phh.read_text(encoding="utf-8")
    assert told(phh.read_text(encoding="utf-8")) == []


def test_a_share_left_out_of_a_tie_is_no_rake_of_half_the_pot():
    hand = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AsKs', 'd dh p2 AdKd', 'p2 cc', 'p1 cc', 'd db 2c3c4h', 'p1 cc', 'p2 cc', 'd db 8h', 'p1 cc',
  'p2 cc', 'd db 9h', 'p1 cc', 'p2 cc', 'p1 sm AsKs', 'p2 sm AdKd']
finishing_stacks = [100, 98]
"""

    assert told(hand) == [("irregularity", "record/payments")]


# ---- lines that are lost ----


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("*** FLOP *** [2c 7d Jh]\n", [("unread", "found 3 communal cards before this one, of which 0 were dealt")]),
        (
            "*** TURN *** [2c 7d Jh] [3s]\n",
            [("unread", "found 4 communal cards in the summary, of which 3 were dealt")],
        ),
        ("Cam: folds\n", [("irregularity", "record/missing-act")]),
    ],
)
def test_a_line_that_is_lost_is_a_gap_of_the_record(line, expected):
    assert told(STARS, (line, "")) == expected


def test_lost_acts_accuse_nobody_of_acting_out_of_turn_or_calling_short():
    turn = audited(STARS.replace("Cam: checks\nAnn: bets $8", "Ann: bets $8"))
    call = audited(DRAW.replace("Ann: posts small blind $0.50\n", ""))

    assert {one.actor.role for one in (*turn.findings, *call.findings)} == {"record"}
    assert {one.severity.word for one in call.findings} == {"irregularity"}


def test_a_winning_hand_that_only_the_summary_shows_was_shown():
    result = ("Board [2c 7d Jh 3s 4c]", "Board [2c 7d Jh 3s 4c]\nSeat 4: Dot showed [As Kd] and won (40) with Ace")

    assert told(TOURNAMENT, ("Dot: shows [As Kd] (high card Ace)\n", ""), result) == told(TOURNAMENT)


# ---- run twice ----

TWICE = """PokerStars Hand #900007: Hold'em No Limit ($1/$2 USD) - 2024/05/01 20:15:00 ET
Table 'Ours' 6-max Seat #1 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Ben ($100 in chips)
Seat 3: Cam ($200 in chips)
Ben: posts small blind $1
Cam: posts big blind $2
*** HOLE CARDS ***
Dealt to Ann [As Ad]
Ann: raises $48 to $50 and is all-in
Ben: raises $50 to $100 and is all-in
Cam: calls $98
*** FIRST FLOP *** [2c 7d Jh]
*** FIRST TURN *** [2c 7d Jh] [3s]
*** FIRST RIVER *** [2c 7d Jh 3s] [4c]
*** SECOND FLOP *** [2d 7c 9h]
*** SECOND TURN *** [2d 7c 9h] [Ts]
*** SECOND RIVER *** [2d 7c 9h Ts] [Kc]
*** FIRST SHOW DOWN ***
Ben: shows [Kh Kd] (a pair of Kings)
Cam: shows [Qh Qd] (a pair of Queens)
Ben collected $50 from side pot
Ann: shows [As Ad] (a pair of Aces)
Ann collected $75 from main pot
*** SECOND SHOW DOWN ***
Ben: shows [Kh Kd] (three of a kind, Kings)
Cam: shows [Qh Qd] (a pair of Queens)
Ben collected $50 from side pot
Ann: shows [As Ad] (a pair of Aces)
Ben collected $75 from main pot
*** SUMMARY ***
Total pot $250 Main pot $150. Side pot $100. | Rake $0
Hand was run twice
FIRST Board [2c 7d Jh 3s 4c]
SECOND Board [2d 7c 9h Ts Kc]
"""


def test_side_pots_of_the_second_run_come_after_the_main_pot_of_the_first():
    assert told(TWICE) == []


# ---- what a record that contradicts itself can prove ----


def test_a_record_that_contradicts_itself_accuses_nobody_else():
    raised = ("Ann: raises $4 to $6", "Ann: raises $14 to $16"), ("Cam: calls $4", "Cam: calls $14")
    pot = ("$29", "$49"), ("Ann: bets $10", "Ann: bets $12"), ("bet ($10)", "bet ($12)")

    assert told(STARS, *raised, *pot) == [("breach", "S14.PL.0")]
    assert sorted(told(STARS, *raised, *pot, ("pot $49", "pot $94"))) == [
        ("advisory", "S14.PL.0"),
        ("irregularity", "record/pot-total"),
    ]


def test_lines_that_tell_of_acts_and_are_not_understood_leave_nobody_accused():
    text = PARTY.replace("NL Texas", "PL Texas").replace("raises [$3 USD]", "raises [$9 USD]")
    text = text.replace("calls [$2.50 USD]", "calls [$8.50 USD]").replace("wins $11", "wins $23")

    assert told(text) == [("breach", "S14.PL.0")]
    assert told(text, ("Cam folds", "? calls [$9 USD\nCam folds"))[0] == ("advisory", "S14.PL.0")


def test_cards_that_a_room_does_not_record_are_missing_from_the_record():
    lost = (
        ("*** RIVER *** [2c 7d Jh 3s] [4c]\nCam: checks\nDot: checks\nAnn: checks\n", ""),
        ("Board [2c 7d Jh 3s 4c]\n", ""),
    )
    found = audited(TOURNAMENT.replace(*lost[0]).replace(*lost[1])).findings

    assert [one.actor.role for one in found if one.clause == "S5.0/2"] == ["record"]
    assert {one.severity.word for one in found if one.actor.role != "record"} <= {"advisory"}


def test_the_first_card_of_courchevel_may_stand_behind_two_titles():
    first = (
        "Dealt to Ann [As Kd 9c 8h]\n",
        "Dealt to Ann [As Kd 9c 8h 8c]\n*** HOLE CARDS *** [2c]*** PRE-FLOP *** [2c]\n",
    )
    flop = ("*** FLOP *** [2c 7d Jh]", "*** FLOP *** [2c] [2c7d Jh]")

    assert told(STARS, ("Omaha Pot", "Courchevel Pot"), first, flop) == []
