"""What the player to act may do, and why: each option and each bound carries its clause.

The checks of wagers ask the same functions (`replay.betting.sizes`), so there is one source of truth for what was
legal.
"""

from __future__ import annotations

from collections.abc import Iterator

from auditor.replay.betting.measuring import table_minimum
from auditor.replay.betting.sizes import (
    base_of,
    ceilings_of,
    forfeited,
    free_to_raise,
    largest_allowed,
    least_call,
    sizes_of,
    steps_of,
    uncapped,
    unit_of,
    wager_of,
)
from auditor.replay.forced_bets.blinds_and_antes import blind_player
from auditor.replay.state import BettingRound, HandState, Move, Player
from auditor.rules.schema.figures import Figure, Grant, Sizes
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import number, plural

ACTS = ("check", "open", "call", "raise", "fold")


@value_class
class WagerBound:
    """A limit on an option, in words, and the clause that sets it."""

    text: str
    clause: str


@value_class
class Option:
    """Something that the player to act may do. Amounts are what the player's total of the round would become."""

    act: str  # fold, check, call, open or raise
    clause: str
    totals: tuple[int, ...] = ()  # the totals allowed; if `ranged`, the least and the most of them
    ranged: bool = False
    bounds: tuple[WagerBound, ...] = ()


def options(state: HandState) -> list[Option]:
    """The options of the player whose turn it is; none if nobody is to act, or if the log does not show who."""
    betround, player = state.round, state.turn
    if betround is None or player is None:
        return []
    found = []
    for act in ACTS:
        if act in _available(betround, player) and (grant := _offered(state, betround, player, act)) is not None:
            found.append(_option(state, betround, player, act, grant))
    return [option for option in found if option.act in ("fold", "check") or option.totals]


def _offered(state: HandState, betround: BettingRound, player: Player, act: str) -> Figure | None:
    """The clause that offers an act: the one on the designated player who raises the blind, or the round's own."""
    rule = betround.betting.designated
    if act == "raise" and rule is not None and betround.acts == 0 and player is blind_player(state):
        return rule
    return granted(state, act)


def granted(state: HandState, act: str) -> Figure | None:
    """The clause that offers this act to the player to act, if there is one."""
    betround = state.round
    if betround is None:
        return None
    turn = "first" if betround.acts == 0 and not betround.opened else "following"
    opened = "opened" if betround.opened else "unopened"
    grants = [grant for grant in betround.betting.grants if grant.act == act]
    exact = [grant for grant in grants if grant.to in (turn, opened, "any")]
    chosen: list[Grant] = exact or (grants if act == "open" else [])
    if chosen:
        return chosen[0]
    if act == "open":
        return betround.wagering.opening
    return betround.betting.checking if act == "check" and betround.highest == 0 else None


def _available(betround: BettingRound, player: Player) -> tuple[str, ...]:
    opening = betround.wagering.opening
    if not betround.opened and opening is not None:
        if opening.forced and betround.acts == 0:
            return ("open",)
        return ("check", "open", "fold") if betround.betting.checking.allowed else ("open", "fold")
    if betround.highest == 0:
        return ("check", "open", "fold")
    return ("check", "raise", "fold") if player.put_in_round >= betround.highest else ("call", "raise", "fold")


def _option(state: HandState, betround: BettingRound, player: Player, act: str, grant: Figure) -> Option:
    if act in ("fold", "check"):
        return Option(act, grant.clause)
    if act == "call":
        meeting = {least_call(state, betround), betround.highest}
        totals = tuple(
            sorted({min(total, player.put_in_round + player.stake) for total in meeting if total > player.put_in_round})
        )
        meets = (WagerBound("meets the highest total", betround.betting.call.clause),)
        return Option(act, grant.clause, totals, False, meets if betround.highest in totals else ())
    totals, ranged, bounds = _wagers(state, betround, player, act)
    return Option(act, grant.clause, totals, ranged, bounds)


def _wagers(
    state: HandState, betround: BettingRound, player: Player, act: str
) -> tuple[tuple[int, ...], bool, tuple[WagerBound, ...]]:
    """The totals that an opening or a raise may lead to, whether they are the ends of a range, and what bounds them."""
    sizes = sizes_of(betround, act)
    unit = unit_of(state, sizes) if sizes is not None else None
    if sizes is None or unit is None or forfeited(state, betround, player):
        return (), False, ()
    if act == "raise" and not free_to_raise(state, betround, player):
        return (), False, ()
    highest = betround.highest if act == "raise" else 0
    base = betround.full_level if act == "raise" and base_of(betround) == "last-full" else highest
    bases = betround.raise_bases if act == "raise" and betround.raise_bases else (base,)
    move = wager_of(betround, player, act)
    bounds = tuple(_bounds(state, betround, sizes, unit, move))
    least = betround.floor if act == "raise" else 0
    amounts = steps_of(state, sizes, unit)
    ranged = sizes.mode != "exact" and betround.freeze is None
    ceiling = player.put_in_round + player.stake
    if betround.freeze is not None:
        limit = _frozen_limit(state, betround)
        amounts = [limit] if act == "open" or betround.freeze.figure.cap != "level" else []
    elif ranged:
        most = largest_allowed(state, move)
        amounts = [max(amounts[0], least), ceiling - base if most is None else highest - base + most]
    totals = {min(level + amount, ceiling) for level in bases for amount in amounts if amount >= least}
    above = tuple(sorted(total for total in totals if total > highest and total > player.put_in_round))
    return above, ranged and len(above) > 1, bounds


def _bounds(state: HandState, betround: BettingRound, sizes: Sizes, unit: int, move: Move) -> Iterator[WagerBound]:
    """Each limit on an opening or a raise with its clause."""
    yield WagerBound(_sizes_text(sizes, unit), sizes.clause)
    for figure, most in ceilings_of(state, move):
        yield WagerBound(f"{figure.limits[0].replace('-', ' ')}: at most {money_text(most)}", figure.clause)
    cap, floor, free = betround.wagering.raises, betround.wagering.floor, state.game.uncapped
    raises = move.kind == "raise"
    if raises and cap is not None and free is not None and uncapped(state, betround):
        yield WagerBound(f"any number of raises between {number(free.players)} players", free.clause)
    elif raises and cap is not None:
        yield WagerBound(f"at most {number(cap.most)} {plural(cap.most, 'raise')}", cap.clause)
    if raises and floor is not None and betround.floor and sizes.unit != "quantum":
        yield WagerBound(f"not below the earlier raise of {money_text(betround.floor)}", floor.clause)
    if betround.freeze is not None:
        yield WagerBound("a communal card was shown early", betround.freeze.figure.clause)


def _frozen_limit(state: HandState, betround: BettingRound) -> int:
    freeze = betround.freeze
    assert freeze is not None
    if freeze.figure.cap == "minimum":
        return table_minimum(state, betround.round.round_index) or 0
    return freeze.largest if freeze.figure.cap == "size" else max(freeze.level - betround.highest, 0)


def _sizes_text(sizes: Sizes, unit: int) -> str:
    amounts = [money_text(step * unit) for step in sizes.multiples]
    if sizes.mode == "least":
        return f"at least {amounts[0]}"
    return f"from {amounts[0]} to {amounts[-1]}" if sizes.mode == "range" else " or ".join(amounts)
