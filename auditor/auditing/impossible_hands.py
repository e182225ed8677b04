"""Everything that keeps a hand from being judged whose lines are all statements.

The replay stops at the first line that cannot be. So that this one hides no other, the hand is judged again without
what is known to be wrong with it, until nothing more turns up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from auditor.logs.reader import RawHand
from auditor.vocabulary.errors import Unreadable, first_of
from auditor.vocabulary.events import Event, HandStarted, Seat
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.records import as_dict, replace
from auditor.vocabulary.seating import seat_faults

MOST_FAULTS = 20  # that are found one by one
MOST_SEATS = 99


def every_fault(raw: RawHand, hand: Hand, first: Unreadable, judge: Callable[[Hand], object] | None) -> Unreadable:
    """Give everything that keeps a hand from being judged, of which one fault is known.

    Without a rulebook there is no `judge`, and only seats and names can be looked at.
    """
    found = {(fault.line, fault.reason): fault for fault in seat_faults(hand.events)}
    error: Unreadable | None = first
    if found and judge is not None:
        error = _next_fault(hand, found.values(), judge)
    while error is not None and (error.line, error.reason) not in found and len(found) < MOST_FAULTS:
        found[error.line, error.reason] = error
        error = None if judge is None else _next_fault(hand, found.values(), judge)
    faults = sorted(found.values(), key=lambda fault: (fault.line, fault.column))
    for fault in faults:
        raw.show(fault)
    return first_of(faults, hand.number)


def _next_fault(hand: Hand, known: Iterable[Unreadable], judge: Callable[[Hand], object]) -> Unreadable | None:
    """Judge a hand without what is known to be wrong with it, and give what else is."""
    try:
        judge(replace(hand, events=_mended(hand.events, known)))
    except Unreadable as error:
        return error
    except Exception:  # it is no hand any more
        return None
    return None


def _mended(events: list[Event], faults: Iterable[Unreadable]) -> list[Event]:
    """The events with names put right where that is known, and otherwise without those that cannot be.

    Who has lost a seat gets another, so that nobody is missing.
    """
    wrong: dict[int, list[Unreadable]] = {}
    for fault in faults:
        wrong.setdefault(fault.line, []).append(fault)
    free = iter(sorted({*range(1, 2 * MOST_SEATS)} - {event.seat for event in events if isinstance(event, Seat)}))
    seats: set[int] = set()
    mended: list[Event] = []
    for event in events:
        instead = [fault.instead for fault in wrong.get(event.line, ())]
        if not instead or isinstance(event, HandStarted):
            mended.append(event)
        elif None not in instead:
            mended.append(_renamed(event, dict(one for one in instead if one is not None)))
        elif isinstance(event, Seat):
            taken = event.seat in seats
            mended.append(replace(event, seat=next(free)) if taken else replace(event, player=f"?{event.seat}"))
        if isinstance(event, Seat):
            seats.add(event.seat)
    return mended


def _renamed(event: Event, names: dict[str, str]) -> Event:
    """The event with other names in the place of some."""
    values = as_dict(event)
    changed: dict[str, Any] = {
        key: names[value] for key, value in values.items() if isinstance(value, str) and value in names
    }
    if (holdings := values.get("holdings")) is not None:
        changed["holdings"] = tuple([(names.get(one, one), cards) for one, cards in holdings])
    return replace(event, **changed)
