"""The games of Robert's Rules and their limits, as the text describes them, and a table that offers one.

Nothing here is read from the rulebook: a wrong figure there shows.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from play.common import games as common
from play.common.games import HOLDEM, Book, Game, Rake, amounts
from play.common.words import money

BUTTON_GAMES = {
    game.key: game
    for game in (
        Game("holdem", ("dd", "", "", ""), HOLDEM),
        Game("omaha", ("dddd", "", "", ""), HOLDEM, parts=(2, 3)),
        Game("omaha-hi-lo", ("dddd", "", "", ""), HOLDEM, parts=(2, 3), low=True),
    )
}
LIMITS = ("fixed", "no-limit", "pot-limit")
BIG_BET = ("no-limit", "pot-limit")
BLINDS = {  # with the lowest chip of the table
    100: ((500, 1000), (200, 500), (300, 500), (1000, 1000), (100, 200)),
    500: ((500, 1000), (1000, 2000), (500, 1500)),
    50: ((100, 200), (50, 100)),
}


@dataclass(frozen=True)
class House(common.House):
    """A table as it is declared at the head of its log."""

    book = Book("roberts", side_pots_first=True, halved_once=True)

    bring_in: int = 0
    minimum: int = 0  # of a bet at no-limit or pot-limit, where it is not the big blind
    unit: int = 0  # to whose next multiple a pot is rounded up
    features: tuple[str, ...] = ()

    @property
    def smallest(self) -> int:
        """The smallest bet at no-limit and pot-limit."""
        return self.minimum or self.big

    def bet(self, number: int) -> int:
        """The bet of a betting round where the limit is fixed, else the smallest."""
        return self.smallest if self.limit != "fixed" else super().bet(number)

    def terms(self) -> list[str]:
        """What is declared about the wagers."""
        lines = [f'tournament "{self.name}"'] * self.tournament
        lines += [f"bets {amounts(self.bets)}"] * bool(self.bets)
        lines += super().terms()
        single = {"ante": self.ante, "bring-in": self.bring_in, "minimum": self.minimum, "chip": self.chip}
        single["pot-unit"] = self.unit or self.chip * (self.limit == "pot-limit")  # to the lowest chip is not at all
        lines += [f"{word} {money(amount)}" for word, amount in single.items() if amount]
        if self.limit == "fixed" and self.game.key in BUTTON_GAMES and not self.tournament:
            lines.append(f"straddles {'allowed' if self.straddles else 'none'}")
        return lines + ["features " + ", ".join(self.features)] * bool(self.features)


def declare(rng: random.Random, game: Game, limit: str, tournament: bool = False) -> House:
    """A table of a button game, with a small and a big blind."""
    chip = rng.choice((100, 100, 100, 500, 50))
    blinds = rng.choice(BLINDS[chip])
    big = blinds[-1]
    features: list[str] = []
    if limit == "pot-limit" and not tournament:
        features.append(rng.choice(("strict-pot", "small-blind-as-big")))
    if not tournament and rng.random() < 0.6:
        features.append(rng.choice(("moving-button", "dead-button")))
    rake = Rake(rng.choice((200, 250, 500, 1000)), rng.choice((None, 500, 1000)))
    return House(
        name=f"{game.key} {limit}{' event' * tournament}",
        game=game,
        limit=limit,
        chip=chip,
        blinds=blinds,
        bets=(big, 2 * big) if limit == "fixed" else (),
        ante=rng.choice((0, 0, 0, chip, 2 * chip)),
        unit=5 * chip if limit == "pot-limit" and rng.random() < 0.3 else 0,
        straddles=limit == "fixed" and not tournament and rng.random() < 0.3,
        tournament=tournament,
        features=tuple(features),
        rake=rake if not tournament and rng.random() < 0.6 else None,
    )
