"""The seven games of Crown Poker and its five betting types, as the text describes them, and a table that offers one.

Nothing here is read from the rulebook: a wrong figure there shows.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from play.common import games as common
from play.common.games import HOLDEM, Book, Game, Rake, amounts
from play.common.words import money

TWO, THREE, FOUR = (("d" * count, "", "", "") for count in (2, 3, 4))
GAMES = {
    game.key: game
    for game in (
        Game("holdem", TWO, HOLDEM, seats=11),
        Game("pineapple", THREE, HOLDEM, seats=11, discard=1),
        Game("crazy-pineapple", THREE, HOLDEM, seats=11, discard=2),
        Game("crazy-pineapple-hi-lo", THREE, HOLDEM, seats=11, discard=2, low=True),
        Game("holdem-hi-lo", TWO, HOLDEM, seats=11, low=True),
        Game("omaha", FOUR, HOLDEM, parts=(2, 3)),
        Game("omaha-hi-lo", FOUR, HOLDEM, parts=(2, 3), low=True),
    )
}
LIMITS = ("fixed", "spread", "half-pot", "full-pot", "no-limit")
CAPPED = ("fixed", "spread")  # three raises a round
POT = {"half-pot": 2, "full-pot": 1}  # the pot is divided by it
BLINDS = {  # with the lowest chip of the table
    100: ((500, 1000), (200, 500), (500, 500), (300, 500), (200, 500, 1000), (1000,)),
    500: ((500, 1000), (1000, 2000), (1000, 1000)),
    50: ((100, 200), (150, 250)),
}
MOST_TAKEN = 10  # a tenth of the pot


@dataclass(frozen=True)
class House(common.House):
    """A table as it is declared at the head of its log; of no fixed limit `bets` is the smallest bet."""

    book = Book("crown")

    maximum: int | None = None  # of a spread
    opens: bool = False

    @property
    def stake(self) -> int:
        """The smallest amount to sit down with."""
        return 10 * self.big

    def lines(self) -> list[str]:
        """The head of the log."""
        return super().lines() + ["open at 20:00"] * self.opens

    def terms(self) -> list[str]:
        """What is declared about the wagers."""
        if self.limit == "fixed":
            sizes = f"bets {amounts(self.bets)}"
        elif self.limit == "spread":
            sizes = f"bets {money(self.bets[0])}-{money(self.maximum or 0)}"
        else:
            sizes = f"minimum {money(self.bets[0])}"
        straddles = f"straddles {'allowed' if self.straddles else 'none'}"
        return [sizes, *super().terms(), f"chip {money(self.chip)}", f"stake {money(self.stake)}", straddles]


def declare(rng: random.Random, game: Game, limit: str, number: int = 0) -> House:
    """A table of a game and a betting type."""
    chip = rng.choice((100, 100, 100, 500, 50))
    blinds = rng.choice(BLINDS[chip])
    big = blinds[-1]
    bets: tuple[int, ...] = (big,)
    if limit == "fixed":
        bets = rng.choice(((big, 2 * big), (big,), (big, big, 2 * big, 4 * big)))
    rake = Rake(rng.choice((200, 250, 500, 500, 1000)), rng.choice((None, 500, 1000, 2000)), MOST_TAKEN)
    return House(
        name=f"{game.key} {limit} {number}",
        game=game,
        limit=limit,
        chip=chip,
        blinds=blinds,
        bets=bets,
        maximum=big * rng.choice((2, 4, 5)) if limit == "spread" else None,
        straddles=rng.random() < 0.5,
        rake=rake if rng.random() < 0.7 else None,
        opens=rng.random() < 0.3,
    )
