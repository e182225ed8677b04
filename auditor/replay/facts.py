"""The few facts of a hand that the checks over a whole session need, once the hand itself has been judged."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from auditor.events import Event
from auditor.hands import Setup
from auditor.replay.table import Table


@dataclass(slots=True, frozen=True)
class SeatFact:
    """A player's part in a hand."""

    name: str
    seat: int
    out: bool  # seated, but sat the hand out
    dealt: bool
    start: int | None  # stake before the hand
    end: int | None  # stake after it, as computed from the record; None if it cannot be
    put: int
    won: int
    tapped_out: bool  # put in the last chip


@dataclass(slots=True)
class HandPlayed(Event):
    """A hand as the session sees it."""

    number: str
    day: date | None
    time: str | None
    setup: Setup
    before: list[Event]
    buck: int | None
    bucks: tuple[int | None, ...]  # the buck of each misdealt attempt before the deal that counted
    seats: tuple[SeatFact, ...]
    dealt: bool  # a deal of the hand was played, not only misdealt
    invalidated: bool

    def seat_of(self, name: str) -> SeatFact | None:
        """The seat of a player, if the player was there."""
        return next((seat for seat in self.seats if seat.name == name), None)


@dataclass(slots=True)
class SessionClosed(Event):
    """The record of a table is complete."""

    setup: Setup
    before: list[Event]


def facts_of(table: Table) -> HandPlayed:
    """What the session needs to know of a hand that has been replayed."""
    hand = table.hand
    seats = tuple(
        SeatFact(
            player.name,
            player.seat,
            player.out,
            player.received > 0 or player.put > 0,
            player.start,
            None if player.start is None else player.stake + player.won + player.refunded,
            player.put,
            player.won,
            player.start is not None and player.put > 0 and player.stake == 0,
        )
        for player in table.players
    )
    return HandPlayed(
        hand.header.line,
        hand.header.column,
        hand.number,
        hand.day,
        hand.header.time,
        hand.setup,
        hand.before,
        table.buck,
        tuple(attempt.buck for attempt in table.attempts),
        seats,
        table.attempt.dealt or table.pot > 0,
        table.invalidated is not None,
    )
