"""One line a finding, as compilers and linters print them: where, how grave, which clause, who did what."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.auditing.result import Unread
from auditor.report.customs import CustomSeen
from auditor.report.view import View, fault_text, moment, named
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.wording import escaped, plural


def render(view: View) -> Iterator[str]:
    """The findings in their order, what was not read, and a summary with the customs of rooms."""
    for finding in view.one_by_one():
        yield found(view, finding)
    for one in view.result.unread:
        yield unread(one)
    yield from summary(view)


def start() -> str:
    """What stands before the findings: nothing."""
    return ""


def found(view: View, finding: Finding) -> str:
    """The line of a finding."""
    where = f"{escaped(finding.location.path)}:{finding.location.line}:{finding.location.column}"
    night = f" {finding.night}" if finding.night else ""
    hand = (f" hand {escaped(finding.hand, 30)}" if finding.hand else "") + moment(finding)
    return (
        f"{where}: {finding.severity.word} {finding.rules} {finding.named}{night}{hand}: "
        f"{_who(finding)}{fault_text(finding)}"
        f"{view.standing(finding)} ref:{finding.ref}\n"
    )


def custom(one: CustomSeen) -> str:
    """The line of a custom of a room in one log."""
    place = one.first.location
    where = f"{escaped(place.path)}:{place.line}:{place.column}"
    return f"{where}: custom {one.first.rules} {one.first.named}: {one.heading}; {one.where}\n"


def unread(one: Unread) -> str:
    """The line of something that could not be read."""
    hand = f" hand {escaped(one.hand, 30)}" if one.hand else ""
    return f"{escaped(one.path)}:{one.line}:{one.column}: unread{hand}: {escaped(one.reason)}\n"


def summary(view: View) -> Iterator[str]:
    """The customs of rooms, the entries of the ledger that do not count, what files weaken, and the last line."""
    yield from map(custom, view.customs())
    for note in view.ledger_notes():
        yield f"{escaped(note.path)}:{note.line}:1: {note.kind} decision: {escaped(note.text)}\n"
    for effect in view.file_effects():
        yield f"{escaped(effect.path)}:1:1: {effect.kind} {effect.words}\n"
    yield last_line(view)


def last_line(view: View) -> str:
    """How much was judged and found, and what was not."""
    n, hands, absent = len(view.one_by_one()), view.result.hands_judged, len(view.absent())
    numbers = [f"{hands:,} {plural(hands, 'hand')} judged", f"{n:,} {plural(n, 'finding')}"]
    numbers += [resting] if (resting := view.resting()) else []
    customs = sum(one.count for one in view.customs())
    numbers += [f"{customs:,} more under customs of the room"] if customs else []
    numbers += [f"{absent:,} of the baseline absent"] if absent else []
    numbers += ["the baseline is matched by old names"] if view.baseline is not None and view.baseline.old else []
    return f"{', '.join([*numbers, *view.gaps()])}\n"


def _who(finding: Finding) -> str:
    return "" if finding.actor.role == "record" else f"{named(finding.actor)}: "
