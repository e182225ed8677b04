"""The lines of the log around a fault: the acts that led there, the fault itself, and what came next.

They go with the finding, so that a report can show them whatever has become of the log since. A format without lines
of its own is worded as a table log. A comment is no part of the record and is left out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice

from auditor.logs.formats import TABLE_LOG, format_named
from auditor.logs.reader import RawHand
from auditor.vocabulary.events import Event
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.records import replace

BEFORE, WINDOW = 3, 5  # lines before a fault, and lines in all around it
CITED = 8  # lines that the fault rests on and that stand elsewhere, and acts that led there
LONGEST = 200  # characters of a line


class ShownLines:
    """The lines that excerpts are taken from, by their numbers; those with words on them are put in order once."""

    __slots__ = ("by_number", "written")

    def __init__(self, by_number: Mapping[int, str]) -> None:
        """Of these lines."""
        self.by_number = by_number
        self.written = [number for number in sorted(by_number) if by_number[number].strip()]

    def around(self, number: int) -> list[int]:
        """The line and those next to it, as far as there are words on them; the first ones if there are none on it."""
        place = bisect_left(self.written, number)
        at = place if self.written[place : place + 1] == [number] else 0
        start = max(at - BEFORE, 0)
        return self.written[start : start + WINDOW]


def with_excerpts(findings: Sequence[Finding], raw: RawHand, events: Iterable[Event]) -> list[Finding]:
    """The findings, each with the lines around it. `events` are those of the hand, or what was noted before it."""
    lines = lines_around(raw, events)
    return [replace(finding, excerpt=excerpt_of(finding, lines)) for finding in findings]


def lines_around(raw: RawHand, events: Iterable[Event]) -> ShownLines:
    """The lines of a hand by their numbers, and those of events that stand elsewhere."""
    own = written_lines(raw)
    said: dict[int, list[str]] = {}
    for event in events:
        if event.line not in own:
            said.setdefault(event.line, []).append(_worded(event))
    return ShownLines(own | {number: "; ".join(words) for number, words in said.items()})


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


def excerpt_of(finding: Finding, lines: ShownLines) -> tuple[tuple[int, str], ...]:
    """The lines to show with a finding, each with its number. None if its own line is not among them."""
    at, texts = finding.location.line, lines.by_number
    if at not in texts:
        return ()
    led = [one.line for one in finding.led[-CITED - 1 : -1]]
    cited = [one.line for one in islice(chain(finding.evidence, finding.also), CITED)]
    shown = sorted({at, *lines.around(at), *[line for line in (*cited, *led) if line in texts]})
    return tuple([(number, texts[number].strip()[:LONGEST]) for number in shown])
