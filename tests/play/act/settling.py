"""Showdown and settlement by the book: who shows, what goes back, what is taken and paid."""

from __future__ import annotations

import random

from play.act import events as e
from play.act.hand import Play
from play.act.oracle import divide
from play.common.pots import Due
from play.common.words import quoted, source


def showdown(play: Play, rng: random.Random) -> None:
    """The player who was called shows, then everybody who wins anything; the others may show or not."""
    table = play.table
    if table.over:
        return
    winners = {name for pot in play.due().pots for name in pot.winners}
    order = [player.name for player in table.live]
    rng.shuffle(order)
    called = table.round.last_raiser.name if table.round and table.round.called and table.round.last_raiser else None
    order.sort(key=lambda name: name != called)
    for name in order:
        if name == called or name in winners or rng.random() < 0.4:
            play.show(name, hole=play.game.opens and rng.random() < 0.5)
        elif rng.random() < 0.7:
            play.note(f"{quoted(name)} mucks")


def settle(play: Play, rng: random.Random) -> None:
    """Announcements, uncalled chips, commission, payments."""
    due = play.due(lump=rng.random() < 0.3)
    pushed = _pushed(play, due) if rng.random() < 0.1 else 0
    if due.back is not None and not pushed:
        play.returns(*due.back)
    if play.habits.announces:
        announce(play, due)
    pay(play, due, pushed, rng)
    if play.habits.counts:
        for player in play.around():
            left = play.left()[player.name]
            play.note(f"{quoted(player.name)} has {play.money(left)}")
    play.note("end")
    if play.habits.cards == "shown":
        hide(play)


def announce(play: Play, due: Due) -> None:
    """The dealer names the winners, then pot and commission."""
    if not play.table.over:
        names = dict.fromkeys(quoted(name) for pot in due.pots for name in pot.winners)
        play.note("announce winner " + ", ".join(names) if names else None)
    if due.pots:
        text = f"announce pot {play.money(due.total)} commission {play.money(due.commission)}"
        play.note(text)


def pay(play: Play, due: Due, pushed: int = 0, rng: random.Random | None = None) -> None:
    """Pots and payments, as this log notes them: all pots together, each by itself, or nothing."""
    style = play.habits.pots
    said = rng is None or rng.random() < 0.9
    if style == "none":
        for name, amount in due.paid.items():
            play.note(None, e.Win(name, amount))
        return
    if style == "total" or pushed or not due.pots:
        if due.pots or pushed:
            pot(play, None, due.total + pushed, due.commission, said)
        _pay_totals(play, due, pushed, rng)
        return
    for number, one in enumerate(due.pots):
        pot(play, number, one.amount, one.commission, said)
    if rng is not None and rng.random() < 0.3:
        _pay_totals(play, due, 0, rng)
        return
    for number, one in enumerate(due.pots):
        for name, share in one.shares.items():
            win(play, name, share, number)


def _pay_totals(play: Play, due: Due, pushed: int, rng: random.Random | None) -> None:
    paid = due.paid
    if pushed and due.back is not None:
        paid[due.back[0]] = paid.get(due.back[0], 0) + pushed
    elif rng is not None and rng.random() < 0.5:
        paid = summed(due)
    for name, amount in paid.items():
        win(play, name, amount)


def summed(due: Due) -> dict[str, int]:
    """The payments if pots with the same winners are divided as one."""
    paid: dict[str, int] = {}
    for winners in dict.fromkeys(pot.winners for pot in due.pots):
        net = sum(pot.net for pot in due.pots if pot.winners == winners)
        for name, share in divide(net, winners).items():
            paid[name] = paid.get(name, 0) + share
    return paid


def pot(play: Play, number: int | None, amount: int, commission: int, said: bool = True) -> None:
    """A line for a pot and its commission; of none taken it may say nothing."""
    name = "pot" if number is None else source(number)
    text = f"{name} {play.money(amount)}" + (f" commission {play.money(commission)}" if commission or said else "")
    play.note(text, e.PotTaken())


def win(play: Play, name: str, amount: int, number: int | None = None) -> None:
    """A line for a payment."""
    out_of = "" if number is None else f" from {source(number)}"
    play.note(f"{quoted(name)} wins {play.money(amount)}{out_of}", e.Win(name, amount))


def _pushed(play: Play, due: Due) -> int:
    """Uncalled chips that may simply be pushed with the pot: those of the one player who wins everything."""
    if due.back is None or play.habits.pots != "total":
        return 0
    return due.back[1] if all(pot.winners == (due.back[0],) for pot in due.pots) else 0


def hide(play: Play) -> None:
    """Blot out of the deal what nobody saw in the end."""
    shown = play.table.shows
    for number, step in enumerate(play.steps):
        if step.text is not None and isinstance(step.event, e.Deal):
            play.steps[number] = type(step)(play.dealt(step.event, shown), step.event)
