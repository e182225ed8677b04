"""Cards counted by rank, so that hands of the same ranks are ranked once.

A key holds how many cards there are of each rank, in one hexadecimal digit for each rank, then how many cards nobody
saw and how many jokers. The key of cards laid together is the sum of their keys, so the choices of three cards from a
board are added up once and serve every player at the showdown.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from auditor.vocabulary.cards import RANKS, Cards

FIVE = 5  # cards make a hand
MOST = 15  # cards to choose from: their number fits a digit, and a hostile log cannot ask for endless choices
HONEST = 7  # cards that honest games let a player choose from; caching more would let a log fill the memory
DIGIT = 4  # bits
ALL = (1 << DIGIT) - 1  # cards of a rank

UNSEEN = 1 << DIGIT * len(RANKS)
WILD = UNSEEN << DIGIT  # a joker
KEYS = (*(1 << DIGIT * rank for rank in range(len(RANKS)) for _ in range(4)), WILD, UNSEEN)

# The cards of each suit are counted above the ranks, in five bits each. With eleven added to a count, the fifth bit is
# set as soon as there are five cards of the suit.
SUIT_KEYS = [WILD << DIGIT + 5 * suit for suit in range(4)]
SUITED_KEYS = (*(KEYS[card] + SUIT_KEYS[card & 3] for card in range(4 * len(RANKS))), WILD, UNSEEN)
BUT_SUITS = SUIT_KEYS[0] - 1
SHORT_OF_FLUSH = sum(suit * (16 - FIVE) for suit in SUIT_KEYS)
FLUSH = sum(suit * 16 for suit in SUIT_KEYS)


class HasJoker(ValueError):
    """Cards with a joker, which has no rank before it stands for another card."""


class Strengths(dict[int, int]):
    """Strengths of up to five cards by key, each worked out when it is first asked for: nothing is built at start-up.

    More cards are worth what the best five of them are. That is not kept: there are 6,175 ways to have five ranks, and
    ten times as many to have six or seven.
    """

    __slots__ = ("_score",)

    def __init__(self, score: Callable[[list[int]], int]) -> None:
        super().__init__()
        self._score = score

    def __missing__(self, key: int) -> int:
        ranks = ranks_of(key)
        if len(ranks) > FIVE:
            return self.best(key, [1 << DIGIT * rank for rank in ranks])
        strength = self[key] = self._score(ranks)
        return strength

    def best(self, key: int, keys: list[int]) -> int:
        """The strength of the best five of more cards, by the key of all and that of each."""
        if key >> DIGIT * len(RANKS):
            ranks_of(key)  # which says what is wrong with these cards
        return max([self[five] for five in _fives(key, keys)])


def _fives(key: int, keys: list[int]) -> Iterable[int]:
    """The keys of all ways to take five of more cards, by the key of all and that of each."""
    if len(keys) == FIVE + 2:  # so many there are in most games, and to leave out two takes half the time
        return {key - one - other for one, other in combinations(keys, 2)}
    return sums(keys, FIVE)


def _choices(cards: Cards, count: int) -> tuple[int, ...]:
    """The keys of all ways to take `count` of the cards, or the key of all of them if there are fewer."""
    refuse_endless(cards)
    key = sum([KEYS[card] for card in cards])
    return _cached_choices(key, count) if len(cards) <= HONEST else _choices_by_key(key, count)


def _choices_by_key(key: int, count: int) -> tuple[int, ...]:
    return sums([1 << DIGIT * rank for rank in ranks_of(key)], count)


_cached_choices = lru_cache(maxsize=8192)(_choices_by_key)  # room for all that four cards or a board of five may hold
hole_choices = lru_cache(maxsize=4096)(_choices)  # two hole cards come again and again


@lru_cache(maxsize=64)  # a board serves all the players of its showdown
def board_choices(board: Cards, count: int) -> tuple[tuple[int, ...], dict[int, tuple[int, ...]]]:
    """The keys of all ways to take `count` cards of a board, and by suit those of cards of that suit alone."""
    choices = _choices(board, count)
    suits = [card & 3 for card in board]
    suited = {
        suit: sums([KEYS[card] for card in board if card & 3 == suit], count)
        for suit in range(4)
        if suits.count(suit) >= count
    }
    return choices, suited


def sums(keys: list[int], count: int) -> tuple[int, ...]:
    """The different sums of `count` of the keys, or the sum of all keys if there are fewer."""
    return tuple(set(map(sum, combinations(keys, min(count, len(keys))))))


def hands(hole: Cards, board: Cards, from_hole: int | None) -> Iterable[Cards]:
    """All hands that a player can make, as cards: with exactly `from_hole` of the hole cards, unless that is None."""
    if from_hole is None:
        return combinations(hole + board, min(FIVE, len(hole + board)))
    refuse_endless(hole)
    refuse_endless(board)
    common = list(combinations(board, min(FIVE - from_hole, len(board))))
    return (own + three for own in combinations(hole, min(from_hole, len(hole))) for three in common)


def ranks_of(key: int) -> list[int]:
    """The ranks counted in a key, from the top down."""
    if key >> DIGIT * len(RANKS):
        if key & UNSEEN * ALL:
            raise ValueError("a card that was not seen has no rank")
        raise HasJoker("a joker has no rank")
    ranks = []
    while key:
        ranks.append((key.bit_length() - 1) // DIGIT)
        key -= 1 << DIGIT * ranks[-1]
    return ranks


def refuse_endless(cards: Sequence[int]) -> None:
    """Raise a ValueError for more cards than anybody may choose a hand from."""
    if len(cards) > MOST:
        raise ValueError(f"{len(cards)} cards to choose a hand from (at most {MOST})")
