"""Hands that their players called better than they are."""

from __future__ import annotations

from auditor.replay.settlement.showdown import own_cards, own_cards_in_the_end
from auditor.replay.state import HandState, Player
from auditor.vocabulary.cards import ACE, JOKER, RANKS, Cards
from auditor.vocabulary.events import Declares, Muck, Show


def rank_of(state: HandState, rank: int) -> int:
    """The value of a rank in the low hands of the game: an ace may be below all others."""
    wins = state.game.wins
    return -1 if rank == ACE and wins is not None and wins.ace_low else rank


def plays_low(state: HandState) -> bool:
    """Does the lowest hand win, in a game in which all cards count?"""
    wins = state.game.wins
    return wins is not None and wins.order == "low" and not wins.distinct


def claimed_better(state: HandState, declared: Declares, cards: Cards) -> bool:
    """Does a player call the highest card of a low hand lower than it is, or call a hand with a pair unpaired?"""
    ranks = [card >> 2 for card in cards if card != JOKER]
    if declared.hand not in RANKS or not ranks or not plays_low(state):
        return False
    if len(set(ranks)) < len(ranks):
        return True
    return max(rank_of(state, rank) for rank in ranks) > rank_of(state, RANKS.index(declared.hand))


def miscalled(state: HandState, player: Player) -> bool:
    """Is the player's hand dead because of a miscall: did another throw a hand away after it, or were enough in?"""
    figure = state.game.miscall
    cards = own_cards(player, own_cards_in_the_end(state))
    if figure is None or cards is None:
        return False
    events = state.hand.events
    for place, event in enumerate(events):
        if isinstance(event, Declares) and event.player == player.name and claimed_better(state, event, cards):
            thrown_away = any(isinstance(one, Muck) and one.player != player.name for one in events[place + 1 :])
            at_showdown = {one.player for one in events if isinstance(one, Show | Muck)}
            return thrown_away or len(at_showdown) >= figure.players
    return False
