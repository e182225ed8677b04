"""What a reader of logs yields: hands, each with the set-up of its table and what happened since the hand before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from itertools import zip_longest
from operator import attrgetter
from typing import Any, NamedTuple

from auditor.vocabulary.doubts import Doubt
from auditor.vocabulary.events import (
    Agreement,
    Bets,
    Blinds,
    ChargeDeclared,
    CommissionDeclared,
    Condition,
    Currency,
    Dated,
    Deal,
    DealerNamed,
    Declared,
    EntryFees,
    Event,
    HandStarted,
    Limit,
    Listed,
    Minimums,
    Notice,
    Placed,
    PlayersLeft,
    Procedure,
    Records,
    RulesNamed,
    TableOpened,
    Tournament,
    VenueNamed,
)
from auditor.vocabulary.money import CHIPS
from auditor.vocabulary.records import field, fields, record_class, value_class

LATEST = 64  # how many notices, and how many agreements, a set-up remembers
MOST_HEADS = 1024  # how many heads of tables are remembered
PLAY_ONLY = "play-only"  # the log records nothing of how cards are dealt and people behave
DEALER_CHANGE = "dealer-change"  # the step by which another dealer sits down
SHOWN_TOGETHER = "shown-together"  # the log has the hands of a showdown in whatever order


class Level(NamedTuple):
    """What a level of a tournament sets, as the table declares it."""

    blinds: tuple[int, ...]
    ante: int | None
    bring_in: int | None
    bets: tuple[tuple[int, int | None], ...]


@value_class
class Setup:
    """A table as it was declared when a hand began: a snapshot that hands share until a statement changes it.

    It holds only the latest notices and agreements, and only the last statement about each step of procedure, so that a
    log of a whole year takes no more room.
    """

    table: str = ""
    rules: str | None = None
    venue: str | None = None  # the house in which the table stands, if the log names it
    room: str | None = None  # the room that wrote the log, if it is one whose customs may be known
    day: date | None = None
    minimum: int | None = None  # the least wager, of all betting rounds or of the first
    minimums: tuple[int, ...] = ()  # the least wager of each round, or of equal parts of the rounds, if they differ
    stake: int | None = None
    maximum: int | None = None
    most_stake: int | None = None  # the largest stake that a player may begin with
    betting: str | None = None  # the form of betting declared: blind, ante
    limit: str | None = None  # the kind of betting limit declared: half-pot, straddle
    bets: tuple[tuple[int, int | None], ...] = ()  # what may be wagered in each round, or in equal parts of the rounds
    blinds: tuple[int, ...] = ()  # the blinds that somebody has to put up, in their order
    ante: int | None = None  # what everybody puts in before the cards
    bring_in: int | None = None  # what one player has to open with
    chip: int | None = None  # the lowest chip in play
    pot_unit: int | None = None  # what the size of a pot is rounded up to
    wager_chip: int | None = None  # the chip in which all wagers are to be made
    house: dict[str, str] = field(default_factory=dict)  # what else the house chose: over-blinds, time to act, …
    listed: dict[str, tuple[str, ...]] = field(default_factory=dict)  # what the log says is on signs, layout, in terms
    deck: str | None = None  # the deck declared, by its number of cards
    records: frozenset[str] = frozenset()  # the kinds of fact that the log undertakes to record
    agreements: tuple[Agreement, ...] = ()
    commission: CommissionDeclared | None = None
    charges: dict[str, ChargeDeclared] = field(default_factory=dict)  # fixed commissions: by hand, person or hour
    notices: tuple[Notice, ...] = ()
    tournament: str | None = None
    conditions: tuple[Condition, ...] = ()
    fees: EntryFees | None = None
    steps: dict[str, Procedure] = field(default_factory=dict)  # steps of procedure, as last stated for the table
    level_before: Level | None = None  # of a tournament: the level before the one declared
    signalled: frozenset[str] = frozenset()  # what notices were about since the level was last declared
    level_due: Level | None = None  # the level declared for a hand that was dealt at the one before it
    currency: str | None = None  # the code of the currency that amounts are in
    dealer: str | None = None  # who deals, by name or number
    left: int | None = None  # the players left in the tournament
    unread: tuple[int, ...] = ()  # lines outside of hands that could not be read, and may say what is missing here

    @property
    def notes_table(self) -> bool:
        """Does the log note what people at the table saw? Where only the play is recorded, a gap tells of the record.

        There a card noted twice does not tell of the deck, a hand that is not shown not of its player, and payments of
        more than there was not of the dealer.
        """
        return PLAY_ONLY not in self.records

    @property
    def house_or_room(self) -> str | None:
        """Where the table stands: in the house that the log names, or in the room that wrote the log."""
        return self.venue or self.room

    @property
    def level(self) -> Level:
        """What a level of a tournament sets."""
        return Level(self.blinds, self.ante, self.bring_in, self.bets)

    def after_all(self, events: Iterable[Event]) -> Setup:
        """The set-up after several statements, copied once for all of them.

        Statements that set nothing leave it as it is. The level of a tournament before the one declared last is what
        stood before these statements or, if nothing did, when a notice was given among them.
        """
        draft: Draft | None = None
        before = self.level
        for event in events:
            change = CHANGES.get(type(event))
            if change is not None:
                if draft is None:
                    draft = dict(zip(FIELDS, _values(self), strict=True))
                change(draft, event)
                if type(event) is Notice and not any(before):
                    before = _level(draft)
        if draft is None:
            return self
        if draft["tournament"] is not None and any(before) and before != _level(draft):
            draft.update(level_before=before, signalled=frozenset())
        if draft["tournament"] is not None and draft["currency"] is None:
            draft["currency"] = CHIPS
        return Setup(**draft)


def _level(draft: Draft) -> Level:
    return Level(*map(draft.get, Level._fields))  # type: ignore[arg-type]


FIELDS = tuple([field.name for field in fields(Setup)])
_values = attrgetter(*FIELDS)
BLANK = dict(zip(FIELDS, _values(Setup()), strict=True))
LIMITS = {"stake-cap": "most_stake", "bring-in": "bring_in", "pot-unit": "pot_unit", "wager-chip": "wager_chip"}
Draft = dict[str, Any]  # a set-up by its fields, each of its own type. A change replaces a value and never alters one


def _opened(draft: Draft, event: TableOpened) -> None:
    draft.update(BLANK)
    draft["table"] = event.name


def _limit(draft: Draft, event: Limit) -> None:
    if event.what == "minimum":
        draft["minimums"] = ()
    draft[LIMITS.get(event.what, event.what)] = event.amount


def _bets(draft: Draft, event: Bets) -> None:
    draft["bets"] = tuple(zip_longest(event.least, event.most))


def _declared(draft: Draft, event: Declared) -> None:
    if event.what in ("betting", "limit", "deck", "room"):
        draft[event.what] = event.value
    else:
        draft["house"] = {**draft["house"], event.what: event.value}


def _commission(draft: Draft, event: CommissionDeclared) -> None:
    draft["commission"] = event
    if event.percent == 0:
        draft["charges"] = {}


def _charge(draft: Draft, event: ChargeDeclared) -> None:
    if draft["commission"] is not None and draft["commission"].percent == 0:
        draft["commission"] = None
    draft["charges"] = {**draft["charges"], event.basis: event}


def _procedure(draft: Draft, event: Procedure) -> None:
    draft["steps"] = {**draft["steps"], event.what: event}
    if event.what == DEALER_CHANGE and event.done:
        draft["dealer"] = event.to


def _placed(draft: Draft, event: Placed) -> None:
    if draft["left"] is not None:
        draft["left"] = min(draft["left"], max(event.place - 1, 1))  # whoever comes out third leaves two


def _notice(draft: Draft, event: Notice) -> None:
    if event.given:
        draft["notices"] = (*draft["notices"], event)[-LATEST:]
        draft["signalled"] |= {event.about}


# Each function takes the kind of event that it stands beside. No type ties the keys of a dict to its values: hence Any.
CHANGES: dict[type[Event], Callable[[Draft, Any], None]] = {
    TableOpened: _opened,
    RulesNamed: lambda draft, event: draft.update(rules=event.rules),
    Dated: lambda draft, event: draft.update(day=event.day),
    VenueNamed: lambda draft, event: draft.update(venue=event.name),
    Limit: _limit,
    Bets: _bets,
    Blinds: lambda draft, event: draft.update(blinds=event.amounts),
    Declared: _declared,
    Listed: lambda draft, event: draft.update(listed={**draft["listed"], event.what: event.items}),
    Records: lambda draft, event: draft.update(records=draft["records"] | frozenset(event.items)),
    Agreement: lambda draft, event: draft.update(agreements=(*draft["agreements"], event)[-LATEST:]),
    CommissionDeclared: _commission,
    ChargeDeclared: _charge,
    Notice: _notice,
    Tournament: lambda draft, event: draft.update(tournament=event.name),
    Condition: lambda draft, event: draft.update(conditions=(*draft["conditions"], event)),
    EntryFees: lambda draft, event: draft.update(fees=event),
    Procedure: _procedure,
    Minimums: lambda draft, event: draft.update(minimum=event.amounts[0], minimums=event.amounts),
    Currency: lambda draft, event: draft.update(currency=event.code),
    DealerNamed: lambda draft, event: draft.update(dealer=event.name),
    PlayersLeft: lambda draft, event: draft.update(left=event.count),
    Placed: _placed,
}
# What a statement says, without its place in the log: for the statements of which a set-up keeps no more than that.
CONTENTS: dict[type[Event], Callable[[Any], Any]] = {
    kind: attrgetter("__class__", *[field.name for field in fields(kind)[2:]])
    for kind in (
        *(TableOpened, RulesNamed, Dated, VenueNamed, Limit, Bets, Blinds, Declared, Listed, Records, Tournament),
        Currency,
    )
}
UNDECLARED = Setup()


NAMES_DEALER = (DealerNamed, Procedure)  # what may tell of another dealer


def dealer_at(line: int, dealer: str | None, events: Iterable[Event]) -> str | None:
    """Who deals at a line, by name or number: `dealer` did before these events, which may name another."""
    for event in events:
        if event.line > line:
            break
        if isinstance(event, DealerNamed):
            dealer = event.name
        elif isinstance(event, Procedure) and event.what == DEALER_CHANGE and event.done:
            dealer = event.to
    return dealer


_declared_by: dict[tuple[Any, ...], Setup] = {}


def declared(events: Sequence[Event]) -> Setup:
    """The set-up that the statements at the head of a table make.

    A log that names the table of every hand says the same hundreds of times, and would spend more time on set-ups than
    on reading. So each set-up is remembered by what the statements say, unless it holds the place of a statement.
    """
    try:
        contents = tuple([CONTENTS[type(event)](event) for event in events])
    except KeyError:
        return UNDECLARED.after_all(events)
    known = _declared_by.get(contents)
    if known is None:
        if len(_declared_by) >= MOST_HEADS:
            _declared_by.clear()
        known = _declared_by[contents] = UNDECLARED.after_all(events)
    return known


SplitDeals = dict[tuple[int, int], tuple[Deal, ...]]
"""The lines of each pass of the deal that is written in several, by the line and column of the first."""


@record_class
class Hand:
    """The record of one round of play: its header, its events, and what was noted since the hand before."""

    setup: Setup
    header: HandStarted
    events: list[Event]
    before: list[Event] = field(default_factory=list)
    doubts: tuple[Doubt, ...] = ()  # what the record leaves open, and the reader had to choose
    split_deals: SplitDeals = field(default_factory=dict)

    @property
    def number(self) -> str:
        """The hand's own number."""
        return self.header.number

    def lines_of(self, event: Event) -> tuple[Event, ...]:
        """The event as the log has it: line by line, where a pass of the deal is written in several."""
        lines = self.split_deals.get((event.line, event.column)) if type(event) is Deal else None
        return lines or (event,)

    @property
    def day(self) -> date | None:
        """The day of the first card."""
        return self.header.day or self.setup.day

    @property
    def night(self) -> date | None:
        """The night that the hand belongs to: the date of its table, even past midnight, or else its own day."""
        return self.setup.day or self.header.day


@record_class
class Aftermath:
    """What was noted at a table after its last hand, or after the last one before the log tells of another table."""

    setup: Setup
    events: list[Event]
    table: int = 0  # which of the log's tables it is
    named: tuple[int, int, str] = (0, 0, "")  # line, column and text of the statement that names its rulebook
