"""Checks of outcomes that the operator annuls: the grounds, and the wagers that go back."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, not_recorded
from auditor.auditing.engine.registry import check
from auditor.checks.support.players import player_label
from auditor.checks.support.ranks import authority
from auditor.checks.support.returned_wagers import settled_beside
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Event, Incident, Invalidated, Win
from auditor.vocabulary.findings import OPERATOR, Money
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped, joined


class Grounds(Figure):
    """The grounds, by name, on which an outcome may be annulled."""

    grounds: tuple[str, ...]


@check("invalidation", watches=Invalidated, figure=Grounds)
def invalidation(state: HandState, event: Invalidated, figure: Grounds) -> Iterable[Outcome]:
    """The operator annuls an outcome on a ground that the clause does not know.

    Only the operator can say whether the outcome was affected, and the check does not judge that.
    """
    if event.ground in figure.grounds:
        return ()
    observed = f"outcome annulled on the ground '{escaped(event.ground, 40)}'"
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
    events: list[Event] = [*state.hand.before, *state.hand.events]
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


class Refunds(Figure):
    """All wagers go back; `awards` says whether a pot paid out instead proves that they did not."""

    awards: bool = False


def _annulled(state: HandState, event: Settled, figure: Refunds) -> bool:
    return state.invalidated is not None


@check("invalidation-refund", watches=Settled, figure=Refunds, when=_annulled)
def invalidation_refund(state: HandState, event: Settled, figure: Refunds) -> Iterable[Outcome]:
    """Wagers do not go back in full after an outcome was annulled, or the operator keeps commission.

    Every player gets back what that player wagered in the hand. Each player who gets too little or too much is a
    finding. Where a pot is paid out all the same, that is the fault.
    """
    assert state.invalidated is not None
    awarded = [win for win in state.wins if figure.awards and win.line > state.invalidated.line]
    if awarded:
        return [_awarded(figure, win) for win in awarded]
    if not any(player.refunded for player in state.players) and state.pot and "refund" not in state.steps:
        return [not_recorded(figure, "the refunds")]
    found: list[Outcome] = []
    for player in state.players:
        short = player.put_in_hand - player.refunded
        if short:
            observed = f"{money_text(player.refunded)} refunded to {player_label(player)}"
            money = Money(short, player_label(player), "operator")
            expected = f"{money_text(player.put_in_hand)} had been wagered"
            found.append(breach(figure, state.invalidated, observed, expected, by=OPERATOR, money=money))
    commission = sum(line.commission or 0 for line in state.pots_taken)
    if commission and not found:
        observed = f"commission of {money_text(commission)} kept"
        found.append(breach(figure, state.pots_taken[0], observed, "all wagers go back", by=OPERATOR, money=commission))
    return [*found, *settled_beside(state, figure, state.invalidated)]


def _awarded(figure: Refunds, win: Win) -> Outcome:
    observed = f"{money_text(win.amount)} awarded to {escaped(win.player, 40)} after the outcome was annulled"
    return breach(figure, win, observed, "all wagers go back", by=OPERATOR, money=win.amount)
