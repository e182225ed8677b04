"""Every figure of the rulebooks has a sample at its very edge: one step more or less, and a hand is judged otherwise.

A part of them is tried here, the same at every run; with `AUDITOR_ALL_FIGURES=1` in the environment all of them are,
which takes a quarter of an hour.
"""

import os
import random
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from perturbed import Figure, apart, figures, noticed
from places import ROOT

EXCEPTIONS = ROOT / "tests" / "rules" / "figures.toml"
WHOLE = bool(os.environ.get("AUDITOR_ALL_FIGURES"))
PART = 16  # of the steps are tried at every run

Step = tuple[Figure, str, Any]


def steps() -> dict[str, Step]:
    return {f"{figure.name} {words}": (figure, words, value) for figure in figures() for words, value in figure.steps()}


def excepted(known: dict[str, Step]) -> dict[str, str]:
    """The steps that need not be noticed, with the reason."""
    listed = tomllib.loads(EXCEPTIONS.read_text(encoding="utf-8"))["exception"]
    found = {}
    for one in listed:
        for name, (figure, words, _) in known.items():
            if figure.name in one["figures"] and words in one.get("steps", [words]):
                found[name] = one["reason"]
    return found


STEPS = steps()
EXCEPTED = excepted(STEPS)
TRIED = list(STEPS) if WHOLE else random.Random(11).sample([name for name in STEPS if name not in EXCEPTED], PART)


@pytest.fixture(scope="module", autouse=True)
def _apart() -> Iterator[None]:
    with apart():
        yield


@pytest.mark.parametrize("name", TRIED)
def test_a_figure_one_step_off_is_noticed_by_a_sample(name: str) -> None:
    figure, _, value = STEPS[name]
    by = noticed(figure, value)
    if name in EXCEPTED:
        assert not by, f"{name} is noticed by {by}: it is no exception any more, strike it from {EXCEPTIONS.name}"
    else:
        clause = f" (clause {figure.clause})" if figure.clause else ""
        assert by, f"{name}: no sample notices{clause}. Add a hand just inside the figure and one just beyond it"


def test_every_exception_is_of_a_figure_there_is_and_has_its_reason() -> None:
    listed = tomllib.loads(EXCEPTIONS.read_text(encoding="utf-8"))["exception"]
    names = {figure.name for figure in figures()}

    assert [one for table in listed for one in table["figures"] if one not in names] == []
    assert all(table["reason"].endswith(".") for table in listed)
    assert sum(len(table["figures"]) for table in listed) < len(names) / 10


def test_figures_are_found_wherever_they_stand() -> None:
    found = {figure.name: figure for figure in figures()}

    cap = found["act/canberra-manila.toml: game.round.first.raises.most"]
    assert (cap.value, cap.clause, cap.check) == (3, "10.2", "raise-cap")
    assert [words for words, _ in cap.steps()] == ["3 -> 4", "3 -> 2"]
    assert found["roberts.toml: S13.8 kill-required.times"].value == 5
    assert [words for words, _ in found["act/canberra-manila.toml: game.commission.free_to"].steps()] == [
        "1900 -> 2000",
        "1900 -> 1800",
    ]
    assert next(found["roberts/badugi.toml: game.round.first.deal.0"].steps()) == ("4 -> 5", ["d"] * 5)
    assert [words for words, _ in found["crown/holdem-hi-lo.toml: game.hi_lo.low.qualifier"].steps()] == [
        "8 -> 9",
        "8 -> 7",
    ]
