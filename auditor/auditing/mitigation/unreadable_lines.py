"""Findings of a hand with lines that nobody understood."""

from __future__ import annotations

from dataclasses import replace

from auditor.auditing.engine.registry import RECORD
from auditor.auditing.mitigation.context import Context
from auditor.logs.remarks import UNKNOWN, may_tell_of_an_act
from auditor.vocabulary.findings import Finding, Location, Severity


def for_unread_lines(findings: list[Finding], context: Context) -> list[Finding]:
    """Accuse nobody where such a line may be what is missing.

    It may, if the record does not add up without it, or if it tells of an act.
    """
    lines = [remark for remark in context.remarks if remark.kind == UNKNOWN]
    if not lines:
        return findings
    acts = any(may_tell_of_an_act(remark.text) for remark in lines)
    if not (acts or any(finding.clause.startswith(RECORD) for finding in findings)):
        return findings
    unknown = tuple([Location(context.path, remark.line, 1) for remark in lines])
    return [replace(one, severity=Severity.ADVISORY, evidence=(*one.evidence, *unknown)) for one in findings]
