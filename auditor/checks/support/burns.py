"""Whether a log notes burn cards, or that none was burnt."""

from __future__ import annotations

from auditor.replay.betting.lookahead import place_of
from auditor.replay.state import HandState
from auditor.replay.state.timeline import last_before
from auditor.vocabulary.events import Act, Burn, Communal, Deal, Event, Procedure
from auditor.vocabulary.log_words import BURNS


def notes_burns(state: HandState) -> bool:
    """Does the log note burn cards in this hand, or undertake to note them in every hand?"""
    return Burn in state.kinds or BURNS in state.hand.setup.records


def burn_left_out(state: HandState, event: Event) -> bool:
    """Did somebody see that no card was burnt before these cards?"""
    if "burn" not in state.steps:
        return False
    timeline, place = state.timeline, place_of(state, event)
    noted = last_before(timeline.places_where(_no_burn), place)
    return noted > timeline.previous(place, Act, Burn, Communal, Deal)


def _no_burn(event: Event) -> bool:
    return isinstance(event, Procedure) and event.what == "burn"
