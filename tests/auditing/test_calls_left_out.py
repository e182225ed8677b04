"""Checks are not called where a flag of the moment tells what they would say. Here they are called all the same.

What a moment clears would have been silent, what it makes moot would not have arisen. The verdicts and findings of an
audit that calls every check at every moment it watches are those of one that leaves calls out. `AUDITOR_GENERATED=100`
looks at a hundred times as many generated hands, and at all real logs instead of some.
"""

from __future__ import annotations

import io
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date

import pytest
from generated_hands import MORE
from places import CORPORA, SAMPLES
from slips import GENERATORS, slips

from auditor.auditing.engine.collector import Collector
from auditor.auditing.engine.dispatch import arises, bind, situations_of
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.decoding import RefusedFile, Source, open_path, open_stream
from auditor.replay.state import OutOfTurnWagerStood
from auditor.rules.loading.loader import rulebook_ids, rules_in_force
from auditor.vocabulary.errors import Unreadable

EACH = 6  # slips of each generated log: hands with a mishap come by moments that lawful ones never have
FILES = 12 if MORE == 1 else 10_000  # of each room
Asked = tuple[str, str]


class CallingAll:
    """Calls the checks that an audit leaves out as well, and keeps what they would have said that nobody was told."""

    def __init__(self) -> None:
        self.call = Collector.call
        self.asked: Counter[str] = Counter()
        self.amiss: Counter[Asked] = Counter()

    def __call__(self, judge, state, event, moments, situation) -> None:
        for one in moments.candidates:
            called, passed = one.judged(situation)
            if arises(one.watched, situation) and not called:
                self._ask(one, state, event, passed, arises(one.passing, situation))
        self.call(judge, state, event, moments, situation)

    def _ask(self, one, state, event, passed: bool, by_itself: bool) -> None:
        _, function, when, figure, name = one.watcher
        arose = when is None or when(state, event, figure)
        self.asked["cleared" if passed else "moot"] += 1
        if arose and not passed:
            self.amiss["arose and was not called", name] += 1
        if passed and not arose and not by_itself:
            self.amiss["did not arise and passed", name] += 1
        if arose and list(function(state, event, figure)):
            self.amiss["had something to say", name] += 1


def assert_nothing_left_unsaid(monkeypatch, sources: Iterable[Source | RefusedFile], least: int) -> None:
    calling = CallingAll()
    monkeypatch.setattr(Collector, "call", lambda *asked: calling(*asked))
    result = audit(sources, Options())

    assert result.hands_judged >= least
    assert min(calling.asked["cleared"], calling.asked["moot"]) > 5 * result.hands_judged
    assert calling.amiss == Counter()


def test_samples_lose_nothing_by_calls_left_out(monkeypatch):
    files = [path for path in sorted(SAMPLES.rglob("*")) if path.is_file() and path.suffix != ".md"]
    assert_nothing_left_unsaid(monkeypatch, opened(files), 1000)


@pytest.mark.parametrize("book", ["act", "crown", "roberts"])
def test_generated_hands_lose_nothing_by_calls_left_out(monkeypatch, book):
    assert_nothing_left_unsaid(monkeypatch, generated(book), 50)


@pytest.mark.skipif(not CORPORA.is_dir(), reason="real hands are not part of the project")
def test_real_hands_lose_nothing_by_calls_left_out(monkeypatch):
    files = []
    for room in sorted(one for one in [*CORPORA.iterdir(), *(CORPORA / "phh").glob("*")] if one.is_dir()):
        inside = sorted(path for path in room.rglob("*") if path.is_file() and path.stat().st_size < 400_000)
        files += random.Random(room.name).sample(inside, min(FILES, len(inside)))
    assert_nothing_left_unsaid(monkeypatch, opened(files), 100)


@pytest.mark.parametrize("rules", rulebook_ids())
def test_no_check_clears_a_wager_out_of_turn_that_stood(rules):
    """What there is to say of such a wager is said when the hand is over, by the checks that were called."""
    for _, _, moments in bind(rules_in_force(rules, date(2026, 1, 1))).hand.bound:
        assert not situations_of(moments.clearing, OutOfTurnWagerStood)


def opened(paths) -> Iterator[Source]:
    for path in paths:
        try:
            yield open_path(path, path.name)
        except Unreadable:
            continue


def generated(book: str) -> Iterator[Source]:
    """Logs of every game of a book, each once as it was played and a few times with a slip of the pen."""
    for name, make in GENERATORS.items():
        for seed in range(MORE) if name.startswith(book) else ():
            text, chance = make(seed), random.Random(seed)
            for one in (text, *(slip.text for slip in chance.sample(list(slips(text, chance)), EACH))):
                yield open_stream(io.BytesIO(one.encode()), f"{name}.log")
