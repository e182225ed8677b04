"""Hands counted: how many there are of each class, held against the known frequencies and a count in plain words.

The counters of this module know nothing of the orders of hands that are tested; what they take from a rulebook is the
sequence of the classes. All high hands of five cards are counted one by one. Hands of seven cards and low hands are
counted by strata: an example for all hands of the same ranks and the same flush, with how many there are. With
`AUDITOR_GENERATED=2` they are counted one by one, too, which takes minutes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod
from typing import NamedTuple

import pytest
from generated_hands import MORE

from auditor.ranking.distinct import distinct_ranking
from auditor.ranking.high_and_low import Joker, LowRanking, Ranking, low_ranking, ranking
from auditor.rules.loading.loader import rulebook_ids, rules_in_force
from auditor.vocabulary.cards import JOKER, RANKS, Cards, deck

ACE = RANKS.index("A")
LONG = pytest.mark.skipif(MORE == 1, reason="takes minutes: AUDITOR_GENERATED=2 counts these hands one by one")
DAY = date(2020, 1, 1)
FULL, FORTY, SIXES, MANILA = "AKQJT98765432", "AKQJT98765", "AKQJT9876", "AKQJT987"

FIVE_OF_52 = {
    "royal flush": 4,
    "straight flush": 36,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pairs": 123_552,
    "pair": 1_098_240,
    "odd cards": 1_302_540,
}
SEVEN_OF_52 = {
    "royal flush": 4_324,
    "straight flush": 37_260,
    "four of a kind": 224_848,
    "full house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three of a kind": 6_461_620,
    "two pairs": 31_433_400,
    "pair": 58_627_800,
    "odd cards": 23_294_460,
}
FIVE_OF_36 = {
    "royal flush": 4,
    "straight flush": 20,
    "four of a kind": 288,
    "flush": 480,
    "full house": 1_728,
    "straight": 6_120,
    "three of a kind": 16_128,
    "two pairs": 36_288,
    "pair": 193_536,
    "odd cards": 122_400,
}
KNOWN = {  # by number of cards and ranks of the deck, with the number of hands of different worth where it is known
    (5, FULL): (FIVE_OF_52, 7_462),
    (7, FULL): (SEVEN_OF_52, 4_824),
    (5, SIXES): (FIVE_OF_36, None),
}

# ---- the orders of hands of the rulebooks ----


class Order(NamedTuple):
    """An order of hands as rulebooks state it, of which one deck may have two: with a low ace and without."""

    ranks: str
    classes: tuple[str, ...]
    low_ace: bool
    joker: Joker | None

    def __str__(self) -> str:
        cards = 4 * len(self.ranks) + (self.joker is not None)
        return f"{cards} cards{', low ace' if self.low_ace else ''}{', joker' if self.joker else ''}"

    def tested(self) -> Ranking:
        return ranking(self.classes, self.ranks, self.low_ace, "all-cards", frozenset(), self.joker)


def orders() -> list[Order]:
    """Every order of high hands by which a game of a rulebook is won."""
    found = {}
    for id in rulebook_ids():
        game = rules_in_force(id, DAY).game
        if game.wins is not None and game.wins.order == "low":
            continue
        for rules in game.deck.values():
            aces = {"always": [True], "never": [False], "agreed": [False, True]}[rules.low_ace.when]
            joker = game.joker[0].use if game.joker and rules.cards.joker else None
            classes = tuple(each.hand for each in rules.order)
            found.update({Order(rules.cards.ranks, classes, low_ace, joker): None for low_ace in aces})
    return list(found)


ORDERS = orders()
PLAIN = [order for order in ORDERS if order.joker is None]
STUDS = [order for order in PLAIN if order.ranks != SIXES]


def test_the_decks_of_the_rulebooks_are_those_that_are_counted_here() -> None:
    assert {(order.ranks, order.low_ace, order.joker) for order in ORDERS} == {
        (FULL, True, None),
        (FULL, True, "limited"),
        (FORTY, False, None),
        (FORTY, True, None),
        (SIXES, True, None),
        (MANILA, False, None),
        (MANILA, True, None),
    }
    assert len(ORDERS) == 7  # no two sequences of classes for one deck


def test_with_the_decks_of_32_36_and_40_cards_a_flush_beats_a_full_house() -> None:
    above = {order.ranks: order.classes.index("flush") < order.classes.index("full house") for order in PLAIN}

    assert above == {FULL: False, FORTY: True, SIXES: True, MANILA: True}


# ---- classes in plain words ----


def has_run(values: Iterable[int], order: Order) -> list[int]:
    """The top cards of the five ranks in a row among these, where an ace may stand below the lowest of the deck."""
    found = {*values}
    lowest = len(RANKS) - len(order.ranks)
    low = {lowest - 1} if order.low_ace and ACE in found else set()
    return [top for top in found if {top, top - 1, top - 2, top - 3, top - 4} <= found | low]


def class_in_words(hand: Sequence[int], order: Order) -> str:
    """The class of the best hand among five cards or more: the first in the rulebook's sequence that they hold."""
    ranks, suits = [card >> 2 for card in hand], [card & 3 for card in hand]
    groups = sorted(map(ranks.count, {*ranks}), reverse=True)
    flush = [card >> 2 for card in hand if suits.count(card & 3) >= 5]
    flush_runs = has_run(flush, order)
    holds = {
        "royal flush": ACE in flush_runs,
        "straight flush": bool(flush_runs),
        "four of a kind": groups[0] == 4,
        "full house": groups[0] >= 3 and groups[1] >= 2,
        "flush": bool(flush),
        "straight": bool(has_run(ranks, order)),
        "three of a kind": groups[0] >= 3,
        "two pairs": groups[0] >= 2 and groups[1] >= 2,
        "pair": groups[0] >= 2,
        "odd cards": True,
    }
    return next(name for name in order.classes if holds.get(name))


@cache
def fives(ranks: str) -> list[tuple[Cards, int]]:
    """All hands of five cards, counted one by one: an example of each kind, and how many are of its ranks and flush."""
    number: Counter[tuple[int, ...]] = Counter()
    example: dict[tuple[int, ...], Cards] = {}
    for hand in combinations(sorted(deck(ranks)), 5):
        a, b, c, d, e = hand
        kind = a >> 2, b >> 2, c >> 2, d >> 2, e >> 2, a & 3 == b & 3 == c & 3 == d & 3 == e & 3
        number[kind] += 1
        example[kind] = hand
    return [(example[kind], number[kind]) for kind in number]


def strata(ranks: str, size: int) -> Iterator[tuple[Cards, int]]:
    """An example of the hands of the same ranks and of the same ranks in a flush, and how many of these there are.

    There can be but one flush in up to nine cards, and which suit it is of does not matter.
    """
    values = sorted({card >> 2 for card in deck(ranks)})
    for hand in combinations_with_replacement(values, size):
        held = Counter(hand)
        if max(held.values()) > 4:
            continue
        rest = prod(comb(4, number) for number in held.values())
        for length in range(5, len(held) + 1):
            for flush in combinations(held, length):
                ways = 4 * prod(comb(3, number - (rank in flush)) for rank, number in held.items())
                if ways:
                    rest -= ways
                    yield suited(held, flush), ways
        yield tuple([rank << 2 | place % 4 for place, rank in enumerate(hand)]), rest


def suited(held: Counter[int], flush: Sequence[int]) -> Cards:
    """Cards of these ranks, of which exactly those of the flush are of one suit, another one for each top card."""
    suit = max(flush) % 4
    cards = [rank << 2 | suit for rank in flush]
    for rank, number in held.items():
        others = number - (rank in flush)
        cards += [rank << 2 | (suit + 1 + place) % 4 for place in range(others)]
    return tuple(cards)


# ---- high hands ----


class Counted(NamedTuple):
    """Hands counted by an order that is tested."""

    by_class: Counter[str]
    in_words: Counter[str]
    strengths: dict[str, tuple[int, int]]  # the lowest and the highest of each class, as the words have it
    values: int  # how many strengths there are


def counted(hands: Iterable[tuple[Cards, int]], order: Order) -> Counted:
    """Hands counted by the strengths that the tested order finds, and by the class that the words find."""
    tested = order.tested()
    number: Counter[int] = Counter()
    words: Counter[str] = Counter()
    spans: dict[str, tuple[int, int]] = {}
    for hand, times in hands:
        strength, name = tested.five(hand), class_in_words(hand, order)
        number[strength] += times
        words[name] += times
        low, high = spans.get(name, (strength, strength))
        spans[name] = min(low, strength), max(high, strength)
    return Counted(classes_of(number, tested), words, spans, len(number))


def classes_of(strengths: Counter[int], tested: Ranking) -> Counter[str]:
    found: Counter[str] = Counter()
    for strength, times in strengths.items():
        found[tested.class_of(strength)] += times
    return found


def assert_in_order(found: Counted, order: Order) -> None:
    """The strengths of each class, as the words have it, lie above all of the class that follows in the rulebook."""
    assert {*found.strengths} == {*order.classes}
    assert all(found.strengths[one][0] > found.strengths[next][1] for one, next in pairwise(order.classes))


@pytest.mark.parametrize("order", PLAIN, ids=str)
def test_all_hands_of_five_cards_are_of_the_class_that_the_words_and_the_known_frequencies_say(order: Order) -> None:
    tested = order.tested()
    strengths = Counter(map(tested.five, combinations(deck(order.ranks), 5)))
    kinds = list(strata(FULL, 5)) if order.ranks == FULL else fives(order.ranks)  # for FULL the frequencies are known
    found = counted(kinds, order)
    known, values = KNOWN.get((5, order.ranks), (found.in_words, None))

    assert classes_of(strengths, tested) == found.in_words == known
    assert sum(found.in_words.values()) == comb(4 * len(order.ranks), 5)
    assert len(strengths) == (values or len(kinds))
    assert_in_order(found, order)


@pytest.mark.parametrize("order", STUDS, ids=str)
def test_all_hands_of_seven_cards_are_of_the_class_that_the_words_and_the_known_frequencies_say(order: Order) -> None:
    found = counted(strata(order.ranks, 7), order)
    known, values = KNOWN.get((7, order.ranks), (found.in_words, found.values))

    assert found.by_class == found.in_words == known
    assert sum(found.in_words.values()) == comb(4 * len(order.ranks), 7)
    assert found.values == values
    assert_in_order(found, order)


def test_the_strata_are_all_hands() -> None:
    """Counted one by one, in a deck small enough: as many of each ranks and flush as the strata say."""
    ranks, number = "AKQJT9", Counter()
    for hand in combinations(deck(ranks), 6):
        suits = [card & 3 for card in hand]
        flush = tuple(sorted(card >> 2 for card in hand if suits.count(card & 3) >= 5))
        number[tuple(sorted(card >> 2 for card in hand)), flush] += 1
    found = {}
    for hand, times in strata(ranks, 6):
        suits = [card & 3 for card in hand]
        flush = tuple(sorted(card >> 2 for card in hand if suits.count(card & 3) >= 5))
        kind = tuple(sorted(card >> 2 for card in hand)), flush
        assert kind not in found
        found[kind] = times

    assert found == number


@LONG
@pytest.mark.parametrize("order", STUDS, ids=str)
def test_all_hands_of_seven_cards_counted_one_by_one_are_as_many_of_each_class(order: Order) -> None:
    tested = order.tested()
    strengths = Counter(map(tested.five, combinations(deck(order.ranks), 7)))

    assert classes_of(strengths, tested) == counted(strata(order.ranks, 7), order).in_words
    assert order.ranks != FULL or classes_of(strengths, tested) == SEVEN_OF_52


# ---- the joker of draw poker ----


def class_with_joker(hand: Sequence[int], order: Order) -> str:
    """The class of four cards with a joker that is an ace, or completes a straight or a flush."""
    ranks = [card >> 2 for card in hand]
    flush = len({card & 3 for card in hand}) == 1
    runs = [top for new in range(13) if new not in ranks for top in has_run([*ranks, new], order)]
    groups = sorted(map([*ranks, ACE].count, {*ranks, ACE}), reverse=True)
    holds = {
        "five aces": groups == [5],
        "royal flush": flush and ACE in runs,
        "straight flush": flush and bool(runs),
        "four of a kind": groups[0] == 4,
        "full house": groups == [3, 2],
        "flush": flush,
        "straight": bool(runs),
        "three of a kind": groups[0] == 3,
        "two pairs": groups == [2, 2, 1],
        "pair": groups[0] == 2,
        "odd cards": True,
    }
    return next(name for name in order.classes if holds[name])


def test_all_hands_with_the_joker_are_of_the_class_that_the_words_say() -> None:
    (order,) = (order for order in ORDERS if order.joker)
    tested, words, found = order.tested(), Counter[str](), Counter[str]()
    classes: dict[tuple[tuple[int, ...], bool], tuple[str, str]] = {}
    for hand in combinations(sorted(deck(order.ranks)), 4):
        kind = tuple([card >> 2 for card in hand]), len({card & 3 for card in hand}) == 1
        if kind not in classes:
            classes[kind] = tested.class_of(tested.five((*hand, JOKER))), class_with_joker(hand, order)
        name, in_plain_words = classes[kind]
        found[name] += 1
        words[in_plain_words] += 1

    assert found == words
    assert (found["five aces"], found["royal flush"], sum(found.values())) == (1, 20, comb(52, 4))


# ---- low hands ----

ACE_TO_FIVE = low_ranking(None, ace_low=True, straights=False, pairs=True)
DEUCE_TO_SEVEN = low_ranking(None, ace_low=False, straights=True, pairs=True)
EIGHT_OR_BETTER = low_ranking("8", ace_low=True, straights=False, pairs=False)
BADUGI = distinct_ranking(ace_low=True)

GROUPS = {"pair": 1_098_240, "two pairs": 123_552, "three of a kind": 54_912, "full house": 3_744, "four": 624}
SHAPES = {(2, 1, 1, 1): "pair", (2, 2, 1): "two pairs", (3, 1, 1): "three of a kind", (3, 2): "full house"}
LOW_FIVE = {  # ace to five, from the best down
    **{"5": 1_024, "6": 5_120, "7": 15_360, "8": 35_840, "9": 71_680, "T": 129_024, "J": 215_040, "Q": 337_920},
    **{"K": 506_880, **GROUPS},
}
LOW_SEVEN = {  # the same, of seven cards
    **{"5": 781_824, "6": 3_151_360, "7": 7_426_560, "8": 13_171_200, "9": 19_174_400, "T": 23_675_904},
    **{"J": 24_837_120, "Q": 21_457_920, "K": 13_939_200},
}
DEUCES = {  # deuce to seven, from the best down
    **{"7": 4_080, "8": 14_280, "9": 34_680, "T": 70_380, "J": 127_500, "Q": 213_180, "K": 335_580, "A": 503_880},
    **{"pair": 1_098_240, "two pairs": 123_552, "three of a kind": 54_912, "straight": 9_180, "flush": 5_112},
    **{"full house": 3_744, "four": 624, "straight flush": 36},
}


def low_class(hand: Sequence[int], values: str, straights: bool) -> str:
    """The class of a low hand in plain words: its top card or what counts against it; `values` from the lowest up."""
    places = sorted(values.index(RANKS[card >> 2]) for card in hand)
    shape = tuple(sorted(map(places.count, {*places}), reverse=True))
    if shape != (1, 1, 1, 1, 1):
        return SHAPES.get(shape, "four")
    straight = straights and places[4] - places[0] == 4
    flush = straights and len({card & 3 for card in hand}) == 1
    if straight or flush:
        return "straight flush" if straight and flush else "straight" if straight else "flush"
    return values[places[4]]


def by_low_class(
    hands: Iterable[tuple[Cards, int]], order: LowRanking, name: Callable[[Cards], str]
) -> tuple[list[tuple[str, int]], int]:
    """Hands by class, from the best strength down, and how many strengths there are.

    A class whose strengths lie on both sides of another one's would be a fault of the order.
    """
    number: Counter[int] = Counter()
    example: dict[int, Cards] = {}
    for hand, times in hands:
        strength = order.strength(hand, (), None)
        assert strength is not None
        number[strength] += times
        example[strength] = hand
    found: dict[str, int] = {}
    last = ""
    for strength in sorted(number, reverse=True):
        this = name(example[strength])
        assert this == last or this not in found
        found[this] = found.get(this, 0) + number[strength]
        last = this
    return [*found.items()], len(number)


@pytest.mark.parametrize("one_by_one", [False, pytest.param(True, marks=LONG)], ids=["by strata", "one by one"])
@pytest.mark.parametrize(
    ("order", "values", "straights", "known", "different"),
    [
        pytest.param(ACE_TO_FIVE, "A23456789TJQK", False, LOW_FIVE, 6_175, id="ace to five"),
        pytest.param(DEUCE_TO_SEVEN, "23456789TJQKA", True, DEUCES, 7_462, id="deuce to seven"),
    ],
)
def test_all_low_hands_of_five_cards_are_as_many_as_is_known(
    order, values, straights, known, different, one_by_one
) -> None:
    hands = ((hand, 1) for hand in combinations(range(52), 5)) if one_by_one else strata(FULL, 5)
    found, number = by_low_class(hands, order, lambda hand: low_class(hand, values, straights))

    assert found == [*known.items()]
    assert number == different
    assert sum(known.values()) == comb(52, 5)


def low_of_seven(hand: Sequence[int]) -> str:
    """The top card of the lowest five of different ranks; nothing if there are no five."""
    places = sorted({"A23456789TJQK".index(RANKS[card >> 2]) for card in hand})
    return "A23456789TJQK"[places[4]] if len(places) > 4 else ""


def without_suits(size: int) -> Iterator[tuple[Cards, int]]:
    """An example of the hands of the same ranks, and how many there are: all that matters where no flush counts."""
    for ranks in combinations_with_replacement(range(13), size):
        held = Counter(ranks)
        if max(held.values()) <= 4:
            cards = tuple([rank << 2 | place % 4 for place, rank in enumerate(ranks)])
            yield cards, prod(comb(4, number) for number in held.values())


def test_all_low_hands_of_seven_cards_are_as_many_as_is_known() -> None:
    number: Counter[str] = Counter()
    spans: dict[str, list[int]] = {}
    eights: Counter[int] = Counter()
    for hand, times in without_suits(7):
        strength, low = ACE_TO_FIVE.strength(hand[:2], hand[2:], None), EIGHT_OR_BETTER.strength(hand, (), None)
        assert strength is not None
        number[low_of_seven(hand)] += times
        spans.setdefault(low_of_seven(hand), []).append(strength)
        if low is not None:
            eights[low] += times
    found = {name: number[name] for name in LOW_SEVEN}
    edges = [edge for name in [*LOW_SEVEN, ""] for edge in (max(spans[name]), min(spans[name]))]

    assert (found, sum(number.values())) == (LOW_SEVEN, comb(52, 7))
    assert edges == sorted(edges, reverse=True)  # each class lies above the next, as the strengths have it
    assert (sum(eights.values()), len(eights)) == (sum(LOW_SEVEN[name] for name in "5678"), comb(8, 5))


@LONG
def test_all_low_hands_of_seven_cards_counted_one_by_one_are_as_many() -> None:
    number = Counter(ACE_TO_FIVE.strength(hand, (), None) for hand in combinations(range(52), 7))
    strata_of = Counter[int | None]()
    for hand, times in without_suits(7):
        strata_of[ACE_TO_FIVE.strength(hand, (), None)] += times

    assert number == strata_of


def test_all_hands_of_four_cards_have_as_many_cards_that_count_as_is_known() -> None:
    strengths = Counter(BADUGI.strength(hand, (), None) for hand in combinations(range(52), 4))
    worth = {BADUGI.strength(cards, (), None): cards for size in range(1, 5) for cards in apart(size)}
    by_size: Counter[int] = Counter()
    by_top: Counter[str] = Counter()
    for strength, number in strengths.items():
        cards = worth[strength]
        by_size[len(cards)] += number
        if len(cards) == 4:
            by_top[low_top(cards)] += number

    assert by_size == {4: 17_160, 3: 154_440, 2: 96_252, 1: 2_873}
    assert len(strengths) == 1_092
    assert by_top == {rank: 24 * comb(place, 3) for place, rank in enumerate("A23456789TJQK") if place > 2}


def apart(size: int) -> Iterator[Cards]:
    """Cards of different ranks and suits, in every choice of ranks."""
    return (tuple([rank << 2 | suit for suit, rank in enumerate(ranks)]) for ranks in combinations(range(13), size))


def low_top(cards: Sequence[int]) -> str:
    return max((RANKS[card >> 2] for card in cards), key="A23456789TJQK".index)
