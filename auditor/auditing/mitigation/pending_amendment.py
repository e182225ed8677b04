"""Findings that an amendment, approved but not yet in force, would not make."""

from __future__ import annotations

from auditor.auditing.engine.same_fault import FoundAgain
from auditor.auditing.mitigation.context import Context
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.findings import Finding, ReadingTaken, Severity
from auditor.vocabulary.records import replace


def for_pending_amendment(findings: list[Finding], context: Context) -> list[Finding]:
    """Make them advisories, if the rulebook treats the time between approval and commencement so."""
    rules = context.rules
    interregnum = rules.interregnum
    if not rules.pending or interregnum is None or interregnum.treatment == "strict":
        return findings
    amended = FoundAgain(context.judge_again(context.amended()))
    return [
        finding
        if amended.same(finding)
        else replace(finding, severity=Severity.ADVISORY, reading=_taken(finding, interregnum.reading, rules))
        for finding in findings
    ]


def _taken(finding: Finding, name: str, rules: Rulebook) -> ReadingTaken:
    """The reading by which the finding accuses nobody, and the other one, on which it stays what it is."""
    reading = next(one for one in rules.readings if one.name == name)
    other = next(one.name for one in reading.choices if one.name != rules.chosen[name])
    return ReadingTaken(name, rules.chosen[name], other, f"it is {finding.called}")
