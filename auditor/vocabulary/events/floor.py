"""What the floor sees: steps of procedure, incidents, rulings, people and their chips."""

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
    event,
)

# ---- procedure, at the table or in a hand ----


@event
class Procedure(Event):
    """A step of the dealer's or operator's procedure that somebody saw done, or saw left out."""

    what: ProcedureStep
    done: bool
    by: Name | None


@event
class Replaced(Event):
    """Cards exchanged for new ones; no cards named means the whole deck, or all decks of a `setup`."""

    cards: Cards
    setup: bool = False


@event
class Clock(Event):
    """The time of day."""

    time: Time


@event
class Incident(Event):
    """An observer's note of a known kind, with the people and the money it concerns."""

    kind: Word
    player: Name | None
    to: Name | None
    amount: Cents | None
    note: str | None


@event
class Remark(Event):
    """A line that is no part of the play: talk, people who come, watch and go, or words nobody could make sense of."""

    kind: RemarkKind
    text: str


@event
class Ruling(Event):
    """A decision of a supervisor."""

    text: str
    by: Name | None


@event
class Claimed(Event):
    """A player asks for a ruling on the result of a hand, and whether that changed it."""

    player: Name
    hand: HandNumber
    amount: Cents | None
    upheld: bool | None  # None where the log does not tell


# ---- people and their chips ----


@event
class Sits(Event):
    """A player takes a seat between hands."""

    player: Name
    seat: SeatNumber
    amount: Cents | None
    origin: Word | None = None  # where the player comes from: "closed-game"
    by: Name | None = None  # who ordered it
    time: Time | None = None


@event
class Required(Event):
    """A newcomer has to wait for the blinds, or to put up as much, before getting cards."""

    player: Name
    what: Literal["wait", "post"]
    by: Name | None


@event
class PickedUp(Event):
    """An absent player's chips are taken off the table and kept."""

    player: Name
    time: Time | None
    by: Name | None


@event
class Queued(Event):
    """Somebody goes to the top or the bottom of the list of those waiting for a seat."""

    player: Name
    end: Literal["top", "bottom"]
    time: Time | None


@event
class Leaves(Event):
    """A player gives up the seat; `ordered` when the operator made the player do so."""

    player: Name
    ordered: bool
    time: Time | None = None


@event
class Lots(Event):
    """Cards that decide by lot who gets the button, or which seats: drawn by the players, or dealt to them in order."""

    purpose: Literal["button", "seats"]
    dealt: bool
    holdings: tuple[tuple[Name, Cards], ...]


@event
class Raced(Event):
    """Low chips taken out of play: a card to each player for each odd one, and who got a new chip."""

    low: Cents
    high: Cents
    holdings: tuple[tuple[Name, Cards], ...]
    winners: tuple[Name, ...]


@event
class LockedUp(Event):
    """A seat kept for somebody who has not come, from one time to another."""

    seat: SeatNumber
    player: Name
    start: Time
    end: Time


@event
class Transfer(Event):
    """A player is to go to another game: called from a must-move game, or by the player's own wish; or refuses to."""

    player: Name
    why: Literal["must-move", "request"]
    players: int | None  # in the other game, before the move
    time: Time | None
    refused: bool


@event
class Moves(Event):
    """A seated player changes to another seat."""

    player: Name
    seat: SeatNumber
    by: Name | None = None  # who ordered it


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
    """A player plays with chips bought and not there yet; was the table told how many?"""

    player: Name
    amount: Cents
    announced: bool


@event
class Removes(Event):
    """A player takes chips off the table."""

    player: Name
    amount: Cents


@event
class Lends(Event):
    """A player gives or lends chips to another."""

    player: Name
    amount: Cents
    to: Name


@event
class Pays(Event):
    """A player pays the house beside the pot: for time, namely for the hour from `hour` on, or the fee of a hand."""

    player: Name
    amount: Price
    what: Literal["time", "fee"]
    hour: Time | None = None
    time: Time | None = None  # of the payment


@event
class Counted(Event):
    """A player's table stake as counted at that moment."""

    player: Name
    amount: Cents
