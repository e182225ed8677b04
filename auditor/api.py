"""The auditor as a library: `from auditor import audit, load_rules, Finding`.

`audit` audits files; `audit_text` and `audit_events` audit a record in memory. Each returns an `Audit`. An `Auditor` is
fed with the events of a game while it is played, and tells what they decide. The names in
`__all__` and their documented attributes are an interface: docs/api.md is their page, and the changelog lists what
changes. No settings file is read: the call gives everything that an audit depends on.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from auditor.auditing.audit_run import Given
from auditor.auditing.customs import checked_files
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit as run
from auditor.auditing.result import Result, Unread
from auditor.logs.events_json.reader import event_line
from auditor.logs.files.decoding import RefusedFile, Source, open_stream
from auditor.logs.files.discovery import MOST, find
from auditor.logs.formats import format_named
from auditor.report import formats
from auditor.report.view import Row, Selection, View, coverage, view
from auditor.rules.loading.loader import check_readings, rules_in_force
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.errors import AuditorError, RulebookError, Unreadable, UsageError
from auditor.vocabulary.events import Event
from auditor.vocabulary.findings import Finding, Severity, Verdict, cited
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped, joined
from auditor.watching.event_feed import EVENTS, EventFeed, News

__all__ = [
    "Audit",
    "Auditor",
    "AuditorError",
    "Finding",
    "News",
    "Rulebook",
    "RulebookError",
    "Severity",
    "Unread",
    "UsageError",
    "Verdict",
    "audit",
    "audit_events",
    "audit_text",
    "load_rules",
]

IN_MEMORY = "log"  # the name of a record without a file in findings, unless it is given one

Name = str | os.PathLike[str]
GivenEvent = Event | Mapping[str, Any]  # an event, or a mapping such as {"event": "fold", "player": "Ann"}


@value_class
class Audit:
    """What an audit found, and how far it could see. That it found nothing means little unless it is `complete`."""

    view: View  # what reports are made from; no part of the interface

    def __repr__(self) -> str:
        """The numbers only: findings may be many."""
        unread = len(self.view.result.unread)
        numbers = f"{self.hands} hands, {len(self.view.findings)} findings, {unread} places unread"
        return f"<{type(self).__name__}: {numbers}>"

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings, in the order of the logs and of their lines, with the advisories, which accuse nobody."""
        return tuple(self.view.findings)

    @property
    def unread(self) -> tuple[Unread, ...]:
        """What could not be read, with its place and the reason."""
        return tuple(self.view.result.unread)

    @property
    def complete(self) -> bool:
        """Was everything read?"""
        return self.view.complete

    @property
    def hands(self) -> int:
        """How many hands were read and judged."""
        return self.view.result.hands_judged

    @property
    def unrecorded(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """The evidence that the record lacks for clauses that came up, by rulebook and clause."""
        return {(row.rules, row.clause): tuple([what for what, _ in row.missing]) for row in self.view.unrecorded()}

    def verdict(self, clause: str) -> Verdict:
        """The verdict on a clause, or on a limb of it such as `10.2[size]`: the worst of all hands.

        A clause that no rulebook of the audit has, or that no check decides, has no verdict and raises `UsageError`.
        """
        rows = [row for row in coverage(self.view.result) if clause in (row.clause, row.named, cited(row.clause))]
        if not rows:
            books = joined([book.id for book in self.view.rulebooks]) or "nothing, since no hand was judged"
            raise UsageError(f"no clause '{escaped(clause, 60)}' in {books}")
        if not any(row.automated for row in rows):
            raise UsageError(f"clause {clause} is not decided by any check")
        return max(map(_worst, rows))

    def report(self, form: str = formats.TEXT, full: bool = False) -> str:
        """The report in one of the forms of `auditor audit --format`.

        The text has the first findings on each clause where there are many, and with `full` all of them.
        """
        if formats.known(form) == formats.TEXT:
            from auditor.report.formats.text import render as text_report
            from auditor.report.layout import PLAIN_WIDTH, plain

            return plain(text_report(self.view, PLAIN_WIDTH, full=full))
        return "".join(formats.render(form, self.view))

    def report_bytes(self, form: str) -> bytes:
        """The report as the bytes of a file, which is the only way to have one that is no text, such as `xlsx`."""
        if formats.known(form) == formats.TEXT:
            return self.report(form).encode("utf-8", "backslashreplace")
        return b"".join(formats.render_bytes(form, self.view))


def _worst(row: Row) -> Verdict:
    counts = {Verdict.FAIL: row.failed, Verdict.NOT_RECORDED: row.not_recorded, Verdict.PASS: row.passed}
    return max((verdict for verdict, count in counts.items() if count), default=Verdict.NOT_APPLICABLE)


def audit(
    *paths: Name,
    rules: Name | None = None,
    as_of: date | None = None,
    interpretations: Mapping[str, str] | None = None,
    log_format: str | None = None,
    jobs: int = 1,
    customs: Sequence[Name] = (),
    most_bytes: int = MOST,
    since: date | None = None,
    until: date | None = None,
) -> Audit:
    """Audit logs: files, folders, patterns, archives, named as on the command line.

    `rules` is the id of a rulebook or the path of a `.toml` file, instead of the rulebook that a log names;
    `as_of` the day by whose rules to judge, instead of each hand's own; `interpretations` the readings of unclear
    texts; `log_format` a name that `auditor formats` lists; `jobs` the number of processes; `customs` the paths of
    house files that state customs of rooms; `most_bytes` how much is read of a pipe or a device at most; `since` and
    `until` the first and the last night to judge. A hand without a date may be of any night, and is judged.
    """
    if not paths:
        raise UsageError("no log named, expected at least one path")
    found = find([os.fspath(path) for path in paths])
    options = options_for(rules, as_of, interpretations, log_format, jobs, customs, since, until)
    return _audited(found, options, most_bytes)


def audit_text(
    text: str,
    *,
    name: str = IN_MEMORY,
    rules: Name | None = None,
    as_of: date | None = None,
    interpretations: Mapping[str, str] | None = None,
    log_format: str | None = None,
    customs: Sequence[Name] = (),
    since: date | None = None,
    until: date | None = None,
) -> Audit:
    """Audit the text of a log, in any format that can be read. `name` stands for its path in findings."""
    options = options_for(rules, as_of, interpretations, log_format, 1, customs, since, until)
    opened: Source | RefusedFile
    try:
        opened = open_stream(io.BytesIO(text.encode("utf-8", "surrogatepass")), name)
    except Unreadable as error:
        opened = RefusedFile(name, error.reason)
    return _audited([opened], options)


def audit_events(
    events: Iterable[GivenEvent],
    *,
    name: str = IN_MEMORY,
    rules: Name | None = None,
    as_of: date | None = None,
    interpretations: Mapping[str, str] | None = None,
) -> Audit:
    """Audit events as `auditor parse` prints them, each a mapping such as `{"event": "fold", "player": "Ann"}`.

    `auditor schema events` prints their schema. An event that gives no line gets its place in the list, from 1 on.
    """
    lines = "".join(f"{_event_line(number, event)}\n" for number, event in enumerate(events, 1))
    return audit_text(lines, name=name, rules=rules, as_of=as_of, interpretations=interpretations, log_format=EVENTS)


def _event_line(number: int, event: GivenEvent) -> str:
    if isinstance(event, Event):
        return event_line(event)
    try:
        return json.dumps({"line": number, "column": 1, **event}, default=_written)
    except (TypeError, ValueError) as error:
        raise UsageError(f"event {number} is none that JSON can hold: {escaped(str(error), 200)}") from None


def _written(value: object) -> str:
    """A day as events have it."""
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"found a {type(value).__name__}")


class Auditor:
    """An audit of a game while it is played: it is fed with events, and each call says what became known.

    The events are those of `audit_events`, and so are the findings. Beyond that, an act that breaks a rule by what has
    been noted so far is told at once, as `provisional`. When the hand is over its findings are final, and what was told
    too early is `withdrawn`. One auditor follows the tables of one log; a program with several has one for each.
    """

    def __init__(
        self,
        rules: Name | None = None,
        *,
        name: str = IN_MEMORY,
        as_of: date | None = None,
        interpretations: Mapping[str, str] | None = None,
        customs: Sequence[Name] = (),
        provisional: bool = True,
    ) -> None:
        """Begin with nothing. The arguments are those of `audit_events`; without `provisional` only hands that are over
        are judged."""
        self._options = options_for(rules, as_of, interpretations, EVENTS, customs=customs)
        self._feed = EventFeed(name, self._options, provisional)
        self._closed = False

    def feed(self, event: GivenEvent) -> News:
        """Take in the next event. It needs no `line`: without one it is known by its number, from 1 on."""
        self._check_open()
        return self._feed.take(_event_line(self._feed.number + 1, event))

    def end_hand(self) -> News:
        """End the hand under way, as the event `end` does, and give what was found in it."""
        return self.feed({"event": "end"})

    def close(self) -> News:
        """Judge what is left, such as the ends of tables. Nothing can be fed after it; closing again tells nothing."""
        if self._closed:
            return News()
        self._closed = True
        return self._feed.end()

    @property
    def audit(self) -> Audit:
        """All that was found so far, with verdicts and reports, as `audit_events` gives it."""
        whole = Result()
        whole.add(self._feed.result.with_itself())
        return Audit(view(whole, Selection(), self._options))

    async def follow(self, events: AsyncIterable[GivenEvent]) -> AsyncIterator[News]:
        """Feed events as they come, close at the end, and give what becomes known, whenever something does."""
        async for event in events:
            if news := self.feed(event):
                yield news
        if news := self.close():
            yield news

    def __enter__(self) -> Auditor:
        """For `with`, which closes it in the end."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def _check_open(self) -> None:
        if self._closed:
            raise UsageError("this auditor is closed, and takes no more events")


def load_rules(rules: Name, on: date | None = None, interpretations: Mapping[str, str] | None = None) -> Rulebook:
    """A rulebook, by its id or the path of a `.toml` file, as it stood on a day; the latest version if none is given.

    Before its first day in force its first version is returned, with `applies` False.
    """
    return rules_in_force(os.fspath(rules), on or date.max, interpretations)


def options_for(
    rules: Name | None = None,
    as_of: date | None = None,
    interpretations: Mapping[str, str] | None = None,
    log_format: str | None = None,
    jobs: int = 1,
    customs: Sequence[Name] = (),
    since: date | None = None,
    until: date | None = None,
) -> Options:
    """Check the options: a misspelt one must not end in an audit that somebody believes to be another."""
    named = None if rules is None else os.fspath(rules)
    if jobs < 1:
        raise UsageError(f"jobs={jobs}, expected at least 1")
    if log_format is not None:
        format_named(log_format)
    chosen = dict(interpretations or {})
    check_readings(chosen, named)
    files = checked_files([os.fspath(one) for one in customs], named)
    if since is not None and until is not None and until < since:
        raise UsageError(f"until={until} is before since={since}: no night is left")
    return Options(named, as_of, tuple(sorted(chosen.items())), jobs, log_format, files, since, until)


def _audited(logs: Iterable[Given], options: Options, most: int = MOST) -> Audit:
    return Audit(view(run(logs, options, by_log=True, most=most), Selection(), options))
