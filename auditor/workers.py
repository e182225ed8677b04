"""Hands judged by one process or by several: what travels between them, and in which order it comes back."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from auditor.errors import Unreadable
from auditor.hands import Setup
from auditor.judging import Answer, Options, Part, answer, bound_for
from auditor.logs.blocks import TABLE, Block
from auditor.logs.formats import LogFormat, format_named, format_of
from auditor.logs.reading import Log, RawHand, read
from auditor.logs.source import Source

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

    from auditor.checks.running import Judged

BATCH = 128  # hands that a worker takes at once
OptionsAt = Callable[[str], Options]  # how a log of that name is to be audited


@dataclass(slots=True, frozen=True)
class End:
    """A log has been read to its end."""


T = TypeVar("T")  # whatever stands among the logs and is none: it stays in its place
Verdict = tuple[Part, "Judged | Unreadable | None"]


def format_for(source: Source, options: Options) -> LogFormat:
    """The format a log is in: the one asked for, or the one it shows itself."""
    return format_named(options.log_format) if options.log_format else format_of(source)


def answers(
    sources: Iterable[Source | T], options: Options, options_at: OptionsAt
) -> Iterator[Source | T | Answer | End]:
    """Every log, each followed by its parts with what was made of them, and by its end: in their order."""
    if options.jobs > 1:
        from concurrent.futures import ProcessPoolExecutor  # a costly import, for bulk work only

        with ProcessPoolExecutor(options.jobs, initializer=_undisturbed) as pool:
            try:
                yield from _in_order(_submitted(sources, options_at, pool), options.jobs)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        return
    for source in sources:
        yield source
        if isinstance(source, Source):
            own = options_at(source.name)
            for part in _readable(source, own):
                yield answer(part, own, source.name)
            yield End()


def _readable(source: Source, options: Options) -> Iterator[Part]:
    """The parts of a log; a fault that ends the reading becomes the last of them."""
    try:
        yield from read(source, format_for(source, options))
    except Unreadable as error:
        yield error


# ---- several processes ----


def _undisturbed() -> None:
    """Whoever interrupts an audit speaks to its first process, which ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@dataclass(slots=True)
class _Batch:
    """Parts of a log that a worker has; what it does not send back itself."""

    options: Options
    answered: Future[list[Verdict]] | Future[list[Judged | Unreadable | None]]
    parts: list[Part] | None = None

    def verdicts(self) -> Iterable[Verdict]:
        """The parts with what was made of them."""
        if self.parts is None:
            return self.answered.result()  # type: ignore[return-value]
        return zip(self.parts, self.answered.result(), strict=True)  # type: ignore[arg-type]


def _in_order(items: Iterator[Source | T | End | _Batch], jobs: int) -> Iterator[Source | T | Answer | End]:
    """What the workers make of their batches, as it comes in the logs. No more is cut than they need to be busy."""
    waiting: deque[Source | T | End | _Batch] = deque()
    busy = 0
    while True:
        for item in items if busy <= 2 * jobs else ():
            waiting.append(item)
            busy += isinstance(item, _Batch)
            if busy > 2 * jobs:
                break
        if not waiting:
            return
        item = waiting.popleft()
        if not isinstance(item, _Batch):
            yield item
            continue
        busy -= 1
        for part, judged in item.verdicts():
            yield part, judged, None if isinstance(judged, Unreadable) else bound_for(part, item.options)


def _submitted(
    sources: Iterable[Source | T], options_at: OptionsAt, pool: ProcessPoolExecutor
) -> Iterator[Source | T | End | _Batch]:
    """Every log, followed by its batches, each with a worker already, and by its end."""
    for source in sources:
        yield source
        if not isinstance(source, Source):
            continue
        path = source.name
        options = options_at(path)
        format = format_for(source, options)
        if format.alone:
            for number, (blocks, closed) in enumerate(_tables(source, format)):
                yield _Batch(
                    options, pool.submit(_read_and_judge, blocks, number > 0, closed, format.name, options, path)
                )
        else:
            stream = _readable(source, options)
            while batch := list(islice(stream, BATCH)):
                yield _Batch(options, pool.submit(_judge, batch, options, path), batch)
        yield End()


def _judge(parts: list[Part], options: Options, path: str) -> list[Judged | Unreadable | None]:
    """What is made of parts that another process has cut, with the set-up that each depends on."""
    return [answer(part, options, path)[1] for part in parts]


def _tables(source: Source, format: LogFormat) -> Iterator[tuple[list[Block | Unreadable], bool]]:
    """The blocks of a log that tells the table of every hand, in batches that begin with a table.

    With each: does what stands in it end there? Not where a fault ends the reading.
    """
    batch: list[Block | Unreadable] = []
    try:
        for block in format.reader.blocks(source.chunks()):
            if len(batch) >= 2 * BATCH and isinstance(block, Block) and block.kind == TABLE:
                yield batch, True
                batch = []
            batch.append(block)
    except Unreadable as error:
        yield [*batch, error], False
    else:
        yield batch, True


def _read_and_judge(
    blocks: list[Block | Unreadable], later: bool, closed: bool, format: str, options: Options, path: str
) -> list[Verdict]:
    """The parts that blocks make up, read and judged; without their text, which has been read."""
    log = Log(format_named(format))
    log.hands = later  # there were some before
    parts = [part for block in blocks for part in log.take(block)]
    parts += log.close() if closed else ()
    found: list[Verdict] = []
    known: dict[str, Setup] = {}
    for part in parts:
        judged = answer(part, options, path)[1]
        if not isinstance(part, Unreadable):
            part.setup = _shared(part.setup, known)
        if isinstance(part, RawHand):
            part.block = replace(part.block, text="")
            if judged is not None and not isinstance(judged, Unreadable) and judged.facts is not None:
                judged.facts.setup = part.setup
        found.append((part, judged))
    return found


def _shared(setup: Setup, known: dict[str, Setup]) -> Setup:
    """An equal set-up of the same table, if there was one: hands that share it travel with one copy."""
    if known.get(setup.table) != setup:
        known[setup.table] = setup
    return known[setup.table]
