"""Annotations of a GitHub Actions run: commands on standard output, which the runner takes out of the log.

A run shows only so many annotations of a kind. The findings beyond them are printed as plain lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from auditor.report.formats.concise import last_line
from auditor.report.view import View, fault_text, named
from auditor.vocabulary.findings import Finding, Severity
from auditor.vocabulary.wording import escaped, plural

COMMANDS = {Severity.BREACH: "error", Severity.IRREGULARITY: "warning", Severity.ADVISORY: "notice"}
MOST = 10  # annotations of one kind that a step may have
UNREAD = "error"


def render(view: View) -> Iterator[str]:
    """Give a command for each finding that nobody excused, new and grave ones first, and for what was not read.

    What files among the logs weaken goes before the findings, so that it is never beyond the most annotations.
    """
    order = sorted(view.one_by_one(), key=lambda one: (not view.is_new(one), -one.severity))
    entries = [(UNREAD, one.path, one.line, one.column, "not read", escaped(one.reason)) for one in view.result.unread]
    entries += [("warning", one.path, 1, 1, f"{one.kind} {one.state}", one.words) for one in view.file_effects()]
    entries += [_entry(view, finding) for finding in order if not view.ledger.excuses(finding)]
    entries += [
        ("notice", one.path, one.first.location.line, 1, f"custom on {one.first.named}", one.words)
        for one in view.customs()
    ]
    entries += [("warning", one.path, one.line, 1, f"{one.kind} decision", one.text) for one in view.ledger_notes()]
    printed: Counter[str] = Counter()
    left_out = 0
    for command, path, line, column, title, message in entries:
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


def _entry(view: View, finding: Finding) -> tuple[str, str, int, int, str, str]:
    who = "" if finding.actor.role == "record" else f"{named(finding.actor)}: "
    hand = f", hand {escaped(finding.hand, 30)}" if finding.hand else ""
    title = f"{finding.severity.word} of {finding.named}"
    message = (
        f"{who}{fault_text(finding)} ({escaped(finding.table, 40)}{hand}) {finding.citation}{view.standing(finding)}"
    )
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
