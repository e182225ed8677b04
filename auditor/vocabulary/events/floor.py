"""What the floor notes: steps of procedure, incidents, rulings, people and their chips."""

from __future__ import annotations

from typing import Literal

from auditor.vocabulary.cards import Cards
from auditor.vocabulary.events.base import (
    Cents,
    Event,
    HandNumber,
    Name,
    Price,
    ProcedureStep,
    RemarkKind,
    SeatNumber,
    Time,
    Word,
)
from auditor.vocabulary.records import event

# ---- procedure, at the table or in a hand ----


@event
class Procedure(Event):
    """Somebody sees that a step of the dealer's or the operator's procedure is done, or that it is left out."""

    what: ProcedureStep
    done: bool = False  # false where somebody saw it left out
    by: Name | None = None  # who did it
    to: Name | None = None  # in a change of dealers: the name or the number of who deals from here on


@event
class DealerNamed(Event):
    """The log names the dealer who deals from here on, by name or by number."""

    name: Name


@event
class Replaced(Event):
    """Cards are exchanged for new ones: those named or, where none are named, the whole deck."""

    cards: Cards
    setup: bool = False  # all decks of the table?


@event
class Clock(Event):
    """The log notes the time of day."""

    time: Time


@event
class Incident(Event):
    """An observer notes an incident of a known kind, with the people and the money that it concerns."""

    kind: Word  # such as "chips-lent"
    player: Name | None = None  # who did it
    to: Name | None = None  # to whom, or against whom
    amount: Cents | None = None
    note: str | None = None  # the observer's own words


@event
class Remark(Event):
    """The log has a line that is no part of the play.

    That is talk (`chat`), people who come, watch and go (`observer`), or words of another log that nobody could make
    sense of (`unknown`), which may tell of an act (`unknown-act`); or what the dealer said that a dealer may say
    (`dealer`).
    """

    kind: RemarkKind
    text: str


@event
class Ruling(Event):
    """A supervisor makes a decision."""

    text: str  # the decision in words
    by: Name | None = None  # who made it


@event
class Claimed(Event):
    """A player asks for a ruling on the result of a hand."""

    player: Name
    hand: HandNumber
    amount: Cents | None = None  # how much the player claims
    upheld: bool | None = None  # did the ruling change the result? None where the log does not say


# ---- people and their chips ----


@event
class Sits(Event):
    """A player takes a seat between hands."""

    player: Name
    seat: SeatNumber
    amount: Cents | None = None  # the chips that the player brings
    origin: Word | None = None  # where the player comes from: "closed-game"
    by: Name | None = None  # who ordered it
    time: Time | None = None


@event
class Required(Event):
    """A newcomer is told to wait for the blinds, or to put up as much, before getting cards."""

    player: Name
    what: Literal["wait", "post"]  # wait for the blinds, or post as much
    by: Name | None = None  # who ordered it


@event
class PickedUp(Event):
    """The house takes an absent player's chips off the table and keeps them."""

    player: Name
    time: Time | None = None
    by: Name | None = None  # who ordered it


@event
class Queued(Event):
    """Somebody goes to the top or the bottom of the list of people who wait for a seat."""

    player: Name
    end: Literal["top", "bottom"]  # of the list
    time: Time | None = None


@event
class Leaves(Event):
    """A player gives up the seat."""

    player: Name
    ordered: bool = False  # did the operator make the player leave?
    time: Time | None = None


@event
class Lots(Event):
    """Cards decide by lot who gets the button, or who gets which seat."""

    purpose: Literal["button", "seats"]
    dealt: bool  # are the cards dealt to the players? If not, the players draw them
    holdings: tuple[tuple[Name, Cards], ...]  # each player's cards, in the order dealt or drawn


@event
class Raced(Event):
    """A tournament takes its low chips out of play, and cards decide who gets a new chip for the odd ones."""

    low: Price  # the chip that goes out of play
    high: Price  # the new chip
    holdings: tuple[tuple[Name, Cards], ...]  # each player's cards: one for each odd chip
    winners: tuple[Name, ...]  # those who get a new chip


@event
class LockedUp(Event):
    """A seat is kept for somebody who has not come yet."""

    seat: SeatNumber
    player: Name
    start: Time  # from when it is kept
    end: Time  # until when


@event
class Transfer(Event):
    """A player is to go to another game: called from a must-move game, or by the player's own wish."""

    player: Name
    why: Literal["must-move", "request"]
    players: int | None = None  # how many play in the other game before the move
    time: Time | None = None
    refused: bool = False  # does the player refuse to go?


@event
class Moves(Event):
    """A seated player changes to another seat."""

    player: Name
    seat: SeatNumber  # the new one
    by: Name | None = None  # who ordered it
    way: Literal["clockwise", "anticlockwise"] | None = None  # which way round; None where the log does not say


@event
class Asks(Event):
    """Somebody, seated or waiting, asks for a seat."""

    player: Name
    seat: SeatNumber


@event
class Buys(Event):
    """A player adds chips to the table stake."""

    player: Name
    amount: Cents


@event
class Behind(Event):
    """A player plays with chips that were bought and have not come to the table yet."""

    player: Name
    amount: Cents
    announced: bool = False  # does the table know how many?


@event
class Removes(Event):
    """A player takes chips off the table."""

    player: Name
    amount: Cents


@event
class Lends(Event):
    """A player gives or lends chips to another."""

    player: Name  # who gives them
    amount: Cents
    to: Name  # who gets them


@event
class Pays(Event):
    """A player pays the house beside the pot: for an hour of play, or the fee of a hand."""

    player: Name
    amount: Price
    what: Literal["time", "fee"]  # for time, or the fee of a hand
    hour: Time | None = None  # when the hour begins that is paid for
    time: Time | None = None  # of the payment


@event
class Counted(Event):
    """Somebody counts a player's table stake."""

    player: Name
    amount: Cents  # what the count showed
