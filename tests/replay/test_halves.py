"""Pots of Crown Poker, halved where there is a low hand: held against PokerKit and chips given out one by one."""

from io import BytesIO
from itertools import cycle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import Card, EightOrBetterLowHand, OmahaEightOrBetterLowHand, OmahaHoldemHand, StandardHighHand

from auditor.auditing.engine.registry import registered
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.replay.engine.replayer import replay
from auditor.replay.pots import halve
from auditor.replay.settlement.compute import Settlement
from auditor.rules.loading.loader import rules_in_force

NAMES = ("Ann", "Ben", "Cam", "Dee", "Eve")
DECK = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]
GAMES = {
    "crown/holdem": (2, StandardHighHand, None),
    "crown/holdem-hi-lo": (2, StandardHighHand, EightOrBetterLowHand),
    "crown/omaha": (4, OmahaHoldemHand, None),
    "crown/omaha-hi-lo": (4, OmahaHoldemHand, OmahaEightOrBetterLowHand),
}
OURS = ("pot_award", "pot_division", "how_hands_end", "showdown", "cards_and_money")

Dealt = tuple[str, list[list[str]], list[str], int, int, int]  # game, hands, board, put in by each, chip, button


@st.composite
def dealt(draw: st.DrawFn) -> Dealt:
    """A hand of a few players who put in the same; low cards come more often than from a whole deck."""
    game = draw(st.sampled_from(sorted(GAMES)))
    size, players = GAMES[game][0], draw(st.integers(2, 4))
    cards = draw(st.permutations(DECK[: draw(st.sampled_from([36, 52]))]))
    hands = [cards[n * size : (n + 1) * size] for n in range(players)]
    board = cards[players * size : players * size + 5]
    return game, hands, board, draw(st.integers(1, 40)), draw(st.sampled_from([1, 5])), draw(st.integers(1, players))


def log(hand: Dealt, paid: dict[int, int] | None = None) -> str:
    """The hand as a log: the players' money is put up before the cards, and everybody shows."""
    game, hands, board, put, chip, button = hand
    seats = range(1, len(hands) + 1)
    lines = ["log 1", 'table "Test"', f"rules {game}", "limit no-limit", "minimum $1", f"chip ${chip}", "hand 1"]
    lines += [f"seat {seat} {NAMES[seat - 1]} $500" for seat in seats]
    lines += [f"button {button}", *[f"{NAMES[seat - 1]} dead ${put}" for seat in seats]]
    lines += ["deal " + ", ".join(f"{NAMES[n]} [{' '.join(cards)}]" for n, cards in enumerate(hands))]
    lines += [f"communal [{' '.join(board)}]"]
    lines += [f"{NAMES[n]} shows [{' '.join(cards)}]" for n, cards in enumerate(hands)]
    lines += [f"pot ${put * len(hands)} commission $0"]
    lines += [f"{NAMES[seat - 1]} wins ${amount}" for seat, amount in (paid or {}).items() if amount]
    return "\n".join([*lines, "end", ""])


def settlement(hand: Dealt) -> Settlement:
    """The settlement of the hand, of which no payment is recorded."""
    text = log(hand).encode()
    raw = next(part for part in read(open_stream(BytesIO(text), "test.log")) if isinstance(part, RawHand))
    return replay(raw.read(), rules_in_force(hand[0], None, {}))


def faults(hand: Dealt, paid: dict[int, int]) -> list[tuple[str, int]]:
    """The findings about payments, each with its money; the hands here have no betting, which other checks may say."""
    result = audit([open_stream(BytesIO(log(hand, paid).encode()), "test.log")], Options())
    assert result.unread == []
    ours = {name for name, one in registered().items() if one.function.__module__.split(".")[-1] in OURS}
    found = [finding for finding in result.findings if finding.check in ours]
    return [(finding.severity.word, finding.money.amount // 100 if finding.money else 0) for finding in found]


def by_pokerkit(hand: Dealt) -> dict[int, int]:
    """What each seat is due: the winners by PokerKit, the chips of each half given out one by one."""
    game, hands, board, put, chip, button = hand
    _, high, low = GAMES[game]
    net = put * len(hands)
    table = tuple(Card.parse("".join(board)))
    best = [high.from_game(Card.parse("".join(cards)), table) for cards in hands]
    lows = [low.from_game_or_none(Card.parse("".join(cards)), table) for cards in hands] if low else []
    qualified = [each for each in lows if each is not None]
    winners = {seat for seat, each in enumerate(best, 1) if each == max(best)}
    lowest = {seat for seat, each in enumerate(lows, 1) if each is not None and each == max(qualified)}
    order = sorted(range(1, len(hands) + 1), key=lambda seat: (seat <= button, seat))
    chips, odd = divmod(net, chip)
    for_low = chips // 2 if lowest else 0
    due = dict.fromkeys(order, 0)
    for count, those in ((chips - for_low, winners), (for_low, lowest)):
        around = cycle([seat for seat in order if seat in those])
        for _ in range(count):
            due[next(around)] += chip
    due[next(seat for seat in order if seat in winners)] += odd
    return {seat: amount for seat, amount in due.items() if amount}


@settings(max_examples=60)
@given(dealt())
def test_every_share_is_what_pokerkit_and_counting_chips_give(hand: Dealt) -> None:
    done = settlement(hand)

    assert {seat: amount // 100 for seat, amount in done.due.items() if amount} == by_pokerkit(hand)
    assert sum(done.due.values()) == done.called


@settings(max_examples=60)
@given(dealt())
def test_a_right_payment_is_no_fault(hand: Dealt) -> None:
    assert faults(hand, by_pokerkit(hand)) == []


@settings(max_examples=60)
@given(dealt(), st.data())
def test_chips_given_to_another_are_one_fault_of_as_much_money(hand: Dealt, data: st.DataObject) -> None:
    paid = by_pokerkit(hand)
    giver = data.draw(st.sampled_from(sorted(paid)))
    taker = data.draw(st.sampled_from([seat for seat in range(1, len(hand[1]) + 1) if seat != giver]))
    amount = data.draw(st.integers(1, paid[giver]))
    wrong = paid | {giver: paid[giver] - amount, taker: paid.get(taker, 0) + amount}

    found = faults(hand, wrong)

    assert [money for _, money in found] == [amount]


@given(st.integers(0, 10**6), st.sampled_from([1, 5, 100, 500]))
def test_halves_are_whole_chips_and_the_rest_is_the_first_ones(net: int, unit: int) -> None:
    high, low = halve(net, unit)

    assert high + low == net
    assert low % unit == 0
    assert 0 <= high - low < 2 * unit


@pytest.mark.parametrize(
    ("net", "unit", "halves"),
    [(107, 1, (54, 53)), (108, 1, (54, 54)), (110, 5, (55, 55)), (115, 5, (60, 55)), (4, 5, (4, 0))],
)
def test_examples_of_halves(net: int, unit: int, halves: tuple[int, int]) -> None:
    assert halve(net, unit) == halves
