"""Whether a log notes burn cards, or that none was burnt."""

from __future__ import annotations

from auditor.replay.betting.lookahead import place_of
from auditor.replay.state import HandState
from auditor.vocabulary.events import Act, Burn, Communal, Deal, Event, Procedure
from auditor.vocabulary.log_words import BURNS


def notes_burns(state: HandState) -> bool:
    """Does the log note burn cards in this hand, or undertake to note them in every hand?"""
    return Burn in state.kinds or BURNS in state.hand.setup.records


def burn_left_out(state: HandState, event: Event) -> bool:
    """Did somebody see that no card was burnt before these cards?"""
    if "burn" not in state.steps:
        return False
    for each in reversed(state.hand.events[: place_of(state, event)]):
        if isinstance(each, Act | Burn | Communal | Deal):
            return False
        if isinstance(each, Procedure) and each.what == "burn":
            return True
    return False
