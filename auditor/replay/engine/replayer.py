"""The loop that plays a hand under a rulebook, with an observer who looks on.

The replay judges nothing and refuses nothing. The checks and the view of steps want to know what was allowed at a
moment, the page of the settlement wants to know what was due in the end: each of them is an `Observer`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from auditor.replay.betting.in_turn import in_turn
from auditor.replay.betting.lookahead import acted_already
from auditor.replay.betting.measuring import measure
from auditor.replay.betting.passed_over import note_beginning, passed_over
from auditor.replay.betting.rounds_and_turns import (
    begin_before_card,
    begin_round,
    hold_early,
    resolve_early,
    stand_early,
    start_round,
)
from auditor.replay.engine.apply import HANDLERS
from auditor.replay.engine.observer import Observer
from auditor.replay.forced_bets.blinds_and_antes import figure_and_number
from auditor.replay.forced_bets.levels import at_played_level
from auditor.replay.settlement.compute import Settled, Settlement, settle
from auditor.replay.state import HandState
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.events import Act, Communal, Event, Post, Wager
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.seating import SEATED_KINDS

NOBODY = Observer()


def replay(hand: Hand, rules: Rulebook, observer: Observer = NOBODY) -> Settlement:
    """Play a hand from its first event to its settlement."""
    return end(play(hand, rules, observer), observer)


def play(hand: Hand, rules: Rulebook, observer: Observer) -> HandState:
    """Play a hand from its first event to its last. Whoever has many hands plays some before they end one."""
    hand = at_played_level(hand, rules)
    state = HandState(hand, rules)
    looks_ahead = type(observer).before_event is not Observer.before_event
    at_act, at_turn, at_event, seats = observer.at_act, observer.at_turn, observer.at_event, state.by_name
    steps = _steps(observer.watched)
    try:
        for number, event in enumerate(hand.events):
            step, handler = steps[type(event)]
            if step & SEATED and event.player not in seats:  # type: ignore[attr-defined]
                state.player(event.player, event)  # type: ignore[attr-defined]  # who has no seat is told before anybody looks at the event
            if looks_ahead:
                observer.before_event(state, event)
            state.event, state.event_index = event, number
            if step & BY_PLAYER:  # which says more quickly of what kind an event is than a question about its class
                if in_turn(state, event, at_turn):  # type: ignore[arg-type]
                    continue
                held = _is_held(state, event, number, observer)  # type: ignore[arg-type]
                state.orderly = False
                if held:
                    continue
                at_act(state, event)  # type: ignore[arg-type]
            elif step & LOOKED_AT:
                if step & PUT_UP:
                    state.forced, state.blind_index = figure_and_number(state, event)  # type: ignore[arg-type]
                elif step & TURNED and state.round is None:
                    begin_before_card(state, event)  # type: ignore[arg-type]
                at_event(state, event)
            if handler is not None:  # an event without one changes nothing
                state.orderly = False
                handler(state, event)
    except Unreadable as error:
        error.hand = hand.number
        raise
    return state


def end(state: HandState, observer: Observer = NOBODY) -> Settlement:
    """End a hand that has been played: work out what was due."""
    last = state.hand.events[-1]
    try:
        resolve_early(state, force=True)
        state.event = done = Settled(last.line, last.column, settle(state))
        observer.at_settlement(state, done)
    except Unreadable as error:
        error.hand = state.hand.number
        raise
    finally:
        state.event = None  # the settlement refers to the state: a circle would stay until garbage is collected
    return done.settlement


SEATED = 1  # the player must have a seat
LOOKED_AT = 2  # it is no act, and the observer wants to see it or its figure has to be found
BY_PLAYER = 4  # it is an act of a player in a betting round
PUT_UP = 8  # it is a wager before the cards
TURNED = 16  # it is a communal card
Step = tuple[int, Callable[[HandState, Any], None] | None]  # Any: the kind of event that the function is for


class _Steps(dict[type, Step]):
    """What there is to do at each kind of event, worked out when the first of the kind comes."""

    def __init__(self, watched: frozenset[type] | None) -> None:
        """Nothing is worked out yet; the observer looks at these kinds of event, or at all."""
        super().__init__()
        self._watched = watched

    def __missing__(self, kind: type[Event]) -> Step:
        """Work it out."""
        step = SEATED if kind in SEATED_KINDS else 0
        if issubclass(kind, Act):
            step |= BY_PLAYER
        elif issubclass(kind, Post):
            step |= LOOKED_AT | PUT_UP
        elif issubclass(kind, Communal):
            step |= LOOKED_AT | TURNED
        elif self._watched is None or kind in self._watched:
            step |= LOOKED_AT
        found = self[kind] = step, HANDLERS.get(kind)
        return found


@lru_cache(maxsize=256)
def _steps(watched: frozenset[type] | None) -> _Steps:
    return _Steps(watched)


def _is_held(state: HandState, act: Act, number: int, observer: Observer) -> bool:
    """Find out whose turn an unusual act comes at, measure a wager, and hold it aside if it is out of turn.

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
