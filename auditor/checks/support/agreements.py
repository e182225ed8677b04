"""What the people at a table agreed on before the cards."""

from __future__ import annotations

from auditor.replay.state import HandState
from auditor.vocabulary.events import Agreement, Communal, Deal
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.log_words import AGREEMENTS


def all_noted(setup: Setup) -> bool:
    """Does the log undertake to record agreements? Then one of which it says nothing was not made."""
    return AGREEMENTS in setup.records


def agreements(state: HandState, what: str) -> list[Agreement]:
    """The agreements on a matter, for the table and before the cards of the hand, in the order of the record."""
    made = state.hand.setup.agreements
    found = [one for one in made if one.what == what] if made else []
    if Agreement not in state.kinds:
        return found
    before = state.timeline.between(0, state.timeline.next(0, Deal, Communal), Agreement)
    return [*found, *(one for one in before if one.what == what)]
