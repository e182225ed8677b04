"""The blinds and straddles of Crown Poker, by the book."""

from __future__ import annotations

from play.common.dealing import post, post_blinds
from play.common.hand import Player
from play.common.playing import Course
from play.crown.hand import Hand


def blinds(hand: Hand) -> None:
    """The blinds, straddles over them, and what players post to get cards."""
    house, betting = hand.house, hand.betting
    post_blinds(hand)
    for player, due in hand.seating.posts:
        post(hand, player, due, "post")
    actual = max(player.bet for player in hand.players)
    if actual < house.big and not hand.seating.posts and hand.rng.random() < 0.5:
        betting.level = actual  # a short blind: its own amount may be called, or the whole one
    if not house.straddles:
        hand.plant("no-straddle")
    elif not hand.plant("straddle"):
        straddles(hand)
    if house.limit == "fixed":
        betting.quantum = house.bet(1)


def free_to_straddle(hand: Hand) -> list[Player]:
    """Who may have a straddle, from the left of the last blind."""
    return hand.after(hand.seating.blinds[-1][0])[: len(hand.players) - len(hand.seating.blinds)]


def straddles(hand: Hand) -> None:
    """Blinds of twice the one before, each by the next player to the left."""
    for player in free_to_straddle(hand):
        most, full = hand.house.maximum, hand.betting.full
        too_much = most is not None and full > most
        if hand.rng.random() < 0.6 or player.bet or player.stack < 2 * full or too_much:
            break
        straddle(hand, player)


def straddle(hand: Hand, player: Player, amount: int | None = None) -> None:
    """A straddle of twice the last blind, or another amount."""
    betting = hand.betting
    amount = 2 * betting.full if amount is None else amount
    betting.quantum = max(amount - betting.full, betting.full)
    post(hand, player, amount, "straddle")
    betting.level = betting.full = amount
    hand.last_blind = player


COURSE: Course[Hand] = Course(blinds)
