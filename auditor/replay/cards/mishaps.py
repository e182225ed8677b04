"""Mishaps of a deal as they are noted: all of them, each sort of them once, and how many cards went astray by kind."""

from __future__ import annotations

from auditor.replay.state import HandState
from auditor.vocabulary.events import Boxed, DealFault


def by_player(state: HandState, fault: DealFault) -> bool:
    """Did a player expose the card, rather than the dealer?"""
    return fault.by == "player" or fault.by in state.by_name


def cards_of(mishap: Boxed | DealFault) -> int:
    """How many cards a mishap is about; one of which the record names no card counts as one."""
    return max(len(mishap.cards), 1)


def note_mishap(state: HandState, fault: DealFault) -> None:
    """Put a mishap on the file of the deal under way."""
    attempt = state.attempt
    attempt.faults.append(fault)
    if not by_player(state, fault):
        attempt.astray[fault.kind] = attempt.astray.get(fault.kind, 0) + cards_of(fault)
        attempt.sorts.setdefault((fault.kind, fault.player, fault.cards), fault)


def note_boxed(state: HandState, event: Boxed) -> None:
    """Note cards found face up in the deck."""
    state.attempt.boxed.append(event)
    state.attempt.boxed_cards += cards_of(event)
