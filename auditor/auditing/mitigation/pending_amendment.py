"""Findings that an amendment, approved but not yet in force, would not make."""

from __future__ import annotations

from dataclasses import replace

from auditor.auditing.mitigation.context import Context
from auditor.vocabulary.findings import Finding, Severity


def for_pending_amendment(findings: list[Finding], context: Context) -> list[Finding]:
    """Make them advisories, if the rulebook treats the time between approval and commencement so."""
    rules = context.rules
    interregnum = rules.interregnum
    if not rules.pending or interregnum is None or interregnum.treatment == "strict":
        return findings
    kept = {finding.fingerprint for finding in context.judge_again(context.amended())}
    return [
        finding
        if finding.fingerprint in kept
        else replace(finding, severity=Severity.ADVISORY, interpretation=interregnum.reading)
        for finding in findings
    ]
