"""The set-up of a table: signs, limits, agreements, charges, a tournament and its conditions."""

from __future__ import annotations

from datetime import date
from typing import Literal

from auditor.vocabulary.events.base import Cents, Event, Name, Price, RulebookWord, RulesId, Time, Word, event


@event
class LogStarted(Event):
    """The first line of a log: the version of its language."""

    version: int


@event
class TableOpened(Event):
    """The record of a table begins."""

    name: Name


@event
class RulesNamed(Event):
    """The rulebook the table is played under."""

    rules: RulesId


@event
class Dated(Event):
    """The calendar day of the hands that follow."""

    day: date


@event
class Limit(Event):
    """A figure on the table's sign: the least and the largest wager and table stake, its ante, bring-in or lowest chip.

    Also what the size of a pot is rounded up to, and the chip in which all wagers are made.
    """

    what: Literal["minimum", "stake", "stake-cap", "maximum", "ante", "bring-in", "chip", "pot-unit", "wager-chip"]
    amount: Price


@event
class Bets(Event):
    """What may be wagered in each betting round, or in equal parts of them in order: so much, or from least to most."""

    least: tuple[Price, ...]
    most: tuple[Price, ...]  # empty where the amounts are no ranges


@event
class Blinds(Event):
    """The blinds that players have to put up, in their order."""

    amounts: tuple[Price, ...]


@event
class Declared(Event):
    """How the game is played at this table: the form of betting, the kind of betting limit, the number of cards.

    Also what the house allows or offers: over-blinds, side wagers, so many seconds to act, a table standing alone.
    And blinds as the log states them where others were put up: `100-200`, in hundredths.
    """

    what: Literal["betting", "limit", "deck", "straddles", "side-wagers", "time-to-act", "standing", "stated-blinds"]
    value: RulebookWord


@event
class Listed(Event):
    """What is there, item by item: on the table's signs and its layout, on the sign of a bonus, in tournament terms.

    `features` are what the table or the tournament has: re-buys, time that may be bought.
    """

    what: Literal["signs", "layout", "bonus-sign", "terms", "features"]
    items: tuple[Word, ...]


@event
class Records(Event):
    """The kinds of fact this log undertakes to record in every hand (`cut`, `shuffle`, `announcements`, …)."""

    items: tuple[Word, ...]


@event
class Agreement(Event):
    """Something the people at the table agreed, or somebody objected to."""

    what: Word
    players: bool
    operator: bool
    objector: Name | None
    count: int | None = None  # how many of the players agreed, where the log tells, and how many there were
    of: int | None = None


@event
class CommissionDeclared(Event):
    """What the table takes from the pot instead of a scale of the rules: a percentage, or a fee for each step of it.

    A percentage of zero is none at all, by whatever method.
    """

    percent: int | None  # in hundredths of a per cent
    rounded: Literal["down", "up"] | None  # to whole multiples of `unit`
    unit: Price | None
    fee: Cents | None
    per: Price | None
    started: bool
    least: Price | None = None  # from a hand that bears any
    cap: Price | None = None  # from one hand
    by: Name | None = None  # who ordered it


@event
class ChargeDeclared(Event):
    """A fixed commission: from the pot of each hand, from each person dealt in, or from each player by the hour.

    That of a hand may depend on how many are dealt in: then each fee is for so many players, from fewest to most.
    """

    basis: Literal["hand", "person", "hour"]
    fees: tuple[Price, ...]
    fewest: tuple[int, ...] = ()  # empty where one fee is for all
    most: tuple[int, ...] = ()
    cap: Price | None = None
    by: Name | None = None  # who ordered it


@event
class Notice(Event):
    """Something was announced beforehand: what about, to whom; or somebody saw that it was not."""

    about: Word
    to: Literal["players", "inspector"]
    time: Time | None
    given: bool = True
    by: Name | None = None  # who ordered what is announced


@event
class Tournament(Event):
    """The hands that follow belong to a tournament."""

    name: Name


@event
class Condition(Event):
    """A tournament condition and the clauses of the rulebook it overrides."""

    clauses: tuple[str, ...]
    text: str | None


@event
class EntryFees(Event):
    """The money of a tournament's entries: number and fee, what the operator kept, what went into prizes."""

    entrants: int
    fee: Cents
    kept: Cents
    prizes: Cents | None


@event
class Prizes(Event):
    """The prizes of a tournament, from the first place down."""

    amounts: tuple[Price, ...]


@event
class Placed(Event):
    """Somebody came out of a tournament in this place, and what prize that brought."""

    place: int
    player: Name
    employee: bool  # of the operator
    prize: Cents | None


@event
class Opened(Event):
    """Gaming at the table began."""

    time: Time | None


@event
class Closed(Event):
    """Gaming at the table ended: at the close of gaming, or early, by somebody's order."""

    time: Time | None
    early: bool
    by: Name | None = None
