"""What a desk has open: logs, how they are audited, and what the last audit of them found."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from auditor.auditing.audit_run import Given
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.desk.deciding import DecisionPlaces, DeskDecisions
from auditor.desk.file_stamps import Stamps, stamps_of
from auditor.desk.findings_index import TOGETHER, FindingsIndex, NightTable
from auditor.logs.files.discovery import find, open_all
from auditor.report.html_summary import Lead, leads, left_to_record, payments_due, span_of, subtitle_of
from auditor.report.pages.evidence import WantedFact, lacked
from auditor.report.totals import Totals, totals
from auditor.report.view import View, by_book, coverage
from auditor.review.baseline import Known
from auditor.vocabulary.records import record_class, replace, value_class
from auditor.vocabulary.wording import plural

GONE = 10  # findings of an earlier report that are listed

See = Callable[[Result], View]  # which makes of a result what is reported, with decisions as they stand


@value_class
class OpenLine:
    """What is open, in a line that stands on every page: how much, whether all of it was read, by which readings."""

    words: tuple[str, ...]
    unread: int = 0  # places; if there are any, they are told first
    unjudged: str = ""  # clauses without evidence, if there are any


@record_class
class AuditProgress:
    """How far an audit has come."""

    hands: int = 0
    logs: int = 0
    findings: int = 0
    fault: str = ""  # why it ended before its time


@value_class
class AuditShown:
    """What an audit found that came to its end, as pages show it."""

    view: View
    index: FindingsIndex
    totals: Totals
    cells: tuple[NightTable, ...]  # what was found by night and table
    lacked: tuple[WantedFact, ...]  # what logs lacked, with the lines to write
    open_line: OpenLine
    subtitle: str
    leads: tuple[Lead, ...]
    payments: tuple[str, ...]  # that are to be corrected, in words
    to_record: tuple[str, ...]  # what is to be mended or recorded in future, in words
    gone: tuple[Known, ...]  # of the earlier report: the first findings that are gone …
    gone_number: int  # … and how many are


def shown_of(view: View, index: FindingsIndex) -> AuditShown:
    """What pages show of an audit that has come to its end."""
    index.end(view)
    added = totals(view)
    lacking = lacked(by_book(view.result, coverage(view.result)))
    gone = view.absent()
    return AuditShown(
        view,
        index,
        added,
        tuple(index.cells()),
        tuple(lacking),
        open_line_of(view),
        subtitle_of(view),
        tuple(leads(view, added)),
        tuple(payments_due(view)),
        tuple(left_to_record(view)),
        tuple(islice(gone, GONE)),
        len(gone),
    )


def open_line_of(view: View) -> OpenLine:
    """What is open, by what was audited."""
    result = view.result
    logs, hands = len(result.inputs), result.hands_judged
    nights = sorted({one.night for one in result.tables if one.night is not None})
    words = [f"{logs:,} {plural(logs, 'log')}, {hands:,} {plural(hands, 'hand')}"]
    words += [span_of(nights)] if nights else []
    words += [] if result.unread or result.interrupted else ["All of it was read"]
    gaps = view.gaps()
    unjudged = gaps.pop(0) if view.unrecorded() else ""
    return OpenLine((*words, *gaps), len(result.unread), unjudged)


class Desk:
    """Logs that are open, audited in the background. Pages show the last audit that came to its end."""

    def __init__(self, paths: Sequence[str], options: Options, see: See, places: DecisionPlaces | None = None) -> None:
        self.paths = tuple(paths)
        self.options = options
        self.see = see
        self.progress = AuditProgress()
        self.found: AuditShown | None = None  # of the last audit that came to its end
        self.decisions = None if places is None else DeskDecisions(places)
        self.version = 0  # goes up with each of them
        self.audited: Stamps = {}  # the files as they were when that began
        self._lock = threading.Lock()
        self._deciding = threading.Lock()

    @property
    def view(self) -> View | None:
        """What the last audit found that came to its end."""
        return None if self.found is None else self.found.view

    def begin(self, then: Callable[[], None] = lambda: None) -> threading.Thread:
        """Audit the logs in the background, `then` do what nobody waits for yet."""

        def work() -> None:
            self.audit()
            then()

        thread = threading.Thread(target=work, name="audit", daemon=True)
        thread.start()
        return thread

    def audit(self) -> None:
        """Audit the logs, one audit at a time."""
        with self._lock:
            self.progress = progress = AuditProgress()
            index, stamps = FindingsIndex(), stamps_of(self.paths)
            try:
                logs = _counted(open_all(find(list(self.paths))), progress)
                view = self.see(audit(logs, self.options, hear=_listener(progress, index, self.options)))
                shown = shown_of(view, index)
            except Exception as error:  # a page tells it; the desk goes on
                progress.fault = str(error)
                return
            with self._deciding:
                self.found = shown
            self.audited = stamps
            self.version += 1

    def looked_at(self) -> AuditShown | None:
        """What the last audit found that came to its end, with the decisions as they stand now."""
        self.look_at_decisions()
        return self.found

    def look_at_decisions(self, again: bool = False) -> None:
        """See what was decided meanwhile, here, at another desk or at the command line."""
        with self._deciding:
            found = self.found
            if found is None or self.decisions is None:
                return
            if (ledger := self.decisions.changed(found.index, again)) is not None:
                files = replace(found.view.files, ledgers=tuple(self.decisions.withheld))
                found.index.decide(ledger)
                self.found = replace(found, view=replace(found.view, ledger=ledger, files=files))

    def open_line(self) -> OpenLine:
        """What is open, for the line below the bar."""
        if self.found is None:
            return OpenLine((f"{self.progress.hands:,} hands judged so far",))
        return self.found.open_line


def _counted(logs: Iterator[Given], progress: AuditProgress) -> Iterator[Given]:
    for one in logs:
        yield one
        progress.logs += 1


def _listener(progress: AuditProgress, index: FindingsIndex, options: Options) -> Callable[[Result], None]:
    """A listener that counts the hands of an audit, and puts what is found into the index as it goes on."""
    whole: list[Result] = []  # which all parts go into, where one process judges

    def hear(result: Result) -> None:
        if options.jobs > 1 or not result.hands_judged:
            return
        whole[:] = whole or [result]
        progress.hands, progress.findings = result.hands_judged, len(result.findings)
        if result is whole[0] and len(result.findings) - index.number >= TOGETHER:
            index.take(result)

    return hear
