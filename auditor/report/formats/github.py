"""Annotations of a GitHub Actions run: commands on standard output, which the runner takes out of the log.

A run shows only so many annotations of a kind. The findings beyond them are printed as plain lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from auditor.report.formats.concise import last_line
from auditor.report.view import View, fault_text, named, occasion
from auditor.vocabulary.findings import Finding, Severity
from auditor.vocabulary.wording import escaped, plural

COMMANDS = {Severity.BREACH: "error", Severity.IRREGULARITY: "warning", Severity.ADVISORY: "notice"}
MOST = 10  # annotations of one kind that a step may have
UNREAD = "error"
Entry = tuple[str, str, int, int, str, str]  # command, path, line, column, title, message


def render(view: View) -> Iterator[str]:
    """Give a command for each finding that nobody excused, new and grave ones first, and for what was not read."""
    printed: Counter[str] = Counter()
    left_out = 0
    for command, path, line, column, title, message in _entries(view):
        printed[command] += 1
        if printed[command] <= MOST:
            place = f"file={_property(path)},line={max(line, 1)},col={max(column, 1)}"
            yield f"::{command} {place},title={_property(title)}::{_data(escaped(message))}\n"
        else:
            left_out += 1
            yield f"{escaped(path)}:{line}:{column}: {escaped(title)}: {escaped(message)}\n"
    if left_out:
        lines = f"{left_out:,} more {plural(left_out, 'finding')}"
        yield f"{lines} above as plain lines: a step shows {MOST} annotations of a kind\n"
    yield last_line(view)


def _entries(view: View) -> Iterator[Entry]:
    """What could not be read, the findings that nobody excused, new and grave ones first, customs, and the ledger.

    What files among the logs weaken goes before the findings, so that it is never beyond the most annotations.
    """
    for place in view.result.unread:
        yield UNREAD, place.path, place.line, place.column, "not read", escaped(place.reason)
    for effect in view.file_effects():
        yield "warning", effect.path, 1, 1, f"{effect.kind} {effect.state}", effect.words
    groups = view.one_by_one().grouped(lambda one: (not view.is_new(one), -one.severity))
    for _, findings in sorted(groups.items()):
        yield from (_entry(view, finding) for finding in findings if not view.ledger.excuses(finding))
    for one in view.customs():
        yield "notice", one.path, one.first.location.line, 1, f"custom on {one.first.named}", one.words
    for note in view.ledger_notes():
        yield "warning", note.path, note.line, 1, f"{note.kind} decision", note.text


def _entry(view: View, finding: Finding) -> Entry:
    who = "" if finding.actor.role == "record" else f"{named(finding.actor)}: "
    title = f"{finding.severity.word} of {finding.named}"
    message = f"{who}{fault_text(finding)} ({occasion(finding)}) {finding.citation}{view.standing(finding)}"
    return (
        COMMANDS[finding.severity],
        finding.location.path,
        finding.location.line,
        finding.location.column,
        title,
        message,
    )


def _data(text: str) -> str:
    """The message of a command, with codes for `%` and line ends."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """A property of a command, with codes for colons and commas, which would end it."""
    return _data(escaped(text)).replace(":", "%3A").replace(",", "%2C")
