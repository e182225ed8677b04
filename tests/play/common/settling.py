"""Showdown and settlement by the book: who shows, what goes back, what is taken and paid."""

from __future__ import annotations

from play.common.hand import Hand, Player
from play.common.pots import Due, Pot, uncalled
from play.common.words import called, cards, money, source


def give_back(hand: Hand) -> None:
    """Chips that nobody called go back, if any."""
    back = uncalled(hand.stakes())
    if back is None:
        return
    name, amount = back
    player = next(one for one in hand.players if one.name == name)
    player.stack += amount
    player.put -= amount
    hand.returned += amount
    hand.note(f"return {money(amount)} to {called(player)}")


# ---- showdown ----


def showdown(hand: Hand) -> None:
    """The hands are shown in order, by everybody who wins anything; the others may show or not."""
    if len(hand.live) < 2:
        if hand.reveals or (hand.shown_alone and hand.rng.random() < hand.shown_alone):
            show(hand, hand.live[0])
        return
    if hand.plant("showdown"):
        return
    winners, players = hand.due().winners, hand.order()
    first = hand.first_to_show(players)
    for player in players:
        if player is first or hand.all_shown or player.name in winners or hand.rng.random() < 0.3:
            show(hand, player)
        elif hand.rng.random() < 0.7:
            hand.note(f"{called(player)} mucks")


def show(hand: Hand, player: Player) -> None:
    """A hand is laid open, the cards in any order."""
    player.shown = True
    some = hand.to_show(player)
    hand.note(f"{called(player)} shows {cards(hand.rng.sample(some, len(some)))}")


# ---- settlement ----


def settle(hand: Hand) -> None:
    """Uncalled chips, commission, payments."""
    prepare(hand)
    if not hand.plant("settle") or due(hand).pots:
        pay(hand, due(hand))


def due(hand: Hand) -> Due:
    """What is about to be paid."""
    assert hand.settlement is not None
    return hand.settlement


def prepare(hand: Hand) -> None:
    """What nobody called goes back, and pots, commission and shares are worked out."""
    if hand.gives_back():
        give_back(hand)
    coming = hand.settlement = hand.due()
    if len(hand.live) == 1:
        (winner,) = hand.live
        coming.pots = [Pot(hand.pot, (winner.name,), (winner.name,))]
    else:
        hand.correct(coming)
    rake(hand, coming)
    for pot in coming.pots:
        pot.shares = hand.shares(pot)


def rake(hand: Hand, coming: Due) -> None:
    """The commission that the house has declared."""
    if hand.house.rake is None or not hand.rakes:
        return
    chip = hand.house.chip
    least, most = hand.house.rake.range(coming.total, chip)
    left = hand.rng.randrange(least, most + 1, chip)
    for pot in hand.raked(coming.pots):
        pot.commission = min(left, pot.amount // 2 // chip * chip)
        left -= pot.commission


def pay(hand: Hand, coming: Due) -> None:
    """Pots and payments, as this log notes them: all pots together, each by itself, or payments alone."""
    style, names = hand.habits.pots, {player.name: player for player in hand.players}
    if hand.habits.announces and len(hand.live) > 1:
        winners = [called(player) for player in hand.players if player.name in coming.winners]
        hand.note("announce winner " + ", ".join(winners))
    if style == "each" and len(coming.pots) > 1:
        pay_each(hand, coming.pots)
    else:
        if style != "none":
            pot_line(hand, "pot", coming.total, coming.commission)
        for name, share in coming.paid.items():
            hand.note(f"{called(names[name])} wins {money(share)}" if share else "")
    for name, share in coming.paid.items():
        names[name].stack += share
    if hand.habits.counts:
        for player in hand.players:
            hand.note(f"{called(player)} has {money(player.stack)}")


def pay_each(hand: Hand, pots: list[Pot]) -> None:
    """All pots, and then the payments from each."""
    names = {player.name: player for player in hand.players}
    for number, pot in enumerate(pots):
        pot_line(hand, source(number), pot.amount, pot.commission)
    order = list(enumerate(pots))
    for number, pot in reversed(order) if hand.house.book.side_pots_first else order:
        for name, share in pot.shares.items():
            hand.note(f"{called(names[name])} wins {money(share)} from {source(number)}" if share else "")


def pot_line(hand: Hand, name: str, amount: int, commission: int) -> None:
    """A pot and what is taken from it; of nothing taken a log may say nothing."""
    told = commission or (hand.house.rake is not None and hand.rng.random() < 0.8)
    hand.note(f"{name} {money(amount)}" + (f" commission {money(commission)}" if told else ""))
