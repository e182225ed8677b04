"""What hands are worth, by brute force and without the auditor: the best five cards, the best low hand, what lies open.

Cards are written as in a log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

FULL = 52
RANKS = {52: "23456789TJQKA", 40: "56789TJQKA", 32: "789TJQKA"}
SUITS = "cdhs"  # from the lowest up, where suits count
LOW = "A23456789TJQK"  # the ranks with the ace as the lowest
EIGHT = LOW[:8]  # those of a low hand that halves a pot
LOWER = ("odd cards", "pair", "two pairs", "three of a kind", "straight")
UPPER = ("four of a kind", "straight flush", "royal flush")
REDUCED = (*LOWER, "full house", "flush", *UPPER)
CLASSES = {52: (*LOWER, "flush", "full house", *UPPER), 40: REDUCED, 32: REDUCED}

Value = tuple[int, ...]
Parts = tuple[int, int] | None  # of a hand so many own and so many communal cards; None: any five


def deck(size: int = FULL) -> list[str]:
    """The cards of a deck."""
    return [rank + suit for rank in RANKS[size] for suit in SUITS]


@dataclass(frozen=True)
class Order:
    """What a hand is made of and how hands are ranked at a table."""

    deck: int = FULL
    ace_low: bool = False  # agreed on; with the full deck it needs no agreement
    parts: Parts = None


def value(five: Sequence[str], order: Order) -> Value:
    """Five cards as a tuple that compares as the hands do: the class first, then the ranks that decide within it."""
    ranks = [RANKS[order.deck].index(card[0]) for card in five]
    sorted_ranks = sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))
    shape = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    flush = len({card[1] for card in five}) == 1
    ace = len(RANKS[order.deck]) - 1
    top = max(ranks) if len(shape) == 5 and max(ranks) - min(ranks) == 4 else None
    if (order.ace_low or order.deck == FULL) and set(ranks) == {0, 1, 2, 3, ace}:
        top = 3
    if top is not None:
        sorted_ranks = [top]
    return CLASSES[order.deck].index(_class(shape, flush, top, ace)), *sorted_ranks


def _class(shape: list[int], flush: bool, top: int | None, ace: int) -> str:
    if flush and top is not None:
        return "royal flush" if top == ace else "straight flush"
    if shape[0] == 4:
        return "four of a kind"
    if flush:
        return "flush"
    if shape == [3, 2]:
        return "full house"
    if top is not None:
        return "straight"
    names = {3: "three of a kind", 2: "two pairs" if shape.count(2) == 2 else "pair", 1: "odd cards"}
    return names[shape[0]]


def showing(cards: Sequence[str], size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What up to four cards that lie open are worth: there are no straights and flushes among so few."""
    ranks = [RANKS[size].index(card[0]) for card in cards]
    order = sorted(set(ranks), key=lambda rank: (-ranks.count(rank), -rank))
    return tuple(ranks.count(rank) for rank in order), tuple(order)


def fives(own: tuple[str, ...], board: tuple[str, ...], parts: Parts) -> Iterator[tuple[str, ...]]:
    """The hands that can be made of a player's own cards and those for all."""
    if parts is None:
        yield from combinations(own + board, 5)
        return
    mine, shared = parts
    for some in combinations(own, mine):
        for others in combinations(board, shared):
            yield *some, *others


@lru_cache(maxsize=4096)
def best(own: tuple[str, ...], board: tuple[str, ...], order: Order) -> Value:
    """The best of these hands."""
    return max(value(five, order) for five in fives(own, board, order.parts))


@lru_cache(maxsize=4096)
def low(own: tuple[str, ...], board: tuple[str, ...], parts: Parts = None) -> Value | None:
    """The best low hand, the highest card first; None without five ranks from the eight down."""
    ranked = [{card[0] for card in five} for five in fives(own, board, parts)]
    lows = [sorted(map(LOW.index, ranks), reverse=True) for ranks in ranked if len(ranks) == 5 and ranks <= set(EIGHT)]
    return tuple(min(lows)) if lows else None
