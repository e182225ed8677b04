"""What a worker gets, and what it gives back. Both travel from one process, or one machine, to another."""

from __future__ import annotations

import pickle  # between processes of our own
from datetime import date
from typing import Any

from auditor.auditing.log_audit import Earlier
from auditor.auditing.options import Options
from auditor.auditing.result import Result
from auditor.auditing.result_values import INPUT, counts_of, result_of
from auditor.logs.files.discovery import FoundFiles
from auditor.logs.files.stretches import Stretch
from auditor.replay.session.other_tables import Room
from auditor.vocabulary.records import field, record_class, value_class


@value_class
class WholeLogs:
    """Files that a worker opens and judges itself, all in the same way."""

    files: tuple[FoundFiles, ...]
    options: Options
    by_log: bool = False  # what was made of each is wanted by itself, too
    cached: bool = False  # results may be kept, and those of earlier audits used
    by_night: bool = False  # verdicts are wanted by night


@value_class
class LogBytes:
    """A log that only the first process can open, with its bytes and what that knows of them."""

    name: str
    data: bytes
    sha256: str
    encoding: str
    head: str
    options: Options
    by_log: bool = False
    by_night: bool = False


@value_class
class LogStretch:
    """A stretch of a large log, and what the log is taken to have told before it."""

    file: FoundFiles
    stretch: Stretch
    encoding: str
    options: Options  # which name the format
    last: bool  # nothing of the log comes after it
    earlier: Earlier
    by_night: bool = False
    knows_all: bool = False  # nothing is assumed: `earlier` is all that the log has told


@record_class
class Told:
    """What a stretch has told that what comes after it, or another stretch, depends on."""

    rooms: dict[str | None, Room] = field(default_factory=dict)  # by house, as far as this stretch alone tells
    gaps: int = 0  # places that could not be read
    tables: frozenset[tuple[str, date | None]] = frozenset()  # which the log may come back to, and their nights
    changed: bool = False  # the bytes are not those that the log was cut by
    ended: bool = False  # nothing after this can be read
    usual: bool = True  # the language of the log is the one that is read


@record_class
class Answer:
    """The result of a shard, what is wrong with kept results, and what a stretch has told."""

    result: Result
    warnings: list[str] = field(default_factory=list)
    told: Told | None = None


def packed(answer: Answer) -> bytes:
    """Pack an answer for its way to the first process."""
    return pickle.dumps((_values(answer.result), answer.warnings, answer.told), pickle.HIGHEST_PROTOCOL)


def unpacked(data: bytes, options: Options) -> Answer:
    """Unpack the answer to a shard that was to be judged by these options. Raises `OtherRulebook`."""
    values, warnings, told = pickle.loads(data)
    return Answer(_result(values, options), warnings, told)


def all_opened(data: bytes) -> bool:
    """Could every log be opened that a packed answer is about?"""
    (counts, *_), *_ = pickle.loads(data)
    opened = INPUT.index("sha256")
    return all(values[opened] is not None for values, *_ in counts["inputs"])


def _values(result: Result) -> tuple[Any, ...]:
    lists = [one.packed() for one in (result.findings, result.unread, result.unknown)]
    return counts_of(result), lists, [_values(log) for log in result.logs]


def _result(values: tuple[Any, ...], options: Options) -> Result:
    counts, (findings, unread, unknown), logs = values
    result = result_of(counts, options)
    result.findings.unpack(findings)
    result.unread.unpack(unread)
    result.unknown.unpack(unknown)
    result.logs = [_result(log, options) for log in logs]
    return result
