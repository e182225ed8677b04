"""How large a wager may be: the sizes of the rulebook, the limit a table is played with, the number of raises.

`options` shows these bounds and the wager checks ask for them, so there is one source of truth for what was legal.
"""

from __future__ import annotations

from collections.abc import Iterator

from auditor.replay.forced import blind_player, stands_for
from auditor.replay.table import Betround, Move, Player, Table
from auditor.rules.figures import Ceiling, Sizes

# ---- sizes ----


def sizes_of(betround: Betround, kind: str) -> Sizes | None:
    """The sizes allowed for an opening or a raise of this round."""
    return betround.wagering.opening if kind == "open" else betround.wagering.size


def unit_of(table: Table, sizes: Sizes) -> int | None:
    """What sizes are multiples of: the blind, or a figure of the round; None where the record lacks it."""
    if sizes.unit == "blind":
        return None if table.lacks_last else table.blind or None
    betround = table.round
    if betround is None:
        return table.minimum
    if sizes.unit == "quantum":
        return max(betround.quantum or 0, betround.floor) or None
    return betround.least if sizes.unit == "minimum" or table.hand.setup.bets else None


def allows(sizes: Sizes, amount: int, unit: int) -> bool:
    """Is this amount one of the sizes?"""
    if sizes.mode == "exact":
        return amount % unit == 0 and amount // unit in sizes.multiples
    return sizes.multiples[0] * unit <= amount and (sizes.mode == "least" or amount <= sizes.multiples[-1] * unit)


def units(table: Table, sizes: Sizes) -> tuple[int, ...]:
    """What the sizes may be measured by: after a blind of somebody's last chips, what it stands for and what it was."""
    unit = unit_of(table, sizes)
    if unit is None:
        return ()
    if sizes.unit == "blind" and table.posts and table.posts[-1].amount != unit:
        return unit, *stands_for(table, table.posts[-1])
    return (unit,)


def first_of_designated(table: Table, betround: Betround, move: Move) -> bool:
    """Does the designated player, who opens the betting and has the blind on the table already, raise?"""
    return betround.betting.designated is not None and betround.acts == 0 and move.player is blind_player(table)


def forced_part(table: Table, betround: Betround, move: Move) -> int:
    """What of such a raise is an opening wager that has to be added first: nothing, where the blind is that wager."""
    rule = betround.betting.designated
    if rule is None or rule.blind_is_opening or not first_of_designated(table, betround, move):
        return 0
    return table.blind or 0


def held_level(table: Table, player: Player) -> int:
    """The highest total that others have made out of turn, their wagers being held aside."""
    totals = [early.total for early in table.early if early.outcome == "held" and early.player != player.name]
    return max(totals, default=0)


def measured(table: Table, betround: Betround, move: Move, base: str | None = None) -> tuple[int, ...]:
    """The increase of a wager, from the highest total and, after a short raise, from the last full level.

    Who was passed over may raise a wager made out of turn as well, and then it may be measured from that.
    """
    found = _measured(table, betround, move, base)
    held = held_level(table, move.player) if table.early else 0
    return (*found, move.total - held) if betround.highest < held < move.total else found


def _measured(table: Table, betround: Betround, move: Move, base: str | None) -> tuple[int, ...]:
    base = base or base_of(betround)
    if forced := forced_part(table, betround, move):
        return (move.increase, move.increase - forced)
    if move.kind == "open" or betround.full_level == betround.highest or base == "highest":
        return (move.increase,)
    full = move.total - betround.full_level
    return (full,) if base == "last-full" else (move.increase, full)


def base_of(betround: Betround) -> str:
    """What raises are measured from once there was a short one; an opening that fell short may be completed."""
    base = betround.wagering.short.base
    if base != "opening":
        return base
    return "highest" if betround.full_level else "last-full"


def sized(table: Table, move: Move, base: str | None = None) -> bool:
    """Is an opening or a raise one of the sizes, measured as the readings, or this one of its base, permit?"""
    betround = table.round
    sizes = sizes_of(betround, move.kind) if betround is not None else None
    if betround is None or sizes is None or (move.kind == "raise" and size_lifted(table, betround)):
        return True
    each = units(table, sizes)
    increases = measured(table, betround, move, base)
    return not each or any(allows(sizes, increase, unit) for increase in increases for unit in each)


def above_full(betround: Betround, move: Move) -> int:
    """By how much a wager goes above what it must exceed by a full raise, if it is to be one."""
    if move.kind == "open" or base_of(betround) != "last-full":
        return move.increase
    return move.total - betround.full_level


def within(table: Table, move: Move) -> bool:
    """Is an opening or a raise within the limit of the table?"""
    return all(move.increase <= most for _, most in ceilings_of(table, move))


def full_raise(table: Table, move: Move) -> int:
    """The smallest increase that is a full one: the least size allowed, and no less than an earlier raise."""
    betround = table.round
    sizes = sizes_of(betround, move.kind) if betround is not None else None
    unit = unit_of(table, sizes) if sizes is not None else None
    if betround is None or sizes is None:
        return 0
    least = sizes.multiples[0] * (unit or 0)
    return max(least, betround.floor) if move.kind == "raise" else least


# ---- limits ----


def ceilings_of(table: Table, move: Move) -> Iterator[tuple[Ceiling, int]]:
    """The ceilings that hold for a wager, each with the most it may be, in whole minor units."""
    betround = table.round
    if betround is None or not betround.wagering.ceilings:
        return
    for figure in betround.wagering.ceilings:
        if figure.act in (move.kind, "any"):
            most = ceiling(table, betround, figure, move)
            if most is not None:
                yield figure, most


def ceiling(table: Table, betround: Betround, figure: Ceiling, move: Move) -> int | None:
    """The most that an opening or the increase of a raise may be under a ceiling; None where there is no such bound."""
    parts, of = figure.times, figure.divided_by
    if figure.of == "maximum":
        maximum = maximum_of(betround)
        return maximum if maximum is None or figure.per == "increment" else max(maximum - betround.highest, 0)
    if figure.of == "pot":
        pot = _pot(table, figure) + move.to_call * (move.kind == "raise")
        least = full_raise(table, move) if figure.least == "raise" else betround.least or 0
        return max(_in_chips(table, figure, parts * pot, of), least)
    if figure.measure == "chips":
        return parts * betround.chips // of - move.to_call
    last = table.last
    base = last.total if figure.base == "last" and last is not None else betround.highest
    return max(parts * base // of - betround.highest, betround.least or 0)  # after an opening for less than the minimum


def _in_chips(table: Table, figure: Ceiling, parts: int, of: int) -> int:
    """A share in whole minor units or, where that is allowed, up to the next amount that the table's chips make up."""
    chip = table.hand.setup.chip
    if figure.rounded == "exact" or chip is None:
        return parts // of
    return -(-parts // (of * chip)) * chip


def maximum_of(betround: Betround) -> int | None:
    """The maximum of the round; None where there is none, or one below the minimum, which nobody could keep to."""
    maximum = betround.most
    return maximum if maximum is None or maximum >= (betround.least or 0) else None


def _pot(table: Table, figure: Ceiling) -> int:
    """The money in the pot: all of it, or only what lies beyond the reach of players who tapped out.

    With what has been taken from it as commission by then, or without.
    """
    tapped_out = [player.put for player in table.players if player.tapped_out] if figure.scope != "all" else []
    level = max(tapped_out, default=0)
    taken = sum(pot.commission or 0 for pot in table.pots_taken) if figure.basis == "net" else 0
    return sum(max(player.put - level, 0) for player in table.players) - taken


def largest_allowed(table: Table, move: Move) -> int | None:
    """The most that an opening or the increase of a raise may be; None where nothing bounds it."""
    betround = table.round
    sizes = sizes_of(betround, move.kind) if betround is not None else None
    bounds = [most for _, most in ceilings_of(table, move)]
    if sizes is not None and sizes.mode != "least" and (unit := unit_of(table, sizes)) is not None:
        bounds.append(max(sizes.multiples) * unit)
    return min(bounds, default=None)


def wager_of(betround: Betround, player: Player, kind: str) -> Move:
    """A wager that is not made yet, for those who ask how large it may be."""
    to_call = max(betround.highest - player.total, 0)
    return Move(player, kind, 0, player.total, to_call, 0, False)


# ---- who may raise, and how often ----


def may_raise(betround: Betround, player: Player) -> bool:
    """Is it open to a player to raise? Who has acted may not, where nothing but short raises has come since.

    Short raises are those with somebody's last chips that are less than a full one.
    """
    rule = betround.wagering.reopening
    if rule is None or player.acted < 0 or betround.full_level > player.answered:
        return True
    if rule.checked == "open" and player.checked and player.total == 0:
        return True
    return rule.cumulative and betround.highest - player.acted >= max(betround.quantum or 0, betround.floor)


def forfeited(table: Table, betround: Betround, player: Player) -> bool:
    """Has the player checked out of turn, and by that lost the right to bet or raise?"""
    early = table.game.early
    if early is None or early.forfeits == "nothing" or player.forfeited is None:
        return False
    return early.forfeits == "hand" or player.forfeited == betround.round.place


def no_part(table: Table, betround: Betround, player: Player) -> bool:
    """Is a raise no part of the round at all, being over or the player's right gone, whatever the number of raises?"""
    return betround.closed or forfeited(table, betround, player)


def free_to_raise(table: Table, betround: Betround, player: Player) -> bool:
    """Is a raise open to a player by the number of raises, and by what the player and others have done before?"""
    return may_raise(betround, player) and not capped(table, betround) and not forfeited(table, betround, player)


def capped(table: Table, betround: Betround) -> bool:
    """Has the round had all the raises it may have?"""
    cap = betround.wagering.raises
    return cap is not None and betround.raises >= cap.most and not uncapped(table, betround)


def uncapped(table: Table, betround: Betround) -> bool:
    """Are so few players left that the number of raises is free?"""
    figure = table.game.uncapped
    if figure is None:
        return False
    if figure.at == "round":
        players = betround.able_at_start if figure.counted == "able" else betround.active_at_start
    elif figure.counted == "this-round":
        players = sum(player.able or (player.tapped_out and player.total > 0) for player in table.players)
    else:
        players = len(table.able if figure.counted == "able" else table.active)
    return players <= figure.players


def least_call(table: Table, betround: Betround) -> int:
    """The least total that meets the wager: where a blind took somebody's last chips, it may be what lies there."""
    highest = betround.highest
    if betround.round.place or highest != table.blind or table.game.blinds.short != "either":
        return highest
    return max(player.total for player in table.players)


def bounds_all_in(table: Table, betround: Betround, move: Move) -> tuple[str, int | None]:
    """What bounds a wager of a player's last chips, and the most that it may be; None where nothing does."""
    if move.kind == "raise":
        if capped(table, betround):
            return "raises", 0
        if not may_raise(betround, move.player):
            return "reopening", 0
    sizes = sizes_of(betround, move.kind)
    found: list[tuple[str, int]] = [(figure.of, most) for figure, most in ceilings_of(table, move)]
    if sizes is not None and sizes.mode != "least" and (unit := unit_of(table, sizes)) is not None:
        most = max(sizes.multiples) * unit
        found.append(("size", most - above_full(betround, move) + move.increase))
    return min(found, key=lambda one: one[1], default=("size", None))


def over_short(betround: Betround) -> bool:
    """Does the next raise go over somebody's last chips, and is its size for that reason ruled by their clause?"""
    return betround.shortage is not None and betround.wagering.short.treatment == "half"


def answerable(table: Table, player: Player) -> bool:
    """Is anybody left who could answer this player's wager?"""
    return any(other is not player and other.able for other in table.players)


def size_lifted(table: Table, betround: Betround) -> bool:
    """Is the size of a raise free too, because so few players are left?"""
    figure = table.game.uncapped
    return figure is not None and figure.lifts == "count-and-size" and uncapped(table, betround)
