"""The end of a hand: hands shown, pots announced and paid, money handed back."""

from __future__ import annotations

from typing import Literal

from auditor.vocabulary.cards import Cards
from auditor.vocabulary.events.base import Cents, Event, Name, Word
from auditor.vocabulary.records import event


@event
class Show(Event):
    """A player lays cards open at the showdown."""

    player: Name
    cards: Cards
    freely: bool = False  # does the player show before having to?


@event
class Declares(Event):
    """A player says what hand they hold, or opens the pot by words."""

    player: Name
    hand: Literal[  # the rank of its highest card, a pair, or the board; "open" opens the pot
        "open", "pair", "board", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"
    ]


@event
class Requested(Event):
    """Somebody asks to see the cards of a player who did not show them."""

    player: Name  # who asks
    of: Name  # whose cards they are


@event
class Tapped(Event):
    """The dealer taps a player's cards on the discards, which keeps them dead; or it is noted as not done."""

    player: Name
    done: bool = True


@event
class Muck(Event):
    """A player's cards go into the discards unseen."""

    player: Name


@event
class Announced(Event):
    """The dealer announces the winners, or the pot and the commission."""

    winners: tuple[Name, ...]
    pot: Cents | None = None  # the amount of the pot
    commission: Cents | None = None
    hand: str | None = None  # what the winning hand was called


@event
class PotTaken(Event):
    """The dealer counts a pot, or all pots together, and takes the commission from it."""

    pot: int | None  # its number: zero is the main pot; None means all pots together
    amount: Cents  # what was counted
    commission: Cents | None = None


@event
class HouseAdds(Event):
    """The house adds money of its own to the pot."""

    amount: Cents


@event
class Win(Event):
    """A player is paid from a pot."""

    player: Name
    amount: Cents
    pot: int | None = None  # its number: zero is the main pot; None where the log does not say which
    run: int | None = None  # the run of the last cards that this part is for


@event
class Invalidated(Event):
    """The operator annuls the outcome of the hand."""

    ground: Word  # such as "fire"
    by: Name | None = None  # who decided it


@event
class Refund(Event):
    """The operator hands a wager back because the outcome was annulled."""

    player: Name
    amount: Cents
