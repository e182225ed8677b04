"""What rooms leave open is asked: nobody is accused on a guess, and what is wrong under every choice is told.

Each kind of doubt has hands of our own: one in which it matters, and one with a fault that no choice excuses.
"""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from typing import Any

import pytest

from auditor.auditing.engine.judge_hand import judge
from auditor.auditing.judging import bound_for
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.vocabulary import events as e

Told = list[tuple[str, str, str, str | None]]  # severity, clause, who, and the doubt if there is one


def told(text: str) -> Told:
    result = audit([open_stream(io.BytesIO(text.encode()), "a.log")], Options(debug=True))
    assert (result.unread, result.hands_judged) == ([], 1)
    return [(one.severity.word, one.clause, str(one.actor), one.doubt) for one in result.findings]


def raw_hand(text: str) -> RawHand:
    (raw,) = [part for part in read(open_stream(io.BytesIO(text.encode()), "a.log")) if isinstance(part, RawHand)]
    return raw


def asked(text: str) -> list[tuple[str, list[str]]]:
    return [(one.name, [word for word, _ in one.choices]) for one in raw_hand(text).read().doubts]


def posts(text: str, **read_as: str) -> list[tuple[str, str, int]]:
    raw = raw_hand(text)
    raw = raw.under(tuple((name.replace("_", " "), choice) for name, choice in read_as.items())) if read_as else raw
    return [(one.player, one.kind, one.amount) for one in raw.read().events if isinstance(one, e.Post)]


# ---- iPoker: the lowest chip, a big blind of more than one ----

TIE = """<session sessioncode="1"><general><gametype>Holdem NL</gametype>
<tablename>Our Table</tablename><tournamentname>Our Cup</tournamentname></general>
<game gamecode="7"><general><startdate>2024-01-30 02:30:00</startdate><players>
<player seat="1" name="Ann" chips="{ann}" dealer="1" win="0" bet="0"/>
<player seat="2" name="Ben" chips="1500" dealer="0" win="{ben}" bet="0"/>
<player seat="3" name="Cam" chips="1500" dealer="0" win="{cam}" bet="0"/></players></general>
<round no="0"><action no="1" player="Ann" type="15" sum="{ante}"/><action no="2" player="Ben" type="15" sum="{ante}"/>
<action no="3" player="Cam" type="15" sum="{ante}"/><action no="4" player="Ben" type="1" sum="50"/>
<action no="5" player="Cam" type="2" sum="100"/></round>
<round no="1"><cards type="Pocket" player="Ann">X X</cards><cards type="Pocket" player="Ben">SA DK</cards>
<cards type="Pocket" player="Cam">HA CK</cards><action no="6" player="Ann" type="0" sum="0"/>
<action no="7" player="Ben" type="3" sum="50"/><action no="8" player="Cam" type="4" sum="0"/></round>
<round no="2"><cards type="Flop" player="">H2 D7 C9</cards><action no="9" player="Ben" type="4" sum="0"/>
<action no="10" player="Cam" type="4" sum="0"/></round>
<round no="3"><cards type="Turn" player="">S3</cards><action no="11" player="Ben" type="4" sum="0"/>
<action no="12" player="Cam" type="4" sum="0"/></round>
<round no="4"><cards type="River" player="">SJ</cards><action no="13" player="Ben" type="4" sum="0"/>
<action no="14" player="Cam" type="4" sum="0"/></round>
</game></session>
"""


@pytest.mark.parametrize(
    ("ann", "ante", "ben", "cam", "expected"),
    [
        pytest.param("1500", "25", "138", "137", [], id="the odd chip in its place"),
        pytest.param(
            "1500", "25", "137", "138", [("breach", "S3.TI.5(a)", "the dealer", None)], id="the odd chip out of place"
        ),
        pytest.param("1500.25", "25", "137.50", "137.50", [], id="a stake shows parts of chips"),
        pytest.param("1500", "25", "137.50", "137.50", [], id="only the payments show parts of chips"),
        pytest.param("1500", "25", "150", "125", [], id="all amounts are made of larger chips"),
        pytest.param(
            "1500",
            "25",
            "145",
            "130",
            [("breach", "S3.TI.3", "the dealer", None)],
            id="no chip makes these shares right",
        ),
        pytest.param("1500.25", "25.01", "137.52", "137.51", [], id="the odd hundredth in its place"),
        pytest.param("1500.25", "25.01", "137.51", "137.52", [], id="a hundredth may be a matter of rounding"),
    ],
)
def test_the_lowest_chip_is_not_known_where_a_pot_is_divided(ann, ante, ben, cam, expected):
    assert told(TIE.format(ann=ann, ante=ante, ben=ben, cam=cam)) == expected


def test_equal_shares_are_not_called_unequal():
    raw = raw_hand(TIE.format(ann="1500", ante="25", ben="137.50", cam="137.50"))
    bound = bound_for(raw, Options())
    assert bound is not None

    (found,) = judge(raw.read(), bound, "a.xml").findings

    assert found.observed == "equal hands paid in parts of a chip: 137.50 to seat 2 Ben and 137.50 to seat 3 Cam"


def test_nothing_is_asked_of_a_pot_that_is_not_divided_or_evenly():
    assert asked(TIE.format(ann="1500", ante="50", ben="175", cam="175")) == []
    assert asked(TIE.format(ann="1500", ante="25", ben="275", cam="0")) == []


MORE = """<session sessioncode="1"><general><gametype>Holdem NL $1/$2</gametype>
<tablename>Our Table</tablename></general>
<game gamecode="7"><general><startdate>2024-01-30 02:30:00</startdate><players>
<player seat="1" name="Ann" chips="$200" dealer="0" win="$0"/>
<player seat="2" name="Ben" chips="$200" dealer="0" win="$0"/>
<player seat="3" name="Cam" chips="$200" dealer="0" win="$0"/>
<player seat="4" name="Dan" chips="$200" dealer="1" win="{won}"/></players></general>
<round no="0"><action no="1" player="Ann" type="1" sum="$1"/><action no="2" player="Ben" type="2" sum="$2"/>
<action no="3" player="Cam" type="2" sum="$3"/></round>
<round no="1"><cards type="Pocket" player="Ann">X X</cards><cards type="Pocket" player="Ben">X X</cards>
<cards type="Pocket" player="Cam">X X</cards><cards type="Pocket" player="Dan">HA CK</cards>
<action no="4" player="Cam" type="{act}" sum="{put}"/><action no="5" player="Dan" type="23" sum="{to}"/>
<action no="6" player="Ann" type="0" sum="$0"/><action no="7" player="Ben" type="0" sum="$0"/>
<action no="8" player="Cam" type="0" sum="$0"/></round>
</game></session>
"""


@pytest.mark.parametrize(
    ("act", "put", "to", "expected"),
    [
        pytest.param("4", "$0", "$8", [], id="a check: the big blind in it is live"),
        pytest.param("3", "$2", "$8", [], id="a call: all of it is dead"),
        pytest.param("4", "$0", "$3", [("breach", "S14.NL.3", "seat 4 Dan", None)], id="a raise too small either way"),
    ],
)
def test_how_much_of_a_large_big_blind_is_live_is_asked(act, put, to, expected):
    text = MORE.format(act=act, put=put, to=to, won="$6" if act == "4" else "$8")

    assert told(text) == expected


def test_a_raise_does_not_show_how_much_of_a_large_big_blind_is_live():
    text = MORE.format(act="23", put="$6", to="$14", won="$12")

    assert [choices for _, choices in asked(text)] == [["part", "live", "dead"]]
    assert told(text) == []


# ---- 888: dead blinds, what nobody called ----

PACIFIC = """***** 888poker Hand History for Game 7 *****
$1/$2 Blinds No Limit Holdem - *** 01 02 2014 10:00:00
Table Our Cairo 6 Max (Real Money)
Seat 4 is the button
Total number of players : 4
Seat 1: Ann ( $200 )
Seat 2: Ben ( $20 )
Seat 3: Cam ( $200 )
Seat 4: Dan ( $200 )
Ann posts small blind [$1]
Ben posts big blind [$2]
{posts}** Dealing down cards **
Dealt to Dan [ 2d, 7h ]
{acts}
** Summary **
{end}
"""
FLOP = "** Dealing flop ** [ Td, Qc, 6d ]\nCam checks\nDan bets [$5]\nCam folds"
REST = "** Dealing flop ** [ Td, Qc, 6d ]\n** Dealing turn ** [ 8s ]\n** Dealing river ** [ 2c ]"


@pytest.mark.parametrize(
    ("acts", "won", "expected"),
    [
        pytest.param("Cam checks\nDan raises [$8]\nAnn folds\nBen folds\nCam folds", "$7", [], id="live by a check"),
        pytest.param("Cam calls [$2]\nDan raises [$8]\nAnn folds\nBen folds\nCam folds", "$9", [], id="dead by a call"),
        pytest.param(f"Cam raises [$4]\nDan calls [$6]\nAnn folds\nBen folds\n{FLOP}", "$15", [], id="live by a raise"),
        pytest.param(f"Cam raises [$4]\nDan calls [$4]\nAnn folds\nBen folds\n{FLOP}", "$13", [], id="dead by a raise"),
        pytest.param(
            "Cam checks\nDan raises [$3]\nAnn folds\nBen folds\nCam folds",
            "$7",
            [("breach", "S14.NL.3", "seat 4 Dan", None)],
            id="a raise too small either way",
        ),
    ],
)
def test_whether_a_dead_blind_is_dead_is_asked_unless_the_line_has_both_parts(acts, won, expected):
    text = PACIFIC.format(posts="Cam posts dead blind [$2]\n", acts=acts, end=f"Dan collected [ {won} ]")

    assert len(asked(text)) == ("Cam raises" in acts)
    assert told(text) == expected
    assert asked(text.replace("[$2]\n**", "[$0 + $2]\n**")) == []


@pytest.mark.parametrize(
    ("ann", "ben", "expected"),
    [
        pytest.param("$20", "$19", [], id="the share has it in it"),
        pytest.param("$20", "$20", [], id="the share is without it"),
        pytest.param("$22", "$17", [("breach", "S3.TI.3", "the dealer", None)], id="unequal either way"),
    ],
)
def test_whether_payments_count_what_nobody_called_is_asked_where_it_decides_on_shares(ann, ben, expected):
    acts = f"Cam folds\nDan folds\nAnn raises [$20]\nBen calls [$18]\n{REST}"
    shows = "Ann shows [ Ah, Kd ]\nBen shows [ As, Kc ]\n"
    end = f"{shows}Ann collected [ {ann} ]\nBen collected [ {ben} ]"
    text = PACIFIC.format(posts="", acts=acts, end=end)

    assert [name for name, _ in asked(text) if name != "chip"] == ["uncalled"]
    assert told(text) == expected


# ---- PartyPoker ----

PARTY = """***** Hand History for Game 7 *****
$10 USD NL Texas Hold'em - Monday, September 2, 00:26:18 ET 2013
Table Our Mole (Real Money)
Seat 4 is the button
Total number of players : 4
Seat 1: Ann ( $10.00 USD )
Seat 2: Ben ( $2.00 USD )
Seat 3: Cam ( $10.00 USD )
Seat 4: Dan ( $10.00 USD )
Ann posts small blind [$0.05 USD].
Ben posts big blind [$0.10 USD].
{posts}** Dealing down cards **
{acts}
"""
FLOPPED = "** Dealing Flop ** [ Td, Qc, 6d ]\n"


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        pytest.param(
            f"Cam raises [$0.25].\nDan calls [$0.30].\nAnn folds.\nBen folds.\n{FLOPPED}Cam checks.\n"
            "Dan bets [$0.50].\nCam folds.\nDan wins $1.20 USD",
            [],
            id="live by a call of the raise",
        ),
        pytest.param(
            f"Cam raises [$0.30].\nDan calls [$0.30].\nAnn folds.\nBen folds.\n{FLOPPED}Cam checks.\n"
            "Dan bets [$0.50].\nCam folds.\nDan wins $1.25 USD",
            [],
            id="dead by a call of the raise",
        ),
        pytest.param(
            "Cam raises [$0.15].\nDan folds.\nAnn folds.\nBen folds.\nCam wins $0.30 USD",
            [("advisory", "S14.NL.3", "seat 3 Cam", "if the post of $0.05 by Cam was live, nothing is wrong")],
            id="a raise too small if it is dead",
        ),
        pytest.param(
            "Cam raises [$0.12].\nDan folds.\nAnn folds.\nBen folds.\nCam wins $0.30 USD",
            [("breach", "S14.NL.3", "seat 3 Cam", None)],
            id="a raise too small either way",
        ),
    ],
)
def test_whether_a_second_small_blind_is_live_is_asked(acts, expected):
    text = PARTY.format(posts="Cam posts small blind [$0.05 USD].\n", acts=acts)

    assert asked(text) == [("post of Cam", ["dead", "live"])]
    assert told(text) == expected


def test_whose_big_blind_is_the_regular_one_is_asked():
    acts = f"Cam checks.\nDan folds.\nAnn folds.\nBen checks.\n{FLOPPED}Ben bets [{{}}].\nCam folds.\nBen wins {{}} USD"
    text = PARTY.format(posts="Cam posts big blind [$0.10 USD].\n", acts=acts)
    lawful = text.format("$0.20", "$0.44")

    assert asked(lawful) == [("regular big blind", ["Ben", "Cam"])]
    assert [kind for _, kind, _ in posts(lawful)] == ["blind", "blind", "post"]
    assert [kind for _, kind, _ in posts(lawful, regular_big_blind="Cam")] == ["blind", "post", "blind"]
    assert told(lawful) == []
    assert told(text.format("$0.05", "$0.25")) == [("breach", "S14.NL.2", "seat 2 Ben", None)]


@pytest.mark.parametrize(
    ("won", "choices", "expected"),
    [
        pytest.param("$0.88", [], [], id="more is paid than wagered: both blinds"),
        pytest.param("$0.70", ["posted", "none", "both"], [], id="less is paid: a blind is likely"),
        pytest.param("$0.75", ["none", "posted", "both"], [], id="as much is paid: perhaps none"),
    ],
)
def test_a_post_in_silence_is_asked_unless_the_payments_show_it(won, choices, expected):
    acts = f"Cam checks.\nDan folds.\nAnn folds.\nBen checks.\n{FLOPPED}Ben bets [$0.20].\nCam calls [$0.20].\n"
    acts += f"** Dealing Turn ** [ 8s ]\nBen bets [$0.20].\nCam folds.\nBen wins {won} USD"
    text = PARTY.format(posts="", acts=acts)

    assert [some for name, some in asked(text) if name == "silent posts"] == ([choices] if choices else [])
    assert told(text) == expected


def test_a_check_that_has_to_call_is_told_where_the_payments_leave_no_silent_post():
    acts = f"Cam checks\nDan folds\nAnn folds\nBen checks\n{FLOPPED}Ben bets [200]\nCam folds\nBen wins 350 chips"
    blinds = "Ann posts small blind [50]\nBen posts big blind [100]\n"
    text = CUP.format(acts=acts).replace("** Dealing down", f"{blinds}** Dealing down")

    assert asked(text) == []
    assert told(text) == [("irregularity", "GL.check", "the record", None)]


@pytest.mark.parametrize(
    ("ann", "ben", "expected"),
    [
        pytest.param("$2.50", "$1.50", [], id="it is in the share, and the rake is as large"),
        pytest.param("$2.00", "$2.00", [], id="it is in no share"),
        pytest.param("$3.80", "$0.20", [("breach", "S3.TI.3", "the dealer", None)], id="unequal either way"),
    ],
)
def test_whether_what_was_won_counts_what_nobody_called_is_asked(ann, ben, expected):
    acts = f"Cam folds.\nDan folds.\nAnn raises [$2.95].\nBen is all-In [$1.90]\n{FLOPPED}** Dealing Turn ** [ 8s ]\n"
    acts += "** Dealing River ** [ 2c ]\nAnn shows [ Ah, Kd ]high card Ace.\nBen shows [ As, Kc ]high card Ace.\n"
    text = PARTY.format(posts="", acts=f"{acts}Ann wins {ann} USD\nBen wins {ben} USD")

    assert "uncalled" in dict(asked(text))
    assert told(text) == expected


CUP = """***** Hand History for Game 7 *****
NL Texas Hold'em $10 USD Buy-in Trny: 8 Level: 3  Blinds(50/100) - Sunday, May 05, 20:40:00 EDT 2013
Table Our Cup (17) Table #2 (Real Money)
Seat 4 is the button
Total number of players : 4/10
Seat 1: Ann ( 2,000 )
Seat 2: Ben ( 2,000 )
Seat 3: Cam ( 2,000 )
Seat 4: Dan ( 2,000 )
Trny: 8 Level: 3
Blinds(50/100)
** Dealing down cards **
Dealt to Ann [  9c 3c ]
{acts}
"""
FOLDED = "Cam folds\nDan raises [{}]\nAnn folds\nBen folds\nDan wins {} chips"


def test_a_button_that_contradicts_who_acts_first_is_a_doubt():
    lawful = CUP.format(acts=FOLDED.format(300, 450))
    misprinted = lawful.replace("Seat 4 is", "Seat 1 is")

    assert asked(lawful) == []
    assert asked(misprinted) == [("blinds", ["acts", "button"])]
    assert posts(misprinted) == [("Ann", "blind", 5000), ("Ben", "blind", 10000)]
    assert posts(misprinted, blinds="button") == [("Ben", "blind", 5000), ("Cam", "blind", 10000)]
    assert told(misprinted) == []


def test_a_raise_too_small_is_told_whoever_had_the_blinds():
    text = CUP.format(acts=FOLDED.format(150, 300)).replace("Seat 4 is", "Seat 1 is")

    assert told(text) == [("breach", "S14.NL.3", "seat 4 Dan", None)]


def test_the_calls_show_whether_the_button_is_right():
    acts = f"Dan calls [100]\nCam folds\nAnn calls [50]\nBen checks\n{FLOPPED}"
    text = CUP.format(acts=f"{acts}Ann checks\nBen bets [100]\nDan folds\nAnn folds\nBen wins 400 chips")

    assert asked(text) == [("blinds", ["button", "acts"])]
    assert [(severity, clause) for severity, clause, _, _ in told(text)] == [("advisory", "S3.BR.11")]


def test_on_which_side_of_the_button_a_newcomer_sits_is_asked():
    text = PARTY.format(posts="", acts="Cam folds.\nEve folds.\nAnn folds.\nBen wins $0.15 USD")
    text = text.replace("Seat 4: Dan ( $10.00 USD )\n", "").replace("Seat 1: Ann", "Seat 6: Ann")
    text = text.replace("players : 4", "players : 4/6")
    text = text.replace("Seat 2: Ben ( $2.00 USD )", "Seat 2: Ben ( $2.00 USD )\nSeat 1: Gus ( $5 USD )")
    text = text.replace("** Dealing", "Eve has joined the table.\n** Dealing")
    raw = raw_hand(text)

    def seat(one: RawHand) -> list[int]:
        return [event.seat for event in one.read().events if isinstance(event, e.Seat) and event.player == "Eve"]

    assert asked(text) == [("seat of Eve", ["before", "after"])]
    assert (seat(raw), seat(raw.under((("seat of Eve", "after"),)))) == ([4], [5])
    assert told(text) == []


# ---- OHH ----

NAMES = ("Ann", "Ben", "Cam", "Dan")
Act = tuple[str, str, float]
Streets = Sequence[tuple[str, list[str], Sequence[Act]]]
BLINDS: list[Act] = [("Ann", "Post SB", 1), ("Ben", "Post BB", 2)]
BOTH_FOLD: list[Act] = [("Ann", "Fold", 0), ("Ben", "Fold", 0)]


def ohh(acts: Sequence[Act], streets: Streets, wins: dict[str, float], **pot: float) -> str:
    rounds: list[dict[str, Any]] = []
    for number, (street, cards, each) in enumerate([("Preflop", [], acts), *streets]):
        actions = [
            {"action_number": n, "player_id": NAMES.index(who), "action": what, "amount": amount}
            for n, (who, what, amount) in enumerate(each)
        ]
        rounds.append({"id": number, "street": street, "cards": cards, "actions": actions})
    won = [{"player_id": NAMES.index(who), "win_amount": amount} for who, amount in wins.items()]
    hand = {
        "tournament": False,
        "game_number": "7",
        "start_date_utc": "2024-05-01T20:15:00Z",
        "table_name": "Our Table",
        "game_type": "Holdem",
        "bet_limit": {"bet_type": "NL"},
        "currency": "USD",
        "dealer_seat": 4,
        "small_blind_amount": 1,
        "big_blind_amount": 2,
        "players": [{"id": n, "seat": n + 1, "name": name, "starting_stack": 100} for n, name in enumerate(NAMES)],
        "rounds": rounds,
        "pots": [{"number": 0, "player_wins": won, **pot}],
    }
    return json.dumps({"ohh": {"spec_version": "1.4.6", **hand}}, indent=1)


def to_turn(bettor: str, bet: float, other: str) -> Streets:
    first, second = sorted((bettor, other))
    flop = [(first, "Check", 0.0), (second, "Check", 0.0)]
    check = [(first, "Check", 0.0)] if first != bettor else []
    return [
        ("Flop", ["2c", "7d", "Jh"], flop),
        ("Turn", ["3c"], [*check, (bettor, "Bet", bet), (other, "Fold", 0.0)]),
    ]


@pytest.mark.parametrize(
    ("raised", "called", "pot", "doubts", "expected"),
    [
        pytest.param(44, 32, 103, [], [], id="what is put in, as the standard says"),
        pytest.param(50, 32, 103, [("raises", ["total", "added"])], [], id="totals"),
        pytest.param(
            20,
            2,
            43,
            [("raises", ["total", "added"])],
            [("breach", "S14.NL.3", "seat 3 Cam", None)],
            id="a total that is too small",
        ),
    ],
)
def test_what_amounts_of_raises_mean_is_asked_if_the_calls_do_not_fit(raised, called, pot, doubts, expected):
    acts = [("Cam", "Raise", 6), ("Dan", "Raise", 18), *BOTH_FOLD, ("Cam", "Raise", raised), ("Dan", "Call", called)]
    text = ohh([*BLINDS, *acts], to_turn("Cam", 10, "Dan"), {"Cam": pot}, amount=pot)

    assert asked(text) == doubts
    assert told(text) == expected


@pytest.mark.parametrize(
    ("winner", "won", "pot", "doubts", "expected"),
    [
        pytest.param("Cam", 14, 15, [], [], id="without the rake, as the standard says"),
        pytest.param("Cam", 14, 14, [], [], id="and the pot without it, too"),
        pytest.param("Cam", 15, 15, [("rake", ["before", "after"])], [], id="with the rake"),
        pytest.param(
            "Cam", 16, 15, [], [("irregularity", "record/payments", "the record", None)], id="more than there was"
        ),
        pytest.param(
            "Dan",
            15,
            15,
            [("rake", ["before", "after"])],
            [("irregularity", "record/payments", "the record", None)],
            id="paid to a player who had folded",
        ),
    ],
)
def test_whether_what_was_won_is_before_the_rake_is_asked_if_it_comes_to_the_whole_pot(
    winner, won, pot, doubts, expected
):
    acts = [*BLINDS, ("Cam", "Raise", 6), ("Dan", "Call", 6), *BOTH_FOLD]
    text = ohh(acts, to_turn("Cam", 10, "Dan"), {winner: won}, amount=pot, rake=1)

    assert asked(text) == doubts
    assert told(text) == expected


@pytest.mark.parametrize(
    ("post", "acts", "pot", "bet", "expected"),
    [
        pytest.param(1, [("Cam", "Call", 1)], 5, 4, [], id="live by a call"),
        pytest.param(1, [("Cam", "Call", 2)], 6, 4, [], id="dead by a call"),
        pytest.param(3, [("Cam", "Check", 0)], 6, 4, [], id="both blinds in one"),
        pytest.param(
            1,
            [("Cam", "Call", 1)],
            5,
            1,
            [("breach", "S14.NL.2", "seat 3 Cam", None)],
            id="a bet too small in any case",
        ),
    ],
)
def test_how_much_of_an_extra_blind_is_live_is_asked(post, acts, pot, bet, expected):
    before = [*BLINDS, ("Cam", "Post Extra Blind", post), *acts]
    rest = [("Dan", "Fold", 0), ("Ann", "Fold", 0), ("Ben", "Check", 0)]
    text = ohh([*before, *rest], to_turn("Cam", bet, "Ben"), {"Cam": pot}, amount=pot)

    assert told(text) == expected


def test_a_raise_does_not_show_how_much_of_an_extra_blind_is_live():
    acts = [*BLINDS, ("Cam", "Post Extra Blind", 1), ("Cam", "Raise", 5), ("Dan", "Call", 6), *BOTH_FOLD]
    text = ohh(acts, to_turn("Dan", 4, "Cam"), {"Dan": 15}, amount=15)

    assert [choices for _, choices in asked(text)] == [["live", "dead"]]
    assert told(text) == []
