"""The loop that takes in a table's evening hand by hand, with an observer who looks on."""

from __future__ import annotations

from auditor.replay.session.hand_summary import HandPlayed, SessionClosed
from auditor.replay.session.observer import SessionObserver
from auditor.replay.session.other_tables import Room
from auditor.replay.session.state import Session
from auditor.rules.schema.rulebook import Rulebook

NOTHING: frozenset[type] = frozenset()


class SessionReplayer:
    """The session of one table, fed with its hands in the order of the log."""

    __slots__ = ("_last", "_session")

    def __init__(self, rules: Rulebook, table: str, room: Room, floor: bool) -> None:
        """A session without any hand yet, in a room where there may be other tables.

        `floor` says whether the rulebook asks for what the floor records.
        """
        self._session = Session(rules, table, room=room, needs_floor_record=floor)
        self._last: HandPlayed | None = None  # the last hand, if the session has not taken it in yet

    @property
    def is_quiet(self) -> bool:
        """Was a hand the last thing to happen, with nothing noted in it that matters after it?"""
        return self._last is not None and not self._last.noted

    def take(self, hand: HandPlayed | SessionClosed, rules: Rulebook, floor: bool, observer: SessionObserver) -> None:
        """Take in what was noted since the last hand, then this hand, which may have another rulebook."""
        self._catch_up()
        session = self._session
        session.needs_floor_record = session.needs_floor_record or floor
        session.rules, session.coming = rules, hand
        watched = NOTHING if observer.knows_head(session, hand) else observer.watched
        for event in hand.before:
            if watched is None or type(event) in watched:
                observer.at_note(session, event)
            session.note(event)
        observer.at_hand(session, hand)
        if isinstance(hand, HandPlayed):
            session.enter(hand)
            self._last = hand

    def lose(self) -> None:
        """Take in that part of the record could not be read."""
        self._catch_up()
        self._session.lose()

    def _catch_up(self) -> None:
        """Take in the last hand. Nobody asks what it changed before something follows, and most often nothing does."""
        if self._last is not None:
            self._session.played(self._last)
            self._last = None
