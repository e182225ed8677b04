"""Hands in which all wagers go back though nobody declared a misdeal: the deck is defective, or no hand can win."""

from __future__ import annotations

from auditor.checks.support.deal_so_far import deal_events_so_far, first_so_far
from auditor.checks.support.duplicate_cards import doubled, repeated
from auditor.replay.state import HandState, Player
from auditor.vocabulary.events import Boxed, Event, Holds, Incident, Win


def defect(state: HandState, boxed: int, incidents: tuple[str, ...], twice: str = "open") -> Event | None:
    """The first event before the pot was paid that shows the deck of the deal under way to be defective.

    More cards than `boxed` are found face up, an observer notes one of the `incidents`, or one card is in two places:
    it lies open in both (`twice` is "open"), or the record has it there, open or not ("known").
    """
    found = {"open": doubled, "known": repeated}.get(twice)
    again = {id(event) for _, event in found(state)} if found else set()
    if not again and state.kinds.isdisjoint((Boxed, Incident)):
        return None
    face_up, events = 0, deal_events_so_far(state, Event)
    if state.wins and first_so_far(state, Win) is not state.wins[0]:
        return None  # the pot was paid before a misdeal was declared
    for event in events:
        if isinstance(event, Win):
            return None
        if isinstance(event, Boxed):
            face_up += len(event.cards)
            if face_up > boxed:
                return event
        elif (isinstance(event, Incident) and event.kind in incidents) or id(event) in again:
            return event
    return None


def sole_misheld(state: HandState) -> Player | None:
    """The player with a wrong number of cards whom nobody opposes any more: all others folded or mucked."""
    counted = {event.player for event in deal_events_so_far(state, Holds)}
    wrong = [one for one in state.players if one.wrong_card_count and one.name in counted and (one.active or one.void)]
    others = [one for one in state.players if one.active and not one.mucked and not one.wrong_card_count]
    return wrong[0] if len(wrong) == 1 and not others and _contested(state, wrong[0]) else None


def _contested(state: HandState, player: Player) -> bool:
    """Have other players left the hand?"""
    return any(one.folded is not None or one.mucked for one in state.players if one is not player)
