"""Who has a seat in a hand: a name that has none makes the hand unreadable, and so does a seat taken twice."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.spelling import meant
from auditor.vocabulary.wording import escaped, joined

SEATED = (
    e.Post, e.Act, e.Returned, e.Show, e.Muck, e.Win, e.Refund, e.Discards, e.Holds, e.Voided, e.DealFault,
)  # fmt: skip
"""Events whose player must have a seat. There are others of which that depends on the rulebook."""


def without_seat(name: str, event: e.Event, seated: Collection[str], hand: str | None = None) -> Unreadable:
    """Complain about a name that has no seat in its hand, and name the seat that may have been meant."""
    known = joined([escaped(one, 30) for one in seated]) or "nobody"
    reason = f"found '{escaped(name, 40)}', expected a player with a seat in this hand ({known})"
    write = meant(name, seated)
    fault = Unreadable(reason, event.line, event.column, hand)
    if write is not None:
        fault.reason += f"; write '{escaped(write, 30)}'"
        fault.instead = name, write
    return fault


def second_seat(event: e.Seat) -> Unreadable:
    """Complain about a player with two seats."""
    return Unreadable(f"found {event.player!r} in a second seat, expected one seat a player", event.line, event.column)


def taken_seat(event: e.Seat) -> Unreadable:
    """Complain about a seat with two players."""
    return Unreadable(f"found two players in seat {event.seat}, expected one", event.line, event.column)


def seat_faults(events: Sequence[e.Event], excused: str = "") -> list[Unreadable]:
    """Everything in a hand that names somebody without a seat or gives a seat twice.

    Names that stand in the `excused` text are passed over: it has the lines of the hand that nobody could read, and
    their seats may be among them.
    """
    seats: set[int] = set()
    seated: dict[str, None] = {}
    found: list[Unreadable] = []
    for event in events:
        if isinstance(event, e.Seat):
            if event.player in seated:
                found.append(second_seat(event))
            elif event.seat in seats:
                found.append(taken_seat(event))
            seats.add(event.seat)
            seated[event.player] = None
    for event in events:
        unknown = [name for name in players_of(event) if name not in seated and not _stands_in(name, excused)]
        found += [without_seat(name, event, seated) for name in dict.fromkeys(unknown)]
    return sorted(found, key=lambda fault: fault.line)


def players_of(event: e.Event) -> Iterable[str]:
    """The players in an event who must have a seat."""
    if isinstance(event, e.Deal):
        return [name for name, _ in event.holdings]
    return [event.player] if isinstance(event, SEATED) else ()


def _stands_in(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
