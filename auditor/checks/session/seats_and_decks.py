"""Checks of what the floor looks after: seats held and left empty, one seat a player, new cards, claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on, session_check
from auditor.auditing.engine.situations import ATTENDED
from auditor.checks.support.floor_record import floor_of
from auditor.replay.betting.lookahead import place_of
from auditor.replay.session.floor import NeedsFloorRecord, minutes_from
from auditor.replay.session.hand_summary import HandPlayed, SeatFact
from auditor.replay.session.other_tables import moment_of
from auditor.replay.session.state import Session, number_of
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.clock import DAY, Minutes, minutes_between, minutes_text
from auditor.vocabulary.events import Claimed, Closed, Incident, LockedUp, Procedure, Replaced
from auditor.vocabulary.findings import OPERATOR
from auditor.vocabulary.wording import escaped, number, plural

# ---- one seat ----


class OneSeat(NeedsFloorRecord):
    """A player has one seat."""


def _at_two(session: Session, hand: HandPlayed, figure: OneSeat) -> bool:
    return session.room.has_others(session.table)


@session_check("one-seat", watches=HandPlayed, figure=OneSeat, when=_at_two)
def one_seat(session: Session, hand: HandPlayed, figure: OneSeat) -> Iterable[Outcome]:
    """A player is dealt in at two tables of the log at the same time.

    The player is at each of them from one hand to the next without leaving; a minute in common is not enough. The check
    reports this once.
    """
    moment = moment_of(hand)
    if moment is None:
        yield not_recorded(figure, "day and time of the hands at several tables")
        return
    if not session.room.recalls(moment):
        yield not_recorded(figure, "several tables over several days in the order of time")
    before = session.previous if session.follows(hand) else None
    for name, stint in session.room.elsewhere(session.table, hand, before):
        observed = f"{escaped(name, 30)} dealt in here and at table {escaped(stint.table, 40)} at the same time"
        yield breach(figure, hand, observed, "one seat a player", by=name)


# ---- absent players ----


class Absence(NeedsFloorRecord):
    """For how many minutes a player may be away, or longer with this `agreement`."""

    minutes: int
    agreement: str


def _stays_away(session: Session, hand: HandPlayed, figure: Absence) -> bool:
    return hand.setup.tournament is None and any(_absent(session, hand))


def _absent(session: Session, hand: HandPlayed) -> Iterator[tuple[SeatFact, Minutes | None, Minutes | None]]:
    """The players who sit out, for how many minutes, and for how many up to the hand before."""
    floor = floor_of(session)
    for seat in hand.seats if floor.away else ():
        if seat.out and seat.name in floor.away:
            since = floor.away[seat.name]
            now = floor.watch.at(hand.time, hand.day)
            yield seat, minutes_from(since, now), minutes_from(since, floor.watch.now)


@session_check("absence-limit", watches=on(HandPlayed, ATTENDED), figure=Absence, when=_stays_away)
def absence_limit(session: Session, hand: HandPlayed, figure: Absence) -> Iterable[Outcome]:
    """A player is away for longer than the clause allows, with the chips still on the table.

    The house may pick them up, but need not: the check accuses nobody. It reports this once.
    """
    for seat, minutes, until in _absent(session, hand):
        agreed = any(one.what == figure.agreement and one.objector is None for one in session.agreed)
        if minutes is None:
            yield not_recorded(figure, "for how long a player has been away")
        elif minutes > figure.minutes and (until or 0) <= figure.minutes and not agreed:
            observed = f"seat {seat.seat} away for {minutes_text(minutes)} with chips on the table"
            expected = f"they may be picked up after {figure.minutes}"
            yield advisory(figure, hand, observed, expected, by=OPERATOR)


# ---- seats held for somebody ----


class LockUp(NeedsFloorRecord):
    """For how many minutes a seat is held while somebody waits: in a new game, and in any other."""

    new: int
    minutes: int


@session_check("lock-up", watches=LockedUp, figure=LockUp)
def lock_up(session: Session, event: LockedUp, figure: LockUp) -> Iterable[Outcome]:
    """A seat is held for too long while somebody else waits for one."""
    minutes = minutes_between(event.start, event.end) or 0
    others = {name: time for name, time in floor_of(session).waiting.items() if name != event.player}
    least = figure.new if session.previous is None else figure.minutes
    if minutes <= least or not others:
        return ()
    waited = [minutes_between(time, event.end) for time in others.values() if time is not None]
    if not any(0 < (one or 0) < DAY // 2 for one in waited):
        return [not_recorded(figure, "since when somebody waited for a seat that was kept")]
    if session.previous is None and not session.opened and minutes <= figure.minutes:
        return [not_recorded(figure, "whether the game is new")]
    new = " in a new game" if session.previous is None and session.opened else ""
    observed = f"seat {event.seat} kept for {escaped(event.player, 30)} for {minutes_text(minutes)}{new}"
    limit = figure.new if new else figure.minutes
    return [irregularity(figure, event, observed, f"at most {limit} while somebody waits", by=OPERATOR)]


# ---- new cards ----


class DeckChange(NeedsFloorRecord):
    """When the cards may be changed: after a round of the table or so many minutes, or with the dealer.

    `grounds` are the kinds of incident that make a change right at any time.
    """

    after: Literal["round", "dealer-change"]
    minutes: int = 0  # how long all decks of a set-up stay in use at least
    tournament: bool = False
    grounds: tuple[str, ...] = ()


def _changed(session: Session, event: Replaced, figure: DeckChange) -> bool:
    if event.cards or session.setup is None:
        return False
    if (session.setup.tournament is not None) is not figure.tournament:
        return False
    return not any(isinstance(one, Incident) and one.kind in figure.grounds for one in session.since)


@session_check("deck-change", watches=Replaced, figure=DeckChange, when=_changed)
def deck_change(session: Session, event: Replaced, figure: DeckChange) -> Iterable[Outcome]:
    """Cards are changed too early, with no damage or defect on record.

    A round of the table is as many hands as there are players. Where the record does not show since when the cards were
    in use, the check accuses nobody.
    """
    if figure.after == "dealer-change":
        return _with_the_dealer(session, event, figure)
    return _setup_age(session, event, figure) if event.setup else _deck_age(session, event, figure)


def _with_the_dealer(session: Session, event: Replaced, figure: DeckChange) -> Iterable[Outcome]:
    coming = session.coming
    events = [*session.since, *(coming.before if coming is not None else ())]
    changes = [one for one in events if isinstance(one, Procedure) and one.what == figure.after]
    if _another_dealer(session):
        return ()
    if not changes:
        return [not_recorded(figure, "whether the dealer changed with the deck")]
    if any(one.done for one in changes):
        return ()
    observed = "deck changed without a change of dealers"
    return [irregularity(figure, event, observed, "only then, unless a card is damaged", by=OPERATOR)]


def _another_dealer(session: Session) -> bool:
    """Does the log name another dealer than the one of the hand before?"""
    before, after = session.previous, session.coming
    known = (None if one is None else one.setup.dealer for one in (before, after))
    return len({name for name in known if name is not None}) > 1


def _deck_age(session: Session, event: Replaced, figure: DeckChange) -> Iterable[Outcome]:
    hands, before = floor_of(session).deck, session.previous
    if hands is None or before is None or session.gap:
        return [not_recorded(figure, "since when the deck was in use")]
    players = sum(seat.dealt for seat in before.seats)
    if hands >= players:
        return ()
    observed = f"deck changed after {number(hands)} {plural(hands, 'hand')} with {number(players)} players"
    return [irregularity(figure, event, observed, "a full round of the table, unless damaged", by=OPERATOR)]


def _setup_age(session: Session, event: Replaced, figure: DeckChange) -> Iterable[Outcome]:
    floor = floor_of(session)
    hand = session.coming
    until = floor.watch.now if floor.watch.noted else None
    if until is None and isinstance(hand, HandPlayed):
        until = floor.watch.at(hand.time, hand.day)
    minutes = minutes_from(floor.setup, until)
    if minutes is None:
        return [not_recorded(figure, "since when the set-up was in use")]
    if minutes >= figure.minutes:
        return ()
    observed = f"set-up changed after {minutes_text(minutes)}"
    return [irregularity(figure, event, observed, f"{figure.minutes} at least, unless damaged", by=OPERATOR)]


# ---- claims ----


@check("claim-timing", watches=Claimed, figure=Figure, answers=("operator",))
def claim_timing(state: HandState, event: Claimed, figure: Figure) -> Iterable[Outcome]:
    """A claim made after the next hand had begun, or the game had ended, changes the result of a hand.

    A hand begins with its shuffle. A claim that changed nothing is no fault.
    """
    return _changed_result(event, figure, _later_hand(state, event))


@session_check("claim-timing", watches=Claimed, figure=Figure)
def claim_timing_between_hands(session: Session, event: Claimed, figure: Figure) -> Iterable[Outcome]:
    """The same for a claim made between hands."""
    return _changed_result(event, figure, _after_later_hand(session, event))


def _changed_result(event: Claimed, figure: Figure, late: str | None) -> Iterable[Outcome]:
    """The outcome of a claim made too late, in time, or at a moment that the record does not tell."""
    if late is None:
        return [not_recorded(figure, "whether the next hand had begun")]
    if not late or event.upheld is False:
        return ()
    if event.upheld is None:
        return [not_recorded(figure, "what came of a claim")]
    observed = f"result of hand {escaped(event.hand, 20)} changed on a claim made {late}"
    expected = "only before the next deal starts"
    return [irregularity(figure, event, observed, expected, by=OPERATOR, money=event.amount)]


def _later_hand(state: HandState, event: Claimed) -> str | None:
    """The hand in which a claim was made, if that was too late; None if the record does not tell."""
    if event.hand == state.hand.number:
        return ""
    begun = state.attempt.dealt or state.posts or state.round is not None or "shuffle" in state.steps
    notes = state.timeline.each(place_of(state, event), len(state.hand.events), Procedure)
    shuffled_later = any(one.what == "shuffle" for one in notes)
    return f"in hand {state.hand.number}" if begun else "" if shuffled_later else None


def _after_later_hand(session: Session, event: Claimed) -> str | None:
    """What a claim between hands came after, if that was too late; None if the record does not tell."""
    if any(isinstance(one, Closed) for one in session.since):
        return "after the game had ended"
    before = session.previous
    if before is None or session.gap:
        return None
    if before.number == event.hand:
        return ""
    (prefix, last), (other, claimed) = number_of(before.number), number_of(event.hand)
    return f"after hand {before.number}" if prefix == other and claimed < last else None
