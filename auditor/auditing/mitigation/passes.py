"""The passes that a hand's findings go through, in this order."""

from __future__ import annotations

from auditor.auditing.mitigation.context import Context, Pass
from auditor.auditing.mitigation.contradictory_record import for_contradictory_record
from auditor.auditing.mitigation.custom_of_room import for_custom_of_room
from auditor.auditing.mitigation.doubts_of_record import for_doubts_of_record
from auditor.auditing.mitigation.other_readings import for_other_readings
from auditor.auditing.mitigation.pending_amendment import for_pending_amendment
from auditor.auditing.mitigation.record_of_play import for_record_of_play
from auditor.auditing.mitigation.unreadable_lines import for_unread_lines
from auditor.vocabulary.findings import Finding

PASSES: tuple[Pass, ...] = (
    for_record_of_play,  # first, since it says whose fault something is, by which the next three compare findings
    for_doubts_of_record,
    for_pending_amendment,
    for_other_readings,
    for_unread_lines,
    for_contradictory_record,
    for_custom_of_room,  # last: whatever else is said of a custom, it is told as one
)


def mitigated(findings: list[Finding], context: Context) -> list[Finding]:
    """The findings of a hand, each as grave as it is once every reason to accuse nobody has been weighed."""
    for one in PASSES:
        if not findings:
            break
        findings = one(findings, context)
    return findings
