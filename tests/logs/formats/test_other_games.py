"""Games that rooms deal and no rulebook describes, read from the formats of rooms and judged by their own files."""

from __future__ import annotations

import io
import re
from datetime import date

import pytest

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.rules.loading.loader import rules_in_force
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import cards_text

DAY = date(2020, 1, 1)


def events(text: str, name: str) -> list[e.Event]:
    (raw,) = [part for part in read(open_stream(io.BytesIO(text.encode()), name)) if isinstance(part, RawHand)]
    return raw.read().events


def audited(text: str, name: str = "a.txt") -> Result:
    result = audit([open_stream(io.BytesIO(text.encode()), name)], Options())
    assert result.unread == []
    return result


def told(text: str, name: str = "a.txt") -> list[str]:
    return [f"{one.severity.word} {one.clause}" for one in audited(text, name).findings]


# ---- hand histories ----

SIX_PLUS = """PokerStars Hand #910000001:  6+ Hold'em No Limit (Button Blind $2 - Ante $1 USD) - 2021/03/04 20:01:02 ET
Table 'Vesper' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Ben ($200 in chips)
Seat 3: Cam ($200 in chips)
Ann: posts the ante $1
Ben: posts the ante $1
Cam: posts the ante $1
Ann: posts button blind $2
*** HOLE CARDS ***
Dealt to Ann [Kd Ks]
Ben: calls $2
Cam: folds
Ann: raises $6 to $8
Ben: calls $6
*** FLOP *** [Kh Qh Qc]
Ben: checks
Ann: bets $10
Ben: calls $10
*** TURN *** [Kh Qh Qc] [7h]
Ben: checks
Ann: checks
*** RIVER *** [Kh Qh Qc 7h] [6s]
Ben: checks
Ann: checks
*** SHOW DOWN ***
Ben: shows [Ah 9h] (a flush, Ace high)
Ann: shows [Kd Ks] (a full house, Kings full of Queens)
Ben collected $38 from pot
*** SUMMARY ***
Total pot $39 | Rake $1
Board [Kh Qh Qc 7h 6s]
Seat 1: Ann (button blind) showed [Kd Ks] and lost with a full house, Kings full of Queens
Seat 2: Ben showed [Ah 9h] and won ($38) with a flush, Ace high
Seat 3: Cam folded before Flop (didn't bet)
"""

ONE_STAKE = """Poker Hand #SD910001: ShortDeck No Limit ($0.02) - 2021/03/02 18:22:40
Table 'Minor5' 5-max Seat #2 is the button
Seat 1: aa11 ($5 in chips)
Seat 2: bb22 ($4 in chips)
Seat 3: Hero ($3 in chips)
bb22: posts the ante $0.01
aa11: posts the ante $0.01
Hero: posts the ante $0.01
bb22: posts button blind $0.02
bb22: straddle $0.04
*** HOLE CARDS ***
Dealt to aa11
Dealt to bb22
Dealt to Hero [Tc Ac]
Hero: raises $0.08 to $0.12
aa11: folds
bb22: folds
Uncalled bet ($0.08) returned to Hero
*** SHOWDOWN ***
Hero collected $0.11 from pot
*** SUMMARY ***
Total pot $0.11 | Rake $0 | Jackpot $0 | Bingo $0
Seat 1: aa11 folded before Flop
Seat 2: bb22 (button) folded before Flop
Seat 3: Hero collected ($0.11)
"""

COURCHEVEL = """PokerStars Hand #910000002:  Courchevel Hi/Lo Pot Limit ($1/$2 USD) - 2021/03/04 20:01:02 ET
Table 'Vesper' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Ben ($200 in chips)
Seat 3: Cam ($200 in chips)
Ben: posts small blind $1
Cam: posts big blind $2
*** HOLE CARDS ***
Dealt to Ann [Kd Ks 9c 8d 7c]
*** PRE-FLOP *** [2c]
Ann: folds
Ben: calls $1
Cam: checks
*** FLOP *** [2c] [6d 4h]
Ben: checks
Cam: bets $4
Ben: calls $4
*** TURN *** [2c 6d 4h] [Qs]
Ben: checks
Cam: checks
*** RIVER *** [2c 6d 4h Qs] [Kc]
Ben: checks
Cam: checks
*** SHOW DOWN ***
Ben: shows [Ah As 3d Ts Js] (HI: a pair of Aces; LO: 6,4,3,2,A)
Cam: shows [Qh Qd Jh Th 9h] (HI: three of a kind, Queens)
Cam collected $6 from pot
Ben collected $6 from pot
*** SUMMARY ***
Total pot $12 | Rake $0
Board [2c 6d 4h Qs Kc]
Seat 1: Ann (button) folded before Flop (didn't bet)
Seat 2: Ben (small blind) showed [Ah As 3d Ts Js] and won ($6) with HI: a pair of Aces; LO: 6,4,3,2,A
Seat 3: Cam (big blind) showed [Qh Qd Jh Th 9h] and won ($6) with HI: three of a kind, Queens
"""

SPLIT = """PokerStars Hand #910000003:  Split Hold'em No Limit ($1/$2 USD) - 2021/03/04 20:01:02 ET
Table 'Vesper' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Ben ($200 in chips)
Seat 3: Cam ($200 in chips)
Ben: posts small blind $1
Cam: posts big blind $2
*** HOLE CARDS ***
Dealt to Ann [Qs Jd]
Ann: folds
Ben: calls $1
Cam: checks
*** FIRST FLOP *** [2c 3d 4h]
*** SECOND FLOP *** [8h 9h Tc]
Ben: checks
Cam: checks
*** FIRST TURN *** [2c 3d 4h] [5s]
*** SECOND TURN *** [8h 9h Tc] [2d]
Ben: checks
Cam: checks
*** FIRST RIVER *** [2c 3d 4h 5s] [7s]
*** SECOND RIVER *** [8h 9h Tc 2d] [6d]
Ben: checks
Cam: checks
*** FIRST SHOW DOWN ***
Ben: shows [Kd Kh] (a pair of Kings)
Cam: shows [9c 9d] (a pair of Nines)
Ben collected $2 from pot
*** SECOND SHOW DOWN ***
Ben: shows [Kd Kh] (a pair of Kings)
Cam: shows [9c 9d] (three of a kind, Nines)
Cam collected $2 from pot
*** SUMMARY ***
Total pot $4 | Rake $0
FIRST Board [2c 3d 4h 5s 7s]
SECOND Board [8h 9h Tc 2d 6d]
Seat 1: Ann (button) folded before Flop (didn't bet)
Seat 2: Ben (small blind) showed [Kd Kh] and won ($2) with a pair of Kings, and lost with a pair of Kings
Seat 3: Cam (big blind) showed [9c 9d] and lost with a pair of Nines, and won ($2) with three of a kind, Nines
"""


def test_a_button_blind_is_the_only_blind_and_the_first_player_after_it_begins():
    posts = [(one.player, one.kind, one.amount) for one in events(SIX_PLUS, "a.txt") if isinstance(one, e.Post)]

    assert posts == [("Ann", "ante", 100), ("Ben", "ante", 100), ("Cam", "ante", 100), ("Ann", "blind", 200)]
    assert told(SIX_PLUS) == []


def test_a_stake_alone_in_the_header_is_the_buttons_blind():
    again = ONE_STAKE.replace("bb22: straddle $0.04\n", "bb22: straddle $0.04\nbb22: straddle $0.08\n")
    again = again.replace("raises $0.08 to $0.12", "raises $0.04 to $0.12").replace("($0.08)", "($0.04)")
    again = again.replace("$0.11", "$0.19")

    assert told(ONE_STAKE) == []
    assert told(again) == ["advisory S14.NL.15"]  # a custom of rooms


def by_lines(text: str) -> str:
    """The hand with nothing in its summary on what was won, so that it cannot contradict the lines."""
    return re.sub(r" won \(\$[0-9]+\)", " won", text)


def test_a_full_house_paid_before_a_flush_is_told():
    assert told(by_lines(SIX_PLUS.replace("Ben collected", "Ann collected"))) == ["breach S3.SD.2"]


@pytest.mark.parametrize("flop", ["[2c] [6d 4h]", "[2c 6d 4h]"])
def test_the_first_card_of_the_flop_is_taken_once_however_the_flop_is_written(flop):
    text = COURCHEVEL.replace("[2c] [6d 4h]", flop)
    board = [cards_text(one.cards) for one in events(text, "a.txt") if isinstance(one, e.Communal)]

    assert board == ["2c", "6d 4h", "Qs", "Kc"]
    assert told(text) == []
    paid = text.replace("Cam collected $6", "Cam collected $12").replace("Ben collected $6 from pot\n", "")
    assert told(by_lines(paid)) == ["breach S7.2"]


def test_two_boards_decide_half_of_the_pot_each():
    paid = SPLIT.replace("Ben collected $2", "Ben collected $4").replace("Cam collected $2 from pot\n", "")

    assert told(SPLIT) == []
    assert told(by_lines(paid)) == ["breach S2.DM.6"]


@pytest.mark.parametrize("lost", ["*** SECOND TURN", "*** SECOND FLOP"])
def test_without_the_whole_second_board_nobody_can_tell_who_wins(lost):
    paid = SPLIT.replace("Ben collected $2", "Ben collected $4").replace("Cam collected $2 from pot\n", "")
    lines = [line for line in paid.split("\n") if not line.startswith(lost)]

    assert told("\n".join(lines)) == []


# ---- PHH ----

SHORT = """variant = 'NS'
antes = [3, 3, 3]
blinds_or_straddles = [0, 0, 6]
min_bet = 6
starting_stacks = [200, 200, 200]
actions = ['d dh p1 AhKh', 'd dh p2 7dQc', 'd dh p3 8sAc', 'p1 cbr 18', 'p2 f', 'p3 f']
"""

BADUGI = """variant = 'FB'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
small_bet = 2
big_bet = 4
starting_stacks = [100, 100, 100]
actions = ['d dh p1 Ah2d3c3s', 'd dh p2 Kd3h6s8c', 'd dh p3 QcQd9h9s', 'p3 f', 'p1 cc', 'p2 cc', 'p1 sd', 'p2 sd',
  'p1 cc', 'p2 cc', 'p1 sd', 'p2 sd', 'p1 cbr 4', 'p2 cc', 'p1 sd', 'p2 sd', 'p1 cc', 'p2 cc',
  'p1 sm Ah2d3c3s', 'p2 sm Kd3h6s8c']
finishing_stacks = [94, 106, 100]
"""


def test_one_blind_alone_is_the_buttons_in_the_game_that_has_such():
    posts = [(one.player, one.kind) for one in events(SHORT, "a.phh") if isinstance(one, e.Post)]

    assert posts == [("p1", "ante"), ("p2", "ante"), ("p3", "ante"), ("p3", "blind")]
    assert told(SHORT, "a.phh") == []
    assert told(SHORT.replace("p1 cbr 18", "p1 cbr 10"), "a.phh") == ["breach S14.NL.3"]


def test_four_different_cards_beat_three_lower_ones():
    assert told(BADUGI, "a.phh") == []
    assert told(BADUGI.replace("[94, 106, 100]", "[106, 94, 100]"), "a.phh") == ["breach S3.SD.2"]


def test_the_bets_of_the_last_two_rounds_are_the_large_ones():
    assert told(BADUGI.replace("p1 cbr 4", "p1 cbr 2").replace("[94, 106, 100]", "[96, 104, 100]"), "a.phh") == [
        "breach S11.0/5"
    ]


# ---- the rulebook ----


def test_a_game_that_plays_two_games_has_the_rules_of_both_but_for_those_it_is_spared():
    def checks(game: str, clause: str) -> list[str]:
        found = rules_in_force(f"roberts/{game}", DAY).clause(clause)
        return [rule.check for rule in found.rules] if found is not None else []

    assert checks("lowball-27", "S11.D7.2") == ["exposed-before-draw"]
    assert checks("badugi", "S11.D7.2") == []
    assert checks("badugi", "S11.1(d)") == ["misdeal"]
    assert checks("omaha", "S3.DH.1(d)") == checks("omaha-five", "S3.DH.1(d)") == ["hand-size", "card-count"]
    assert checks("badugi", "S3.DH.1(d)") == ["hand-size"]
