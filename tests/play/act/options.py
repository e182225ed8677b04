"""What the player to act may do in an ACT game, from the text: how much may be wagered, and how often."""

from __future__ import annotations

from dataclasses import dataclass

from play.act.table import CAP, Player, Table


@dataclass(frozen=True)
class Option:
    """Something the player to act may do; amounts are what their total of the round would become."""

    act: str  # fold, check, call, open or raise
    totals: tuple[int, ...] = ()
    ranged: bool = False  # the totals are the least and the most


def options(table: Table) -> dict[str, Option]:
    """What is open to the player whose turn it is."""
    betround, player = table.round, table.turn
    if betround is None or player is None:
        return {}
    opens = not betround.opened or not betround.level
    if opens:
        acts = ["open"] if _forced(table) else ["open", "fold"] if not _may_check(table) else ["check", "open", "fold"]
    else:
        acts = ["call", "raise", "fold"] if player.bet < betround.level else ["raise", "fold"]
    found = [_option(table, player, act) for act in acts]
    return {option.act: option for option in found if option.totals or option.act in ("fold", "check")}


def _forced(table: Table) -> bool:
    """Has the player to open, as the one with the best card of a stud has?"""
    betround = table.round
    assert betround is not None
    return table.game.opens and betround.place == 0 and betround.acts == 0


def _may_check(table: Table) -> bool:
    """Is there a check? Never in the first betting round, and in Draw Poker not at all."""
    return not table.game.draws and table.rounds_played > 1


def _option(table: Table, player: Player, act: str) -> Option:
    if act in ("fold", "check"):
        return Option(act)
    if act == "call":
        return Option(act, calls(table, player))
    totals = wagers(table, player, act == "raise")
    return Option(act, totals, not _exact(table, act == "raise") and len(totals) > 1)


def calls(table: Table, player: Player) -> tuple[int, ...]:
    """The totals that meet the wager: where a blind took somebody's last chips, also what lies there."""
    betround = table.round
    assert betround is not None
    meeting = {betround.level}
    if betround.place == 0 and betround.level == table.blind:
        meeting.add(max(one.bet for one in table.players))
    return tuple(sorted({min(total, player.everything) for total in meeting if total > player.bet}))


# ---- how much, and how often ----


def wagers(table: Table, player: Player, raises: bool) -> tuple[int, ...]:
    """The totals that an opening or a raise may lead to; or the least and the most of them."""
    betround = table.round
    assert betround is not None
    if raises and spent(table):
        return ()
    base, least = (betround.level, betround.floor) if raises else (0, 0)
    most = _most(table, player, raises)
    sizes = _sizes(table, raises)
    if betround.frozen is not None:
        sizes = (table.minimum,) if betround.frozen == "minimum" else ()
    elif not _exact(table, raises):
        sizes = (max(sizes[0], least), player.everything - base if most is None else most)
    found = {min(base + size, player.everything) for size in sizes if size >= least}
    return tuple(sorted(total for total in found if total > max(base, player.bet)))


def _exact(table: Table, raises: bool) -> bool:
    """Is a wager one of certain sizes, and not any between two bounds?"""
    betround = table.round
    assert betround is not None
    if table.game.draws:
        return not raises and betround.place == 0
    return (table.game.capped and not betround.last) or betround.frozen is not None


def _sizes(table: Table, raises: bool) -> tuple[int, ...]:
    """The sizes of an opening or a raise, or the least of them and perhaps the most."""
    betround = table.round
    assert betround is not None
    if not raises and betround.place == 0 and (table.game.draws or table.game.capped):
        return ((table.blind or 0) * (2 if table.game.draws else 1),)
    if not table.game.capped:
        return (table.minimum,)
    return (table.unit, 4 * table.unit) if betround.last else (table.unit, 2 * table.unit)


def _most(table: Table, player: Player, raises: bool) -> int | None:
    """The most that an opening or the increase of a raise may be; None where nothing is laid down."""
    betround = table.round
    assert betround is not None
    if table.game.capped:
        return 4 * table.unit
    owed = betround.level - player.bet if raises else 0
    if table.limit in ("half-pot", "full-pot"):
        pot = table.pot + owed
        return max(pot // 2 if table.limit == "half-pot" else pot, table.minimum)
    if table.limit == "straddle":
        return max(betround.level, table.minimum) if raises else None
    return table.maximum


def spent(table: Table) -> bool:
    """Has the round had all its raises? Between two players who can still bet their number is free."""
    betround = table.round
    assert betround is not None
    return table.game.capped and betround.raises >= CAP and len(table.able) > 2


def short(table: Table, player: Player, total: int) -> bool:
    """Would a wager take the last chips and be less than a full opening or raise?"""
    betround = table.round
    assert betround is not None
    raises = betround.opened and betround.level > 0
    size = total - betround.level if raises else total
    least = max(_sizes(table, raises)[0], betround.floor if raises else 0)
    return total == player.everything and size < least


def lawful(table: Table, player: Player, total: int, over_short: bool = True) -> bool:
    """Is a raise of a size that the rules allow, from the wager to be met or, over a short one, from the last full?"""
    betround = table.round
    assert betround is not None
    sizes, most = _sizes(table, True), _most(table, player, True)
    raised = {total - betround.level, total - (betround.full if over_short else betround.level)}
    if _exact(table, True):
        return not raised.isdisjoint(sizes)
    return any(size >= sizes[0] and (most is None or size <= most) for size in raised)
