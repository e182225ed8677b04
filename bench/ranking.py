"""How fast hands are ranked, beside PokerKit's evaluators.

    python bench/ranking.py [--hands 100000] [--deals 300] [--seed 0]

Ours learns strengths as it meets them, so its speed is given twice: over the first `--hands` random hands, and over as
many others once it has learnt from those. PokerKit gets its own card objects, made beforehand.

The ratio is taken on further deals of four players, which both rank block by block in turns, and both must name the
same winners. Its median over the blocks counts, because timings swing from moment to moment. The memory is what an
order of hands keeps after `--hands` hands, taken in a run of its own that is not timed.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from pokerkit import Card, EightOrBetterLowHand, OmahaEightOrBetterLowHand, OmahaHoldemHand, StandardHighHand

from auditor.ranking.high_and_low import LowRanking, Ranking
from auditor.vocabulary.cards import RANKS, Cards, card_text

PLAYERS = 4
BLOCK = 20  # deals
ORDER = (
    *("royal flush", "straight flush", "four of a kind", "full house", "flush"),
    *("straight", "three of a kind", "two pairs", "pair", "odd cards"),
)
PARSED = [next(Card.parse(card_text(card))) for card in range(52)]

Deal = tuple[list[Any], Any]  # the cards of every player, and the board: as numbers, or as PokerKit's cards
Rank = Callable[[Any, Any], Any]  # the strength of a player's cards with a board


@dataclass
class Case:
    """A kind of hand: the cards it is dealt from, our order of hands, how many must be the player's, and PokerKit's."""

    name: str
    own: int
    board: int
    order: Callable[[], Ranking | LowRanking]
    from_hole: int | None
    kind: Any

    def ours(self) -> Rank:
        """Our way to rank, with nothing learnt yet."""
        strength, from_hole = self.order().strength, self.from_hole
        return lambda hole, board: strength(hole, board, from_hole)

    def deal(self, dice: random.Random) -> Deal:
        """The cards of a random deal."""
        cards = dice.sample(range(52), self.board + PLAYERS * self.own)
        board, rest = tuple(cards[: self.board]), cards[self.board :]
        return [tuple(rest[place::PLAYERS]) for place in range(PLAYERS)], board


def high() -> Ranking:
    """The usual order of high hands."""
    return Ranking(ORDER, RANKS, True, "all-cards", frozenset())


def low() -> LowRanking:
    """Eight or better."""
    return LowRanking("8", ace_low=True, straights=False, pairs=False)


CASES = [
    Case("five cards", 5, 0, high, None, StandardHighHand),
    Case("seven cards, any five", 2, 5, high, None, StandardHighHand),
    Case("seven cards, eight or better", 2, 5, low, None, EightOrBetterLowHand),
    Case("Omaha high", 4, 5, high, 2, OmahaHoldemHand),
    Case("Omaha eight or better", 4, 5, low, 2, OmahaEightOrBetterLowHand),
]


def main() -> None:
    """Measure every case and print a table."""
    arguments = argparse.ArgumentParser(description="Measure how fast hands are ranked.")
    arguments.add_argument("--hands", type=int, default=100_000, help="hands to learn from (default: 100000)")
    arguments.add_argument("--deals", type=int, default=300, help="deals that both rank (default: 300)")
    arguments.add_argument("--seed", type=int, default=0, help="of the random deals (default: 0)")
    chosen = arguments.parse_args()
    if chosen.hands < PLAYERS or chosen.deals < 1:
        arguments.error("nothing to measure")
    row("", "at first, hands/s", "learnt, hands/s", "PokerKit, hands/s", "× PokerKit", "memory, MB")
    row(*["---"] * 6)
    for case in CASES:
        measure(case, chosen.hands // PLAYERS, chosen.deals, random.Random(chosen.seed))


def measure(case: Case, bulk: int, number: int, dice: random.Random) -> None:
    """Let ours rank a bulk of deals and another, then both the same deals in turns, and print the case's line."""
    ours, deals = case.ours(), [case.deal(dice) for _ in range(bulk)]
    cold, _ = ranked(ours, deals)
    warm, _ = ranked(ours, [case.deal(dice) for _ in range(bulk)])
    memory = kept(case, deals)
    ratios, theirs = [], 0.0
    for start in range(0, number, BLOCK):
        block = [case.deal(dice) for _ in range(min(BLOCK, number - start))]
        slow, expected = ranked(case.kind.from_game_or_none, [converted(deal) for deal in block])
        fast, found = ranked(ours, block)
        for deal, one, other in zip(block, found, expected, strict=True):
            if winners(one) != winners(other):
                raise SystemExit(f"{case.name}: other winners than PokerKit's with {deal}")
        ratios.append(slow / fast)
        theirs += slow
    speeds = [PLAYERS * bulk / cold, PLAYERS * bulk / warm, PLAYERS * number / theirs]
    row(case.name, *(f"{speed:,.0f}" for speed in speeds), f"{statistics.median(ratios):.1f}", f"{memory:.1f}")


def ranked(rank: Rank, deals: Sequence[Deal]) -> tuple[float, list[list[Any]]]:
    """How long it takes to rank all hands of the deals, in seconds, and their strengths."""
    start = perf_counter()
    strengths = [[rank(hole, board) for hole in holes] for holes, board in deals]
    return perf_counter() - start, strengths


def kept(case: Case, deals: Sequence[Deal]) -> float:
    """The megabytes that an order of hands keeps once it has ranked the deals."""
    tracemalloc.start()
    rank = case.ours()
    for holes, board in deals:
        for hole in holes:
            rank(hole, board)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / 1e6


def converted(deal: Deal) -> Deal:
    """A deal in PokerKit's cards."""
    holes, board = deal
    return [parsed(hole) for hole in holes], parsed(board)


def parsed(cards: Cards) -> tuple[Card, ...]:
    """Cards as PokerKit's objects."""
    return tuple(PARSED[card] for card in cards)


def winners(strengths: list[Any]) -> list[int]:
    """The places of the best of the hands that qualify."""
    qualified = [strength for strength in strengths if strength is not None]
    return [place for place, strength in enumerate(strengths) if qualified and strength == max(qualified)]


def row(*cells: str) -> None:
    """A line of a table."""
    print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
