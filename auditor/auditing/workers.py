"""Hands are judged by one process or by several. This module says what travels between them and keeps the order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import field, fields
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeGuard, TypeVar

from auditor.auditing.judging import SIDE_BY_SIDE, JudgedPart, PartInWork, bound_for, judge_batch, judge_side_by_side
from auditor.auditing.options import Options
from auditor.logs.blocks import HAND, TABLE, Block
from auditor.logs.files.decoding import Source
from auditor.logs.formats import LogFormat, format_named, format_of
from auditor.logs.reader import Log, Part, RawHand, cut, read
from auditor.vocabulary.errors import AuditorError, Unreadable, own_fault
from auditor.vocabulary.events import Event
from auditor.vocabulary.hand import Aftermath, Setup
from auditor.vocabulary.records import record_class, value_class

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from auditor.auditing.crew import Crew, Task
    from auditor.auditing.engine.collector import Judged

DIED = "the process that judged this hand was ended from outside, twice, as the system does when memory runs out"
BATCH = 128  # hands that a worker takes at once
MOST_WAITING = 4 * SIDE_BY_SIDE  # parts, logs and whatever stands among them that are held back to be judged together
OptionsAt = Callable[[str], Options]  # how a log of that name is to be audited


@value_class
class End:
    """A log has been read to its end."""


T = TypeVar("T")  # whatever stands among the logs and is none: it stays in its place
PartResult = tuple[Part, "Judged | Unreadable | None"]


def format_for(source: Source, options: Options) -> LogFormat:
    """Give the format that the user asked for or, without one, the format whose sign the log shows."""
    return format_named(options.log_format) if options.log_format else format_of(source.head)


def judge_parts(
    sources: Iterable[Source | T], options: Options, options_at: OptionsAt
) -> Iterator[Source | T | JudgedPart | End]:
    """Give every log, then its parts with what was made of them, then its end, in the order of the logs."""
    if options.jobs > 1:
        from auditor.auditing.crew import Crew  # a costly import, for bulk work only

        _register_compact_pickling()
        crew = Crew(options.jobs, _register_compact_pickling)
        at_once = True
        try:
            yield from _in_order(_submitted(sources, options_at, crew), options.jobs)
            at_once = False
        finally:
            crew.end(at_once)
        return
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


# ---- several processes ----


def _register_compact_pickling() -> None:
    """Send objects from one process to another by their values. Otherwise each would bring the names of its fields."""
    import copyreg

    from auditor.auditing.engine.collector import Judged
    from auditor.replay.session.hand_summary import SeatFact

    for kind in (Block, RawHand, Aftermath, Setup, Judged, SeatFact, *_kinds_of(Event)):
        copyreg.pickle(kind, _by_values(kind))


def _kinds_of(kind: type[Event]) -> Iterator[type[Event]]:
    for each in kind.__subclasses__():
        yield each
        yield from _kinds_of(each)


def _by_values(kind: type[DataclassInstance]) -> Callable[[object], tuple[type, tuple[object, ...]]]:
    values = attrgetter(*[field.name for field in fields(kind)])
    return lambda one: (kind, values(one))


def _packed(found: object) -> bytes:
    """Pack what a worker sends back. The first process unpacks it when its turn comes."""
    import pickle  # between processes of our own

    return pickle.dumps(found, pickle.HIGHEST_PROTOCOL)


def _unpacked(found: bytes) -> Any:
    """Unpack what a worker sent. Whoever asks knows of what type it is."""
    import pickle

    return pickle.loads(found)


@record_class
class _Batch:
    """A batch of a log that a worker has, with the parts that it does not send back itself."""

    options: Options
    answered: Task
    parts: list[Part] | None = None
    blocks: list[Block | Unreadable] = field(default_factory=list)  # which the worker reads itself

    def verdicts(self) -> Iterable[PartResult]:
        """Give the parts with what the worker made of them. If nobody could do it, all of their hands are unread."""
        try:
            answered = _unpacked(self.answered.result())
        except AuditorError:
            raise
        except Exception as error:  # workers died over it, or failed
            if self.options.debug:
                raise
            return self._lost(error)
        return answered if self.parts is None else zip(self.parts, answered, strict=True)

    def _lost(self, error: Exception) -> Iterator[PartResult]:
        """Give every hand of the batch as one that was not judged."""
        from auditor.auditing.crew import WorkerDied

        given: Sequence[Part | Block] = self.blocks if self.parts is None else self.parts
        lines = [_line(part) for part in given if _is_hand(part)] or [0]
        reason = DIED if isinstance(error, WorkerDied) else own_fault("this hand", error)
        for part in given:
            if isinstance(part, Unreadable):
                yield part, part
            elif isinstance(part, Aftermath):
                yield part, None
            elif _is_hand(part):
                told = f"{reason}; the same goes for all hands from line {lines[0]} to line {lines[-1]}"
                fault = Unreadable(told, _line(part), 1, part.number or "?")
                yield (part if isinstance(part, RawHand) else fault), fault


def _in_order(items: Iterator[Source | T | End | _Batch], jobs: int) -> Iterator[Source | T | JudgedPart | End]:
    """Give what the workers make of their batches, in the order of the logs, and cut no more than keeps them busy."""
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


def _submitted(sources: Iterable[Source | T], options_at: OptionsAt, crew: Crew) -> Iterator[Source | T | End | _Batch]:
    """Give every log, then its batches, each of which a worker already has, then its end."""
    learnt = False
    for source in sources:
        yield source
        if not isinstance(source, Source):
            continue
        path = source.name
        options = options_at(path)
        format = format_for(source, options)
        if format.hands_carry_table:
            for number, (blocks, closed) in enumerate(_tables(source, format, options.debug)):
                if not learnt:
                    log = Log(format, options.debug)
                    learnt = _learn((part for block in blocks for part in log.take(block)), options, path)
                task = crew.submit(_read_and_judge, blocks, number > 0, closed, format.name, options, path)
                yield _Batch(options, task, blocks=blocks)
        else:
            stream = read(source, format, options.debug)
            while batch := list(islice(stream, BATCH)):
                learnt = learnt or _learn(batch, options, path)
                yield _Batch(options, crew.submit(_judge, batch, options, path), batch)
        yield End()


def _learn(parts: Iterable[Part], options: Options, path: str) -> bool:
    """Judge the first hand before there are workers, so that they know its rulebook from birth."""
    for part in parts:
        if isinstance(part, RawHand):
            judge_batch([part], options, path)
            return True
    return False


def _judge(parts: list[Part], options: Options, path: str) -> bytes:
    """Judge parts that another process has cut, each with the set-up that it depends on."""
    return _packed([_complete(judged) for _, judged, _ in judge_batch(parts, options, path)])


def _complete(judged: Judged | Unreadable | None) -> Judged | Unreadable | None:
    """Have everything worked out that is left until somebody asks: the state of the hand does not travel."""
    if judged is not None and not isinstance(judged, Unreadable) and judged.facts is not None:
        judged.facts.complete()
    return judged


def _is_hand(part: Part | Block) -> TypeGuard[RawHand | Block]:
    return isinstance(part, RawHand) or (isinstance(part, Block) and part.kind == HAND)


def _line(part: RawHand | Block) -> int:
    return part.line if isinstance(part, RawHand) else part.report_line


def _tables(source: Source, format: LogFormat, debug: bool) -> Iterator[tuple[list[Block | Unreadable], bool]]:
    """The blocks of a log that tells the table of every hand, in batches that begin with a table.

    With each: does what stands in it end there? Not where a fault ends the reading.
    """
    batch: list[Block | Unreadable] = []
    closed = True
    for block in cut(source, format.reader, debug):
        if len(batch) >= 2 * BATCH and isinstance(block, Block) and block.kind == TABLE:
            yield batch, True
            batch = []
        batch.append(block)
        closed = not (isinstance(block, Unreadable) and block.ends_reading)
    yield batch, closed


def _read_and_judge(
    blocks: list[Block | Unreadable], later: bool, closed: bool, format: str, options: Options, path: str
) -> bytes:
    """Read and judge the parts that blocks make up, and leave out their text, which nobody needs any more."""
    log = Log(format_named(format), options.debug)
    log.hands = later  # there were some before
    parts = [part for block in blocks for part in log.take(block)]
    parts += log.close() if closed else ()
    found: list[PartResult] = []
    known: dict[str, Setup] = {}
    for part, judged, _ in judge_batch(parts, options, path):
        if not isinstance(part, Unreadable):
            part.setup = _shared(part.setup, known)
        if isinstance(part, RawHand):
            part.block.text = ""
            if judged is not None and not isinstance(judged, Unreadable) and judged.facts is not None:
                judged.facts.setup = part.setup
        found.append((part, _complete(judged)))
    return _packed(found)


def _shared(setup: Setup, known: dict[str, Setup]) -> Setup:
    """Give an equal set-up of the same table, if there was one, so that hands which share it travel with one copy."""
    if known.get(setup.table) != setup:
        known[setup.table] = setup
    return known[setup.table]
