"""Checks of who may raise again after a raise with somebody's last chips that was less than a full one."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.checks.outcomes import Outcome, breach
from auditor.checks.registry import check
from auditor.events import Wager
from auditor.money import money_text
from auditor.replay.situation import RAISES
from auditor.replay.sizes import capped, may_raise
from auditor.replay.table import Table
from auditor.rules.figures import Reopening


def _answers_all_in(table: Table, act: Wager, figure: Reopening) -> bool:
    """Does a player raise who has acted before, with somebody left who could call, and is no other clause in the way?"""
    betround, move = table.round, table.move
    if betround is None or move is None or move.player.acted < 0 or capped(table, betround):
        return False
    return betround.highest > betround.full_level and any(one.able for one in table.clockwise(move.player))


@check("no-reopening", watches={Wager: RAISES}, when=_answers_all_in)
def no_reopening(table: Table, act: Wager, figure: Reopening) -> Iterable[Outcome]:
    """A raise by a player who had acted, over nothing but an all-in that is less than a full bet or raise.

    Such an all-in may be called and does not let those who acted before raise again, unless somebody else has raised
    since. The money is what was put in beyond the call. A wager that nobody is left to call is no fault.
    """
    betround, move = table.round, table.move
    assert betround is not None and move is not None
    if may_raise(betround, move.player):
        return ()
    excess = betround.highest - betround.full_level
    observed = f"raised to {money_text(move.total)} over an all-in of {money_text(excess)} more than a full wager"
    expected = f"only a call of {money_text(move.to_call)} is open"
    return [breach(figure, act, observed, expected, money=move.increase)]
