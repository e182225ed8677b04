"""Showdown and settlement of Crown Poker by the book: who shows, what goes back, what is taken and paid."""

from __future__ import annotations

from play.crown.hand import Hand, Player, called, cards, money
from play.crown.oracle import Due, Pot, shares, uncalled


def give_back(hand: Hand) -> None:
    """Chips that nobody called go back, if any; a blind that nobody called stays a blind."""
    back = uncalled(hand.stakes())
    if back is None:
        return
    name, amount = back
    player = next(one for one in hand.players if one.name == name)
    player.stack += amount
    player.put -= amount
    hand.returned += amount
    hand.note(f"return {money(amount)} to {called(player)}")


def showdown(hand: Hand) -> None:
    """The player who was called shows, then everybody who wins anything; the others may show or not."""
    if len(hand.live) < 2:
        if hand.reveals or hand.rng.random() < 0.05:
            show(hand, hand.live[0])
        return
    if hand.plant("showdown"):
        return
    winners = hand.due().winners
    for player in order(hand):
        if player is hand.called or player.name in winners or hand.rng.random() < 0.3:
            show(hand, player)
        elif hand.rng.random() < 0.7:
            hand.note(f"{called(player)} mucks")


def order(hand: Hand) -> list[Player]:
    """The live players, the one who was called first and the others as it comes."""
    players = list(hand.live)
    hand.rng.shuffle(players)
    if hand.called is not None and sum(one.bet > 0 for one in hand.live) > 1:
        players.sort(key=lambda player: player is not hand.called)
    return players


def show(hand: Hand, player: Player) -> None:
    """A hand is laid open, the cards in any order."""
    player.shown = True
    hand.note(f"{called(player)} shows {cards(hand.rng.sample(player.cards, len(player.cards)))}")


def settle(hand: Hand) -> None:
    """Uncalled chips, commission, payments."""
    if hand.wagered or len(hand.live) > 1 or hand.rng.random() < 0.3:
        give_back(hand)
    due = hand.settlement = hand.due()
    if due.back is not None:  # blinds that nobody called
        (winner,) = (player.name for player in hand.live)
        due.pots = [Pot(due.total + due.back[1], (winner,), (winner,))]
    rake(hand, due)
    for pot in due.pots:
        pot.shares = shares(pot, hand.house.chip)
    hand.plant("settle")
    if hand.habits.announces and len(hand.live) > 1:
        names = [called(player) for player in hand.players if player.name in due.winners]
        hand.note("announce winner " + ", ".join(names))
    pay(hand, due)


def rake(hand: Hand, due: Due) -> None:
    """The commission, off the pots from the main or the largest one on; none on blinds alone, or if all tie."""
    if hand.house.rake is None or not hand.wagered or due.tied:
        return
    least, most = hand.house.rake.range(due.total, hand.house.chip)
    chips = hand.house.chip
    left = hand.rng.randrange(least, most + 1, chips)
    pots = due.pots if hand.rng.random() < 0.5 else sorted(due.pots, key=lambda pot: -pot.amount)
    for pot in pots:
        pot.commission = min(left, pot.amount // 2 // chips * chips)
        left -= pot.commission


def pay(hand: Hand, due: Due) -> None:
    """Pots and payments, as this log notes them: all pots together, each by itself, or payments alone."""
    style = hand.habits.pots
    if style == "total":
        pot_line(hand, "pot", due.total, due.commission)
    for number, pot in enumerate(due.pots):
        if style == "each" and len(due.pots) > 1:
            pot_line(hand, source(number), pot.amount, pot.commission)
        elif style == "each":
            pot_line(hand, "pot", pot.amount, pot.commission)
    names = {player.name: player for player in hand.players}
    if style == "each" and len(due.pots) > 1:
        for number, pot in enumerate(due.pots):
            for name, share in pot.shares.items():
                hand.note(f"{called(names[name])} wins {money(share)} from {source(number)}" if share else "")
    else:
        for name, share in due.paid.items():
            hand.note(f"{called(names[name])} wins {money(share)}" if share else "")
    for name, share in due.paid.items():
        names[name].stack += share
    if hand.habits.counts:
        for player in hand.players:
            hand.note(f"{called(player)} has {money(player.stack)}")


def source(number: int) -> str:
    """A pot's name."""
    return f"side pot {number}" if number else "main pot"


def pot_line(hand: Hand, name: str, amount: int, commission: int) -> None:
    """A pot and what is taken from it; of nothing taken a log may say nothing."""
    told = commission or (hand.house.rake is not None and hand.rng.random() < 0.8)
    hand.note(f"{name} {money(amount)}" + (f" commission {money(commission)}" if told else ""))
