"""What the writers share: how a format is described, and amounts in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from histories.model import Hand

ALL = ("holdem-nl", "omaha-pl", "holdem-fl", "stud-fl", "tournament")
BUTTON_GAMES = ("holdem-nl", "omaha-pl", "holdem-fl", "tournament")


@dataclass(frozen=True)
class Format:
    """A format: which games are written in it, and what a hand in it is evidence of."""

    name: str
    suffix: str
    text: Callable[[Hand], str]
    games: tuple[str, ...] = ALL
    rake: bool = True  # what the room took is printed
    total: bool = True  # what is in the pot is printed
    back: bool = True  # what went back is printed
    mucks: bool = True  # it says who threw a hand away
    calls: bool = True  # it says how much a call was, and whether it was one
    raises_by: bool = False  # a raise has both its increase and its total
    by_pot: bool = True  # payments say from which pot they come
    halves: bool = False  # tournament chips are divided into hundredths
    straddles: bool = True
    posts: bool = True  # blinds are stated apart from those that were put up
    levels: bool = True  # so are those of a tournament
    upcards: bool = True  # at stud, everybody's open cards are written down
    streets: bool = True  # a street is written with its cards or not at all
    balances: bool = False  # everybody's stake after the hand is printed
    dealt: bool = True  # cards at the deal and at the showdown are written apart
    chip: bool = True  # the smallest chip follows from the record

    def number(self, hand: Hand) -> str:
        """The number of a hand as the audit tells it."""
        return NUMBERS.get(self.name, str)(hand.number)

    def unit(self, tournament: bool) -> int:
        """The smallest chip."""
        return 100 if tournament and not self.halves else 1


NUMBERS: dict[str, Callable[[int], str]] = {
    "ggpoker": lambda number: f"HD{number}",
    "winamax": lambda number: f"{number}-1-1714600000",
    "partypoker-summary": lambda number: f"{number}abcdefghij",
}


def plain(amount: int) -> str:
    """An amount without a sign: 12, 12.50."""
    return str(amount // 100) if amount % 100 == 0 else f"{amount // 100}.{amount % 100:02}"


def thousands(amount: int) -> str:
    """An amount with commas between thousands."""
    return f"{amount // 100:,}" if amount % 100 == 0 else f"{amount // 100:,}.{amount % 100:02}"


def pot_names(count: int) -> list[str]:
    """The pots from the main one up, as PokerStars calls them."""
    if count < 2:
        return ["pot"]
    sides = ["side pot"] if count == 2 else [f"side pot-{n}" for n in range(1, count)]
    return ["main pot", *sides]


def clock(number: int) -> str:
    """A time of the day for a hand."""
    return f"{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}"
