"""An audit of several logs, one after the other, as far as it has come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from auditor.auditing.judging import JudgedPart
from auditor.auditing.log_audit import HandListener, LogAudit
from auditor.auditing.options import Options
from auditor.auditing.result import Input, Result, Unread, UnreadPlaces
from auditor.auditing.side_by_side import End, OptionsAt, judge_parts
from auditor.auditing.tally import Tally
from auditor.logs.files.decoding import Passed, RefusedFile, Source
from auditor.logs.files.discovery import MOST, FoundFiles, open_all
from auditor.vocabulary.records import replace


class ResultStore(Protocol):
    """A store of the results of earlier audits."""

    warnings: list[str]  # about results that could not be used

    def get(self, source: Source, options: Options) -> Result | None:
        """Give what was made of this log before, if it is known."""

    def put(self, source: Source, options: Options, result: Result) -> None:
        """Keep what was made of it now."""


Other = RefusedFile | Passed | Result  # what stands in the place of a log
Given = Source | FoundFiles | Other  # as an audit is asked for: opened already, or not yet


class AuditRun:
    """An audit of several logs, as far as it has come."""

    def __init__(
        self,
        options_at: OptionsAt,
        observe: HandListener | None = None,
        by_log: bool = False,
        cache: ResultStore | None = None,
        hear: Callable[[Result], None] | None = None,
        most: int = MOST,
        leapt: Callable[[Result], None] = lambda _result: None,
        alike: bool = True,
        enter: Callable[[Result], None] | None = None,
        recalled: Callable[[Result], None] = lambda _result: None,
    ) -> None:
        """Begin with nothing. For what all this is, see `pipeline.audit`."""
        self.result = Result()
        self.tally = Tally()
        self.options_at = options_at
        self.observe = observe
        self.by_log = by_log
        self.cache = cache
        self.hear = hear
        self.most = most
        self.leapt = leapt
        self.recalled = recalled
        self.alike = alike
        self.enter = enter
        self.log: LogAudit | None = None  # which is being read

    def judge(self, logs: Iterable[Given]) -> None:
        """Judge logs in this process."""
        items: Iterator[Source | Other | JudgedPart | End] = judge_parts(
            self._unknown(self._opened(logs)), self.options_at
        )
        for item in items:
            self._take(item)

    def _opened(self, logs: Iterable[Given]) -> Iterator[Source | Other]:
        """Open each log when its turn comes."""
        for one in logs:
            if isinstance(one, FoundFiles):
                yield from open_all([one], self.most)
            else:
                yield one

    def _unknown(self, sources: Iterable[Source | Other]) -> Iterator[Source | Other]:
        """Give the logs and, in the place of a log that is known already, what is known of it."""
        for source in sources:
            if not isinstance(source, Source) or (known := self.known(source)) is None:
                yield source
            else:
                source.file.close()
                yield known

    def known(self, source: Source) -> Result | None:
        """Give what was made of a log before, by night if that is asked for."""
        found = None if self.cache is None else self.cache.get(source, self.options_at(source.name))
        lacks_nights = found is not None and bool(found.verdicts) and not found.verdicts_by_night
        return None if self.enter is not None and lacks_nights else found

    def _take(self, item: Source | Other | JudgedPart | End) -> None:
        """Take in the next log, a part of it, its end, or whatever stands in its place."""
        if isinstance(item, tuple):
            assert self.log is not None
            self.log.take(*item)
            self._tell(self.log.result)
        elif isinstance(item, Source):
            apart = self.each_apart or self.cache is not None
            result = Result() if apart else self.result
            tally = Tally(by_night=self.enter is not None) if apart else self.tally
            self.log = LogAudit(item, self.options_at(item.name), result, tally, self.observe)
        elif isinstance(item, Passed):
            self.result.passed.append(item.name)
        elif isinstance(item, End):
            self._end_log(whole=True)
        else:
            self.add(_refused(item) if isinstance(item, RefusedFile) else item)

    @property
    def each_apart(self) -> bool:
        """Is it wanted what was made of each log by itself?"""
        return self.by_log or self.enter is not None

    def add(self, log: Result, whole: bool = True) -> None:
        """Take in what was made of a log, or of its beginning."""
        self.result.add(log.with_itself() if self.by_log else log)
        if self.enter is not None and whole and not log.interrupted:
            self.enter(log)
        self._tell(log)

    def add_several(self, logs: Result) -> None:
        """Take in what was made of several logs, which has each by itself, too, if that is wanted."""
        each = logs.logs if self.by_log else []
        if self.enter is not None:
            for log in logs.logs_with_findings():
                self.enter(log)
        self.result.add(replace(logs, logs=each))
        self._tell(logs)

    def end(self) -> None:
        """Finish: there is no more to come."""
        self._end_log(whole=False)
        self._say_if_nothing()

    def _say_if_nothing(self) -> None:
        """Count it as unread if every file was passed over: an audit of nothing is no audit without findings."""
        result = self.result
        if result.passed and not (result.hands_judged or result.unread or result.interrupted):
            n = len(result.passed)
            which = "nothing in this file" if n == 1 else f"nothing in these {n:,} files"
            self._take(RefusedFile(result.passed[0], f"nothing was audited: {which} shows a log"))

    def _end_log(self, whole: bool) -> None:
        log, self.log = self.log, None
        if log is None:
            return
        log.end(whole)
        if log.result is self.result:
            self._tell(log.result)  # the ends of its tables have been judged
            return
        self.add(log.result, whole)
        if whole and not log.entry.in_part:
            self.keep(log.source, log.options, log.result)

    def keep(self, source: Source, options: Options, result: Result) -> None:
        """Keep what was made of a log, if that is wanted."""
        if self.cache is not None:
            self.cache.put(source, options, result)

    def warn(self, warnings: list[str]) -> None:
        """Note what is wrong with results that were kept."""
        if self.cache is not None:
            self.cache.warnings.extend(warnings)

    def _tell(self, result: Result) -> None:
        if self.hear is not None:
            self.hear(result)


def _refused(item: RefusedFile) -> Result:
    entry = Input(item.name, None, None, None, unread=1)
    return Result([entry], unread=UnreadPlaces([Unread(item.name, 0, 0, None, item.reason)]))
