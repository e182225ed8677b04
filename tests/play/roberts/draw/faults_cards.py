"""Faults with the cards of draw and lowball: the deal, the draw and its order, the joker, hands of a wrong size."""

from __future__ import annotations

import random

from play.common.dealing import deal_pass
from play.common.hand import Cited, Player
from play.common.words import called, cards
from play.roberts.draw.games import ANY, HIGH
from play.roberts.draw.hand import DrawHand
from play.roberts.draw.oracle import JOKER
from play.roberts.draw.planting import fault
from play.roberts.draw.playing import discard, serve, wanted

SINGLE = tuple(name for name in ANY if name != "triple")


def _enough(hand: DrawHand) -> bool:
    """Are there cards for whatever comes, and is this the first draw?"""
    return len(hand.deck) > 5 * len(hand.live) + 5 and hand.betting.number == 1


# ---- the deal ----


@fault("deal")
def card_dealt_twice(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A card comes up a second time in the deal; it is the last of the second player."""
    first = hand.players[0]
    for number in range(5):
        if number == 4:
            hand.deck[-2] = first.cards[0]
        deal_pass(hand, hand.players)
    return "S3.IR.4"


@fault("deal", forms=HIGH)
def joker_not_announced(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A joker in a deck of which the table did not say that it has one."""
    if hand.house.joker:
        return None
    hand.deck[-1 - rng.randrange(5 * len(hand.players))] = JOKER
    for _ in range(5):
        deal_pass(hand, hand.players)
    return "S12.JK.1"


# ---- the draw ----


@fault("draw")
def five_cards_at_once(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A player who is not the last to draw gets five cards in one go."""
    if not _enough(hand) or len(hand.live) < 2:
        return None
    first, *others = hand.live
    discard(hand, first, 5)
    serve(hand, first, 5)
    _without_fives(hand, others)
    return "S11.10" if hand.house.lowball else "S12.6"


@fault("draw")
def last_of_five_without_a_burn(hand: DrawHand, rng: random.Random) -> Cited | None:
    """The last player gets four cards and the fifth without a card burnt."""
    if not _enough(hand):
        return None
    *others, last = hand.live
    _without_fives(hand, others)
    discard(hand, last, 5)
    serve(hand, last, 4)
    serve(hand, last, 1)
    return "S11.10" if hand.house.lowball else "S12.6"


def _without_fives(hand: DrawHand, players: list[Player]) -> None:
    """These players draw, none of them five."""
    for player in players:
        count = min(4, wanted(hand, player))
        discard(hand, player, count)
        serve(hand, player, count)


@fault("draw")
def draw_out_of_order(hand: DrawHand, rng: random.Random) -> Cited | None:
    """The second player draws before the first."""
    if not _enough(hand) or len(hand.live) < 3:
        return None
    first, second, *others = hand.live
    for player in (second, first):
        discard(hand, player, 1)
        serve(hand, player, 1)
    _without_fives(hand, others)
    return "irregularity S11.0/3" if hand.house.lowball else "irregularity S12.8"


@fault("draw", forms=SINGLE, meek=True)
def one_card_too_many(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A player gets a card more than given up, and folds."""
    return _served(hand, rng, 1)


@fault("draw", forms=SINGLE, meek=True)
def one_card_too_few(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A player gets a card less than given up, and folds."""
    return _served(hand, rng, -1)


def _served(hand: DrawHand, rng: random.Random, more: int) -> Cited | None:
    if not _enough(hand) or len(hand.live) < 3 or len(hand.able) < 3:
        return None
    wrong = rng.choice(hand.able)
    for player in hand.live:
        count = 2 if player is wrong else min(4, wanted(hand, player))
        discard(hand, player, count)
        serve(hand, player, count + more * (player is wrong))
    hand.bound[wrong.name] = "out"
    return "S11.0/3" if hand.house.lowball else "S12.5"


@fault("draw", forms=SINGLE)
def card_kept_that_was_given_up(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A card that somebody gave up is dealt to the next player."""
    if not _enough(hand) or len(hand.live) < 2:
        return None
    first, second, *others = hand.live
    (gone,) = discard(hand, first, 1)
    hand.lines[-1] = f"{called(first)} discards {cards([gone])}"
    serve(hand, first, 1)
    discard(hand, second, 1)
    hand.deck[-1] = gone
    serve(hand, second, 1)
    _without_fives(hand, others)
    return "S3.IR.4"


@fault("draw", forms=SINGLE)
def draw_twice(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A player changes cards a second time."""
    if not _enough(hand) or len(hand.live) < 2:
        return None
    _without_fives(hand, hand.live)
    again = rng.choice(hand.live)
    discard(hand, again, 1)
    serve(hand, again, 1)
    return "irregularity S11.0/3" if hand.house.lowball else "irregularity S12.8"
