"""Checks of wagers: how many raises, how large, how a call is met, when a player may check."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.checks.outcomes import Outcome, breach
from auditor.checks.registry import check
from auditor.events import Raise, Wager
from auditor.money import money_text
from auditor.replay.options import uncapped
from auditor.replay.table import Table
from auditor.rules.figures import RaiseCap
from auditor.wording import number, ordinal


def _raises(table: Table, act: Wager, figure: object) -> bool:
    return table.move is not None and table.move.kind == "raise"


@check("raise-cap", watches=Wager, when=_raises)
def raise_cap(table: Table, act: Raise, cap: RaiseCap) -> Iterable[Outcome]:
    """One raise too many in a betting round.

    Counts the raises the rulebook counts, up to and including this one. Where so few players are left that the number
    of raises is free, nothing is counted. A raise with the last chips that is less than a full one is not counted
    either. Every raise past the cap is a fault of its own.
    """
    betround, move = table.round, table.move
    assert betround is not None and move is not None
    if betround.raises < cap.most or (move.short and table.game.short_raise.treatment != "counted"):
        return ()
    if uncapped(table, betround):
        return ()
    observed = f"{ordinal(betround.raises + 1)} raise in the {betround.name} betting round, of {money_text(move.increase)}"
    return [breach(cap, act, observed, f"at most {number(cap.most)}", money=move.increase)]
