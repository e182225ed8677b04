"""Checks of seats: how many players sit, who gets a seat, and who has to give one up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, fault, irregularity, not_recorded
from auditor.auditing.engine.registry import on, session_check
from auditor.auditing.engine.situations import LATER_HAND, STEPS
from auditor.replay.session.hand_summary import HandPlayed, SessionClosed
from auditor.replay.session.state import Session
from auditor.rules.schema.figures import Figure, Seats
from auditor.vocabulary.events import Event, Incident, Leaves, Moves, Procedure, Ruling, Sits
from auditor.vocabulary.findings import DEALER, OPERATOR, Severity
from auditor.vocabulary.wording import escaped, joined, number, plural

# ---- how many sit at the table ----


def _count(hand: HandPlayed, seats: Seats) -> int:
    return len(hand.seats) if seats.counted == "seated" else sum(seat.dealt for seat in hand.seats)


def _not_reported_yet(session: Session, hand: HandPlayed, seats: Seats) -> bool:
    """Is the number of players within the limit, or a new excess?"""
    before = session.previous
    if _count(hand, seats) <= seats.most:
        return True
    if seats.counted == "dealt-in":
        return session.entries.most.get(session.rules.id, 0) <= seats.most
    return before is None or len(before.seats) != len(hand.seats)


@session_check("seat-limit", watches=HandPlayed, figure=Seats, when=_not_reported_yet)
def seat_limit(session: Session, hand: HandPlayed, seats: Seats) -> Iterable[Outcome]:
    """More players are seated, or dealt in, than the table may have.

    Where the clause counts seats, everybody who has one counts, even a player who sits the hand out, and the check
    reports an excess once for as long as it stays the same. Where the clause counts players who are dealt in, the check
    reports an excess once a session.
    """
    count = _count(hand, seats)
    if count <= seats.most:
        return ()
    if seats.counted == "dealt-in":
        observed = f"{count} players dealt into {session.rules.game.name}"
        return [breach(seats, hand, observed, f"maximum {seats.most}", by=OPERATOR)]
    observed = f"{number(count)} players seated"
    return [breach(seats, hand, observed, f"at most {number(seats.most)}", by=OPERATOR)]


# ---- seats ----


class SeatRule(Figure):
    """How grave it is to give a seat to the wrong player, or not to mark one.

    With `earliest`, the first to ask goes first.
    """

    earliest: bool = False
    severity: Literal["irregularity", "advisory"] = "irregularity"

    @property
    def gravity(self) -> Severity:
        """The severity of a finding."""
        return Severity[self.severity.upper()]


def _rivals(session: Session, event: Sits | Moves, seated: bool) -> list[str]:
    """Who wants the seat that is taken, the taker included: among the players of the table, or among those waiting."""
    names = {event.player, *session.asking.get(event.seat, [])}
    return sorted(name for name in names if (name in session.seated) == seated)


def _contested(session: Session, event: Sits | Moves, figure: SeatRule) -> bool:
    """Did several people with the same right to the seat want it?"""
    return len(_rivals(session, event, bool(_rivals(session, event, True)))) > 1


@session_check("seat-draw", watches=on(Sits) | on(Moves), figure=SeatRule, when=_contested, answers=("operator",))
def seat_draw(session: Session, event: Sits | Moves, figure: SeatRule) -> Iterable[Outcome]:
    """A seat that several players want is given without a draw of cards.

    Players of the table go before those waiting, so a draw is due among the former or, if none of them asks, among the
    latter. Where nobody else asked for the seat, there is nothing to draw for.
    """
    draws = [one for one in session.since if isinstance(one, Procedure) and one.what == "seat-draw"]
    if any(one.done for one in draws):
        return ()
    rivals = [escaped(name, 30) for name in _rivals(session, event, bool(_rivals(session, event, True)))]
    observed = f"seat {event.seat} wanted by {joined(rivals)}, given to {escaped(event.player, 30)}"
    if draws:
        undrawn = f"{observed} without a draw"
        return [fault(figure.gravity, figure, event, undrawn, "a draw of cards decides", by=OPERATOR)]
    if "seat-draw" in _records(session) and not session.gap:
        return [advisory(figure, event, f"{observed}, no draw on record", "a draw of cards decides", by=OPERATOR)]
    return [not_recorded(figure, "the draw for a seat")]


def _between_classes(session: Session, event: Sits | Moves, figure: SeatRule) -> bool:
    """Did a player of the table and somebody waiting both want the seat, or two of the table, one of them first?"""
    if figure.earliest and len(_rivals(session, event, True)) > 1:
        return True
    return bool(_rivals(session, event, True)) and bool(_rivals(session, event, False))


@session_check(
    "vacant-seat", watches=on(Sits) | on(Moves), figure=SeatRule, when=_between_classes, answers=("operator",)
)
def vacant_seat(session: Session, event: Sits | Moves, figure: SeatRule) -> Iterable[Outcome]:
    """A vacant seat goes to a newcomer although a player of the table had asked for it.

    A player who asked and then moved elsewhere or left asks no more. Where no player of the table asked, anybody may
    have the seat. Among players of the table the first to ask goes first, if the clause says so.
    """
    if event.player in session.seated:
        asked = [name for name in session.asking.get(event.seat, []) if name in session.seated]
        if not figure.earliest or not asked or asked[0] == event.player:
            return ()
        observed = f"seat {event.seat} given to {escaped(event.player, 30)}"
        expected = f"{escaped(asked[0], 30)} had asked for it first"
        return [fault(figure.gravity, figure, event, observed, expected, by=OPERATOR)]
    first = [escaped(name, 30) for name in _rivals(session, event, True)]
    observed = f"seat {event.seat} given to {escaped(event.player, 30)}, who was waiting"
    return [fault(figure.gravity, figure, event, observed, f"{joined(first)} had asked for it", by=OPERATOR)]


Moment = Leaves | Procedure | HandPlayed | SessionClosed


def _may_be_marked(session: Session, event: Moment, rule: SeatRule) -> bool:
    """Is a seat given up, or does the record speak of the mark at one?

    Whoever left in the hand before is asked about with the next one: the mark may be noted between the two.
    """
    if isinstance(event, Procedure):
        return True
    left = [event] if isinstance(event, Leaves) else _left_in_hand(session)
    return any(not _marks_follow(session, one) for one in left)


def _left_in_hand(session: Session) -> list[Leaves]:
    """Who left in the hand before, before its end was noted."""
    noted = session.previous.noted if session.previous is not None else ()
    return [one for one in noted if isinstance(one, Leaves)]


def _marks_follow(session: Session, event: Leaves) -> bool:
    """Does the record speak of the mark later on? Then that is judged."""
    assert session.coming is not None
    return any(_is_mark(one) and one.line > event.line for one in session.coming.before)


def _is_mark(event: Event) -> bool:
    return isinstance(event, Procedure) and event.what == "reserved-button"


@session_check(
    "reserved-seat",
    watches=on(Leaves) | on(Procedure, STEPS["reserved-button"]) | on(HandPlayed, LATER_HAND) | on(SessionClosed),
    figure=SeatRule,
    when=_may_be_marked,
)
def reserved_seat(session: Session, event: Moment, rule: SeatRule) -> Iterable[Outcome]:
    """A player gives up a seat for good, and somebody sees that it gets no reserved button."""
    if not isinstance(event, Procedure):
        return [not_recorded(rule, "the reserved button")]
    if event.done:
        return ()
    observed = "no reserved button at a seat given up for good"
    return [fault(rule.gravity, rule, event, observed, "the dealer places one", by=DEALER)]


class IdleSeat(Figure):
    """How many rounds of play in a row a player must abstain before the seat may be taken away."""

    abstained: int


def _evicted_for_idling(session: Session, event: Leaves, figure: IdleSeat) -> bool:
    """Was a player who sits out made to leave between hands, with no other reason on record?"""
    standing, before = session.players.get(event.player), session.previous
    if not event.ordered or standing is None or before is None or standing.busted is not False:
        return False
    seat = before.seat_of(event.player)
    return seat is not None and seat.out and not standing.suspect and not any(map(_explains, session.since))


def _explains(event: Event) -> bool:
    return isinstance(event, Ruling) or (isinstance(event, Incident) and event.player is None)


@session_check("idle-seat", watches=Leaves, figure=IdleSeat, when=_evicted_for_idling, answers=("operator",))
def idle_seat(session: Session, event: Leaves, figure: IdleSeat) -> Iterable[Outcome]:
    """A player is made to give up a seat too early, or while another seat is free.

    The check looks only at a player who sits out and is ordered to leave, and only where no incident, no ruling and no
    lost stake explains the order. Not using the power is no fault.
    """
    standing, name = session.players[event.player], escaped(event.player, 30)
    if isinstance(session.coming, HandPlayed) and not session.follows(session.coming):
        return [not_recorded(figure, "the hands around the order to leave")]
    occupied = set(session.seated.values())
    declared = _declared_seats(session)
    free = sorted(set(range(1, max(*session.seats, declared, 0) + 1)) - occupied)
    if standing.idle >= figure.abstained:
        if free:
            observed = f"{name} made to leave while seat {free[0]} was free"
            return [irregularity(figure, event, observed, "only if all other seats are in use", by=OPERATOR)]
        seats = session.rules.game.seats
        if declared or (seats is not None and len(occupied) >= seats.most):
            return ()
        return [not_recorded(figure, "how many seats the table has")]
    if not standing.idle_known:
        return [not_recorded(figure, "for how many rounds of play a player had abstained")]
    rounds = f"{number(standing.idle)} {plural(standing.idle, 'round')}"
    observed = f"{name} made to leave after {rounds} of play without a wager"
    return [irregularity(figure, event, observed, f"not before {number(figure.abstained)} in a row", by=OPERATOR)]


def _declared_seats(session: Session) -> int:
    """How many seats the table says it has; zero if it does not."""
    declared = session.setup.house.get("seats", "") if session.setup is not None else ""
    return int(declared) if declared.isdigit() and len(declared) <= 2 else 0


def _records(session: Session) -> frozenset[str]:
    return session.setup.records if session.setup is not None else frozenset()
