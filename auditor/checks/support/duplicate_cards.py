"""Cards that a record has in two places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from auditor.checks.support.deal_so_far import deal_events_so_far
from auditor.checks.support.players import player_label
from auditor.replay.cards.draw import thrown_away
from auditor.replay.settlement.showdown import own_cards_due
from auditor.replay.state import HandState, Player
from auditor.rules.schema.record import cached_on_record
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.cards import UNKNOWN
from auditor.vocabulary.events import Communal, Deal, DealFault, Event, Run, Show


def doubled(state: HandState) -> Iterator[tuple[int, Event]]:
    """The cards that lay open in two places for everybody to see, each with the event at which it came again."""
    places: dict[int, str] = {}
    for holder, card, event in _open(state):
        if card != UNKNOWN and card not in state.released and places.setdefault(card, holder) != holder:
            yield card, event


def repeated(state: HandState) -> Iterator[tuple[int, Event]]:
    """The cards that the record has in two places, open or not, each with the event at which it came again.

    Once a deck that players draw from is used up, the cards thrown away come again, whether the log notes that or not.
    """
    known = [card for card, _ in state.cards_named if card != UNKNOWN]
    if len(set(known)) == len(known):
        return
    held: set[int] = set()
    free, last = state.released, _last_of_deck(state)
    for _, card, event in cards_held(state):
        if event is last:
            free = free | thrown_away(state)
        if card in held and card not in free:
            yield card, event
        held.add(card)


def _last_of_deck(state: HandState) -> Event | None:
    """The deal for which the deck of a draw game cannot have sufficed, with a card burnt before each draw."""
    left = state.deck.size - len(state.draws)
    for event in deal_events_so_far(state, Deal) if state.draws else ():
        left -= sum(len(cards) for _, cards in event.holdings)
        if left < 0:
            return event
    return None


@cached_on_record
def has_duplicate_card_clause(rules: Rulebook) -> bool:
    """Does the rulebook have a clause on a card found twice, wherever it was?"""
    return any(rule.values.get("twice") == "known" for clause in rules.clauses for rule in clause.rules)


def _open(state: HandState) -> Iterator[tuple[str, int, Event]]:
    """The cards that everybody could see, each with its owner and event; communal cards have no owner."""
    for event in deal_events_so_far(state, Communal, Run, Show, DealFault):
        if isinstance(event, Communal | Run):
            run = f"run {event.number}" if isinstance(event, Run) else ""
            yield from ((run, card, event) for card in event.cards)
        elif isinstance(event, Show):
            if not contradicts(state, state.player(event.player, event), event):
                yield from ((event.player, card, event) for card in event.cards)
        elif isinstance(event, DealFault) and event.kind == "exposed":
            yield from ((event.player, card, event) for card in event.cards)


def cards_held(state: HandState) -> Iterable[tuple[str, int, Event]]:
    """Every known card with its place, in words, and its event.

    A card that a player showed counts only if the deal did not name it.
    """
    known: set[tuple[str, int]] = set()
    for where in {id(where): where for _, where in state.cards_named}.values():
        if isinstance(where, Deal):
            for name, cards in where.holdings:
                player = state.by_name[name]
                for card in cards:
                    if card != UNKNOWN:
                        known.add((name, card))
                        yield f"in the hand of {player_label(player)}", card, where
        elif isinstance(where, Show):
            player = state.by_name[where.player]
            if contradicts(state, player, where):
                continue
            for card in where.cards:
                if card != UNKNOWN and (where.player, card) not in known:
                    known.add((where.player, card))
                    yield f"in the hand of {player_label(player)}", card, where
        elif isinstance(where, Communal | Run):
            for card in where.cards:
                if card != UNKNOWN:
                    yield "on the table", card, where


def contradicts(state: HandState, player: Player, show: Show) -> bool:
    """Does a player show cards that cannot be those of the deal? A card of which the log notes no deal may be any."""
    dealt = player.cards
    strange = [card for card in show.cards if card not in dealt and card != UNKNOWN]
    if not strange or not dealt or len(dealt) < len(show.cards):
        return False
    return len(strange) > dealt.count(UNKNOWN) + max(own_cards_due(state) - len(dealt), 0)
