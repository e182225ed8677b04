"""What the player to act may do, and why: each option and each bound carries its clause.

The wager checks ask the same functions, so there is one source of truth for what was legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from auditor.money import money_text
from auditor.replay.table import Betround, Move, Player, Table
from auditor.rules.figures import Figure, Grant, Sizes
from auditor.wording import number, plural


@dataclass(slots=True, frozen=True)
class Bound:
    """A limit on an option, in words, and the clause that sets it."""

    text: str
    clause: str


@dataclass(slots=True, frozen=True)
class Option:
    """Something the player to act may do. Amounts are what the player's total of the round would become."""

    act: str  # fold, check, call, open or raise
    clause: str
    totals: tuple[int, ...] = ()  # the totals allowed; if `ranged`, the least and the most
    ranged: bool = False
    bounds: tuple[Bound, ...] = ()


def options(table: Table) -> list[Option]:
    """The options of the player whose turn it is; none where nobody is to act or the log does not show who."""
    betround, player = table.round, table.turn
    if betround is None or player is None:
        return []
    to_call = max(betround.highest - player.total, 0)
    found = []
    for act in ("check", "open", "call", "raise", "fold"):
        if act in _available(betround, to_call) and (grant := granted(table, act)) is not None:
            found.append(_option(table, betround, player, act, grant))
    return [option for option in found if option.act in ("fold", "check") or option.totals]


def granted(table: Table, act: str) -> Figure | None:
    """The clause that offers this act to the player to act, if there is one."""
    betround = table.round
    if betround is None:
        return None
    to = "first" if betround.acts == 0 and not betround.opened else "following"
    grants = [grant for grant in betround.betting.grants if grant.act == act]
    exact = [grant for grant in grants if grant.to in (to, "any")]
    chosen: list[Grant] = exact or (grants if act == "open" else [])
    if chosen:
        return chosen[0]
    return betround.betting.checking if act == "check" and betround.highest == 0 else None


def _available(betround: Betround, to_call: int) -> tuple[str, ...]:
    if betround.highest == 0:
        return ("check", "open", "fold") if betround.betting.checking.allowed else ("open", "fold")
    if to_call == 0:
        return ("raise", "fold")
    return ("call", "raise", "fold")


def _option(table: Table, betround: Betround, player: Player, act: str, grant: Figure) -> Option:
    if act in ("fold", "check"):
        return Option(act, grant.clause)
    if act == "call":
        total = min(betround.highest, player.total + player.stake)
        return Option(
            act, grant.clause, (total,), False, (Bound("meets the highest total", betround.betting.call.clause),)
        )
    totals, ranged, bounds = _wagers(table, betround, player, act)
    return Option(act, grant.clause, totals, ranged, bounds)


def _wagers(
    table: Table, betround: Betround, player: Player, act: str
) -> tuple[tuple[int, ...], bool, tuple[Bound, ...]]:
    """The totals an opening or a raise may lead to, whether they are the ends of a range, and what bounds them."""
    sizes = sizes_of(betround, act)
    if sizes is None or not table.blind or (act == "raise" and capped(table, betround)):
        return (), False, ()
    bounds = tuple(_bounds(table, betround, sizes, act))
    least = betround.floor if act == "raise" else 0
    amounts = [step * table.blind for step in sizes.multiples]
    ranged = sizes.mode == "range" and betround.freeze is None
    if betround.freeze is not None:
        limit = _frozen_limit(table, betround)
        amounts = [limit] if act == "open" or betround.freeze.figure.cap != "level" else []
    elif ranged:
        amounts = [max(amounts[0], least), amounts[-1]]
    highest, ceiling = betround.highest, player.total + player.stake
    totals = {min(highest + amount, ceiling) for amount in amounts if amount >= least}
    above = tuple(sorted(total for total in totals if total > highest))
    return above, ranged and len(above) > 1, bounds


def _bounds(table: Table, betround: Betround, sizes: Sizes, act: str) -> Iterator[Bound]:
    """Each limit on an opening or a raise with its clause."""
    assert table.blind is not None
    yield Bound(_sizes_text(sizes, table.blind), sizes.clause)
    cap, floor, free = betround.betting.raises, betround.betting.floor, table.game.uncapped
    if act == "raise" and free is not None and uncapped(table, betround):
        yield Bound(f"any number of raises between {number(free.players)} players", free.clause)
    elif act == "raise" and cap is not None:
        yield Bound(f"at most {number(cap.most)} {plural(cap.most, 'raise')}", cap.clause)
    if act == "raise" and floor is not None and betround.floor:
        yield Bound(f"not below the earlier raise of {money_text(betround.floor)}", floor.clause)
    if betround.freeze is not None:
        yield Bound("a communal card was shown early", betround.freeze.figure.clause)


def _frozen_limit(table: Table, betround: Betround) -> int:
    freeze = betround.freeze
    assert freeze is not None
    if freeze.figure.cap == "minimum":
        return table.minimum or 0
    return freeze.largest if freeze.figure.cap == "size" else max(freeze.level - betround.highest, 0)


def _sizes_text(sizes: Sizes, blind: int) -> str:
    amounts = [money_text(step * blind) for step in sizes.multiples]
    return f"from {amounts[0]} to {amounts[-1]}" if sizes.mode == "range" else " or ".join(amounts)


# ---- what the wager checks ask ----


def sizes_of(betround: Betround, kind: str) -> Sizes | None:
    """The sizes allowed for an opening or a raise of this round."""
    return betround.betting.opening if kind == "open" else betround.betting.size


def capped(table: Table, betround: Betround) -> bool:
    """Has the round had all the raises it may have?"""
    cap = betround.betting.raises
    return cap is not None and betround.raises >= cap.most and not uncapped(table, betround)


def uncapped(table: Table, betround: Betround) -> bool:
    """Are so few players left that the number of raises is free?"""
    figure = table.game.uncapped
    if figure is None:
        return False
    if figure.at == "round":
        players = betround.able_at_start if figure.counted == "able" else betround.active_at_start
    else:
        players = len(table.able if figure.counted == "able" else table.active)
    return players <= figure.players


def fits(table: Table, move: Move) -> bool:
    """Is an opening or a raise of a size the rulebook allows, measured as leniently as its readings permit?"""
    betround = table.round
    if betround is None or not table.blind:
        return True
    sizes = sizes_of(betround, move.kind)
    if sizes is None or (move.kind == "raise" and _size_lifted(table, betround)):
        return True
    return any(allows(sizes, increase, table.blind) for increase in measured(table, betround, move))


def measured(table: Table, betround: Betround, move: Move) -> tuple[int, ...]:
    """The increase of a wager, from the highest total and, after a short raise, from the last full level."""
    base = table.game.short_raise.base
    if move.kind == "open" or betround.full_level == betround.highest or base == "highest":
        return (move.increase,)
    full = move.total - betround.full_level
    return (full,) if base == "last-full" else (move.increase, full)


def allows(sizes: Sizes, amount: int, blind: int) -> bool:
    """Is this amount one of the sizes?"""
    if sizes.mode == "range":
        return sizes.multiples[0] * blind <= amount <= sizes.multiples[-1] * blind
    return any(amount == step * blind for step in sizes.multiples)


def _size_lifted(table: Table, betround: Betround) -> bool:
    figure = table.game.uncapped
    return figure is not None and figure.lifts == "count-and-size" and uncapped(table, betround)


def full_raise(table: Table, move: Move) -> int:
    """The smallest increase that is a full one: the least size allowed, and no less than an earlier raise."""
    betround = table.round
    sizes = sizes_of(betround, move.kind) if betround is not None else None
    if betround is None or sizes is None or not table.blind:
        return 0
    least = sizes.multiples[0] * table.blind
    return max(least, betround.floor) if move.kind == "raise" else least
