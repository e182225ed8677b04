"""The events of a hand by kind, by player and by place: what comes next is looked up, and nobody walks to it.

Much of what a hand shows is told by what stands before an event or after it. Whoever walked through the record at each
of its events would take time that grows with the square of its length, and some records are made to be long.
"""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Any, TypeVar, overload

from auditor.vocabulary.events import Act, Event, Fold, Returned

E = TypeVar("E", bound=Event)
Kinds = tuple[type[Event], ...]


class Timeline:
    """The events of a hand, and where those of each kind stand. All of it is worked out when it is first asked for."""

    __slots__ = ("_back", "_by_player", "_by_type", "_found", "_last_act", "_place_of", "_sums", "_where", "events")

    def __init__(self, events: Sequence[Event]) -> None:
        """Nothing is worked out yet."""
        self.events = events
        self._by_type: dict[type, list[int]] = {}
        self._found: dict[Kinds, list[int]] = {}
        self._by_player: dict[Kinds, dict[str | None, list[int]]] = {}
        self._where: dict[Callable[[Event], bool], list[int]] = {}
        self._place_of: dict[int, int] = {}
        self._last_act: int | None = None
        self._back: bool | None = None
        self._sums: dict[Callable[[Event], int], list[int]] = {}

    def place(self, event: Event) -> int:
        """The place of this very event; the number of events if it is none of them."""
        if not self._place_of:  # to compare the events themselves would compare all their fields
            self._place_of = {id(one): place for place, one in reversed([*enumerate(self.events)])}
        return self._place_of.get(id(event), len(self.events))

    def last_act(self) -> int:
        """The place of the last act of a player; -1 if there is none. Hardly anything stands after it."""
        if self._last_act is None:
            place = len(self.events) - 1
            while place >= 0 and not isinstance(self.events[place], Act):
                place -= 1
            self._last_act = place
        return self._last_act

    def goes_back_in_play(self) -> bool:
        """Does money go back to a player before the last act that is no fold? Most often it goes back at the end."""
        if self._back is None:
            place = self.last_act()
            while place >= 0 and (type(self.events[place]) is Fold or not isinstance(self.events[place], Act)):
                place -= 1
            self._back = Returned in map(type, self.events[: max(place, 0)])
        return self._back

    # ---- places, in order ----

    def places(self, *kinds: type[Event]) -> list[int]:
        """Where the events of these kinds stand."""
        found = self._found.get(kinds)
        if found is None:
            by_type = self._by_type
            if not by_type:
                for place, kind in enumerate(map(type, self.events)):
                    if kind in by_type:
                        by_type[kind].append(place)
                    else:
                        by_type[kind] = [place]
            each = [places for kind, places in by_type.items() if issubclass(kind, kinds)]
            found = self._found[kinds] = each[0] if len(each) == 1 else sorted([one for some in each for one in some])
        return found

    def places_of(self, player: str, *kinds: type[Event]) -> Sequence[int]:
        """Where the events of these kinds stand that are by this player, or about."""
        known = self._by_player.get(kinds)
        if known is None:
            known = self._by_player[kinds] = {}
            for place in self.places(*kinds):
                known.setdefault(getattr(self.events[place], "player", None), []).append(place)
        return known.get(player, ())

    def places_where(self, test: Callable[[Event], bool]) -> list[int]:
        """Where the events stand that pass a test, which asks nothing but the event."""
        found = self._where.get(test)
        if found is None:
            found = self._where[test] = [place for place, event in enumerate(self.events) if test(event)]
        return found

    # ---- events ----

    @overload
    def all(self, kind: type[E], /) -> list[E]: ...
    @overload
    def all(self, *kinds: type[Event]) -> list[Any]: ...
    def all(self, *kinds: type[Event]) -> list[Any]:
        """The events of these kinds."""
        return self.between(0, len(self.events), *kinds)

    @overload
    def each(self, start: int, stop: int, kind: type[E], /) -> Iterator[E]: ...
    @overload
    def each(self, start: int, stop: int, *kinds: type[Event]) -> Iterator[Any]: ...
    def each(self, start: int, stop: int, *kinds: type[Event]) -> Iterator[Any]:
        """The events of these kinds from one place on and before another, as far as somebody wants to know."""
        places, events = self.places(*kinds), self.events
        for at in range(bisect_left(places, start), len(places)):
            if places[at] >= stop:
                return
            yield events[places[at]]

    @overload
    def each_of(self, player: str, start: int, kind: type[E], /) -> Iterator[E]: ...
    @overload
    def each_of(self, player: str, start: int, *kinds: type[Event]) -> Iterator[Any]: ...
    def each_of(self, player: str, start: int, *kinds: type[Event]) -> Iterator[Any]:
        """The events of these kinds that are by a player, or about, from a place on."""
        places, events = self.places_of(player, *kinds), self.events
        for at in range(bisect_left(places, start), len(places)):
            yield events[places[at]]

    @overload
    def between(self, start: int, stop: int, kind: type[E], /) -> list[E]: ...
    @overload
    def between(self, start: int, stop: int, *kinds: type[Event]) -> list[Any]: ...
    def between(self, start: int, stop: int, *kinds: type[Event]) -> list[Any]:
        """The events of these kinds from one place on and before another."""
        places, events = self.places(*kinds), self.events
        chosen = places[bisect_left(places, start) : bisect_left(places, stop)]
        return [events[place] for place in chosen]

    def count(self, start: int, stop: int, *kinds: type[Event]) -> int:
        """How many events of these kinds there are from one place on and before another."""
        places = self.places(*kinds)
        return bisect_left(places, stop) - bisect_left(places, start)

    def total(self, start: int, stop: int, size: Callable[[Event], int]) -> int:
        """The sum of a size, which asks nothing but the event, from one place on and before another."""
        sums = self._sums.get(size)
        if sums is None:
            sums = self._sums[size] = [0, *accumulate(map(size, self.events))]
        return sums[stop] - sums[start]

    def next(self, start: int, *kinds: type[Event]) -> int:
        """The place of the first event of these kinds from `start` on; the number of events if there is none."""
        return first_from(self.places(*kinds), start, len(self.events))

    def previous(self, stop: int, *kinds: type[Event]) -> int:
        """The place of the last event of these kinds before `stop`; -1 if there is none."""
        return last_before(self.places(*kinds), stop)


NEVER = sys.maxsize  # a place after all others


def first_from(places: Sequence[int], start: int, none: int) -> int:
    """The first of some places from `start` on, or `none`."""
    at = bisect_left(places, start)
    return places[at] if at < len(places) else none


def last_before(places: Sequence[int], stop: int) -> int:
    """The last of some places before `stop`; -1 if there is none."""
    at = bisect_left(places, stop)
    return places[at - 1] if at else -1
