"""Hands of every kind, and of every way to suit one, for the tests of which hand beats which."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from auditor.vocabulary.cards import Cards


def kinds(lowest: int) -> list[Cards]:
    """A hand of every kind that a deck from this rank up has: of each set of ranks in mixed suits and in one."""
    mixed = [
        tuple(rank << 2 | place % 4 for place, rank in enumerate(ranks))
        for ranks in combinations_with_replacement(range(lowest, 13), 5)
        if max(map(ranks.count, ranks)) < 5
    ]
    return mixed + [tuple(rank << 2 for rank in ranks) for ranks in combinations(range(lowest, 13), 5)]


def kind_of(hand: Cards) -> tuple[tuple[int, ...], bool]:
    """Its ranks, and whether it is of one suit."""
    return tuple(sorted(card >> 2 for card in hand)), len({card & 3 for card in hand}) == 1


def suitings(number: int, lowest: int = 0, used: int = 0) -> Iterator[Cards]:
    """So many cards in every way that they can be suited, but for the names of the suits, from this rank up.

    A suit that no card before had is the next one. What differs by the names of suits alone is left out as far as that
    is plain from the cards before, so that every hand is there, and a few are twice.
    """
    if not number:
        yield ()
        return
    for rank in range(lowest, 13):
        for size in range(1, min(number, 4) + 1):
            for old in range(max(0, used + size - 4), min(size, used) + 1):
                fresh = tuple(range(used, used + size - old))
                for known in combinations(range(used), old):
                    these = tuple(rank << 2 | suit for suit in (*known, *fresh))
                    for rest in suitings(number - size, rank + 1, used + len(fresh)):
                        yield these + rest
