"""A clause explained: what it says, since when, how it is decided, how it may be read, and an example of each kind."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from auditor.checks.registry import Binding, Bound
from auditor.clause_book import Mark
from auditor.money import money_text
from auditor.report.coverage import Covered, reference
from auditor.report.excerpt import block_of, excerpt, on_head
from auditor.report.lines import EMPTY, Line, line, wrapped
from auditor.report.rulebook import dated, read
from auditor.rules.figures import Figure
from auditor.rules.load import rules_in_force
from auditor.rules.model import Rulebook
from auditor.rules.record import fields
from auditor.wording import calendar, joined, shown

EVIDENCE = {
    "play": "from cards, wagers and payments",
    "procedure": "from the dealer's steps, where the log notes them",
    "table": "from the table's set-up, signs and agreements",
    "session": "from several hands of a table together",
    "incident": "from an observer's note in the log",
    "none": "not from a record: no log can show whether it was kept",
}


def explained(
    id: str, bound: Bound, one: Covered, limbs: Sequence[Covered], samples: Path | None, width: int
) -> Iterator[Line]:
    """The page of a clause of a rulebook. `limbs` are the parts of it that are decided apart."""
    rules, clause = bound.rules, one.clause
    yield line(f"{id} {clause.id}  {clause.title}", "title")
    yield from wrapped(rules.cite(clause.id), width, style="faint")
    yield EMPTY
    yield from wrapped(clause.gist, width, "  ")
    if clause.note:
        yield from wrapped(clause.note, width, "  ", style="faint")
    if limbs:
        yield from (EMPTY, line("PARTS DECIDED APART", "title"))
        for limb in limbs:
            yield from wrapped(f"{limb.clause.id}: {limb.clause.gist}", width, "  ", "    ")
    yield from (EMPTY, line("SINCE WHEN", "title"))
    yield from _dates(rules, one, width)
    yield from (EMPTY, line("HOW IT IS DECIDED", "title"))
    yield from wrapped(f"{clause.evidence}: {EVIDENCE[clause.evidence]}", width, "  ")
    for name, bindings in _by_check(one.bindings).items():
        yield from _decided(name, bindings, one, rules, width)
    readings = [
        reading for reading in rules.readings if clause.id in reading.clauses or clause.cited in reading.clauses
    ]
    if readings:
        yield from (EMPTY, line("HOW IT MAY BE READ (choose with --interpret NAME=CHOICE)", "title"))
    for reading in readings:
        yield from read(reading, rules.chosen[reading.name], width)
    if samples is not None:
        yield from _example("A BREACH", one.breach, samples, rules, width)
        yield from _example("AT THE EDGE, AND ALLOWED", one.compliant, samples, rules, width)


def _dates(rules: Rulebook, one: Covered, width: int) -> Iterator[Line]:
    amended = one.clause.amended_by
    for instrument in rules.instruments:
        if instrument is rules.instruments[0] or instrument.cite == amended:
            yield from dated(instrument, width)
    if amended:
        yield from wrapped(f"In its present wording by {amended}.", width, "  ")


def _by_check(bindings: Iterable[Binding]) -> dict[str, list[Binding]]:
    """The bindings of each check, so that what the check itself says is said once."""
    found: dict[str, list[Binding]] = {}
    for binding in bindings:
        found.setdefault(binding.check.name, []).append(binding)
    return found


def _decided(name: str, bindings: list[Binding], one: Covered, rules: Rulebook, width: int) -> Iterator[Line]:
    """A check at work: where, with which figures, and what its own documentation says."""
    alike: dict[str, list[int]] = {}
    for binding in bindings:
        lead = "" if binding.figure.clause == one.clause.id else f", under {binding.figure.clause}"
        figures = figures_of(binding)
        alike.setdefault(f"{lead}{f', with {figures}' if figures else ''}", []).extend(binding.rounds or ())
    yield EMPTY
    for words, numbers in alike.items():
        names = list(dict.fromkeys(round.name for round in rules.game.rounds if round.number in numbers))
        where = f" in the {joined(names)} betting {'rounds' if len(names) > 1 else 'round'}" if names else ""
        yield from wrapped(f"check {name}{where}{words}", width, "  ", "    ")
    for paragraph in inspect.cleandoc(bindings[0].check.function.__doc__ or "").split("\n\n"):
        yield from wrapped(" ".join(paragraph.split()), width, "    ", style="faint")


def figures_of(binding: Binding) -> str:
    """The values a rulebook gives to a check, in words: `most = 3, mode = range`. Defaults are left out."""
    figure = binding.figure
    values = [(name, value) for name, value in fields(figure) if name not in Figure._fields]
    said = [(name, value) for name, value in values if value != figure._defaults.get(name)]
    money = type(figure).__annotations__
    return ", ".join(f"{name.replace('_', ' ')} = {_value(value, money.get(name) == 'Cents')}" for name, value in said)


def _value(value: Any, money: bool = False) -> str:
    if money:
        return money_text(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return joined([_value(item) for item in value], "or")
    return str(value)


def _governs(rules: Rulebook, day: date) -> bool:
    """Is this the version that judges the hands of a day?"""
    found = rules_in_force(rules.id, day)
    return (found.version, found.applies) == (rules.version, rules.applies)


def _effort(mark: Mark) -> tuple[bool, int]:
    """How much of an example there is to read: a mark on the head of a hand says least of where to look."""
    return on_head(mark), len(block_of(mark))


def _example(title: str, marks: Sequence[Mark], samples: Path, rules: Rulebook, width: int) -> Iterator[Line]:
    """The deciding lines of the shortest sample of a kind, as it stands in the clause book.

    It is of a hand judged by this version, if there is one: what another says of a hand need not be so in this one, and
    such a sample is shown with its day.
    """
    alike = [mark for mark in marks if mark.day is not None and _governs(rules, mark.day)]
    if not marks:
        return
    mark = min(alike or marks, key=_effort)
    day = f", of {calendar(mark.day)}" if mark.day is not None and not alike else ""
    yield EMPTY
    yield from wrapped(f"{title} ({reference(mark, samples)}){day}", width, hanging="  ", style="title")
    for text in excerpt(mark):
        yield line(f"  {shown(text.expandtabs(4))}")
