"""Rulebooks with one figure changed: does any sample notice?

Every number of a rulebook's data is made one step larger and one step smaller, one at a time, and the samples of the
rulebook are judged again. If verdicts, findings and money stay as they are, no sample is at the edge of that figure: a
rulebook that has it wrong would not be noticed, and neither would a check that compares it wrongly.

    python tests/helpers/perturbed.py                     every figure
    python tests/helpers/perturbed.py roberts S13.8       those whose names have all of these words in them

`test_figures.py` runs a part of it, or with `AUDITOR_ALL_FIGURES=1` the whole. What need not be noticed is listed with
the reason in `tests/rules/figures.toml`.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from verdicts import SAMPLES, samples

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.tally import by_clause
from auditor.logs.files.decoding import open_path
from auditor.rules.clause_book import marks
from auditor.rules.loading.loader import games_of, rulebook_ids
from auditor.rules.loading.merging import read
from auditor.storage.bundled_files import folder
from auditor.vocabulary.errors import RulebookError
from auditor.vocabulary.hand import Aftermath

RULESETS = folder("rulesets")
HUNDREDTHS = ("commission", "division")  # tables whose figures are cents, or hundredths of a per cent
RULES = re.compile(r"(?m)^\s*rules\s+(\S+)")
FIRST = 2  # samples that are tried before all others
ROOMS = "roberts"  # the rulebook of logs that name none
KEPT = ("read", "folder")  # what is known of files stays known

Place = tuple[str | int, ...]
Readings = tuple[tuple[str, str], ...]
Judged = tuple[list[Any], list[Any], list[Any]]  # verdicts, findings without their words, what could not be read


@dataclass(slots=True, frozen=True)
class Figure:
    """A number in the data of a rulebook: where it stands, and the clause and the check it is for, if it has them."""

    file: str  # as below the folder of rulesets
    place: Place
    value: Any  # a number, the letters of cards that are dealt, or the rank that a low hand qualifies with
    name: str
    clause: str
    check: str
    reading: Readings = ()  # the choice of a reading that puts it into the rulebook

    def steps(self) -> Iterator[tuple[str, Any]]:
        """The figure one step larger and one step smaller, with the words for it."""
        if isinstance(self.value, list):
            yield f"{len(self.value)} -> {len(self.value) + 1}", [*self.value, self.value[-1]]
            yield f"{len(self.value)} -> {len(self.value) - 1}", self.value[:-1]
            return
        step = 100 if any(part in HUNDREDTHS for part in self.place) else 1
        number = int(self.value)
        for changed in (number + step, number - step):
            if changed >= 0:
                yield f"{number} -> {changed}", str(changed) if isinstance(self.value, str) else changed


def figures() -> list[Figure]:
    """Every number in the rulebooks, in the order of their files."""
    return [
        figure
        for path in sorted(RULESETS.rglob("*.toml"))
        if path.parent.name != "amendments"
        for figure in _figures_in(path)
    ]


def _figures_in(path: Path) -> Iterator[Figure]:
    data = read(path).data
    file = path.relative_to(RULESETS).as_posix()
    for place, value in _numbers(data):
        within = [data]
        for part in place[:-1]:
            within.append(within[-1][part])
        tables = [one for one in reversed(within) if isinstance(one, dict)]
        clause = next((one[key] for one in tables for key in ("clause", "id") if key in one), "")
        check = next((one["check"] for one in tables if "check" in one), "")
        head, rest = (f"{clause} {check}", place[4:]) if place[0] == "clauses" else (str(place[0]), place[1:])
        name = ".".join([f"{file}: {head}", *map(str, rest)])
        reading = ((within[2]["name"], within[4]["name"]),) if place[0] == "readings" else ()
        yield Figure(file, place, value, name, clause, check, reading)


def _numbers(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """The numbers in some data, with their places: figures, the cards of a deal, the qualifier of a low hand."""
    number = isinstance(value, int) and not isinstance(value, bool)
    deal = isinstance(value, list) and value and place[-2:-1] == ("deal",)
    qualifier = isinstance(value, str) and place[-1:] == ("qualifier",)
    if number or deal or qualifier:
        yield place, value
    elif isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _numbers(item, (*place, key))


# ---- a rulebook changed ----


@contextmanager
def changed(figure: Figure, value: Any) -> Iterator[None]:
    """The rulebooks with another value in the place of a figure."""
    within: Any = read(RULESETS / figure.file).data
    for part in figure.place[:-1]:
        within = within[part]
    try:
        within[figure.place[-1]] = value
        _forget()
        yield
    finally:
        within[figure.place[-1]] = figure.value
        _forget()


def _forget() -> None:
    """Forget what was made of the files, so that it is made again."""
    for name, module in list(sys.modules.items()):
        if name.startswith("auditor.") and not name.startswith("auditor.logs"):
            for attribute, value in list(vars(module).items()):
                if hasattr(value, "cache_clear") and attribute not in KEPT:
                    value.cache_clear()


@contextmanager
def apart() -> Iterator[None]:
    """A cache folder for the time being: rulebooks that were never anybody's should not fill the user's own."""
    before = os.environ.get("XDG_CACHE_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ["XDG_CACHE_HOME"]
            else:
                os.environ["XDG_CACHE_HOME"] = before


# ---- and noticed ----


def judge(sample: Path, readings: Readings = ()) -> Judged:
    """Judge a sample by the rulebooks as they are now, under the readings chosen."""
    verdicts: list[Any] = []

    def observe(item, bound, answers) -> None:
        name = None if isinstance(item, Aftermath) else item.number
        verdicts.append((item.setup.table, name, [by_clause(bound, answer) for answer in answers]))

    result = audit([open_path(sample, sample.name)], Options(readings=readings), observe)
    findings = [(one.location.line, one.clause, one.severity, one.actor, one.money) for one in result.findings]
    return verdicts, findings, result.unread


@cache
def usual(sample: Path, readings: Readings = ()) -> Judged:
    """What is made of a sample under the rulebooks as they stand."""
    return judge(sample, readings)


@cache
def _marked() -> dict[Path, frozenset[str]]:
    """The clauses that each sample is about."""
    logs = (sample for sample in samples() if sample.suffix == ".log")
    return {log: frozenset(one for mark in marks(log) for one in (mark.clause, *mark.read_with)) for log in logs}


def _judging(figure: Figure) -> list[Path]:
    """The samples that a figure may matter to: those about its clause first, then short ones before long ones."""
    affected = {id for id in rulebook_ids() if figure.file.removesuffix(".toml") in _layers(id)}
    concerned = [sample for sample in samples() if affected & _rules_of(sample)]
    return sorted(concerned, key=lambda one: (figure.clause not in _marked().get(one, ()), one.stat().st_size, one))


@cache
def _rules_of(sample: Path) -> frozenset[str]:
    """The rulebooks that may judge a sample: those that it names; one of another format names none, and ROOMS does."""
    if sample.suffix == ".log":
        return frozenset(RULES.findall(sample.read_text(encoding="utf-8")))
    return frozenset(games_of(ROOMS))


@cache
def _layers(id: str) -> tuple[str, ...]:
    """The files that a game is made of, without their endings: its own, those that it is like, that of its rulebook."""
    data = read(RULESETS / f"{id}.toml").data
    like = [f"{id.rpartition('/')[0]}/{data['like']}"] if "like" in data else []
    return (id, *[one for each in like for one in _layers(each)], *([data["of"]] if "of" in data else []))


def noticed(figure: Figure, value: Any) -> str:
    """The first sample that is judged otherwise with another value of a figure, or what the loader says; '' if none."""
    for batch in _batches(_judging(figure)):
        known = {sample: usual(sample, figure.reading) for sample in batch}
        with changed(figure, value):
            for sample in batch:
                try:
                    if judge(sample, figure.reading) != known[sample]:
                        return sample.relative_to(SAMPLES).as_posix()
                except RulebookError as error:
                    return f"refused: {error}"
    return ""


def _batches(order: list[Path]) -> Iterator[list[Path]]:
    """A few samples, then ever more: most often the first will do, and the others need not be judged."""
    start = 0
    while start < len(order):
        yield order[start : start + start + FIRST]
        start += start + FIRST


def main() -> None:
    """Try every figure whose name has the given words in it, and say by which sample each step was noticed."""
    tried = unnoticed = 0
    with apart():
        for figure in figures():
            if all(word in figure.name for word in sys.argv[1:]):
                for words, value in figure.steps():
                    tried += 1
                    by = noticed(figure, value)
                    unnoticed += not by
                    print(f"{figure.name} {words}: {by or 'NOT NOTICED'}", flush=True)
    print(f"{tried} tried, {unnoticed} not noticed")


if __name__ == "__main__":
    main()
