"""Whoever does the work on shards, as `concurrent.futures` has it: work is submitted, and its result waited for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class WorkerDied(Exception):
    """As many workers as may try have died over the same work."""

    def __init__(self, times: int = 2) -> None:
        super().__init__(times)
        self.times = times


class Pending(Protocol):
    """Work that a worker has."""

    def result(self) -> bytes:
        """Wait for the answer."""


class Workers(Protocol):
    """Processes of this machine, or of others."""

    @property
    def size(self) -> int:
        """How many there are, as far as that is known now."""

    def submit(self, function: Callable[..., bytes], *arguments: Any) -> Pending:
        """Have a function called by a worker."""


class Done:
    """Work that needs no waiting."""

    def __init__(self, answer: bytes) -> None:
        self.answer = answer

    def result(self) -> bytes:
        """Give the answer."""
        return self.answer


class Here:
    """No workers at all: this process does the work at once."""

    size = 1

    def submit(self, function: Callable[..., bytes], *arguments: Any) -> Pending:
        """Call a function."""
        return Done(function(*arguments))
