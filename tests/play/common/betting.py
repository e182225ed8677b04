"""The betting by the book: what is open to a player, what they do, and how a log tells it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from play.common.hand import Betting, Hand, Player
from play.common.tempers import TEMPERS, Temper
from play.common.words import called, money

H = TypeVar("H", bound=Hand)
Act = Callable[[H, Player, Temper], None]


def begin(hand: Hand, number: int) -> None:
    """A later betting round begins."""
    size = hand.house.bet(number)
    hand.betting = Betting(number, size, quantum=size)
    for player in hand.players:
        player.bet, player.acted, player.mark = 0, False, 0


def starter(hand: Hand) -> Player:
    """The player after whom a round begins: the last blind or straddle, later the button."""
    if hand.betting.number == 1 and hand.last_blind is not None:
        return hand.last_blind
    return hand.players[-1]


def play_round(hand: H, temper: Temper, last: Player | None = None, acts: Act[H] | None = None) -> None:
    """A betting round, from the player after this one on."""
    hand.actor = hand.turn_after(last or starter(hand))
    while hand.actor is not None:
        if not hand.plant("turn"):
            (acts or act)(hand, hand.actor, temper)
        hand.actor = hand.turn_after(hand.actor)


def may_raise(hand: Hand, player: Player) -> tuple[int, int] | None:
    """The least and the most that a raiser's total may become; None where no raise is open."""
    beaten = max(hand.betting.level, hand.betting.full)
    if not hand.reopened(player) or len(hand.able) < 2 or player.everything <= beaten:
        return None
    return hand.bounds(player)


def act(hand: Hand, player: Player, temper: Temper = TEMPERS[0]) -> None:
    """The player does something that is open."""
    facing = player.bet < hand.level
    bounds = may_raise(hand, player)
    weights = [temper.fold * (1 if facing else hand.free_fold), temper.stay, temper.more * (bounds is not None)]
    choice = hand.rng.choices(("fold", "stay", "more"), weights)[0]
    if player.name in hand.bound and (facing or hand.betting.number > 1):
        choice = hand.bound[player.name]
    do(hand, player, choice, bounds)


def do(hand: Hand, player: Player, choice: str, bounds: tuple[int, int] | None) -> None:
    """The player folds, wagers more if that is open, or stays in."""
    if choice == "fold":
        fold(hand, player)
    elif choice == "more" and bounds is not None:
        raise_to(hand, player, some_total(hand, *bounds))
    elif player.bet < hand.level:
        call(hand, player)
    elif hand.unsaid():
        hand.has_acted(player)
    else:
        check(hand, player)


def some_total(hand: Hand, least: int, most: int) -> int:
    """Some total between the least and the most: often one of them, else in chips and seldom a large one."""
    rng, chip = hand.rng, hand.house.chip
    if hand.exact:
        return rng.choice((least, most))
    between = least + int((most - least) * rng.random() ** 3) // chip * chip
    return rng.choice((least, least, most, between, between))


# ---- acts, and how they are told ----


def fold(hand: Hand, player: Player) -> None:
    """A player gives up."""
    player.live = False
    hand.has_acted(player)
    hand.note(f"{called(player)} folds")


def check(hand: Hand, player: Player) -> None:
    """A player wagers nothing."""
    hand.has_acted(player)
    hand.note(f"{called(player)} checks")


def call(hand: Hand, player: Player, total: int | None = None) -> None:
    """A player meets the wager, or as much of it as they have."""
    total = player.bet + hand.due_to_call(player) if total is None else total
    amount = total - player.bet
    certain = hand.habits.stakes or total < player.everything
    hand.wager(player, total)
    how = hand.habits.calls if certain and not hand.doubtful else "by"  # or nobody could tell how much it was
    words = {"by": f" {money(amount)}", "to": f" to {money(total)}", "bare": ""}[how]
    hand.note(f"{called(player)} calls{words}{all_in(hand, player)}")


def raise_to(hand: Hand, player: Player, total: int) -> None:
    """A player bets, or raises so that the wager to be met becomes the total."""
    before = hand.level
    how = "to" if hand.doubtful else hand.habits.raises
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
