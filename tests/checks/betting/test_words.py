"""How wagers are made: what the readings of the text make of chips without words, and whose acts were in turn."""

from io import BytesIO

import pytest
from manila import audited, found

from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.replay.engine.replayer import replay
from auditor.rules.loading.loader import rules_in_force

HEAD = (
    "log 1",
    'table "Test"',
    "rules crown/holdem",
    "limit no-limit",
    "minimum $10",
    "blinds $5, $10",
    "chip $1",
    "hand 1",
    "seat 1 Ann $1000",
    "seat 2 Ben $1000",
    "seat 3 Cam $1000",
    "button 1",
    "Ben blind $5",
    "Cam blind $10",
    "deal Ben [2c], Cam [3c], Ann [Kd]",
    "deal Ben [2d], Cam [3d], Ann [Kc]",
)
FLOP = ("Ann calls $10", "Ben calls $5", "Cam checks", "burn", "communal [9h 8s 4s]")
RAISED = (*FLOP, "Ben bets $100", "Cam raises to $300")
BETWEEN_THE_HALVES = "silently in chips $100, $100, $100, $100, $10, $10"  # $120 over $300, the last raise being $200
BLIND_IN_FRONT = ("Ann calls $10", "Ben raises to ${} saying raise in chips $100", "Cam folds", "Ann folds")
CHECKED_EARLY = (*FLOP, "Ben checks", "Ann checks", "Cam checks", "burn", "communal [7c]")


def log(*lines: str) -> str:
    return "\n".join((*HEAD, *lines, "end\n"))


@pytest.mark.parametrize(
    ("act", "reading", "expected"),
    [
        ("Ann calls $300", None, []),
        ("Ann raises to $500", None, []),
        ("Ann calls $300", "wager", []),
        ("Ann raises to $500", "wager", ["breach 6.12"]),
        ("Ann calls $300", "raise", ["breach 6.12"]),
        ("Ann raises to $500", "raise", []),
    ],
)
def test_between_half_the_raise_and_half_the_wager_the_reading_decides(act, reading, expected):
    chosen = {} if reading is None else {"fifty_percent_base": reading}

    assert _of("6.12", log(*RAISED, f"{act} {BETWEEN_THE_HALVES}", "Ben folds"), **chosen) == expected


@pytest.mark.parametrize(
    ("total", "reading", "expected"),
    [
        (100, None, []),
        (105, None, []),
        (100, "chip", []),
        (105, "chip", ["breach 6.14.2"]),
        (100, "chip_plus_in", ["breach 6.14.2"]),
        (105, "chip_plus_in", []),
    ],
)
def test_what_lies_in_front_may_be_added_to_the_chip(total, reading, expected):
    chosen = {} if reading is None else {"oversize_chip_total": reading}
    acts = [line.format(total) for line in BLIND_IN_FRONT]

    assert _of("6.14.2", log(*acts), **chosen) == expected


def test_a_check_out_of_turn_forfeits_bets_for_the_round_or_the_hand():
    text = log(*CHECKED_EARLY, "Ben checks", "Cam checks", "Ann bets $20", "Ben folds", "Cam folds")

    assert _of("6.18.3", text) == ["irregularity 6.18.3"]
    assert _of("6.18.3", text, oot_check_scope="hand") == ["irregularity 6.18.3", "breach 6.18.3"]


def test_a_tap_is_pointed_out_where_only_the_word_is_a_check():
    text = log(*FLOP, "Ben checks", "incident check-by-tap by Ben", "Cam bets $20", "Ann folds", "Ben folds")

    assert _of("8.2.4", text) == []
    assert _of("8.2.4", text, check_by_tapping="advisory") == ["advisory 8.2.4"]


def test_acts_out_of_turn_are_not_among_those_in_turn():
    text = log(*FLOP, "Ben bets $20", "Ann calls $20", "Cam calls $20")
    raw = next(part for part in read(open_stream(BytesIO(text.encode()), "test.log")) if isinstance(part, RawHand))

    assert replay(raw.read(), rules_in_force("crown/holdem", None)).table.round.in_turn == {1, 2}


def test_an_amount_below_the_bet_is_a_call_whatever_the_chips_are():
    text = log("Ann raises to $50", "Ben raises to $200 announcing $20", "Cam folds", "Ann folds")

    assert [one.expected for one in audited(text).findings if one.clause == "6.18"] == ["a call of $50"]


def _of(clause: str, text: str, **readings: str) -> list[str]:
    return [" ".join(one.split()[:2]) for one in found(text, **readings) if one.split()[1] == clause]
