"""Acts that somebody saw left out, where the act has a statement of its own."""

from __future__ import annotations

from auditor.replay.state import HandState
from auditor.vocabulary.events import Procedure, ProcedureStep


def omission(state: HandState, what: ProcedureStep, name: str | None) -> Procedure | None:
    """The note that this player did not do something, or that nobody did; None if there is no such note."""
    if what not in state.steps:
        return None
    noted = [each for each in state.timeline.all(Procedure) if each.what == what]
    return next((each for each in noted if each.by is None or each.by == name), None)
