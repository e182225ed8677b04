"""Hands a hair's breadth from another verdict, each told in full: what a small change of the code would alter."""

import re
from datetime import date
from types import SimpleNamespace

import pytest
from generated_hands import audited
from manila import log
from roberts import sample

from auditor.replay.betting.sizes import uncapped
from auditor.replay.session.other_tables import HandTimes, Room
from auditor.replay.state import Player


def told(text: str) -> list[str]:
    """What is found in a log, and what cannot be read."""
    result = audited(text)
    return [f"{one.severity.word} {one.clause}: {one.observed}" for one in result.findings] + [
        one.reason for one in result.unread
    ]


def hand(rules: str, head: tuple[str, ...], *lines: str) -> str:
    return "\n".join(['table "T"', f"rules {rules}", "chip $1", *head, "hand 1", *lines, "end", ""])


STUD = ("limit fixed", "bets $15, $30", "ante $1", "bring-in $5")
THREE = ("seat 1 Ann $500", "seat 2 Ben $500", "seat 3 Cam $500")
WRONG_LOW_CARD = hand(
    "roberts/seven-card-stud",
    STUD,
    *(*THREE, "Ann ante $1", "Ben ante $1", "Cam ante $1"),
    *("deal Ann [Kh], Ben [Qh], Cam [Jh]", "deal Ann [Ks], Ben [Qs], Cam [Js]", "deal up Ann [5d], Ben [9d], Cam [5c]"),
    *("Ann bring-in $5", "return $5 to Ann", "Ann bring-in $5", "Cam bring-in $5"),
    *("Ann folds", "Ben raises to $15", "Cam folds", "return $10 to Ben", "pot $18", "Ben wins $18"),
)
THIRD_BLIND = hand(
    "roberts/holdem",
    ("limit no-limit", "blinds $5, $10, $20"),
    *("seat 1 Ann $1000", "seat 2 Ben $1000", "button 1", "Ann blind $20", "Ben blind $10"),
    *("deal Ben [Ah], Ann [Kh]", "deal Ben [As], Ann [Ks]", "Ben folds", "return $10 to Ann", "Ann wins $20"),
)
OTHER_OBJECTION = "objected straddles by Cam"
FIVE_RAISES = (
    sample("raise-cap", "tournament 2")
    .replace("  Ann calls $8\n", "  Ann raises to $48\n  Ben raises to $56\n  Ann calls $8\n", 1)
    .replace("pot $100", "pot $132")
    .replace("wins $100", "wins $132")
)


MORE_THAN_THE_DECK = log(
    *("Ben calls $10", "|", "Ann checks", "Ben folds", "return $10 to Ann", "return $10 to Ben"), players=2
).replace("Ben [7c 7d]", f"Ben [Kd {' '.join(['??'] * 52)}]")


def undecided(taken: int) -> str:
    """A side pot, and nobody knows who won."""
    checked = ("Ann checks", "Ben checks")
    first = ("Ben calls $10", "Cam calls $10", "|", *checked, "Cam checks", "|", "Ann bets $500")
    called = ("Ben calls $500", "Cam calls $190 all in", "|", *checked, "|", *checked)
    text = log(*first, *called, f"pot $1220 commission ${taken}", players=3, stakes=(1000, 1000, 200))
    return re.sub(r"(Ann|Ben|Cam) \[[^]]*\]", r"\1 [?? ??]", text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            WRONG_LOW_CARD,
            [
                "irregularity S8.2: forced bet by seat 1 (5d)",
                "irregularity S8.2: forced bet by seat 1 (5d)",
                "breach S8.5: second forced bet made while that of seat 1 was left in",
            ],
            id="what was taken back before the last forced bet was made is not that bet",
        ),
        pytest.param(
            sample("session", "Limit raised against two objections").replace("objected limits by Cam", OTHER_OBJECTION),
            ["advisory record/unknown-word: agreement on 'straddles' is of no kind this rulebook knows"],
            id="an objection against something else is none against the limit",
        ),
        pytest.param(THIRD_BLIND, [], id="a third blind, of two players"),
        pytest.param(
            MORE_THAN_THE_DECK,
            [
                "advisory 6.5: 53 cards dealt together to seat 2 Ben",
                "irregularity record/duplicate-card: "
                "Kd is recorded in the hand of seat 1 Ann and in the hand of seat 2 Ben",
            ],
            id="more cards than the deck has, in a game in which nobody draws",
        ),
        pytest.param(
            FIVE_RAISES,
            [
                "breach S15.23: fourth raise heads-up in the third betting round, of 8, and two further raises",
            ],
            id="raises past the cap between two who are not the last two are one fault",
        ),
    ],
)
def test_a_hand_is_told_in_full(text, expected):
    assert told(text) == expected


@pytest.mark.parametrize("taken", [60, 61, 62])
def test_nobody_knows_who_won_and_the_commission_is_as_much_as_it_may_be(taken):
    large = "breach 10.3: opening wager of $500"
    assert told(undecided(taken)) == [
        large,
        *(["breach 11.1(b): commission of $62 on a pot of $1,220"] if taken > 61 else []),
    ]


@pytest.mark.parametrize(
    ("has", "expected"),
    [
        ("$990", []),
        ("$990.01", ["breach 5.4: counted $990.01, $0.01 more than the $990 that wagers and payments leave"]),
        ("$989.99", ["breach 5.4: counted $989.99, $0.01 less than the $990 that wagers and payments leave"]),
        ("$1000", []),
    ],
)
def test_a_cent_is_money(has, expected):
    assert told(log("Ben folds", "Cam folds", "Dot folds", f"Ann has {has}")) == expected


@pytest.mark.parametrize(("pot", "wins"), [(30, 19), (30, 20), (30, 29), (20, 19)])
def test_an_uncalled_wager_may_be_in_the_pot_that_is_noted(pot, wins):
    lines = ("Ben calls $10", "Cam folds", "Dot folds", "|", "Ann bets $10", "Ben folds")
    assert told(log(*lines, f"pot ${pot}", f"Ann wins ${wins}")) == []


def test_a_rulebook_may_say_nothing_of_the_last_players():
    state = SimpleNamespace(game=SimpleNamespace(uncapped=None))

    assert uncapped(state, None) is False


def test_who_has_one_cent_left_can_wager_it():
    assert [Player(1, "Ann", stake, 0, stake, False, True).able for stake in (0, 1, 2)] == [False, True, True]


def test_a_room_knows_the_span_of_all_its_hands():
    room = Room()
    for day, time in ((2, "10:00"), (1, "10:00"), (3, "10:00")):
        room.played("A", SimpleNamespace(day=date(2000, 1, day), time=time, dealt_in=()), None)

    first = date(2000, 1, 1).toordinal() * 1440 + 600
    assert room.span == HandTimes(first, first + 2 * 1440, True, False)
