"""What a desk has open: logs, how they are audited, and what the last audit of them found."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence

from auditor.auditing.audit_run import Given
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.files.discovery import find, open_all
from auditor.report.view import View
from auditor.vocabulary.records import record_class, value_class
from auditor.vocabulary.wording import plural

See = Callable[[Result], View]  # which makes of a result what is reported, with decisions as they stand


@value_class
class OpenLine:
    """What is open, in a line that stands on every page: how much, whether all of it was read, by which readings."""

    words: tuple[str, ...]
    unread: int = 0  # places; if there are any, they are told first


@record_class
class AuditProgress:
    """How far an audit has come."""

    hands: int = 0
    logs: int = 0
    fault: str = ""  # why it ended before its time


class Desk:
    """Logs that are open, audited in the background. Pages show the last audit that came to its end."""

    def __init__(self, paths: Sequence[str], options: Options, see: See) -> None:
        self.paths = tuple(paths)
        self.options = options
        self.see = see
        self.progress = AuditProgress()
        self.view: View | None = None  # of the last audit that came to its end
        self.gaps: tuple[str, ...] = ()  # what that did not see or decide
        self.version = 0  # goes up with each of them
        self._lock = threading.Lock()

    def begin(self) -> threading.Thread:
        """Audit the logs in the background."""
        thread = threading.Thread(target=self.audit, name="audit", daemon=True)
        thread.start()
        return thread

    def audit(self) -> None:
        """Audit the logs, one audit at a time."""
        with self._lock:
            self.progress = progress = AuditProgress()
            try:
                logs = _counted(open_all(find(list(self.paths))), progress)
                result = audit(logs, self.options, hear=progress_of(progress))
            except Exception as error:  # a page tells it; the desk goes on
                progress.fault = str(error)
                return
            seen = self.see(result)
            self.gaps = tuple(seen.gaps())
            self.view = seen
            self.version += 1

    def open_line(self) -> OpenLine:
        """What is open, for the line below the bar."""
        view = self.view
        if view is None:
            return OpenLine((f"{self.progress.hands:,} hands judged so far",))
        result = view.result
        logs, hands = len(result.inputs), result.hands_judged
        words = f"{logs:,} {plural(logs, 'log')}, {hands:,} {plural(hands, 'hand')}"
        return OpenLine((words, *self.gaps), len(result.unread))


def _counted(logs: Iterator[Given], progress: AuditProgress) -> Iterator[Given]:
    for one in logs:
        yield one
        progress.logs += 1


def progress_of(progress: AuditProgress) -> Callable[[Result], None]:
    """A listener that counts the hands of an audit."""

    def hear(result: Result) -> None:
        progress.hands = result.hands_judged

    return hear
