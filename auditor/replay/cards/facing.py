"""One fact in one form: a card that the dealer deals face up instead of face down is a card that the dealer exposes.

A log may write it either way: `deal Ann [As], Ben up [7c]`, or the pass as it should go and then `expose [7c] of Ben`.
In a game in which all cards of the players lie face down it is taken for the note. In one with open cards it is taken
for a card that lies open from the deal on, and the note stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from auditor.replay.variant import rounds_of
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.cards import UNKNOWN
from auditor.vocabulary.events import Boxed, Deal, DealFault, Event
from auditor.vocabulary.events.base import places_of
from auditor.vocabulary.hand import Hand, SplitDeals
from auditor.vocabulary.records import replace


def with_exposed_cards(hand: Hand, rules: Rulebook) -> Hand:
    """The hand with its exposed cards in the form that the checks of its game know."""
    exposed = DealFault in map(type, hand.events)
    if "u" in rounds_of(rules.game, hand)[-1].pattern:
        return _with_open_cards(hand) if exposed else hand
    if not exposed and not any(_lies_open(hand.events[place]) for place in places_of(Deal, hand.events)):
        return hand  # so it is in most hands of such games
    return _with_notes(hand)


def _lies_open(event: Event) -> bool:
    """Is it a pass of the deal with cards that lie face up?"""
    return isinstance(event, Deal) and (event.up or bool(event.contrary))


def _exposes(event: Event) -> TypeGuard[DealFault]:
    """Is it a note that the dealer exposed cards of a player?"""
    return type(event) is DealFault and event.kind == "exposed" and event.by in (None, "dealer")


# ---- games without open cards ----


def _with_notes(hand: Hand) -> Hand:
    """The hand with each card dealt face up noted as exposed, after its pass."""
    events: list[Event] = []
    noted = {(one.player, card) for one in hand.events if _exposes(one) for card in one.cards}
    boxed = {card for one in hand.events if isinstance(one, Boxed) for card in one.cards}
    for event in hand.events:
        if type(event) is not Deal or not (event.up or event.contrary):
            events.append(event)
            continue
        events.append(replace(event, up=False, contrary=()))
        for line in hand.lines_of(event):
            for name, cards in _face_up(line):
                seen = tuple([card for card in cards if card not in boxed and (name, card) not in noted])
                if seen:
                    events.append(DealFault(line.line, line.column, "exposed", name, seen, seen=True, by="dealer"))
    return replace(hand, events=events, split_deals=_face_down(hand))


def _face_up(event: Event) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Who gets cards face up in this line, and which."""
    assert isinstance(event, Deal)
    return ((name, cards) for name, cards in event.holdings if event.up != (name in event.contrary))


def _face_down(hand: Hand) -> SplitDeals:
    """The lines of passes that are written in several, with all cards face down."""
    return {
        place: tuple([replace(one, up=False, contrary=()) for one in lines])
        for place, lines in hand.split_deals.items()
    }


# ---- games with open cards ----


def _with_open_cards(hand: Hand) -> Hand:
    """The hand with each card that is noted as exposed right after its pass lying open from that pass on."""
    events = list(hand.events)
    for place, event in enumerate(events):
        if not _exposes(event):
            continue
        at = place - 1
        while isinstance(events[at], DealFault):
            at -= 1
        deal = events[at]
        if type(deal) is Deal and (event.player, event.cards) in deal.holdings and UNKNOWN not in event.cards:
            events[at] = _turned(deal, event.player)
    return replace(hand, events=events)


def _turned(deal: Deal, name: str) -> Deal:
    """The pass with this player's cards face up."""
    if deal.up != (name in deal.contrary):
        return deal
    others = tuple([one for one in deal.contrary if one != name])
    return replace(deal, contrary=others if deal.up else (*deal.contrary, name))
