"""Faults with the cards: boards of the wrong size, and cards that are there twice."""

from __future__ import annotations

from histories.model import Player
from histories.planting import DEALER, FLOP, RECORD, fault
from histories.playing import Play, Temper
from histories.writers.common import Format

STAY = Temper(many=True, folds=0.05, short=0.1)


def _no_streets(written: Format, _game: str) -> str:
    return "" if written.streets else "a street without cards may be one whose cards the writer did not know"


def _known_once(written: Format, _game: str) -> str:
    return "" if written.dealt else "the cards of a player are written once, for the deal and for the showdown"


@fault(
    "flop-of-four",
    "dealt",
    "*communal*",
    "*board*",
    "card-count",
    "extra-card",
    "play-to-the-end",
    games=FLOP,
    temper=STAY,
)
def flop_of_four(play: Play, _player: Player | None) -> str | None:
    """Four cards come on the flop."""
    if play.street.number != 1:
        return None
    play.street.board.append(play.deck.pop())
    return DEALER


@fault("turn-missing", "dealt", "*communal*", "*board*", "play-to-the-end", games=FLOP, temper=STAY, lacks=_no_streets)
def turn_missing(play: Play, _player: Player | None) -> str | None:
    """No card comes on the turn, and the betting of it goes on all the same."""
    if play.street.number != 3 or {act.kind for act in play.hand.streets[2].acts} != {"check"}:
        return None
    play.hand.streets[2].board.clear()
    return DEALER


@fault("board-card-twice", "dealt", "record/duplicate-card", games=FLOP, temper=STAY)
def board_card_twice(play: Play, _player: Player | None) -> str | None:
    """A card of the board is one that a player holds whose cards are known."""
    if play.street.number == 0:
        return None
    play.street.board[-1] = play.hand.hero.cards[0]
    return RECORD


@fault("shown-is-not-dealt", "settled", "record/shown-cards", games=FLOP, temper=STAY, lacks=_known_once)
def shown_is_not_dealt(play: Play, _player: Player | None) -> str | None:
    """A player shows other cards than those that were dealt."""
    hand = play.hand
    if not any(player is hand.hero and cards for player, cards in hand.shown):
        return None
    hand.dealt[hand.hero.name] = [play.deck.pop(), *hand.hero.cards[1:]]
    return RECORD


@fault("card-shown-twice", "settled", "record/duplicate-card", temper=STAY)
def card_shown_twice(play: Play, _player: Player | None) -> str | None:
    """Two players show the same card."""
    hand = play.hand
    open_hands = [cards for player, cards in hand.shown if cards and player is not hand.hero]
    others = [cards for _, cards in hand.shown if cards]
    if not open_hands or len(others) < 2:
        return None
    cards = open_hands[-1]
    source = next(one for one in others if one is not cards)
    cards[0] = source[0]
    return RECORD
