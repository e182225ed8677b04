"""Who looks on while a session goes on.

This module stays Python where others are compiled: those who look on are classes of many modules.
"""

from __future__ import annotations

from auditor.replay.session.hand_summary import HandPlayed, SessionClosed
from auditor.replay.session.state import Session
from auditor.vocabulary.events import Event


class SessionObserver:
    """Somebody who looks on while a session goes on, reads what is there and changes nothing."""

    __slots__ = ()

    watched: frozenset[type] | None = None  # the kinds of event that come to `at_note`; None means all of them

    def knows_head(self, session: Session, hand: HandPlayed | SessionClosed) -> bool:  # noqa: ARG002
        """Need nobody look at what was noted before this hand, because it is what a table before declared, too?"""
        return False

    def at_note(self, session: Session, event: Event) -> None:
        """Something was noted between hands; the session does not know of it yet."""

    def at_hand(self, session: Session, hand: HandPlayed | SessionClosed) -> None:
        """A hand was played, or the record of the table is complete; the session does not know of it yet."""
