"""A session judged: the checks over the hands of one table look on while they are taken in one by one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from auditor.auditing.engine import situations
from auditor.auditing.engine.collector import UNTOUCHED, Collector, Judged, Scene
from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.engine.outcomes import Fault, NotRecorded, Outcome
from auditor.auditing.engine.readings import Instead, OtherReadings, weighed
from auditor.replay.session.hand_summary import HandPlayed, SessionClosed
from auditor.replay.session.other_tables import Room
from auditor.replay.session.replayer import SessionObserver, SessionReplayer
from auditor.replay.session.state import Session
from auditor.vocabulary.events import Event
from auditor.vocabulary.findings import Actor
from auditor.vocabulary.hand import dealer_at

Others = Callable[[], OtherReadings | None]  # what else a text may mean, worked out where it is asked for


class SessionRun:
    """The checks over the hands of one table, fed with facts in the order of the log."""

    def __init__(self, bound: BoundRulebook, path: str, table: str, room: Room) -> None:
        """A session that has seen nothing yet, in a room where there may be other tables."""
        self.replayer = SessionReplayer(bound.rules, table, room, bound.needs_floor_record)
        self.path = path
        self.table = table

    def take(self, hand: HandPlayed | SessionClosed, bound: BoundRulebook, others: Others) -> Judged:
        """Judge what was noted since the last hand, and this hand as a part of the session."""
        bound = bound.for_table(hand.setup)
        if type(hand) is SessionClosed and self._nobody_asks(hand, bound):
            return Judged(UNTOUCHED)
        judge = SessionJudge(bound, self.path, others)
        self.replayer.take(hand, bound.rules, bound.needs_floor_record, judge)
        return Judged(judge.verdicts, judge.findings, judge.missing)

    def lose(self) -> None:
        """Part of the record could not be read."""
        self.replayer.lose()

    def _nobody_asks(self, end: SessionClosed, bound: BoundRulebook) -> bool:
        """Has nothing been noted after the last hand, and does no check watch such an end of a table?"""
        if end.before or not self.replayer.is_quiet:
            return False
        situation = situations.LATER_HAND | situations.of_setup(end.setup)
        return not any(bound.session.watchers[None, SessionClosed, situation])


class SessionJudge(Collector[Session], SessionObserver):
    """The observer that calls the checks of a session."""

    __slots__ = ("others",)

    def __init__(self, bound: BoundRulebook, path: str, others: Others) -> None:
        """Nothing has been said yet."""
        super().__init__(bound, bound.session, path)
        self.others = others

    def at_note(self, session: Session, event: Event) -> None:
        """Call the checks of something noted between hands."""
        self.call(session, event, None, situations.of_note(session, event))

    def at_hand(self, session: Session, hand: HandPlayed | SessionClosed) -> None:
        """Call the checks of a hand as a part of the session, or of its end."""
        self.call(session, hand, None, situations.of_hand(session, hand))

    def weighed(self, state: Session, outcome: Outcome, event: Event, check: str) -> Outcome:
        """A fault as grave as it is in view of what the check says under the figures that other readings give."""
        if isinstance(outcome, NotRecorded) or (others := self.others()) is None:
            return outcome
        figure = outcome.figure
        place = next(one.index for one in self.bound.bindings if one.figure is figure and one.check.name == check)

        def instead(bound: BoundRulebook) -> Instead:
            other = bound.bindings[place]
            assert other.check.session is not None
            found = other.check.session.function(state, event, other.figure)
            faults = [one for one in found if isinstance(one, Fault)]
            return Instead(max((one.severity for one in faults if _same(one, outcome)), default=None))

        versions = others.of((figure.clause, *figure.with_))
        severity, reading = weighed(outcome.severity, ((other, instead(other.bound)) for other in versions))
        return outcome if reading is None else replace(outcome, severity=severity, interpretation=reading)

    def scene(self, state: Session) -> Scene:
        """The table, and the hand being looked at, if it is not the end."""
        coming, currency = state.coming, None if state.setup is None else state.setup.currency
        if not isinstance(coming, HandPlayed):
            return Scene(state.table, None, None, currency)
        return Scene(state.table, coming.number, None, coming.setup.currency, [seat.name for seat in coming.seats])

    def player(self, state: Session, name: str, fault: Fault) -> Actor:
        """A player of this hand or of the one before."""
        seen = state.previous.seat_of(name) if state.previous else None
        if isinstance(fault.event, HandPlayed):
            seen = fault.event.seat_of(name) or seen
        return Actor("player", seen.seat if seen else None, name)

    def dealer(self, state: Session, line: int) -> str | None:
        """Whoever dealt in the hand being looked at or, before that, since the hand before it."""
        coming, previous = state.coming, state.previous
        if isinstance(coming, HandPlayed) and line >= coming.line:
            return dealer_at(line, coming.setup.dealer, coming.noted)
        since = coming.before if coming is not None else []
        if state.gap or previous is None:
            return dealer_at(line, None, since)
        return dealer_at(line, previous.setup.dealer, [*previous.noted, *since])


def _same(one: Fault, other: Fault) -> bool:
    """Are both about one event and one person, in whatever words?"""
    return one.event is other.event and one.by == other.by
