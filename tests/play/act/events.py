"""What can happen in a hand, as far as the player of legal hands keeps track of it.

These are the player's own words, not the auditor's: a line of a log that is read wrongly must not read right here.
Cards are written as in a log, money is in cents.
"""

from __future__ import annotations

from dataclasses import dataclass

Cards = tuple[str, ...]


class Event:
    """Something that happens."""


# ---- before the cards ----


@dataclass(frozen=True)
class Seat(Event):
    """A player has a seat, with cards coming or not."""

    seat: int
    player: str
    stake: int
    out: bool = False


@dataclass(frozen=True)
class Buck(Event):
    """The buck lies before a seat."""

    seat: int


@dataclass(frozen=True)
class Cut(Event):
    """Somebody cuts the deck."""


@dataclass(frozen=True)
class Declined(Event):
    """The designated player does not want to cut."""


@dataclass(frozen=True)
class Post(Event):
    """A wager before the cards: blind, over-blind or ante."""

    player: str
    kind: str
    amount: int
    all_in: bool = False


# ---- cards ----


@dataclass(frozen=True)
class Deal(Event):
    """A pass of cards, face down or up, and who gets theirs the other way."""

    holdings: tuple[tuple[str, Cards], ...]
    up: bool = False
    contrary: tuple[str, ...] = ()


@dataclass(frozen=True)
class Communal(Event):
    """Cards for all; how they came, if not in the usual way."""

    cards: Cards
    how: str | None = None


@dataclass(frozen=True)
class Discards(Event):
    """A player gives up cards in the draw, or none."""

    player: str
    cards: Cards = ()


@dataclass(frozen=True)
class Burn(Event):
    """A card is thrown away."""

    card: str


@dataclass(frozen=True)
class Boxed(Event):
    """Cards are found face up in the shoe."""


@dataclass(frozen=True)
class TakenBack(Event):
    """A card goes back among the others, perhaps out of a player's hand."""

    card: str
    player: str | None = None


@dataclass(frozen=True)
class Reshuffled(Event):
    """The cards that are now to be dealt, in their order."""

    cards: Cards


@dataclass(frozen=True)
class Mishap(Event):
    """Something goes wrong with a card that is dealt."""


@dataclass(frozen=True)
class Misdeal(Event):
    """The deal is given up."""


@dataclass(frozen=True)
class Voided(Event):
    """A hand is void."""

    player: str


# ---- acts ----


@dataclass(frozen=True)
class Act(Event):
    """What a player does when it is their turn."""

    player: str


@dataclass(frozen=True)
class Fold(Act):
    """A player gives up."""


@dataclass(frozen=True)
class Check(Act):
    """A player wagers nothing."""


@dataclass(frozen=True)
class Pass(Act):
    """A player who has met the blind leaves it at that."""


@dataclass(frozen=True)
class Wager(Act):
    """A player brings their total of the betting round to an amount."""

    total: int


# ---- chips and the end ----


@dataclass(frozen=True)
class Gains(Event):
    """Chips come to a player's stake, or leave it if they are less than none."""

    player: str
    amount: int


@dataclass(frozen=True)
class Returned(Event):
    """Chips go back to a player out of the pot."""

    player: str
    amount: int


@dataclass(frozen=True)
class Show(Event):
    """A player turns their cards over."""

    player: str


@dataclass(frozen=True)
class PotTaken(Event):
    """A pot is counted and its commission taken."""


@dataclass(frozen=True)
class Win(Event):
    """A player is paid, out of a pot or when a hand is annulled."""

    player: str
    amount: int


@dataclass(frozen=True)
class Annulled(Event):
    """The hand counts for nothing."""
