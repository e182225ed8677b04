"""One fact, one verdict: whatever lawful words a log is written in, an audit finds the same.

`AUDITOR_GENERATED=100 pytest tests/generated/test_rewritings.py` rewrites a hundred times as many logs.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest
from generated_hands import MORE, audited, undertaking
from mutations import MUTATIONS
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
from rewritings import LAWFUL_ONLY, REWRITINGS
from slips import GENERATORS

PLANTED = {"crown": crown, "button": button, "stud": stud, "draw": draw}
SUBJECTS = 6  # hands that a fault may look for its place in
LAWFUL, FAULTY = 8, 1  # rewritings of each log


def told(text: str) -> tuple[Counter[object], int]:
    """What an audit finds in a log, without its place, and how many lines it cannot read."""
    result = audited(text)
    found = Counter((one.hand, one.clause, one.severity, one.actor, one.money) for one in result.findings)
    return found, len(result.unread)


def differences(name: str, text: str, each: int) -> list[str]:
    """Of some rewritings of a log those of which an audit finds something else, with both logs."""
    found = told(text)
    names = sorted(set(REWRITINGS) - (LAWFUL_ONLY if found[0] else set()))
    random.Random(name).shuffle(names)
    rewritten = ((one, other) for one in names if (other := REWRITINGS[one](text)) is not None)
    return [
        f"{name}: {one}: {found} became {now}\n{text}\n---- rewritten:\n{other}"
        for one, other in islice(rewritten, each)
        if (now := told(other)) != found or now[1]
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
    for game in {game for game, _ in MUTATIONS}:
        hands = list(islice(subjects(seed, game), SUBJECTS))
        for (of, name), plant in MUTATIONS.items():
            logs = (plant(hand, random.Random(at)) for at, hand in enumerate(hands) if of == game)
            yield from ((f"{name} {game}", undertaking(one[0])) for one in islice(filter(None, logs), 1))


@pytest.mark.parametrize("book", ["act", *PLANTED])
def test_hands_with_a_fault_are_judged_alike_however_they_are_written(book: str) -> None:
    found: list[str] = []
    for seed in range(MORE):
        for name, text in with_faults(book, seed):
            found += differences(f"{name} {seed}", text, FAULTY)

    assert found == []
