"""What the floor of a cardroom keeps of a table beside its hands: the time, who waits, who left with how much.

Only rulebooks that ask for such things have it kept: `Kept` figures say so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from auditor.replay.session.hand_summary import HandPlayed, SeatFact
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import (
    Buys,
    Clock,
    Closed,
    Event,
    Leaves,
    Lends,
    Opened,
    Pays,
    PickedUp,
    Queued,
    Removes,
    Replaced,
    SideWager,
    Sits,
    Transfer,
)
from auditor.vocabulary.hand import Setup

NotedMinute = tuple[int, int]  # minutes, and in which stretch of the record they are counted
DAY = 24 * 60


class NeedsFloorRecord(Figure):
    """A figure of a check that needs what the floor keeps."""


def minutes_from(start: NotedMinute | None, end: NotedMinute | None) -> int | None:
    """The minutes from one moment to another; None if one is not known, or nobody knows what lies between them."""
    if start is None or end is None or start[1] != end[1]:
        return None
    return end[0] - start[0]


def of_day(time: str) -> int:
    """A time of day in minutes."""
    return int(time[:2]) * 60 + int(time[3:])


@dataclass(slots=True)
class TableWatch:
    """The time, as far as the record tells it. It only goes forward: from one time to the next moment of another."""

    minutes: int = 0
    stretch: int = 0  # a new one begins where days may be missing
    time: str | None = None
    day: date | None = None
    noted: bool = False  # since the hand before: then it is the time of what is noted after it

    @property
    def now(self) -> NotedMinute | None:
        """The latest time that is known."""
        return None if self.time is None else (self.minutes, self.stretch)

    def at(self, time: str | None, day: date | None = None) -> NotedMinute | None:
        """The moment of a time of day that is not before the latest known."""
        if time is None or self.time is None:
            return None if time is None else (self.minutes, self.stretch)
        passed = of_day(time) - of_day(self.time)
        if day is not None and self.day is not None and day > self.day:
            return self.minutes + passed + (day - self.day).days * DAY, self.stretch
        return self.minutes + passed % DAY, self.stretch

    def tell(self, time: str | None, day: date | None = None) -> None:
        """It is this time now."""
        moment = self.at(time, day)
        if moment is not None:
            self.minutes, self.time = moment[0], time
            self.day = day or self.day


@dataclass(slots=True, frozen=True)
class Departure:
    """A player who cashed out: when (at the earliest, unless `exact`), with how much, from which game."""

    event: Leaves
    moment: NotedMinute | None
    exact: bool
    stake: int | None
    game: object


@dataclass(slots=True, frozen=True)
class Arrival:
    """A player who sat down and has had no cards yet."""

    event: Sits
    moment: NotedMinute | None  # None where only the hand that follows tells the time


@dataclass(slots=True, frozen=True)
class BuyIn:
    """Chips with which a player entered the game, or entered it again after losing everything."""

    event: Event
    amount: int | None
    origin: str | None
    setup: Setup  # of the table then


@dataclass(slots=True)
class MoveCall:
    """A player who is to go to another game, with the hands that were dealt to the player since."""

    event: Transfer
    waiting: int  # names on the list then
    moment: NotedMinute | None
    hands: int = 0
    blind: bool = False  # has put up the large blind since
    left: bool = False  # the table since


@dataclass(slots=True)
class HourCharge:
    """Charges for an hour: who paid, and what the others played since it was due."""

    hour: str
    paid: set[str]
    seated: frozenset[str]
    waiting: int
    hands: dict[str, int] = field(default_factory=dict)
    blinds: set[str] = field(default_factory=set)


NOTED = {
    *(Buys, Clock, Closed, Leaves, Lends, Opened, Pays),
    *(PickedUp, Queued, Removes, Replaced, SideWager, Sits, Transfer),
}  # what changes anything of that


@dataclass(slots=True)
class Floor:
    """What is known of a table's players and cards beside the hands."""

    watch: TableWatch = field(default_factory=TableWatch)
    waiting: dict[str, str | None] = field(default_factory=dict)  # for a seat, with the time they came on the list
    stakes: dict[str, int | None] = field(default_factory=dict)  # what those at the table have in front of them
    broke: set[str] = field(default_factory=set)  # lost everything, and have no cards since
    left: dict[str, Departure] = field(default_factory=dict)
    came: dict[str, Arrival] = field(default_factory=dict)
    buy_ins: dict[str, list[BuyIn]] = field(default_factory=dict)
    taken: dict[str, tuple[Removes, int | None]] = field(default_factory=dict)  # chips off the table, of which stake
    away: dict[str, NotedMinute | None] = field(default_factory=dict)  # sit out, and since when
    due: dict[str, MoveCall] = field(default_factory=dict)
    hours: HourCharge | None = None
    deck: int | None = None  # hands since it was new; None if the record does not tell
    setup: NotedMinute | None = None  # when the decks were new, at the earliest

    # ---- how it changes ----

    def note(self, event: Event, hand: HandPlayed | None, names: frozenset[str]) -> None:
        """Take in something noted, with the hand before and those who sit at the table."""
        match event:
            case Clock(time=time):
                self.watch.tell(time)
                self.watch.noted = True
            case Opened(time=time) | Closed(time=time):
                self.watch.tell(time)
                self._restart()
            case Sits(player=name, time=time):
                self.watch.tell(time)
                self.waiting.pop(name, None)
                self.came[name] = Arrival(event, self._told(time))
            case Leaves(player=name, time=time):
                self.watch.tell(time)
                self._leaves(event, hand)
            case PickedUp(player=name):
                self._gone(name)
            case Queued(player=name, time=time):
                self.waiting[name] = time
            case Removes(player=name):
                self.taken.setdefault(name, (event, self.stakes.get(name)))
                self._change(name, -event.amount)
            case Transfer(player=name, time=time):
                self.watch.tell(time)
                self.due[name] = MoveCall(event, len(self.waiting), self.watch.now)
            case Replaced(cards=()):
                self.deck = 0
                if event.setup:
                    self.setup = self.watch.now
            case Pays(player=name, amount=amount):
                self._change(name, -amount)
                self._collect(event, names)
            case Buys(player=name, amount=amount):
                self._change(name, amount)
            case SideWager(player=name, amount=amount):
                self._change(name, -amount)
            case Lends(player=name, amount=amount, to=other):
                self._change(name, -amount)
                self._change(other, amount)

    def played(self, hand: HandPlayed, known: bool) -> None:
        """Take in a hand; is it known to be the next one?"""
        if not known:
            self.forget(dated=hand.day is not None and self.watch.day is not None)
        self.watch.tell(hand.time, hand.day)
        self.watch.noted = False
        for seat, bought in self.entering(hand):
            self.buy_ins.setdefault(seat.name, []).append(bought)
        self._hour(hand)
        large = hand.blind(len(hand.setup.blinds) - 1) if hand.setup.blinds else None
        for seat in hand.seats:
            self._seated(seat, hand, large is not None and large.player == seat.name)
        self.stakes = {seat.name: seat.end for seat in hand.seats}
        self.broke = {seat.name for seat in hand.seats if seat.busted} | (self.broke - set(self.stakes))
        self.deck = None if self.deck is None else self.deck + hand.dealt

    def forget(self, dated: bool = False) -> None:
        """Give up what hands that are missing may have changed, and the count of minutes where no date bridges them."""
        for kept in (self.stakes, self.left, self.came, self.taken, self.away, self.due):
            kept.clear()
        self.broke.clear()
        self.deck = self.hours = None
        self.watch.stretch += not dated

    # ---- questions ----

    def entering(self, hand: HandPlayed) -> Iterator[tuple[SeatFact, BuyIn]]:
        """Who is dealt in with chips newly bought in: after sitting down, or after losing everything."""
        for seat in hand.seats if self.came or self.broke else ():
            if not seat.dealt:
                continue
            arrival = self.came.get(seat.name)
            if arrival is not None:
                amount = seat.ready if seat.ready is not None else arrival.event.amount
                yield seat, BuyIn(arrival.event, amount, arrival.event.origin, hand.setup)
            elif seat.name in self.broke and seat.ready:
                yield seat, BuyIn(hand, seat.ready, None, hand.setup)

    # ---- parts ----

    def _told(self, time: str | None) -> NotedMinute | None:
        return self.watch.now if time is not None or self.watch.noted else None

    def _change(self, name: str, amount: int) -> None:
        stake = self.stakes.get(name)
        if stake is not None:
            self.stakes[name] = stake + amount

    def _leaves(self, event: Leaves, hand: HandPlayed | None) -> None:
        name = event.player
        exact = self._told(event.time) is not None
        game = game_of(hand) if hand is not None else None
        departure = Departure(event, self.watch.now, exact, self.stakes.get(name), game)
        self._gone(name)
        self.left[name] = departure

    def _gone(self, name: str) -> None:
        self.waiting.pop(name, None)
        self.broke.discard(name)
        for kept in (self.stakes, self.came, self.taken, self.away):
            kept.pop(name, None)
        if name in self.due:
            self.due[name].left = True
            if not self.due[name].event.refused:
                del self.due[name]

    def _collect(self, event: Pays, names: frozenset[str]) -> None:
        if event.what != "time" or event.hour is None:
            return
        if self.hours is None or self.hours.hour != event.hour:
            self.hours = HourCharge(event.hour, set(), names, len(self.waiting))
        self.hours.paid.add(event.player)

    def _hour(self, hand: HandPlayed) -> None:
        """Count the hands that those who have not paid play in the hour."""
        hours = self.hours
        if hours is None or not begun(hours.hour, hand.time):
            return
        for seat in hand.seats:
            if seat.dealt and seat.name not in hours.paid:
                hours.hands[seat.name] = hours.hands.get(seat.name, 0) + 1
        large = hand.blind(len(hand.setup.blinds) - 1) if hand.setup.blinds else None
        if large is not None:
            hours.blinds.add(large.player)

    def _seated(self, seat: SeatFact, hand: HandPlayed, large: bool) -> None:
        name = seat.name
        if not seat.dealt:
            if seat.out:
                self.away.setdefault(name, self.watch.now if hand.time is not None else None)
            return
        for kept in (self.left, self.came, self.taken, self.away):
            kept.pop(name, None)
        self.broke.discard(name)
        due = self.due.get(name)
        if due is not None:
            due.hands += 1
            due.blind = due.blind or large

    def _restart(self) -> None:
        """Another game begins, or this one ends."""
        came = dict(self.came)
        self.forget(dated=True)
        self.came = came
        self.buy_ins.clear()
        self.setup = None


def begun(hour: str, time: str | None) -> bool:
    """Has an hour begun by this time of day? Half a day or more apart, midnight lies between them."""
    return time is not None and (of_day(time) - of_day(hour)) % DAY < DAY // 2


def game_of(hand: HandPlayed) -> tuple[object, ...]:
    """What makes a game the same game: its rules, its kind of limit, its stakes."""
    setup = hand.setup
    return setup.rules, setup.limit, setup.bets, setup.blinds, setup.tournament
