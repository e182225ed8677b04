"""Who begins, who wins and who gets the odd chip at stud by Robert's Rules, worked out without the auditor."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from play.act.oracle import RANKS, Order, Value, best, showing, value
from play.roberts.games import Game
from play.roberts.oracle import Stake, Winners, low

HIGH = RANKS[52]
LOW = "A23456789TJQK"
SUITS = "cdhs"  # from the lowest up
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
        found.add(max(places, key=lambda place: (value(boards[place], Order(52)), -place)))
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


def winners_of(common: tuple[str, ...], game: Game) -> Winners:
    """Who of some players wins, or wins which half; those who tie stand in the order of the odd chip."""

    def winners(stakes: Sequence[Stake]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        if len(stakes) == 1:
            return (stakes[0].name,), ()
        if game.key == RAZZ:
            hands = {one: tuple(-part for part in lowest(one.own, common)) for one in stakes}
            return _best(hands, by_low), ()
        highs = {one: best(one.own, common, Order(52)) for one in stakes}
        lows = {one: tuple(-rank for rank in made) for one in stakes if (made := low(one.own, common, game))}
        return _best(highs, by_high), _best(lows, by_low) if lows else ()

    return winners


def _best(hands: dict[Stake, tuple[int, ...]], order: object) -> tuple[str, ...]:
    most = max(hands.values())
    return tuple(one.name for one in sorted((one for one in hands if hands[one] == most), key=order))  # type: ignore[arg-type]


def by_high(stake: Stake) -> tuple[int, ...]:
    """The highest card of all a player's own by suit comes first."""
    return tuple(-part for part in max(single(card) for card in stake.own))


def by_low(stake: Stake) -> tuple[int, ...]:
    """The lowest card of all a player's own by suit comes first."""
    return min(single(card, LOW) for card in stake.own)
