"""Communal cards and discards of Crown Poker: what a short record may leave out, and how readings decide."""

from textwrap import indent

import pytest
from manila import audited, found

HEAD = """
log 1
table Crown
  rules crown/{game}
  limit no-limit
  minimum $10
  blinds $5, $10
  chip $1
hand 1
  seat 1 Ann $500
  seat 2 Ben $500
  seat 3 Cam $500
  button 1
  shuffle
  cut by dealer
  Ben blind $5
  Cam blind $10
  deal Ben [2c], Cam [3h], Ann [Ah]
  deal Ben [2d], Cam [8s], Ann [Kd]
{play}
end
"""
THIRD = "deal Ben [7c], Cam [Js], Ann [Qd]"
CALLED = "Ann calls $10; Ben calls $5; Cam checks"
CHECKED = "Ben checks; Cam checks; Ann checks"
BET = "Ben bets $20; Cam folds; Ann folds; return $20 to Ben; pot $30; Ben wins $30"
ALL_IN = "Ann folds; Ben raises to $500 all in; Cam calls $490 all in"
SHOWN = "Ben shows [2c 2d]; Cam shows [3h 8s]; pot $1000; Ben wins $1000"


def played(*parts: str, game: str = "holdem") -> str:
    lines = "; ".join(parts).split("; ")
    return HEAD.format(game=game, play=indent("\n".join(lines), "  "))


@pytest.mark.parametrize(
    ("parts", "findings"),
    [
        pytest.param((CALLED, "communal [9h 8h 2s]", CHECKED, "communal [4c]", BET), [], id="a log without burns"),
        pytest.param((ALL_IN, "communal [9h 8h 2s 4c Td]", SHOWN), [], id="the board in one line"),
        pytest.param((ALL_IN, "burn; communal [9h 8h 2s 4c Td]", SHOWN), [], id="the board in one line, and a burn"),
        pytest.param(
            (CALLED, "communal [9h 8h 2s 4c Td]", CHECKED, CHECKED, BET), [], id="in one line, and three rounds"
        ),
        pytest.param((CALLED, "communal [9h 8h 2s 4c Td]", BET), [], id="in one line, and one round"),
        pytest.param(
            (ALL_IN, "communal [9h 8h 2s]; communal [4c]; communal [Td 6h]", SHOWN),
            ["breach 9.13.1"],
            id="a card too many at the end, and nobody to act",
        ),
        pytest.param((CALLED, "burn; communal [9h 8h]", CHECKED, "burn; communal [4c]", BET), [], id="a flop of two"),
        pytest.param(
            (ALL_IN, "burn; communal [9h 8h 2s]; communal [4c]; burn; communal [Td]", SHOWN),
            ["advisory 9.4"],
            id="burns noted but one",
        ),
        pytest.param(
            (ALL_IN, "burn; communal [9h 8h 2s]; burn; communal [6c 7d]; burn [7d]; communal [Td]", SHOWN),
            ["irregularity 9.13"],
            id="two cards opened though nobody can bet",
        ),
        pytest.param(
            (
                "Ann calls $10; burn; communal [9h 8h 2s]; Ben folds; Cam checks; take back [9h 8h 2s]",
                "reshuffle; cut by dealer; communal [Kc 8h 5d]; Cam bets $20; Ann folds; return $20 to Cam",
                "pot $25; Cam wins $25",
            ),
            ["irregularity 9.10"],
            id="an early flop that only the remedy shows",
        ),
        pytest.param(
            (
                "Ann raises to $30; burn; communal [9h 8h 2s] early; Ben folds; Cam folds; return $20 to Ann",
                "pot $25; Ann wins $25",
            ),
            ["irregularity 9.10"],
            id="an early flop in a hand that ended before it mattered",
        ),
    ],
)
def test_a_short_record_accuses_nobody_and_an_error_is_told_once(parts: tuple[str, ...], findings: list[str]) -> None:
    assert found(played(*parts)) == findings


def test_a_log_that_promises_burns_is_held_to_it() -> None:
    text = played(CALLED, "communal [9h 8h 2s]", CHECKED, "communal [4c]", BET)

    assert found(text.replace("chip $1", "chip $1\n  records burns")) == ["irregularity 9.4", "irregularity 9.4"]


KEPT = (THIRD, CALLED, "Ben discards [7c]; Cam discards [Js]; burn; communal [9h 8h 2s]; Ben checks; Ann discards [Qd]")
STAYS = played(*KEPT, "Cam checks; Ann checks; burn; communal [4c]", BET, game="pineapple")
REDEALT = played(
    *KEPT[:2],
    "Ben discards [7c]; Cam discards [Js]; burn; communal [9h 8h 2s]; Ann discards [Qd]; take back [9h 8h 2s]",
    "shuffle; cut by dealer; communal [Kc 8h 5d]",
    BET,
    game="pineapple",
)


@pytest.mark.parametrize(
    ("text", "choice", "severity"),
    [
        pytest.param(STAYS, "either", "irregularity", id="kept, which either reading allows"),
        pytest.param(STAYS, "keep_board", "irregularity", id="kept, as it must be"),
        pytest.param(STAYS, "redeal", "breach", id="kept, though it goes back"),
        pytest.param(REDEALT, "either", "irregularity", id="dealt again, which either reading allows"),
        pytest.param(REDEALT, "redeal", "irregularity", id="dealt again, as it must be"),
        pytest.param(REDEALT, "keep_board", "breach", id="dealt again, though it stays"),
    ],
)
def test_the_reading_decides_what_becomes_of_a_flop_before_the_last_discard(
    text: str, choice: str, severity: str
) -> None:
    result = audited(text, late_discard_before_sa=choice)

    assert [(one.severity.word, one.clause, one.read_with) for one in result.findings] == [
        (severity, "9.10", ("9.15.1",))
    ]


def test_a_three_card_hand_that_nobody_acted_against_is_not_called_dead() -> None:
    text = played(
        THIRD,
        ALL_IN,
        "Cam discards [Js]; burn; communal [9h 8h 2s]; burn; communal [4c]; burn; communal [Td]",
        "Ben shows [2c 2d 7c]; Cam shows [3h 8s]; pot $1000; Ben wins $1000",
        game="pineapple",
    )

    assert found(text) == ["irregularity 9.10"]
