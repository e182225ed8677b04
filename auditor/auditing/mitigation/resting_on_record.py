"""Findings that rest on what the record leaves open, and the verdicts on their clauses.

Every pass that finds the record wanting puts a finding in doubt here, and says which evidence is lacking. Once all
passes are done, a clause of which nothing else was found is not recorded: it would be wrong to call it failed.
"""

from __future__ import annotations

from auditor.auditing.engine.collector import Judged
from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.vocabulary.findings import Finding, Location, Severity
from auditor.vocabulary.records import replace

CONTRADICTION = "which of the lines that contradict each other is right"
UNREAD_LINE = "what the line says that could not be read"
DOUBTFUL_HAND = "a record of the hand, and of the one before it, that is in no doubt"
DOUBTS = (CONTRADICTION, UNREAD_LINE, DOUBTFUL_HAND)


def in_doubt(finding: Finding, doubt: str, lacks: tuple[str, ...], evidence: tuple[Location, ...] = ()) -> Finding:
    """The finding as one that accuses nobody, with what the record leaves open. The first doubt of a finding stays."""
    if finding.doubt is not None and finding.lacks:
        return finding
    places = (*finding.evidence, *evidence)
    return replace(finding, severity=Severity.ADVISORY, evidence=places, doubt=doubt, lacks=lacks)


def leave_open(judged: Judged, bound: BoundRulebook) -> None:
    """Call a clause not recorded, instead of failed, if all that is found of it rests on doubts of the record.

    What was called so before stays, and is not counted again.
    """
    doubted = [one for one in judged.findings if one.lacks]
    if not doubted:
        return
    sure = {clause for one in judged.findings if not one.lacks for clause in (one.clause, *one.read_with)}
    passed, lacking, failed = judged.verdicts
    before = failed
    for one in doubted:
        for clause in (one.clause, *one.read_with):
            bit = 1 << bound.clauses.index(clause) if clause in bound.clauses else 0
            if clause not in sure and before & bit:
                lacking, failed = lacking | bit, failed & ~bit
                judged.missing += [(clause, what) for what in one.lacks]
    judged.verdicts = passed, lacking, failed
