"""Pots held against a count cent by cent, and against PokerKit."""

import warnings
from itertools import count
from operator import itemgetter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pokerkit import Automation, Mode, NoLimitTexasHoldem

from auditor.replay.pots import Contribution, Pot, build_pots, divide, uncalled

AMOUNTS = st.lists(st.tuples(st.integers(0, 12), st.booleans()), max_size=7)
CONTRIBUTIONS = AMOUNTS.map(lambda amounts: [(seat, *amount) for seat, amount in enumerate(amounts, 1)])


def cent_by_cent(contributions: list[Contribution]) -> tuple[int, list[tuple[int, tuple[int, ...], set[int]]]]:
    """What goes back, and the pots: every cent lies in a layer, and layers with the same contenders are one pot."""
    pots: list[tuple[int, tuple[int, ...], set[int]]] = []
    for cent in count(1):
        payers = {seat for seat, amount, _ in contributions if amount >= cent}
        if len(payers) < 2:
            return sum(amount - min(amount, cent - 1) for _, amount, _ in contributions), pots
        contenders = tuple(seat for seat, amount, active in contributions if active and amount >= cent)
        if not contenders and pots:
            contenders = pots[-1][1]  # folded players alone: the money falls into the pot below
        elif not contenders:
            contenders = tuple(seat for seat, _, active in contributions if active)
        if pots and pots[-1][1] == contenders:
            money, _, contributors = pots.pop()
            pots.append((money + len(payers), contenders, contributors | payers))
        else:
            pots.append((len(payers), contenders, payers))
    raise AssertionError


@given(CONTRIBUTIONS)
def test_pots_are_the_layers_of_the_money(contributions: list[Contribution]) -> None:
    pots = build_pots(contributions)
    _, back = uncalled(contributions)

    assert (back, [(pot.amount, pot.eligible, set(pot.contributors)) for pot in pots]) == cent_by_cent(contributions)
    assert back + sum(pot.amount for pot in pots) == sum(amount for _, amount, _ in contributions)
    assert [pot.level for pot in pots] == sorted({pot.level for pot in pots})


@given(CONTRIBUTIONS)
def test_pots_are_those_of_pokerkit(contributions: list[Contribution]) -> None:
    _, highest, active = max(contributions, key=itemgetter(1, 2), default=(0, 0, False))
    assume(highest and active)  # PokerKit leaves folded money above all active totals without an owner
    contributions.append((len(contributions) + 1, 0, True))  # keeps the betting open until the others have folded

    assert [(pot.amount, pot.eligible) for pot in build_pots(contributions)] == pokerkit_pots(contributions)


def pokerkit_pots(contributions: list[Contribution]) -> list[tuple[int, tuple[int, ...]]]:
    """The contributions as antes: who is active has no chips left, who folds has some and folds."""
    state = NoLimitTexasHoldem.create_state(
        (Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.HOLE_DEALING),
        True,
        tuple(amount for _, amount, _ in contributions),
        (0, 0),
        1,
        tuple(amount + (not active or not amount) for _, amount, active in contributions),
        len(contributions),
        mode=Mode.CASH_GAME,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that nobody has to fold here
        while (index := state.actor_index) is not None:
            if contributions[index][2]:
                state.check_or_call()
            else:
                state.fold()
    return [(pot.amount, tuple(index + 1 for index in pot.player_indices)) for pot in state.pots]


@pytest.mark.parametrize(
    ("contributions", "back", "pots"),
    [
        pytest.param(
            [(1, 25, True), (2, 60, True), (3, 100, True), (4, 100, True), (5, 10, False)],
            (None, 0),
            [
                Pot(110, 25, (1, 2, 3, 4), (1, 2, 3, 4, 5)),
                Pot(105, 60, (2, 3, 4), (2, 3, 4)),
                Pot(80, 100, (3, 4), (3, 4)),
            ],
            id="two tapped out",
        ),
        pytest.param(
            [(1, 80, True), (2, 50, True), (3, 50, False)],
            (1, 30),
            [Pot(150, 50, (1, 2), (1, 2, 3))],
            id="the excess over a tapped-out caller goes back",
        ),
        pytest.param(
            [(1, 60, True), (2, 20, False), (3, 30, False)],
            (1, 30),
            [Pot(80, 30, (1,), (1, 2, 3))],
            id="a folded player matched part of the last wager",
        ),
        pytest.param(
            [(1, 50, True), (2, 80, False), (3, 80, False)],
            (None, 0),
            [Pot(210, 50, (1,), (1, 2, 3))],
            id="folded money above all active totals",
        ),
        pytest.param([(1, 10, True), (2, 0, False)], (1, 10), [], id="a blind nobody called"),
        pytest.param([(1, 10, False), (2, 10, False)], (None, 0), [Pot(20, 0, (), (1, 2))], id="nobody is left"),
        pytest.param([], (None, 0), [], id="nothing"),
    ],
)
def test_examples_of_pots(contributions: list[Contribution], back: tuple[int | None, int], pots: list[Pot]) -> None:
    assert (uncalled(contributions), build_pots(contributions)) == (back, pots)


@pytest.mark.parametrize(
    ("net", "winners", "to_one", "due"),
    [
        pytest.param(170_00, (6, 7, 2), True, {6: 58_00, 7: 56_00, 2: 56_00}, id="two odd dollars to one"),
        pytest.param(170_00, (6, 7, 2), False, {6: 57_00, 7: 57_00, 2: 56_00}, id="two odd dollars one each"),
        pytest.param(93_00, (5, 3), True, {5: 47_00, 3: 46_00}, id="one odd dollar"),
        pytest.param(85_50, (1, 2), True, {1: 43_50, 2: 42_00}, id="an odd dollar and cents"),
        pytest.param(86_50, (1, 2, 3), False, {1: 29_50, 2: 29_00, 3: 28_00}, id="cents to the first"),
        pytest.param(143_00, (1, 2), True, {1: 72_00, 2: 71_00}, id="after commission"),
        pytest.param(-3_00, (1, 2), True, {1: -3_00, 2: 0}, id="more taken than there was"),
        pytest.param(5_00, (), True, {}, id="nobody"),
    ],
)
def test_examples_of_division(net: int, winners: tuple[int, ...], to_one: bool, due: dict[int, int]) -> None:
    assert divide(net, winners, 100, to_one) == due


@given(st.integers(0, 10**6), st.integers(1, 8), st.sampled_from([1, 5, 100]), st.booleans())
def test_division_loses_nothing_and_favours_the_first(net: int, number: int, unit: int, to_one: bool) -> None:
    due = divide(net, range(1, number + 1), unit, to_one)
    shares = list(due.values())

    assert list(due) == list(range(1, number + 1))
    assert sum(shares) == net
    assert shares == sorted(shares, reverse=True)
    assert shares[0] - shares[-1] < (number * unit if to_one else 2 * unit)
    assert all(share % unit == 0 for share in shares[1:])
