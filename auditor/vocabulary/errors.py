"""The three kinds of error that a user can meet. Any other that escapes is a fault of the auditor itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from auditor.vocabulary.records import value_class

LONGEST_OWN_FAULT = 200  # characters that are told of it


class AuditorError(Exception):
    """An error that is printed as one line, never as a traceback."""


@value_class
class Edit:
    """What to put in the place of some columns of a line. The end column is the first that stays."""

    line: int
    column: int
    end_column: int
    replacement: str


class Unreadable(AuditorError):
    """A stretch of a log cannot be read. The error says where it stands, what was found and what was expected.

    Where it is known how the log should read, `fix` has the edits that make it so, and `reason` says what to write.
    Whatever else is wrong with the same hand is in `more`.
    """

    def __init__(
        self,
        reason: str,
        line: int = 0,
        column: int = 0,
        hand: str | None = None,
        source: str = "",
        fix: tuple[Edit, ...] = (),
        further: bool = False,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.column = column
        self.hand = hand
        self.source = source  # the line as it stands in the log
        self.fix = fix
        self.further = further  # of a hand that an error before this one stands for
        self.more: tuple[Unreadable, ...] = ()
        self.instead: tuple[str, str] | None = None  # a piece of the line, and what to write for it
        self.ends_reading = False  # nothing after it in the log is read
        self.meant = ""  # the kind of statement that the line was meant to be, if that is known
        self.outlasts_hand = False  # the line of a hand declares what holds after it, and is lost with the hand

    def __reduce__(self) -> tuple[object, ...]:
        """Let an Unreadable travel from a worker process to its parent."""
        values = (self.reason, self.line, self.column, self.hand, self.source, self.fix, self.further)
        kept = ("more", "ends_reading", "meant", "outlasts_hand")
        return type(self), values, {name: getattr(self, name) for name in kept}

    def costing(self, hand: str) -> Unreadable:
        """The same error as what a hand cannot be judged for."""
        return Unreadable(self.reason, self.line, self.column, hand, self.source, self.fix)

    def all(self) -> Iterator[Unreadable]:
        """Give this error and the others of the same hand."""
        yield self
        yield from self.more


def first_of(faults: Sequence[Unreadable], hand: str | None = None) -> Unreadable:
    """Give the first of several faults. It has the others with it if they are all of one hand."""
    first, *others = faults
    for fault in faults:
        fault.hand = hand
        fault.further = hand is not None and fault is not first
    first.more = tuple(others)
    return first


def applied(text: str, edits: Iterable[Edit]) -> str:
    """Give a text with the edits of its fixes carried out, each once."""
    lines = text.split("\n")
    ordered = sorted(dict.fromkeys(edits), key=lambda one: (one.line, one.column, one.end_column))
    for edit in reversed(ordered):
        line = lines[edit.line - 1]
        lines[edit.line - 1] = line[: edit.column - 1] + edit.replacement + line[edit.end_column - 1 :]
    return "\n".join(lines)


def own_fault(what: str, error: Exception) -> str:
    """The reason why something is unread on which the auditor itself, or the system under it, has failed."""
    if isinstance(error, OSError):
        return f"{what} cannot be read: {error.strerror or error}"
    known = f"{type(error).__name__}: {error}"[:LONGEST_OWN_FAULT]
    return f"the auditor failed on {what}, which is a fault of its own ({known}); the log may be in order"


class RulebookError(AuditorError):
    """The data of a rulebook is wrong. The error names the file and, where it is known, the line."""

    def __init__(self, reason: str, path: str = "", line: int = 0) -> None:
        where = f"{path}:{line}: " if path and line else f"{path}: " if path else ""
        super().__init__(f"{where}{reason}")
        self.reason = reason
        self.path = path
        self.line = line

    def __reduce__(self) -> tuple[type[RulebookError], tuple[str, str, int]]:
        """Let a RulebookError travel from a worker process to its parent."""
        return type(self), (self.reason, self.path, self.line)


class UsageError(AuditorError):
    """A person gave a wrong option or configuration."""
