"""One line a finding, as compilers and linters print them: where, how grave, which clause, who did what."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.findings import Finding
from auditor.pipeline import Unread
from auditor.report.view import View, named, said
from auditor.wording import plural, shown


def render(view: View) -> Iterator[str]:
    """The findings in their order, what was not read, and a last line with their numbers."""
    for finding in view.findings:
        yield found(view, finding)
    for one in view.result.unread:
        yield unread(one)
    yield summary(view)


def start() -> str:
    """What stands before the findings: nothing."""
    return ""


def found(view: View, finding: Finding) -> str:
    """The line of a finding."""
    where = f"{shown(finding.place.path)}:{finding.place.line}:{finding.place.column}"
    hand = f" hand {shown(finding.hand, 30)}" if finding.hand else ""
    return (
        f"{where}: {finding.severity.word} {finding.rules} {finding.named}{hand}: {_who(finding)}{said(finding)}"
        f"{view.standing(finding)} ref:{finding.ref}\n"
    )


def unread(one: Unread) -> str:
    """The line of something that could not be read."""
    hand = f" hand {shown(one.hand, 30)}" if one.hand else ""
    return f"{shown(one.path)}:{one.line}:{one.column}: unread{hand}: {shown(one.reason)}\n"


def summary(view: View) -> str:
    """The last line."""
    n, places = len(view.findings), len(view.result.unread)
    not_read = f", {places:,} {plural(places, 'place')} not read" if places else ""
    interrupted = ", interrupted before the end" if view.result.interrupted else ""
    return f"{view.result.hands_judged:,} hands judged, {n:,} {plural(n, 'finding')}{not_read}{interrupted}\n"


def _who(finding: Finding) -> str:
    return "" if finding.actor.role == "record" else f"{named(finding.actor)}: "
