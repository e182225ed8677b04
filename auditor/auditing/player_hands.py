"""Counts the hands of each player by name, as findings name players, at whatever tables and on whatever nights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from auditor.vocabulary.records import field, record_class

MOST = 50_000  # names; a room with more of them is no house where people are known by theirs


@record_class
class PlayerHands:
    """How many hands each player was dealt in to.

    Too many names are too many for good: then nobody's hands are told. So it does not matter in which order the parts
    of an audit are added up, and memory is bounded.
    """

    counts: Counter[str] | None = field(default_factory=Counter)  # None: there are too many names

    def add(self, names: Iterable[str]) -> None:
        """Count a hand of these players."""
        counts = self.counts
        if counts is not None:
            for name in names:
                counts[name] = counts.get(name, 0) + 1
            if len(counts) > MOST:
                self.counts = None

    def take(self, other: PlayerHands) -> None:
        """Add what another part of the audit has counted."""
        if self.counts is not None and other.counts is not None:
            self.counts.update(other.counts)
        if other.counts is None or (self.counts is not None and len(self.counts) > MOST):
            self.counts = None

    def of(self, name: str) -> int | None:
        """The hands of a player; None if nobody counts them."""
        return None if self.counts is None else self.counts[name]
