"""Checks of outcomes that the operator annuls: the grounds, and the wagers that go back."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, not_recorded
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import VALID
from auditor.checks.support.going_back import going_back, not_back, settled_beside
from auditor.checks.support.ranks import authority
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Incident, Invalidated
from auditor.vocabulary.findings import OPERATOR
from auditor.vocabulary.spelling import meant
from auditor.vocabulary.wording import escaped, joined


class Grounds(Figure):
    """The grounds, by name, on which an outcome may be annulled."""

    grounds: tuple[str, ...]


@check("invalidation", watches=Invalidated, figure=Grounds)
def invalidation(state: HandState, event: Invalidated, figure: Grounds) -> Iterable[Outcome]:
    """The operator annuls an outcome on a ground that the clause does not know.

    A word that is nearly one of its grounds may be misspelt, and accuses nobody. Only the operator can say whether the
    outcome was affected, and the check does not judge that.
    """
    if event.ground in figure.grounds:
        return ()
    observed = f"outcome annulled on the ground '{escaped(event.ground, 40)}'"
    if (word := meant(event.ground, figure.grounds)) is not None:
        return [advisory(figure, event, observed, f"{word}, or the note is wrong", by=OPERATOR)]
    return [breach(figure, event, observed, f"only {joined(figure.grounds, 'or')}", by=OPERATOR)]


class NotedGrounds(Grounds):
    """Grounds for annulling an outcome, and the kinds of incident that bear them out."""

    incidents: tuple[str, ...]


def _on_this_ground(state: HandState, event: Invalidated, figure: NotedGrounds) -> bool:
    return event.ground in figure.grounds


@check("invalidation-ground", watches=Invalidated, figure=NotedGrounds, when=_on_this_ground)
def invalidation_ground(state: HandState, event: Invalidated, figure: NotedGrounds) -> Iterable[Outcome]:
    """The operator annuls an outcome on a ground that nothing in the record bears out.

    The check looks for an incident of the kind in the hand or just before it. A log that does not undertake to record
    incidents proves nothing by its silence.
    """
    events = [*state.hand.before, *state.timeline.all(Incident)] if Incident in state.kinds else state.hand.before
    kinds = {*figure.incidents, event.ground}
    if any(isinstance(one, Incident) and one.kind in kinds for one in events):
        return ()
    missing = f"an incident that bears out the ground '{event.ground}'"
    if "incidents" not in state.hand.setup.records:
        return [not_recorded(figure, missing)]
    observed = f"outcome annulled on the ground '{event.ground}'"
    return [advisory(figure, event, observed, f"{missing} is not recorded", by=OPERATOR)]


class Authority(Figure):
    """The lowest rank that may annul an outcome."""

    least: str


@check("invalidation-authority", watches=Invalidated, figure=Authority)
def invalidation_authority(state: HandState, event: Invalidated, figure: Authority) -> Iterable[Outcome]:
    """Somebody of too low a rank annuls an outcome."""
    return authority(state.rules, figure, event, event.by, figure.least, "outcome annulled")


def _annulled(state: HandState, event: Settled, figure: Figure) -> bool:
    return state.invalidated is not None


@check("invalidation-refund", watches=Settled, figure=Figure, when=_annulled, moot_at=on(Settled, VALID))
def invalidation_refund(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Wagers do not go back in full after an outcome was annulled, or the operator keeps commission.

    Every player gets back what that player wagered in the hand; commission taken before goes back with it. What is
    missing is one finding, with the sum and with all who got too little or too much. Where a pot is paid out all the
    same, that is the fault. What was paid before the outcome was annulled does not count.
    """
    ground, back = state.invalidated, going_back(event.settlement)
    assert ground is not None and back is not None
    if back.right and not back.noted and state.pot:
        return [not_recorded(figure, "the refunds")]
    beside = settled_beside(state, figure, ground)
    if back.right:
        return beside
    at, observed, expected = not_back(back, ground, "after the outcome was annulled" if back.wins else "")
    return [breach(figure, at, observed, expected, by=OPERATOR, money=back.money), *beside]
