"""What the floor of a cardroom records of a table beside its hands: the time, who waits, who left with how much.

It is recorded only under rulebooks that ask for it, by a figure that is a `NeedsFloorRecord`.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from auditor.replay.session.hand_summary import HandPlayed, SeatFact
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.clock import DAY, Minutes, minute_of_day, minutes_apart, seconds_of
from auditor.vocabulary.events import (
    Buys,
    Clock,
    Closed,
    Event,
    Leaves,
    Lends,
    Misdeal,
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
from auditor.vocabulary.records import field, record_class, value_class


class NeedsFloorRecord(Figure):
    """A figure of a check that needs what the floor records."""


class NotedMoment(NamedTuple):
    """A moment that the record tells: a number of minutes, and the stretch of the record in which they are counted."""

    minutes: int
    stretch: int
    seconds: int | None = None  # of its minute, if they were noted


def minutes_from(start: NotedMoment | None, end: NotedMoment | None) -> Minutes | None:
    """The minutes from one moment to another; None if one is not known, or nobody knows how far apart they are."""
    if start is None or end is None or start.stretch != end.stretch:
        return None
    return minutes_apart(end.minutes - start.minutes, start.seconds, end.seconds)


@record_class
class TableWatch:
    """The time, as far as the record tells it. It only goes forward."""

    minutes: int = 0
    stretch: int = 0  # a new stretch begins where days may be missing
    time: str | None = None
    day: date | None = None
    noted: bool = False  # was the time noted since the hand before? Then it is the time of what is noted after it

    @property
    def now(self) -> NotedMoment | None:
        """The latest time that is known."""
        return None if self.time is None else NotedMoment(self.minutes, self.stretch, seconds_of(self.time))

    def at(self, time: str | None, day: date | None = None) -> NotedMoment | None:
        """The moment when it is next this time of day, from the latest known time on."""
        if time is None:
            return None
        passed = 0 if self.time is None else minute_of_day(time) - minute_of_day(self.time)
        if day is not None and self.day is not None and day > self.day:
            passed += (day - self.day).days * DAY if self.time is not None else 0
        else:
            passed %= DAY
        return NotedMoment(self.minutes + passed, self.stretch, seconds_of(time))

    def tell(self, time: str | None, day: date | None = None) -> None:
        """Set the watch: it is this time now."""
        moment = self.at(time, day)
        if moment is not None:
            self.minutes, self.time = moment.minutes, time
            self.day = day or self.day


@value_class
class Departure:
    """A player who left the table with all chips."""

    event: Leaves
    moment: NotedMoment | None
    exact: bool  # is the moment exact? If not, it is the earliest that it may be
    stake: int | None  # the chips that the player had
    game: tuple[object, ...] | None  # the game that the player left, see `game_of`


@value_class
class Arrival:
    """A player who sat down and has had no cards yet."""

    event: Sits
    moment: NotedMoment | None  # None where only the hand that follows tells the time


@value_class
class BuyIn:
    """The chips with which a player entered the game, or entered it again after losing everything."""

    event: Event
    amount: int | None
    origin: str | None  # where the player came from
    setup: Setup  # the set-up of the table then


@record_class
class MoveCall:
    """A player who is to go to another game."""

    event: Transfer
    waiting: int  # how many were on the list then
    moment: NotedMoment | None
    hands: int = 0  # how many hands the player was dealt since
    blind: bool = False  # has the player put up the large blind since?
    left: bool = False  # has the player left the table since?


@record_class
class HourCharge:
    """The charge for an hour: who paid it, and what the others have played since it was due."""

    hour: str  # when the hour begins
    paid: set[str]  # the players who paid
    seated: frozenset[str]  # the players at the table when the first one paid
    waiting: int  # how many were on the list then
    hands: dict[str, int] = field(default_factory=dict)  # how many hands each of the others has played in the hour
    blinds: set[str] = field(default_factory=set)  # the players who have put up the large blind in the hour


NOTED = {
    *(Buys, Clock, Closed, Leaves, Lends, Misdeal, Opened, Pays),
    *(PickedUp, Queued, Removes, Replaced, SideWager, Sits, Transfer),
}  # the events that change anything here


@record_class
class Floor:
    """What is known of a table's players and cards beside the hands; players are looked up by name."""

    watch: TableWatch = field(default_factory=TableWatch)
    waiting: dict[str, str | None] = field(default_factory=dict)  # those on the list, with the time they came on it
    stakes: dict[str, int | None] = field(default_factory=dict)  # what the players at the table have before them
    broke: set[str] = field(default_factory=set)  # lost everything, and had no cards since
    left: dict[str, Departure] = field(default_factory=dict)  # left, and had no cards since
    came: dict[str, Arrival] = field(default_factory=dict)  # sat down, and had no cards since
    buy_ins: dict[str, list[BuyIn]] = field(default_factory=dict)
    taken: dict[str, tuple[Removes, int | None]] = field(default_factory=dict)  # took chips off: from which stake
    away: dict[str, NotedMoment | None] = field(default_factory=dict)  # sit out, and since when
    due: dict[str, MoveCall] = field(default_factory=dict)  # are to go to another game
    hours: HourCharge | None = None
    deck: int | None = None  # how many hands ago the deck was new; None if the record does not tell
    setup: NotedMoment | None = None  # when the decks were new, at the earliest

    # ---- how it changes ----

    def note(self, event: Event, hand: HandPlayed | None, names: frozenset[str]) -> None:
        """Take in something noted, with the hand before and the names of the players at the table."""
        match event:
            case Clock(time=time):
                self.watch.tell(time)
                self.watch.noted = True
            case Misdeal(time=time, again=again):
                self.watch.tell(again or time)
            case Opened(time=time) | Closed(time=time):
                self.watch.tell(time)
                self._restart()
            case Sits(player=name, time=time):
                self.watch.tell(time)
                self.waiting.pop(name, None)
                self.came[name] = Arrival(event, self._moment(time))
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
        """Take in a hand; `known` says whether it is known to be the next one."""
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
        """Give up what missing hands may have changed, and the count of minutes unless dates bridge the gap."""
        for records in (self.stakes, self.left, self.came, self.taken, self.away, self.due):
            records.clear()
        self.broke.clear()
        self.deck = self.hours = None
        self.watch.stretch += not dated

    # ---- questions ----

    def entering(self, hand: HandPlayed) -> Iterator[tuple[SeatFact, BuyIn]]:
        """The players dealt in with chips newly bought, after they sat down or lost everything."""
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

    def _moment(self, time: str | None) -> NotedMoment | None:
        """The moment of something noted, with its own time or after a note of the time."""
        return self.watch.now if time is not None or self.watch.noted else None

    def _change(self, name: str, amount: int) -> None:
        stake = self.stakes.get(name)
        if stake is not None:
            self.stakes[name] = stake + amount

    def _leaves(self, event: Leaves, hand: HandPlayed | None) -> None:
        name = event.player
        exact = self._moment(event.time) is not None
        game = game_of(hand) if hand is not None else None
        departure = Departure(event, self.watch.now, exact, self.stakes.get(name), game)
        self._gone(name)
        self.left[name] = departure

    def _gone(self, name: str) -> None:
        self.waiting.pop(name, None)
        self.broke.discard(name)
        for records in (self.stakes, self.came, self.taken, self.away):
            records.pop(name, None)
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
        """Count the hands that players who have not paid play in the hour."""
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
        for records in (self.left, self.came, self.taken, self.away):
            records.pop(name, None)
        self.broke.discard(name)
        due = self.due.get(name)
        if due is not None:
            due.hands += 1
            due.blind = due.blind or large

    def _restart(self) -> None:
        """Start afresh, because another game begins or this one ends."""
        came = dict(self.came)
        self.forget(dated=True)
        self.came = came
        self.buy_ins.clear()
        self.setup = None


def begun(hour: str, time: str | None) -> bool:
    """Has an hour begun by this time of day? If they are half a day apart, midnight lies between them."""
    return time is not None and (minute_of_day(time) - minute_of_day(hour)) % DAY < DAY // 2


def game_of(hand: HandPlayed) -> tuple[object, ...]:
    """What makes a game the same game: its rules, its kind of limit, its stakes."""
    setup = hand.setup
    return setup.rules, setup.limit, setup.bets, setup.blinds, setup.tournament
