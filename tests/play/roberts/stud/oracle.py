"""Who begins, who wins and who gets the odd chip at stud by Robert's Rules, worked out without the auditor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations

from play.common.games import Game
from play.common.pots import Stake
from play.common.ranking import LOW, RANKS, SUITS, Order, Value, showing, value

HIGH = RANKS[52]
FIVE = 5
RAZZ = "razz"


def single(card: str, ranks: str = HIGH) -> tuple[int, int]:
    """What one card counts, its suit included."""
    return ranks.index(card[0]), SUITS.index(card[1])


# ---- who begins ----


def forced(upcards: Sequence[str], game: Game) -> int:
    """The place of the card that must open: the lowest, with the ace high; at razz the highest, with the ace low."""
    if game.key == RAZZ:
        return max(range(len(upcards)), key=lambda place: single(upcards[place], LOW))
    return min(range(len(upcards)), key=lambda place: single(upcards[place]))


def leaders(boards: Sequence[tuple[str, ...]], game: Game) -> set[int]:
    """The places that may begin a later round: the best board, the first in the dealing of equal ones.

    With five cards showing a straight or a flush may count or not.
    """
    if game.key == RAZZ:
        return {min(range(len(boards)), key=lambda place: small(boards[place]))}
    places = range(len(boards))
    found = {max(places, key=lambda place: (showing(boards[place], 52), -place))}
    if all(len(board) == FIVE for board in boards):
        found.add(max(places, key=lambda place: (value(boards[place], Order()), -place)))
    return found


# ---- hands ----


def small(cards: Sequence[str]) -> Value:
    """What up to five cards are worth for low, the least being the best: pairs first, then ranks from the highest."""
    ranks = [LOW.index(card[0]) for card in cards]
    order = sorted(set(ranks), key=lambda rank: (-ranks.count(rank), -rank))
    return (*_padded([ranks.count(rank) for rank in order]), *order)


def _padded(counts: list[int]) -> list[int]:
    return counts + [0] * (FIVE - len(counts))


@lru_cache(maxsize=4096)
def lowest(own: tuple[str, ...], common: tuple[str, ...]) -> Value:
    """The best hand of razz."""
    return min(small(five) for five in combinations(own + common, FIVE))


def nearest(stakes: Sequence[Stake], names: tuple[str, ...], order: Callable[[Stake], Value]) -> tuple[str, ...]:
    """Players who tie in the order of the odd chip."""
    return tuple(one.name for one in sorted((one for one in stakes if one.name in names), key=order))


def by_high(stake: Stake) -> tuple[int, ...]:
    """The highest card of all a player's own by suit comes first."""
    return tuple(-part for part in max(single(card) for card in stake.own))


def by_low(stake: Stake) -> tuple[int, ...]:
    """The lowest card of all a player's own by suit comes first."""
    return min(single(card, LOW) for card in stake.own)
