"""The findings that are reported, in the order of a report, without having them all in memory.

What every form asks of all of them is a mark of one byte each: the severity, and whether it is a custom, a defect of
the record, or about money. So findings are counted and told apart without a look at them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TypeVar, overload

from auditor.vocabulary.findings import Finding, Severity
from auditor.vocabulary.records import replace

RECORD = "record/"  # clauses that begin so accuse a log instead of a person
CUSTOM, DEFECT, MONEY = 4, 8, 16  # beside the severity, which takes the two lowest bits
SEVERITY = 3
LARGEST_LINE = 1 << 40
Key = TypeVar("Key", bound=Hashable)


def mark_of(finding: Finding) -> int:
    """What is asked of every finding, as a number that fits in a byte."""
    mark = int(finding.severity)
    if finding.custom is not None and finding.severity is Severity.ADVISORY:
        mark |= CUSTOM
    if finding.clause.startswith(RECORD):
        mark |= DEFECT
    return mark | MONEY if finding.money is not None else mark


def accusing(mark: int) -> bool:
    """Does a finding of this mark accuse a person? Advisories and defects of the record do not."""
    return mark & SEVERITY > Severity.ADVISORY and not mark & DEFECT


class ChosenFindings(Sequence[Finding]):
    """Some findings of a result in the order of a report. Each is fetched when its turn comes."""

    __slots__ = ("_findings", "_marks", "_order")

    def __init__(self, findings: Sequence[Finding], marks: bytearray, order: array[int]) -> None:
        """Take all findings, the mark of each, and the places of those that are chosen."""
        self._findings = findings
        self._marks = marks
        self._order = order

    def __len__(self) -> int:
        return len(self._order)

    def __iter__(self) -> Iterator[Finding]:
        return map(self._at, self._order)

    @overload
    def __getitem__(self, place: int) -> Finding: ...

    @overload
    def __getitem__(self, place: slice) -> ChosenFindings: ...

    def __getitem__(self, place: int | slice) -> Finding | ChosenFindings:
        return self._with(self._order[place]) if isinstance(place, slice) else self._at(self._order[place])

    def _at(self, place: int) -> Finding:
        finding, severity = self._findings[place], self._marks[place] & SEVERITY
        return finding if finding.severity == severity else replace(finding, severity=Severity(severity))

    def _with(self, order: Iterable[int]) -> ChosenFindings:
        return ChosenFindings(self._findings, self._marks, order if isinstance(order, array) else array("L", order))

    def marked(self, wanted: Callable[[int], bool]) -> ChosenFindings:
        """Those whose mark is wanted. None of them is fetched for it."""
        fitting = {mark for mark in range(256) if wanted(mark)}
        marks = self._marks
        return self._with(place for place in self._order if marks[place] in fitting)

    def marks(self) -> Iterator[tuple[int, int]]:
        """The place of each among all findings, and its mark. None of them is fetched for it."""
        return ((place, self._marks[place]) for place in self._order)

    def at(self, places: Iterable[int]) -> ChosenFindings:
        """Those at these places among all findings, in this order."""
        return self._with(places)

    def grouped(self, key: Callable[[Finding], Key]) -> dict[Key, ChosenFindings]:
        """The findings by a key, in order. Few keys are meant: each group is fetched by itself."""
        found: dict[Key, array[int]] = {}
        for place in self._order:
            found.setdefault(key(self._at(place)), array("L")).append(place)
        return {one: self._with(order) for one, order in found.items()}

    def first_by(self, most: int, key: Callable[[Finding], Key]) -> ChosenFindings:
        """The first so many by a key of few values, in the order that they have here."""
        if len(self) <= most:
            return self
        groups = self.grouped(key)
        ranked = [place for one in sorted(groups) for place in groups[one]._order]  # type: ignore[type-var]
        kept = frozenset(ranked[:most])
        return self._with(place for place in self._order if place in kept)


class FindingChoice:
    """Collects the findings that are chosen, and puts them in order: by log and line, then by what they say."""

    def __init__(self, findings: Sequence[Finding], place_of: dict[str, int]) -> None:
        """Take all findings, and the place of each log by its path."""
        self.findings = findings
        self.place_of = place_of
        self.marks = bytearray(len(findings))
        self.order = array("L")
        self.lines = array("Q", bytes(8 * len(findings)))  # the log and the line of each

    def take(self, place: int, finding: Finding) -> None:
        """Choose a finding by its place among all of them."""
        self.marks[place] = mark_of(finding)
        self.lines[place] = self.place_of[finding.location.path] * LARGEST_LINE + finding.location.line
        self.order.append(place)

    def ordered(self) -> ChosenFindings:
        """The findings that were chosen, in order. Only those that share a line are looked at again."""
        order = array("L", sorted(self.order, key=self.lines.__getitem__))
        start = 0
        for end in range(1, len(order) + 1):
            if end == len(order) or self.lines[order[end]] != self.lines[order[start]]:
                if end - start > 1:
                    order[start:end] = array("L", sorted(order[start:end], key=self._rest_of_key))
                start = end
        return ChosenFindings(self.findings, self.marks, order)

    def _rest_of_key(self, place: int) -> tuple[str, str, int, str]:
        one = self.findings[place]
        return one.clause, one.check, one.ordinal, str(one.actor)
