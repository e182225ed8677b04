"""Who has a seat in a hand: a name that has none makes the hand unreadable, and so does a seat taken twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.spelling import meant
from auditor.vocabulary.wording import escaped, joined

SEATED = (
    e.Post, e.Act, e.Returned, e.Show, e.Muck, e.Win, e.Refund, e.Discards, e.Holds, e.Voided, e.DealFault,
)  # fmt: skip
"""Events whose player must have a seat. There are others of which that depends on the rulebook."""


SEATED_KINDS = frozenset([one for one in vars(e).values() if isinstance(one, type) and issubclass(one, SEATED)])
"""The same one by one, for whoever asks of every event."""


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


def seat_faults(events: Sequence[e.Event], lost: str = "") -> list[Unreadable]:
    """Everything in a hand that names somebody without a seat or gives a seat twice.

    If seats are `lost`, since nobody could read their lines, names that stand there or are like no other may be those.
    """
    seated: dict[str, e.Seat] = {}
    doubled: list[e.Seat] = []
    seats: set[int] = set()
    found: list[Unreadable] = []
    for event in events:
        if isinstance(event, e.Seat):
            if event.player in seated:
                doubled.append(event)
            elif event.seat in seats:
                found.append(taken_seat(event))
            seats.add(event.seat)
            seated.setdefault(event.player, event)
    mentions = Counter(name for event in events for name in players_of(event))
    strangers = [name for name in mentions if name not in seated]
    found += _doubled(doubled, [name for name in strangers if meant(name, seated) is None])
    for name in strangers:
        near = meant(name, seated)
        if name in lost or (near is None and (doubled or lost)):
            continue
        if near is not None and mentions[name] > 1 and not mentions[near]:
            found.append(_misspelt(seated[near], name))
            continue
        found += [without_seat(name, event, seated) for event in events if name in players_of(event)]
    return sorted(found, key=lambda fault: fault.line)


def _doubled(seats: Sequence[e.Seat], strangers: Sequence[str]) -> Iterator[Unreadable]:
    """Complain about players with two seats. If one name has no seat, one of the two is that player's."""
    for event in seats:
        fault = second_seat(event)
        if len(seats) == len(strangers) == 1:
            fault.reason += f"; write '{escaped(strangers[0], 30)}'"
            fault.instead = event.player, strangers[0]
        yield fault


def _misspelt(event: e.Seat, name: str) -> Unreadable:
    """Complain about the name at a seat that nobody else in the hand has, if another one like it is meant."""
    other = escaped(name, 30)
    reason = f"found '{escaped(event.player, 40)}', who does nothing in this hand, expected '{other}', who has no seat"
    fault = Unreadable(f"{reason}; write '{other}'", event.line, event.column)
    fault.instead = event.player, name
    return fault


def players_of(event: e.Event) -> Sequence[str]:
    """The players in an event who must have a seat."""
    if isinstance(event, e.Deal):
        return [name for name, _ in event.holdings]
    return [event.player] if isinstance(event, SEATED) else ()
