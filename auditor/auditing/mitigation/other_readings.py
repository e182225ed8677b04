"""What other readings of an unclear text make of the findings of a hand: it is replayed and judged under each."""

from __future__ import annotations

from auditor.auditing.engine.readings import weighed
from auditor.auditing.mitigation.context import Context
from auditor.vocabulary.findings import Finding


def for_other_readings(findings: list[Finding], context: Context) -> list[Finding]:
    """Make each finding as grave as it is in view of what the hand has if judged under other choices."""
    others = context.other_readings()
    return findings if others is None else weighed(findings, others, context.judge_again)
