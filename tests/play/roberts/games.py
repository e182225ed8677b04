"""The games of Robert's Rules and their limits, as the text describes them, and a table that offers one.

Nothing here is read from the rulebook: a wrong figure there shows.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from auditor.money import money_text


@dataclass(frozen=True)
class Game:
    """A game: the cards that come before each betting round, and what a hand is made of."""

    key: str
    deals: tuple[str, ...]  # a player's own cards before each betting round: 'd' down, 'u' up
    board: tuple[int, ...] = ()  # cards for all before each betting round
    seats: int = 10
    parts: tuple[int, int] | None = None  # so many own and so many communal cards; None: any five
    low: bool = False  # an eight or lower halves the pot

    @property
    def rounds(self) -> int:
        """How many betting rounds there are."""
        return len(self.deals)

    @property
    def raises(self) -> int:
        """How many raises follow a bet where the limit is fixed."""
        return 4 if self.rounds == 2 else 3

    @property
    def omaha(self) -> bool:
        """Are exactly two own cards used?"""
        return self.parts is not None


BOARDS = (0, 3, 1, 1)
BUTTON_GAMES = {
    game.key: game
    for game in (
        Game("holdem", ("dd", "", "", ""), BOARDS),
        Game("omaha", ("dddd", "", "", ""), BOARDS, parts=(2, 3)),
        Game("omaha-hi-lo", ("dddd", "", "", ""), BOARDS, parts=(2, 3), low=True),
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
class Rake:
    """A percentage of the pot, in hundredths of a per cent, and the most that is taken: the book sets neither."""

    rate: int
    cap: int | None

    def range(self, wagered: int, chip: int) -> tuple[int, int]:
        """The least and the most that may be taken of so much: to the chip either way."""
        exact = wagered * self.rate
        down, up = exact // (10000 * chip) * chip, -(-exact // (10000 * chip)) * chip
        return (down, up) if self.cap is None else (min(down, self.cap), min(up, self.cap))


@dataclass(frozen=True)
class House:
    """A table as it is declared at the head of its log."""

    name: str
    game: Game
    limit: str
    chip: int
    blinds: tuple[int, ...] = ()
    bets: tuple[int, ...] = ()  # of a fixed limit, in equal parts of the rounds
    ante: int = 0
    bring_in: int = 0
    minimum: int = 0  # of a bet at no-limit or pot-limit, where it is not the big blind
    unit: int = 0  # to whose next multiple a pot is rounded up
    tournament: bool = False
    straddles: bool = False  # where the limit is fixed: elsewhere the book allows one
    features: tuple[str, ...] = ()
    rake: Rake | None = None

    @property
    def big(self) -> int:
        """The last blind; without blinds the lower bet."""
        return self.blinds[-1] if self.blinds else self.bets[0]

    @property
    def smallest(self) -> int:
        """The smallest bet at no-limit and pot-limit."""
        return self.minimum or self.big

    def bet(self, number: int) -> int:
        """The bet of a betting round where the limit is fixed, else the smallest."""
        if self.limit != "fixed":
            return self.smallest
        return self.bets[(number - 1) * len(self.bets) // self.game.rounds]

    def lines(self) -> list[str]:
        """The head of the log."""
        lines = [f'table "{self.name}"', f"rules roberts/{self.game.key}", f"limit {self.limit}"]
        lines += [f'tournament "{self.name}"'] * self.tournament
        if self.bets:
            lines.append("bets " + ", ".join(map(money_text, self.bets)))
        if self.blinds:
            lines.append("blinds " + ", ".join(map(money_text, self.blinds)))
        amounts = {"ante": self.ante, "bring-in": self.bring_in, "minimum": self.minimum, "chip": self.chip}
        amounts["pot-unit"] = self.unit
        lines += [f"{word} {money_text(amount)}" for word, amount in amounts.items() if amount]
        lines += ["straddles allowed"] * self.straddles
        if self.features:
            lines.append("features " + ", ".join(self.features))
        if self.rake is not None:
            cap = "" if self.rake.cap is None else f" cap {money_text(self.rake.cap)}"
            lines.append(f"commission {self.rake.rate / 100:g}%{cap}")
        return lines


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
