"""A hand is prepared and its cards are dealt: seats, the buck, the cut, each card, mishaps, draws."""

from __future__ import annotations

from datetime import date
from typing import Literal

from auditor.vocabulary.cards import Cards
from auditor.vocabulary.events.base import Cents, Event, HandNumber, Name, SeatNumber, Time, event

# ---- header and preparation ----


@event
class HandStarted(Event):
    """A hand begins; the time is that of its first card."""

    number: HandNumber
    time: Time | None
    day: date | None


@event
class Seat(Event):
    """Who sits where with which stake; `out` when the player is not dealt in."""

    seat: SeatNumber
    player: Name
    stake: Cents | None
    out: bool


@event
class Buck(Event):
    """The marker of the designated player: buck or dealer button."""

    seat: SeatNumber


@event
class Declined(Event):
    """A player declines the cut, the buck or an option."""

    player: Name
    what: Literal["cut", "buck", "option"]


@event
class Cut(Event):
    """The deck is cut: by whom (None is the dealer), how many cards in the upper pile, what was exposed."""

    player: Name | None
    depth: int | None
    exposed: Cards


@event
class HandEnded(Event):
    """The record of a hand is complete."""


# ---- cards ----


@event
class Deal(Event):
    """One pass of the deal, in order: who received which cards together, face up or down."""

    holdings: tuple[tuple[Name, Cards], ...]
    up: bool
    contrary: tuple[Name, ...] = ()  # those whose cards were given the other way up


@event
class DealFault(Event):
    """A dealing mishap somebody noted: cards misdirected, left out, extra or exposed, and whether they were seen."""

    kind: Literal["misdirected", "left-out", "extra", "exposed"]
    player: Name
    cards: Cards
    meant_for: Name | None
    seen: bool | None
    by: Name | None = None  # whose doing it was


@event
class Boxed(Event):
    """Cards found lying face up in the shoe or the deck when their turn to be dealt came."""

    cards: Cards


@event
class TakenBack(Event):
    """Cards that were dealt, or about to be, put back among those still to be dealt."""

    cards: Cards
    player: Name | None


@event
class Wants(Event):
    """A player says how many cards to draw; said again, it is changed."""

    player: Name
    count: int


@event
class Discards(Event):
    """A player gives up cards to have as many others; none means that the player stands pat."""

    player: Name
    count: int
    cards: Cards
    announced: int | None  # the number the player stated
    unannounced: bool  # somebody noted that the player stated none


@event
class DrawAsked(Event):
    """Somebody asks how many cards a player drew: was it answered, and by whom, if not by that player."""

    player: Name
    of: Name
    answered: bool
    by: Name | None


@event
class Reshuffled(Event):
    """The cards to be dealt made up anew in the middle of a hand: from which cards, or from whose discards."""

    cards: Cards
    owners: tuple[Name, ...]


@event
class Burn(Event):
    """Cards thrown away before a deal."""

    cards: Cards


@event
class Communal(Event):
    """Communal cards turned up; `early` or `face-up` (found so in the deck) where the log says so."""

    cards: Cards
    how: Literal["early", "face-up"] | None


@event
class Run(Event):
    """The cards to come dealt once more, for another part of the pot: in the place of as many of the first run."""

    number: int
    cards: Cards


@event
class SetAside(Event):
    """Communal cards that should not have been turned, put aside."""

    cards: Cards


@event
class Misdeal(Event):
    """The deal is declared a misdeal, with the reason given, by somebody."""

    reason: str | None
    by: Name | None = None


@event
class Holds(Event):
    """A player is found to hold this many cards."""

    player: Name
    count: int


@event
class Looks(Event):
    """A player looks at the cards dealt."""

    player: Name


@event
class Voided(Event):
    """A player's hand is declared void."""

    player: Name
    reason: str | None
