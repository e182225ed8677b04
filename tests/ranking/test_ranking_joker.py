"""Hands with a joker, of every kind, held against orders written in plain words."""

import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest
from kinds import kind_of, suitings

from auditor.ranking.high_and_low import LowRanking, Ranking, low_ranking, ranking
from auditor.vocabulary.cards import JOKER, RANKS, Cards, cards_text, parse_cards

ORDER = (
    *("five aces", "royal flush", "straight flush", "four of a kind", "full house", "flush"),
    *("straight", "three of a kind", "two pairs", "pair", "odd cards"),
)
LIMITED = ranking(ORDER, RANKS, True, "all-cards", frozenset(), "limited")
PLAIN = ranking(ORDER, RANKS, True, "all-cards", frozenset())
ACE_TO_FIVE = low_ranking(None, ace_low=True, straights=False, pairs=True, joker="lowest")
DEUCE_TO_SEVEN = low_ranking(None, ace_low=False, straights=True, pairs=True, joker="lowest")


def fours() -> list[Cards]:
    """Four cards of every kind beside the joker: of each set of ranks in mixed suits, and in one where that can be."""
    ranks = list(combinations_with_replacement(range(13), 4))
    mixed = [tuple(rank << 2 | place for place, rank in enumerate(each)) for each in ranks]
    return mixed + [tuple(rank << 2 for rank in each) for each in ranks if len(set(each)) == 4]


def in_words(four: Cards) -> int:
    """The strength of four cards with a joker: an ace, or whatever completes a straight or a flush; no card twice."""
    free = [card for card in range(52) if card not in four]
    strengths = [PLAIN.five((*four, card)) for card in free if card >> 2 == 12]
    if Counter(card >> 2 for card in four)[12] == 4:
        return PLAIN.five((*four, four[0]))
    for card in free:
        strength = PLAIN.five((*four, card))
        if PLAIN.class_of(strength) in ("straight", "flush", "straight flush", "royal flush"):
            strengths.append(strength)
    return max(strengths)


def test_every_kind_of_high_hand_with_a_joker_is_the_best_that_the_joker_may_make() -> None:
    kinds = fours()

    assert PLAIN.class_of(in_words(parse_cards("As Ah Ad Ac"))) == "five aces"
    assert [LIMITED.five((*four, JOKER)) for four in kinds] == [in_words(four) for four in kinds]


@pytest.mark.parametrize("order", [ACE_TO_FIVE, DEUCE_TO_SEVEN])
def test_every_kind_of_low_hand_with_a_joker_has_the_lowest_rank_that_is_missing(order: LowRanking) -> None:
    lowest_first = "A23456789TJQK" if order is ACE_TO_FIVE else RANKS
    for four in fours():
        held = {RANKS[card >> 2] for card in four}
        rank = RANKS.index(next(each for each in lowest_first if each not in held))
        suit = next(suit for suit in range(4) if len({card & 3 for card in four} | {suit}) > 1)
        plain = (*four, rank << 2 | suit)

        assert order.strength((*four, JOKER), (), None) == order.strength(plain, (), None)


@pytest.mark.parametrize("order", [LIMITED, ACE_TO_FIVE, DEUCE_TO_SEVEN])
def test_all_four_cards_of_a_kind_are_worth_the_same_with_a_joker_whatever_their_suits(
    order: Ranking | LowRanking,
) -> None:
    dice = random.Random(53)
    worth = {kind_of(four): order.strength((*four, JOKER), (), None) for four in fours()}
    for four in suitings(4):
        suits = dice.sample(range(4), 4)
        renamed = tuple([card & ~3 | suits[card & 3] for card in four])

        assert order.strength((*renamed, JOKER), (), None) == worth[kind_of(four)]


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("As Jo 9d 5c 2h", "pair of aces"),
        ("Ts 9h 8d 7c Jo", "straight, jack high"),
        ("Jo 5h 4d 3c 2h", "straight, 6 high"),
        ("Ah Qh 9h 3h Jo", "flush, ace high"),
        ("Kh Qh Jh Th Jo", "royal flush"),
        ("9h 8h 7h 6h Jo", "straight flush, 10 high"),
        ("Ah Ad As Ac Jo", "five aces"),
        ("Kh Kd Ks Kc Jo", "four of a kind, kings"),
        ("Kh Kd Ks Jo 2c", "three of a kind, kings"),
        ("Kh Kd Ah Ac Jo", "full house, aces over kings"),
        ("Kh Kd 4h Jo 2c", "pair of kings"),
    ],
)
def test_what_a_joker_makes_of_a_high_hand(hand: str, words: str) -> None:
    assert LIMITED.describe(parse_cards(hand)) == words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ac Kc Qc Jc 2c", "Ah Qh 9h 3h Jo"),  # the joker is the king, not another ace
        ("Ah Qh 9h 3h Jo", "Ac Kc Qc 8c 7c"),
        ("Ac Ad 9s 5d 2c", "Ks Kh 7d 4c Jo"),
        ("Ah As Ad Ac Jo", "Kc Qc Jc Tc 9c"),
    ],
)
def test_which_hand_with_a_joker_beats_which(one: str, other: str) -> None:
    assert LIMITED.five(parse_cards(one)) > LIMITED.five(parse_cards(other))


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("2h 3d 4c 5s Jo", "5-4-3-2-A low"),
        ("Ah 2d 3c 4s Jo", "5-4-3-2-A low"),
        ("8h 8d Ac 2s Jo", "pair, 8-8-3-2-A low"),
        ("Kh Qd Jc Ts Jo", "K-Q-J-10-A low"),
    ],
)
def test_what_a_joker_makes_of_a_low_hand(hand: str, words: str) -> None:
    found = ACE_TO_FIVE.best(parse_cards(hand), (), None)

    assert found is not None
    assert ACE_TO_FIVE.describe(found[1]) == words
    assert JOKER in found[1]


def test_of_more_than_five_cards_the_best_five_are_found_with_and_without_the_joker() -> None:
    strength, cards = LIMITED.best(parse_cards("Ah Ad As Ac Jo Kh 2c"), (), None)

    assert (LIMITED.class_of(strength), cards_text(cards)) == ("five aces", "Ah Ad As Ac Jo")
    assert ACE_TO_FIVE.strength(parse_cards("Kh Kd 2c 3c 4c 5d Jo"), (), None) == ACE_TO_FIVE.strength(
        parse_cards("Ah 2c 3c 4c 5d"), (), None
    )


@pytest.mark.parametrize("order", [PLAIN, low_ranking(None, ace_low=True, straights=False, pairs=True)])
@pytest.mark.parametrize("from_hole", [None, 2])
def test_a_joker_where_there_is_none_has_no_rank(order: Ranking | LowRanking, from_hole: int | None) -> None:
    with pytest.raises(ValueError, match="joker"):
        order.strength(parse_cards("Jo Kh 2c 3c"), parse_cards("4c 5d 6d 7s 8s"), from_hole)
