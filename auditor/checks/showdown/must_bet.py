"""Checks of hands that had to be bet: what their players were paid of the wagers after the draw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, not_recorded
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import SHOWDOWN
from auditor.checks.explanations.payments import cause_of, lacking
from auditor.checks.support.check_names import MUST_BET
from auditor.replay.settlement.compute import Settled
from auditor.replay.settlement.must_bet import UNKNOWN, obligation
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure


class Case(Figure):
    """Which part of the rule the clause is: such a hand was checked, beaten, called last chips or completed them."""

    case: Literal["checked", "beaten", "called-short", "completed"]


def _came_up(state: HandState, event: Settled, figure: Case) -> bool:
    done = event.settlement
    if obligation(state) is None:
        return False
    undecided = lacking(done) is not None or done.obliged == UNKNOWN
    return done.obliged == figure.case or (undecided and figure.case == "checked")


@check(MUST_BET, watches=on(Settled, SHOWDOWN), figure=Case, when=_came_up)
def must_bet(state: HandState, event: Settled, figure: Case) -> Iterable[Outcome]:
    """Wagers after the draw are paid to a hand that should have been bet, or kept from one that may win them.

    A hand that had to be bet and was checked wins what was in the pot before the draw; what came after goes back. If it
    is beaten, it loses all the same. Calling last chips of less than half a bet is enough to win them, but a call after
    that goes back. Completing them to a full bet is as good as a bet.
    """
    done = event.settlement
    if done.obliged != figure.case:
        cards = f"the cards of seat {done.obliged_players[0].seat}" if done.obliged == UNKNOWN else ""
        return [not_recorded(figure, lacking(done) or cards)]
    cause = cause_of(done) if not done.right else None
    if cause is None or cause.check != MUST_BET:
        return ()
    return [cause.fault(figure)]
