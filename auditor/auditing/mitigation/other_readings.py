"""What other readings of an unclear text make of a fault.

A rulebook says how grave a fault is that is lawful on another defensible reading. So each fault is tried under the
other choices of the readings that bear on its clause, one at a time: if one of them finds nothing wrong, or nothing so
grave, the fault is no more than that and names the reading. A choice may say for itself how grave it leaves a fault.
Whether a reading that somebody chose, for the audit or in a house file, leaves the others open is for the rulebook to
say too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from auditor.auditing.engine.registry import Bound
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.findings import Actor, Finding, Place, Severity


@dataclass(slots=True, frozen=True)
class Other:
    """A rulebook under another choice of one reading, and how grave a fault is that this choice excuses."""

    reading: str
    leaves: Severity
    bound: Bound


@dataclass(slots=True, frozen=True)
class OtherReadings:
    """The same rulebook under other choices; `under` makes the version for one choice of one reading."""

    rules: Rulebook
    under: Callable[[str, str], Bound]

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


Judge = Callable[[Bound], list[Finding]]
Key = tuple[str, str, Actor, Place]


def excused(found: list[Finding], others: OtherReadings, judge: Judge) -> list[Finding]:
    """The findings of a hand, each as grave as it is in view of what the hand has if judged under other choices."""
    here = {_key(finding) for finding in found}
    again: dict[int, list[Finding]] = {}

    def findings(bound: Bound) -> list[Finding]:
        if id(bound) not in again:
            again[id(bound)] = judge(bound)
        return again[id(bound)]

    def tried(finding: Finding) -> Finding:
        if finding.interpretation is not None:
            return finding
        versions = others.of((finding.clause, *finding.read_with))
        severity, reading = weighed(
            finding.severity, ((other, _instead(finding, here, findings(other.bound))) for other in versions)
        )
        return finding if reading is None else replace(finding, severity=severity, interpretation=reading)

    return [tried(finding) for finding in found]


def _key(finding: Finding) -> Key:
    return finding.check, finding.clause, finding.actor, finding.place


def _instead(finding: Finding, here: set[Key], others: list[Finding]) -> Instead:
    """What others say in the place of a finding: the same or, of whatever clause, something new.

    It is the same as well where a finding of the clause at an earlier place tells of this one too.
    """
    key, at_place = _key(finding), [one for one in others if one.place == finding.place]
    same = [one.severity for one in others if _key(one) == key or _tells_of(one, finding)]
    new = [one.severity for one in at_place if _key(one) not in here]
    return Instead(max(same or new, default=None), same != [])


def _tells_of(one: Finding, other: Finding) -> bool:
    """Is the one finding on several acts under a clause, and the other on one of them?"""
    return (one.check, one.clause) == (other.check, other.clause) and other.place in one.evidence
