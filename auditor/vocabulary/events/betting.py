"""The acts of players in a betting round, and the wagers that are due before the cards."""

from __future__ import annotations

from typing import Literal

from auditor.vocabulary.events.base import Cents, Change, Event, Manner, Name, Posting, Price, Said
from auditor.vocabulary.records import event


@event
class Post(Event):
    """A player puts up a forced or voluntary wager before the cards."""

    player: Name
    kind: Posting
    amount: Cents
    all_in: bool = False  # are they the player's last chips?


@event
class Act(Event):
    """A player acts, in turn or out of turn."""

    player: Name


@event
class Fold(Act):
    """A player gives up the hand."""


@event
class Check(Act):
    """A player stays in without betting."""


@event
class Pass(Act):
    """A player who has nothing to call declines the option to raise."""


@event
class Wager(Act):
    """A player puts in chips by an act."""

    added: Cents | None = None  # what the player puts in now
    total: Cents | None = None  # what then stands before the player in this betting round
    all_in: bool = False  # are they the player's last chips?
    announced: Cents | None = None  # the amount that the player stated
    manner: Manner | None = None  # how the chips went in
    said: Said | None = None  # the player's words; None where the log does not say
    chips: tuple[Price, ...] = ()  # the chips one by one, where the log names them


@event
class Call(Wager):
    """A player meets the wager: without an amount, by exactly what is needed or by all the chips that are left."""


@event
class Bet(Wager):
    """A player opens the betting of a round."""


@event
class Raise(Wager):
    """A player meets and increases the wager."""

    by: Change | None = None  # the increase, as the log states it


@event
class Refused(Event):
    """The dealer does not accept a player's act."""

    player: Name
    what: Literal["fold", "check", "call", "bet", "raise", "show"]  # the act


@event
class TimedOut(Event):
    """A player's time to act runs out."""

    player: Name


@event
class Returned(Event):
    """The dealer hands chips back to a player."""

    player: Name
    amount: Cents
