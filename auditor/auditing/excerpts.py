"""The lines of the log around a fault: the acts that led there, the fault itself, and what came next.

They go with the finding, so that a report can show them whatever has become of the log since. A format without lines
of its own is worded as a table log. A comment is no part of the record and is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from auditor.logs.formats import TABLE_LOG, format_named
from auditor.logs.reader import RawHand
from auditor.vocabulary.events import Event
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.records import replace

BEFORE, WINDOW = 3, 5  # lines before a fault, and lines in all around it
CITED = 8  # lines that the fault rests on and that stand elsewhere, and acts that led there
LONGEST = 200  # characters of a line

Lines = Mapping[int, str]


def with_excerpts(findings: Sequence[Finding], raw: RawHand, events: Iterable[Event]) -> list[Finding]:
    """The findings, each with the lines around it. `events` are those of the hand, or what was noted before it."""
    lines = lines_around(raw, events)
    return [replace(finding, excerpt=excerpt_of(finding, lines)) for finding in findings]


def lines_around(raw: RawHand, events: Iterable[Event]) -> Lines:
    """The lines of a hand by their numbers, and those of events that stand elsewhere."""
    own = written_lines(raw)
    said: dict[int, list[str]] = {}
    for event in events:
        if event.line not in own:
            said.setdefault(event.line, []).append(_worded(event))
    return own | {number: "; ".join(words) for number, words in said.items()}


def written_lines(raw: RawHand) -> dict[int, str]:
    """The lines of a hand as they are written, without comments, by their numbers; none if the format has no lines."""
    how = format_named(raw.format)
    if not how.line_by_line:
        return {}
    lines = raw.block.text.split("\n")
    if how.name == TABLE_LOG.name:
        from auditor.logs.table_log.line_parts import line_parts

        lines = [line_parts(text)[1] for text in lines]
    return dict(enumerate(lines, raw.block.report_line))


def _worded(event: Event) -> str:
    from auditor.logs.table_log.write_events import as_statement

    return as_statement(event)


def excerpt_of(finding: Finding, lines: Lines) -> tuple[tuple[int, str], ...]:
    """The lines to show with a finding, each with its number. None if its own line is not among them."""
    at = finding.location.line
    if at not in lines:
        return ()
    written = [number for number in sorted(lines) if lines[number].strip()]
    place = written.index(at) if at in written else 0
    start = max(place - BEFORE, 0)
    led = [one.line for one in finding.led[-CITED - 1 : -1]]
    rests_on = [
        line for line in (*[one.line for one in (*finding.evidence, *finding.also)][:CITED], *led) if line in lines
    ]
    shown = sorted({at, *written[start : start + WINDOW], *rests_on})
    return tuple([(number, lines[number].strip()[:LONGEST]) for number in shown])
