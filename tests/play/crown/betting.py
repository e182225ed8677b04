"""The betting of Crown Poker by the book: whose turn it is, what is open to them, and how a log tells it."""

from __future__ import annotations

import random

from play.act.betting import TEMPERS, Temper
from play.crown.hand import Hand, Player, called, money


def begin(hand: Hand) -> None:
    """A betting round begins; in the first one the blinds lie."""
    hand.round += 1
    hand.raises, hand.shorts, hand.acted, hand.called = 0, 0, set(), None
    if hand.round > 1:
        for player in hand.players:
            player.bet = 0
        hand.level = hand.full = 0
        hand.quantum = hand.house.bet(hand.round)


def turn(hand: Hand, last: Player | None = None) -> Player | None:
    """Who is to act after somebody acted, or first; None when the round is over."""
    if len(hand.live) < 2:
        return None
    if last is None:
        last = hand.players[-1] if hand.round > 1 or hand.last_blind is None else hand.last_blind
    able = hand.able
    for player in hand.after(last):
        if player.able and (player.name not in hand.acted or player.bet < hand.level):
            others = max(one.bet for one in hand.players if one is not player)
            if len(able) > 1 or player.bet < others:
                return player
    return None


def may_raise(hand: Hand, player: Player) -> tuple[int, int] | None:
    """The least and the most that a raiser's total may become; None where no raise is open."""
    if player.name in hand.acted or len(hand.able) < 2 or player.everything <= max(hand.level, hand.full):
        return None
    if hand.capped and hand.raises >= 3 and len(hand.able) > 2:
        return None
    least, most = hand.least(), hand.most(player)
    if player.everything < least:
        return player.everything, player.everything
    return least, player.everything if most is None else min(most, player.everything)


def act(hand: Hand, player: Player, temper: Temper = TEMPERS[0]) -> None:
    """The player does something that is open."""
    rng = hand.rng
    facing = player.bet < hand.level
    bounds = may_raise(hand, player)
    weights = [temper.fold * (1 if facing else 0.03), temper.stay, temper.more * (bounds is not None)]
    if hand.round == 1 and not facing:
        weights[0] = 0  # one whose blind is the highest wager
    choice = rng.choices(("fold", "stay", "more"), weights)[0]
    if player.name in hand.bound and (facing or hand.round > 1):
        choice = hand.bound[player.name]
    if choice == "fold":
        fold(hand, player)
    elif choice == "more" and bounds is not None:
        raise_to(hand, player, _size(rng, *bounds, hand.house.chip))
    elif facing:
        call(hand, player)
    else:
        check(hand, player)


def _size(rng: random.Random, least: int, most: int, chip: int) -> int:
    """Some total between the least and the most: often one of them, else in chips and seldom a large one."""
    between = least + int((most - least) * rng.random() ** 3) // chip * chip
    return rng.choice((least, least, most, between, between))


# ---- acts, and how they are told ----


def fold(hand: Hand, player: Player) -> None:
    """A player gives up."""
    player.live = False
    hand.acted.add(player.name)
    hand.note(f"{called(player)} folds")


def check(hand: Hand, player: Player) -> None:
    """A player wagers nothing."""
    hand.acted.add(player.name)
    hand.note(f"{called(player)} checks")


def call(hand: Hand, player: Player, total: int | None = None) -> None:
    """A player meets the wager, or as much of it as they have."""
    total = min(hand.level, player.everything) if total is None else total
    amount = total - player.bet
    certain = hand.level >= hand.full and (hand.habits.stakes or total < player.everything)
    hand.wager(player, total)
    how = hand.habits.calls if certain else "by"  # or nobody could tell how much it was
    words = {"by": f" {money(amount)}", "to": f" to {money(total)}", "bare": ""}[how]
    hand.note(f"{called(player)} calls{words}{all_in(hand, player)}")


def raise_to(hand: Hand, player: Player, total: int) -> None:
    """A player bets, or raises so that the wager to be met becomes the total."""
    before = hand.level
    how = hand.habits.raises if hand.level >= hand.full else "to"  # a short blind: what is met is not certain
    hand.wager(player, total)
    words = {
        "to": f"to {money(total)}",
        "by": money(total - before),
        "both": f"{money(total - before)} to {money(total)}",
    }[how]
    hand.note(f"{called(player)} {f'raises {words}' if before else f'bets {money(total)}'}{all_in(hand, player)}")


def all_in(hand: Hand, player: Player) -> str:
    """The mark of a wager that took the last chips."""
    return " all in" if not player.stack and hand.habits.all_in else ""
