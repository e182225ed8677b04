"""Follows one file as it grows: how far it has been read, what became of it, and whether it is still the same.

A log that turns out to have been written anew, or to have gone on where it seemed complete, is read again from its
beginning. What was reported of it is not reported a second time.
"""

from __future__ import annotations

import hashlib
import io
import os
import stat
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO

from auditor.auditing.finding_store import FindingStore
from auditor.auditing.judging import SIDE_BY_SIDE, judge_batch
from auditor.auditing.log_audit import LogAudit
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Input, Result, Unread, UnreadPlaces
from auditor.auditing.side_by_side import format_for
from auditor.auditing.tally import Tally
from auditor.logs.blocks import HAND, Block
from auditor.logs.files.decoding import CHUNK, HEAD, Source, opening
from auditor.logs.files.discovery import FoundFiles, is_packed, open_all, open_regular
from auditor.logs.files.incremental import GrowingText, Item, Revised, cut_as_it_grows
from auditor.logs.formats import UNKNOWN_HISTORY, shown_format
from auditor.logs.reader import Log, Part
from auditor.logs.unknown_history import evidence_of
from auditor.vocabulary.errors import AuditorError, Unreadable, own_fault
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.records import replace, value_class

AT_ONCE = 4 * CHUNK  # bytes read in one go: enough for the beginning that shows the language of a log
SEAM = 256  # bytes by which a file is recognised, at its beginning and where the reading stopped
RETRIES = 3  # how often a log may be begun anew in one look


@value_class
class Listeners:
    """Functions that take what was found, and what is no part of a report, and that say when it is enough."""

    tell: Callable[[Result], None]
    say: Callable[[str], None]
    stopped: Callable[[], bool]


class ReadSoFar:
    """A log that has been read from its beginning as far as it is written."""

    def __init__(self, name: str, options: Options, unsure: bool) -> None:
        """Start with nothing read. An `unsure` file is a log only if its first lines show it."""
        self.name = name
        self.options = options
        self.unsure = unsure
        self.offset = 0
        self.digest = hashlib.sha256()
        self.start = self.seam = b""
        self.opening: bytes | None = b""  # the first bytes, until they show for certain what the log is
        self.text: GrowingText | None = None  # there once they show it at all
        self.over = False  # nothing more of it is read
        self.first: tuple[str | None, str] | None = None  # its first hand, by which the log is recognised
        self.result = Result()
        self.tally = Tally()
        self.log: Log
        self.audit: LogAudit

    # ---- bytes ----

    def take(self, data: bytes) -> None:
        """Read these bytes, which come next."""
        self.offset += len(data)
        self.digest.update(data)
        self.start += data[: SEAM - len(self.start)]
        self.seam = (self.seam + data)[-SEAM:]
        if self.over:
            return
        begun = self.text is not None
        if self.opening is not None:
            self.opening += data
            self._show()
        if begun:
            assert self.text is not None
            self._judge(self.text.take(data))

    def pause(self) -> None:
        """Judge what can count as complete because nothing has been written for a while."""
        if self.text is None and not self.over and self.opening:
            self._show(pause=True)
        if self.text is not None and not self.over:
            self._judge(self.text.paused())

    def end(self) -> None:
        """Judge what is left, whatever it is, because no more is written."""
        if self.text is None and not self.over:
            self._show(last=True)
        if self.text is not None and not self.over:
            self._judge(self.text.end())
            if not self.over:
                self._answer(list(self.log.close()))
        self.leave()

    def leave(self) -> None:
        """Stop reading a log that may go on."""
        self.over = True
        if self.text is not None:
            self.audit.end_tables()
            entry = self.audit.entry
            entry.sha256, entry.bytes, entry.lines = self.digest.hexdigest(), self.offset, self.text.lines

    @property
    def waits(self) -> bool:
        """Is there a hand that is not complete, or text that may or may not be a log?"""
        return not self.over and (bool(self.opening) if self.text is None else self.text.waits)

    # ---- what it is ----

    def _show(self, pause: bool = False, last: bool = False) -> None:
        """See what the log is. What little text shows may have to be revised, so that waits for a pause."""
        assert self.opening is not None
        try:
            encoding, head = opening(self.opening)
        except Unreadable as error:
            if len(self.opening) >= HEAD or pause or last:
                self._refuse(error.reason)
            return
        full = len(head) >= HEAD
        source = Source(self.name, io.BytesIO(), "", encoding, head, 0)
        known = self.options.log_format or shown_format(source.head)
        if known is None and not full and not last:
            return
        if known is UNKNOWN_HISTORY:
            if self.text is not None:
                raise Revised
            if (full or pause or last) and (found := evidence_of(head)) is not None:
                self._refuse(found.reason)
        elif known is None and self.unsure:
            self.over, self.opening = True, None
            self.result.passed.append(self.name)
        elif full or pause or last or self.options.log_format or self.text is not None:
            self._begin(source, full)

    def _begin(self, source: Source, full: bool) -> None:
        assert self.opening is not None
        format = format_for(source, self.options)
        if self.text is None:
            self.text = GrowingText(source.encoding, cut_as_it_grows(format))
            self.log = Log(format)
            self.audit = LogAudit(source, self.options, self.result, self.tally, None)
            self._judge(self.text.take(self.opening))
        elif (format.name, source.encoding) != (self.audit.entry.format, self.audit.entry.encoding):
            raise Revised
        if full:
            self.opening = None

    def _refuse(self, reason: str) -> None:
        self.over, self.opening = True, None
        self.result.inputs.append(Input(self.name, None, None, None, unread=1))
        self.result.unread.append(Unread(self.name, 0, 0, None, reason))

    # ---- what becomes of it ----

    def _judge(self, items: Iterable[Item]) -> None:
        waiting: list[Part] = []
        try:
            for item in items:
                if self.first is None and isinstance(item, Block) and item.kind == HAND:
                    self.first = item.number, item.text.strip()
                waiting += self.log.take(item)
                if len(waiting) >= SIDE_BY_SIDE:
                    self._answer(waiting)
            self._answer(waiting)
        except Unreadable as error:  # this ends the reading
            self._answer([*waiting, error])
            self.over = True
        except (AuditorError, Revised):
            raise
        except Exception as error:
            assert self.text is not None
            self._answer([*waiting, Unreadable(own_fault("this log", error), self.text.lines or 1, 1)])
            self.over = True

    def _answer(self, waiting: list[Part]) -> None:
        """Judge the parts that wait. None of them waits any longer."""
        parts = waiting[:]
        waiting.clear()
        for judged in judge_batch(parts, self.options, self.name):
            self.audit.take(*judged)

    def same(self, other: ReadSoFar) -> bool:
        """Is this the log that was read before, as far as its first hand shows?"""
        if other.first is None:
            return self.start.startswith(other.start)
        return self.first == other.first


class Follower:
    """A file in a watched folder."""

    def __init__(self, path: Path, name: str, unsure: bool, options: Options, listeners: Listeners) -> None:
        """Follow a file that was found."""
        self.path = path
        self.name = name
        self.unsure = unsure
        self.options = replace(options, jobs=1)
        self.listeners = listeners
        self.reading = self._fresh()
        self.earlier: ReadSoFar | None = None  # what was read before, while nobody knows whether it is the same log
        self.known: set[str | Unread] = set()  # what was reported when this log was read before
        self.past: list[Result] = []  # the results of other logs that this file has been
        self.reported = (0, 0)  # how many findings and unread places of this reading are out
        self.changed = 0.0  # when the file was last seen to change
        self.state: tuple[int, ...] = ()  # of the file at the last look
        self.refused = False  # it could not be opened at the last look
        self.packed: tuple[int, ...] | None = None  # the state in which a packed file was audited

    @property
    def key(self) -> tuple[int, ...]:
        """What identifies the file, wherever it is moved."""
        return self.state[:2]

    @property
    def results(self) -> list[Result]:
        """The results of all logs that this file has been."""
        return [*self.past, self.reading.result]

    def _fresh(self) -> ReadSoFar:
        return ReadSoFar(self.name, self.options, self.unsure)

    # ---- looking ----

    def look(self, now: float, quiet: float) -> None:
        """Read what was written since the last look. If nothing was written for `quiet` seconds, that is a pause."""
        try:
            found = os.stat(self.path)
            state = (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
            if not stat.S_ISREG(found.st_mode):
                self._refuse("found no regular file, expected one")
            elif state != self.state:
                age = 0.0 if self.state else max(0.0, time.time() - found.st_mtime)  # by a clock that people set
                self.changed = now - age
                self.state = state
                self._read()
            if now - self.changed >= quiet:
                self._pause()
        except OSError as error:
            self._refuse(f"cannot be opened: {error.strerror or error}")
        except Unreadable as error:  # it is no regular file any more
            self._refuse(error.reason)
        except AuditorError:
            raise
        except Exception as error:  # one file must not take the others with it
            self._refuse(own_fault("this file", error))

    def _read(self) -> None:
        for _ in range(RETRIES):
            try:
                with open_regular(self.path) as file:
                    self.refused = False
                    self._read_on(file)
                return
            except Revised:
                self._again()

    def _read_on(self, file: BinaryIO) -> None:
        head = file.read(SEAM)
        if is_packed(head):
            self.packed = self.packed or ()
            return
        if not self._continues(file, head):
            self._anew()
        file.seek(self.reading.offset)
        while not self.listeners.stopped() and (data := file.read(AT_ONCE)):
            self.reading.take(data)
            self._report_new()

    def _continues(self, file: BinaryIO, head: bytes) -> bool:
        """Does a file begin with what was read of it?"""
        reading = self.reading
        file.seek(reading.offset - len(reading.seam))
        return head.startswith(reading.start) and file.read(len(reading.seam)) == reading.seam

    def is_at(self, path: Path) -> bool:
        """Is the file that was read now at this path?"""
        try:
            with open_regular(path) as file:
                return bool(self.reading.offset) and self._continues(file, file.read(SEAM))
        except (OSError, Unreadable):
            return False

    def _pause(self) -> None:
        if self.packed is not None:
            self._unpack()
            return
        try:
            self.reading.pause()
        except Revised:
            self._again()
            self._read()
        self._report_new()

    # ---- beginning anew ----

    def _again(self) -> None:
        """Read the same log from its beginning."""
        self._remember(self.reading.result)
        self.reading, self.reported = self._fresh(), (0, 0)

    def _anew(self) -> None:
        """Begin again with a file that is not as it was: another log, or the same log written anew."""
        if self.earlier is None:
            self.earlier = self.reading
        self.reading, self.reported = self._fresh(), (0, 0)

    def _remember(self, result: Result) -> None:
        self.known |= {finding.fingerprint for finding in result.findings} | set(result.unread)

    def _compare(self, last: bool) -> bool:
        """Find out whether this is the log that was read before. Until that is known, nothing is reported."""
        if self.earlier is None:
            return True
        if self.reading.first is None and not last:
            return False
        earlier, self.earlier = self.earlier, None
        if self.reading.same(earlier):
            self._remember(earlier.result)
            return True
        reading, self.reading, self.reported = (
            self.reading,
            earlier,
            (len(earlier.result.findings), len(earlier.result.unread)),
        )
        self._end_reading()
        self.listeners.say(f"{self.name} was replaced by another log")
        self.past.append(earlier.result)
        self.reading, self.reported, self.known = reading, (0, 0), set()
        return True

    # ---- reporting ----

    def _report_new(self, last: bool = False) -> None:
        if not self._compare(last):
            return
        result = self.reading.result
        findings, unread = result.findings[self.reported[0] :], result.unread[self.reported[1] :]
        self.reported = len(result.findings), len(result.unread)
        self._pass_on(result, findings, unread)

    def _pass_on(self, result: Result, findings: Iterable[Finding], unread: Iterable[Unread]) -> None:
        fresh = FindingStore(one for one in findings if one.fingerprint not in self.known)
        lost = UnreadPlaces(one for one in unread if one not in self.known)
        if fresh or lost:
            self.listeners.tell(Result(result.inputs, fresh, lost, rulebooks=result.rulebooks))

    def _refuse(self, reason: str) -> None:
        """Report once that a file cannot be read."""
        self.refused = True
        unread = Unread(self.name, 0, 0, None, reason)
        if unread not in self.known:
            refused = Result([Input(self.name, None, None, None, unread=1)], unread=UnreadPlaces([unread]))
            self._pass_on(refused, [], refused.unread)
            self.known.add(unread)
            self.past.append(refused)

    def _unpack(self) -> None:
        """Audit a packed file that has not changed for a while, unless that has been done."""
        if self.packed == self.state:
            return
        self.packed = self.state
        result = audit(open_all([FoundFiles(self.path, self.name, None, self.unsure)]), self.options)
        self._remember(self.reading.result)
        self.reading.result = result
        self._pass_on(result, result.findings, result.unread)

    # ---- the end ----

    def end(self) -> None:
        """Finish the file, because no more is written to it."""
        try:
            self._end()
        except AuditorError:
            raise
        except Exception as error:
            self._refuse(own_fault("this file", error))

    def _end(self) -> None:
        if self.refused and not self.reading.offset:
            return
        if self.packed is not None:
            self._unpack()
            return
        self._report_new(last=True)
        self._end_reading()
        self._say_what_changed()

    def leave(self) -> None:
        """Stop watching a file to which more may be written."""
        if self.packed is not None:
            if self.packed != self.state:
                self.listeners.say(f"{self.name} is still being written and was not audited")
            return
        self._report_new(last=True)
        if self.reading.waits:
            self.listeners.say(f"{self.name}: the last hand is still being written and was not judged")
        self.reading.leave()
        self._say_what_changed()

    def _end_reading(self) -> None:
        try:
            self.reading.end()
        except Revised:
            self._again()
            self._read()
            self.reading.end()
        self._report_new()

    def _say_what_changed(self) -> None:
        result = self.reading.result
        gone = self.known - {one.fingerprint for one in result.findings} - set(result.unread)
        gone -= {one for past in self.past for one in past.unread}
        if gone:
            self.listeners.say(f"{self.name}: of what was told, {len(gone)} no longer holds: the log has been changed")
