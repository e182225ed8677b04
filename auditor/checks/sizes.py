"""Checks of how large an opening wager or a raise is: the sizes allowed, the floor set by earlier raises."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.checks.betting import surplus_returned
from auditor.checks.outcomes import Outcome, advisory, breach, irregularity, not_recorded
from auditor.checks.registry import check
from auditor.events import Wager
from auditor.money import money_text
from auditor.replay.options import measured, uncapped
from auditor.replay.situation import OPENS, RAISES
from auditor.replay.table import Move, Table
from auditor.rules.figures import Figure, RaiseFloor, Sizes
from auditor.wording import joined

NOUN = {"open": "opening wager", "raise": "raise"}


def _unfrozen(table: Table, act: Wager, figure: Figure) -> bool:
    """Are the sizes not set aside: by a communal card shown too early, or because nobody is left who could call?"""
    betround = table.round
    if betround is None or betround.freeze is not None:
        return False
    return not betround.closed or len(table.able) > 1


def _own_figure(table: Table, act: Wager, sizes: Sizes) -> bool:
    """The last round has one figure for its opening and one for its raises: is this the one that counts?"""
    betround, move = table.round, table.move
    if betround is None or move is None or move.kind == "call":
        return False
    wanted = betround.betting.opening if move.kind == "open" else betround.betting.size
    return wanted is sizes and _unfrozen(table, act, sizes)


@check("opening-wager", watches={Wager: OPENS}, when=_unfrozen)
def opening_wager(table: Table, act: Wager, sizes: Sizes) -> Iterable[Outcome]:
    """An opening wager of a size the round does not allow.

    Sizes are multiples of the blind, these exactly unless a reading makes them a range. The money is the distance to
    the nearest amount allowed. A player's last chips may be less.
    """
    return _size(table, act, sizes)


@check("raise-size", watches={Wager: RAISES}, when=_unfrozen)
def raise_size(table: Table, act: Wager, sizes: Sizes) -> Iterable[Outcome]:
    """A raise of a size the round does not allow.

    What counts is the increase over the highest total, whatever the act was called; a call for too much whose surplus
    is handed back at once is no raise. After a short raise the increase may be measured from the last full level too.
    Between two players the text can be read to free the size as well, so there the fault is an irregularity.
    """
    return _size(table, act, sizes)


@check("final-round-limit", watches={Wager: (OPENS, RAISES)}, when=_own_figure)
def final_round_limit(table: Table, act: Wager, sizes: Sizes) -> Iterable[Outcome]:
    """An opening wager or raise beyond the ceiling of the last betting round, or below any reading's minimum.

    Only what exceeds the ceiling, or is less than the table minimum, is wrong on every reading. From the minimum up to
    the blind it is an advisory.
    """
    move = table.move
    assert move is not None
    if unknown := _unknown(table, move, sizes):
        return unknown
    assert table.blind is not None
    low = sizes.multiples[0] * table.blind
    if (
        sizes.mode == "range"
        and not move.legal
        and move.increase < low
        and not move.all_in
        and table.minimum is not None
    ):
        text = f"{NOUN[move.kind]} of {money_text(move.increase)}"
        if move.increase >= table.minimum:
            return [advisory(sizes, act, text, f"less than the blind of {money_text(table.blind)}")]
        expected = f"at least the table minimum of {money_text(table.minimum)}"
        return [breach(sizes, act, text, expected, money=table.minimum - move.increase)]
    return _size(table, act, sizes)


def _size(table: Table, act: Wager, sizes: Sizes) -> list[Outcome]:
    move, betround = table.move, table.round
    assert move is not None and betround is not None
    if unknown := _unknown(table, move, sizes):
        return unknown
    assert table.blind is not None
    amounts = [step * table.blind for step in sizes.multiples]
    most = amounts[-1]
    short = table.game.short_raise.treatment
    if move.legal or (move.all_in and move.increase < most and short != "forbidden") or surplus_returned(table, act):
        return []
    increase = min(measured(table, betround, move), key=lambda one: _distance(one, amounts, sizes))
    observed = f"{NOUN[move.kind]} of {money_text(move.increase)}"
    reading = _reading(table, move, sizes, most)
    say = irregularity if reading else breach
    return [
        say(
            sizes,
            act,
            observed,
            _allowed(amounts, sizes),
            money=_distance(increase, amounts, sizes),
            interpretation=reading,
        )
    ]


def _unknown(table: Table, move: Move, sizes: Sizes) -> list[Outcome]:
    """What the record lacks to judge the size, if anything."""
    if not table.blind:
        return [not_recorded(sizes, "the blind bet")]
    if not move.legal and move.player.start is None and move.increase < sizes.multiples[-1] * table.blind:
        return [not_recorded(sizes, "the player's stake")]  # these may have been the last chips
    return []


def _reading(table: Table, move: Move, sizes: Sizes, most: int) -> str | None:
    """The reading on which alone the size is wrong, if there is one."""
    betround = table.round
    assert betround is not None
    if move.kind == "raise" and (lifted := _lifting(table)):
        return lifted
    if move.all_in and move.increase < most:
        return table.game.short_raise.readings.get("treatment")
    return sizes.readings.get("multiples") if sizes.mode == "exact" and move.increase <= most else None


def _lifting(table: Table) -> str | None:
    """The reading that would free the size of a raise because so few players are left."""
    figure, betround = table.game.uncapped, table.round
    if figure is None or betround is None or not uncapped(table, betround):
        return None
    return figure.readings.get("lifts")


def _distance(amount: int, amounts: list[int], sizes: Sizes) -> int:
    if sizes.mode == "range":
        return max(amounts[0] - amount, amount - amounts[-1], 0)
    return min(abs(amount - one) for one in amounts)


def _allowed(amounts: list[int], sizes: Sizes) -> str:
    texts = [money_text(amount) for amount in amounts]
    return f"allowed {texts[0]} to {texts[-1]}" if sizes.mode == "range" else f"allowed {joined(texts, 'or')}"


def _has_floor(table: Table, act: Wager, floor: RaiseFloor) -> bool:
    return table.round is not None and table.round.floor > 0 and _unfrozen(table, act, floor)


@check("raise-floor", watches={Wager: RAISES}, when=_has_floor)
def raise_floor(table: Table, act: Wager, floor: RaiseFloor) -> Iterable[Outcome]:
    """A raise smaller than an earlier raise of the same betting round.

    Only raises of a legal size set the floor. A raise whose size is wrong anyway is reported for that alone, and a
    player's last chips may be less. Between two players it is an irregularity, as a wrong size is.
    """
    move, betround = table.move, table.round
    assert move is not None and betround is not None
    if not move.legal or move.all_in or max(measured(table, betround, move)) >= betround.floor:
        return ()
    if move.player.start is None:
        return [not_recorded(floor, "the player's stake")]
    observed = f"raise of {money_text(move.increase)} after a raise of {money_text(betround.floor)}"
    short = betround.floor - move.increase
    reading = _lifting(table) or (floor.readings.get("opening_counts") if floor.opening_counts else None)
    say = irregularity if reading else breach
    return [say(floor, act, observed, "not below an earlier raise", money=short, interpretation=reading)]
