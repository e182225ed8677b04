"""The betting of Robert's Rules by the book: whose turn it is, what is open to them, and how a log tells it."""

from __future__ import annotations

from play.act.betting import TEMPERS, Temper
from play.roberts.hand import Betting, Hand, Player, called, money


def begin(hand: Hand, number: int) -> None:
    """A later betting round begins."""
    size = hand.house.bet(number)
    hand.betting = Betting(number, size, quantum=size)
    for player in hand.players:
        player.bet, player.acted, player.mark = 0, False, 0


def turn(hand: Hand, last: Player) -> Player | None:
    """Who is to act after a player; None when the round is over."""
    if len(hand.live) < 2:
        return None
    able, level = hand.able, hand.betting.level
    for player in hand.after(last):
        if player.able and (not player.acted or player.bet < level):
            others = max(one.bet for one in hand.players if one is not player)
            if len(able) > 1 or player.bet < others:
                return player
    return None


def starter(hand: Hand) -> Player:
    """The player after whom a round of a button game begins: the last blind or straddle, later the button."""
    if hand.betting.number == 1 and hand.last_blind is not None:
        return hand.last_blind
    return hand.players[-1]


def play_round(hand: Hand, temper: Temper, last: Player | None = None) -> None:
    """A betting round, from the player after this one on."""
    hand.actor = turn(hand, last or starter(hand))
    while hand.actor is not None:
        if not hand.plant("turn"):
            act(hand, hand.actor, temper)
        hand.actor = turn(hand, hand.actor)


def may_raise(hand: Hand, player: Player) -> tuple[int, int] | None:
    """The least and the most that a raiser's total may become; None where no raise is open."""
    if not hand.reopened(player) or len(hand.able) < 2 or player.everything <= hand.betting.level:
        return None
    if hand.fixed:
        totals = _fixed_totals(hand, player)
        return (totals[0], totals[-1]) if totals else None
    least, most = hand.least(), hand.most(player)
    if player.everything < least:
        return player.everything, player.everything
    return least, player.everything if most is None else min(most, player.everything)


def _fixed_totals(hand: Hand, player: Player) -> list[int]:
    """What a total may become where the limit is fixed: a full bet or raise, or last chips that are less."""
    betting, most = hand.betting, player.everything
    half = 2 * (most - betting.level) >= betting.size
    targets = hand.targets()
    if betting.capped:
        return [most] if not half and most not in targets else []
    if most < targets[0] or (most < targets[-1] and half):
        return [most]
    return [total for total in targets if total <= most]


def act(hand: Hand, player: Player, temper: Temper = TEMPERS[0]) -> None:
    """The player does something that is open."""
    rng = hand.rng
    facing = player.bet < hand.betting.level
    bounds = may_raise(hand, player)
    weights = [temper.fold * (1 if facing else 0.02), temper.stay, temper.more * (bounds is not None)]
    choice = rng.choices(("fold", "stay", "more"), weights)[0]
    if player.name in hand.bound and (facing or hand.betting.number > 1):
        choice = hand.bound[player.name]
    if choice == "fold":
        fold(hand, player)
    elif choice == "more" and bounds is not None:
        raise_to(hand, player, _size(hand, *bounds))
    elif facing:
        call(hand, player)
    else:
        check(hand, player)


def _size(hand: Hand, least: int, most: int) -> int:
    """Some total between the least and the most: often one of them, else in chips and seldom a large one."""
    rng, chip = hand.rng, hand.house.chip
    if hand.fixed:
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
    how = hand.habits.calls if certain and not hand.nominal else "by"  # or nobody could tell how much it was
    words = {"by": f" {money(amount)}", "to": f" to {money(total)}", "bare": ""}[how]
    hand.note(f"{called(player)} calls{words}{all_in(hand, player)}")


def raise_to(hand: Hand, player: Player, total: int) -> None:
    """A player bets, or raises so that the wager to be met becomes the total."""
    before = hand.betting.level
    how = "to" if hand.nominal else hand.habits.raises
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
