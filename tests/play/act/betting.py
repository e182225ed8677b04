"""Playing a hand by the book: the betting, from what the text leaves open to a player."""

from __future__ import annotations

import random

from play.act import events as e
from play.act.hand import Play
from play.act.options import Option, options, short, spent
from play.act.table import Player
from play.common.tempers import TEMPERS, Temper
from play.common.words import quoted

# ---- acts ----


def act(play: Play, rng: random.Random, temper: Temper = TEMPERS[0]) -> None:
    """The player to act does something that is open to them."""
    player = _whose_turn(play, rng)
    table, betround = play.table, play.table.round
    assert betround is not None
    if _must_match(play, player):
        play.wager(player.name, min(table.blind or 0, player.everything), rng)
        return
    offered = options(table)
    more = [*_totals(offered.get("open") or offered.get("raise"), rng), *_unlisted(play, player)]
    stays = "check" in offered or "call" in offered or 0 < betround.level == player.bet
    folding = temper.fold * ("fold" in offered) * (0.15 if "check" in offered else 1)
    weights = [folding, temper.stay * stays, temper.more * bool(more)]
    choice = rng.choices(("fold", "stay", "more"), weights)[0] if any(weights) else "least"
    if choice == "fold":
        play.fold(player.name)
    elif choice in ("more", "least"):
        play.wager(player.name, rng.choice(more) if choice == "more" else min(more), rng)
    elif "check" in offered:
        play.check(player.name)
    elif "call" in offered:
        play.wager(player.name, offered["call"].totals[-1], rng)  # a short blind for all that it stands for
    else:
        _pass(play, player, rng, play.habits.passes or play.habits.cards == "none")


def _whose_turn(play: Play, rng: random.Random) -> Player:
    """The player to act; where the text leaves open who begins, one of those who may."""
    table = play.table
    assert table.turn is not None
    assert table.round is not None
    if table.round.acts == 0 and len(table.round.openers) > 1:
        table.turn = rng.choice(table.round.openers)
    return table.turn


def _must_match(play: Play, player: Player) -> bool:
    """Is this a player who opens beside the designated one, with an equal card, and so for the blind exactly?"""
    betround, designated = play.table.round, play.table.designated
    assert betround is not None
    several = betround.acts == 0 and len(betround.openers) > 1 and play.table.rounds_played == 1
    return several and play.game.form == "blind" and betround.opened and player is not designated


def _totals(option: Option | None, rng: random.Random) -> list[int]:
    """Some of the totals an option allows; of a range its ends and a whole dollar between them, seldom a large one."""
    if option is None:
        return []
    totals = list(option.totals)
    if option.ranged:
        low, high = totals
        between = low + int((high - low) * rng.random() ** 3)
        totals += [low, max(low, between // 100 * 100), between]
    return totals


def _unlisted(play: Play, player: Player) -> list[int]:
    """Raises the text leaves open besides the options: a short last one, one measured from the last full level."""
    table, betround = play.table, play.table.round
    assert betround is not None
    if not betround.level or not betround.opened or betround.frozen is not None:
        return []
    everything, full, found = player.everything, betround.full, []
    if everything > betround.level and short(table, player, everything):
        found.append(everything)
    if full < betround.level and not spent(table):
        exact = play.game.capped and not betround.last
        sizes = [table.unit, 2 * table.unit] if exact else [max(table.unit, betround.floor)]
        found += [full + size for size in sizes if full + size > betround.level and size >= betround.floor]
    return [total for total in found if total <= everything]


def _pass(play: Play, player: Player, rng: random.Random, said: bool = False) -> None:
    """A player leaves the blind as it is, having met it; a log may call that a check, a pass, or nothing."""
    name = quoted(player.name)
    how = rng.choice((f"{name} checks", f"{name} passes", f"{name} declines option", None))
    play.note(f"{name} passes" if how is None and said else how, e.Pass(player.name))


def idle(play: Play, rng: random.Random) -> None:
    """Between betting rounds with nobody left to bet: chips nobody can call may go back, or go in for nothing."""
    table = play.table
    if len(table.able) > 1 or len(table.live) < 2:
        return
    alone = table.able[0] if table.able else None
    unopened = table.round is not None and table.round.level == 0 and table.rounds_played > 1
    unopened = unopened and play.habits.cards != "none"  # or nobody could tell in which round the chips go in
    unit = table.blind or play.house.minimum
    if alone is not None and unopened and rng.random() < 0.05 and alone.stack >= unit:
        play.wager(alone.name, alone.bet + unit, rng)
    back = play.due().back
    if back is not None and rng.random() < 0.3:
        play.returns(*back)
