"""The tables of a log side by side: who had a seat at which table, and when."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import lru_cache

from auditor.replay.session.hand_summary import HandPlayed
from auditor.vocabulary.clock import DAY, minute_of_day
from auditor.vocabulary.records import field, object_class, record_class, replace

LEAST = 1000  # how many names are remembered before any is given up


@object_class
class Stint:
    """A player was dealt in every hand of a table from one moment to another."""

    table: str
    start: int
    end: int
    shared: bool = False  # do all players of its first hand share this object? Most often there is no other hand


@record_class
class Stints:
    """The stints of a player, and the moments between which they lie: most often those alone answer a question.

    In a log that changes tables with every hand there is one stint for each hand.
    """

    each: list[Stint]
    first_end: int  # the earliest end of a stint when it was added: a stint that goes on ends later
    last_start: int
    last_end: int

    def add(self, one: Stint) -> None:
        """Add one more stint."""
        self.each.append(one)
        if one.end < self.first_end:
            self.first_end = one.end
        if one.start > self.last_start:
            self.last_start = one.start
        if one.end > self.last_end:
            self.last_end = one.end

    def prolong(self, one: Stint, until: int) -> None:
        """Let one of the stints go on."""
        if until <= one.end:
            return
        if one.shared:
            self.each[self.each.index(one)] = Stint(one.table, one.start, until)
        else:
            one.end = until
        self.last_end = max(self.last_end, until)


@record_class
class HandTimes:
    """The first and the last moment of hands, and whether they come in order, but for what is less than a day apart."""

    first: int
    last: int
    rising: bool = True
    falling: bool = True

    def take(self, now: int) -> None:
        """Take in one more moment."""
        if now > self.last:
            self.last = now
            if now > self.first + DAY:
                self.falling = False
        elif now < self.first:
            self.first = now
            if now < self.last - DAY:
                self.rising = False
        else:
            if now < self.last - DAY:
                self.rising = False
            if now > self.first + DAY:
                self.falling = False

    def then(self, later: HandTimes) -> HandTimes:
        """The span of these hands and of those that came after them."""
        return HandTimes(
            min(self.first, later.first),
            max(self.last, later.last),
            self.rising and later.rising and later.first >= self.last - DAY,
            self.falling and later.falling and later.last <= self.first + DAY,
        )


@record_class
class Room:
    """Who played at which tables of a log, and when, for a day before and after the current hand.

    A log may hold a year of thousands of tables, so what is further off is given up. `lost` tells from when to when.
    """

    stints: dict[str, Stints] = field(default_factory=dict)
    lost: tuple[int, int] | None = None  # the first and the last moment of what was given up
    first: str | None = None  # the table of the first hand
    several: bool = False  # were there hands at other tables?
    full: int = LEAST  # how many names are remembered before those of other days are given up
    span: HandTimes | None = None  # the moments of the hands so far, and in which order they came

    def has_others(self, table: str) -> bool:
        """Was there a hand at another table?"""
        return self.several or self.first not in (None, table)

    def recalls(self, moment: int) -> bool:
        """Does the room still know all that the log has told of a moment?"""
        return self.lost is None or not self.lost[0] <= moment <= self.lost[1]

    def elsewhere(self, table: str, hand: HandPlayed, before: HandPlayed | None) -> Iterator[tuple[str, Stint]]:
        """The players dealt in who had a seat at another table at the same time, if that was not reported before.

        One moment in common is not enough: a player can change tables within a minute.
        """
        now = moment_of(hand)
        if now is None:
            return
        for name in hand.dealt_in:
            stints = self.stints.get(name)
            if stints is None:
                continue
            here = self._running(name, table, before) if before is not None else None
            start = now if here is None else here.start
            if start >= stints.last_end:
                continue
            for one in stints.each:
                reported = here is not None and one.start < here.end and start < one.end
                if one.table != table and one.start < now and start < one.end and not reported:
                    yield name, one

    def played(self, table: str, hand: HandPlayed, before: HandPlayed | None) -> None:
        """Take in a hand, with the hand right before it if that is known."""
        self.several = self.has_others(table)
        self.first = self.first or table
        now = moment_of(hand)
        if now is None:
            return
        if self.span is None:
            self.span = HandTimes(now, now)
        else:
            self.span.take(now)
        begun = Stint(table, now, now, shared=True)
        for name in hand.dealt_in:
            here = self._running(name, table, before) if before is not None else None
            known = self.stints.get(name)
            if known is None:
                self.stints[name] = Stints([begun], now, now, now)
            elif here is not None:
                known.prolong(here, now)
            elif known.first_end >= now - DAY and known.last_start <= now + DAY:
                known.add(begun)
            else:
                self.stints[name] = _gathered([*self._near(known, now), begun])
        if len(self.stints) > self.full:
            self._clear(now)

    def seats_only(self) -> Room:
        """The same without the players: were there other tables, and when?"""
        return Room(first=self.first, several=self.several, span=self.span)

    def meets(self, later: Room) -> bool:
        """Did anybody have seats at two tables at the same time, once here and once in what came after?"""
        return any(
            one.table != other.table and one.start < other.end and other.start < one.end
            for name, stints in later.stints.items()
            if name in self.stints
            for one in stints.each
            for other in self.stints[name].each
        )

    def then(self, later: Room) -> Room:
        """The room after what came later, if all hands are in order; `later` tells of its own hands alone.

        Stints that are more than a day from them are given up: in such an order nobody asks for them again.
        """
        first = self.first or later.first
        several = self.several or later.several or later.first not in (None, first)
        if self.span is None or later.span is None:
            return replace(self if later.span is None else later, first=first, several=several)
        span = self.span.then(later.span)
        near = {
            name: [
                one for one in stints.each if later.span.first - DAY <= one.end and one.start <= later.span.last + DAY
            ]
            for name, stints in self.stints.items()
        }
        for name, stints in later.stints.items():
            near[name] = [*near.get(name, ()), *stints.each]
        known = {name: _gathered(stints) for name, stints in near.items() if stints}
        return Room(known, None, first, several, max(LEAST, 2 * len(known)), span)

    def _running(self, name: str, table: str, before: HandPlayed) -> Stint | None:
        """The stint that a player goes on with in this hand."""
        if name not in before.dealt_in:
            return None
        stints = self.stints.get(name)
        return next((one for one in reversed(stints.each) if one.table == table), None) if stints is not None else None

    def _near(self, stints: Stints, now: int) -> list[Stint]:
        """A player's stints without those that are more than a day off, which are given up."""
        near = []
        for one in stints.each:
            if one.end < now - DAY or one.start > now + DAY:
                first, last = self.lost or (one.start, one.end)
                self.lost = min(first, one.start), max(last, one.end)
            else:
                near.append(one)
        return near

    def _clear(self, now: int) -> None:
        """Give up the names with stints of other days only. Next time there must be twice as many as are left now."""
        near = {name: self._near(stints, now) for name, stints in self.stints.items()}
        self.stints = {name: _gathered(stints) for name, stints in near.items() if stints}
        self.full = max(LEAST, 2 * len(self.stints))


def _gathered(stints: list[Stint]) -> Stints:
    ends, starts = [one.end for one in stints], [one.start for one in stints]
    return Stints(stints, min(ends), max(starts), max(ends))


def moment_of(hand: HandPlayed) -> int | None:
    """The minute at which a hand began, counted over days; None if its day or its time is not recorded."""
    return None if hand.day is None or hand.time is None else _moment(hand.day, hand.time)


@lru_cache(maxsize=16)  # asked for several times a hand
def _moment(day: date, time: str) -> int:
    return day.toordinal() * DAY + minute_of_day(time)
