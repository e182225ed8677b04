"""Campaigns of made logs: any number of them by a seed, what failed in them, and each failure made small."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from auditor.rules.loading.loader import rulebook_ids
from fuzzing.histories import HISTORIES
from fuzzing.table_logs import TableLogs
from fuzzing.texts import Chance, Maker
from fuzzing.trial import Failure, failure


def kinds() -> dict[str, Maker]:
    """Everything that logs are made of, by name: each rulebook's table logs, and each other format."""
    return {**{rules: TableLogs(rules) for rules in rulebook_ids()}, **HISTORIES}


@dataclass(frozen=True)
class Found:
    """A log that something fails on: how to make it again, what fails, and the least of it on which that still does."""

    kind: str
    seed: str
    failure: Failure
    log: str

    def __str__(self) -> str:
        """All that somebody needs to repeat it."""
        return f"{self.kind}, seed {self.seed!r}: {self.failure}\n----\n{self.log}"


def made(kind: str, seed: str) -> str:
    """The log of a kind that belongs to a seed."""
    return kinds()[kind](Chance(f"{kind} {seed}"))


def found_in(kind: str, count: int, seed: str, known: set[tuple[str, str]] | None = None) -> Iterator[Found]:
    """Make so many logs of a kind. Give each on which something fails in a way that is not `known`, made small."""
    known = set() if known is None else known
    make = kinds()[kind]
    for number in range(count):
        own = f"{seed}.{number}"
        log = make(Chance(f"{kind} {own}"))
        failed = failure(log)
        if failed is not None and failed.kind not in known:
            known.add(failed.kind)
            yield Found(kind, own, failed, shrunk(log, failed))


def shrunk(log: str, failed: Failure, trials: int = 400) -> str:
    """The log without every line that the failure does not need."""
    lines = log.split("\n")
    size = max(1, len(lines) // 2)
    while size and trials > 0:
        at = 0
        while at < len(lines) and trials > 0:
            fewer = [*lines[:at], *lines[at + size :]]
            trials -= 1
            again = failure("\n".join(fewer), every=True)  # which form is tried of one of them depends on the length
            if again is not None and again.cause == failed.cause:
                lines = fewer
            else:
                at += size
        size //= 2
    return "\n".join(lines)
