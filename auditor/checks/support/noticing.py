"""When a mishap of the deal was noticed, and who had acted by then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from auditor.checks.support.deal_so_far import deal_events_so_far
from auditor.checks.support.misdeal_grounds import MisdealCause
from auditor.replay.betting.lookahead import place_of
from auditor.replay.state import HandState
from auditor.vocabulary.events import Act, Event, Misdeal, Noticed, Wager

A = TypeVar("A", bound=Act)

# What somebody may notice, and the causes of a misdeal that this is about.
ABOUT: dict[str, tuple[str, ...]] = {
    "misdirected": ("misdirected", "out-of-order", "first-card"),
    "left-out": ("left-out-or-extra", "dealt-out-or-in", "left-out"),
    "extra": ("left-out-or-extra", "dealt-out-or-in", "wrong-count", "extra", "dealt-in"),
    "exposed": ("exposed", "first-exposed", "exposed-in-cut"),
    "order": ("out-of-order", "first-card", "misdirected"),
    "count": ("wrong-count", "miscounted", "sole-hand"),
    "no-cut": ("unprepared", "no-cut"),
    "no-shuffle": ("unprepared",),
    "deck": ("defective",),
}


def notice_of(state: HandState, cause: str, after: Event | None = None) -> Noticed | None:
    """The note that this cause of a misdeal was noticed, in the deal under way and after an event of it."""
    if Noticed not in state.kinds:
        return None
    timeline, begin, end = state.timeline, 0, len(state.hand.events)
    if after is not None:
        begin = place_of(state, after)
        end = timeline.next(begin, Misdeal)
    return next((each for each in timeline.each(begin, end, Noticed) if cause in ABOUT[each.what]), None)


def noticed_too_late(state: HandState, cause: MisdealCause, after: Event | None = None) -> bool:
    """Did somebody note that a mishap was noticed only when it made no misdeal any more?"""
    notice = notice_of(state, cause.cause, after)
    if notice is None:
        return False
    if cause.before == "wager":
        return any(_before(state, notice, Wager))
    acted = len(acted_by(state, notice))
    return acted > 0 if cause.before == "act" else cause.limited and acted > 1


def acted_by(state: HandState, notice: Noticed) -> set[str]:
    """The names of the players who had acted on their hands when the mishap was noticed.

    Where the log says who was still to act, everybody else had acted who was dealt in.
    """
    if notice.waiting:
        return {player.name for player in state.players if not player.out} - set(notice.waiting)
    return {each.player for each in _before(state, notice, Act)}


def _before(state: HandState, notice: Noticed, kind: type[A]) -> Iterator[A]:
    """The acts of a kind in the deal before the notice."""
    place = place_of(state, notice)
    return state.timeline.each(state.timeline.previous(place, Misdeal) + 1, place, kind)


def noticed_so_far(state: HandState, cause: str) -> Noticed | None:
    """The note, before the current event, that this cause of a misdeal was noticed."""
    if Noticed not in state.kinds:
        return None
    found = [one for one in deal_events_so_far(state, Noticed) if cause in ABOUT[one.what]]
    return found[-1] if found else None
