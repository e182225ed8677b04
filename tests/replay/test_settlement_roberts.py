"""Pots under Robert's Rules in all their orders of hands, held against PokerKit and chips given out one by one."""

from io import BytesIO
from itertools import cycle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import (
    Card,
    EightOrBetterLowHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    StandardHighHand,
    StandardLowHand,
)

from auditor.auditing.engine.registry import registered
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.decoding import open_stream

NAMES = ("Ann", "Ben", "Cam", "Dee", "Eve")
RANKS = "A23456789TJQK"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]
GAMES = {  # own cards, communal ones, the order that wins, that of the low half, is it stud, is the best hand a low one
    "holdem": (2, 5, StandardHighHand, None, False, False),
    "omaha": (4, 5, OmahaHoldemHand, None, False, False),
    "omaha-hi-lo": (4, 5, OmahaHoldemHand, OmahaEightOrBetterLowHand, False, False),
    "seven-card-stud": (7, 0, StandardHighHand, None, True, False),
    "seven-card-stud-hi-lo": (7, 0, StandardHighHand, EightOrBetterLowHand, True, False),
    "razz": (7, 0, RegularLowHand, None, True, True),
    "lowball-a5": (5, 0, RegularLowHand, None, False, True),
    "lowball-27": (5, 0, StandardLowHand, None, False, True),
    "draw-high": (5, 0, StandardHighHand, None, False, False),
}
OURS = ("pot_award", "pot_division", "how_hands_end", "showdown", "cards_and_money")

Dealt = tuple[str, list[list[str]], list[str], int, int, int]  # game, hands, board, put in by each, chip, button


@st.composite
def dealt(draw: st.DrawFn) -> Dealt:
    """A hand of a few players who put in the same; few ranks make ties, low cards make low hands."""
    game = draw(st.sampled_from(sorted(GAMES)))
    own, communal = GAMES[game][:2]
    players = draw(st.integers(2, 4))
    deck = DECK[: draw(st.sampled_from([36, 52]))]
    cards = draw(st.permutations(deck))
    if draw(st.booleans()):  # the first two hold the same ranks
        first = [card for card in cards if card[1] in "cd"][:own]
        second = [card[0] + {"c": "h", "d": "s"}[card[1]] for card in first]
        cards = [*first, *second, *[card for card in cards if card not in (*first, *second)]]
    hands = [cards[n * own : (n + 1) * own] for n in range(players)]
    board = cards[players * own : players * own + communal]
    return game, hands, board, draw(st.integers(1, 40)), draw(st.sampled_from([1, 5])), draw(st.integers(1, players))


def log(hand: Dealt, paid: dict[int, int]) -> str:
    """The hand as a log: the players' money is put up before the cards, and everybody shows."""
    game, hands, board, put, chip, button = hand
    stud = GAMES[game][4]
    seats = range(1, len(hands) + 1)
    lines = [
        "log 1",
        'table "Test"',
        f"rules roberts/{game}",
        "limit no-limit",
        "minimum $1",
        f"chip ${chip}",
        "hand 1",
    ]
    lines += [f"seat {seat} {NAMES[seat - 1]} $500" for seat in seats]
    lines += [] if stud else [f"button {button}"]
    lines += [f"{NAMES[seat - 1]} ante ${put}" for seat in seats]
    lines += ["deal " + ", ".join(f"{NAMES[n]} [{' '.join(cards)}]" for n, cards in enumerate(hands))]
    lines += [f"communal [{' '.join(board)}]"] if board else []
    lines += [f"{NAMES[n]} shows [{' '.join(cards)}]" for n, cards in enumerate(hands)]
    lines += [f"pot ${put * len(hands)} commission $0"]
    lines += [f"{NAMES[seat - 1]} wins ${amount}" for seat, amount in paid.items() if amount]
    return "\n".join([*lines, "end", ""])


def faults(hand: Dealt, paid: dict[int, int]) -> list[int]:
    """The money of the findings about payments; the hands here have no betting, which other checks may say."""
    result = audit([open_stream(BytesIO(log(hand, paid).encode()), "test.log")], Options())
    assert result.unread == []
    found = [finding for finding in result.findings if finding.check in ours()]
    return [finding.money.amount // 100 if finding.money else 0 for finding in found]


def ours() -> set[str]:
    """The checks of payments."""
    return {name for name, one in registered().items() if one.function.__module__.split(".")[-1] in OURS}


def winners_of(hand: Dealt) -> tuple[set[int], set[int]]:
    """The seats of the best hands and of the best low hands, by PokerKit."""
    game, hands, board, *_ = hand
    _, _, high, low, _, _ = GAMES[game]
    table = tuple(Card.parse("".join(board)))
    best = [high.from_game(Card.parse("".join(cards)), table) for cards in hands]
    lows = [low.from_game_or_none(Card.parse("".join(cards)), table) for cards in hands] if low else []
    qualified = [each for each in lows if each is not None]
    return (
        {seat for seat, each in enumerate(best, 1) if each == max(best)},
        {seat for seat, each in enumerate(lows, 1) if each is not None and each == max(qualified)},
    )


def orders_of(hand: Dealt) -> tuple[list[int], list[int]]:
    """In which order odd chips go to the players, for high and for low."""
    game, hands, _, _, _, button = hand
    _, _, _, _, stud, lowest = GAMES[game]
    seats = list(range(1, len(hands) + 1))
    if not stud:
        order = sorted(seats, key=lambda seat: (seat <= button, seat))
        return order, order
    by_high = sorted(seats, key=lambda seat: max(_high(card) for card in hands[seat - 1]), reverse=True)
    by_low = sorted(seats, key=lambda seat: min(DECK.index(card) for card in hands[seat - 1]))
    return (by_low, by_low) if lowest else (by_high, by_low)


def _high(card: str) -> tuple[int, int]:
    return RANKS[1:].find(card[0]) if card[0] != "A" else 99, "cdhs".index(card[1])


def expected(hand: Dealt) -> dict[int, int]:
    """What each seat is due, the chips of each half given out one by one."""
    _, hands, _, put, chip, _ = hand
    high, low = winners_of(hand)
    first, second = orders_of(hand)
    chips, odd = divmod(put * len(hands), chip)
    for_low = chips // 2 if low and not (high == low and len(high) > 1) else 0
    due = dict.fromkeys(first, 0)
    for count, those, order in ((chips - for_low, high, first), (for_low, low, second)):
        around = cycle([seat for seat in order if seat in those])
        for _ in range(count):
            due[next(around)] += chip
    due[next(seat for seat in first if seat in high)] += odd
    return {seat: amount for seat, amount in due.items() if amount}


@settings(max_examples=100)
@given(dealt())
def test_a_right_payment_is_no_fault(hand: Dealt) -> None:
    assert faults(hand, expected(hand)) == []


@settings(max_examples=100)
@given(dealt(), st.data())
def test_chips_given_to_another_are_one_fault_of_as_much_money(hand: Dealt, data: st.DataObject) -> None:
    paid = expected(hand)
    giver = data.draw(st.sampled_from(sorted(paid)))
    taker = data.draw(st.sampled_from([seat for seat in range(1, len(hand[1]) + 1) if seat != giver]))
    amount = data.draw(st.integers(1, paid[giver]))
    wrong = paid | {giver: paid[giver] - amount, taker: paid.get(taker, 0) + amount}

    found = faults(hand, wrong)

    if found:  # one player may have an odd chip of each half, or not: then both payments are in order
        assert found == [amount]
    else:
        high, low = winners_of(hand)
        assert high & low
        assert amount == hand[4]


# ---- readings ----

SCOOP = """log 1
table T
rules roberts/omaha-hi-lo
limit no-limit
minimum $8
blinds $4, $8
chip $1
hand 1
seat 1 Ann $500
seat 2 Ben $500
seat 3 Cam $500
seat 4 Dee $500
button 1
Ben blind $4
Cam blind $8
deal Ben [?? ?? ?? ??], Cam [Ah 3c Kh Kd], Dee [As 3d Tc Ts], Ann [Qc Qd 9c 9d]
Dee raises to $33
Ann calls $33
Ben folds
Cam calls $25
communal [8d 7c Ks 2h Jd]
Cam shows [Ah 3c Kh Kd]
Dee shows [As 3d Tc Ts]
Ann shows [Qc Qd 9c 9d]
pot $103
Cam wins ${cam}
Dee wins ${dee}
end
"""


@pytest.mark.parametrize(
    ("reading", "right"),
    [("either", [77, 78]), ("per_split", [78]), ("per_pot", [77])],
)
def test_one_odd_chip_of_the_pot_or_of_each_half(reading: str, right: list[int]) -> None:
    found = {cam: checks_of(SCOOP.format(cam=cam, dee=103 - cam), odd_chip_scope=reading) for cam in range(75, 81)}

    assert [cam for cam, checks in found.items() if not checks] == right
    assert {len(checks) for checks in found.values()} == {0, 1}


@pytest.mark.parametrize(("reading", "found"), [("no_finding", []), ("must_show", ["exposed-hand"])])
def test_the_last_hand_is_shown_or_not(reading: str, found: list[str]) -> None:
    text = SCOOP.replace("Dee shows [As 3d Tc Ts]", "Dee mucks").replace("Ann shows [Qc Qd 9c 9d]", "Ann mucks")
    text = text.replace("Cam shows [Ah 3c Kh Kd]\n", "").replace("Dee wins ${dee}\n", "").format(cam=103)

    assert checks_of(text, mucked_all=reading) == found


def checks_of(text: str, **readings: str) -> list[str]:
    """The checks that find something about the payments, with the rulebook read so."""
    result = audit([open_stream(BytesIO(text.encode()), "test.log")], Options(readings=tuple(readings.items())))
    assert result.unread == []
    return [finding.check for finding in result.findings if finding.check in ours()]
