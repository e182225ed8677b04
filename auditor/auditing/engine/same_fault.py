"""When two findings tell of the same fault, asked wherever a hand is judged again.

What a fault is does not depend on the words or the check that tell of it, nor on its amount: it is a clause, a person
and an act. Judged again under other rules, the hand has the same acts, and they are compared by their places.
Judged again under another reading of its record, the act may be noted elsewhere or be another one, so that only clause
and person tell: whoever broke a clause in whatever way the record is read did break it. This is the charge.
Wrong payments and commissions are one act each, whichever line tells of them, and a finding on several acts tells of
each of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from auditor.vocabulary.findings import Finding, Severity


def same_fault(one: Finding, other: Finding) -> bool:
    """Does the other finding, of the same record under whatever rules, tell of the fault of the one?"""
    return one.fault == other.fault or tells_of(other, one)


def still_charged(one: Finding, found: Iterable[Finding]) -> bool:
    """Is the person charged with a breach of that clause under another reading of the record, too?

    Something worth a look is no charge, unless the finding itself is no more than that.
    """
    least = min(one.severity, Severity.IRREGULARITY)
    return any((one.charge == other.charge and other.severity >= least) or tells_of(other, one) for other in found)


def tells_of(one: Finding, other: Finding) -> bool:
    """Is the one finding on several acts under a clause, and the other on one of them?"""
    return one.clause == other.clause and other.location in one.also
