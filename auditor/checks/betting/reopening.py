"""Checks of last chips: how far they may go, and who may raise, and by how much, over those that make no full wager."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, not_recorded
from auditor.auditing.engine.registry import On, check, on, stood
from auditor.auditing.engine.situations import ALL_IN, ANSWERS, CALLS, OPENS, RAISES, SHORTAGE, UNEVEN
from auditor.checks.support.cost_of_wager import excess, shortfall
from auditor.replay.betting.measuring import counts_as_raise
from auditor.replay.betting.sizes import (
    answerable,
    bet_of,
    bounds_all_in,
    capped,
    covers,
    lacks_least,
    lacks_unit,
    largest_allowed,
    may_raise,
    no_part,
    not_open,
    over_short,
    sizes_of,
    steps_of,
    unit_of,
)
from auditor.replay.forced_bets.blinds_and_antes import lacks_all, lacks_level, missing_blinds
from auditor.replay.state import BettingRound, HandState, Move
from auditor.rules.schema.figures import Figure, Reopening
from auditor.vocabulary.events import Event, Wager
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import joined

# ---- who may raise again ----


def _answers_all_in(state: HandState, act: Wager, figure: Reopening) -> bool:
    """Does a player raise over such an all-in, with somebody left who could call, and no other clause in the way?

    Or does a player who may do no more only call, which is in order?
    """
    betround, move = state.round, state.move
    if betround is None or move is None or not _over_short_ones(betround, move, figure):
        return False
    if move.kind == "call":
        return not may_raise(betround, move.player) and move.total == betround.highest
    in_the_way = no_part(state, betround, move.player) or capped(state, betround)
    return not in_the_way and answerable(state, move.player)


def _over_short_ones(betround: BettingRound, move: Move, figure: Reopening) -> bool:
    """Does the player face short raises since the last full one, and is the clause about those?"""
    if figure.over != "any" and (figure.over == "full") != (betround.full_level > 0):
        return False
    if figure.several is not None:
        since = sum(level > move.player.level_at_last_act for level in betround.short_all_in_levels)
        if move.player.level_at_last_act < 0 or not since or figure.several != (since > 1):
            return figure.several is False and figure.half and not since and not may_raise(betround, move.player)
    return betround.highest != betround.full_level or (figure.half and not may_raise(betround, move.player))


ANSWERED = on(Wager, RAISES, CALLS) | stood(RAISES)


def _reopened(figure: Reopening) -> On[Event]:
    """Leave out what is in order: a player who has not acted may raise over anything, anybody over a full wager."""
    if figure.half:
        return on(Wager, RAISES | UNEVEN, CALLS | UNEVEN, RAISES | ANSWERS, CALLS | ANSWERS) | stood(RAISES)
    return on(Wager, RAISES | UNEVEN, CALLS | UNEVEN) | stood(RAISES | UNEVEN)


@check("no-reopening", watches=ANSWERED, figure=Reopening, when=_answers_all_in, call_only_at=_reopened)
def no_reopening(state: HandState, act: Wager, figure: Reopening) -> Iterable[Outcome]:
    """A player who has acted raises over nothing but an all-in that is less than a full bet or raise.

    Such an all-in may be called. It does not let those who acted before raise again, unless somebody else has raised
    since. The money is what was put in beyond the call. A wager that nobody is left to call is no fault. The player's
    own last chips are judged here only if no other clause is about those.
    """
    betround, move = state.round, state.move
    assert betround is not None and move is not None
    if move.kind == "call" or may_raise(betround, move.player) or (move.all_in and not figure.last_chips):
        return ()
    if move.all_in and over_short(betround) and not counts_as_raise(betround, move):
        return ()
    if _unsure(betround):
        return [not_recorded(figure, "the player's stake")]
    if lacks_level(state):
        return [not_recorded(figure, "the last blind")]
    if figure.half and lacks_unit(state, betround):
        return [not_recorded(figure, "the bet of the round")]
    observed = f"raised to {money_text(move.total)} over nothing but {_short_all_ins(betround, move, figure)}"
    expected = f"only a call of {money_text(move.to_call)} is open"
    money = excess(state, act, betround.highest, move.increase)
    return [breach(figure, act, observed, expected, money=money)]


def _short_all_ins(betround: BettingRound, move: Move, figure: Reopening) -> str:
    """The all-ins since the player acted, in words, with what a full bet or raise would have been."""
    if figure.half:
        more, bet = betround.highest - move.player.level_at_last_act, bet_of(betround)
        less = " of less than half a full wager" if over_short(betround) else ""
        return f"an all-in{less}, {money_text(more)} more than at the last act, less than half of {money_text(bet)}"
    up, full = money_text(betround.highest - betround.full_level), f"a full raise of {money_text(move.full)}"
    if sum(level > betround.full_level for level in betround.short_all_in_levels) > 1:
        return f"all-ins that together went up by {up}, none of them by {full}"
    less = f"less than half {full}" if over_short(betround) else f"less than {full}"
    return f"an all-in that went up by {up}, {less}"


def _unsure(betround: BettingRound) -> bool:
    """Is it a guess that the last raise took somebody's last chips, as the log states neither that nor the stake?"""
    raiser = betround.last_raiser
    return raiser is not None and raiser.start is None and raiser.stake > 0


# ---- by how much ----


class OverShort(Figure):
    """The all-ins over which the clause rules a raise: those of half a full wager or more, or the smaller ones."""

    half: bool


def _over_such(state: HandState, act: Wager, figure: OverShort) -> bool:
    """Does a player who may raise do so over an all-in of this kind, or call it?"""
    betround, move = state.round, state.move
    if betround is None or move is None or not over_short(betround):
        return False
    if move.total != betround.highest if move.kind == "call" else not answerable(state, move.player):
        return False
    if figure.half != (betround.shortage == "half") or not may_raise(betround, move.player):
        return False
    if not_open(state, betround, move):
        return False
    sizes = sizes_of(betround, "raise")
    return sizes is None or not sizes.covering or move.kind == "call" or not covers(state, move)


OVER_LAST = on(Wager, RAISES | SHORTAGE, CALLS | SHORTAGE) | stood(RAISES | SHORTAGE)


FIXED_SIZE, WHOLE_BETS = "fixed-size", "whole-bets"


@check(
    "short-all-in-size",
    watches=ANSWERED,
    figure=OverShort,
    when=_over_such,
    call_only_at=OVER_LAST,
    practices=(FIXED_SIZE, WHOLE_BETS),
    offered=True,
)
def short_all_in_size(state: HandState, act: Wager, figure: OverShort) -> Iterable[Outcome]:
    """A raise over an all-in that is less than a full bet or raise has a wrong size.

    Over an all-in of less than half a full wager, a raise completes what that fell short of; over another it goes a
    full raise higher. Where sizes may vary, that is the least. The money is the distance to the nearest amount allowed.
    Where sizes are fixed, a room that records play alone offers its players one size (the practice `fixed-size`), such
    as the next whole number of bets (`whole-bets`): there the fault is at most an irregularity.
    """
    betround, move = state.round, state.move
    assert betround is not None and move is not None
    if move.kind == "call":
        return ()
    totals = _totals(state, betround, move)
    least, most = totals[0], totals[-1]
    within = least <= move.total <= most if _varies(betround, move) else move.total in totals
    if within or (move.all_in and move.total < most):
        return ()
    if _unsure(betround) or (move.player.start is None and move.total < most):
        return [not_recorded(figure, "the player's stake")]
    if lacks_level(state):
        return [not_recorded(figure, "the last blind")]
    if lacks_unit(state, betround):
        return [not_recorded(figure, "the bet of the round")]
    part = "half a full wager or more" if figure.half else "less than half a full wager"
    expected = f"to {joined([money_text(total) for total in totals], 'or')}"
    if _varies(betround, move) and least != most:
        expected = f"to {money_text(least)} at least and {money_text(most)} at most"
    nearest = min(totals, key=lambda total: abs(total - move.total))
    distance = abs(nearest - move.total)
    cost = shortfall if move.total < nearest else excess
    observed = f"raised to {money_text(move.total)} over an all-in of {part}"
    money = cost(state, act, nearest, distance)
    return [breach(figure, act, observed, expected, money=money, practices=_practices(betround, move))]


def _practices(betround: BettingRound, move: Move) -> tuple[str, ...]:
    """The ways to play that such a raise shows: one of a fixed size, perhaps to a whole number of bets."""
    if _varies(betround, move):
        return ()
    bet = bet_of(betround)
    return (FIXED_SIZE, WHOLE_BETS) if bet and move.total % bet == 0 else (FIXED_SIZE,)


def _varies(betround: BettingRound, move: Move) -> bool:
    """May a raise be of any size between two?"""
    sizes = sizes_of(betround, move.kind)
    return sizes is not None and sizes.mode != "exact"


def _totals(state: HandState, betround: BettingRound, move: Move) -> list[int]:
    """The totals that a raise may lead to: one for each size or, where sizes vary, the least and the largest."""
    bases = betround.raise_bases or (betround.full_level,)
    least = betround.full_level + move.full
    if _varies(betround, move):
        most = largest_allowed(state, move)
        return [least, move.total if most is None else max(betround.highest + most, least)]
    sizes = sizes_of(betround, move.kind)
    unit = unit_of(state, sizes) if sizes is not None else None
    steps = steps_of(state, sizes, unit) if sizes is not None and unit is not None else []
    return sorted({base + step for base in bases for step in (move.full, *steps) if step >= move.full})


# ---- how far last chips may go ----


class AllIn(Figure):
    """What bounds a player's last chips under the clause: that raises are used up or not open, a size, or a ceiling."""

    by: Literal["raises", "reopening", "size", "maximum", "pot"]


def _bounded(state: HandState, act: Wager, figure: AllIn) -> bool:
    """Is it this that bounds the wager, and can somebody answer it?"""
    betround, move = state.round, state.move
    if betround is None or move is None or betround.freeze is not None or not answerable(state, move.player):
        return False
    if figure.by in ("raises", "reopening") and no_part(state, betround, move.player):
        return False
    by, most = bounds_all_in(state, betround, move)
    return by == figure.by and most is not None and (most == 0 or not over_short(betround))


LAST_CHIPS = (OPENS | ALL_IN, RAISES | ALL_IN)


@check("all-in-ceiling", watches=on(Wager, *LAST_CHIPS) | stood(*LAST_CHIPS), figure=AllIn, when=_bounded)
def all_in_ceiling(state: HandState, act: Wager, figure: AllIn) -> Iterable[Outcome]:
    """A player's last chips go above the highest wager that was open to the player.

    That is the call where raising is closed, and otherwise the largest bet or raise allowed. The money is the excess.
    Last chips that make less than a full raise are allowed wherever a raise is.
    """
    betround, move = state.round, state.move
    assert betround is not None and move is not None
    _, most = bounds_all_in(state, betround, move)
    if most is None or move.increase <= most:
        return ()
    if figure.by == "reopening" and _unsure(betround):
        return [not_recorded(figure, "the player's stake")]
    if figure.by == "pot" and lacks_least(betround, figure.by):
        return [not_recorded(figure, "the table minimum")]
    if lacks_level(state) or (figure.by == "pot" and (lacks_all(state) or missing_blinds(state))):
        return [not_recorded(figure, "the blinds")]
    open_to = "only a call" if most == 0 else "at most a raise" if move.kind == "raise" else "at most a wager"
    expected = f"{open_to} to {money_text(betround.highest + most)} was open"
    return [breach(figure, act, f"all-in for {money_text(move.total)}", expected, money=move.increase - most)]
