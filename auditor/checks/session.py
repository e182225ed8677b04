"""Checks over the hands of a table: how many sit, where the buck goes, who gets a seat, how a table is closed."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.checks.outcomes import Outcome, advisory, breach, irregularity, not_recorded
from auditor.checks.registry import check
from auditor.events import Closed, Event, Incident, Leaves, Moves, Notice, Procedure, Ruling, Sits
from auditor.findings import OPERATOR
from auditor.replay.facts import HandPlayed
from auditor.replay.session import Session, later
from auditor.replay.table import Table
from auditor.rules.figures import Figure, Seats
from auditor.wording import joined, number, plural, shown

# ---- how many sit at the table ----


def _not_told(session: Session, hand: HandPlayed, seats: Seats) -> bool:
    """Is the number at the table within the limit, or a new excess? An excess is told once."""
    before = session.previous
    return len(hand.seats) <= seats.most or before is None or len(before.seats) != len(hand.seats)


@check("seat-limit", watches=HandPlayed, when=_not_told)
def seat_limit(session: Session, hand: HandPlayed, seats: Seats) -> Iterable[Outcome]:
    """More players seated than the table may have.

    Whoever has a seat counts, also a player who sits the hand out. An excess is told once, for as long as it stays the
    same.
    """
    seated = len(hand.seats)
    if seated <= seats.most:
        return ()
    observed = f"{number(seated)} players seated"
    return [breach(seats, hand, observed, f"at most {number(seats.most)}", by=OPERATOR)]


# ---- the buck ----


def _begins(session: Session, hand: HandPlayed, figure: Figure) -> bool:
    return session.begins and not hand.declined


@check("first-buck", watches=HandPlayed, when=_begins)
def first_buck(session: Session, hand: HandPlayed, figure: Figure) -> Iterable[Outcome]:
    """The first round of play began with the buck in the wrong place.

    It belongs to the first occupied seat on the dealer's left, or to the first there who is dealt in. Only a hand that
    the record shows to be the first of the game is looked at: gaming was noted as opened.
    """
    buck = _first_place(hand)
    if buck is None:
        return [not_recorded(figure, "the position of the buck")]
    seats = sorted(seat.seat for seat in hand.seats)
    right = _up_to_a_player(hand, seats)
    if buck in right:
        return ()
    expected = f"seat {right[0]}, the first on the dealer's left"
    return [irregularity(figure, hand, f"first round of play with the buck at seat {buck}", expected)]


def _rotates(session: Session, hand: HandPlayed, figure: Figure) -> bool:
    """Must the buck move from the hand before? After annulled hands nothing says so; misdeals have their own check."""
    before = session.previous
    if before is None:
        return session.gap
    return before.dealt and not before.invalidated and not hand.declined


@check("buck-rotation", watches=HandPlayed, when=_rotates)
def buck_rotation(session: Session, hand: HandPlayed, figure: Figure) -> Iterable[Outcome]:
    """The buck did not move on one player clockwise.

    It goes to the next occupied seat; players who sit out may be passed over, nobody who is dealt in. Each hand is
    compared with the one before, so a wrong move is told once. Where hands are missing from the record in between, or
    the day has changed and a new game may have begun, nothing is judged.
    """
    before, buck = session.previous, _first_place(hand)
    if before is None or not session.follows(hand):
        return [not_recorded(figure, "the hand right before")]
    start = before.buck
    if buck is None or start is None:
        return [not_recorded(figure, "the position of the buck")]
    right = _up_to_a_player(hand, sorted((seat.seat for seat in hand.seats), key=lambda seat: (seat <= start, seat)))
    if buck in right:
        return ()
    if hand.day != before.day:
        return [not_recorded(figure, "whether a new game began")]
    observed = f"buck moved from seat {start} to seat {buck}" if buck != start else f"buck stayed at seat {buck}"
    return [irregularity(figure, hand, observed, f"seat {right[0]}, the next player clockwise")]


def _first_place(hand: HandPlayed) -> int | None:
    """Where the buck lay when the hand began. That it moved after a misdeal is for the misdeal's own check."""
    return next((buck for buck in (*hand.bucks, hand.buck) if buck is not None), None)


def _up_to_a_player(hand: HandPlayed, seats: list[int]) -> list[int]:
    """The seats of players who sit out, up to the first who is dealt in: the buck may lie at any of them."""
    out = {seat.seat for seat in hand.seats if seat.out}
    first = next((place for place, seat in enumerate(seats) if seat not in out), len(seats) - 1)
    return seats[first::-1] if first >= 0 else []


# ---- seats ----


def _rivals(session: Session, event: Sits | Moves, seated: bool) -> list[str]:
    """Who wants the seat that is taken, the taker among them: of the players of the table, or of those waiting."""
    names = {event.player, *session.asking.get(event.seat, [])}
    return sorted(name for name in names if (name in session.seated) == seated)


def _contested(session: Session, event: Sits | Moves, figure: Figure) -> bool:
    """Did several with the same right to it want the seat?"""
    return len(_rivals(session, event, bool(_rivals(session, event, True)))) > 1


@check("seat-draw", watches=(Sits, Moves), when=_contested)
def seat_draw(session: Session, event: Sits | Moves, figure: Figure) -> Iterable[Outcome]:
    """A seat that several players wanted was given without a draw of cards.

    Players of the table go before those waiting, so a draw is due among the former or, if none of them asks, among the
    latter. Where nobody else asked for the seat there is nothing to draw for.
    """
    draws = [one for one in session.since if isinstance(one, Procedure) and one.what == "seat-draw"]
    if any(one.done for one in draws):
        return ()
    rivals = [shown(name, 30) for name in _rivals(session, event, bool(_rivals(session, event, True)))]
    observed = f"seat {event.seat} wanted by {joined(rivals)}, given to {shown(event.player, 30)}"
    if draws:
        return [irregularity(figure, event, f"{observed} without a draw", "a draw of cards decides", by=OPERATOR)]
    if "seat-draw" in _records(session) and not session.gap:
        return [advisory(figure, event, f"{observed}, no draw on record", "a draw of cards decides", by=OPERATOR)]
    return [not_recorded(figure, "the draw for a seat")]


def _between_classes(session: Session, event: Sits | Moves, figure: Figure) -> bool:
    """Did a player of the table and somebody waiting both want the seat?"""
    return bool(_rivals(session, event, True)) and bool(_rivals(session, event, False))


@check("vacant-seat", watches=(Sits, Moves), when=_between_classes)
def vacant_seat(session: Session, event: Sits | Moves, figure: Figure) -> Iterable[Outcome]:
    """A vacant seat went to a newcomer although a player of the table had asked for it.

    Who asked and then moved elsewhere or left asks no more. Where no player of the table asked, the seat is free for
    anybody.
    """
    if event.player in session.seated:
        return ()
    first = [shown(name, 30) for name in _rivals(session, event, True)]
    observed = f"seat {event.seat} given to {shown(event.player, 30)}, who was waiting"
    return [irregularity(figure, event, observed, f"{joined(first)} had asked for it", by=OPERATOR)]


class IdleSeat(Figure):
    """How many rounds of play in a row a player must have abstained before the seat may be taken away."""

    abstained: int


def _evicted_for_idling(session: Session | Table, event: Leaves, figure: IdleSeat) -> bool:
    """Was a player who sits out made to leave between hands, with no other reason for it on record?"""
    if not isinstance(session, Session):
        return False
    standing, before = session.players.get(event.player), session.previous
    if not event.ordered or standing is None or before is None or standing.busted is not False:
        return False
    seat = before.seat_of(event.player)
    return seat is not None and seat.out and not standing.suspect and not any(map(_explains, session.since))


def _explains(event: Event) -> bool:
    return isinstance(event, Ruling) or (isinstance(event, Incident) and event.player is None)


@check("idle-seat", watches=Leaves, when=_evicted_for_idling)
def idle_seat(session: Session, event: Leaves, figure: IdleSeat) -> Iterable[Outcome]:
    """A player was made to give up a seat too early, or while another seat was free.

    Only a player who sits out and is ordered to leave is looked at, and only where no incident, no ruling and no lost
    stake explains the order. Not using the power is no fault.
    """
    standing, name = session.players[event.player], shown(event.player, 30)
    if isinstance(session.coming, HandPlayed) and not session.follows(session.coming):
        return [not_recorded(figure, "the hands around the order to leave")]
    occupied = set(session.seated.values())
    free = sorted(set(range(1, max(session.seats, default=0) + 1)) - occupied)
    if standing.idle >= figure.abstained:
        if free:
            observed = f"{name} made to leave while seat {free[0]} was free"
            return [irregularity(figure, event, observed, "only if all other seats are in use", by=OPERATOR)]
        if len(occupied) >= session.rules.game.seats.most:
            return ()
        return [not_recorded(figure, "how many seats the table has")]
    if not standing.idle_known:
        return [not_recorded(figure, "for how many rounds of play a player had abstained")]
    rounds = f"{number(standing.idle)} {plural(standing.idle, 'round')}"
    observed = f"{name} made to leave after {rounds} of play without a wager"
    return [irregularity(figure, event, observed, f"not before {number(figure.abstained)} in a row", by=OPERATOR)]


# ---- closing ----


def _early(session: Session, event: Closed, figure: Figure) -> bool:
    return event.early


@check("closure-notice", watches=Closed, when=_early)
def closure_notice(session: Session, event: Closed, figure: Figure) -> Iterable[Outcome]:
    """A table closed early without notice to the players and to the inspector.

    Both must have been told before the table closed. A notice noted as left out, or one later than the closing, is a
    breach; one of which the record says nothing is not.
    """
    coming = session.coming
    assert coming is not None
    told = [*coming.setup.notices, *(one for one in coming.before if isinstance(one, Notice) and not one.given)]
    notices = [one for one in told if one.about == "closure"]
    missed: list[str] = []
    unknown: list[str] = []
    for who in ("players", "inspector"):
        found = [one for one in notices if one.to == who]
        if not any(one.given and not later(one.time, event.time) for one in found):
            (missed if found else unknown).append(f"the {who}")
    if missed:
        observed = f"table closed early without prior notice to {joined(missed)}"
        return [breach(figure, event, observed, "notice to players and inspector before", by=OPERATOR)]
    if unknown and "notices" in coming.setup.records and not session.gap:
        observed = f"table closed early, no notice to {joined(unknown)} on record"
        return [advisory(figure, event, observed, "notice to players and inspector before", by=OPERATOR)]
    return [not_recorded(figure, f"notice of closure to {joined(unknown)}")] if unknown else ()


def _records(session: Session) -> frozenset[str]:
    return session.setup.records if session.setup is not None else frozenset()
