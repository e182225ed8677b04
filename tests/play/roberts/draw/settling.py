"""Settlement of draw and lowball by the book: what goes back because of sevens, and what is paid."""

from __future__ import annotations

from play.common import settling as common
from play.common.pots import Due
from play.common.words import called, money
from play.roberts.draw.hand import DrawHand


def settle(hand: DrawHand) -> None:
    """Uncalled chips, commission, payments."""
    common.prepare(hand)
    coming = common.due(hand)
    hand.plant("settle")
    hand_back(hand, coming)
    common.pay(hand, coming)


def hand_back(hand: DrawHand, coming: Due) -> None:
    """What is void goes back before the pots are counted, or with them."""
    apart = hand.rng.random() < 0.5
    for pot in coming.pots:
        for name, amount in pot.back.items():
            if not apart:
                pot.shares[name] = pot.shares.get(name, 0) + amount
                continue
            player = next(one for one in hand.players if one.name == name)
            player.stack += amount
            pot.amount -= amount
            hand.note(f"return {money(amount)} to {called(player)}")
