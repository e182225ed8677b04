"""The end of a hand: hands shown, pots announced and paid, money handed back."""

from __future__ import annotations

from typing import Literal

from auditor.vocabulary.cards import Cards
from auditor.vocabulary.events.base import Cents, Event, Name, Word, event


@event
class Show(Event):
    """Cards exposed at the showdown."""

    player: Name
    cards: Cards
    freely: bool = False  # before it was the player's turn to, of the player's own will


@event
class Declares(Event):
    """A player says what the hand is: the rank of its highest card, a pair, the board; or opens by words."""

    player: Name
    hand: Literal["open", "pair", "board", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]


@event
class Requested(Event):
    """Somebody asks to see the cards of a player who did not show them."""

    player: Name
    of: Name


@event
class Tapped(Event):
    """The dealer taps a player's cards on the discards, which makes them dead."""

    player: Name


@event
class Muck(Event):
    """A player's cards pass into the discards without being shown."""

    player: Name


@event
class Announced(Event):
    """What the dealer told the table: the winners, or the pot and the commission."""

    winners: tuple[Name, ...]
    pot: Cents | None
    commission: Cents | None


@event
class PotTaken(Event):
    """A pot as counted at settlement and the commission taken from it; without a number, all pots together."""

    pot: int | None
    amount: Cents
    commission: Cents | None


@event
class Win(Event):
    """A player is paid from a pot."""

    player: Name
    amount: Cents
    pot: int | None


@event
class Invalidated(Event):
    """The operator annuls the outcome on this ground, by somebody's decision."""

    ground: Word
    by: Name | None = None


@event
class Refund(Event):
    """A wager handed back because the outcome was annulled."""

    player: Name
    amount: Cents
