"""The blinds, posts and straddles of Robert's button games, by the book."""

from __future__ import annotations

from play.common.betting import all_in
from play.common.dealing import post, post_blinds
from play.common.hand import Player
from play.common.playing import Course
from play.common.words import called, money
from play.roberts.hand import Hand


def blinds(hand: Hand) -> None:
    """The blinds, what players post to get cards, and a straddle."""
    post_blinds(hand)
    if not hand.plant("posts"):
        for player, due in hand.seating.posts:
            post_for_cards(hand, player, due)
    if not hand.plant("straddle") and may_straddle(hand) and hand.rng.random() < 0.3:
        straddle(hand, straddler(hand))


def straddler(hand: Hand) -> Player:
    """The player to the left of the big blind."""
    assert hand.last_blind is not None
    return hand.after(hand.last_blind)[0]


def may_straddle(hand: Hand) -> bool:
    """May there be one? Not in tournaments, nor where the limit is fixed unless the table has it, nor between two."""
    house, player = hand.house, straddler(hand)
    return (
        not house.tournament
        and (not hand.fixed or house.straddles)
        and len(hand.players) > 2
        and not player.bet
        and player.stack >= 2 * house.big
    )


def straddle(hand: Hand, player: Player, amount: int | None = None) -> None:
    """A blind of twice the big one, which becomes the least that is bet."""
    amount = 2 * hand.house.big if amount is None else amount
    post(hand, player, amount, "straddle")
    hand.betting.level = hand.betting.full = hand.betting.quantum = amount
    hand.last_blind, hand.straddled = player, True


def post_for_cards(hand: Hand, player: Player, due: int) -> None:
    """What gets a player cards: as much as a big blind counts as a bet, the rest is dead."""
    hand.pay(player, min(due, hand.house.big))
    rest = max(0, due - hand.house.big)
    hand.pay(player, rest, live=False)
    player.dead += rest
    hand.note(f"{called(player)} post {money(due)}{all_in(hand, player)}")


COURSE: Course[Hand] = Course(blinds)
