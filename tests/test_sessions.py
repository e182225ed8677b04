"""What a table's session shows, and what it cannot show where hands are missing or could not be read."""

import pytest
from manila import audited

from auditor.audit import Result
from auditor.findings import Verdict

SETUP = ['table "Test"', "rules act/canberra-manila", "date 1994-06-11", "minimum $5", "stake $100"]
CARDS = ("[As Kd]", "[7c 7d]", "[9h 9s]")
UNREADABLE = "hand 2\n  Ann dances\nend"


def hand(
    number: int | str, buck: int, *stakes: int | str, names: str = "Ann Ben Cam", also: tuple[str, ...] = ()
) -> str:
    """A hand in which the buck seat posts, the next player calls, and wins when the buck seat folds."""
    players = names.split()
    seats = [f"seat {n} {name} ${stakes[n - 1] if stakes else 200}" for n, name in enumerate(players, 1)]
    order = players[buck - 1 :] + players[: buck - 1]
    first, second, *others = order
    dealt = ", ".join(f"{name} {cards}" for name, cards in zip(order, CARDS, strict=False))
    acts = [f"{second} calls $5", *(f"{name} folds" for name in others), f"{first} passes", "communal [Js]"]
    paid = [f"{first} folds", "pot $10 commission $0", f"{second} wins $10"]
    start = [f"hand {number}", *seats, f"buck {buck}", f"{first} blind $5", f"deal {dealt}", "communal [Qh]"]
    return "\n".join([*start, *acts, *paid, *also, "end"])


def session(*parts: str) -> Result:
    return audited("\n".join([*SETUP, *parts, ""]))


def verdicts(result: Result, clause: str) -> dict[Verdict, int]:
    return dict(result.verdicts.get(("act/canberra-manila", clause), {}))


def messages(result: Result) -> list[str]:
    return [finding.message for finding in result.findings]


MOVED = "irregularity of 6.2: buck moved from seat 1 to seat 3 (seat 2, the next player clockwise)"


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        pytest.param([hand(1, 1), hand(2, 3)], [MOVED], id="hands in a row"),
        pytest.param([hand("A-0009", 1), hand("A-0010", 3)], [MOVED], id="numbers with a prefix"),
        pytest.param([hand(1, 1), hand(3, 3)], [], id="a number is missing"),
        pytest.param([hand(1, 1), UNREADABLE, hand(3, 3)], [], id="a hand could not be read"),
        pytest.param([hand(1, 1), "Ann dances", hand(2, 3)], [], id="a note could not be read"),
        pytest.param([hand("x", 1), hand("y", 3)], [], id="names that have no order"),
        pytest.param([hand(1, 1), "date 1994-06-12", hand(2, 3)], [], id="another day, perhaps another game"),
        pytest.param([hand(1, 1), "close", "open", hand(2, 1)], [], id="another game"),
    ],
)
def test_the_buck_is_judged_only_from_the_hand_right_before(parts, found):
    result = session(*parts)

    assert messages(result) == found
    other = Verdict.FAIL if found else Verdict.NOT_RECORDED
    opened = "open" in parts
    assert verdicts(result, "6.2[rotation]") == ({} if opened else {other: 1})


@pytest.mark.parametrize(
    ("first", "found"),
    [
        pytest.param(["open at 20:00", hand(731, 2)], 1, id="gaming noted as opened"),
        pytest.param([hand(1, 2)], 0, id="hand number one, which proves nothing"),
        pytest.param([hand(731, 2)], 0, id="the middle of a game"),
        pytest.param([UNREADABLE, hand(1, 2)], 0, id="a hand before it could not be read"),
        pytest.param(["open", UNREADABLE, hand(3, 2)], 0, id="the first hand could not be read"),
    ],
)
def test_the_first_buck_is_judged_only_in_the_first_hand(first, found):
    assert [finding.clause for finding in session(*first).findings] == ["6.2[first]"] * found


@pytest.mark.parametrize(
    ("parts", "found", "verdict"),
    [
        pytest.param(["open", hand(7, 1, 200, 80, 200)], 1, Verdict.FAIL, id="the first hand of the game"),
        pytest.param([hand(1, 1, 200, 80, 200)], 0, Verdict.NOT_RECORDED, id="hand number one, which proves nothing"),
        pytest.param([hand(7, 1, 200, 80, 200)], 0, Verdict.NOT_RECORDED, id="the first hand of the record"),
        pytest.param(
            [hand(7, 1, names="Ann Ben"), hand(8, 2, 195, 205, 80)], 1, Verdict.FAIL, id="not there the hand before"
        ),
        pytest.param(
            [hand(7, 1, names="Ann Ben"), hand(9, 2, 195, 205, 80)], 0, Verdict.NOT_RECORDED, id="or before that"
        ),
        pytest.param(
            [hand(7, 1, names="Ann Ben"), "Cam sits 3 $80", hand(9, 2, 195, 205, 80)],
            0,
            Verdict.NOT_RECORDED,
            id="sat down, and a hand is missing",
        ),
        pytest.param(["Ben sits 2 $80", hand(7, 1, 200, 80, 200)], 1, Verdict.FAIL, id="sat down"),
        pytest.param(["Ben sits 2 $80", UNREADABLE, hand(7, 1, 200, 80, 200)], 0, Verdict.NOT_RECORDED, id="long ago"),
        pytest.param([hand(1, 1), hand(2, 2, 195, 80, 200)], 0, Verdict.PASS, id="a stake that shrank"),
    ],
)
def test_an_opening_stake_is_judged_only_when_play_begins(parts, found, verdict):
    result = session(*parts)

    assert [finding.clause for finding in result.findings] == ["5.3"] * found
    assert max(verdicts(result, "5.3")) == verdict


def test_what_nobody_noted_about_a_notice_accuses_nobody():
    result = session(hand(1, 1), "stake $150", hand(2, 2, 195, 205, 200), "close early at 01:00")

    assert messages(result) == []
    assert verdicts(result, "5.2") == verdicts(result, "17.2") == {Verdict.NOT_RECORDED: 1}


ALL_IN = (
    "seat 1 Ann $200",
    "seat 2 Ben $200",
    "seat 3 Cam $10",
    "buck 2",
    "Ben blind $5",
    "deal Ben [As Kd], Cam [7c 7d], Ann [9h 9s]",
    "communal [Qh]",
    "Cam calls $5",
    "Ann folds",
    "Ben passes",
    "communal [Js]",
    "Ben bets $5",
    "Cam calls $5 all in",
    "communal [8c]",
    "communal [Tc]",
    "communal [Kh]",
    "Ben shows [As Kd]",
    "Cam mucks",
)


@pytest.mark.parametrize(
    ("paid", "between", "stake", "verdict"),
    [
        pytest.param(("pot $20 commission $1", "Ben wins $19"), "", 60, Verdict.FAIL, id="lost everything"),
        pytest.param(("pot $20 commission $1", "Ben wins $19"), "", 100, Verdict.PASS, id="bought the minimum"),
        pytest.param((), "", 60, Verdict.NOT_RECORDED, id="nobody noted who was paid"),
        pytest.param(("pot $20 commission $1", "Ben wins $19"), UNREADABLE, 60, None, id="a hand in between is unread"),
        pytest.param(("pot $20 commission $1", "Ben wins $19"), "Cam leaves", 60, None, id="left and came back"),
    ],
)
def test_who_lost_everything_leaves_or_buys_the_minimum(paid, between, stake, verdict):
    lost = "\n".join(["hand 20", *ALL_IN, *paid, "end"])
    result = session(
        hand(19, 1), "Cam removes $190", lost, between.replace("hand 2", "hand 99"), hand(21, 3, 200, 209, stake)
    )

    assert {finding.clause for finding in result.findings} <= {"12.3[leave]"}
    assert max(verdicts(result, "12.3[leave]"), default=None) == verdict


def test_a_session_goes_on_when_the_rules_are_amended():
    result = session(
        "date 1994-11-03", hand(1, 1), hand("2 at 00:06 on 1994-11-04", 2, 195, 205, 200), hand(3, 3, 195, 200, 205)
    )

    assert messages(result) == []
    assert verdicts(result, "6.2[rotation]") == {Verdict.PASS: 2}
    assert {version for _, version in result.rulebooks} == {"s94", "s94+s239"}


def test_a_log_cannot_bring_its_own_rulebook():
    result = session("rules house.toml", hand(1, 1))

    assert [unread.reason for unread in result.unread] == [
        "a log names a rulebook by its id; expected --rules for a rulebook file"
    ]
