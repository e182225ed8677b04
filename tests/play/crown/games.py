"""The seven games of Crown Poker and its five betting types, as the text describes them, and a table that offers one.

Nothing here is read from the rulebook: a wrong figure there shows.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from auditor.money import money_text


@dataclass(frozen=True)
class Game:
    """A game: how many cards are dealt, in which betting round one is given up, and what a hand is made of."""

    key: str
    dealt: int
    seats: int = 11
    discard: int | None = None  # after this betting round
    parts: tuple[int, int] | None = None  # so many own and so many communal cards; None: any five
    low: bool = False  # an eight or lower halves the pot

    @property
    def kept(self) -> int:
        """How many cards of their own players have at the showdown."""
        return self.dealt - (self.discard is not None)

    @property
    def omaha(self) -> bool:
        """Are exactly two own cards used?"""
        return self.parts is not None


GAMES = {
    game.key: game
    for game in (
        Game("holdem", 2),
        Game("pineapple", 3, discard=1),
        Game("crazy-pineapple", 3, discard=2),
        Game("crazy-pineapple-hi-lo", 3, discard=2, low=True),
        Game("holdem-hi-lo", 2, low=True),
        Game("omaha", 4, seats=10, parts=(2, 3)),
        Game("omaha-hi-lo", 4, seats=10, parts=(2, 3), low=True),
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


@dataclass(frozen=True)
class Rake:
    """A percentage of the pot, in hundredths of a per cent, and the most that is taken."""

    rate: int
    cap: int | None

    def range(self, wagered: int, chip: int) -> tuple[int, int]:
        """The least and the most that may be taken of so much: to the chip either way, never above a tenth."""
        exact = wagered * self.rate
        down = exact // (10000 * chip) * chip
        up = -(-exact // (10000 * chip)) * chip
        most = min(up, wagered // 10 // chip * chip)
        if self.cap is not None:
            most = min(most, self.cap)
        return min(down, most), most


@dataclass(frozen=True)
class House:
    """A table as it is declared at the head of its log."""

    name: str
    game: Game
    limit: str
    chip: int
    blinds: tuple[int, ...]
    bets: tuple[int, ...]  # structured amounts, in equal parts of the four rounds; else the smallest bet
    maximum: int | None = None  # of a spread
    straddles: bool = False
    rake: Rake | None = None
    opens: bool = False

    @property
    def big(self) -> int:
        """The last compulsory blind."""
        return self.blinds[-1]

    @property
    def stake(self) -> int:
        """The smallest amount to sit down with."""
        return 10 * self.big

    def bet(self, number: int) -> int:
        """The structured amount of a betting round, or the smallest bet."""
        return self.bets[(number - 1) * len(self.bets) // 4]

    def lines(self) -> list[str]:
        """The head of the log."""
        lines = [f'table "{self.name}"', f"rules crown/{self.game.key}", f"limit {self.limit}"]
        if self.limit == "fixed":
            lines.append("bets " + ", ".join(map(money_text, self.bets)))
        elif self.limit == "spread":
            lines.append(f"bets {money_text(self.bets[0])}-{money_text(self.maximum or 0)}")
        else:
            lines.append(f"minimum {money_text(self.bets[0])}")
        lines += ["blinds " + ", ".join(map(money_text, self.blinds)), f"chip {money_text(self.chip)}"]
        lines += [f"stake {money_text(self.stake)}", f"straddles {'allowed' if self.straddles else 'none'}"]
        if self.rake is not None:
            cap = "" if self.rake.cap is None else f" cap {money_text(self.rake.cap)}"
            lines.append(f"commission {self.rake.rate / 100:g}%{cap}")
        return lines + ["open at 20:00"] * self.opens


def declare(rng: random.Random, game: Game, limit: str, number: int = 0) -> House:
    """A table of a game and a betting type."""
    chip = rng.choice((100, 100, 100, 500, 50))
    blinds = rng.choice(BLINDS[chip])
    big = blinds[-1]
    bets: tuple[int, ...] = (big,)
    if limit == "fixed":
        bets = rng.choice(((big, 2 * big), (big,), (big, big, 2 * big, 4 * big)))
    rake = Rake(rng.choice((200, 250, 500, 500, 1000)), rng.choice((None, 500, 1000, 2000)))
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
