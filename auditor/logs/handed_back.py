"""Wagers of one player that go back while the others play on: `refund` and `return` mean the same there."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.vocabulary.events import Act, Communal, Event, Invalidated, Misdeal, Refund, Returned, Voided, Win


def handed_back(events: list[Event]) -> list[Event]:
    """Give the events with every refund that leaves the hand going on as chips handed back.

    A refund is one if play goes on after it, or if nobody else gets one and the hand is out or somebody else is paid.
    In a hand that is annulled, or dealt again, all wagers go back, and a refund is what it says.
    """
    kinds = set(map(type, events))
    if Refund not in kinds or not kinds.isdisjoint((Invalidated, Misdeal)):
        return events
    return list(_sorted_out(events))


def _sorted_out(events: list[Event]) -> Iterator[Event]:
    last = max((number for number, one in enumerate(events) if isinstance(one, Act | Communal)), default=-1)
    alone = len({one.player for one in events if isinstance(one, Refund)}) == 1
    last_paid = {one.player: number for number, one in enumerate(events) if isinstance(one, Win)}
    out: set[str] = set()
    for number, one in enumerate(events):
        if isinstance(one, Voided):
            out.add(one.player)
        if isinstance(one, Refund):
            ends = alone and (one.player in out or _others_paid(last_paid, number, one.player))
            if number < last or ends:
                yield Returned(one.line, one.column, one.player, one.amount)
                continue
        yield one


def _others_paid(last_paid: dict[str, int], number: int, player: str) -> bool:
    """Is anybody but this player paid after this place?"""
    return any(place > number for name, place in last_paid.items() if name != player)
