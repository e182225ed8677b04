"""Findings that rest on a doubt of the record: under another choice that the record leaves open they are not there."""

from __future__ import annotations

from auditor.auditing.engine.same_fault import still_charged
from auditor.auditing.mitigation.context import Context, OtherRecord
from auditor.auditing.mitigation.kinds import on_payments
from auditor.auditing.mitigation.resting_on_record import in_doubt
from auditor.vocabulary.findings import RECORD, Finding, Severity
from auditor.vocabulary.records import replace

TOO_MANY = "the record leaves more open than can be tried"


def for_doubts_of_record(findings: list[Finding], context: Context) -> list[Finding]:
    """Make an advisory of what does not survive every reading of the record, and name the doubt.

    A finding survives where the same clause is broken by the same person, whatever the amount is then. Of several
    readings under which it is gone, the one that changes least is named. Money that no reading makes right is laid to
    the record, if the readings do not agree on whose fault it is.
    """
    if context.too_many_readings:
        return [one if one.actor == RECORD else in_doubt(one, TOO_MANY, (TOO_MANY,)) for one in findings]
    others = context.other_records
    return [_weighed(one, others) for one in findings] if others else findings


def _weighed(finding: Finding, others: tuple[OtherRecord, ...]) -> Finding:
    for other in others:
        if (other.void or other.slip) and finding.actor == RECORD:
            continue
        if not still_charged(finding, other.findings, slip=other.slip):
            found = in_doubt(finding, _doubt(other), other.kinds)
            return _laid_to_record(found, other) if _wrong_under_all(finding, others) else found
    return finding


def _wrong_under_all(finding: Finding, others: tuple[OtherRecord, ...]) -> bool:
    """Is a finding about payments, and are the payments wrong under every other reading, too?"""
    return on_payments(finding) and all(any(map(on_payments, other.findings)) for other in others if not other.void)


def _laid_to_record(finding: Finding, other: OtherRecord) -> Finding:
    doubt = f"if {other.words}, it is another fault; the payments are wrong in any case"
    return replace(finding, actor=RECORD, severity=Severity.IRREGULARITY, doubt=doubt, lacks=())


def _doubt(other: OtherRecord) -> str:
    """`if the post of $2 by Ann was dead, nothing is wrong`."""
    return f"if {other.words}, {'this may not be so' if other.void else _instead(other)}"


def _instead(other: OtherRecord) -> str:
    return "this is not so" if other.findings else "nothing is wrong"
