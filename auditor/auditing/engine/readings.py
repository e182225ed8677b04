"""What other readings of an unclear text make of a fault.

A rulebook says how grave a fault is that is lawful on another defensible reading. So each fault is tried under the
other choices of the readings that bear on its clause, one at a time: if one of them finds nothing wrong, or nothing so
grave, the fault is no more than that and names the reading. A choice may say for itself how grave it leaves a fault.
Whether a reading that somebody chose, for the audit or in a house file, leaves the others open is for the rulebook to
say too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.findings import Severity


@dataclass(slots=True, frozen=True)
class Other:
    """A rulebook under another choice of one reading, and how grave a fault is that this choice excuses."""

    reading: str
    leaves: Severity
    bound: BoundRulebook


@dataclass(slots=True, frozen=True)
class OtherReadings:
    """The same rulebook under other choices; `under` makes the version for one choice of one reading."""

    rules: Rulebook
    under: Callable[[str, str], BoundRulebook]

    def of(self, clauses: Iterable[str]) -> Iterator[Other]:
        """The versions that read one of these clauses differently, in the order of the rulebook."""
        concerned, contested = set(clauses), self.rules.contested
        assert contested is not None
        for reading in self.rules.readings:
            closed = reading.name in self.rules.pinned and not contested.when_chosen
            if closed or concerned.isdisjoint(reading.clauses):
                continue
            for choice in reading.choices:
                if choice.name != self.rules.chosen[reading.name]:
                    leaves = Severity[(choice.leaves or contested.severity).upper()]
                    yield Other(reading.name, leaves, self.under(reading.name, choice.name))


@dataclass(slots=True, frozen=True)
class Instead:
    """What is said in the place of a fault under another choice: how grave it is, if anything, and is it the same?"""

    severity: Severity | None
    same: bool = True


def weighed(severity: Severity, others: Iterable[tuple[Other, Instead]]) -> tuple[Severity, str | None]:
    """How grave a fault is, given what others say in its place, and the reading that this rests on, if on any.

    Of several the one that leaves least of it counts, and of equals the first. A fault of another clause, no less
    grave, takes nothing away but names the reading; so does more than an advisory in the place of one.
    """
    resting = []
    for other, instead in others:
        found = instead.severity or other.leaves
        milder, graver = instead.severity is None or found < severity, found > severity
        if milder or not instead.same or (graver and severity is Severity.ADVISORY):
            resting.append((min(severity, max(other.leaves, found)), other.reading))
    return min(resting, key=lambda one: one[0], default=(severity, None))
