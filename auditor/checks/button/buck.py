"""Checks of the buck over the hands of a table: where it begins, where it goes, and who leaves when blinds are due."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import On, never, on, session_check
from auditor.auditing.engine.situations import BEGINS, BUCK_ON
from auditor.replay.session.hand_summary import HandPlayed, SeatFact
from auditor.replay.session.newcomers import steady
from auditor.replay.session.state import Session
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Event, Post
from auditor.vocabulary.findings import DEALER


class Marker(Figure):
    """What the marker of the designated player is called, on which side of the dealer it begins, and where it may lie.

    If it may lie before an empty seat (`dead`), so that everybody pays the right blinds, it must only not pass over a
    player who was dealt in before and is again.
    """

    called: str = "buck"
    first: Literal["left", "right"] = "left"
    dead: bool = False


# ---- the first hand ----


def _begins(session: Session, hand: HandPlayed, marker: Marker) -> bool:
    return session.begins and not hand.declined


@session_check("first-buck", watches=on(HandPlayed, BEGINS), figure=Marker, when=_begins)
def first_buck(session: Session, hand: HandPlayed, marker: Marker) -> Iterable[Outcome]:
    """The first round of play begins with the buck in the wrong place.

    The buck belongs to the first occupied seat on that side of the dealer, or to the first player there who is dealt
    in. The check judges only a hand that the record shows to be the first of the game: gaming was noted as opened.
    """
    buck = _first_place(hand)
    if buck is None:
        return [not_recorded(marker, f"the position of the {marker.called}")]
    seats = sorted((seat.seat for seat in hand.seats), reverse=marker.first == "right")
    right = _up_to(seats, {seat.seat for seat in hand.seats if not seat.out})
    if buck in right:
        return ()
    expected = f"seat {right[0]}, the first on the dealer's {marker.first}"
    return [irregularity(marker, hand, f"first round of play with the {marker.called} at seat {buck}", expected)]


# ---- the hands that follow ----


def _rotates(session: Session, hand: HandPlayed, marker: Marker) -> bool:
    """Must the buck move from the hand before? After annulled hands nothing says so; misdeals have their own check."""
    before = session.previous
    if before is None:
        return session.gap
    return before.dealt and not before.invalidated and not hand.declined


def _moved_on(marker: Marker) -> On[Event]:
    return never() if marker.dead else on(HandPlayed, BUCK_ON)


@session_check("buck-rotation", watches=HandPlayed, figure=Marker, when=_rotates, clears_at=_moved_on)
def buck_rotation(session: Session, hand: HandPlayed, marker: Marker) -> Iterable[Outcome]:
    """The buck does not move on one player clockwise.

    It goes to the next occupied seat. It may pass over players who sit out, but nobody who is dealt in. Each hand is
    compared with the one before, so a wrong move is reported once. Nothing is judged where hands are missing from the
    record in between, or where the day has changed and a new game may have begun.
    """
    before, buck = session.previous, _first_place(hand)
    if before is None or not session.follows(hand):
        return [not_recorded(marker, f"the hand before this one, to see where the {marker.called} came from")]
    start = before.buck
    if buck is None or start is None:
        return [not_recorded(marker, f"the position of the {marker.called}")]
    right = _next_places(session, hand, (start, buck), marker)
    if buck in right:
        return ()
    if hand.day != before.day:
        return [not_recorded(marker, "whether a new game began")]
    expected = f"seat {right[0]}, the next player clockwise" if right else ""
    return [irregularity(marker, hand, _moved(marker, start, buck, right), expected)]


def _moved(marker: Marker, start: int, buck: int, right: list[int]) -> str:
    if buck == start:
        return f"{marker.called} stayed at seat {buck}"
    if marker.dead:
        return f"{marker.called} skipped seat {right[0]}"
    return f"{marker.called} moved from seat {start} to seat {buck}"


def _next_places(session: Session, hand: HandPlayed, places: tuple[int, int], marker: Marker) -> list[int]:
    """Where the buck may go from its place, the farthest first: to the next player, or to a place before that one.

    A buck may lie at a seat that nobody has in this record, if its player left before: the seat is there all the same.
    """
    start, before = places[0], session.previous
    seats = {seat.seat for seat in hand.seats}
    if marker.dead and before is not None:
        others = set(steady(before, hand)) - {start}
        seats = set(range(1, max(seats | session.seats | set(places)) + 1))
        return _up_to(_clockwise(seats, start), others)
    return _up_to(_clockwise(seats, start), {seat.seat for seat in hand.seats if not seat.out})


def _clockwise(seats: Iterable[int], start: int) -> list[int]:
    """Seats in the order in which they follow one, that one last."""
    return sorted(seats, key=lambda seat: (seat <= start, seat))


def _first_place(hand: HandPlayed) -> int | None:
    """Where the buck lay when the hand began. That it moved after a misdeal is for the misdeal's own check."""
    return next((buck for buck in (*hand.bucks, hand.buck) if buck is not None), None)


def _up_to(seats: list[int], players: set[int]) -> list[int]:
    """The seats up to the first of these players: the buck may lie at any of them."""
    first = next((place for place, seat in enumerate(seats) if seat in players), len(seats) - 1)
    return seats[first::-1] if first >= 0 else []


# ---- the player due for the first blind leaves ----


def _leaver(session: Session, hand: HandPlayed) -> SeatFact | None:
    """The player who had the large blind in the hand before, and now has left the table when the small one is due."""
    before = session.previous
    if before is None or not before.dealt or before.invalidated or not session.follows(hand):
        return None
    large = before.blind(len(before.setup.blinds) - 1)
    seat = before.seat_of(large.player) if large is not None else None
    if (
        seat is None
        or hand.seat_of(seat.name) is not None
        or any(one.seat == seat.seat and one.dealt for one in hand.seats)
    ):
        return None
    return seat


def _small_blind_open(session: Session, hand: HandPlayed, figure: Figure) -> bool:
    """Has the player due for the small blind left, or does nobody put it up though somebody puts up the large one?"""
    if len(hand.setup.blinds) != 2 or not hand.dealt or sum(seat.dealt for seat in hand.seats) < 3:
        return False  # of two players one always pays twice as often
    left = session.previous is not None and session.previous.day == hand.day and _leaver(session, hand) is not None
    return left or (hand.blind(0) is None and hand.blind(1) is not None)


@session_check("small-blind-leaves", watches=HandPlayed, figure=Figure, when=_small_blind_open, answers=("dealer",))
def small_blind_leaves(session: Session, hand: HandPlayed, figure: Figure) -> Iterable[Outcome]:
    """After the player due for the small blind left, there is a small blind, or a large one from the wrong seat.

    The player on the left of the empty seat puts up the large blind alone. With two players left either way is taken as
    right. The money is what was put up too little.
    """
    left = _leaver(session, hand)
    if left is None:
        return [not_recorded(figure, "who was due for the first blind")]
    small, large = hand.blind(0), hand.blind(1)
    if small is None and large is None:
        return [not_recorded(figure, "the blinds")]
    due = next(seat for seat in sorted(hand.seats, key=lambda one: (one.seat <= left.seat, one.seat)) if seat.dealt)
    wrong = small if small is not None else large
    alone = small is None or (large is None and _may_be_large(hand, due, small))
    if wrong is None or (alone and wrong.player == due.name):
        return ()
    observed = f"{_posted(hand, wrong, small is not None)} after seat {left.seat}, due for the small one, left"
    short = hand.setup.blinds[1] - sum(post.amount for post in hand.posted(due.name))
    expected = f"seat {due.seat} owed the large blind, no small blind this hand"
    return [breach(figure, wrong, observed, expected, by=DEALER, money=max(short, 0) or None)]


def _may_be_large(hand: HandPlayed, seat: SeatFact, post: Post) -> bool:
    """Is the only blind as much as the large one, or all that its player had?"""
    return post.amount >= hand.setup.blinds[1] or post.all_in or seat.ready == post.amount


def _posted(hand: HandPlayed, post: Post, small: bool) -> str:
    seat = hand.seat_of(post.player)
    assert seat is not None
    return f"{'small' if small else 'large'} blind from seat {seat.seat}"
