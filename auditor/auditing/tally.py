"""Counts verdicts and missing evidence over the hands of an audit."""

from __future__ import annotations

from collections import Counter
from datetime import date

from auditor.auditing.engine.collector import Judged, Missing, Verdicts, joined
from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.result import Result
from auditor.vocabulary.findings import Verdict

PATTERNS = 4096  # distinct lists of missing evidence kept before they are added up


ALIKE = 512  # and distinct verdicts on the clauses of a rulebook


VERDICTS = (Verdict.PASS, Verdict.NOT_RECORDED, Verdict.FAIL)  # in the order in which clauses are kept by them


def by_clause(bound: BoundRulebook, judged: Judged) -> dict[str, Verdict]:
    """Give the verdict on each clause that came up."""
    found = zip(VERDICTS, judged.verdicts, strict=True)
    return {bound.clauses[place]: verdict for verdict, clauses in found for place in _places(clauses)}


def _places(bits: int) -> list[int]:
    """Say at which places a number has its bits, from the lowest."""
    places = []
    while bits:
        lowest = bits & -bits
        places.append(lowest.bit_length() - 1)
        bits ^= lowest
    return places


class _Counts:
    """Counts how often each bit is set in the numbers it takes in.

    The counts of all bits are kept together, as one number for each binary digit of theirs, so that a number is added
    to all of them at once. Digits that do not change any more cost nothing.
    """

    def __init__(self) -> None:
        self.digits: list[int] = []

    def add(self, bits: int, times: int) -> None:
        """Count the bits of a number so many times."""
        start = 0
        while times:
            if times & 1:
                self._carry(bits, start)
            times >>= 1
            start += 1

    def _carry(self, bits: int, start: int) -> None:
        """Add one to the digit at this place of all these counts."""
        digits = self.digits
        digits.extend([0] * (start - len(digits)))
        for place in range(start, len(digits)):
            if not bits:
                return
            digit = digits[place]
            digits[place] = digit ^ bits
            bits &= digit  # what is to be carried
        if bits:
            digits.append(bits)

    def totals(self) -> Counter[int]:
        """Say how often each bit was set, by its place."""
        totals: Counter[int] = Counter()
        for place, digit in enumerate(self.digits):
            for bit in _places(digit):
                totals[bit] += 1 << place
        return totals


class _Occasions:
    """Counts how often a rulebook gave which verdicts. Most hands have the same verdicts as an earlier one."""

    def __init__(self, bound: BoundRulebook) -> None:
        self.bound = bound
        self.counts = tuple([_Counts() for _ in VERDICTS])
        self.alike: Counter[tuple[Verdicts, ...]] = Counter()  # not yet among the counts

    def add(self, verdicts: tuple[Verdicts, ...]) -> None:
        """Take in the verdicts of one occasion: of a hand by itself and as a part of its session, or of an end."""
        self.alike[verdicts] += 1
        if len(self.alike) > ALIKE:
            self._add_up()

    def totals(self) -> dict[str, Counter[Verdict]]:
        """Say how often each clause had which verdict, if it had any."""
        self._add_up()
        clauses, totals = self.bound.clauses, dict[str, Counter[Verdict]]()
        for verdict, count in zip(VERDICTS, self.counts, strict=True):
            for place, times in count.totals().items():
                totals.setdefault(clauses[place], Counter())[verdict] = times
        return totals

    def _add_up(self) -> None:
        for verdicts, times in self.alike.items():
            for count, clauses in zip(self.counts, joined(verdicts), strict=True):
                count.add(clauses, times)
        self.alike.clear()


class Tally:
    """Counts verdicts by night, and what was missing. Hands lack the same things, so it counts whole lists of those."""

    def __init__(self, by_night: bool = False) -> None:
        """Count nothing yet. Nights are told apart only where somebody asks for them: years have many."""
        self.by_night = by_night
        self.verdicts: dict[tuple[BoundRulebook, date | None], _Occasions] = {}
        self.missing: Counter[tuple[str, tuple[Missing, ...]]] = Counter()

    def add(self, result: Result, bound: BoundRulebook, night: date | None, occasion: tuple[Judged, ...]) -> None:
        """Take in what was made of one hand, by itself and as a part of its session, or of the end of a table.

        The findings go to the result at once, the counts when it asks for them.
        """
        result.occasions[bound.rules.id] += 1
        night = night if self.by_night else None
        counts = self.verdicts.get((bound, night))
        if counts is None:
            counts = self.verdicts[bound, night] = _Occasions(bound)
        counts.add(tuple([judged.verdicts for judged in occasion]))
        for judged in occasion:
            if judged.findings:
                result.findings.extend(judged.findings)
            if judged.missing:
                self.missing[bound.rules.id, tuple(judged.missing)] += 1
        if len(self.missing) > PATTERNS:
            self._add_up_missing(result)

    def add_up(self, result: Result) -> None:
        """Turn the counts into totals by clause."""
        for (bound, night), counts in self.verdicts.items():
            for clause, found in counts.totals().items():
                result.count(bound.rules.id, clause, night, found, self.by_night)
        self.verdicts.clear()
        self._add_up_missing(result)

    def _add_up_missing(self, result: Result) -> None:
        for (rules, missing), times in self.missing.items():
            for clause, what in missing:
                result.missing_totals[rules, clause, what] += times
        self.missing.clear()
