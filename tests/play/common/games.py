"""A game and a table that offers it, as far as all rulebooks with a dealer's button have them in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from play.common.words import money

HOLDEM = (0, 3, 1, 1)  # communal cards before each betting round


@dataclass(frozen=True)
class Book:
    """What sets one rulebook apart from the others in what every hand comes to."""

    folder: str  # of its rules
    side_pots_first: bool = False  # are the side pots paid before the main one?
    halved_once: bool = False  # is a pot that the same players win both ways divided without halving it?


@dataclass(frozen=True)
class Game:
    """A game: the cards that come before each betting round, and what a hand is made of."""

    key: str
    deals: tuple[str, ...]  # a player's own cards before each betting round: 'd' down, 'u' up
    board: tuple[int, ...] = ()  # cards for all before each betting round
    seats: int = 10
    discard: int | None = None  # after this betting round a card is given up
    parts: tuple[int, int] | None = None  # so many own and so many communal cards; None: any five
    low: bool = False  # an eight or lower halves the pot

    @property
    def rounds(self) -> int:
        """How many betting rounds there are."""
        return len(self.deals)

    @property
    def raises(self) -> int:
        """How many raises follow a bet where their number is limited."""
        return 4 if self.rounds == 2 else 3

    @property
    def dealt(self) -> int:
        """How many cards of their own players have at first."""
        return len(self.deals[0])

    @property
    def kept(self) -> int:
        """How many cards of their own players have at the showdown."""
        return sum(map(len, self.deals)) - (self.discard is not None)

    @property
    def omaha(self) -> bool:
        """Are exactly two own cards used?"""
        return self.parts is not None


@dataclass(frozen=True)
class Rake:
    """A percentage of the pot, in hundredths of a per cent, and the most that is taken."""

    rate: int
    cap: int | None = None
    part: int | None = None  # of the pot, by which it is divided, that is the most in any case

    def range(self, wagered: int, chip: int) -> tuple[int, int]:
        """The least and the most that may be taken of so much: to the chip either way."""
        exact = wagered * self.rate
        down, most = exact // (10000 * chip) * chip, -(-exact // (10000 * chip)) * chip
        if self.part is not None:
            most = min(most, wagered // self.part // chip * chip)
        if self.cap is not None:
            most = min(most, self.cap)
        return min(down, most), most


@dataclass(frozen=True)
class House:
    """A table as it is declared at the head of its log."""

    book: ClassVar[Book]

    name: str
    game: Game
    limit: str
    chip: int
    blinds: tuple[int, ...] = ()
    bets: tuple[int, ...] = ()  # structured amounts, in equal parts of the rounds
    ante: int = 0
    tournament: bool = False
    straddles: bool = False
    rake: Rake | None = None

    @property
    def big(self) -> int:
        """The last blind; without blinds the lower bet."""
        return self.blinds[-1] if self.blinds else self.bets[0]

    def bet(self, number: int) -> int:
        """The structured amount of a betting round."""
        return self.bets[(number - 1) * len(self.bets) // self.game.rounds]

    def lines(self) -> list[str]:
        """The head of the log."""
        lines = [f'table "{self.name}"', f"rules {self.book.folder}/{self.game.key}", f"limit {self.limit}"]
        lines += self.terms()
        if self.rake is not None:
            cap = "" if self.rake.cap is None else f" cap {money(self.rake.cap)}"
            lines.append(f"commission {self.rake.rate / 100:g}%{cap}")
        return lines

    def terms(self) -> list[str]:
        """What is declared about the wagers."""
        return ["blinds " + amounts(self.blinds)] * bool(self.blinds)


def amounts(some: tuple[int, ...]) -> str:
    """Amounts as a log lists them."""
    return ", ".join(map(money, some))
