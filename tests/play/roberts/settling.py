"""Showdown and settlement of Robert's Rules by the book: who shows, what goes back, what is taken and paid."""

from __future__ import annotations

from play.roberts.hand import Hand, Player, called, cards, money
from play.roberts.oracle import Due, Pot, Stake, by_the_board, pots, shares, uncalled


def stakes(hand: Hand) -> list[Stake]:
    """What everybody has in."""
    return [Stake(one.name, one.put, one.live, tuple(one.cards), one.dead) for one in hand.players]


def due(hand: Hand) -> Due:
    """Who wins what as the hand stands."""
    return Due(pots(stakes(hand), by_the_board(tuple(hand.board), hand.house.game)))


def give_back(hand: Hand) -> None:
    """Chips that nobody called go back, if any."""
    back = uncalled(stakes(hand))
    if back is None:
        return
    name, amount = back
    player = next(one for one in hand.players if one.name == name)
    player.stack += amount
    player.put -= amount
    hand.returned += amount
    hand.note(f"return {money(amount)} to {called(player)}")


def showdown(hand: Hand) -> None:
    """The hands are shown in order, by everybody who wins anything; the others may show or not.

    In a tournament all hands are turned up where somebody is all in.
    """
    if len(hand.live) < 2:
        if hand.reveals or hand.rng.random() < 0.05:
            show(hand, hand.live[0])
        return
    if hand.plant("showdown"):
        return
    winners = due(hand).winners
    open_to_all = hand.house.tournament and any(not one.stack for one in hand.live)
    for number, player in enumerate(order(hand)):
        if number == 0 or open_to_all or player.name in winners or hand.rng.random() < 0.3:
            show(hand, player)
        elif hand.rng.random() < 0.7:
            hand.note(f"{called(player)} mucks")


def order(hand: Hand) -> list[Player]:
    """The live players, first who wagered last, or who acted first if nobody did, and the others to the left."""
    betting = hand.betting
    first = betting.last or betting.first
    if first is None or not first.live:
        first = hand.live[0]
    return [first, *[one for one in hand.after(first) if one.live and one is not first]]


def show(hand: Hand, player: Player) -> None:
    """A hand is laid open, the cards in any order."""
    player.shown = True
    hand.note(f"{called(player)} shows {cards(hand.rng.sample(player.cards, len(player.cards)))}")


def settle(hand: Hand) -> None:
    """Uncalled chips, commission, payments."""
    if len(hand.live) > 1 or hand.betting.number > 1 or hand.betting.last is not None or hand.rng.random() < 0.5:
        give_back(hand)
    coming = hand.settlement = due(hand)
    if len(hand.live) == 1:
        (winner,) = hand.live
        coming.pots = [Pot(coming.total, (winner.name,), (winner.name,))]
    rake(hand, coming)
    for pot in coming.pots:
        pot.shares = shares(pot, hand.house.chip)
    if not hand.plant("settle") or coming.pots:
        pay(hand, coming)


def rake(hand: Hand, coming: Due) -> None:
    """The commission that the house has declared, off the pots from the main one on."""
    if hand.house.rake is None:
        return
    least, most = hand.house.rake.range(coming.total, hand.house.chip)
    left = hand.rng.randrange(least, most + 1, hand.house.chip)
    for pot in coming.pots:
        pot.commission = min(left, pot.amount // 2 // hand.house.chip * hand.house.chip)
        left -= pot.commission


def pay(hand: Hand, coming: Due) -> None:
    """Pots and payments, as this log notes them: all pots together, each by itself from the last one made, or alone."""
    style, names = hand.habits.pots, {player.name: player for player in hand.players}
    several = style == "each" and len(coming.pots) > 1
    if several:
        for number, pot in enumerate(coming.pots):
            pot_line(hand, source(number), pot.amount, pot.commission)
        for number, pot in reversed(list(enumerate(coming.pots))):
            for name, share in pot.shares.items():
                hand.note(f"{called(names[name])} wins {money(share)} from {source(number)}" if share else "")
    else:
        if style != "none":
            pot_line(hand, "pot", coming.total, coming.commission)
        for name, share in coming.paid.items():
            hand.note(f"{called(names[name])} wins {money(share)}" if share else "")
    for name, share in coming.paid.items():
        names[name].stack += share


def source(number: int) -> str:
    """A pot's name."""
    return f"side pot {number}" if number else "main pot"


def pot_line(hand: Hand, name: str, amount: int, commission: int) -> None:
    """A pot and what is taken from it; of nothing taken a log may say nothing."""
    told = commission or (hand.house.rake is not None and hand.rng.random() < 0.8)
    hand.note(f"{name} {money(amount)}" + (f" commission {money(commission)}" if told else ""))
