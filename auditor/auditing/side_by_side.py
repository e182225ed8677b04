"""The parts of logs go through judging side by side, and come out in the order of the logs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import TypeVar

from auditor.auditing.judging import SIDE_BY_SIDE, JudgedPart, PartInWork, judge_side_by_side
from auditor.auditing.options import Options
from auditor.logs.files.decoding import Source
from auditor.logs.formats import LogFormat, format_named, format_of
from auditor.logs.reader import read
from auditor.vocabulary.records import value_class

MOST_WAITING = 4 * SIDE_BY_SIDE  # parts, logs and whatever stands among them that are held back to be judged together
OptionsAt = Callable[[str], Options]  # how a log of that name is to be audited


@value_class
class End:
    """A log has been read to its end."""


T = TypeVar("T")  # whatever stands among the logs and is none: it stays in its place


def format_for(source: Source, options: Options) -> LogFormat:
    """Give the format that the user asked for or, without one, the format whose sign the log shows."""
    return format_named(options.log_format) if options.log_format else format_of(source.head)


def judge_parts(sources: Iterable[Source | T], options_at: OptionsAt) -> Iterator[Source | T | JudgedPart | End]:
    """Give every log, then its parts with what was made of them, then its end, in the order of the logs."""
    waiting: list[Source | T | PartInWork | End] = []
    works: list[PartInWork] = []
    for item in _opened(sources, options_at):
        waiting.append(item)
        if isinstance(item, PartInWork):
            works.append(item)
        if len(works) == SIDE_BY_SIDE or len(waiting) == MOST_WAITING:
            yield from _answered(waiting, works)
            waiting, works = [], []
    yield from _answered(waiting, works)


def _opened(sources: Iterable[Source | T], options_at: OptionsAt) -> Iterator[Source | T | PartInWork | End]:
    """Give every log, then its parts, which are to be judged, then its end."""
    for source in sources:
        yield source
        if isinstance(source, Source):
            with closing(source.file):
                own = options_at(source.name)
                for part in read(source, format_for(source, own), own.debug):
                    yield PartInWork(part, own, source.name)
            yield End()


def _answered(
    waiting: list[Source | T | PartInWork | End], works: list[PartInWork]
) -> Iterator[Source | T | JudgedPart | End]:
    """Judge the parts among what waits, be they of one log or of many small ones, and give all in its order."""
    if works:
        judge_side_by_side(works)
    for item in waiting:
        yield item.answer() if isinstance(item, PartInWork) else item
