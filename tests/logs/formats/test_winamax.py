"""Hand histories of Winamax: pots with what nobody called, posts out of position, seats of which no line tells."""

from __future__ import annotations

import io

import pytest
from places import HISTORIES

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.events_json.reader import event_lines
from auditor.logs.files.decoding import open_path, open_stream
from auditor.logs.formats import format_of
from auditor.logs.reader import RawHand, read
from auditor.vocabulary import events as e
from auditor.vocabulary.findings import Verdict

SAMPLES = HISTORIES
HOLDEM, TOURNAMENT = (
    (SAMPLES / f"winamax-{name}.txt").read_text(encoding="utf-8") for name in ("holdem", "tournament")
)
FIRST, SECOND = HOLDEM.split("\n\n\n")

# Ann completes the bring-in; Ben raises with the 18.90 that are left, which makes 28.90, and Ann pays 3.90 more.
STUD = """Winamax Poker - CashGame - HandId: #7-1-1 - 7-Card Stud Hi/Lo fixed limit (5€/25€/50€) - 2016/11/14 02:56 UTC
Table: 'Our Stud' 6-max (real money)
Seat 2: Ann (500€)
Seat 3: Ben (33.90€)
*** ANTE/BLINDS ***
Ann posts ante 5€
Ben posts ante 5€
*** 3rd STREET ***
Dealt to Ann [X X Kc]
Dealt to Ben [4d Ac 3h]
Ben brings in 10€
Ann raises 25€ to 25€
Ben raises -6.10€ to 18.90€
Ann calls 3.90€
*** 4th STREET ***
Dealt to Ann [X X Kc] [6d]
Dealt to Ben [4d Ac 3h] [5c]
*** 5th STREET ***
Dealt to Ann [X X Kc 6d] [7d]
Dealt to Ben [4d Ac 3h 5c] [Js]
*** 6th STREET ***
Dealt to Ann [X X Kc 6d 7d] [2d]
Dealt to Ben [4d Ac 3h 5c Js] [Ad]
*** 7th STREET ***
Dealt to Ann [X X Kc 6d 7d 2d] [X]
Dealt to Ben [4d Ac 3h 5c Js Ad] [8s]
*** SHOW DOWN ***
Ann shows [Jh 6h Kc 6d 7d 2d 9s] (One pair : 6)
Ben shows [4d Ac 3h 5c Js Ad 8s] (One pair : Aces)
Ben shows [4d Ac 3h 5c Js Ad 8s] (High card : 8)
Ben collected 32.90€ from pot(HI)
Ben collected 32.90€ from pot(LO)
*** SUMMARY ***
Total pot 65.80€ | Rake 2€
Seat 3: Ben won 32.90€
Seat 3: Ben won 32.90€
"""

SILENT = """Winamax Poker - Go Fast "Arles" - HandId: #7-2-2 - Holdem no limit (2€/4€) - 2020/05/15 09:26:42 UTC
Table: 'Arles' 5-max (real money) Seat #4 is the button
Seat 1: Ann (20€)
Seat 3: Ben (20€)
Seat 4: Cam (66.42€)
Seat 5: Dot (46.16€)
*** ANTE/BLINDS ***
Dot posts small blind 2€
Ann posts big blind 4€
*** PRE-FLOP ***
Cam folds
Dot folds
Ann collected 6€ from pot
*** SUMMARY ***
Total pot 6€ | No rake
Seat 1: Ann (big blind) won 6€
"""


def hands(text: str) -> list[list[e.Event]]:
    parts = read(open_stream(io.BytesIO(text.encode()), "a.txt"))
    return [part.read().events for part in parts if isinstance(part, RawHand)]


def audited(text: str) -> Result:
    return audit([open_stream(io.BytesIO(text.encode()), "a.txt")], Options())


def told(result: Result) -> list[tuple[str, str, int]]:
    return [(one.severity.word, one.clause, one.location.line) for one in result.findings]


def seats(text: str) -> list[tuple[str, bool]]:
    return [(one.player, one.out) for one in hands(text)[0] if isinstance(one, e.Seat)]


def test_samples_give_the_fault_they_have_and_no_other():
    result = audit([open_path(path, path.name) for path in sorted(SAMPLES.glob("winamax-*"))], Options())

    at = HOLDEM.split("\n").index("wo_ooly :D raises 4€ to 14€") + 1
    assert told(result) == [("breach", "S14.NL.3", at)]
    assert (result.hands_judged, result.unread, result.unknown) == (3, [], [])


def test_the_format_shows_in_the_first_line():
    assert {format_of(open_path(path, path.name).head).name for path in SAMPLES.glob("winamax-*")} == {"winamax"}


def test_names_are_free_text():
    acts = [(one.player, type(one).__name__) for one in hands(FIRST)[0] if isinstance(one, e.Act)]

    assert acts == [
        ("pennyfolds", "Fold"),
        ("wo_ooly :D", "Raise"),
        ("Big C (host)", "Fold"),
        ("YesI antes $4000", "Call"),
        ("YesI antes $4000", "Check"),
        ("wo_ooly :D", "Bet"),
        ("YesI antes $4000", "Raise"),
        ("wo_ooly :D", "Call"),
    ]


# ---- money ----


@pytest.mark.parametrize(
    ("change", "posts"),
    [
        pytest.param(("", ""), [("dead", 100), ("post", 200)], id="one line each: the small one is dead"),
        pytest.param(
            (
                "Émile posts small blind 1€ out of position\nÉmile posts big blind 2€",
                "Émile posts small blind 3€ out of position\nÉmile posts big blind 0€",
            ),
            [("post", 200), ("dead", 100)],
            id="both in the first line",
        ),
        pytest.param(
            ("Émile posts small blind 1€ out of position\n", ""), [("post", 200)], id="a big blind alone: it is live"
        ),
    ],
)
def test_blinds_out_of_position_are_live_and_dead(change, posts):
    (hand,) = hands(SECOND.replace(*change))

    assert [(one.kind, one.amount) for one in hand if isinstance(one, e.Post) and one.player == "Émile"] == posts


def test_the_pot_has_the_rake_and_what_nobody_called():
    _, hand = hands(HOLDEM)

    assert [(one.amount, one.commission) for one in hand if isinstance(one, e.PotTaken)] == [(7800, 240)]
    assert not any(isinstance(one, e.Returned) for one in hand)


def test_a_rounded_pot_is_what_was_paid_and_one_that_cannot_be_is_told():
    (hand,) = hands(TOURNAMENT)
    wrong = audited(TOURNAMENT.replace("7.23k", "7.21k"))

    assert [one.amount for one in hand if isinstance(one, e.PotTaken)] == [722550]
    assert [clause for _, clause, _ in told(wrong)] == ["record/pot-total"]


def test_half_a_chip_too_much_is_told_with_what_the_wagers_come_to():
    result = audited(TOURNAMENT.replace("collected 1000.50", "collected 1001"))

    assert [(one.clause, one.observed, one.expected) for one in result.findings] == [
        (
            "record/pot-total",
            "pot recorded as 7,226",
            "the wagers come to 7,225.50 with 1,000.50 that nobody called",
        )
    ]


def test_amounts_with_a_comma_before_hundredths():
    text = FIRST.replace("(1€/2€)", "(1,00 €/2,00 €)").replace("150.50€", "150,50 €").replace("158€", "158,00 €")

    assert told(audited(text)) == []
    assert [one.stake for one in hands(text)[0] if isinstance(one, e.Seat)][1] == 15050


def test_payments_are_left_out_where_the_room_adds_to_the_pot():
    text = SECOND.replace("*** PRE-FLOP ***", "Hold-up to Pot: total 5€\n*** PRE-FLOP ***").replace("75.60", "80.60")

    (hand,) = hands(text)

    assert not any(isinstance(one, e.Win | e.PotTaken) for one in hand)


# ---- what the room writes wrongly ----


def test_a_raise_by_less_than_nothing_is_told_as_what_it_is():
    result = audited(STUD)

    assert [(one.clause, one.observed, one.location.line) for one in result.findings] == [
        ("record/raise-arithmetic", "raise of -€6.10 to €28.90 with €18.90", 13)
    ]
    assert result.unread == []
    assert told(audited("\n".join(event_lines(open_stream(io.BytesIO(STUD.encode()), "a.txt"))))) == told(result)


def test_no_other_wager_can_be_less_than_nothing():
    result = audited(FIRST.replace("wo_ooly :D bets 8€", "wo_ooly :D bets -8€"))

    assert [(one.line, one.reason) for one in result.unknown] == [(18, "wo_ooly :D bets -8€")]


def test_a_raise_called_a_bet_is_measured_as_what_it_is():
    result = audited(FIRST.replace("raises 66€ to 74€ and", "bets 74€ and"))

    assert told(result) == []


def test_a_player_with_chips_of_whom_no_line_tells_may_sit_out():
    result = audited(SILENT)

    assert told(result) == []


def test_a_player_who_folded_as_the_summary_says_lacks_an_act():
    result = audited(SILENT.replace("Seat 1: Ann (big", "Seat 3: Ben folded on the pre-flop\nSeat 1: Ann (big"))

    assert [(one.clause, one.observed, one.location.line) for one in result.findings] == [
        ("record/missing-act", "no act of seat 3 Ben is recorded", 11)
    ]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(("Ben (20€)", "Ben (0€)"), id="without chips"),
        pytest.param(("Seat #4", "Seat #1"), id="passed over by the blinds"),
        pytest.param(("Seat 1: Ann (big", "Seat 5: Dot folded on the pre-flop\nSeat 1: Ann (big"), id="by the summary"),
    ],
)
def test_a_player_who_was_passed_over_had_no_cards(change):
    text = SILENT.replace(*change)
    if "Seat #1" in text:  # the blinds are then those of seats 4 and 5, so that Ben on seat 3 cannot have been waiting
        text = text.replace("Dot posts small", "Cam posts small").replace("Ann posts big", "Dot posts big")
        text = text.replace("Cam folds\nDot folds\nAnn collected", "Ann folds\nCam folds\nDot collected")

    assert ("Ben", True) in seats(text)
    assert "record/missing-act" not in [clause for _, clause, _ in told(audited(text))]


# ---- cards ----


def test_crosses_are_cards_that_nobody_sees_and_a_hand_is_shown_once():
    (hand,) = hands(STUD)

    ann = [
        (one.up, one.holdings[0][1][0] >= 0) for one in hand if isinstance(one, e.Deal) and one.holdings[0][0] == "Ann"
    ]
    assert ann == [(False, False), (False, False), (True, True), *[(True, True)] * 3, (False, False)]
    assert [one.player for one in hand if isinstance(one, e.Show)] == ["Ann", "Ben"]


CALLED = """Winamax Poker - CashGame - HandId: #7-3-3 - Holdem no limit (1€/2€) - 2020/05/15 09:26:42 UTC
Table: 'Arles' 2-max (real money) Seat #1 is the button
Seat 1: Ann (200€)
Seat 2: Ben (200€)
*** ANTE/BLINDS ***
Ann posts small blind 1€
Ben posts big blind 2€
*** PRE-FLOP ***
Ann calls 1€
Ben checks
*** FLOP *** [2c 7d Kh]
Ben checks
Ann checks
*** TURN *** [2c 7d Kh][9s]
Ben checks
Ann checks
*** RIVER *** [2c 7d Kh 9s][3d]
Ben bets 4€
Ann calls 4€
*** SHOW DOWN ***
Ann shows [Qh 9h] (One pair : 9)
Ben shows [Kc 4s] (One pair : Kings)
Ben collected 11.40€ from pot
*** SUMMARY ***
Total pot 11.40€ | Rake 0.60€
Board: [2c 7d Kh 9s 3d]
Seat 1: Ann (small blind) (button) showed [Qh 9h] and lost with One pair : 9
Seat 2: Ben (big blind) showed [Kc 4s] and won 11.40€ with One pair : Kings
"""


def test_losers_are_named_before_winners_which_tells_nothing_of_who_showed_first():
    result = audited(CALLED)

    assert told(result) == []
    assert max(result.verdicts["roberts/holdem", "S3.SD.8"]) == Verdict.NOT_RECORDED


# ---- damage ----


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (("Holdem no limit", "Chinois no limit"), 1, "no rulebook has a game called Chinois"),
        (("*** FLOP *** [2c 7d Kh]", "*** FLOP *** [2x 7d Kh]"), 16, "not a card"),
        (("calls 4€", "calls 4.005€"), 15, "found '4.005', expected an amount"),
        (("*** SUMMARY ***", "*** SUMMARY"), 28, "found a line of another part of a hand here"),
    ],
)
def test_a_hand_that_cannot_be_read_is_told_with_its_place_and_leaves_the_other_alone(change, line, reason):
    result = audited(HOLDEM.replace(*change, 1))

    assert [(one.hand, one.line) for one in result.unread] == [("7000001-1-1714600000", line)]
    assert result.unread[0].reason.startswith(reason)
    assert [clause for _, clause, _ in told(result)] == ["S14.NL.3"]


def test_a_lost_header_is_told():
    result = audited(FIRST.partition("\n")[2] + "\n\n" + SECOND)

    assert [(one.line, one.reason) for one in result.unread] == [
        (1, "found \"Table: 'Saint-Malo 03' 5-max (real mone…\" before any hand, expected the header of one")
    ]
    assert result.hands_judged == 1


def test_a_hand_cut_off_is_told_to_be_incomplete_and_a_strange_line_is_kept():
    cut = audited(FIRST[: FIRST.index("*** SUMMARY")])
    strange = audited(FIRST.replace("*** FLOP", "Big C (host) : pas de chance\nLe croupier change\n*** FLOP", 1))

    assert [one.reason for one in cut.unread] == ["found the end of the hand before it was over"]
    assert [one.reason for one in strange.unknown] == ["Big C (host) : pas de chance", "Le croupier change"]
    assert told(strange) == []
