"""When two findings tell of the same fault, asked wherever a hand is judged again.

What a fault is does not depend on the words or the check that tell of it, nor on its amount: it is a clause, a person
and an act. Judged again under other rules, the hand has the same acts, and they are compared by their places.
Judged again under another reading of its record, the act may be noted elsewhere or be another one, so that clause,
person and the kind of breach tell, which is the check: whoever broke a clause in that way however the record is read
did break it. This is the charge. A breach of another kind is another charge, which nobody was found guilty of here.
Wrong payments and commissions are one act each, whichever line tells of them, and a finding on several acts tells of
each of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from auditor.vocabulary.findings import Actor, Finding, Location, Severity

Fault = tuple[str, Actor, str | Location]  # clause, person, act


class FoundAgain:
    """What is found under another choice, by what it is about."""

    def __init__(self, findings: Iterable[Finding], here: Collection[Fault] = ()) -> None:
        """Sort the findings; `here` has the faults that are found under the choice in use."""
        self.by_fault: dict[object, list[tuple[int, Finding]]] = {}  # and by each of the further acts that it tells of
        self.new_by_subject: dict[str | Location, list[Finding]] = {}
        self.new_by_place: dict[tuple[str, Location], list[tuple[int, Finding]]] = {}
        for number, one in enumerate(findings):
            for key in dict.fromkeys([one.fault, *[(one.clause, place) for place in one.also]]):
                self.by_fault.setdefault(key, []).append((number, one))
            if one.fault not in here:
                self.new_by_subject.setdefault(one.subject, []).append(one)
                self.new_by_place.setdefault((one.clause, one.location), []).append((number, one))

    def same(self, finding: Finding) -> list[Finding]:
        """The same fault, or one on several acts under the clause of which this is one."""
        keys = (finding.fault, (finding.clause, finding.location))
        return _in_order(one for key in keys for one in self.by_fault.get(key, ()))

    def rest(self, finding: Finding) -> list[Finding]:
        """What is new and one of the further acts that the finding tells of."""
        places = [(finding.clause, place) for place in finding.also]
        return _in_order(one for place in places for one in self.new_by_place.get(place, ()))


def _in_order(found: Iterable[tuple[int, Finding]]) -> list[Finding]:
    """Numbered findings in their order, each once."""
    return [finding for _, finding in sorted(dict(found).items())]


def still_charged(one: Finding, found: Iterable[Finding], *, slip: bool = False) -> bool:
    """Is the person charged with a breach of that clause under another reading of the record, too?

    Something worth a look is no charge, unless the finding itself is no more than that. But a slip that leaves it worth
    a look has not explained it: there would have to be another one.
    """
    least = Severity.ADVISORY if slip else min(one.severity, Severity.IRREGULARITY)
    return any((one.charge == other.charge and other.severity >= least) or tells_of(other, one) for other in found)


def tells_of(one: Finding, other: Finding) -> bool:
    """Is the one finding on several acts under a clause, and the other on one of them?"""
    return one.clause == other.clause and other.location in one.also
