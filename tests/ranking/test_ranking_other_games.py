"""The order of hands in games that rooms deal and no rulebook describes, held against PokerKit and plain words."""

import random
from datetime import date
from itertools import combinations, pairwise, product

import pytest
from pokerkit import BadugiHand, OmahaEightOrBetterLowHand, OmahaHoldemHand, ShortDeckHoldemHand

from auditor.ranking.distinct import distinct_ranking
from auditor.ranking.high_and_low import Ranking, low_ranking, ranking
from auditor.rules.loading.loader import rules_in_force
from auditor.vocabulary.cards import JOKER, RANKS, UNKNOWN, Cards, cards_text, deck, parse_cards

DAY = date(2020, 1, 1)
BADUGI = distinct_ranking(ace_low=True)
SAMPLES = 3000


def compact(cards: Cards) -> str:
    return cards_text(cards).replace(" ", "")


def order_of(game: str, **readings: str) -> Ranking:
    """The order of high hands that a game's own file states."""
    found = rules_in_force(f"roberts/{game}", DAY, readings).game
    rules = found.deck[found.usual_deck or next(iter(found.deck))]
    classes = tuple(one.hand for one in rules.order)
    return ranking(classes, rules.cards.ranks, rules.low_ace.when == "always", "all-cards", frozenset())


# ---- cards that all differ in rank and suit ----


def in_words(hand: Cards) -> tuple[int, ...]:
    """The best part of a hand: as many cards as can be that all differ, and of these the lowest from the top down."""
    parts = [part for count in range(1, 5) for part in combinations(hand, count)]
    apart = [part for part in parts if all(a >> 2 != b >> 2 and a & 3 != b & 3 for a, b in combinations(part, 2))]
    values = [sorted(("A" + RANKS).index(RANKS[card >> 2]) for card in part)[::-1] for part in apart]
    return max((len(each), *[-value for value in each]) for each in values)


def test_hands_of_four_cards_stand_in_the_order_of_the_words_and_of_pokerkit():
    rng = random.Random(4)
    hands = rng.sample(list(combinations(deck(RANKS), 4)), SAMPLES)
    ranked = sorted(hands, key=lambda hand: BADUGI.strength(hand, (), None))

    for one, other in pairwise(ranked):
        equal = BADUGI.strength(one, (), None) == BADUGI.strength(other, (), None)
        mine, its = BadugiHand.from_game(compact(one)), BadugiHand.from_game(compact(other))
        assert (in_words(one) == in_words(other), mine == its) == (equal, equal)
        assert equal or (in_words(one) < in_words(other) and mine < its)


def test_every_kind_of_small_hand_is_worth_what_the_words_say():
    found = {in_words(hand): BADUGI.strength(hand, (), None) for hand in combinations(deck("A23"), 4)}
    strengths = [found[words] for words in sorted(found)]

    assert strengths == sorted({*strengths})


@pytest.mark.parametrize(
    ("hand", "played", "words"),
    [
        ("4d 3h 2s Ac", "4d 3h 2s Ac", "four cards, 4-3-2-A low"),
        ("Kd Qh Js Tc", "Kd Qh Js Tc", "four cards, K-Q-J-10 low"),
        ("4d 3h 2h Ac", "4d 2h Ac", "three cards, 4-2-A low"),
        ("2d 2h 2s 2c", "2s", "one card, 2 low"),
        ("Ah 2h Ad 5s", "5s 2h Ad", "three cards, 5-2-A low"),
        ("As Ks Qs Js", "As", "one card, A low"),
    ],
)
def test_the_cards_that_count_are_told(hand, played, words):
    strength, cards = BADUGI.best(parse_cards(hand), (), None)

    assert (cards_text(cards), BADUGI.describe(cards)) == (played, words)
    assert strength == BADUGI.strength(parse_cards(hand), (), None)


def test_with_a_high_ace_it_is_the_worst_card():
    high = distinct_ranking(ace_low=False)
    ace, king = parse_cards("Ac 2d 3h 4s"), parse_cards("Kc 2d 3h 4s")

    assert high.strength(ace, (), None) < high.strength(king, (), None)
    assert BADUGI.strength(ace, (), None) > BADUGI.strength(king, (), None)


@pytest.mark.parametrize(
    ("hole", "board", "from_hole"),
    [
        pytest.param((UNKNOWN, 1, 2, 3), (), None, id="a card not seen"),
        pytest.param((JOKER, 1, 2, 3), (), None, id="a joker"),
        pytest.param((0, 5, 10, 15), (20,), None, id="communal cards"),
        pytest.param((0, 5, 10, 15), (), 2, id="some of the own cards"),
        pytest.param(tuple(range(16)), (), None, id="endless cards"),
    ],
)
def test_what_is_no_such_hand_has_no_strength(hole, board, from_hole):
    with pytest.raises(ValueError, match="cards"):
        BADUGI.strength(hole, board, from_hole)


# ---- the deck from the six up ----


def test_the_short_deck_is_ranked_as_pokerkit_ranks_it():
    order, rng = order_of("short-deck"), random.Random(36)
    hands = [tuple(rng.sample(deck("AKQJT9876"), 7)) for _ in range(SAMPLES)]
    ranked = sorted((order.five(hand), compact(hand)) for hand in hands)

    for (one, cards), (other, others) in pairwise(ranked):
        mine, its = ShortDeckHoldemHand.from_game(cards), ShortDeckHoldemHand.from_game(others)
        assert (one == other, one < other) == (mine == its, mine < its), (cards, others)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("Kh Jh 9h 8h 6h", "As Ad Ac Ks Kd", id="a flush beats a full house"),
        pytest.param("9s 8d 7h 6s Ac", "As Ad Ac Ks Jd", id="the ace is low beside the six"),
        pytest.param("Ts 9d 8h 7s 6c", "9s 8d 7h 6s Ac", id="and that straight is the lowest"),
    ],
)
def test_the_order_of_the_short_deck(better, worse):
    order = order_of("short-deck")

    assert order.five(parse_cards(better)) > order.five(parse_cards(worse))


def test_by_the_other_reading_three_of_a_kind_beats_a_straight():
    straight, three = parse_cards("Ts 9d 8h 7s 6c"), parse_cards("6s 6d 6c 7s 9d")
    usual = order_of("short-deck")
    other = order_of("short-deck", short_deck_straights="below_three_of_a_kind")

    assert usual.five(straight) > usual.five(three)
    assert other.five(straight) < other.five(three)


# ---- five and six own cards ----


@pytest.mark.parametrize("own", [5, 6])
def test_of_more_own_cards_still_two_count_with_three_of_the_board(own):
    order, low, rng = order_of("omaha-six"), low_ranking("8", True, False, False), random.Random(own)
    for _ in range(300):
        cards = tuple(rng.sample(deck(RANKS), own + 5))
        hole, board = cards[:own], cards[own:]
        ways = [mine + three for mine, three in product(combinations(hole, 2), combinations(board, 3))]
        strength, five = order.best(hole, board, 2)

        assert strength == order.strength(hole, board, 2) == max(map(order.five, ways)) == order.five(five)
        theirs = OmahaHoldemHand.from_game(compact(hole), compact(board))
        assert strength == order.five([parse_cards(repr(card))[0] for card in theirs.cards])
        lows = [each for way in ways if (each := low.strength(way, (), None)) is not None]
        assert low.strength(hole, board, 2) == max(lows, default=None)
        assert bool(lows) == (OmahaEightOrBetterLowHand.from_game_or_none(compact(hole), compact(board)) is not None)
