"""A session judged: the checks over the hands of one table look on while they are taken in one by one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from auditor.auditing.engine.collector import UNTOUCHED, Collector, Judged, Scene
from auditor.auditing.engine.dispatch import BoundRulebook, Kinds
from auditor.auditing.engine.outcomes import Fault
from auditor.auditing.engine.readings import OtherReadings, weighed
from auditor.auditing.engine.situation_in_session import of_hand, of_note, of_setup
from auditor.auditing.engine.situations import LATER_HAND
from auditor.replay.session.hand_summary import HandPlayed, SessionClosed
from auditor.replay.session.observer import SessionObserver
from auditor.replay.session.other_tables import Room
from auditor.replay.session.replayer import SessionReplayer
from auditor.replay.session.state import Session
from auditor.vocabulary.events import Event
from auditor.vocabulary.findings import Actor, Finding
from auditor.vocabulary.hand import CONTENTS, UNDECLARED, Setup, dealer_at

UNASKED = Judged(UNTOUCHED)  # what is made of an end of a table that no check watches
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
        if type(hand) is SessionClosed and not hand.before and self.ends_unasked(hand.setup, bound):
            return UNASKED
        judge = SessionJudge(bound, self.path, others)
        self.replayer.take(hand, bound.rules, bound.needs_floor_record, judge)
        return Judged(judge.verdicts, judge.findings, judge.missing)

    def lose(self) -> None:
        """Part of the record could not be read."""
        self.replayer.lose()

    def ends_unasked(self, setup: Setup, bound: BoundRulebook) -> bool:
        """Does no check watch the end of a table at which nothing was noted after the last hand?"""
        if not self.replayer.is_quiet:
            return False
        return not any(bound.for_table(setup).session.watchers[None, SessionClosed][LATER_HAND | of_setup(setup)])


class SessionJudge(Collector[Session], SessionObserver):
    """The observer that calls the checks of a session."""

    __slots__ = ("head", "others")

    def __init__(self, bound: BoundRulebook, path: str, others: Others) -> None:
        """Nothing has been said yet."""
        super().__init__(bound, bound.session, path)
        self.others = others
        self.head: Kinds | None = None  # of a table that is new, as long as no check has been called

    def knows_head(self, session: Session, hand: HandPlayed | SessionClosed) -> bool:
        """Take the clauses that pass by the head of a table from the last table that declared the same."""
        if session.previous is not None or session.since or session.gap:
            return False
        kinds = tuple([type(event) for event in hand.before])
        if not CONTENTS.keys() >= set(kinds):
            return False  # the set-up does not tell all that they say
        known = self.bound.heads.get(id(hand.setup))
        if known is None or known[1] != kinds:
            self.head = kinds
            return False
        self.passed = known[2]
        return True

    def at_note(self, session: Session, event: Event) -> None:
        """Call the checks of something noted between hands."""
        situation = of_note(session, event)
        if self.watchers[None, type(event)][situation][0]:
            self.head = None
        self._judge(session, event, situation)

    def at_hand(self, session: Session, hand: HandPlayed | SessionClosed) -> None:
        """Call the checks of a hand as a part of the session, or of its end."""
        if self.head is not None:
            self.bound.remember_head(hand.setup, self.head, self.passed)
        self._judge(session, hand, of_hand(session, hand, self.watchers[None, type(hand)].asked))

    def _judge(self, session: Session, event: Event, situation: int) -> None:
        """Call the checks, and make what they find as grave as it is in view of other readings of the text."""
        said = len(self.findings) if self.findings else 0
        self.call(session, event, self.watchers[None, type(event)], situation)
        if self.findings and len(self.findings) > said and (others := self.others()) is not None:
            again = partial(self._judge_again, session, event, situation)
            self.replace_findings(said, weighed(self.findings[said:], others, again))

    def _judge_again(self, session: Session, event: Event, situation: int, bound: BoundRulebook) -> list[Finding]:
        """What is found at this moment under another rulebook. A session remembers facts, which hold under any."""
        assert session.coming is not None
        bound = bound.for_table(session.coming.setup)
        other = SessionJudge(bound, self.path, lambda: None)
        other.call(session.under(bound.rules), event, other.watchers[None, type(event)], situation)
        return other.findings

    def scene(self, state: Session) -> Scene:
        """The table, and the hand being looked at, if it is not the end."""
        coming = state.coming
        if not isinstance(coming, HandPlayed):
            setup, last = state.setup or UNDECLARED, state.previous
            day = setup.day if last is None else last.day
            return Scene(state.table, None, None, setup.currency, (), setup.day or day, day, None, setup.house_or_room)
        setup, names = coming.setup, [seat.name for seat in coming.seats]
        when = setup.day or coming.day, coming.day, coming.time
        return Scene(state.table, coming.number, None, setup.currency, names, *when, setup.house_or_room)

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
