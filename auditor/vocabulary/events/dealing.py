"""The events by which a hand is prepared and dealt: seats, the buck, the cut, each card, mishaps, draws."""

from __future__ import annotations

from datetime import date
from typing import Literal

from auditor.vocabulary.cards import Cards
from auditor.vocabulary.events.base import CardCount, Cents, Event, HandNumber, Name, SeatNumber, Time
from auditor.vocabulary.records import event

# ---- header and preparation ----


@event
class HandStarted(Event):
    """A hand begins."""

    number: HandNumber
    time: Time | None = None  # of the first card
    day: date | None = None  # of the first card, where it is not the table's day


@event
class Seat(Event):
    """A player sits at the table when a hand begins."""

    seat: SeatNumber
    player: Name
    stake: Cents | None = None  # the chips that the player has on the table; None where the log does not say
    out: bool = False  # is the player seated and not dealt in?
    why: Literal["away", "by order"] | None = None  # why a player is not dealt in; None where the log does not say


@event
class Buck(Event):
    """The marker of the designated player, a buck or a dealer button, lies before a seat."""

    seat: SeatNumber


@event
class Declined(Event):
    """A player declines the cut, the buck or an option."""

    player: Name
    what: Literal["cut", "buck", "option"]


@event
class Cut(Event):
    """Somebody cuts the deck."""

    player: Name | None = None  # who cuts; None is the dealer
    depth: int | None = None  # how many cards are in the upper pile
    exposed: Cards = ()  # the cards that the cut exposed


@event
class HandEnded(Event):
    """The record of a hand is complete."""


# ---- cards ----


@event
class Deal(Event):
    """The dealer deals one pass: cards to one player after the other, face up or face down."""

    holdings: tuple[tuple[Name, Cards], ...]  # the cards that each player gets together, in the order of the deal
    up: bool = False  # is the pass face up?
    contrary: tuple[Name, ...] = ()  # the players who get theirs the other way up
    early: bool = False  # before the betting that had to come first?


@event
class DealFault(Event):
    """Somebody notes a mishap of the deal: cards misdirected, left out, extra or exposed."""

    kind: Literal["misdirected", "left-out", "extra", "exposed"]
    player: Name  # whose cards are exposed, who got the wrong cards, or who was left out
    cards: Cards
    meant_for: Name | None = None  # the player whom misdirected cards were meant for
    seen: bool | None = None  # did anybody see them who was not entitled to? None where the log does not say
    by: Name | None = None  # whose doing it was


@event
class Boxed(Event):
    """Cards lie face up in the shoe or the deck when their turn to be dealt comes."""

    cards: Cards


@event
class TakenBack(Event):
    """The dealer puts cards back among those to be dealt, after they were dealt or just before."""

    cards: Cards
    player: Name | None = None  # whose they were


@event
class Wants(Event):
    """A player asks for so many cards at the draw; a later number takes the place of an earlier one."""

    player: Name
    count: CardCount


@event
class Discards(Event):
    """A player gives up cards, at a draw to get as many others."""

    player: Name
    count: CardCount  # zero where the player stands pat
    cards: Cards  # those given up, where the log names them
    announced: CardCount | None = None  # the number that the player stated
    unannounced: bool = False  # did somebody note that the player stated none?


@event
class DrawAsked(Event):
    """Somebody asks how many cards a player drew."""

    player: Name  # who asks
    of: Name  # whose draw it is about
    answered: bool = False
    by: Name | None = None  # who answered, if not the player asked


@event
class Reshuffled(Event):
    """The dealer makes up the cards to be dealt anew in the middle of a hand."""

    cards: Cards  # what they are made up of, where the log names the cards
    owners: tuple[Name, ...]  # the players whose discards they are made up of


@event
class Burn(Event):
    """The dealer burns cards."""

    cards: Cards


@event
class Communal(Event):
    """The dealer turns communal cards up."""

    cards: Cards
    how: Literal["early", "face-up"] | None = None  # too early, or because they lay face up in the deck


@event
class Run(Event):
    """The dealer deals the cards to come once more, for another part of the pot."""

    number: int  # two for the second run
    cards: Cards  # they take the place of as many communal cards of the first run


@event
class SetAside(Event):
    """The dealer puts aside communal cards that should not have been turned."""

    cards: Cards


@event
class Misdeal(Event):
    """Somebody declares the deal a misdeal."""

    reason: str | None = None  # as declared
    by: Name | None = None  # who declared it
    time: Time | None = None  # when it was declared
    again: Time | None = None  # when the first card of the new deal came


@event
class Holds(Event):
    """A count shows how many cards a player holds."""

    player: Name
    count: CardCount


@event
class Looks(Event):
    """A player looks at their cards, or somebody notes that the player has not."""

    player: Name
    looked: bool = True


@event
class Kept(Event):
    """A player keeps cards that went wrong: cards that were exposed, or too many."""

    player: Name
    cards: Cards


@event
class Noticed(Event):
    """Somebody notices a mishap of the deal. Where this stands among the acts tells when."""

    what: Literal[
        "misdirected", "left-out", "extra", "exposed", "order", "count", "no-cut", "no-shuffle", "deck"
    ]  # the mishap
    by: Name | None = None  # who noticed it
    waiting: tuple[Name, ...] = ()  # the players who had not acted by then; none where the log does not say


@event
class Voided(Event):
    """Somebody declares a player's hand void."""

    player: Name
    reason: str | None = None  # as declared
