"""Cards dealt to the wrong player that the log does not call so: taken back, and dealt to another."""

from __future__ import annotations

from auditor.replay.betting.lookahead import place_of
from auditor.replay.state import HandState
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN


def misdirected(state: HandState, event: e.TakenBack) -> e.DealFault | None:
    """The mishap that cards were dealt to one player and meant for another, who gets them once they are taken back.

    The log does not say then whether anybody looked at them. Cards that are shuffled in again are none of these.
    """
    if event.player is None or UNKNOWN in event.cards:
        return None
    for each in state.hand.events[place_of(state, event) + 1 :]:
        if isinstance(each, e.Deal):
            given = [name for name, cards in each.holdings if set(event.cards) <= set(cards)]
            if not given or given[0] == event.player:
                return None
            return e.DealFault(event.line, event.column, "misdirected", event.player, event.cards, meant_for=given[0])
        if not isinstance(each, e.TakenBack | e.Noticed | e.Ruling):
            return None
    return None
