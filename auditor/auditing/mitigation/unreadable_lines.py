"""Findings of a hand with lines that nobody understood."""

from __future__ import annotations

from dataclasses import replace

from auditor.auditing.engine.registry import RECORD
from auditor.auditing.mitigation.context import Context
from auditor.logs.remarks import NOT_UNDERSTOOD, UNKNOWN_ACT
from auditor.vocabulary.findings import Finding, Location, Severity


def for_unread_lines(findings: list[Finding], context: Context) -> list[Finding]:
    """Accuse nobody where such a line may be what is missing.

    It may, if its reader says that it may tell of an act, or if the record does not add up without it.
    """
    lines = [remark for remark in context.remarks if remark.kind in NOT_UNDERSTOOD]
    if not lines:
        return findings
    acts = any(remark.kind == UNKNOWN_ACT for remark in lines)
    if not (acts or any(finding.clause.startswith(RECORD) for finding in findings)):
        return findings
    unknown = tuple([Location(context.path, remark.line, 1) for remark in lines])
    return [replace(one, severity=Severity.ADVISORY, evidence=(*one.evidence, *unknown)) for one in findings]
