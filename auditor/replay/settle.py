"""What each player should have been paid: pots, hands, ties, odd chips and commission, computed and never copied."""

from __future__ import annotations

from dataclasses import dataclass

from auditor.events import Event
from auditor.replay.table import Table


@dataclass(slots=True)
class Settlement:
    """The settlement of a hand as it should have been, beside what the record says."""


@dataclass(slots=True)
class Settled(Event):
    """The hand is over: the moment at which the settlement checks are called."""

    settlement: Settlement


def settle(table: Table) -> Settlement:
    """Work out the settlement of the hand as it stands recorded."""
    return Settlement()
