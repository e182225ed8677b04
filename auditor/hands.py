"""What a reader yields: hands, each with the set-up of its table and what happened since the hand before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import zip_longest

from auditor.events import (
    Agreement,
    Bets,
    Blinds,
    ChargeDeclared,
    CommissionDeclared,
    Condition,
    Dated,
    Declared,
    EntryFees,
    Event,
    HandStarted,
    Limit,
    Listed,
    Notice,
    Procedure,
    Records,
    RulesNamed,
    TableOpened,
    Tournament,
)

KEPT = 64  # notices, and agreements, that a set-up remembers
PLAY_ONLY = "play-only"  # what a log says it records that notes nothing of how cards are dealt and people behave


@dataclass(slots=True, frozen=True)
class Setup:
    """A table as it was declared when a hand began: a snapshot that hands share until a statement changes it.

    Of notices and agreements the latest are kept, and of each step of procedure the last, so that a year takes no room.
    """

    table: str = ""
    rules: str | None = None
    day: date | None = None
    minimum: int | None = None
    stake: int | None = None
    maximum: int | None = None
    most_stake: int | None = None  # with which a player may begin
    betting: str | None = None  # the form of betting declared: blind, ante
    limit: str | None = None  # the kind of betting limit declared: half-pot, straddle
    bets: tuple[tuple[int, int | None], ...] = ()  # what may be wagered in each round, or in parts of them in order
    blinds: tuple[int, ...] = ()  # the blinds that somebody has to put up, in their order
    ante: int | None = None  # what everybody puts in before the cards
    bring_in: int | None = None  # and what one of them has to open with
    chip: int | None = None  # the lowest chip in play
    pot_unit: int | None = None  # what the size of a pot is rounded up to
    wager_chip: int | None = None  # the chip in which all wagers are to be made
    house: dict[str, str] = field(default_factory=dict)  # what else the house chose: over-blinds, time to act, …
    listed: dict[str, tuple[str, ...]] = field(default_factory=dict)  # what signs, layout and terms were said to show
    deck: str | None = None  # the deck declared, by its number of cards
    records: frozenset[str] = frozenset()
    agreements: tuple[Agreement, ...] = ()
    commission: CommissionDeclared | None = None
    charges: dict[str, ChargeDeclared] = field(default_factory=dict)  # fixed commissions: by hand, person or hour
    notices: tuple[Notice, ...] = ()
    tournament: str | None = None
    conditions: tuple[Condition, ...] = ()
    fees: EntryFees | None = None
    steps: dict[str, Procedure] = field(default_factory=dict)  # of procedure, as last stated for the table
    incomplete: bool = False  # a statement outside of hands could not be read: what is not said here may have been

    def after(self, event: Event) -> Setup:
        """The set-up once this statement has been made; statements that set nothing leave it as it is."""
        match event:
            case TableOpened(name=name):
                return Setup(table=name)
            case RulesNamed(rules=rules):
                return replace(self, rules=rules)
            case Dated(day=day):
                return replace(self, day=day)
            case Limit(what="minimum", amount=amount):
                return replace(self, minimum=amount)
            case Limit(what="stake", amount=amount):
                return replace(self, stake=amount)
            case Limit(what="stake-cap", amount=amount):
                return replace(self, most_stake=amount)
            case Limit(what="maximum", amount=amount):
                return replace(self, maximum=amount)
            case Limit(what="ante", amount=amount):
                return replace(self, ante=amount)
            case Limit(what="bring-in", amount=amount):
                return replace(self, bring_in=amount)
            case Limit(what="chip", amount=amount):
                return replace(self, chip=amount)
            case Limit(what="pot-unit", amount=amount):
                return replace(self, pot_unit=amount)
            case Limit(what="wager-chip", amount=amount):
                return replace(self, wager_chip=amount)
            case Bets(least=least, most=most):
                return replace(self, bets=tuple(zip_longest(least, most)))
            case Blinds(amounts=amounts):
                return replace(self, blinds=amounts)
            case Declared(what="betting", value=value):
                return replace(self, betting=value)
            case Declared(what="limit", value=value):
                return replace(self, limit=value)
            case Declared(what="deck", value=value):
                return replace(self, deck=value)
            case Declared(what=what, value=value):
                return replace(self, house={**self.house, what: value})
            case Listed(what=what, items=items):
                return replace(self, listed={**self.listed, what: items})
            case Records(items=items):
                return replace(self, records=self.records | frozenset(items))
            case Agreement():
                return replace(self, agreements=(*self.agreements, event)[-KEPT:])
            case CommissionDeclared(percent=0):
                return replace(self, commission=event, charges={})
            case CommissionDeclared():
                return replace(self, commission=event)
            case ChargeDeclared(basis=basis):
                kept = None if self.commission is not None and self.commission.percent == 0 else self.commission
                return replace(self, commission=kept, charges={**self.charges, basis: event})
            case Notice(given=True):
                return replace(self, notices=(*self.notices, event)[-KEPT:])
            case Tournament(name=name):
                return replace(self, tournament=name)
            case Condition():
                return replace(self, conditions=(*self.conditions, event))
            case EntryFees():
                return replace(self, fees=event)
            case Procedure():
                return replace(self, steps={**self.steps, event.what: event})
        return self

    def after_all(self, events: Iterable[Event]) -> Setup:
        """The set-up after several statements."""
        setup = self
        for event in events:
            setup = setup.after(event)
        return setup


@dataclass(slots=True)
class Hand:
    """One round of play as recorded: its header, its events, and what was noted since the hand before."""

    setup: Setup
    header: HandStarted
    events: list[Event]
    before: list[Event] = field(default_factory=list)

    @property
    def number(self) -> str:
        """The hand's own number."""
        return self.header.number

    @property
    def day(self) -> date | None:
        """The day of the first card."""
        return self.header.day or self.setup.day


@dataclass(slots=True)
class Aftermath:
    """What was noted at a table after its last hand."""

    setup: Setup
    events: list[Event]
