"""Where a tournament begins, and the conditions declared for it."""

from __future__ import annotations

from auditor.replay.session.hand_summary import HandPlayed
from auditor.replay.session.state import Session
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Condition


def tournament_begins(session: Session, event: HandPlayed, figure: Figure) -> bool:
    """Is this the first hand of the record that belongs to the tournament?"""
    name, last = event.setup.tournament, session.previous
    return name is not None and (last is None or last.setup.tournament != name)


def declared_conditions(session: Session, event: HandPlayed) -> tuple[Condition, ...]:
    """The conditions declared since the hand before."""
    return event.setup.conditions[len(session.previous.setup.conditions) if session.previous else 0 :]
