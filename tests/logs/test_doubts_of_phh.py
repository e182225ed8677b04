"""What PHH leaves open: for each doubt a hand in which it matters, and one whose fault is there under every reading.

A hand in which the doubt matters accuses nobody: either the payments decide how it is to be read, or what is found is
an advisory that names the doubt.
"""

from __future__ import annotations

import pytest

from auditor import Severity, audit_text
from auditor.api import Audit

NAMES = ("Ann", "Ben", "Cam", "Dot")
CHECKED_DOWN = ["d db 2h7d9c", "p1 cc", "p2 cc", "d db Kd", "p1 cc", "p2 cc", "d db 3d", "p1 cc", "p2 cc"]
OPEN = ["p3 f", "p1 cc", "p2 cbr 100", "p1 cc", *CHECKED_DOWN]  # a pot of $200 between Ann and Ben
ACES, KINGS = "p1 sm AhAd", "p2 sm KhQh"


def audited(
    blinds: list[float], stacks: list[float], actions: list[str], least: float = 4, **fields: list[float]
) -> Audit:
    """Audit a hand whose cards nobody saw, and with these fields about its end."""
    size = len(stacks)
    deals = [f"d dh p{number} ????" for number in range(1, size + 1)]
    ends = "".join(f"{key} = {value}\n" for key, value in fields.items())
    text = (
        f"variant = 'NT'\nantes = {[0] * size}\nblinds_or_straddles = {blinds}\nmin_bet = {least}\n"
        f"starting_stacks = {stacks}\nactions = {[*deals, *actions]}\nhand = 7\nplayers = {[*NAMES[:size]]}\n"
        f"currency_symbol = '$'\n{ends}"
    )
    return audit_text(text, log_format="phh")


def told(result: Audit) -> list[tuple[str, str, str]]:
    assert result.complete
    return [(one.severity.word, one.clause, one.doubt or "") for one in result.findings]


def posts(result: Audit) -> dict[str, int]:
    (entry,) = result.view.result.inputs
    return dict(entry.doubts)


RESULT = "whether the winnings or the stacks after the hand are right"
POST = "whether a post was live or dead"
RAKE = "whether what is missing from the payments is rake"


# ---- the result ----


def test_stacks_after_the_hand_that_a_comma_cut_accuse_nobody_but_the_record():
    result = audited(
        [2, 4, 0], [1200, 900, 800], [*OPEN, ACES, KINGS], finishing_stacks=[1, 800, 800], winnings=[198, 0, 0]
    )

    assert told(result) == [("irregularity", "record/stakes-after", "")]
    assert posts(result) == {RESULT: 1}


def test_a_pot_to_the_losing_hand_is_told_if_both_fields_agree():
    result = audited(
        [2, 4, 0], [1200, 900, 800], [*OPEN, ACES, KINGS], finishing_stacks=[1100, 998, 800], winnings=[0, 198, 0]
    )

    assert told(result) == [("breach", "S3.SD.2", "")]
    assert posts(result) == {}


def test_fields_that_contradict_each_other_are_no_ground_for_an_accusation():
    result = audited(
        [2, 4, 0], [1200, 900, 800], [*OPEN, ACES, KINGS], finishing_stacks=[1100, 998, 800], winnings=[198, 0, 0]
    )

    assert [one.severity for one in result.findings if one.actor.role != "record"] == []
    assert posts(result) == {RESULT: 1}


@pytest.mark.parametrize("cards", ["", " ????"], ids=["mucked", "not known"])
def test_a_winner_whose_cards_are_not_known_has_not_kept_them_closed(cards):
    result = audited([2, 4, 0], [1200, 900, 800], [*OPEN, f"p1 sm{cards}", KINGS], winnings=[198, 0, 0])
    accused = [one.clause for one in result.findings if one.severity > Severity.ADVISORY]

    assert accused == ([] if cards else ["record/payments"])


# ---- blinds ----


@pytest.mark.parametrize(
    ("blinds", "actions", "winnings"),
    [
        pytest.param([0, 4], ["p1 cc", "p2 cc", "d db 2h7d9c", "p2 cc", "p1 cbr 4", "p2 f"], [8, 0], id="the second's"),
        pytest.param([0, 4], ["p2 cc", "p1 cc", "d db 2h7d9c", "p1 cc", "p2 cbr 4", "p1 f"], [0, 8], id="the first's"),
        pytest.param([4, 0], ["p1 cbr 12", "p2 f"], [8, 0], id="the second's, listed first"),
        pytest.param([4, 2], ["p1 f"], [0, 4], id="both, the larger first"),
    ],
)
def test_the_only_blind_of_two_players_is_that_of_whoever_does_not_act_first(blinds, actions, winnings):
    assert told(audited(blinds, [400, 400], actions, winnings=winnings)) == []


def test_an_act_out_of_turn_of_two_players_is_told_if_both_blinds_are_there():
    result = audited([2, 4], [400, 400], ["p1 cc", "p2 cc", "d db 2h7d9c", "p1 cbr 4", "p2 f"], winnings=[8, 0])

    assert [one.clause for one in result.findings if one.severity > Severity.ADVISORY] == ["S3.BR.11"]


LIMPED = ["p3 cc", "p4 f", "p1 f", "p2 cc", "d db 2h7d9c", "p2 cc", "p3 cbr 4", "p2 f"]


@pytest.mark.parametrize(
    ("put", "won"),
    [
        pytest.param(-2, 10, id="live: two more to call"),
        pytest.param(-2, 12, id="dead: four more to call"),
        pytest.param(-2, 11.5, id="dead, less a rake"),
        pytest.param(-6, 12, id="both blinds, the larger live"),
    ],
)
def test_the_payments_decide_whether_a_post_was_live(put, won):
    result = audited([2, 4, put, 0], [400] * 4, LIMPED, winnings=[0, 0, won, 0])

    assert (told(result), posts(result)) == ([], {POST: 1})


def test_a_post_explains_no_more_than_itself():
    """Twelve could be paid if the post was dead, fourteen by no reading."""
    result = audited([2, 4, -2, 0], [400] * 4, LIMPED, winnings=[0, 0, 20, 0])

    assert told(result) == [("irregularity", "record/payments", "")]


def test_a_raise_too_small_is_told_however_a_post_is_read():
    actions = ["p3 cc", "p4 cbr 12", "p1 f", "p2 f", "p3 cbr 16", "p4 f"]
    result = audited([2, 4, -2, 0], [400] * 4, actions, winnings=[0, 0, 32, 0])

    assert [(one.severity.word, one.clause, one.actor.name) for one in result.findings] == [
        ("breach", "S14.NL.3", "Cam")
    ]


def test_a_blind_other_than_the_least_bet_is_a_doubt():
    result = audited([1, 1, 0], [400] * 3, ["p3 cbr 4", "p1 f", "p2 f"], least=2)

    assert [one.severity for one in result.findings if one.severity > Severity.ADVISORY] == []
    assert posts(result) == {"how large the big blind was": 1}


def test_a_big_blind_of_last_chips_smaller_than_the_small_one_is_no_first_blind():
    actions = [
        "p3 cc",
        "p1 cc",
        "d db 2h7d9c",
        "p1 cc",
        "p3 cc",
        "d db Kd",
        "p1 cc",
        "p3 cc",
        "d db 3d",
        "p1 cc",
        "p3 cc",
    ]
    shown = ["p1 sm AhAd", "p2 sm KhQh", "p3 sm 4h5h"]

    assert told(audited([2, 1, 0], [400, 1, 400], [*actions, *shown], winnings=[9, 0, 0])) == []


# ---- what nobody called, the chip, the rake ----

ALL_IN = ["p3 cbr 100", "p1 f", "p2 cbr 102", "d db 2h7d9c", "d db Kd", "d db 3d"]


def test_winnings_may_count_what_nobody_called_even_if_the_rake_is_as_large():
    result = audited([2, 4, 0], [400, 400, 100], [*ALL_IN, "p2 sm KhQh", "p3 sm KcQc"], winnings=[0, 102, 100])

    assert [one.severity for one in result.findings if one.severity > Severity.ADVISORY] == []
    assert "whether the winnings count what nobody called" in posts(result)


def test_equal_hands_paid_unequally_are_told_under_every_reading():
    result = audited([2, 4, 0], [400.01, 400, 100], [*ALL_IN, "p2 sm KhQh", "p3 sm KcQc"], winnings=[0, 130, 70])

    assert [(one.severity.word, one.clause) for one in result.findings] == [("breach", "S3.TI.3")]


@pytest.mark.parametrize(
    ("won", "accused"),
    [
        pytest.param([0, 101, 100], [], id="the odd dollar to the player nearer the button"),
        pytest.param([0, 100, 101], ["S3.TI.3"], id="to the other: wrong in cents and in dollars"),
    ],
)
def test_an_odd_chip_is_a_doubt_if_nothing_tells_the_lowest_chip(won, accused):
    between = [line.replace("p2", "p3").replace("p1", "p2") for line in CHECKED_DOWN]
    actions = ["p3 cbr 100", "p1 f", "p2 cc", *between, "p2 sm KhQh", "p3 sm KcQc"]
    result = audited([1, 2, 0], [1200, 900, 800], actions, least=2, winnings=won)

    assert [one.clause for one in result.findings if one.severity > Severity.ADVISORY] == accused
    assert "what the lowest chip was" in posts(result)


def test_money_missing_from_the_payments_may_be_no_rake_and_then_nothing_is_certain():
    """A raise of less than the one before, but a fifth of the pot is missing as well: an amount may be wrong."""
    actions = ["p3 cbr 16", "p1 f", "p2 cbr 20", "p3 f"]
    rake = audited([2, 4, 0], [400] * 3, actions, winnings=[0, 33, 0])
    missing = audited([2, 4, 0], [400] * 3, actions, winnings=[0, 27, 0])

    assert [one.severity.word for one in rake.findings] == ["breach"]
    assert [one.severity.word for one in missing.findings] == ["advisory"]
    assert posts(missing) == {RAKE: 1}
