"""Showdown and settlement of draw and lowball by the book: who shows, what goes back, what is paid."""

from __future__ import annotations

from play.roberts.draw.hand import DrawHand
from play.roberts.draw.oracle import Layer, layers, sevens
from play.roberts.hand import called, money
from play.roberts.oracle import Due, shares
from play.roberts.settling import give_back, order, pay, rake, show, stakes


def due(hand: DrawHand) -> Due:
    """Who wins what as the hand stands, sevens that were not bet left out."""
    return Due(list(layers(stakes(hand), hand.house.game.key)))


def showdown(hand: DrawHand) -> None:
    """The hands are shown in order, by everybody who wins anything; the others may show or not."""
    if len(hand.live) < 2 or hand.plant("showdown"):
        return
    winners = due(hand).winners
    for number, player in enumerate(order(hand)):
        if number == 0 or hand.table.sevens or player.name in winners or hand.rng.random() < 0.3:
            show(hand, player)
        elif hand.rng.random() < 0.7:
            hand.note(f"{called(player)} mucks")


def settle(hand: DrawHand) -> None:
    """Uncalled chips, commission, payments."""
    give_back(hand)
    coming = hand.settlement = due(hand)
    if len(hand.live) == 1:
        (winner,) = hand.live
        coming.pots = [Layer(coming.total, (winner.name,), (winner.name,))]
    elif hand.table.sevens and hand.after_the_draw:
        sevens(coming.pots, stakes(hand), hand.last, hand.rng.random() < 0.5)
    rake(hand, coming)
    for pot in coming.pots:
        pot.shares = shares(pot, hand.house.chip)
    hand.plant("settle")
    hand_back(hand, coming)
    pay(hand, coming)


def hand_back(hand: DrawHand, coming: Due) -> None:
    """What is void goes back before the pots are counted, or with them."""
    apart = hand.rng.random() < 0.5
    for pot in coming.pots:
        assert isinstance(pot, Layer)
        for name, amount in pot.back.items():
            if not apart:
                pot.shares[name] = pot.shares.get(name, 0) + amount
                continue
            player = next(one for one in hand.players if one.name == name)
            player.stack += amount
            pot.amount -= amount
            hand.note(f"return {money(amount)} to {called(player)}")
