"""What other readings of an unclear text make of the findings of a hand: it is judged again under each of them."""

from __future__ import annotations

from dataclasses import replace

from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.engine.readings import Instead, weighed
from auditor.auditing.mitigation.context import Context
from auditor.vocabulary.findings import Actor, Finding, Location

Key = tuple[str, str, Actor, Location]


def for_other_readings(findings: list[Finding], context: Context) -> list[Finding]:
    """Make each finding as grave as it is in view of what the hand has if judged under other choices."""
    others = context.other_readings()
    if others is None:
        return findings
    here = {_key(finding) for finding in findings}
    again: dict[int, list[Finding]] = {}

    def found_under(bound: BoundRulebook) -> list[Finding]:
        if id(bound) not in again:
            again[id(bound)] = context.judge_again(bound)
        return again[id(bound)]

    def weigh(finding: Finding) -> Finding:
        if finding.interpretation is not None:
            return finding
        versions = others.of((finding.clause, *finding.read_with))
        severity, reading = weighed(
            finding.severity, ((other, _instead(finding, here, found_under(other.bound))) for other in versions)
        )
        return finding if reading is None else replace(finding, severity=severity, interpretation=reading)

    return [weigh(finding) for finding in findings]


def _key(finding: Finding) -> Key:
    return finding.check, finding.clause, finding.actor, finding.location


def _instead(finding: Finding, here: set[Key], others: list[Finding]) -> Instead:
    """What others say in the place of a finding: the same or, of whatever clause, something new.

    It is the same as well where a finding of the clause at an earlier place tells of this one too.
    """
    key, at_place = _key(finding), [one for one in others if one.location == finding.location]
    same = [one.severity for one in others if _key(one) == key or tells_of(one, finding)]
    new = [one.severity for one in at_place if _key(one) not in here]
    return Instead(max(same or new, default=None), same != [])


def tells_of(one: Finding, other: Finding) -> bool:
    """Is the one finding on several acts under a clause, and the other on one of them?"""
    return (one.check, one.clause) == (other.check, other.clause) and other.location in one.evidence
