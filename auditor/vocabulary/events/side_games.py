"""Games beside the game: side wagers and bonuses."""

from __future__ import annotations

from typing import Literal

from auditor.vocabulary.events.base import Cents, Event, Name, Price, Word
from auditor.vocabulary.records import event


@event
class SideWager(Event):
    """A player stakes chips beside the game on an outcome, such as a colour."""

    player: Name
    amount: Price
    on: Word  # the outcome: "red"


@event
class SideSettled(Event):
    """A side wager is settled."""

    player: Name
    how: Literal["wins", "loses", "gets back"]
    amount: Cents  # what is paid beside the stake or, where the stake is lost or handed back, the stake
    on: Word  # the outcome that the player staked on


@event
class Bonus(Event):
    """The house pays a player a bonus prize for a hand."""

    player: Name
    amount: Cents
    by: Name | None = None  # who verified the hand
