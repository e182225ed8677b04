"""Checks of a misdeal once it is declared: by whom, how late, for which cause, and what must follow it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, fault, not_recorded
from auditor.auditing.engine.registry import check, on, session_check
from auditor.auditing.engine.situations import AFTER_MISDEAL, MISHAP, NEXT_HAND
from auditor.checks.support.check_names import has_clause_for
from auditor.checks.support.deal_so_far import acted, acted_in_turn, called_off, first_due, undealt
from auditor.checks.support.going_back import going_back, misdealt, not_back
from auditor.checks.support.misdeal_grounds import listed, present
from auditor.checks.support.noticing import noticed_too_late
from auditor.checks.support.players import player_label
from auditor.checks.support.ranks import authority
from auditor.replay.session.hand_summary import HandPlayed
from auditor.replay.session.state import Session
from auditor.replay.settlement.compute import Settled, Settlement
from auditor.replay.state import Attempt, HandState
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Buck, Deal, Event, Misdeal
from auditor.vocabulary.findings import DEALER, OPERATOR, Money, Severity
from auditor.vocabulary.wording import escaped, joined, number, plural

# ---- who declares it ----


class MisdealDeclared(Figure):
    """The lowest rank of the operator's staff that may declare a misdeal."""

    least: str


@check("misdeal-authority", watches=Misdeal, figure=MisdealDeclared)
def misdeal_authority(state: HandState, event: Misdeal, figure: MisdealDeclared) -> Iterable[Outcome]:
    """A misdeal is declared by somebody who has no say in it: a player, or a member of staff of too low a rank."""
    if event.by in state.by_name:
        observed = f"misdeal declared by {escaped(event.by or '', 40)}"
        return [breach(figure, event, observed, f"by a {figure.least} or above", by=OPERATOR)]
    return authority(state.rules, figure, event, event.by, figure.least, "misdeal declared", by=OPERATOR)


# ---- its time ----


class InTime(Figure):
    """How many different players must have acted for a misdeal to be too late.

    Whether all acts count, or only those in turn.
    """

    players: int
    counted: Literal["acted", "in-turn"] = "acted"


@check("misdeal-time", watches=Misdeal, figure=InTime)
def misdeal_time(state: HandState, event: Misdeal, figure: InTime) -> Iterable[Outcome]:
    """A misdeal is declared after too many players have acted on their hands.

    Blinds and other forced wagers are no acts. A cause that holds at any time, such as a deck that is not in order,
    excuses the misdeal. The money is the pot, which somebody would have won.
    """
    if any(present(state, cause) for cause in listed(state) if not cause.limited):
        return ()
    names = acted_in_turn(state) if figure.counted == "in-turn" else acted(state)
    if len(names) < figure.players:
        return ()
    seats = joined([str(player.seat) for player in state.players if player.name in names])
    observed = f"misdeal called after {plural(len(names), 'seat')} {seats} had acted"
    expected = f"not once {number(figure.players)} players have acted"
    return [breach(figure, event, observed, expected, by=DEALER, money=state.pot)]


# ---- its cause ----


class Grave(Figure):
    """How grave the fault is, who gets the first card of a deal, and whether all chips go back."""

    severity: Literal["breach", "irregularity"] = "irregularity"
    seat: Literal["buck", "after-buck"] = "buck"
    chips_back: bool = False
    unseen: tuple[str, ...] = ()  # words that stand in the reason for a cause that no record of a hand shows


@check("misdeal-ground", watches=Misdeal, figure=Grave)
def misdeal_ground(state: HandState, event: Misdeal, figure: Grave) -> Iterable[Outcome]:
    """A misdeal is declared without any of the causes that the rulebook lists.

    The record must show a mishap that is not listed, or cards gone astray that nobody had looked at, so that the hands
    could have been rebuilt. Where it shows no mishap, a reason in the log's own words is pointed out without accusing
    anybody. If the only mishap is an exposed card or an extra one, and the rulebook has a clause on such cards, that
    clause judges the misdeal.
    """
    attempt, causes = state.attempt, listed(state)
    timely = [cause for cause in causes if cause.limited or not noticed_too_late(state, cause)]
    if any(present(state, cause) for cause in timely) or _judged_elsewhere(state):
        return ()
    severity = Severity[figure.severity.upper()]
    unseen = [fault for fault in attempt.faults if fault.seen is False]
    if unseen:
        observed = "misdeal declared although nobody had looked at the cards"
        expected, evidence = "the hands are rebuilt", tuple(unseen)
        return [fault(severity, figure, event, observed, expected, by=DEALER, evidence=evidence)]
    mishap = _unlisted(attempt, any(cause.cause == "cut-by-another" for cause in causes))
    if mishap is not None:
        observed, at = f"misdeal declared because of {mishap[0]}", mishap[1]
        expected = "none of the listed causes"
        return [fault(severity, figure, event, observed, expected, by=DEALER, evidence=(at,))]
    if any(word in (event.reason or "").lower() for word in figure.unseen):
        return [not_recorded(figure, "the cause of the misdeal")]
    if event.reason:
        observed = f"misdeal declared for the reason '{escaped(event.reason, 80)}'"
        return [advisory(figure, event, observed, "no listed cause is recorded", by=DEALER)]
    return [not_recorded(figure, "the cause of the misdeal")]


ELSEWHERE = {"exposed": "exposed-card", "extra": "extra-card"}  # mishaps, and the checks of clauses on such a card


def _judged_elsewhere(state: HandState) -> bool:
    """Are there only exposed cards, or only extra ones, and does the rulebook have a clause on those?"""
    kinds = {one.kind for one in state.attempt.faults}
    name = ELSEWHERE.get(next(iter(kinds))) if len(kinds) == 1 else None
    return name is not None and has_clause_for(state, name)


def _unlisted(attempt: Attempt, players_cut: bool) -> tuple[str, Event] | None:
    """A mishap of the deal that is no cause of a misdeal, in words and as an event."""
    if attempt.face_up is not None:
        return "another communal card found face up", attempt.face_up
    if players_cut and attempt.cut is not None and attempt.cut.player is None and not attempt.declined:
        return "a cut by the dealer", attempt.cut
    if attempt.boxed:
        return "a card found face up in the deck", attempt.boxed[0]
    if attempt.faults:
        return MISHAPS[attempt.faults[0].kind], attempt.faults[0]
    return None


MISHAPS = {
    "exposed": "a card exposed in the deal",
    "misdirected": "a card dealt to another",
    "left-out": "a player left out of the deal",
    "extra": "an extra card",
}


# ---- after a misdeal ----


def _after_misdeal(state: HandState, event: Buck | Deal | Settled, figure: Grave) -> bool:
    if isinstance(event, Settled):  # nothing was played after the misdeal
        return figure.chips_back and misdealt(state)
    if isinstance(event, Buck):
        return bool(state.attempts) and state.buck is not None
    return bool(state.attempts) and undealt(state)


@check(
    "misdeal-remedy",
    watches=on(Buck, MISHAP) | on(Deal, MISHAP) | on(Settled, MISHAP),
    figure=Grave,
    when=_after_misdeal,
)
def misdeal_remedy(state: HandState, event: Buck | Deal | Settled, figure: Grave) -> Iterable[Outcome]:
    """A misdeal is not followed by a new shuffle and cut, the same buck, and the first card to the same player.

    The check looks at the new deal in the same hand. Where a hand ended with its misdeal, it looks at the buck of the
    next hand, and at what was paid, kept or not given back although all wagers go back. Where players cut, a new deal
    without any cut is judged as the cause of another misdeal. If the player who had the buck has left or sits out, it
    may move.
    """
    if isinstance(event, Settled):
        return _not_back(event.settlement, figure)
    if isinstance(event, Buck):
        if event.seat == state.buck:
            return ()
        observed = f"{_word_for_buck(figure)} moved to seat {event.seat} after a misdeal"
        return [_fault(figure, event, observed, f"it stays at seat {state.buck}")]
    return () if called_off(state) else _new_deal(state, event, figure)


def _follows_misdeal(session: Session, hand: HandPlayed, figure: Grave) -> bool:
    """Did the hand before end with its misdeal?"""
    last = session.previous
    return last is not None and not last.dealt and bool(last.bucks) and session.follows(hand)


@session_check("misdeal-remedy", watches=on(HandPlayed, NEXT_HAND | AFTER_MISDEAL), figure=Grave, when=_follows_misdeal)
def misdeal_remedy_in_next_hand(session: Session, hand: HandPlayed, figure: Grave) -> Iterable[Outcome]:
    """The buck moves on although the hand before ended with its misdeal."""
    assert session.previous is not None
    return _next_hand(session.previous, hand, figure)


def _word_for_buck(figure: Grave) -> str:
    return "buck" if figure.seat == "buck" else "button"


def _fault(figure: Grave, event: Event, observed: str, expected: str, money: Money | None = None) -> Outcome:
    return fault(Severity[figure.severity.upper()], figure, event, observed, expected, by=DEALER, money=money)


def _not_back(done: Settlement, figure: Grave) -> list[Outcome]:
    """Something is paid or kept though the hand ended with its misdeal."""
    back, ground = going_back(done), done.table.attempts[-1].misdeal
    if back is None or back.right or ground is None:
        return []
    event, observed, expected = not_back(back, ground, "after a misdeal")
    return [_fault(figure, event, observed, expected, back.money)]


def _next_hand(last: HandPlayed, hand: HandPlayed, figure: Grave) -> list[Outcome]:
    if last.buck is None or hand.buck is None:
        return [not_recorded(figure, "the seat of the buck")]
    there = next((seat for seat in last.seats if seat.seat == last.buck), None)
    still = hand.seat_of(there.name) if there is not None else None
    if hand.buck == last.buck or still is None or still.out or still.seat != last.buck:
        return []
    observed = f"{_word_for_buck(figure)} moved to seat {hand.buck} after a misdeal"
    return [_fault(figure, hand, observed, f"it stays at seat {last.buck}")]


def _new_deal(state: HandState, event: Deal, figure: Grave) -> Iterator[Outcome]:
    attempt, due = state.attempt, first_due(state, figure.seat)
    if attempt.shuffled is False:
        yield _fault(figure, event, "dealt again after a misdeal without a shuffle", "a new shuffle")
    elif attempt.shuffled is None:
        yield not_recorded(figure, "the shuffle after the misdeal")
    if attempt.cut is None and attempt.no_cut is None:
        yield not_recorded(figure, "the cut after the misdeal")
    elif attempt.no_cut is not None and attempt.cut is None and figure.seat == "after-buck":
        yield _fault(figure, event, "dealt again after a misdeal without a cut", "a new cut")
    if due is None:
        yield not_recorded(figure, "the seat of the buck")
    elif all(name != due.name for name, _ in event.holdings):
        yield not_recorded(
            figure, f"the cards of {'the designated player' if figure.seat == 'buck' else player_label(due)}"
        )
    elif event.holdings[0][0] != due.name and not due.out:
        observed = f"first card of the new deal to {escaped(event.holdings[0][0], 40)}"
        yield _fault(figure, event, observed, f"seat {due.seat} is dealt to first")
