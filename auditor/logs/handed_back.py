"""Wagers of one player that go back while the others play on: `refund` and `return` mean the same there."""

from __future__ import annotations

from collections.abc import Sequence

from auditor.vocabulary.events import Act, Communal, Event, Invalidated, Misdeal, Refund, Returned, Voided, Win


def handed_back(events: list[Event]) -> list[Event]:
    """Give the events with every refund that leaves the hand going on as chips handed back.

    A refund is one if play goes on after it, or if nobody else gets one and the hand is out or somebody else is paid.
    In a hand that is annulled, or dealt again, all wagers go back, and a refund is what it says.
    """
    if not any(isinstance(one, Refund) for one in events) or any(
        isinstance(one, Invalidated | Misdeal) for one in events
    ):
        return events
    return [
        Returned(one.line, one.column, one.player, one.amount)
        if isinstance(one, Refund) and _goes_on(events, number, one.player)
        else one
        for number, one in enumerate(events)
    ]


def _goes_on(events: Sequence[Event], number: int, player: str) -> bool:
    others = any(isinstance(one, Refund) and one.player != player for one in events)
    out = any(isinstance(one, Voided) and one.player == player for one in events[:number])
    paid = any(isinstance(one, Win) and one.player != player for one in events[number:])
    return any(isinstance(one, Act | Communal) for one in events[number:]) or ((out or paid) and not others)
