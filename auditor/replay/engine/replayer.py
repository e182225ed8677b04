"""The loop that plays a hand under a rulebook, with an observer who looks on.

The replay judges nothing and refuses nothing. The checks and the view of steps want to know what was allowed at a
moment, the page of the settlement wants to know what was due in the end: each of them is an `Observer`.
"""

from __future__ import annotations

from auditor.replay.betting.lookahead import acted_already
from auditor.replay.betting.measuring import measure
from auditor.replay.betting.passed_over import note_beginning, passed_over
from auditor.replay.betting.rounds_and_turns import begin_round, hold_early, resolve_early, stand_early, start_round
from auditor.replay.engine.apply import HANDLERS
from auditor.replay.forced_bets.blinds_and_antes import figure_of, number_of
from auditor.replay.forced_bets.levels import at_played_level
from auditor.replay.settlement.compute import Settled, Settlement, settle
from auditor.replay.state import EarlyWager, HandState
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.events import Act, Event, Post, Wager
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.seating import SEATED_KINDS


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

    def at_early_wager(self, state: HandState, early: EarlyWager) -> None:
        """A player wagers out of turn."""

    def at_judged_early_wager(self, state: HandState, early: EarlyWager) -> None:
        """The same wager as if it had come in turn, where the rulebook judges it so if it stands."""

    def at_settlement(self, state: HandState, end: Settled) -> None:
        """The hand is over; what was due is worked out."""


NOBODY = Observer()


def replay(hand: Hand, rules: Rulebook, observer: Observer = NOBODY) -> Settlement:
    """Play a hand from its first event to its settlement."""
    hand = at_played_level(hand, rules)
    state = HandState(hand, rules)
    looks_ahead = type(observer).before_event is not Observer.before_event
    at_act, at_event, watched = observer.at_act, observer.at_event, observer.watched
    handler_of = HANDLERS.get
    try:
        for number, event in enumerate(hand.events):
            if type(event) in SEATED_KINDS:
                state.player(event.player, event)  # type: ignore[attr-defined]  # who has no seat is told before anybody looks at the event
            if looks_ahead:
                observer.before_event(state, event)
            state.event, state.event_index = event, number
            if isinstance(event, Act):
                if _is_held(state, event, number, observer):
                    continue
                at_act(state, event)
            else:
                if type(event) is Post:
                    state.forced = figure_of(state, event)
                    state.blind_index = number_of(state, state.forced, event)
                if watched is None or type(event) in watched:
                    at_event(state, event)
            handler = handler_of(type(event))
            if handler is not None:  # an event without one changes nothing
                handler(state, event)
        resolve_early(state, force=True)
        state.event = end = Settled(event.line, event.column, settle(state))
        observer.at_settlement(state, end)
    except Unreadable as error:
        error.hand = hand.number
        raise
    state.event = None  # the settlement refers to the state: a circle would stay until garbage is collected
    return end.settlement


def _is_held(state: HandState, act: Act, number: int, observer: Observer) -> bool:
    """Find out whose turn it is, measure a wager, and hold it aside if it is out of turn.

    True for such a wager: it waits until the players whom it passed over have acted, unless play goes on from it.
    """
    betround = state.round
    if betround is None or betround.closed or acted_already(state, betround, act):
        begin_round(state, act)
        if betround is not None and state.round is betround and betround.closed:
            betround.overrun = betround.overrun or act
    state.move = None
    passed_over(state, act, number)
    betround = state.round
    if betround is not None and betround.acts == 0:
        note_beginning(state, act)
    if not isinstance(act, Wager):
        return False
    if betround is None:
        start_round(state)
    move = measure(state, act)
    if betround is not None and betround.overrun is not None and betround.closed:
        state.overrun += move.added
    if not state.skipped:
        state.move = move
        return False
    state.event = early = hold_early(state, act, move)
    observer.at_early_wager(state, early)
    if state.game.early is not None and state.game.early.judged:
        state.move = move
        observer.at_judged_early_wager(state, early)
        state.move = None
    if state.goes_on:
        stand_early(state, early, move)
    return True
