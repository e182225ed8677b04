"""Checks of the button together with the blinds: how they move on, by whatever way the table has, and heads-up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, irregularity, not_recorded
from auditor.auditing.engine.registry import on, session_check
from auditor.auditing.engine.situations import LATER_HAND, NEXT_HAND
from auditor.checks.support.played import Played
from auditor.replay.session.hand_summary import HandPlayed
from auditor.replay.session.rotation import (
    button_of,
    clockwise,
    dead_places,
    dealt_seats,
    explained,
    in_use,
    moving_places,
    rearranged,
    skipped_big_blind,
)
from auditor.replay.session.state import Session
from auditor.vocabulary.findings import DEALER
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.wording import escaped

METHODS = {"moving": "moving-button", "dead": "dead-button"}  # by the feature that a table declares


class Rotation(Played):
    """How button and blinds move on: to the next player always, or so that everybody meets every blind, or either.

    The clause may be about tables that declare one of the two ways (`declared`), or about those that declare none.
    """

    method: Literal["either", "moving", "dead"] = "either"
    declared: bool | None = None

    def applies(self, setup: Setup) -> bool:
        """Is the clause about this table?"""
        if not self.covers(setup):
            return False
        features = setup.listed.get("features", ())
        if self.declared is None:
            return True
        named = [way for way, feature in METHODS.items() if feature in features]
        return self.method in named if self.declared else not named


def _moves_on(session: Session, hand: HandPlayed, figure: Rotation) -> bool:
    """Must the button move from the hand before? Heads-up, and after a fault, other clauses say where it goes."""
    before = session.previous
    if not figure.applies(hand.setup) or before is None or hand.invalidated or not hand.dealt:
        return False
    if not before.dealt or before.invalidated or hand.declined or before.day != hand.day:
        return False
    few = {len(dealt_seats(before)) < 3, len(dealt_seats(hand)) < 3}
    return few != {True, False} and not rearranged(before, hand) and _wrong_before(session, figure) is not True


def _wrong_before(session: Session, figure: Rotation) -> bool | None:
    """Was the button misplaced in the hand before?"""
    earlier, before = session.entries.earlier, session.previous
    if earlier is None or before is None or len(dealt_seats(before)) < 3 or rearranged(earlier, before):
        return None
    right_step = explained(earlier, before, figure.method)
    return None if right_step is None else not right_step


@session_check("button-rotation", watches=on(HandPlayed, LATER_HAND), figure=Rotation, when=_moves_on)
def button_rotation(session: Session, hand: HandPlayed, figure: Rotation) -> Iterable[Outcome]:
    """The button and the blinds do not move on as the table moves them.

    Where either way will do, a step is reported only if neither explains it. Nothing is judged where somebody came or
    changed seats, nor in the hand after a misplaced button, when it is put right.
    """
    before = session.previous
    if before is None or not session.follows(hand):
        return [not_recorded(figure, "the hand before this one, to see where the button came from")]
    right_step = explained(before, hand, figure.method)
    if right_step is None:
        return [not_recorded(figure, "the button and the blinds")]
    return [] if right_step else [_misplaced(before, hand, figure)]


def _misplaced(before: HandPlayed, hand: HandPlayed, figure: Rotation) -> Outcome:
    method = in_use(hand, figure.method)
    skipped = skipped_big_blind(before, hand) if method != "moving" else None
    button, places = button_of(hand), moving_places(before, hand) or []
    if skipped:
        return irregularity(
            figure, hand, f"big blind skipped seat {skipped[0]}", "everybody posts it in turn", by=DEALER
        )
    if method == "dead":
        places = dead_places(before) or []
    observed = f"button moved from seat {button_of(before)} to seat {button}"
    if button == button_of(before):
        observed = f"button stayed at seat {button}"
    expected = f"seat {places[-1]} is next" if places else ""
    return irregularity(figure, hand, observed, expected, by=DEALER)


# ---- after a misplaced button ----


def _was_wrong(session: Session, hand: HandPlayed, figure: Rotation) -> bool:
    before = session.previous
    if not figure.covers(hand.setup) or before is None or not session.follows(hand) or len(dealt_seats(hand)) < 3:
        return False
    return not rearranged(before, hand) and _wrong_before(session, figure) is True


@session_check("button-corrected", watches=on(HandPlayed, NEXT_HAND), figure=Rotation, when=_was_wrong)
def button_corrected(session: Session, hand: HandPlayed, figure: Rotation) -> Iterable[Outcome]:
    """A button that was misplaced in the hand before neither goes on from there nor comes to where it belongs.

    It may go on from where it lay or from where it should have lain, or lie there now, so that nobody misses a turn.
    """
    before, earlier, button = session.previous, session.entries.earlier, button_of(hand)
    assert before is not None and earlier is not None
    if button is None:
        return [not_recorded(figure, "the seat of the button")]
    right = [*(moving_places(earlier, before) or ()), *(dead_places(earlier) or ())]
    allowed = {*right, *(moving_places(before, hand) or ()), *(dead_places(before) or ())}
    for place in right:
        allowed.update(moving_places(before, hand, place) or ())
    if button in allowed:
        return ()
    expected = f"{'seat ' + str(right[-1])} was passed over" if right else ""
    observed = f"button at seat {button} after it was misplaced in hand {escaped(before.number, 20)}"
    return [irregularity(figure, hand, observed, expected, by=DEALER)]


# ---- two players left ----


def _becomes_two(session: Session, hand: HandPlayed, figure: Played) -> bool:
    """Are two players left of several, at a table with two blinds?"""
    before = session.previous
    if before is None or not figure.covers(hand.setup) or len(hand.setup.blinds) != 2 or not session.follows(hand):
        return False
    return hand.dealt and len(dealt_seats(hand)) == 2 and len(dealt_seats(before)) > 2 and not rearranged(before, hand)


@session_check("heads-up-change", watches=on(HandPlayed, NEXT_HAND), figure=Played, when=_becomes_two)
def heads_up_change(session: Session, hand: HandPlayed, figure: Played) -> Iterable[Outcome]:
    """Two players are left, and the one who had the big blind most recently does not get the button."""
    names = [seat.name for seat in hand.seats if seat.dealt]
    ago = {name: session.entries.paid[name] for name in names if name in session.entries.paid}
    button = button_of(hand)
    unposted = session.entries.unposted  # by whom it may have been
    if not ago or button is None or (unposted is not None and unposted < min(ago.values())):
        return [not_recorded(figure, "who had the big blind most recently" if button is not None else "the button")]
    last = hand.seat_of(min(ago, key=lambda name: ago[name]))
    assert last is not None
    if button == last.seat:
        return ()
    other = next(seat for seat in clockwise(dealt_seats(hand), last.seat))
    observed = f"button at seat {button} when two players were left"
    expected = f"seat {last.seat} had the big blind last and has the button, seat {other} the big blind"
    return [irregularity(figure, hand, observed, expected, by=DEALER)]
