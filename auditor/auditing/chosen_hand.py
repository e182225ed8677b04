"""One hand of a log that somebody looks at: found while the log is audited, or read again once that is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import date

from auditor.auditing.audit_run import Given
from auditor.auditing.engine.collector import Judged
from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.every_reading import OtherReading, every_reading
from auditor.auditing.excerpts import written_lines
from auditor.auditing.judging import judge_batch
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result, Unread
from auditor.auditing.side_by_side import format_for
from auditor.auditing.tally import by_clause
from auditor.logs.files.decoding import Source
from auditor.logs.reader import RawHand, read
from auditor.vocabulary.errors import Unreadable, UsageError, applied
from auditor.vocabulary.events import Event
from auditor.vocabulary.findings import Finding, Verdict
from auditor.vocabulary.hand import Aftermath
from auditor.vocabulary.records import record_class, replace, value_class
from auditor.vocabulary.wording import escaped, joined

OFFERED = 12  # tables or hands to name to somebody who asked for one that is not there


@value_class
class HandAsked:
    """Which hand of a log is asked for: by its number, table, night, a line that it has, or by several of these.

    Number and table may be given as pages show them.
    """

    number: str | None = None
    table: str | None = None
    line: int | None = None  # which decides where several hands have that number
    night: date | None = None

    def fits(self, raw: RawHand) -> bool:
        """Is it this hand, as far as number, table and night tell?"""
        number_fits = self.number is None or self.number in (raw.number, escaped(raw.number))
        table_fits = self.table is None or self.table in (raw.setup.table, escaped(raw.setup.table))
        return number_fits and table_fits and self.night in (None, _night_of(raw))

    def choose(self, found: Sequence[RawHand]) -> RawHand | None:
        """The hand that is asked for among those that fit; None if there is none.

        Raises UsageError where several fit.
        """
        if self.line is not None:
            at = [one for one in found if has_line(one, self.line)]
            found = at or (found if self.number is not None else [])
        if len(found) > 1:
            number = escaped(self.number or "", 30)
            raise UsageError(f"{len(found)} hands are numbered {number}: choose by {_what_differs(found)}")
        return found[0] if found else None


def _night_of(raw: RawHand) -> date | None:
    return raw.setup.day or raw.day


def _what_differs(found: Sequence[RawHand]) -> str:
    """What tells hands of one number apart: `--table from 'Manila 1' and 'Manila 3'`, the night, or only the line."""
    tables = list(dict.fromkeys([f"'{escaped(one.setup.table, 40)}'" for one in found]))
    nights = list(dict.fromkeys([night.isoformat() for one in found if (night := _night_of(one)) is not None]))
    if len(tables) > 1:
        return f"--table from {joined(tables[:OFFERED])}"
    if len(nights) > 1:
        return f"--night from {joined(nights[:OFFERED])}"
    lines = list(dict.fromkeys([str(one.line) for one in found]))
    if len(lines) > 1:
        return f"--line from {joined(lines[:OFFERED])}"
    return "naming one log alone"


def has_line(raw: RawHand, line: int) -> bool:
    """Does a line of the log belong to this hand?"""
    return raw.line <= line <= raw.line + raw.block.text.count("\n")


@record_class
class ChosenHand:
    """A hand of a log: where it stands, which rules judge it, and what the audit of the whole log found in it."""

    path: str
    raw: RawHand  # as it is best read
    bound: BoundRulebook
    findings: list[Finding]
    options: Options  # of that audit
    verdicts: Mapping[str, Verdict]  # on the clauses that came up in it, without those that look at hand after hand

    def source_line(self) -> Callable[[Event], str]:
        """A function that gives the log's line for an event, or a table log's statement if there is none."""
        from auditor.logs.table_log.write_events import as_statement

        lines = written_lines(self.raw)
        return lambda event: lines.get(event.line) or as_statement(event)

    def readings(self) -> list[OtherReading]:
        """The hand under every other reading, of the law and of its record."""
        return every_reading(self.raw, self.raw.read(), self.bound, self.options, self.path)


@value_class
class AuditedHand:
    """A hand with the audit of its log. Where the hand could not be read, it is none, and it is told why."""

    chosen: ChosenHand | None
    result: Result
    unread: tuple[Unread, ...] = ()


def audited_hand(logs: Iterable[Given], asked: HandAsked, options: Options) -> AuditedHand:
    """Audit logs, because a hand's findings depend on the hands before it, and give the hand that is asked for.

    Raises UsageError if no such hand is there, or if there are several.
    """
    hands: list[ChosenHand] = []
    others: dict[str, None] = {}
    current = ""

    def named() -> Iterator[Given]:
        nonlocal current
        for log in logs:
            if isinstance(log, Source):
                current = log.name
            yield log

    def observe(item: RawHand | Aftermath, bound: BoundRulebook, judged: tuple[Judged, ...]) -> None:
        if not isinstance(item, RawHand):
            return
        if asked.fits(item):
            found = [finding for one in judged for finding in one.findings]
            hands.append(ChosenHand(current, item, bound, found, options, by_clause(bound, judged[0])))
        elif len(others) <= OFFERED and HandAsked(table=asked.table, night=asked.night).fits(item):
            others[item.number] = None

    result = audit(named(), options, observe)
    raw = asked.choose([one.raw for one in hands])
    if raw is not None:
        return AuditedHand(next(one for one in hands if one.raw is raw), result)
    unread = tuple([one for one in result.unread if one.hand == asked.number or one.hand is None])
    if not unread:
        raise _not_there(asked, others)
    return AuditedHand(None, result, unread)


def _not_there(asked: HandAsked, others: Iterable[str]) -> UsageError:
    offered = list(others)
    known = joined([escaped(other, 30) for other in offered[:OFFERED]]) + (" …" if len(offered) > OFFERED else "")
    words = f"no hand '{escaped(asked.number or '', 30)}' there"
    return UsageError(words + (f"; there are {known}" if offered else ""))


@value_class
class UnreadHand:
    """A hand that cannot be read or judged, what is wrong with it, and what it is if all that is put right."""

    raw: RawHand
    faults: tuple[Unreadable, ...]
    mended: ChosenHand | None  # by the fixes that are known, if they are enough


@value_class
class HandAgain:
    """A hand of a log that was audited before, between its neighbours in the log."""

    found: ChosenHand | UnreadHand
    before: RawHand | None
    after: RawHand | None


def hand_again(
    source: Source, asked: HandAsked, options: Options, findings: Callable[[RawHand], list[Finding]]
) -> HandAgain | None:
    """Give a hand of a log that was audited before, with what that found in it. The hands before it are passed over.

    None if no such hand is there.
    """
    with closing(source.file):
        fitting, beside = _fitting(source, asked, options)
    raw = asked.choose(fitting)
    if raw is None:
        return None
    found = _judged(raw, options, source.name)
    if isinstance(found, ChosenHand):
        found.findings = findings(raw)
    return HandAgain(found, *beside[raw.line])


Beside = tuple[RawHand | None, RawHand | None]  # the hands before and after one


def _fitting(source: Source, asked: HandAsked, options: Options) -> tuple[list[RawHand], dict[int, Beside]]:
    """The hands of a log that fit what is asked for, and the neighbours of each by its line."""
    fitting: list[RawHand] = []
    beside: dict[int, Beside] = {}
    before: RawHand | None = None
    for part in read(source, format_for(source, options), options.debug):
        if not isinstance(part, RawHand):
            continue
        if before is not None and before.line in beside:
            beside[before.line] = beside[before.line][0], part
        if asked.line is not None and part.line > asked.line and (fitting or asked.number is None):
            break  # what is asked for has been passed
        if asked.fits(part):
            fitting.append(part)
            beside[part.line] = before, None
        before = part
    return fitting, beside


def _judged(raw: RawHand, options: Options, path: str, mend: bool = True) -> ChosenHand | UnreadHand:
    """Judge a hand by itself, without the hands before it."""
    ((part, judged, bound),) = judge_batch([raw], options, path)
    if isinstance(judged, Judged) and bound is not None and isinstance(part, RawHand):
        return ChosenHand(path, part, bound, judged.findings, options, by_clause(bound, judged))
    faults = tuple(judged.all()) if isinstance(judged, Unreadable) else ()
    mended = _judged(_mended(raw, faults), options, path, mend=False) if mend and faults else None
    return UnreadHand(raw, faults, mended if isinstance(mended, ChosenHand) else None)


def _mended(raw: RawHand, faults: Iterable[Unreadable]) -> RawHand:
    """The hand with the fixes that are known. Those of lines outside of it cannot be taken."""
    edits = [edit for fault in faults for edit in fault.fix if has_line(raw, edit.line)]
    here = [replace(edit, line=edit.line - raw.line + 1) for edit in edits]
    return replace(raw, block=replace(raw.block, text=applied(raw.block.text, here)))
