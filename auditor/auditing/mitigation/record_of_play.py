"""Findings in a record of play only, such as an online room's: what its software cannot have let happen.

A check says of itself that such a finding is to be laid to the record. One that tells of a way to play that a room's
software may offer names that practice with the fault: it is then an irregularity, and nobody's breach.
"""

from __future__ import annotations

from collections import Counter

from auditor.auditing.engine.registry import CHECKS
from auditor.auditing.mitigation.context import Context
from auditor.vocabulary.findings import RECORD, Finding, Severity
from auditor.vocabulary.hand import PLAY_ONLY, Setup
from auditor.vocabulary.records import replace


def for_record_of_play(findings: list[Finding], context: Context) -> list[Finding]:
    """Lay to the record what a room cannot have let happen."""
    return laid_to_record(findings, context.hand.setup)


def laid_to_record(findings: list[Finding], setup: Setup) -> list[Finding]:
    """The findings, with those laid to the record that a room cannot have let happen, if this is a room's record."""
    if PLAY_ONLY not in setup.records:
        return findings
    return _renumbered([_in_such_a_record(one) for one in findings])


def _in_such_a_record(finding: Finding) -> Finding:
    milder = min(finding.severity, Severity.IRREGULARITY)
    check = CHECKS[finding.check]
    if check.laid_to_record:
        return replace(finding, actor=RECORD, severity=milder)
    return replace(finding, severity=milder) if check.offered and finding.practices else finding


def _renumbered(findings: list[Finding]) -> list[Finding]:
    """The findings numbered again among those of one clause, check and person: the person may be another now."""
    seen: Counter[tuple[object, ...]] = Counter()
    found = []
    for one in findings:
        kind = one.clause, one.check, one.actor
        seen[kind] += 1
        found.append(one if one.ordinal == seen[kind] else replace(one, ordinal=seen[kind]))
    return found
