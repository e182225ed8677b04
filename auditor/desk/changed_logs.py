"""What has become of the open logs since they were audited: which are changed, gone or new.

Files are looked at by their size and times, again and again, not opened. A page that is out of date says since when,
and keeps what it showed until the logs are audited anew: when somebody asks for it, or by itself if they are watched.
"""

from __future__ import annotations

import threading
import time
from datetime import datetime

from auditor.desk.file_stamps import Stamps, stamps_of
from auditor.desk.open_logs import Desk
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped, joined, plural

PAUSE = 1.0  # seconds between two looks
QUIET = 2.0  # seconds without a change after which watched logs are audited anew
NAMED = 3  # logs that are told by name


@value_class
class ChangedLogs:
    """The logs that are not as they were audited."""

    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    since: str = ""  # when that was seen first, as 21:14

    def __bool__(self) -> bool:
        """Are there any?"""
        return bool(self.changed or self.gone or self.new)

    @property
    def words(self) -> str:
        """`Since 21:14 what is shown here is out of date: night.log has changed.`"""
        told = [
            f"{_named(names)} {have if len(names) == 1 else others}"
            for names, have, others in (
                (self.changed, "has changed", "have changed"),
                (self.gone, "is gone", "are gone"),
                (self.new, "is new", "are new"),
            )
            if names
        ]
        return f"Since {self.since} what is shown here is out of date: {joined(told)}." if told else ""


def _named(names: tuple[str, ...]) -> str:
    more = len(names) - NAMED
    shown = [escaped(one.rpartition("/")[2], 60) for one in names[:NAMED]]
    return joined(shown + ([f"{more:,} more {plural(more, 'log')}"] if more > 0 else []))


class LogWatch:
    """Looks at the open logs in a thread of its own until it is ended."""

    def __init__(self, desk: Desk, again: bool = False, pause: float = PAUSE, quiet: float = QUIET) -> None:
        """Begin without a look. With `again` the logs are audited anew once a change has come to rest."""
        self.desk = desk
        self.again = again
        self.pause, self.quiet = pause, quiet
        self.changes = ChangedLogs()
        self.ended = threading.Event()
        self._last: Stamps = {}
        self._tried: Stamps = {}  # the logs as they were when they were audited anew
        self._rest = time.monotonic()

    def begin(self) -> None:
        """Begin to look."""
        threading.Thread(target=self._look_on, name="watch", daemon=True).start()

    def end(self) -> None:
        """Look no more, and let go whoever waits for changes."""
        self.ended.set()

    def look(self) -> None:
        """Look once."""
        if self.desk.found is None:
            return
        found = stamps_of(self.desk.paths)
        if found != self._last:
            self._last, self._rest = found, time.monotonic()
        self.changes = _between(self.desk.audited, found, self.changes.since or f"{datetime.now():%H:%M}")
        at_rest = time.monotonic() - self._rest >= self.quiet
        if self.again and self.changes and at_rest and found != self._tried:
            self.audit_anew()

    def audit_anew(self) -> None:
        """Audit the logs as they are now."""
        self._tried = stamps_of(self.desk.paths)
        self.desk.audit()
        self.changes = _between(self.desk.audited, stamps_of(self.desk.paths), self.changes.since)

    def _look_on(self) -> None:
        while not self.ended.wait(self.pause):
            self.look()


def _between(before: Stamps, now: Stamps, since: str) -> ChangedLogs:
    changed = tuple([name for name in before if name in now and now[name] != before[name]])
    gone, new = tuple([name for name in before if name not in now]), tuple([name for name in now if name not in before])
    return ChangedLogs(changed, gone, new, since) if changed or gone or new else ChangedLogs()
