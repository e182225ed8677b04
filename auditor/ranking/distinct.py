"""Which low hand beats which in games where only cards of different ranks and suits count.

A strength is one whole number: how many cards count, then their ranks from the top down, one hexadecimal digit each,
with a bigger digit for a lower rank. The bigger strength beats the smaller, and equal strengths tie.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from auditor.vocabulary.card_keys import DIGIT, refuse_endless
from auditor.vocabulary.cards import JOKER, RANKS, SUITS, Cards
from auditor.vocabulary.wording import number, plural


class DistinctRanking:
    """An order of low hands: more cards of different ranks and suits are better, then lower ones from the top down.

    No more cards can count than there are suits. With `ace_low` the ace is always the lowest card.
    """

    __slots__ = ("_shift",)

    def __init__(self, ace_low: bool) -> None:
        self._shift = 1 if ace_low else 0

    def strength(self, hole: Cards, board: Cards, from_hole: int | None) -> int:
        """The strength of the best choice of the cards.

        It is a ValueError to ask about a card that nobody saw or a joker, which have no rank, or about a game with
        communal cards, where nobody knows how many of a player's own cards would count.
        """
        return self.best(hole, board, from_hole)[0]

    def best(self, hole: Cards, board: Cards, from_hole: int | None) -> tuple[int, Cards]:
        """The strength and the cards that make it, from the top down."""
        refuse_endless(hole)
        if board or from_hole is not None or any(card < 0 or card == JOKER for card in hole):
            raise ValueError("not cards of one hand that were all seen")
        for count in range(min(len(SUITS), len(hole)), 0, -1):
            if apart := [cards for cards in combinations(hole, count) if _apart(cards)]:
                return max((self._score(cards), self._arranged(cards)) for cards in apart)
        return 0, ()

    def describe(self, cards: Cards) -> str:
        """The cards that count, in words: "four cards, 8-6-3-A low"."""
        ranks = "-".join(["10" if RANKS[card >> 2] == "T" else RANKS[card >> 2] for card in self._arranged(cards)])
        return f"{number(len(cards))} {plural(len(cards), 'card')}, {ranks} low"

    def _score(self, cards: Cards) -> int:
        """The strength of cards that all count."""
        strength = len(cards)
        for card in self._arranged(cards):
            strength = strength << DIGIT | len(RANKS) - self._value(card)
        return strength << DIGIT * (len(SUITS) - len(cards))

    def _arranged(self, cards: Iterable[int]) -> Cards:
        return tuple(sorted(cards, key=self._value, reverse=True))

    def _value(self, card: int) -> int:
        """The place of a card's rank from the lowest up."""
        return ((card >> 2) + self._shift) % len(RANKS)


def _apart(cards: Cards) -> bool:
    """Are all these cards of different ranks and of different suits?"""
    return len({card >> 2 for card in cards}) == len({card & 3 for card in cards}) == len(cards)


@lru_cache
def distinct_ranking(ace_low: bool) -> DistinctRanking:
    """The one `DistinctRanking` that counts the ace so."""
    return DistinctRanking(ace_low)
