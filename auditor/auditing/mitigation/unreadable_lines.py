"""Findings of a hand with lines that nobody understood, or under a set-up of which a line could not be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.auditing.engine.registry import RECORD
from auditor.auditing.mitigation.resting_on_record import UNREAD_LINE, in_doubt
from auditor.logs.remarks import NOT_UNDERSTOOD, UNKNOWN_ACT
from auditor.vocabulary.findings import RECORD as NOBODY
from auditor.vocabulary.findings import Finding, Location, Severity
from auditor.vocabulary.records import replace
from auditor.vocabulary.wording import joined

if TYPE_CHECKING:
    from auditor.auditing.mitigation.context import Context


def for_unread_lines(findings: list[Finding], context: Context) -> list[Finding]:
    """Accuse nobody where such a line may be what is missing.

    It may, if its reader says that it may tell of an act, or if the record does not add up without it.
    """
    findings = for_unread_setup(findings, context.hand.setup.unread, context.path)
    lines = [remark for remark in context.remarks if remark.kind in NOT_UNDERSTOOD]
    if not lines:
        return findings
    acts = any(remark.kind == UNKNOWN_ACT for remark in lines)
    if not (acts or any(finding.clause.startswith(RECORD) for finding in findings)):
        return findings
    unknown = tuple([Location(context.path, remark.line, 1) for remark in lines])
    doubt = f"{_lines(unknown)} not understood, and may say otherwise"
    return [
        _milder(one, unknown) if one.actor == NOBODY else in_doubt(one, doubt, (UNREAD_LINE,), unknown)
        for one in findings
    ]


def _milder(finding: Finding, lines: tuple[Location, ...]) -> Finding:
    """A defect of the record stays one, and may be that of these lines."""
    return replace(finding, severity=Severity.ADVISORY, evidence=(*finding.evidence, *lines))


def _lines(places: tuple[Location, ...]) -> str:
    """`line 3 was`, `lines 3 and 5 were`."""
    words = joined([str(place.line) for place in places])
    return f"lines {words} were" if len(places) > 1 else f"line {words} was"


def for_unread_setup(findings: list[Finding], unread: tuple[int, ...], path: str) -> list[Finding]:
    """Accuse nobody where a line that was to hold for the table was lost: it may declare what the finding rests on.

    It could not be read, or says something that the rulebook does not know.
    """
    if not unread or not findings:
        return findings
    lines = tuple([Location(path, line, 1) for line in unread])
    doubt = f"{_lines(lines)} not understood, and may say otherwise"
    return [one if one.clause.startswith(RECORD) else _in_doubt_by(lines, one, doubt) for one in findings]


def _in_doubt_by(lines: tuple[Location, ...], finding: Finding, doubt: str) -> Finding:
    """The finding in doubt, with these lines as evidence also where another doubt came first."""
    found = in_doubt(finding, doubt, (UNREAD_LINE,))
    return replace(found, evidence=tuple(dict.fromkeys([*found.evidence, *lines])))
