"""What other readings of an unclear text make of a fault.

A rulebook says how grave a fault is that is lawful on another defensible reading. So each fault is tried under the
other choices of the readings that bear on its clause, one at a time: if one of them finds nothing wrong, the fault is
no more than that and names the reading. Whether a reading that somebody chose, for the audit or in a house file, leaves
the others open is for the rulebook to say too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from auditor.checks.registry import Bound
from auditor.findings import Finding, Severity
from auditor.rules.model import Rulebook


@dataclass(slots=True, frozen=True)
class OtherReadings:
    """The same rulebook under other choices; `under` makes the version for one choice of one reading."""

    rules: Rulebook
    under: Callable[[str, str], Bound]

    @property
    def severity(self) -> Severity:
        """How grave a fault is that one of them excuses."""
        assert self.rules.contested is not None
        return Severity[self.rules.contested.severity.upper()]

    def of(self, clauses: Iterable[str]) -> Iterator[tuple[str, Bound]]:
        """The versions that read one of these clauses differently, each with the name of the reading."""
        concerned, contested = set(clauses), self.rules.contested
        assert contested is not None
        for reading in self.rules.readings:
            closed = reading.name in self.rules.pinned and not contested.when_chosen
            if closed or concerned.isdisjoint(reading.clauses):
                continue
            for choice in reading.choices:
                if choice.name != self.rules.chosen[reading.name]:
                    yield reading.name, self.under(reading.name, choice.name)


Judge = Callable[[Bound], list[Finding]]


def excused(found: list[Finding], others: OtherReadings, judge: Judge) -> list[Finding]:
    """The findings of a hand, those less grave that the hand does not have if it is judged under another choice."""
    grave = others.severity
    again: dict[int, list[Finding]] = {}

    def findings(bound: Bound) -> list[Finding]:
        if id(bound) not in again:
            again[id(bound)] = judge(bound)
        return again[id(bound)]

    def tried(finding: Finding) -> Finding:
        if finding.severity is Severity.ADVISORY or finding.interpretation is not None:
            return finding
        for reading, bound in others.of((finding.clause, *finding.read_with)):
            if _is_gone(finding, found, findings(bound)):
                return replace(finding, severity=min(grave, finding.severity), interpretation=reading)
        return finding

    return [tried(finding) for finding in found]


def _is_gone(finding: Finding, found: list[Finding], others: list[Finding]) -> bool:
    """Is nothing, of whatever clause, said in the place of a finding?"""
    if any((one.check, one.clause, one.place) == (finding.check, finding.clause, finding.place) for one in others):
        return False
    return _accusations(others, finding) < _accusations(found, finding)


def _accusations(found: list[Finding], at: Finding) -> int:
    return sum(one.place == at.place and one.severity is not Severity.ADVISORY for one in found)
