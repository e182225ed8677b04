"""Games beside the game: side wagers and bonuses."""

from __future__ import annotations

from typing import Literal

from auditor.vocabulary.events.base import Cents, Event, Name, Price, Word, event


@event
class SideWager(Event):
    """A player stakes chips beside the game on an outcome, such as a colour."""

    player: Name
    amount: Price
    on: Word


@event
class SideSettled(Event):
    """A side wager is settled: what was won beside the stake, or the stake lost or handed back."""

    player: Name
    how: Literal["wins", "loses", "gets back"]
    amount: Cents
    on: Word


@event
class Bonus(Event):
    """A bonus prize for a hand."""

    player: Name
    amount: Cents
    by: Name | None  # who verified the hand
