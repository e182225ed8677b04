"""What is due at the end of a hand: who shows, what goes back, pots, the room's part and shares."""

from __future__ import annotations

import random

from play.common.pots import Stake, called_pots, divide
from play.common.ranking import Order, Value, best

from histories.model import OMAHA, STUD, Hand, PaidPot, Player

RAKE, MOST_RAKED = 20, 300  # a twentieth of the pot, up to so much
ORDER = {OMAHA: Order(parts=(2, 3))}
SUITS = "cdhs"
RANKS = "23456789TJQKA"


def worth(hand: Hand, player: Player) -> Value:
    """What a player's hand is worth."""
    board = () if hand.game.kind == STUD else tuple(hand.board[:5])
    return best(tuple(player.cards), board, ORDER.get(hand.game.kind, Order()))


def show(hand: Hand, first: Player, rng: random.Random, everybody: bool) -> None:
    """Show hands in turn from the first player. A hand that is beaten may be thrown away, unless everybody shows."""
    live = [one for one in hand.clockwise(first.seat - 1) if not one.folded]
    if any(one.left == 0 for one in live):
        live.sort(key=lambda one: (-one.put, one.left == 0))  # those who can win a side pot come first
    top: Value | None = None
    for player in live:
        value = worth(hand, player)
        beaten = top is not None and value < top
        if beaten and not everybody and rng.random() < 0.6:
            hand.shown.append((player, None))
        else:
            hand.shown.append((player, [*player.cards]))
            top = value if top is None else max(top, value)


def settle(hand: Hand) -> None:
    """Give back what nobody called, take the rake and pay the pots. The winners stand in the order of odd chips.

    One who has chips left competes for every pot, though a planted fault left a wager unmet.
    """
    stakes = [
        Stake(one.name, one.put, not one.folded, tuple(one.cards), one.dead, able=one.able) for one in hand.players
    ]
    order = [one.name for one in _odd_chip_order(hand)]

    def winners(inside: list[Stake] | tuple[Stake, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        names = [one.name for one in inside]
        if len(names) > 1:
            worths = {name: worth(hand, hand.named(name)) for name in names}
            names = [name for name in names if worths[name] == max(worths.values())]
        return tuple(sorted(names, key=order.index)), ()

    due = called_pots(stakes, winners)  # type: ignore[arg-type]
    if due.back is not None:
        hand.back = hand.named(due.back[0]), due.back[1]
    left = rake_due(hand, due.total)
    for pot in due.pots:
        rake = min(left, pot.amount)
        left -= rake
        paid = divide(pot.amount - rake, pot.winners, hand.unit)
        hand.pots.append(PaidPot(pot.amount, pot.eligible, pot.winners, paid, rake))


def rake_due(hand: Hand, total: int) -> int:
    """What the room takes: nothing in tournaments, and nothing before the flop."""
    seen = len(hand.streets) > 1
    return 0 if hand.game.tournament or not seen else min(total // RAKE, MOST_RAKED)


def _odd_chip_order(hand: Hand) -> list[Player]:
    """Who gets an odd chip first: who sits next to the left of the button; at stud who has the highest card."""
    if hand.game.kind != STUD:
        return hand.clockwise()
    return sorted(hand.players, key=lambda one: max(map(_height, one.cards)), reverse=True)


def _height(card: str) -> tuple[int, int]:
    return RANKS.index(card[0]), SUITS.index(card[1])
