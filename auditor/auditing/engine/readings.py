"""What other readings of an unclear text make of a fault.

A rulebook says how grave a fault is that is lawful on another defensible reading. So what was found is judged again
under the other choices of the readings that bear on its clause, one at a time: if under one of them that fault is gone,
or is nothing so grave, it is no more than that and names the reading. A choice may say for itself how grave it leaves a
fault. Whether a reading that somebody chose, for the audit or in a house file, leaves the others open is for the
rulebook to say too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.engine.same_fault import FoundAgain
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.findings import Finding, ReadingTaken, Severity
from auditor.vocabulary.records import replace, value_class

JudgeAgain = Callable[[BoundRulebook], list[Finding]]


@value_class
class Other:
    """A rulebook under another choice of one reading, and how grave a fault is that this choice excuses."""

    reading: str
    taken: str  # the choice in use
    choice: str  # the other one
    leaves: Severity
    bound: BoundRulebook


@value_class
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
            taken = next(one for one in reading.choices if one.name == self.rules.chosen[reading.name])
            for choice in () if taken.widest else reading.choices:
                if choice is not taken:
                    leaves = Severity[(choice.leaves or contested.severity).upper()]
                    yield Other(reading.name, taken.name, choice.name, leaves, self.under(reading.name, choice.name))


def weighed(findings: list[Finding], others: OtherReadings, judge_again: JudgeAgain) -> list[Finding]:
    """Make each finding as grave as it is in view of what is found if everything is judged again under other choices.

    A finding may tell of several acts. If another choice excuses the first of them and not a later one, the later one
    is a finding of its own.
    """
    here = {finding.fault for finding in findings}
    again: dict[int, FoundAgain] = {}

    def found_under(other: Other) -> FoundAgain:
        if id(other.bound) not in again:
            again[id(other.bound)] = FoundAgain(judge_again(other.bound), here)
        return again[id(other.bound)]

    found = []
    for finding in findings:
        versions = [] if finding.reading is not None else list(others.of((finding.clause, *finding.read_with)))
        weighings = [_Weighing.of(finding, other, found_under(other)) for other in versions]
        decisive = min((one for one in weighings if one.decides), key=lambda one: one.leaves, default=None)
        if decisive is None:
            found.append(finding)
        else:
            found.append(replace(finding, severity=decisive.leaves, reading=decisive.taken))
            found += decisive.rest
    return found


@value_class
class _Weighing:
    """A finding, and what is found in its place under another choice."""

    finding: Finding
    other: Other
    instead: Finding | None  # the gravest; None if the fault is gone
    same: bool  # is it the same fault?
    rest: list[Finding]  # of the further acts that the finding tells of, those that are faults all the same

    @classmethod
    def of(cls, finding: Finding, other: Other, again: FoundAgain) -> _Weighing:
        """Look for the same fault under the other choice or, of whatever clause and person, for a new one of that act.

        What is wrong either way may be the dealer's fault on the one reading and a player's on the other.
        """
        same, new = again.same(finding), again.new_by_subject.get(finding.subject, [])
        rest = [] if same else again.rest(finding)
        instead = max(same or new, key=lambda one: one.severity, default=None)
        return cls(finding, other, instead, bool(same), rest)

    @property
    def leaves(self) -> Severity:
        """How grave the fault is in view of the other choice."""
        found = self.other.leaves if self.instead is None else max(self.other.leaves, self.instead.severity)
        return min(self.finding.severity, found)

    @property
    def decides(self) -> bool:
        """Does the finding rest on the reading?

        It does if the fault is gone, or not so grave, or another one. So does an advisory that would be more.
        """
        if self.instead is None or not self.same:
            return True
        severity = self.finding.severity
        return self.instead.severity < severity or self.instead.severity > severity is Severity.ADVISORY

    @property
    def taken(self) -> ReadingTaken:
        """The reading that the finding rests on."""
        if self.instead is None:
            then = "this is no fault"
        elif self.same and self.instead.observed == self.finding.observed:
            then = f"it is {self.instead.called}"
        else:
            then = f"it is {self.instead.called}: {self.instead.observed}"
        return ReadingTaken(self.other.reading, self.other.taken, self.other.choice, then)
