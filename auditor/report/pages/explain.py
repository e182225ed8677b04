"""Explains a clause: what it says, since when, how it is decided, how it may be read, with an example of each kind."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from auditor.auditing.engine.binding import Binding
from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.report.addresses import clause_address, has_page
from auditor.report.evidence import EVIDENCE
from auditor.report.excerpt import block_of, excerpt, on_head
from auditor.report.layout import EMPTY, Line, line, wrapped
from auditor.report.pages.coverage import Covered, reference
from auditor.report.pages.rulebook import dated, read
from auditor.rules.clause_book import Mark
from auditor.rules.loading.loader import rules_in_force
from auditor.rules.schema.figures import Figure
from auditor.rules.schema.record import fields
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import calendar, escaped, joined

BREACH, COMPLIANT = "A breach", "At the edge, and allowed"


def explained(
    id: str, bound: BoundRulebook, one: Covered, limbs: Sequence[Covered], samples: Path | None, width: int
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
    for name, uses in by_check(one).items():
        yield from _decided(name, uses, one, width)
    readings = [
        reading for reading in rules.readings if clause.id in reading.clauses or clause.cited in reading.clauses
    ]
    if readings:
        yield from (EMPTY, line("HOW IT MAY BE READ (choose with --interpret NAME=CHOICE)", "title"))
    for reading in readings:
        yield from read(reading, rules.chosen[reading.name], width)
    if samples is not None:
        for shown in examples(one, samples, rules):
            yield EMPTY
            yield from wrapped(f"{shown.title.upper()} {shown.where}", width, hanging="  ", style="title")
            yield from (line(f"  {text}") for text in shown.lines)
    if has_page(rules.book):
        yield from (EMPTY, line("ON THE DOCUMENTATION SITE", "title"))
        yield line(f"  {clause_address(rules.book, clause.id)}")


def _dates(rules: Rulebook, one: Covered, width: int) -> Iterator[Line]:
    amended = one.clause.amended_by
    if one.clause.house:
        yield from wrapped(f"It is a clause of the house's own ({one.clause.house}).", width, "  ")
        return
    for instrument in rules.instruments:
        if instrument is rules.instruments[0] or instrument.cite == amended:
            yield from dated(instrument, width)
    if amended:
        yield from wrapped(f"In its present wording by {amended}.", width, "  ")


Use = tuple[Binding, Rulebook]  # a check that decides a clause, and the game in which it does


def by_check(one: Covered) -> dict[str, list[Use]]:
    """What decides a clause, by check, so that the words of the check itself are printed once."""
    found: dict[str, list[Use]] = {}
    for binding, game in zip(one.bindings, one.games, strict=True):
        found.setdefault(binding.check.name, []).append((binding, game))
    return found


def _decided(name: str, uses: list[Use], one: Covered, width: int) -> Iterator[Line]:
    """A check at work: where, with which figures, and what its own documentation says."""
    yield EMPTY
    for words in at_work(uses, one):
        yield from wrapped(f"check {name}{words}", width, "  ", "    ")
    for paragraph in paragraphs(uses[0][0].check.function.__doc__):
        yield from wrapped(paragraph, width, "    ", style="faint")


def at_work(uses: list[Use], one: Covered) -> Iterator[str]:
    """Where a check decides a clause, and with which figures: ` in the first betting round, with most = 3`."""
    alike: dict[str, dict[str, None]] = {}
    for binding, rules in uses:
        lead = "" if binding.figure.clause == one.clause.id else f", under {binding.figure.clause}"
        figures = figures_of(binding)
        rounds = alike.setdefault(f"{lead}{f', with {figures}' if figures else ''}", {})
        rounds |= {round.name: None for round in rules.game.rounds if round.number in (binding.rounds or ())}
    for words, rounds in alike.items():
        names = list(rounds)
        where = f" in the {joined(names)} betting {'rounds' if len(names) > 1 else 'round'}" if names else ""
        yield f"{where}{words}"


def paragraphs(documentation: str | None) -> list[str]:
    """The paragraphs of a docstring, each in one line."""
    return [" ".join(part.split()) for part in inspect.cleandoc(documentation or "").split("\n\n") if part]


def figures_of(binding: Binding) -> str:
    """The values a rulebook gives to a check, in words: `most = 3, mode = range`. Defaults are left out."""
    figure = binding.figure
    values = [(name, value) for name, value in fields(figure) if name not in Figure._fields]
    given = [(name, value) for name, value in values if value != figure._defaults.get(name)]
    money = type(figure).__annotations__
    return ", ".join(
        f"{name.replace('_', ' ')} = {value_text(value, money.get(name) == 'Cents')}" for name, value in given
    )


def value_text(value: Any, money: bool = False) -> str:
    """A value of a rulebook in words: `$5`, `yes`, `first or final`."""
    if money:
        return money_text(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return joined([value_text(item) for item in value], "or")
    if isinstance(value, Mapping):
        return joined([f"{word} ({value_text(meaning)})" for word, meaning in value.items()])
    return str(value)


def _governs(rules: Rulebook, day: date) -> bool:
    """Is this the version that judges the hands of a day?"""
    found = rules_in_force(rules.id, day)
    return (found.version, found.applies) == (rules.version, rules.applies)


def _effort(mark: Mark) -> tuple[bool, int]:
    """How much of an example there is to read: a mark on the head of a hand says least of where to look."""
    return on_head(mark), len(block_of(mark))


@value_class
class ClauseExample:
    """The deciding lines of a sample of the clause book."""

    title: str
    where: str  # it stands: `samples/clauses/…/raise-cap.log:43`, with its day if another version judged it
    lines: tuple[str, ...]


def examples(one: Covered, samples: Path, rules: Rulebook) -> Iterator[ClauseExample]:
    """A sample that breaks a clause and one that complies with it, as far as the clause book has them."""
    for title, marks in ((BREACH, one.breach), (COMPLIANT, one.compliant)):
        if marks:
            yield _example(title, marks, samples, rules)


def _example(title: str, marks: Sequence[Mark], samples: Path, rules: Rulebook) -> ClauseExample:
    """The shortest sample of a kind.

    It is a hand judged by this version, if there is one. What another version says of a hand need not hold in this one,
    so such a sample is shown with its day.
    """
    alike = [mark for mark in marks if mark.day is not None and _governs(rules, mark.day)]
    mark = min(alike or marks, key=_effort)
    day = f", of {calendar(mark.day)}" if mark.day is not None and not alike else ""
    lines = tuple([escaped(text.expandtabs(4)) for text in excerpt(mark)])
    return ClauseExample(title, f"({reference(mark, samples)}){day}", lines)
