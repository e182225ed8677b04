"""The record that the floor keeps."""

from __future__ import annotations

from auditor.replay.session.floor import Floor
from auditor.replay.session.state import Session


def floor_of(session: Session) -> Floor:
    """The record that the floor keeps; it does so whenever a check needs it."""
    assert session.needs_floor_record
    return session.floor
