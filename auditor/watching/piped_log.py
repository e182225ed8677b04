"""Follows a log that comes through a pipe, so that each hand is told when it is over and not at the end of all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from auditor.auditing.options import Options
from auditor.auditing.result import Result, Unread
from auditor.logs.files.decoding import CHUNK, HEAD, ByteStream, RefusedFile, Source, opening
from auditor.logs.files.discovery import open_again
from auditor.logs.files.incremental import Revised
from auditor.logs.formats import UNKNOWN_HISTORY, LogFormat, format_named, shown_format
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.records import replace
from auditor.vocabulary.wording import size_text
from auditor.watching.followed_file import ReadSoFar


class Pipe(ByteStream, Protocol):
    """What bytes come through."""

    def read1(self, size: int, /) -> bytes:
        """Give what there is, at most so many bytes, and wait only if there is nothing; none at the end."""


def follow_pipe(
    pipe: Pipe, name: str, options: Options, most: int, hear: Callable[[Result], None]
) -> Result | Source | RefusedFile:
    """Judge a log as it comes, and have `hear` shown the result after each piece.

    A log whose beginning does not show for certain how it is to be read is waited for, and given as any other is that
    was opened. `most` is how many bytes there may be.
    """
    waiting = _Waiting(pipe, most)
    try:
        format = _certain_format(waiting, options)
        followed = None if format is None else _followed(waiting, format, name, options, hear)
        return followed or open_again(waiting, name)
    except Unreadable as error:
        return RefusedFile(name, error.reason)


def _followed(
    waiting: _Waiting, format: LogFormat, name: str, options: Options, hear: Callable[[Result], None]
) -> Result | None:
    """Judge a log of this format as it comes. None if it turns out to be of another."""
    reading = ReadSoFar(name, replace(options, jobs=1, log_format=format.name), unsure=False)
    try:
        data = waiting.taken
        while data:
            reading.take(data)
            hear(reading.result)
            data = waiting.more()
        reading.end()
    except Revised:
        return None
    except Unreadable as error:
        _break_off(reading, error.reason)
    except KeyboardInterrupt:
        reading.leave()
        reading.result.interrupted = True
    return reading.result


def _certain_format(waiting: _Waiting, options: Options) -> LogFormat | None:
    """The format of a log, as soon as its beginning shows it for certain. None if it must be read as a whole.

    The language of some formats shows only in the file as a whole. A format in which hands depend on statements before
    them begins with a statement, and the others have their sign somewhere in the head.
    """
    format: LogFormat | None = None
    data = b"none yet"
    while format is None and data:
        data = waiting.more()
        head = opening(waiting.taken)[1]
        full = len(head) >= HEAD or not data
        shown = format_named(options.log_format) if options.log_format else shown_format(head)
        if shown is not None and (full or options.log_format or not shown.hands_carry_table):
            format = shown
        elif full:
            return None
    return None if format is None or format is UNKNOWN_HISTORY or format.language_from_head else format


def _break_off(reading: ReadSoFar, reason: str) -> None:
    """Note that no more of a log is read, and why."""
    reading.leave()
    reading.audit.entry.unread += 1
    reading.result.unread.append(Unread(reading.name, 0, 0, None, reason))


class _Waiting:
    """A pipe whose first bytes are kept, so that the log can still be read from its beginning."""

    def __init__(self, pipe: Pipe, left: int) -> None:
        self.pipe = pipe
        self.left = left
        self.reason = f"found more than {size_text(left)} in a pipe or a device; --most-bytes allows more"
        self.taken = b""  # as many of the first bytes as the head may have
        self.given = 0  # how many of them were given out when it is read from its beginning

    def more(self) -> bytes:
        """Give what came since the last time; nothing at the end. Raises Unreadable if it is too much."""
        data = self.pipe.read1(CHUNK)
        if len(self.taken) < 8 * HEAD:
            self.taken += data
        return self._counted(data)

    def read(self, size: int, /) -> bytes:
        """Give the bytes from the beginning on, whatever was taken before."""
        if self.given < len(self.taken):
            data = self.taken[self.given : self.given + size]
            self.given += len(data)
            return data
        return self._counted(self.pipe.read(size))

    def _counted(self, data: bytes) -> bytes:
        self.left -= len(data)
        if self.left < 0:
            raise Unreadable(self.reason)
        return data
