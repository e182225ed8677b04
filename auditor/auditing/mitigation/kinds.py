"""What kind of fault a finding tells of, as far as several passes ask."""

from __future__ import annotations

from auditor.auditing.engine.registry import CHECKS
from auditor.replay.settlement.compute import Settled
from auditor.vocabulary.findings import RECORD, Finding, Severity


def contradicts(finding: Finding) -> bool:
    """Does a finding say that the record contradicts itself, so that something in it was lost or written wrong?"""
    return finding.actor == RECORD


GAPS = ("record/unknown-", "record/missing-", "record/set-up", "record/condition", "record/stated-blinds")

UNKNOWN_WORDS = ("record/unknown-setting", "record/unknown-word", "record/unknown-item")


def contradicts_itself(finding: Finding) -> bool:
    """Does a finding say of a table log that two of its lines cannot both be right?

    One that says that a line is missing, or that a word or a wager is strange, does not: a terse log has such gaps.
    """
    return contradicts(finding) and not finding.check.startswith(GAPS)


def unknown_to_rules(finding: Finding) -> bool:
    """Does a finding say that a table declares, lists or promises something by a word that no rule knows?"""
    return finding.check in UNKNOWN_WORDS


def lacks_act(finding: Finding) -> bool:
    """Does a finding say that an act is not on record? It may have cost chips that the next hand is short of."""
    return finding.check == "record/missing-act"


def on_payments(finding: Finding) -> bool:
    """Does a finding say that payments were wrong?"""
    graver = finding.severity > Severity.ADVISORY
    return graver and finding.money is not None and Settled in CHECKS[finding.check].watches
