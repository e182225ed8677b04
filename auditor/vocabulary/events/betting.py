"""The acts of players in a betting round, and the wagers that are due before the cards."""

from __future__ import annotations

from typing import Literal

from auditor.vocabulary.events.base import Cents, Change, Event, Manner, Name, Posting, Price, Said, event


@event
class Post(Event):
    """A forced or voluntary wager before the cards."""

    player: Name
    kind: Posting
    amount: Cents
    all_in: bool


@event
class Act(Event):
    """Something a player does when it is, or is not, that player's turn."""

    player: Name


@event
class Fold(Act):
    """Gives up the hand."""


@event
class Check(Act):
    """Stays in without betting."""


@event
class Pass(Act):
    """Declines an option to raise what is already met."""


@event
class Wager(Act):
    """Chips put in by an act. `added` is what was put in now, `total` what then stands before the player this round."""

    added: Cents | None
    total: Cents | None
    all_in: bool
    announced: Cents | None
    manner: Manner | None
    said: Said | None
    chips: tuple[Price, ...]  # those put in, one by one, where the log tells


@event
class Call(Wager):
    """Meets the wager; without an amount, exactly what is needed or all that is left."""


@event
class Bet(Wager):
    """Opens the betting of a round."""


@event
class Raise(Wager):
    """Meets and increases the wager; `by` is the increase the log states."""

    by: Change | None


@event
class Refused(Event):
    """The dealer refuses a player an act."""

    player: Name
    what: Literal["fold", "check", "call", "bet", "raise", "show"]


@event
class TimedOut(Event):
    """A player's time to act has run out."""

    player: Name


@event
class Returned(Event):
    """Chips handed back to a player."""

    player: Name
    amount: Cents
