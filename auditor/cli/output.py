"""Where a command's words go: reports to standard output or a file, everything else to standard error."""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, TypeVar

from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.wording import escaped, plural

if TYPE_CHECKING:
    from auditor.auditing.result import Result
    from auditor.logs.files.decoding import Source
    from auditor.report.layout import Line

T = TypeVar("T")

PATIENCE = 1.0  # seconds before progress is shown at all
PACE = 0.2  # seconds between two signs of it
OFTEN = 16  # hands after which the clock is looked at
LAST_STREAM = 2  # the number of standard error, after those of standard input and output
CLOSED = "cannot write to standard output: it is closed"
ESCAPED = "backslashreplace"  # how half a character is written
DATABASE = b"SQLite format 3\0"  # how a file of SQLite begins


class ClosedOutput(io.TextIOBase):
    """Stands where there is no standard output: whoever writes to it, be it the help of typer, says so."""

    closed = True  # from the start, so that nobody has to close it

    def write(self, _text: str, /) -> int:
        """Refuse it."""
        raise UsageError(CLOSED)


def prepare() -> None:
    """Make sure that printing never fails: pipes and files get UTF-8, a terminal escapes for what it cannot show.

    The number of a stream that is closed is taken. Otherwise the next file that is opened would get it, and whatever
    is printed would go there. What is said to nobody goes nowhere: Python would put it into the report.
    """
    with suppress(OSError):  # there may be no such device
        while (number := os.open(os.devnull, os.O_RDWR)) <= LAST_STREAM:
            pass
        os.close(number)
    if sys.stdout is None:
        sys.stdout = ClosedOutput()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  (until the end)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None and stream.isatty():
            reconfigure(errors="backslashreplace")
        elif reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def say(text: str) -> None:
    """Tell the user something that is no part of a report."""
    try:
        print(f"auditor: {text}", file=sys.stderr)
    except (OSError, ValueError):
        _silence(sys.stderr)


def _silence(stream: TextIO) -> None:
    """Let go of what cannot be written. Otherwise Python would try again when it ends, and complain."""
    with suppress(OSError, ValueError):
        number = os.open(os.devnull, os.O_WRONLY)
        os.dup2(number, stream.fileno())
        os.close(number)
        stream.flush()


def show(lines: Iterable[Line], colour: bool = True) -> None:
    """Print lines to standard output, in colour if it is a terminal."""
    from auditor.report.layout import coloured, write

    with _unbroken():
        write(lines, sys.stdout, coloured(sys.stdout, colour))
        sys.stdout.flush()


def show_text(text: str) -> None:
    """Print text to standard output."""
    show_texts([text])


def show_texts(texts: Iterable[str]) -> None:
    """Print one text after the other, until somebody stops reading."""
    with _unbroken():
        for text in texts:
            sys.stdout.write(text)
        sys.stdout.flush()


def show_bytes(pieces: Iterable[bytes]) -> None:
    """Write bytes to standard output, unless that is a terminal, which would take them for something else."""
    with _unbroken():
        if sys.stdout.isatty():
            raise UsageError("this form is no text for a terminal, expected a file such as --output night.xlsx")
        sys.stdout.flush()
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()


def _check_open() -> None:
    if sys.stdout is None or sys.stdout.closed:
        raise UsageError(CLOSED)


class _unbroken:  # noqa: N801  (used like a function)
    """Ends the writing in peace when a reader such as `head` has seen enough. A full disk is no fault of ours."""

    def __enter__(self) -> None:
        _check_open()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, OSError):
            return False
        _silence(sys.stdout)
        if not isinstance(error, BrokenPipeError):
            raise UsageError(f"cannot write to standard output: {error.strerror or error}") from None
        return True


def width() -> int:
    """The width to write for on standard output."""
    from auditor.report.layout import width_of

    _check_open()
    return width_of(sys.stdout)


# ---- files ----


def check_output(path: Path, inputs: Iterable[Path], database: bool = False) -> None:
    """Refuse, before the work begins, a file that cannot be written or that would overwrite a log.

    Unless a `database` is to be written, none is to be overwritten.
    """
    if path.is_dir() or not path.parent.is_dir():
        raise UsageError(
            f"cannot write {escaped(str(path))}: " + ("it is a folder" if path.is_dir() else "no such folder")
        )
    if any(os.path.realpath(path) == os.path.realpath(log) for log in inputs):
        raise UsageError(f"cannot write {escaped(str(path))}: it is one of the logs to be audited")
    if not database:
        _spare_database(path)


def _spare_database(path: Path) -> None:
    """Refuse to write a report over a register, or over what a run has kept: years may be in it."""
    if not path.is_file():
        return
    try:
        with path.open("rb") as file:
            found = file.read(len(DATABASE))
    except OSError:
        return
    if found == DATABASE:
        raise UsageError(f"cannot write {escaped(str(path))}: it is a database, such as a register")


def save_texts(texts: Iterable[str], path: Path, wanted: Callable[[], bool] = lambda: True) -> None:
    """Write one text after the other to a file. It is there when it is whole, if it is still `wanted` then."""
    from auditor.storage import whole_files

    _spare_database(path)
    try:
        whole_files.write(texts, path, wanted)
    except OSError as error:
        raise UsageError(f"cannot write {escaped(str(path))}: {error.strerror or error}") from None


def save_bytes(pieces: Iterable[bytes], path: Path) -> None:
    """Write pieces of bytes to a file, which is there when it is whole."""
    from auditor.storage import whole_files

    _spare_database(path)
    try:
        whole_files.write_bytes(pieces, path)
    except OSError as error:
        raise UsageError(f"cannot write {escaped(str(path))}: {error.strerror or error}") from None


# ---- progress ----


class Progress:
    """A line on the terminal with hands, speed and time left. It stays away if work is quick or nobody looks."""

    def __init__(self, wanted: bool, total: int | None = None, stream: TextIO | None = None) -> None:
        """Begin now. `total` is how many bytes there are to read, if that is known."""
        self.stream = stream or sys.stderr
        self.wanted = wanted and self.stream is not None and self.stream.isatty()
        self.total = total
        self.done = 0  # bytes of the logs that are done
        self.source: Source | None = None
        self.hands = 0
        self.line = 0  # where the hand begins that was judged last
        self.drawn = 0
        self.began = self.due = 0.0

    def follow(self, sources: Iterable[T]) -> Iterator[T]:
        """Pass the logs on, and note each as it comes."""
        from auditor.logs.files.decoding import Source

        for source in sources:
            self.source, self.line = source if isinstance(source, Source) else None, 0
            yield source
            self.done += self.source.size if self.source is not None else 0
            self.source = None

    def step(self, part: object = None, *_: object) -> None:
        """Count one more hand. Work before the first one, such as loading rulebooks, does not count in the speed."""
        if part is not None and not hasattr(part, "line"):
            return  # the end of a table
        if not self.hands:
            self.began = time.monotonic()
            self.due = self.began + PATIENCE
        self.hands += 1
        if self.wanted and self.hands % OFTEN == 0:
            self.line = getattr(part, "line", self.line)
            self._show()

    def leap(self, result: Result) -> None:
        """Count what another process has judged."""
        self.step()
        self.hands += max(result.hands_judged - 1, 0)
        self.done += sum(entry.bytes for entry in result.inputs)
        self._show()

    def recall(self, result: Result) -> None:
        """Leave out what an earlier run has judged: it took no time, and none of it is left."""
        if self.total is not None:
            self.total -= sum(entry.bytes for entry in result.inputs)

    def _show(self) -> None:
        if self.wanted and time.monotonic() >= self.due:
            text = self._text(time.monotonic() - self.began)
            before, self.drawn = self.drawn, len(text)
            self._draw(f"\r{text:<{before}}")
            self.due = time.monotonic() + PACE

    def _draw(self, text: str) -> None:
        """Write to the terminal, unless it is gone."""
        try:
            self.stream.write(text)
            self.stream.flush()
        except (OSError, ValueError):
            self.wanted = False
            _silence(self.stream)

    def _text(self, seconds: float) -> str:
        text = f"{self.hands:,} {plural(self.hands, 'hand')}, {self.hands / seconds:,.0f} a second"
        judged = self.done + self._judged()
        if self.total and 0 < judged <= self.total:
            left = round(seconds * (self.total - judged) / judged)
            text += f", {left // 60}:{left % 60:02} left"
        return text

    def _judged(self) -> float:
        """How much of the current log has been judged, by its lines: reading is often far ahead of judging."""
        source = self.source
        return source.read * min(self.line / source.lines, 1.0) if source is not None and source.lines else 0.0

    def end(self) -> None:
        """Wipe the line."""
        if self.drawn:
            self._draw("\r" + " " * self.drawn + "\r")
