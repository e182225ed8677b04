"""Findings that tell of a custom of the room: it plays so as a rule, for everybody, and a file of the room says so."""

from __future__ import annotations

from dataclasses import replace

from auditor.auditing.mitigation.context import Context
from auditor.vocabulary.findings import Finding, RoomCustom, Severity


def for_custom_of_room(findings: list[Finding], context: Context) -> list[Finding]:
    """Accuse nobody of a custom, and name it. What the check says of the fault must be what the room's file says."""
    if not any(one.practices for one in findings):
        return findings
    houses = tuple(context.customs())

    def weighed(finding: Finding) -> Finding:
        known = (house.covering(finding, context.hand) for house in houses if finding.practices)
        custom: RoomCustom | None = next((one for one in known if one is not None), None)
        return finding if custom is None else replace(finding, severity=Severity.ADVISORY, custom=custom)

    return [weighed(one) for one in findings]
