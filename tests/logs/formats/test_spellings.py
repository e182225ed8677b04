"""The same statement in other spellings of rooms and converters is the same event."""

from __future__ import annotations

import io

import pytest

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN

STARS = """PokerStars Hand #900001: Hold'em No Limit ($1/$2 USD) - 2024/05/01 20:15:00 ET
Table 'Ours' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Ben ($10 in chips)
Seat 3: Cam ($200 in chips)
Seat 4: Dot ($200 in chips)
Seat 5: Eve ($200 in chips)
Ben: posts small blind $1
Cam: posts big blind $2
Eve: posts small & big blinds $3
*** HOLE CARDS ***
Dealt to Ann [As Kd]
Dot: folds
Eve: checks
Ann: raises $8 to $10
Ben: calls $9 and is all-in
Cam: calls $8
Eve: folds
*** FLOP *** [2c 7d Jh]
Cam: checks
Ann: bets $8
Cam: calls $8
*** TURN *** [2c 7d Jh] [3s]
Cam: checks
Ann: bets $20
Cam: folds
Uncalled bet ($20) returned to Ann
*** RIVER *** [2c 7d Jh 3s] [4c]
*** SHOW DOWN ***
Ann: shows [As Kd] (high card Ace)
Ann collected $16 from side pot
Ben: mucks hand
Ann collected $33 from main pot
*** SUMMARY ***
Total pot $49 Main pot $33. Side pot $16. | Rake $0
Board [2c 7d Jh 3s 4c]
"""
WINAMAX = """Winamax Poker - CashGame - HandId: #1-2-3 - Omaha Hi/Lo pot limit (2€/4€) - 2020/05/15 09:26:42 UTC
Table: 'Ours' 5-max (real money) Seat #1 is the button
Seat 1: Ann (200€)
Seat 2: Ben (200€)
*** ANTE/BLINDS ***
Ann posts small blind 2€
Ben posts big blind 4€
Dealt to Ann [As 2s Kd Kc]
*** PRE-FLOP ***
Ann calls 2€
Ben checks
*** FLOP *** [3c 7d Jh]
Ben checks
Ann bets 8€
Ben calls 8€
*** TURN *** [3c 7d Jh][4s]
Ben checks
Ann checks
*** RIVER *** [3c 7d Jh 4s][Jc]
Ben checks
Ann checks
*** SHOW DOWN ***
Ben shows [Qs Td Qh 9c] (Two pairs : Jacks and Queens)
Ann shows [As 2s Kd Kc] (Two pairs : Jacks and Kings)
Ann collected 12€ from pot(HI)
Ann collected 12€ from pot(LO)
*** SUMMARY ***
Total pot 24€ | No rake
Board: [3c 7d Jh 4s Jc]
Seat 1: Ann (button) (small blind) showed [As 2s Kd Kc] and won 12€
"""
FULL_TILT = """Full Tilt Poker Game #1: Table Ours (6 max) - $1/$2 - No Limit Hold'em - 21:40:00 ET - 2012/11/06
Seat 1: Ann ($200)
Seat 2: Ben ($200)
Seat 3: Cam ($200)
Ben posts the small blind of $1
Cam posts the big blind of $2
The button is in seat #1
*** HOLE CARDS ***
Ann raises to $6
Ben folds
Cam calls $4
*** FLOP *** [2c 7d Jh]
Cam checks
Ann bets $8
Cam folds
Uncalled bet of $8 returned to Ann
Ann mucks
Ann wins the pot ($13)
*** SUMMARY ***
Total pot $13 | Rake $0
"""
PACIFIC = """#Game No : 7
***** 888poker Hand History for Game 7 *****
$0.50/$1 Blinds No Limit Holdem - *** 31 12 2015 23:59:01
Table Ours (Real Money)
Seat 1 is the button
Total number of players : 4
Seat 1: Ann ( $100 )
Seat 2: Ben ( $100 )
Seat 3: Cam ( $100 )
Seat 4: Dot ( $100 )
Ben posts small blind [$0.50]
Cam posts big blind [$1]
Dot posts dead blind [$0.50 + $1]
** Dealing down cards **
Dot checks
Ann folds
Ben folds
Cam checks
** Dealing flop ** [ Kh, Ks, 9d ]
Cam bets [$2]
Dot folds
** Summary **
Cam did not show his hand
Cam collected [ $3 ]
"""
PARTY = """***** Hand History for Game 900003 *****
$100 USD NL Texas Hold'em - Friday, March 19, 07:51:54 ET 2021
Table Ours (Real Money)
Seat 1 is the button
Total number of players : 4/6
Seat 1: Ann ( $100 USD )
Seat 3: Ben ( $100 USD )
Seat 4: Cam ( $100 USD )
Seat 5: Dot ( $100 USD )
Ben posts small blind [$0.50 USD].
Cam posts big blind [$1 USD].
Dot posts big blind + dead [$1.50 USD].
** Dealing down cards **
Dealt to Ann [ 8h 9h ]
Dot checks
Ann raises [$3 USD]
Ben calls [$2.50 USD]
Cam folds
Dot folds
** Dealing Flop ** [ 4d, Jd, Tc ]
Ben checks
Ann bets [$4 USD]
Ben folds
Ann does not show cards.
Ann wins $12.50 USD
"""


def hand(text: str) -> list[e.Event]:
    (part,) = [one for one in read(open_stream(io.BytesIO(text.encode()), "a.txt")) if isinstance(one, RawHand)]
    return part.read().events


def audited(text: str) -> Result:
    return audit([open_stream(io.BytesIO(text.encode()), "a.txt")], Options())


def posts(text: str) -> list[tuple[str, str, int]]:
    return [(one.player, one.kind, one.amount) for one in hand(text) if isinstance(one, e.Post)]


@pytest.mark.parametrize("text", [STARS, WINAMAX, FULL_TILT, PACIFIC, PARTY])
def test_the_hands_are_lawful_and_understood(text):
    result = audited(text)

    assert ([*result.findings], result.unread, result.unknown, result.hands_judged) == ([], [], [], 1)


@pytest.mark.parametrize(
    ("text", "line", "other"),
    [
        (STARS, "Dot: folds", "Dot: folds (disconnect)"),
        (STARS, "Dot: folds", "Dot: folds  (timed out)"),
        (STARS, "Dot: folds", "Dot: folds and shows [2d 2h]"),
        (STARS, "Eve: checks", "Eve: checks (timeout)"),
        (STARS, "Cam: calls $8", "Cam: calls $8 (disconnect)"),
        (STARS, "Ann: bets $20", "Ann: bets $20 (auto)"),
        (STARS, "calls $9 and is all-in", "calls $9, and is all in"),
        (STARS, "calls $9 and is all-in", "calls $9 (all-in)"),
        (STARS, "posts small blind $1", "posts the small blind of $1"),
        (STARS, "posts small & big blinds $3", "posts small & big blinds [$3]"),
        (STARS, "posts small & big blinds $3", "posts big blind + dead $3"),
        (STARS, "posts small & big blinds $3", "posts big blind + dead [$3]"),
        (STARS, "*** FLOP *** [", "*** FLOP ***: ["),
        (STARS, "*** TURN *** [", "*** TURN ***: ["),
        (STARS, "from side pot", "from side pot 1"),
        (STARS, "from side pot", "from side pot #1"),
        (STARS, "from side pot", "from side pot-1"),
        (STARS, "from main pot", "from the main pot"),
        (STARS, "Uncalled bet ($20)", "Uncalled bet of $20"),
        (STARS, "Ben: mucks hand", "Ben: mucks"),
        (STARS, "Ben: mucks hand", "Ben: does not show hand"),
        (WINAMAX, "from pot(HI)", "from pot (HI)"),
        (WINAMAX, "from pot(LO)", "from pot (LO)"),
        (WINAMAX, "collected 12€ from pot(LO)", "collected (LO) 12€ from pot"),
        (WINAMAX, "*** FLOP *** [", "*** FLOP ***: ["),
        (WINAMAX, "Ben calls 8€", "Ben calls 8€ (disconnect)"),
        (WINAMAX, "Ben checks", "Ben checks (timeout)"),
        (FULL_TILT, "Ben folds", "Ben folds (disconnect)"),
        (FULL_TILT, "Ann raises to $6", "Ann raises $4 to $6"),
        (FULL_TILT, "*** FLOP *** [", "*** FLOP ***: ["),
        (FULL_TILT, "Ann mucks", "Ann mucks hand"),
        (PACIFIC, "posts dead blind [$0.50 + $1]", "posts dead [$0.50 + $1]"),
        (PACIFIC, "Ann folds", "Ann folds (disconnect)"),
        (PACIFIC, "collected [ $3 ]", "collected [ $3 ] from main pot"),
        (PACIFIC, "did not show his hand", "does not show cards"),
        (PARTY, "big blind + dead [$1.50 USD].", "big blind + dead [$1.50]"),
        (PARTY, "big blind + dead [$1.50 USD].", "big blind + dead $1.50 USD"),
        (PARTY, "big blind + dead [$1.50 USD].", "big blind + dead [1.50 $]."),
        (PARTY, "big blind + dead [$1.50 USD].", "big blind & dead blind ($1.50)."),
        (PARTY, "posts small blind [$0.50 USD].", "posts small blind $0.50"),
        (PARTY, "Ben calls [$2.50 USD]", "Ben calls $2.50"),
        (PARTY, "Cam folds", "Cam folds. (disconnect)"),
    ],
)
def test_another_spelling_says_the_same(text, line, other):
    assert line in text

    assert hand(text.replace(line, other)) == hand(text)


def test_a_raise_may_name_its_total_alone():
    raises = [one for one in hand(STARS.replace("raises $8 to $10", "raises to $10")) if isinstance(one, e.Raise)]

    assert [(one.total, one.by) for one in raises] == [(1000, None)]


def test_a_raise_without_a_total_may_be_by_or_to_and_is_not_guessed():
    result = audited(STARS.replace("raises $8 to $10", "raises $10"))

    assert [one.reason for one in result.unknown] == ["Ann: raises $10"]
    assert {one.severity.word for one in result.findings} == {"advisory"}


def test_a_small_blind_with_dead_chips_is_the_regular_one():
    text = PARTY.replace("Ben posts small blind [$0.50 USD].", "Ben posts small blind + dead [$1.50 USD].")

    assert posts(text)[:2] == [("Ben", "blind", 50), ("Ben", "dead", 100)]


def test_a_big_blind_with_dead_chips_is_the_regular_one_if_there_is_no_other():
    text = (
        PARTY.replace("Cam posts big blind [$1 USD].\n", "")
        .replace("Dot ", "Dan ")
        .replace("Dan posts big blind + dead", "Cam posts big blind + dead")
    )
    text = text.replace("Dan checks\n", "").replace("Dan folds\n", "").replace("Seat 5: Dan ( $100 USD )\n", "")

    assert posts(text) == [("Ben", "blind", 50), ("Cam", "blind", 100), ("Cam", "dead", 50)]


# ---- the draw at Winamax ----

DRAW = """Winamax Poker - CashGame - HandId: #1-2-4 - 2-7 Triple Draw fixed limit (2€/4€) - 2020/05/15 09:26:42 UTC
Table: 'Ours' 6-max (real money) Seat #1 is the button
Seat 1: Ann (100€)
Seat 2: Ben (100€)
*** ANTE/BLINDS ***
Ann posts small blind 1€
Ben posts big blind 2€
*** FIRST-BET ***
Dealt to Ann [2h 3d 4c Kc Ks]
Dealt to Ben [X X X X X]
Ann calls 1€
Ben checks
*** FIRST-DRAW ***
Ben discards 3 cards [X X X]
Ann discards 2 cards [Kc Ks]
Dealt to Ann [2h 3d 4c] [7s 9d]
*** SECOND-BET ***
Ben checks
Ann bets 2€
Ben calls 2€
*** SECOND-DRAW ***
Ben discards 1 card
Ann discards 1 card [9d]
Dealt to Ann [2h 3d 4c 7s] [8d]
*** THIRD-BET ***
Ben checks
Ann bets 4€
Ben calls 4€
*** THIRD-DRAW ***
Ben stands pat [X X X X X]
Ann stands pat [2h 3d 4c 7s 8d]
*** FOURTH-BET ***
Ben checks
Ann bets 4€
Ben folds
Ann collected 16€ from pot
*** SUMMARY ***
Total pot 16€ | No rake
Seat 1: Ann (small blind) (button) won 16€
"""


@pytest.mark.parametrize(
    "change",
    [
        ("discards ", "discards "),
        ("discards ", "discard "),
        ("discards 1 card\n", "draws 1 card\n"),
        ("Dealt to Ann [2h 3d 4c] [7s 9d]", "Dealt to Ann [2h 3d 4c 7s 9d]"),
    ],
    ids=["as it is", "discard", "draws", "the whole hand after the draw"],
)
def test_a_draw_of_winamax_changes_cards_and_deals_no_others(change):
    text = DRAW.replace(*change)
    result, events = audited(text), hand(text)

    drawn = [(one.player, one.count) for one in events if isinstance(one, e.Discards)]
    dealt = [(name, len(cards)) for one in events if isinstance(one, e.Deal) for name, cards in one.holdings]
    known = [cards for one in events if isinstance(one, e.Deal) for name, cards in one.holdings if name == "Ann"]

    assert drawn == [("Ben", 3), ("Ann", 2), ("Ben", 1), ("Ann", 1), ("Ben", 0), ("Ann", 0)]
    assert sorted(dealt) == [("Ann", 1), ("Ann", 2), ("Ann", 5), ("Ben", 1), ("Ben", 3), ("Ben", 5)]
    assert not any(UNKNOWN in cards for cards in known)
    assert ([*result.findings], result.unknown, result.unread) == ([], [], [])


# ---- amounts that only the whole hand explains ----

STRADDLED = """Poker Hand #HD900001: Hold'em No Limit ($2/$4) - 2024/05/01 20:15:00
Table 'Ours' 6-max Seat #1 is the button
Seat 1: Ann ($400 in chips)
Seat 2: Ben ($400 in chips)
Seat 3: Cam ($400 in chips)
Seat 4: Dot ($400 in chips)
Ben: posts small blind $2
Cam: posts big blind $4
{straddle}
*** HOLE CARDS ***
{first}: calls ${level}
{second}: folds
Ben: folds
{last}
*** FLOP *** [2c 7d Jh]
{straddler}: bets $10
{first}: folds
Uncalled bet ($10) returned to {straddler}
*** SHOWDOWN ***
{straddler} collected ${pot} from pot
*** SUMMARY ***
Total pot ${pot} | Rake $0 | Jackpot $0 | Bingo $0
"""


@pytest.mark.parametrize(
    ("straddle", "level", "amounts"),
    [
        pytest.param("Cam: straddle $8", 8, [400], id="a total"),
        pytest.param("Cam: straddle $8", 12, [800], id="added, as the call and the pot show"),
        pytest.param("Cam: straddle $4", 8, [400], id="added"),
        pytest.param("Cam: straddle $8\nCam: straddle $16", 16, [400, 800], id="again"),
    ],
)
def test_a_straddle_of_the_big_blind_is_what_others_call(straddle, level, amounts):
    text = STRADDLED.format(
        straddle=straddle,
        level=level,
        first="Dot",
        second="Ann",
        last="Cam: checks",
        straddler="Cam",
        pot=2 * level + 2,
    )

    assert [amount for _, kind, amount in posts(text) if kind == "straddle"] == amounts
    assert all(clause.startswith("S14.NL.15") for clause in {one.clause for one in audited(text).findings})
    assert "breach" not in {one.severity.word for one in audited(text).findings}


@pytest.mark.parametrize(
    ("straddle", "level", "amounts"),
    [
        pytest.param("Dot: straddle $8", 8, [800], id="once"),
        pytest.param("Dot: straddle $8\nDot: straddle $16", 16, [800, 800], id="again, told as a total"),
    ],
)
def test_a_straddle_of_somebody_without_a_blind_is_all_of_it(straddle, level, amounts):
    last = "Cam: folds\nDot: checks"
    text = STRADDLED.format(
        straddle=straddle, level=level, first="Ann", second="Cam", last=last, straddler="Dot", pot=2 * level + 6
    ).replace("Cam: folds\nBen", "Ben")

    assert [amount for _, kind, amount in posts(text) if kind == "straddle"] == amounts
    assert "breach" not in {one.severity.word for one in audited(text).findings}


RAISED_AGAIN = """Run It Once Poker Hand #9: Hold'em No Limit (€1/€2) - 2019/02/08 15:19 UTC
Table ID '9' 6-Max Seat #1 is the button
Seat 1: Ann (€100 in chips)
Seat 2: Ben (€100 in chips)
Ann: posts small blind €1
Ben: posts big blind €2
*** HOLE CARDS ***
Ann: calls €1
Ben: checks
*** FLOP *** [4c Qc 5h]
Ben: bets €3
Ann: raises €6 to €9
Ben: raises €12 to €{total}
Ann: calls €{call}
*** TURN *** [4c Qc 5h] [6d]
Ben: bets €20
Ann: folds
Uncalled bet (€20) returned to Ben
Ben collected €{pot} from pot
*** SUMMARY ***
Total pot €{pot} | Rake €0
Board [4c Qc 5h 6d]
"""


@pytest.mark.parametrize(
    ("call", "pot", "told"),
    [
        pytest.param(12, 46, [], id="all agree"),
        pytest.param(15, 52, ["record/raise-arithmetic"], id="call and pot agree that the total leaves out the bet"),
        pytest.param(15, 46, ["S3.BR.16", "record/pot-total"], id="the pot is right without it: the call is wrong"),
    ],
)
def test_a_total_that_leaves_out_the_wager_before_it_is_one_defect_of_the_record(call, pot, told):
    result = audited(RAISED_AGAIN.format(total=21, call=call, pot=pot))

    assert [one.clause for one in result.findings] == told
    assert {one.actor.role for one in result.findings} <= {"record"}
    if told == ["record/raise-arithmetic"]:
        assert result.findings[0].observed == "raise of €12 to €24 with €21"
        assert result.findings[0].expected == "the wager to be met was $9"
