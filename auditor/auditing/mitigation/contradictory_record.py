"""Findings of a hand in which the record contradicts itself."""

from __future__ import annotations

from auditor.auditing.mitigation.context import Context
from auditor.auditing.mitigation.kinds import contradicts, contradicts_itself
from auditor.auditing.mitigation.resting_on_record import CONTRADICTION, in_doubt
from auditor.vocabulary.events import Incident, Notice, Procedure
from auditor.vocabulary.findings import RECORD, Finding
from auditor.vocabulary.wording import joined

STATED = (Procedure, Incident, Notice)  # what somebody saw and noted as such rests on nothing else in the record


def for_contradictory_record(findings: list[Finding], context: Context) -> list[Finding]:
    """Accuse nobody but the record: what was lost or written wrong in it may be all that the others rest on."""
    if len(findings) < 2:
        return findings
    flawed = contradicts_itself if context.hand.setup.notes_table else contradicts
    flaws = tuple([one.location for one in findings if flawed(one)])
    if not flaws:
        return findings
    stated = {event.line for event in context.hand.events if isinstance(event, STATED)}
    lines = sorted({flaw.line for flaw in flaws})
    doubt = f"the record contradicts itself in line{'s' * (len(lines) > 1)} {joined(list(map(str, lines)))}"
    return [
        one if one.actor == RECORD or one.location.line in stated else in_doubt(one, doubt, (CONTRADICTION,), flaws)
        for one in findings
    ]
