"""Logs are given to workers in shards, and the results are gathered in the order of the logs.

Small logs go together. A large one is cut into stretches, which are judged side by side under the assumption that the
log goes on as it began; `LargeLog` settles whether that was so. Whatever a worker cannot open is judged here.
"""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from auditor.auditing.audit_run import AuditRun, Given
from auditor.auditing.options import Options
from auditor.auditing.result import Input, Result, Unread, UnreadPlaces
from auditor.auditing.shards.crew import Crew
from auditor.auditing.shards.large_log import LargeLog
from auditor.auditing.shards.shard import Answer, LogBytes, LogStretch, WholeLogs, unpacked
from auditor.auditing.shards.work import judge_bytes, judge_logs, judge_stretch
from auditor.auditing.shards.workers import Done, Here, Pending, WorkerDied, Workers
from auditor.auditing.side_by_side import format_for
from auditor.logs.files.decoding import Source
from auditor.logs.files.discovery import ARCHIVE, PACKED, FoundFiles, open_all
from auditor.logs.files.stretches import LENGTH, stretches
from auditor.vocabulary.errors import AuditorError, own_fault
from auditor.vocabulary.records import replace

if TYPE_CHECKING:
    from auditor.auditing.shards.run_file import RunFile

MOST_FILES = 400  # that go together
LEARNT_BY = 1 << 18  # bytes of the first log at most, for it to be judged before there are workers
AHEAD = 2  # shards for each worker: one in hand, and one that waits for it
LARGEST_FETCHED = 1 << 26  # bytes of a log elsewhere that one worker judges as a whole
LARGEST_SENT = 1 << 24  # bytes of a log that is sent to a worker because that cannot open it
DIED = "the process that judged this was ended from outside, {times}, as the system does when memory runs out"


def judge_in_shards(
    logs: Iterable[Given], run: AuditRun, jobs: int, workers: Workers | None = None, kept: RunFile | None = None
) -> None:
    """Judge logs by these workers or, if there are none, by so many processes of this machine.

    What `kept` has of an earlier run is not judged again.
    """
    if workers is not None:
        gather(logs, run, workers, kept)
        return
    if jobs == 1:
        gather(logs, run, Here(), kept)
        return
    crew = Crew(jobs)
    at_once = True
    try:
        gather(logs, run, crew, kept, learn=kept is None)
        at_once = False
    finally:
        crew.end(at_once)


def gather(
    logs: Iterable[Given],
    run: AuditRun,
    workers: Workers,
    kept: RunFile | None = None,
    learn: bool = False,
    length: int = LENGTH,
) -> None:
    """Give out shards of about so many bytes, and take their results in order.

    A few shards for each worker are ahead of what has been gathered. What workers know from birth is worth to `learn`
    first, by a small log that is judged here. What `kept` has of an earlier run is not judged again.
    """
    waiting: deque[_Shard | Given] = deque()
    here: Workers = Here()
    if kept is not None:
        from auditor.auditing.shards.run_file import Recalling  # few runs are to be gone on with

        workers, here = Recalling(workers, kept), Recalling(here, kept)
    items = _Planning(run, workers, here, learn, length).plan(logs)
    out = 0
    while True:
        most = AHEAD * workers.size + 1
        for item in items if out < most else ():
            waiting.append(item)
            out += isinstance(item, _Logs | _Stretch)
            if out >= most or len(waiting) > MOST_FILES:
                break
        if not waiting:
            return
        item = waiting.popleft()
        if isinstance(item, _Logs | _Stretch):
            out -= 1
            item.gather(run)
        else:
            run.judge([item])


class _Logs:
    """Whole logs that a worker has."""

    def __init__(self, work: WholeLogs | LogBytes, workers: Workers) -> None:
        self.work = work
        self.workers = workers
        self.pending = workers.submit(judge_logs if isinstance(work, WholeLogs) else judge_bytes, work)

    def gather(self, run: AuditRun) -> None:
        """Wait for the result, and take it in."""
        for answer in self._answers():
            run.add_several(answer.result)
            run.warn(answer.warnings)
            _tell(run, self.pending, answer)

    def _answers(self) -> Iterator[Answer]:
        """The answer. If workers died over several logs, each is given out once more by itself."""
        try:
            yield unpacked(self.pending.result(), self.work.options)
            return
        except AuditorError:
            raise
        except Exception as error:
            if self.work.options.debug:
                raise
            fault = error
        if isinstance(self.work, LogBytes):
            yield Answer(_lost(self.work.name, fault))
        elif len(self.work.files) == 1:
            yield Answer(_lost(self.work.files[0].name, fault))
        else:
            for one in [_Logs(replace(self.work, files=(one,)), self.workers) for one in self.work.files]:
                yield from one._answers()


class _Stretch:
    """A stretch of a large log that a worker has."""

    def __init__(self, work: LogStretch, log: LargeLog, workers: Workers) -> None:
        self.work = work
        self.log = log
        self.workers = workers
        self.pending = workers.submit(judge_stretch, work)

    def gather(self, run: AuditRun) -> None:
        """Wait for the answer, and take it in. With the last one, or if the log is given up, take in the log."""
        if self.log.given_up:
            return
        answer = self._answer()
        if answer is not None and self.log.must_be_judged_again(self.work, answer):
            again = _Stretch(replace(self.work, earlier=self.log.so_far, knows_all=True), self.log, self.workers)
            self.work, answer = again.work, again._answer()
        if not self.log.take(self.work, answer):
            _Logs(_whole(self.work.file, self.log.options, run), self.workers).gather(run)
            return
        if answer is not None:
            _tell(run, self.pending, answer)
        if self.log.done:
            self.log.end(run)

    def _answer(self) -> Answer | None:
        """The answer; None if nobody could judge the stretch."""
        try:
            return unpacked(self.pending.result(), self.work.options)
        except AuditorError:
            raise
        except Exception:
            if self.work.options.debug:
                raise
            return None


_Shard = _Logs | _Stretch


def _tell(run: AuditRun, pending: Pending, answer: Answer) -> None:
    """Tell what was judged, or was known from an earlier run."""
    (run.recalled if isinstance(pending, Done) else run.leapt)(answer.result)


def _whole(file: FoundFiles, options: Options, run: AuditRun) -> WholeLogs:
    return WholeLogs((file,), options, run.each_apart, run.cache is not None, run.enter is not None)


def _lost(name: str, error: Exception) -> Result:
    """The result of a log that nobody could judge."""
    if isinstance(error, WorkerDied):
        reason = DIED.format(times="twice" if error.times == 2 else f"{error.times} times")
    else:
        reason = own_fault("this log", error)
    return Result([Input(name, None, None, None, unread=1)], unread=UnreadPlaces([Unread(name, 0, 0, None, reason)]))


class _Planning:
    """Makes shards of logs, in their order."""

    def __init__(self, run: AuditRun, workers: Workers, here: Workers, learn: bool, length: int) -> None:
        self.run = run
        self.learn = learn
        self.length = length
        self.workers = workers
        self.here = here  # which judges the beginnings of large logs at once
        self.files: list[FoundFiles] = []  # which go together
        self.bytes = 0
        self.options: Options | None = None  # by which they are judged

    def plan(self, logs: Iterable[Given]) -> Iterator[_Shard | Given]:
        """Give shards, and what is to be judged here."""
        for number, one in enumerate(logs):
            size = self._size(one)
            if self.learn and number == 0 and size is not None and size <= min(LEARNT_BY, 2 * self.length):
                self.run.judge([one])  # before there are workers, who then know its rulebook from birth
                continue
            if isinstance(one, FoundFiles) and size is not None and self._stays_whole(one, size):
                yield from self._together(one, size)
                continue
            yield from self._whole()
            if isinstance(one, FoundFiles) and size is not None:
                yield from self._large(one)
            elif isinstance(one, Source) and one.size <= LARGEST_SENT:
                yield self._sent(one)
            else:
                yield one
        yield from self._whole()

    def _stays_whole(self, one: FoundFiles, size: int) -> bool:
        """Is a file not worth cutting? To cut one that is packed, or elsewhere, this process would fetch all of it."""
        if one.name.lower().endswith((ARCHIVE, *PACKED)):
            return True
        return size < (2 * self.length if one.address is None else max(2 * self.length, LARGEST_FETCHED))

    def _together(self, one: FoundFiles, size: int) -> Iterator[_Shard]:
        options = self.run.options_at(one.name)
        if self.options != options:
            yield from self._whole()
        self.options = options
        self.files.append(one)
        self.bytes += size
        if self.bytes >= self.length or len(self.files) >= MOST_FILES:
            yield from self._whole()

    def _whole(self) -> Iterator[_Shard]:
        """The shard of the files that have been put together."""
        if self.files:
            assert self.options is not None
            files, self.files, self.bytes = tuple(self.files), [], 0
            yield _Logs(
                WholeLogs(
                    files, self.options, self.run.each_apart, self.run.cache is not None, self.run.enter is not None
                ),
                self.workers,
            )

    def _sent(self, source: Source) -> _Shard:
        source.file.seek(0)
        with source.file as file:
            data = file.read()
        options = self.run.options_at(source.name)
        known = source.sha256, source.encoding, source.head
        return _Logs(
            LogBytes(source.name, data, *known, options, self.run.each_apart, self.run.enter is not None), self.workers
        )

    def _large(self, one: FoundFiles) -> Iterator[_Shard | Given]:
        """Cut a large log into stretches, if it can be cut."""
        for source in open_all([one]):
            known = self.run.known(source) if isinstance(source, Source) else None
            if not isinstance(source, Source) or known is not None:
                yield known or source
                continue
            options = self.run.options_at(source.name)
            format = format_for(source, options)
            cut = stretches(source, format, self.length)
            source.file.close()
            log = LargeLog(source, options, format, len(cut))
            for stretch in cut:
                last = stretch is cut[-1]
                own = replace(options, log_format=format.name)
                work = LogStretch(one, stretch, source.encoding, own, last, log.assumed(), self.run.enter is not None)
                if stretch is not cut[0]:
                    yield _Stretch(work, log, self.workers)
                elif not log.take(work, unpacked(self.here.submit(judge_stretch, work).result(), own)):
                    break
            if not cut or log.given_up:
                yield _Logs(_whole(one, options, self.run), self.workers)

    def _size(self, one: Given) -> int | None:
        """The bytes of a file that a worker can open itself, packed or not; None if it cannot."""
        if not isinstance(one, FoundFiles) or one.refused is not None:
            return None
        if one.address is not None:
            return one.size if self.run.alike or not one.name.lower().endswith(ARCHIVE) else None
        if one.path is None:
            return None
        if not self.run.alike and one.path.suffix.lower() == ARCHIVE:
            return None  # its logs may be judged in different ways
        try:
            found = os.stat(one.path)
        except OSError:
            return None
        return found.st_size if stat.S_ISREG(found.st_mode) else None
