"""A planted fault is as grave as it is by the default readings, unless another reading of its clause does without it.

Each log is audited again under every other choice that bears on the clause, from the first line to the last and with
nothing weighed. What is still wrong there, in whatever words and on whatever line, excuses nobody.
"""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from importlib import import_module
from itertools import islice

import pytest
from generated_hands import MORE, audited, words
from mutations import MUTATIONS
from places import ROOT
from play.act.games import GAMES
from play.act.planting import subjects
from play.crown.planting import FAULTS as IN_CROWN
from play.crown.planting import planted as planted_in_crown
from play.roberts.button.planting import FAULTS as IN_BUTTON_GAMES
from play.roberts.button.planting import planted as planted_in_button_games
from play.roberts.draw.planting import FAULTS as IN_DRAW
from play.roberts.draw.planting import planted as planted_in_draw
from play.roberts.stud.planting import FAULTS as IN_STUD
from play.roberts.stud.planting import planted as planted_in_stud

from auditor.auditing import judging, log_audit, pipeline
from auditor.auditing.engine.registry import CHECKS
from auditor.auditing.options import Options
from auditor.logs.files.decoding import open_stream
from auditor.replay.settlement.compute import Settled
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.findings import Finding

for kind in ("crown", "roberts.button", "roberts.draw", "roberts.stud"):
    for module in (ROOT / "tests" / "play").joinpath(*kind.split(".")).glob("faults_*.py"):
        import_module(f"play.{kind}.{module.stem}")  # all register
SUBJECTS = 12 * MORE  # hands that a fault may look for its place in

Planted = Iterator[tuple[str, str]]  # the name of a fault, and the log


def _in_act(game: str) -> Planted:
    hands = list(islice(subjects(16, game), SUBJECTS))
    for (of, name), mutation in MUTATIONS.items():
        found = (mutation(one, random.Random(n)) for n, one in enumerate(hands)) if of == game else ()
        yield from [(name, one[0]) for one in found if one is not None][:MORE]


def _in_limits(faults, planted) -> Planted:
    for name, fault in faults.items():
        for limit in fault.limits:
            found = (planted(name, limit, seed) for seed in range(SUBJECTS))
            yield from [(name, one[0]) for one in islice((each for each in found if each is not None), MORE)]


SOURCES = {
    **{game: (lambda game=game: _in_act(game)) for game in GAMES},
    "crown": lambda: _in_limits(IN_CROWN, planted_in_crown),
    "roberts, button games": lambda: _in_limits(IN_BUTTON_GAMES, planted_in_button_games),
    "roberts, stud": lambda: _in_limits(IN_STUD, planted_in_stud),
    "roberts, draw": lambda: _in_limits(IN_DRAW, planted_in_draw),
}


@pytest.fixture
def unweighed(monkeypatch):
    """What is found under some choices of readings, each fault as grave as its check says."""

    def found(text: str, *readings: tuple[str, str]) -> list[Finding]:
        with monkeypatch.context() as patch:
            for module in (judging, log_audit):
                patch.setattr(module, "other_readings", lambda *_: None)
            source = open_stream(io.BytesIO(text.encode()), "generated.log")
            return pipeline.audit([source], Options(readings=readings)).findings

    return found


def _other_choices(rules: Rulebook, finding: Finding) -> Iterator[tuple[str, str]]:
    """The choices that read a clause of the finding otherwise, but for readings that allow all of them."""
    for reading in rules.readings:
        taken = next(one for one in reading.choices if one.name == rules.chosen[reading.name])
        if not taken.widest and {finding.clause, *finding.read_with} & set(reading.clauses):
            yield from ((reading.name, one.name) for one in reading.choices if one is not taken)


def _on_amounts(finding: Finding) -> bool:
    return finding.money is not None and Settled in CHECKS[finding.check].watches


def _still_wrong(fault: Finding, here: list[Finding], there: list[Finding]) -> list[Finding]:
    """The same fault under another choice, or what else is wrong with the same act or the same amounts."""
    known = [(one.clause, one.actor, one.location) for one in here]
    kind = fault.clause, fault.actor
    same = [one for one in there if (one.clause, one.actor) == kind and (_at(one, fault) or _on_amounts(fault))]
    return same or [
        one
        for one in there
        if (one.clause, one.actor, one.location) not in known
        and (one.location == fault.location or (_on_amounts(one) and _on_amounts(fault)))
    ]


def _at(one: Finding, fault: Finding) -> bool:
    return fault.location in (one.location, *one.evidence)


@pytest.mark.parametrize("source", SOURCES)
def test_a_planted_fault_is_excused_only_by_a_reading_that_does_without_it(source, unweighed):
    seen = 0
    for name, text in SOURCES[source]():
        result = audited(text)
        plain = unweighed(text)
        faults = {one.fingerprint: one for one in plain}
        for finding in result.findings:
            fault, rules = faults[finding.fingerprint], result.rulebooks[finding.rules, finding.version]
            if fault.doubt is not None or finding.interpretation == "amendment_interregnum":
                continue
            others = {one: _still_wrong(fault, plain, unweighed(text, one)) for one in _other_choices(rules, fault)}
            lenient = [one for one, wrong in others.items() if all(each.severity < fault.severity for each in wrong)]
            taken = None if finding.reading is None else (finding.reading.name, finding.reading.other)
            assert finding.severity == fault.severity or taken in lenient, f"{name}\n{words(text, result)}"
            assert finding.severity < fault.severity or taken in (None, *others), f"{name}\n{words(text, result)}"
            seen += bool(others)

    assert seen
