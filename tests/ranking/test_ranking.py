"""The order of hands, held against a comparator written from the printed order, and against PokerKit."""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise

import pytest
from games import MORE, STUDS, stud
from kinds import kind_of, kinds, suitings
from manila import audited
from pokerkit import (
    EightOrBetterLowHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    StandardHighHand,
    StandardLowHand,
)

from auditor.ranking.high_and_low import LowRanking, Ranking, low_ranking, ranking
from auditor.vocabulary.cards import RANKS, UNKNOWN, Cards, cards_text, deck, parse_cards

SHORT = "AKQJT987"
FORTY = "AKQJT98765"
LAST_FIVE = ("straight", "three of a kind", "two pairs", "pair", "odd cards")
FIRST_THREE = ("royal flush", "straight flush", "four of a kind")
FULL_DECK_ORDER = (*FIRST_THREE, "full house", "flush", *LAST_FIVE)
SHORT_DECK_ORDER = (*FIRST_THREE, "flush", "full house", *LAST_FIVE)
KICKERS = frozenset({"two pairs", "pair", "odd cards"})


def short(low_ace: bool = False, tie_break: str = "all-cards", ranks: str = SHORT) -> Ranking:
    return ranking(SHORT_DECK_ORDER, ranks, low_ace, tie_break, KICKERS)


def full(low_ace: bool = True, tie_break: str = "all-cards") -> Ranking:
    return ranking(FULL_DECK_ORDER, RANKS, low_ace, tie_break, KICKERS)


def relation(order: Ranking, one: str, other: str) -> str:
    mine, its = order.five(parse_cards(one)), order.five(parse_cards(other))
    return "beats" if mine > its else "ties" if mine == its else "loses to"


@cache
def printed_order(ranks: str, suited: bool, low_ace: bool, cards: str = SHORT) -> tuple[int, list[int]]:
    """The printed order of a reduced deck, in plain words: the class from 0 up, then all cards as they count."""
    groups = sorted(((n, cards[::-1].index(rank)) for rank, n in Counter(ranks).items()), reverse=True)
    shape, values = [n for n, _ in groups], [value for _, value in groups]
    straight = "".join(sorted(ranks, key=cards.index)) in cards and len(shape) == 5
    if low_ace and set(ranks) == {*cards[-4:], "A"}:
        straight, values = True, [3]
    rules = [
        len(shape) == 5,
        shape == [2, 1, 1, 1],
        shape == [2, 2, 1],
        shape == [3, 1, 1],
        straight,
        shape == [3, 2],
        suited,
        shape == [4, 1],
        straight and suited,
        straight and suited and "K" in ranks and "A" in ranks,
    ]
    return max(place for place, holds in enumerate(rules) if holds), values


@pytest.mark.parametrize("low_ace", [False, True])
def test_all_hands_of_the_short_deck_stand_in_the_printed_order(low_ace: bool) -> None:
    order = short(low_ace)
    seen = set()
    for hand in combinations(deck(SHORT), 5):
        ranks, suits = "".join(RANKS[card >> 2] for card in hand), {card & 3 for card in hand}
        place, values = printed_order(ranks, len(suits) == 1, low_ace)
        seen.add((order.five(hand), (place, *values), SHORT_DECK_ORDER[-1 - place]))

    assert [order.class_of(strength) for strength, _, _ in seen] == [name for _, _, name in seen]
    assert all(one[0] < two[0] and one[1] < two[1] for one, two in pairwise(sorted(seen)))


@pytest.mark.parametrize("low_ace", [False, True])
def test_every_kind_of_hand_of_forty_cards_stands_in_the_printed_order(low_ace: bool) -> None:
    order = short(low_ace, ranks=FORTY)
    seen = set()
    for hand in kinds(RANKS.index("5")):
        ranks, suits = "".join(RANKS[card >> 2] for card in hand), {card & 3 for card in hand}
        place, values = printed_order(ranks, len(suits) == 1, low_ace, FORTY)
        seen.add((order.five(hand), (place, *values), SHORT_DECK_ORDER[-1 - place]))

    assert [order.class_of(strength) for strength, _, _ in seen] == [name for _, _, name in seen]
    assert all(one[0] < two[0] and one[1] < two[1] for one, two in pairwise(sorted(seen)))


def highs(hand: Cards) -> tuple[int, list[int]]:
    """The usual order in plain words: the class from 0 up, then the ranks as they count; an ace may begin straights."""
    shape, values = showing([card >> 2 for card in hand])
    straight, suited = len(shape) == 5 and values[0] - values[4] == 4, len({card & 3 for card in hand}) == 1
    if values == [12, 3, 2, 1, 0]:
        straight, values = True, [3]
    shapes = [[1] * 5, [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], None, None, [3, 2], [4, 1], None]
    place = 8 if straight and suited else 5 if suited else 4 if straight else shapes.index(shape)
    return place, values


def test_every_kind_of_hand_of_the_full_deck_stands_where_the_words_and_pokerkit_put_it() -> None:
    seen = [(full().five(hand), highs(hand), StandardHighHand(compact(hand)).entry.index) for hand in kinds(0)]
    seen.sort()

    assert len(seen) == 7462
    assert all(one[0] < two[0] and one[1] < two[1] and one[2] < two[2] for one, two in pairwise(seen))


def test_best_of_seven_and_omaha_find_the_cards_that_pokerkit_finds() -> None:
    dice = random.Random(1994)
    for _ in range(500):
        cards = tuple(dice.sample(range(52), 9))
        for hole, board, from_hole, kind in (
            (cards[:2], cards[2:7], None, StandardHighHand),
            (cards[:4], cards[4:], 2, OmahaHoldemHand),
        ):
            strength, five = full().best(hole, board, from_hole)

            assert kind.from_game(compact(hole), compact(board)) == kind(compact(five))
            assert strength == full().strength(hole, board, from_hole) == full().five(five)


def compact(cards: Cards) -> str:
    return cards_text(cards).replace(" ", "")


def test_two_of_the_hole_and_three_of_the_board_are_the_best_of_the_ten() -> None:
    dice = random.Random(32)
    for _ in range(2000):
        hole, board = (
            tuple(dice.sample(deck(SHORT), 2)),
            tuple(dice.sample(deck(SHORT), 5)),
        )  # may share a card: damaged
        brute = max(short(low_ace=True).five(hole + three) for three in combinations(board, 3))

        assert short(low_ace=True).strength(hole, board, 2) == brute


@pytest.mark.parametrize(
    ("hole", "played", "words"),
    [
        pytest.param("Qh Qc", "Qh Qc Ah Kh 9h", "pair of queens", id="no flush: the queen of clubs must be played"),
        pytest.param("Th 7h", "Ah Kh Th 9h 7h", "flush, ace high", id="two hearts of his own"),
    ],
)
def test_a_manila_hand_is_exactly_two_and_three(hole: str, played: str, words: str) -> None:
    _, cards = short().best(parse_cards(hole), parse_cards("Ah Kh 9h 8h 7c"), 2)

    assert (cards_text(cards), short().describe(cards)) == (played, words)


@pytest.mark.parametrize(
    ("order", "hand", "words"),
    [
        pytest.param(full(), "5c 4d 3h 2s Ac", "straight, 5 high", id="full deck"),
        pytest.param(short(True), "Tc 9d 8h 7s Ac", "straight, 10 high", id="32 cards, agreed"),
        pytest.param(short(True), "Tc 9c 8c 7c Ac", "straight flush, 10 high", id="32 cards, agreed, one suit"),
        pytest.param(short(), "Tc 9d 8h 7s Ac", "odd cards, ace high", id="32 cards, not agreed"),
        pytest.param(short(), "Tc 9c 8c 7c Ac", "flush, ace high", id="32 cards, not agreed, one suit"),
        pytest.param(short(True, ranks=FORTY), "8c 7d 6h 5s Ac", "straight, 8 high", id="40 cards, agreed"),
        pytest.param(short(True), "5c 4d 3h 2s Ac", "odd cards, ace high", id="cards of another deck"),
        pytest.param(full(), "2c Ad Kh Qs Jc", "odd cards, ace high", id="no wrap-around"),
    ],
)
def test_the_low_ace_stands_where_the_deck_and_the_agreement_put_it(order: Ranking, hand: str, words: str) -> None:
    assert order.describe(parse_cards(hand)) == words


def test_a_low_straight_is_the_lowest_of_its_deck() -> None:
    assert relation(short(True), "Jc Td 9h 8s 7c", "Tc 9d 8h 7s Ac") == "beats"
    assert relation(short(True, ranks=FORTY), "9c 8d 7h 6s 5c", "8c 7d 6h 5s Ac") == "beats"
    assert relation(short(True), "Tc 9d 8h 7s Ac", "Ac Ad Ah Ks Qc") == "beats"


@pytest.mark.parametrize(
    ("one", "other", "all_cards", "literal"),
    [
        ("Ks Js 9s 7s 5s", "Kd Jd 9d 7d 3d", "beats", "ties"),
        ("As Ad Ah 9s 9d", "As Ad Ah 7s 7d", "beats", "ties"),
        ("As Ad Ah Ks 9d", "As Ad Ah Qs Jd", "beats", "ties"),
        ("9s 9d 9h 9c Ks", "9s 9d 9h 9c Qs", "beats", "ties"),
        ("Ks Kd Kh 7s 7d", "Qs Qd Qh As Ad", "beats", "beats"),
        ("Qs Qd Js Jd Ts", "Qh Qc Jh Jc 9s", "beats", "beats"),
        ("Qs Qd As Jd 9s", "Qh Qc Ah Jc 8s", "beats", "beats"),
        ("Ks Qd Js 9d 7s", "Kh Qc Jh 9c 8s", "loses to", "loses to"),
        ("Ks Qd Js Td 9s", "Qh Jc Th 9c 8s", "beats", "beats"),
        ("As Ks Qs Js Ts", "Ad Kd Qd Jd Td", "ties", "ties"),
    ],
)
def test_what_decides_within_a_class(one: str, other: str, all_cards: str, literal: str) -> None:
    assert relation(full(), one, other) == all_cards
    assert relation(full(tie_break="literal"), one, other) == literal


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("As Ks Qs Js Ts", "royal flush"),
        ("9s 9d 9h 9c Ks", "four of a kind, nines"),
        ("Ks Js 9s 7s 5s", "flush, king high"),
        ("Ks Kd Kh Js Jd", "full house, kings over jacks"),
        ("6s 6d 6h Js 2d", "three of a kind, sixes"),
        ("Js Qd Ts Jd Qs", "two pairs, queens and jacks with a 10"),
        ("Js Qd 8s Jd Qs", "two pairs, queens and jacks with an 8"),
        ("Js Qd Jd Qs", "two pairs, queens and jacks"),
        ("As Ts Td 2h 3h", "pair of tens"),
        ("Qs 9d 7h 4c 2s", "odd cards, queen high"),
        ("Ts 9s 8s 7s", "odd cards, 10 high"),
    ],
)
def test_hands_are_described_in_words(hand: str, words: str) -> None:
    assert full().describe(parse_cards(hand)) == words


# ---- cards showing ----


def showing(ranks: Sequence[int]) -> tuple[list[int], list[int]]:
    """The value of cards showing in plain words: four of a kind, three, two pairs, a pair; then rank by rank."""
    groups = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    return [count for count, _ in groups], [rank for _, rank in groups]


@pytest.mark.parametrize("order", [full(), short(True, ranks=FORTY), short()], ids=["52", "40", "32"])
@pytest.mark.parametrize("number", [2, 3, 4])
def test_cards_showing_rank_by_what_they_hold_without_straights_and_flushes(order: Ranking, number: int) -> None:
    seen = []
    for ranks in combinations_with_replacement(range(13), number):
        mixed = [rank << 2 | place for place, rank in enumerate(ranks)]
        seen.append((order.five(mixed), showing(ranks)))
        if len(set(ranks)) == number:
            assert order.five([rank << 2 for rank in ranks]) == seen[-1][0]  # of one suit

    assert all(one[0] < two[0] and one[1] < two[1] for one, two in pairwise(sorted(seen)))


def first_to_act(boards: list[list[int]], buck: int) -> int:
    """The place of the best cards showing; of equal ones the first clockwise from the buck, which is included."""
    values = [showing([card >> 2 for card in board]) for board in boards]
    return min((place for place in range(4) if values[place] == max(values)), key=lambda place: (place + 1 - buck) % 4)


def betting(cards: list[int], buck: int, late: int) -> list[str]:
    """The open cards of four players, street by street, each with its betting, which at last begins so many late."""
    lines = []
    for dealt in range(4, len(cards) + 1, 4):
        first = first_to_act([cards[place:dealt:4] for place in range(4)], buck) + (late if dealt == len(cards) else 0)
        act = "checks" if dealt > 4 else "puts in $5"
        lines += ["|" + cards_text(cards[dealt - 4 : dealt]), *(f"{MORE[(first + n) % 4]} {act}" for n in range(4))]
    return lines


@pytest.mark.parametrize("rules", STUDS)
@pytest.mark.parametrize("streets", [1, 2, 3, 4])
def test_the_best_cards_showing_act_first_and_of_equals_the_nearest_to_the_buck(rules: str, streets: int) -> None:
    dice = random.Random(streets)
    for _ in range(20):
        buck, cards = dice.randint(1, 4), dice.sample(deck("AKQ75"), 4 * streets)
        for late in range(3):  # the fourth would be followed by the right one, and merely out of turn
            up, *acts = betting(cards, buck, late)
            result = audited(stud(*acts, rules=rules, up=up[1:], buck=buck, blind=None))
            assert [finding.check for finding in result.findings] == ["first-actor"] * (late > 0)


def test_a_damaged_deal_still_has_a_strength() -> None:
    assert relation(short(), "As As As As As", "As Ad Ah Ac Ks") == "beats"  # one card five times
    assert relation(short(), "Ac 6c 4d 3d 2h", "Kc Qd Jh 9s 8c") == "beats"  # cards the deck lacks
    assert short().class_of(short().strength(parse_cards("As Ad"), parse_cards("Ah"), 2)) == "three of a kind"


def test_a_card_that_was_not_seen_has_no_strength() -> None:
    with pytest.raises(ValueError, match="not seen"):
        full().five((UNKNOWN, *parse_cards("Ks Qs Js Ts")))


@pytest.mark.parametrize(
    ("classes", "tie_break", "fault"),
    [
        (("royal", "odd cards"), "literal", "not a class of hand: royal"),
        (("pair",), "literal", "ends with odd cards"),
        (("odd cards",), "suits", "not a tie-break: suits"),
    ],
)
def test_an_order_of_hands_that_makes_no_sense_is_refused(classes: tuple[str, ...], tie_break: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        Ranking(classes, RANKS, True, tie_break, frozenset())


# ---- low hands ----

EIGHT_OR_BETTER = low_ranking("8", ace_low=True, straights=False, pairs=False)
ACE_TO_FIVE = low_ranking(None, ace_low=True, straights=False, pairs=True)
DEUCE_TO_SEVEN = low_ranking(None, ace_low=False, straights=True, pairs=True)
ACE_TO_SIX = low_ranking(None, ace_low=True, straights=True, pairs=True)
NINE_OR_BETTER = low_ranking("9", ace_low=True, straights=True, pairs=True)  # all rules at once, which no game has


def eights(hand: Cards) -> list[int] | None:
    """Eight or better in plain words: five different ranks from the eight down to the ace, the top card first."""
    places = sorted({"A2345678".find(RANKS[card >> 2]) for card in hand}, reverse=True)
    return places if len(places) == 5 and places[-1] >= 0 else None


def aces(hand: Cards) -> tuple[list[int], list[int]]:
    """Ace to five in plain words: what is paired, then rank by rank from the top; the ace is the lowest."""
    return showing(["A23456789TJQK".index(RANKS[card >> 2]) for card in hand])


def sevens(hand: Cards) -> tuple[object, ...]:
    """Deuce to seven in plain words: the order of high hands, but the ace is always high."""
    shape, values = showing([card >> 2 for card in hand])
    straight, suited = len(shape) == 5 and values[0] - values[4] == 4, len({card & 3 for card in hand}) == 1
    return straight and suited, shape == [4, 1], shape == [3, 2], suited, straight, shape, values


@pytest.mark.parametrize(
    ("order", "value", "kind"),
    [
        pytest.param(EIGHT_OR_BETTER, eights, EightOrBetterLowHand, id="eight or better"),
        pytest.param(ACE_TO_FIVE, aces, RegularLowHand, id="ace to five"),
        pytest.param(DEUCE_TO_SEVEN, sevens, StandardLowHand, id="deuce to seven"),
    ],
)
def test_every_kind_of_low_hand_stands_where_the_words_and_pokerkit_put_it(order: LowRanking, value, kind) -> None:
    words = {hand: value(hand) for hand in kinds(0)}
    seen = []
    for hand in (hand for hand in words if words[hand] is not None):
        strength = order.strength(hand, (), None)
        assert strength
        seen.append((strength, words[hand], kind(compact(hand)).entry.index))
    seen.sort()

    assert {hand for hand in words if order.strength(hand, (), None)} == {hand for hand in words if words[hand]}
    for one, two in pairwise(seen):
        assert (one[0] < two[0], one[0] == two[0]) == (one[1] > two[1], one[1] == two[1])
        assert (one[0] < two[0], one[0] == two[0]) == (one[2] > two[2], one[2] == two[2])


@pytest.mark.parametrize("order", [full(), EIGHT_OR_BETTER, ACE_TO_FIVE, DEUCE_TO_SEVEN])
def test_all_five_cards_of_a_kind_are_worth_the_same_whatever_their_suits(order: Ranking | LowRanking) -> None:
    dice = random.Random(52)
    worth = {kind_of(hand): order.strength(hand, (), None) for hand in kinds(0)}
    hands = 0
    for hand in suitings(5):
        suits = dice.sample(range(4), 4)
        renamed = tuple([card & ~3 | suits[card & 3] for card in dice.sample(hand, 5)])
        hands += 1

        assert order.strength(renamed, (), None) == worth[kind_of(hand)]
    assert hands > 134_459  # the hands that differ by more than the names of suits, some of them more than once


@pytest.mark.parametrize(
    ("order", "own", "from_hole", "kind"),
    [
        pytest.param(EIGHT_OR_BETTER, 2, None, EightOrBetterLowHand, id="hold'em, eight or better"),
        pytest.param(EIGHT_OR_BETTER, 4, 2, OmahaEightOrBetterLowHand, id="omaha, eight or better"),
        pytest.param(ACE_TO_FIVE, 2, None, RegularLowHand, id="seven cards, ace to five"),
        pytest.param(ACE_TO_FIVE, 4, 2, None, id="omaha, ace to five"),
        pytest.param(DEUCE_TO_SEVEN, 2, None, StandardLowHand, id="seven cards, deuce to seven"),
        pytest.param(DEUCE_TO_SEVEN, 4, 2, None, id="omaha, deuce to seven"),
        pytest.param(NINE_OR_BETTER, 4, 2, None, id="all rules at once"),
    ],
)
def test_the_best_low_hand_is_the_best_of_all_ways_to_make_one(order: LowRanking, own: int, from_hole, kind) -> None:
    dice = random.Random(8)
    for number in range(1500):
        suits = 2 if number % 5 == 0 else 4  # flushes are to be met
        cards = tuple(dice.sample([card for card in range(52) if card & 3 < suits], own + 5))
        hole, board = cards[:own], cards[own:]
        ways = [five for five in combinations(cards, 5) if from_hole is None or len({*five} & {*hole}) == from_hole]
        strength = order.strength(hole, board, from_hole)

        assert (strength or 0) == max(order.strength(five, (), None) or 0 for five in ways)
        best = order.best(hole, board, from_hole)
        assert (best is None) == (strength is None)
        if best:
            assert best[0] == strength == order.strength(best[1], (), None)
            assert {*best[1]} in [{*five} for five in ways]
        if kind:
            found = kind.from_game_or_none(compact(hole), compact(board))
            assert found == (best and kind(compact(best[1])))


@pytest.mark.parametrize(
    ("hole", "board", "from_hole", "played"),
    [
        pytest.param("As 3c Qd Jd", "8d 7c Ks Kd 2h", 2, "8d 7c 3c 2h As", id="two and three make 8-7-3-2-A"),
        pytest.param("As 2c Qd Jd", "8d 7c Ks Kd 2h", 2, None, id="the deuce is on the board too: four low ranks"),
        pytest.param("As 2c 3d 4d", "8d 7c Ks Kd Qh", 2, None, id="two low cards on the board are one too few"),
        pytest.param("As Ac Kd Jd", "8d 7c 5s 4d 2h", 2, None, id="a pair of aces is one low rank"),
        pytest.param("As Kc Qd Jd", "8d 7c 5s 4d 2h", 2, None, id="one low card in hand is one too few"),
        pytest.param("As 3s Qd Jd", "8s 7s Ks Kd 2s", 2, "8s 7s 3s 2s As", id="a flush does not matter"),
        pytest.param("Ks Kd", "Ac 2d 3h 4s 5c", None, "5c 4s 3h 2d Ac", id="the board alone is the best low"),
        pytest.param("6s Kd", "Ac 2d 3h 4s 5c", None, "5c 4s 3h 2d Ac", id="a six makes no worse low"),
        pytest.param("9s Kd", "Ac 2d 3h 4s Qc", None, None, id="a nine is none"),
        pytest.param("8s Kd", "Ac 2d 3h 4s", None, "8s 4s 3h 2d Ac", id="six cards"),
        pytest.param("8s", "Ac 2d 3h", None, None, id="four cards are no hand"),
        pytest.param("8s 7s", "Ac 2d", 2, None, id="two and two are no hand"),
        pytest.param("8s", "Ac 2d 3h 4s", 2, None, id="one and four are not two and three"),
        pytest.param("", "", None, None, id="no cards"),
    ],
)
def test_what_makes_a_low_hand_of_eight_or_better(hole: str, board: str, from_hole, played: str | None) -> None:
    best = EIGHT_OR_BETTER.best(parse_cards(hole), parse_cards(board), from_hole)

    assert (best and cards_text(best[1])) == played


def test_high_and_low_of_omaha_need_two_of_the_hand_each() -> None:
    board = parse_cards("Kh 9h 6h 2h 2c")
    one_heart, two_hearts = (full().best(parse_cards(hole), board, 2) for hole in ("Ah Kd Qs Jc", "8h 3h 5s 5c"))

    assert full().describe(one_heart[1]) == "two pairs, kings and deuces with an ace"
    assert cards_text(two_hearts[1]) == "Kh 9h 8h 6h 3h"
    assert two_hearts[0] > one_heart[0]


def test_a_flush_qualifies_as_any_hand_does() -> None:
    hands = [parse_cards(hand) for hand in ("Ts 5s 4s 3s 2s", "9s 5s 4s 3s 2s", "9s 5s 4s 3s 2d")]
    above, suited, mixed = (NINE_OR_BETTER.strength(hand, (), None) or 0 for hand in hands)

    assert 0 == above < suited < mixed


@pytest.mark.parametrize(
    ("hole", "board", "words"),
    [
        pytest.param("Ks Kd", "Ac 2d 3h 4s 5c", "straight, 5 high", id="the board plays"),
        pytest.param("6s Kd", "Ac 2d 3h 4s 5c", "straight, 6 high", id="a six makes a better high"),
        pytest.param("Ah 7c", "Kd 9s 7d 4c 2h", "pair of sevens", id="the ace discarded makes no pair"),
        pytest.param("Ah 7c", "Kd 9s 8d 4c As", "pair of aces", id="an ace kept and one on the board do"),
    ],
)
def test_any_five_of_the_cards_kept_and_the_board_make_the_high_hand(hole: str, board: str, words: str) -> None:
    assert full().describe(full().best(parse_cards(hole), parse_cards(board), None)[1]) == words


@pytest.mark.parametrize(
    ("order", "hands"),
    [
        pytest.param(
            EIGHT_OR_BETTER,
            ["5-4-3-2-A", "6-4-3-2-A", "7-5-4-3-2", "7-6-4-2-A", "7-6-5-4-3", "8-5-4-3-2", "8-7-6-5-4"],
            id="eight or better",
        ),
        pytest.param(ACE_TO_FIVE, ["5-4-3-2-A", "9-8-7-6-5", "10-4-3-2-A", "K-Q-J-10-9"], id="ace to five"),
        pytest.param(DEUCE_TO_SEVEN, ["7-5-4-3-2", "8-5-4-3-2", "8-7-6-5-3", "A-5-4-3-2"], id="deuce to seven"),
    ],
)
def test_low_hands_are_compared_from_the_top_card_down_and_described_so(order: LowRanking, hands: list[str]) -> None:
    cards = [parse_cards(" ".join(map("".join, zip(hand.split("-"), "cdhsc", strict=True)))) for hand in hands]
    strengths = [order.strength(hand[::-1], (), None) for hand in cards]

    assert strengths == sorted({*strengths}, reverse=True)
    assert [order.describe(hand[::-1]) for hand in cards] == [f"{hand} low" for hand in hands]


@pytest.mark.parametrize(
    ("order", "hand", "words"),
    [
        (ACE_TO_FIVE, "As 4d 2s 4h 3c", "pair, 4-4-3-2-A low"),
        (ACE_TO_FIVE, "As Ad 2s Kh Kc", "two pairs, K-K-A-A-2 low"),
        (DEUCE_TO_SEVEN, "2s 3d 4s 5h 6c", "straight, 6-5-4-3-2 low"),
        (DEUCE_TO_SEVEN, "2s 3s 4s 5s 7s", "flush, 7-5-4-3-2 low"),
        (ACE_TO_SIX, "As 2d 3s 4h 5c", "straight, 5-4-3-2-A low"),
        (ACE_TO_SIX, "As Kd Qs Jh Tc", "K-Q-J-10-A low"),
        (ACE_TO_SIX, "Ks Qs Js Ts 9s", "straight flush, K-Q-J-10-9 low"),
    ],
)
def test_what_counts_against_a_low_hand_is_named(order: LowRanking, hand: str, words: str) -> None:
    assert order.describe(parse_cards(hand)) == words


@pytest.mark.parametrize("order", [EIGHT_OR_BETTER, ACE_TO_FIVE, DEUCE_TO_SEVEN])
@pytest.mark.parametrize("from_hole", [None, 2])
@pytest.mark.parametrize(
    ("hole", "board"),
    [
        ("As ??", "2s 3s 4s 5s 7s"),
        ("As 2s", "3s 4s 5s 7s ??"),
        ("?? ??", "Ks Kd Kh Qs Qd"),
        ("Ks Kd", "?? ?? ?? ?? ??"),
    ],
)
def test_cards_that_were_not_seen_may_make_a_low_hand_or_not(order: LowRanking, from_hole, hole, board) -> None:
    with pytest.raises(ValueError, match="not seen"):
        order.strength(parse_cards(hole), parse_cards(board), from_hole)
    with pytest.raises(ValueError, match="not seen"):
        full().strength(parse_cards(hole), parse_cards(board), from_hole)


@pytest.mark.parametrize("order", [EIGHT_OR_BETTER, DEUCE_TO_SEVEN, full()])
@pytest.mark.parametrize(("hole", "board", "from_hole"), [(2, 1000, 2), (1000, 5, 2), (2, 14, None)])
def test_a_hostile_number_of_cards_is_refused(order: Ranking | LowRanking, hole: int, board: int, from_hole) -> None:
    with pytest.raises(ValueError, match="at most"):
        order.strength((0,) * hole, (1,) * board, from_hole)


def test_many_cards_are_ranked_and_not_remembered() -> None:
    order, low = Ranking(FULL_DECK_ORDER, RANKS, True, "all-cards", frozenset()), LowRanking(None, True, False, True)
    dice = random.Random(15)
    for _ in range(3):
        cards = tuple(dice.sample(range(52), 12))
        fives = list(combinations(cards, 5))
        assert order.five(cards) == max(map(full().five, fives))
        assert low.strength(cards, (), None) == max(ACE_TO_FIVE.strength(five, (), None) or 0 for five in fives)

    for table in (order._unsuited, order._suited, low._table):
        assert max(sum(int(digit, 16) for digit in f"{key:x}") for key in table) <= 5


@pytest.mark.parametrize("qualifier", ["10", "", "23", "x"])
def test_a_qualifier_that_is_no_rank_is_refused(qualifier: str) -> None:
    with pytest.raises(ValueError, match="not a rank"):
        LowRanking(qualifier, True, False, False)
