"""The three kinds of error that a user can meet. Any other that escapes is a fault of the auditor itself."""

from __future__ import annotations


class AuditorError(Exception):
    """An error that is printed as one line, never as a traceback."""


class Unreadable(AuditorError):
    """A stretch of a log cannot be read. The error says where it stands, what was found and what was expected."""

    def __init__(self, reason: str, line: int = 0, column: int = 0, hand: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.column = column
        self.hand = hand

    def __reduce__(self) -> tuple[type[Unreadable], tuple[str, int, int, str | None]]:
        """Let an Unreadable travel from a worker process to its parent."""
        return type(self), (self.reason, self.line, self.column, self.hand)


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
