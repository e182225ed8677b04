"""What may be noted wrong: a card in two places, a name that nobody has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from auditor.auditing.slips.slip import MISREAD, MISSPELT, Slip, seen_to
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN, Cards
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.log_words import CARDS
from auditor.vocabulary.records import replace
from auditor.vocabulary.spelling import meant
from auditor.vocabulary.wording import escaped

TABLE = ""  # the place of communal cards, beside the names of players


def misspelt(hand: Hand) -> Iterator[Slip]:
    """Each line on somebody whom nobody knows, as one on the player with nearly that name."""
    names = [one.player for one in hand.events if isinstance(one, e.Seat)]
    for at, event in enumerate(hand.events):
        player = getattr(event, "player", None)
        if player is not None and player not in names and (name := meant(player, names)) is not None:
            words = f"line {event.line} means {escaped(name, 40)}"
            instead: Any = event
            yield Slip(MISSPELT, words, at, at + 1, (replace(instead, player=name),))


def noted_twice(hand: Hand) -> Iterator[Slip]:
    """Each card that lies in two places, as an unknown one in either of them, unless people saw to it."""
    places: dict[int, dict[str, int]] = {}  # by card, each place with the first line that has it there
    for event in hand.events if CARDS not in hand.setup.records else ():
        for place, card in _cards(event):
            places.setdefault(card, {}).setdefault(place, event.line)
    doubled = [(card, found) for card, found in places.items() if len(found) > 1 and card != UNKNOWN]
    settled = seen_to(hand) if doubled else set()
    if settled:
        return
    for card, found in doubled:
        for place, line in reversed(found.items()):
            events = tuple([_without(one, card, place) for one in hand.events])
            yield Slip(MISREAD, f"line {line} has a wrong card", 0, len(events), events)


def _cards(event: e.Event) -> Iterator[tuple[str, int]]:
    """The cards that an event places with a player or on the table."""
    if isinstance(event, e.Deal):
        for name, cards in event.holdings:
            yield from ((name, card) for card in cards)
    elif isinstance(event, e.Show):
        yield from ((event.player, card) for card in event.cards)
    elif isinstance(event, e.Communal | e.Run):
        yield from ((TABLE, card) for card in event.cards)


def _without(event: e.Event, card: int, place: str) -> e.Event:
    """The event with an unknown card in the place of one."""

    def unknown(cards: Cards) -> Cards:
        return tuple([UNKNOWN if one == card else one for one in cards])

    if (place, card) not in _cards(event):
        return event
    if isinstance(event, e.Deal):
        dealt = [(name, unknown(cards) if name == place else cards) for name, cards in event.holdings]
        return replace(event, holdings=tuple(dealt))
    assert isinstance(event, e.Show | e.Communal | e.Run)
    return replace(event, cards=unknown(event.cards))
