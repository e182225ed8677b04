"""Who looks on while a hand is played.

This module stays Python where others are compiled: those who look on are classes of many modules.
"""

from __future__ import annotations

from auditor.replay.settlement.compute import Settled
from auditor.replay.state import EarlyWager, HandState
from auditor.vocabulary.events import Act, Event


class Observer:
    """Somebody who looks on while a hand is played and changes nothing. This one does nothing at all.

    Each event of the record first comes to `before_event`, as the record has it. Then, still before the event is
    applied, it comes to one of the others: to `at_act` once it is clear whose turn it is and what the wager amounts to,
    to `at_early_wager` if the wager is held aside because others were passed over, or to `at_event`.
    """

    __slots__ = ()

    watched: frozenset[type] | None = None  # the kinds of event that come to `at_event`; None means all of them

    def before_event(self, state: HandState, event: Event) -> None:
        """The record goes on with this event."""

    def at_event(self, state: HandState, event: Event) -> None:
        """Something happens that is no act of a player in a betting round."""

    def at_act(self, state: HandState, act: Act) -> None:
        """A player acts; `state.move` says what a wager amounts to."""

    def at_turn(self, state: HandState, act: Act) -> None:
        """A player acts whose turn it is, in a round in which nothing unusual has happened."""
        self.at_act(state, act)

    def at_early_wager(self, state: HandState, early: EarlyWager) -> None:
        """A player wagers out of turn."""

    def at_judged_early_wager(self, state: HandState, early: EarlyWager) -> None:
        """The same wager as if it had come in turn, where the rulebook judges it so if it stands."""

    def at_settlement(self, state: HandState, end: Settled) -> None:
        """The hand is over; what was due is worked out."""
