"""Checks of dead hands: those played on or paid all the same, and those killed without a cause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, fault, irregularity
from auditor.auditing.engine.registry import check, on
from auditor.checks.support.check_names import KILLED_HAND
from auditor.checks.support.deal_so_far import acted_so_far, deal_events_after
from auditor.checks.support.players import player_label
from auditor.replay.betting.lookahead import place_of
from auditor.replay.cards.mishaps import by_player
from auditor.replay.settlement.showdown import joker_of
from auditor.replay.state import HandState, Player
from auditor.replay.state.timeline import Kinds
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.cards import JOKER
from auditor.vocabulary.events import (
    Act,
    DealFault,
    Fold,
    Incident,
    Misdeal,
    Refund,
    Returned,
    Show,
    Voided,
    Win,
)
from auditor.vocabulary.findings import DEALER, Money, Severity
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped

# ---- dead because of what happened ----


class Dead(Figure):
    """The incidents that make a hand dead.

    The hand is dead at once ("noted"), when another player acts behind it, if its own player has acted before, or if
    its player faces a wager.
    """

    incidents: tuple[str, ...]
    once: Literal["noted", "acted-behind", "having-acted", "facing-wager"] = "noted"


def _of_player(state: HandState, event: Incident, figure: Dead | Live | Unprotected) -> bool:
    return event.kind in figure.incidents and event.player in state.by_name


@check("dead-hand", watches=Incident, figure=Dead, when=_of_player, answers=("dealer",))
def dead_hand(state: HandState, event: Incident, figure: Dead) -> Iterable[Outcome]:
    """A player plays on, or is paid, with a hand that an incident has made dead.

    The observer's note is taken as it stands. Some incidents make a hand dead only if another player has acted behind
    it, if its player had acted before, or if its player faces a wager.
    """
    assert event.player is not None
    player = state.player(event.player, event)
    dead = _dead_from(state, event, player, figure)
    if dead is None or _voided_from(state, dead, player):
        return []  # what follows is judged as a hand declared dead
    return _went_on(state, dead, player, figure, _words(event))


def _words(event: Incident) -> str:
    return event.kind.replace("-", " ")


def _dead_from(state: HandState, event: Incident, player: Player, figure: Dead) -> int | None:
    """The place in the record from which the hand was dead; None if it was not."""
    start = place_of(state, event) + 1
    if figure.once == "noted":
        return start
    if figure.once == "facing-wager":
        return start if _faces_wager(state, player) else None
    if figure.once == "having-acted":
        return start if acted_so_far(state, player.name) else None
    act = next(deal_events_after(state, event, Act), None)
    return place_of(state, act) + 1 if act is not None and act.player != player.name else None


def _voided_from(state: HandState, start: int, player: Player) -> bool:
    """Is the player's hand declared dead from this place on?"""
    return next(state.timeline.each_of(player.name, start, Voided), None) is not None


def _faces_wager(state: HandState, player: Player) -> bool:
    return state.round is not None and not state.round.closed and player.put_in_round < state.round.highest


def _went_on(
    state: HandState, start: int, player: Player, figure: Figure, why: str, acts: Kinds = (Act, Win)
) -> Iterator[Outcome]:
    """A fault if the player has played on from this place, or was paid for the dead hand."""
    timeline = state.timeline
    if timeline.next(start, Misdeal) < len(timeline.events):
        return
    act = next((each for each in timeline.each_of(player.name, start, *acts) if not isinstance(each, Fold)), None)
    if act is not None:
        wins = timeline.each_of(player.name, start, Win)
        paid = sum(each.amount for each in wins if isinstance(each, Win))
        money = Money(paid, "the other players", player_label(player)) if paid else None
        done = f"was paid {money_text(paid)}" if isinstance(act, Win) else "played on"
        observed = f"{player_label(player)} {done} with a dead hand: {why}"
        yield irregularity(figure, act, observed, "the hand cannot win", by=DEALER, money=money)


def _stray_joker(state: HandState, event: Show, figure: Figure) -> bool:
    return JOKER in event.cards and joker_of(state) is None


@check("stray-joker", watches=Show, figure=Figure, when=_stray_joker)
def stray_joker(state: HandState, event: Show, figure: Figure) -> Iterable[Outcome]:
    """A player is paid for a hand shown with a joker, in a game that has none.

    The player acted on the hand and did not point the joker out.
    """
    player, start = state.player(event.player, event), place_of(state, event) + 1
    if _voided_from(state, start, player):
        return []
    return _went_on(state, start, player, figure, "a joker in it", (Win,))


# ---- declared dead ----


class Killed(Figure):
    """The words by which a reason for declaring a hand dead is known; every good reason has one of them."""

    reasons: tuple[str, ...]


@check(KILLED_HAND, watches=Voided, figure=Killed)
def killed_hand(state: HandState, event: Voided, figure: Killed) -> Iterable[Outcome]:
    """A hand is declared dead for a reason that the rulebook does not list, or is played on or paid after that.

    A record that gives no reason is not asked for one.
    """
    player = state.player(event.player, event)
    reason = (event.reason or "").lower()
    if reason and not any(word in reason for word in figure.reasons):
        observed = f"{player_label(player)}'s hand killed for the reason '{escaped(event.reason or '', 80)}'"
        money = Money(state.pot, owed_to=player.name)
        return [irregularity(figure, event, observed, "none of the listed causes", by=DEALER, money=money)]
    return _went_on(state, place_of(state, event) + 1, player, figure, "declared dead")


# ---- live in spite of what happened ----


class Live(Figure):
    """What does not make a hand dead: these incidents, and perhaps a card `exposed` by its player."""

    incidents: tuple[str, ...] = ()
    exposed: bool = False
    until_acted: bool = False  # only as long as its player has not acted
    unless_wager: bool = False  # only if its player faces no wager


def _harmless(state: HandState, event: Incident | DealFault, figure: Live) -> bool:
    if isinstance(event, DealFault):
        return figure.exposed and event.kind == "exposed" and by_player(state, event)
    if event.player is None or not _of_player(state, event, figure):
        return False
    return not figure.unless_wager or not _faces_wager(state, state.by_name[event.player])


@check("live-hand", watches=on(Incident) | on(DealFault), figure=Live, when=_harmless)
def live_hand(state: HandState, event: Incident | DealFault, figure: Live) -> Iterable[Outcome]:
    """A hand is killed, or the whole deal called off, for something that is a reason for neither."""
    assert event.player is not None
    player = state.player(event.player, event)
    why = "a card exposed by the player" if isinstance(event, DealFault) else _words(event)
    acted = acted_so_far(state, player.name)
    timeline, start = state.timeline, place_of(state, event) + 1
    kinds = (Act,) if acted and figure.until_acted else (Act, Voided)
    own = next(timeline.each_of(player.name, start, *kinds), None)
    misdeal = next(deal_events_after(state, event, Misdeal), None)
    if misdeal is not None and (own is None or place_of(state, misdeal) < place_of(state, own)):
        if isinstance(event, DealFault):
            return []
        observed = f"misdeal declared because of {why}"
        return [irregularity(figure, misdeal, observed, "it makes none", by=DEALER, evidence=(event,))]
    if isinstance(own, Voided):
        money = Money(state.pot, owed_to=player.name)
        observed = f"{player_label(player)}'s hand killed because of {why}"
        return [irregularity(figure, own, observed, "it is live", by=DEALER, money=money, evidence=(event,))]
    return []


# ---- a deal that goes on ----


class GoesOn(Figure):
    """The incidents that do not stop a deal, and how grave it is to stop one for them."""

    incidents: tuple[str, ...]
    severity: Literal["breach", "irregularity"] = "irregularity"


def _noted(state: HandState, event: Incident, figure: GoesOn) -> bool:
    return event.kind in figure.incidents


@check("deal-goes-on", watches=Incident, figure=GoesOn, when=_noted)
def deal_goes_on(state: HandState, event: Incident, figure: GoesOn) -> Iterable[Outcome]:
    """A deal is called off, or its wagers are handed back, for an incident after which it is played out."""
    stopped = next(deal_events_after(state, event, Misdeal, Refund), None)
    if stopped is None:
        return []
    done = "misdeal declared" if isinstance(stopped, Misdeal) else "wagers handed back"
    observed, severity = f"{done} because of {_words(event)}", Severity[figure.severity.upper()]
    stands = "all action stands"
    return [fault(severity, figure, stopped, observed, stands, by=DEALER, money=state.pot, evidence=(event,))]


# ---- no redress ----


class Unprotected(Figure):
    """The incidents in which a hand is fouled or killed because its player did not protect it."""

    incidents: tuple[str, ...]


@check("no-redress", watches=Incident, figure=Unprotected, when=_of_player)
def no_redress(state: HandState, event: Incident, figure: Unprotected) -> Iterable[Outcome]:
    """A player whose unprotected hand was lost gets wagers back.

    What nobody had called may go back.
    """
    assert event.player is not None
    player = state.player(event.player, event)
    level = max((one.put_in_round for one in state.players if one is not player), default=0)
    uncalled = max(player.put_in_round - level, 0)
    for each in deal_events_after(state, event, Refund, Returned):
        if each.player == player.name and each.amount > uncalled:
            money = Money(each.amount - uncalled, "the pot", player_label(player))
            observed = (
                f"{money_text(each.amount)} handed back to {player_label(player)}, whose unprotected hand was lost"
            )
            return [irregularity(figure, each, observed, "there is no redress", by=DEALER, money=money)]
    return []
