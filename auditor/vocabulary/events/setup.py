"""The set-up of a table: signs, limits, agreements, charges, a tournament and its conditions."""

from __future__ import annotations

from datetime import date
from typing import Literal

from auditor.vocabulary.events.base import (
    Cents,
    Count,
    CurrencyCode,
    Event,
    Name,
    Price,
    RulebookWord,
    RulesId,
    Time,
    Word,
)
from auditor.vocabulary.records import event


@event
class LogStarted(Event):
    """A log begins, and says in which version of its language it is written."""

    version: int


@event
class TableOpened(Event):
    """The record of a table begins."""

    name: Name  # of the table


@event
class RulesNamed(Event):
    """The log names the rulebook that the table is played under."""

    rules: RulesId  # such as "act/canberra-manila"


@event
class Dated(Event):
    """The log gives the calendar day of the hands that follow."""

    day: date


@event
class Limit(Event):
    """The table declares an amount, mostly one of the figures on its sign.

    `minimum` and `maximum` are the least and the largest wager, `stake` and `stake-cap` the least and the largest table
    stake, `chip` is the lowest chip in play. Under a limit by the pot its size is rounded up to the `pot-unit`. All
    wagers are made in the `wager-chip`.
    """

    what: Literal["minimum", "stake", "stake-cap", "maximum", "ante", "bring-in", "chip", "pot-unit", "wager-chip"]
    amount: Price


@event
class Bets(Event):
    """The table declares what may be wagered in each betting round: an amount, or a range from least to most.

    Where there are fewer amounts than rounds, each amount is for an equal part of the rounds, in order.
    """

    least: tuple[Price, ...]  # the amounts, or the lower ends of the ranges
    most: tuple[Price, ...]  # the upper ends of the ranges; empty where the table declares single amounts


@event
class Minimums(Event):
    """The table declares the least wager of each betting round.

    Where there are fewer amounts than rounds, each amount is for an equal part of the rounds, in order.
    """

    amounts: tuple[Price, ...]


@event
class Blinds(Event):
    """The table declares the blinds that players have to put up, in their order."""

    amounts: tuple[Price, ...]


@event
class Declared(Event):
    """The table declares how the game is played: the form of betting, the kind of betting limit, the number of cards.

    It may also declare what the house allows or offers: straddles (over-blinds), side wagers, so many seconds to act,
    a table standing alone, so many raises in a betting round. `stated-blinds` are the blinds that another log stated
    where players put up different ones: `100-200`, in hundredths. `room` is the room whose software wrote the log, and
    whose customs may be known. `seats` is how many seats the table has.
    """

    what: Literal[
        "betting",
        "limit",
        "deck",
        "straddles",
        "side-wagers",
        "time-to-act",
        "standing",
        "stated-blinds",
        "room",
        "raises",
        "seats",
    ]
    value: RulebookWord  # the choice, in the rulebook's word or as a number


@event
class Listed(Event):
    """The log lists what is on the table's signs, on its layout, on the sign of a bonus, or in a tournament's terms.

    `features` are what the table or the tournament has, such as re-buys or time that may be bought.
    """

    what: Literal["signs", "layout", "bonus-sign", "terms", "features"]
    items: tuple[Word, ...]  # all that is there: what the list leaves out is missing


@event
class Records(Event):
    """The log undertakes to record these kinds of fact in every hand (`cut`, `shuffle`, `announcements`, …)."""

    items: tuple[Word, ...]


@event
class Agreement(Event):
    """The people at the table agree on something, or somebody objects to it; or it is noted that they did not."""

    what: Word  # the subject: "ace-low"
    players: bool = False  # do the players agree?
    operator: bool = False  # does the operator agree?
    objector: Name | None = None  # who objects; None in an agreement
    count: int | None = None  # how many of the players agree; None where the log does not say
    of: int | None = None  # how many players there are
    withheld: Literal["players", "operator", "players and operator"] | None = None  # who did not agree
    unopposed: bool = False  # did somebody note that nobody objected?

    def refused_by(self, side: Literal["players", "operator"]) -> bool:
        """Did this side not agree, or one of the players object?"""
        return side in (self.withheld or "") or (side == "players" and self.objector is not None)


@event
class CommissionDeclared(Event):
    """The table declares its commission: a percentage of the pot, or a fee for each step of it.

    It takes the place of a scale in the rules. A percentage of zero means that nothing is taken, by whatever method.
    """

    percent: int | None = None  # in hundredths of a per cent
    rounded: Literal["down", "up"] | None = None  # the percentage is rounded so, to whole multiples of `unit`
    unit: Price | None = None  # what a percentage is rounded to
    fee: Cents | None = None  # for each step of the pot
    per: Price | None = None  # the size of a step
    started: bool = False  # is the fee due for a step that the pot has only begun?
    least: Price | None = None  # the least that is taken from a hand, if anything is
    cap: Price | None = None  # the most that is taken from one hand
    by: Name | None = None  # who ordered it


@event
class ChargeDeclared(Event):
    """The table declares a fixed commission: from the pot of each hand, from each person dealt in, or by the hour.

    The fee of a hand may depend on how many are dealt in. Then there are several fees, each for a range of players.
    """

    basis: Literal["hand", "person", "hour"]  # what the fee is for
    fees: tuple[Price, ...]  # one fee, or one for each range of players
    fewest: tuple[Count, ...] = ()  # the lower end of each range; empty where one fee is for all
    most: tuple[Count, ...] = ()  # the upper end of each range; that of one without an end is the number of seats
    cap: Price | None = None  # the most that is taken from one hand
    by: Name | None = None  # who ordered it


@event
class Notice(Event):
    """Somebody announces something beforehand, or somebody notes that it was not announced."""

    about: Word  # the subject: "limits"
    to: Literal["players", "inspector"]
    time: Time | None = None  # of the announcement
    given: bool = True  # false where somebody saw that it was not announced
    by: Name | None = None  # who ordered what is announced


@event
class Tournament(Event):
    """The hands that follow belong to a tournament."""

    name: Name


@event
class Condition(Event):
    """A tournament has a condition that overrides clauses of the rulebook."""

    clauses: tuple[str, ...]  # those it overrides
    text: str | None = None  # what the condition says


@event
class EntryFees(Event):
    """The log tells how many entered a tournament, at which fee, and where the money went."""

    entrants: int  # those who withdrew among them
    fee: Cents  # of one entry
    kept: Cents  # by the operator
    prizes: Cents | None = None  # what went into prizes
    withdrawn: int | None = None  # how many withdrew; None where the log does not say
    refunded: Cents | None = None  # what went back to them


@event
class Prizes(Event):
    """The log lists the prizes of a tournament, from the first place down."""

    amounts: tuple[Price, ...]


@event
class Placed(Event):
    """A player comes out of a tournament in a place, and perhaps with a prize."""

    place: int  # one for the winner
    player: Name
    employee: bool = False  # is the player an employee of the operator?
    prize: Cents | None = None


@event
class Opened(Event):
    """Gaming at the table begins."""

    time: Time | None = None


@event
class Closed(Event):
    """Gaming at the table ends, at the close of gaming or earlier."""

    time: Time | None = None
    early: bool = False  # before the close of gaming?
    by: Name | None = None  # who ordered it


@event
class VenueNamed(Event):
    """The table says in which house it stands: two houses may have a table of the same name."""

    name: Name


@event
class Currency(Event):
    """The table declares the currency that its money is in, or that it is played for chips that are no money."""

    code: CurrencyCode


@event
class PlayersLeft(Event):
    """The log tells how many players are left in a tournament, at all its tables."""

    count: int
