"""Findings of a hand that a room records, and in which the record contradicts itself."""

from __future__ import annotations

from dataclasses import replace

from auditor.auditing.mitigation.context import Context
from auditor.auditing.mitigation.kinds import contradicts
from auditor.vocabulary.findings import RECORD, Finding, Severity
from auditor.vocabulary.hand import PLAY_ONLY


def for_contradictory_record(findings: list[Finding], context: Context) -> list[Finding]:
    """Accuse nobody but the record: what was lost or written wrong in it may be all that the others rest on."""
    if len(findings) < 2 or PLAY_ONLY not in context.hand.setup.records:
        return findings
    flaws = tuple([one.location for one in findings if contradicts(one)])
    if not flaws:
        return findings
    return [
        one
        if one.actor == RECORD or one.severity == Severity.ADVISORY
        else replace(one, severity=Severity.ADVISORY, evidence=(*one.evidence, *flaws))
        for one in findings
    ]
