"""One line a finding, as compilers and linters print them: where, how grave, which clause, who did what."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.findings import Finding
from auditor.report.view import View, named, said
from auditor.wording import plural, shown


def render(view: View) -> Iterator[str]:
    """The findings in their order, what was not read, and a last line with their numbers."""
    for finding in view.findings:
        yield f"{_line(view, finding)}\n"
    for one in view.result.unread:
        hand = f" hand {shown(one.hand, 30)}" if one.hand else ""
        yield f"{shown(one.path)}:{one.line}:{one.column}: unread{hand}: {shown(one.reason)}\n"
    n, unread = len(view.findings), len(view.result.unread)
    places = f", {unread:,} {plural(unread, 'place')} not read" if unread else ""
    interrupted = ", interrupted before the end" if view.result.interrupted else ""
    yield f"{view.result.hands_judged:,} hands judged, {n:,} {plural(n, 'finding')}{places}{interrupted}\n"


def _line(view: View, finding: Finding) -> str:
    where = f"{shown(finding.place.path)}:{finding.place.line}:{finding.place.column}"
    hand = f" hand {shown(finding.hand, 30)}" if finding.hand else ""
    return (
        f"{where}: {finding.severity.word} {finding.rules} {finding.named}{hand}: {_who(finding)}{said(finding)}"
        f"{view.standing(finding)} ref:{finding.ref}"
    )


def _who(finding: Finding) -> str:
    return "" if finding.actor.role == "record" else f"{named(finding.actor)}: "
