"""One fact, one verdict: whatever lawful words a log is written in, an audit finds the same.

`AUDITOR_GENERATED=100 pytest tests/generated/test_rewritings.py` rewrites a hundred times as many logs, each in every
way that fits, and all samples; else each in a few ways by lot, and a fault of the ACT in every second of its games.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest
from generated_hands import MORE, audited, undertaking
from mutations import FAULTS as ACT_FAULTS
from play.act.games import GAMES
from play.act.planting import subjects
from play.crown import faults_betting, faults_dealing, faults_money, faults_session  # noqa: F401  (all register)
from play.crown import planting as crown
from play.roberts.button import faults_betting as _b1  # noqa: F401
from play.roberts.button import faults_dealing as _b2  # noqa: F401
from play.roberts.button import faults_money as _b3  # noqa: F401
from play.roberts.button import faults_session as _b4  # noqa: F401
from play.roberts.button import planting as button
from play.roberts.draw import faults_betting as _d1  # noqa: F401
from play.roberts.draw import faults_cards as _d2  # noqa: F401
from play.roberts.draw import faults_money as _d3  # noqa: F401
from play.roberts.draw import planting as draw
from play.roberts.stud import faults_betting as _s1  # noqa: F401
from play.roberts.stud import faults_ending as _s2  # noqa: F401
from play.roberts.stud import faults_opening as _s3  # noqa: F401
from play.roberts.stud import planting as stud
from rewritings import ANY_MAY_DIFFER, HOW_OFTEN_MAY_DIFFER, IN_SAMPLES_LEFT_OUT, LAWFUL_ONLY, MAY_DIFFER, REWRITINGS
from slips import GENERATORS

from auditor.vocabulary.findings import Verdict

PLANTED = {"crown": crown, "button": button, "stud": stud, "draw": draw}
SUBJECTS = 6  # hands that a fault may look for its place in
ALL = 1000
LAWFUL, FAULTY, SAMPLED = (8, 1, 1) if MORE == 1 else (ALL, ALL, ALL)  # rewritings of each log
SAMPLES = sorted((Path(__file__).parents[2] / "samples").rglob("*.log"))


@dataclass(frozen=True)
class Told:
    """What an audit makes of a log: findings without their places, verdicts, and how many lines it cannot read."""

    findings: Counter[object]
    verdicts: dict[Verdict, Counter[tuple[str, str]]]
    unread: int

    def like(self, other: Told, rewriting: str) -> bool:
        """Is it the same, but for verdicts of which it is listed why they may differ?"""
        if rewriting in ANY_MAY_DIFFER:
            compared = [Verdict.FAIL]
        else:
            compared = [Verdict.FAIL, Verdict.NOT_RECORDED, Verdict.PASS]
        alike = all(self.counted(one, rewriting) == other.counted(one, rewriting) for one in compared)
        return alike and (self.findings, self.unread) == (other.findings, other.unread)

    def counted(self, verdict: Verdict, rewriting: str) -> object:
        """The clauses with a verdict that are compared and, where that counts, in how many hands they have it."""
        counts = self.verdicts[verdict]
        if rewriting in HOW_OFTEN_MAY_DIFFER:
            asked = self.verdicts.values() if verdict == Verdict.PASS else [counts]
            return {clause for each in asked for _, clause in each}
        listed = MAY_DIFFER.get(rewriting)
        if listed is None or verdict == Verdict.FAIL:
            return counts
        return Counter({one: times for one, times in counts.items() if one[1] not in listed.clauses})


def told(text: str) -> Told:
    result = audited(text)
    found = Counter((one.clause, one.severity, one.actor, one.money) for one in result.findings)
    verdicts: dict[Verdict, Counter[tuple[str, str]]] = {verdict: Counter() for verdict in Verdict}
    for clause, counts in result.verdicts.items():
        for verdict, times in counts.items():
            verdicts[verdict][clause] += times
    return Told(found, verdicts, len(result.unread))


def differences(name: str, text: str, each: int, left_out: Set[str] = frozenset()) -> list[str]:
    """Of some rewritings of a log those of which an audit finds something else, with both logs."""
    found = told(text)
    names = sorted(set(REWRITINGS) - left_out - (LAWFUL_ONLY if found.findings else set()))
    random.Random(name).shuffle(names)
    rewritten = ((one, other) for one in names if (other := REWRITINGS[one](text)) is not None)
    return [
        f"{name}: {one}: {found} became {now}\n{text}\n---- rewritten:\n{other}"
        for one, other in islice(rewritten, each)
        if not (now := told(other)).like(found, one)
    ]


@pytest.mark.parametrize("book", ["act", "crown", "roberts"])
def test_lawful_hands_are_judged_alike_however_they_are_written(book: str) -> None:
    found: list[str] = []
    for name, make in GENERATORS.items():
        for seed in range(MORE) if name.startswith(book) else ():
            found += differences(f"{name} {seed}", make(seed), LAWFUL)

    assert found == []


def with_faults(book: str, seed: int) -> Iterator[tuple[str, str]]:
    """A log with each fault that a few hands have a place for."""
    if book in PLANTED:
        for name, fault in PLANTED[book].FAULTS.items():
            limit = fault.limits[seed % len(fault.limits)]
            texts = (PLANTED[book].planted(name, limit, number) for number in range(seed, seed + SUBJECTS))
            yield from ((f"{name} {limit}", undertaking(one[0])) for one in islice(filter(None, texts), 1))
        return
    for game in GAMES:
        hands = list(islice(subjects(seed, game), SUBJECTS))
        for name, fault in ACT_FAULTS.items():
            games = fault.games if MORE > 1 else fault.games[len(name) % 2 :: 2] or fault.games
            logs = (fault(hand, random.Random(at)) for at, hand in enumerate(hands) if game in games)
            yield from ((f"{name} {game}", undertaking(one[0])) for one in islice(filter(None, logs), 1))


@pytest.mark.parametrize("book", ["act", *PLANTED])
def test_hands_with_a_fault_are_judged_alike_however_they_are_written(book: str) -> None:
    found: list[str] = []
    for seed in range(MORE):
        for name, text in with_faults(book, seed):
            found += differences(f"{name} {seed}", text, FAULTY)

    assert found == []


@pytest.mark.parametrize("part", range(4))
def test_samples_are_judged_alike_however_they_are_written(part: int) -> None:
    found: list[str] = []
    for path in SAMPLES[part :: 4 if MORE > 1 else 16]:
        left_out = {one for one, stems in IN_SAMPLES_LEFT_OUT.items() if not stems or path.stem in stems}
        found += differences(path.stem, undertaking(path.read_text()), SAMPLED, left_out)

    assert found == []


def test_what_is_listed_is_a_rewriting() -> None:
    listed = {*LAWFUL_ONLY, *MAY_DIFFER, *HOW_OFTEN_MAY_DIFFER, *ANY_MAY_DIFFER, *IN_SAMPLES_LEFT_OUT}

    assert listed - set(REWRITINGS) == set()
