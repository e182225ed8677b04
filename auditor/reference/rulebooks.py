"""The page of a rulebook: its instruments, games and readings, and every clause with how it is decided."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path

from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.reference.markdown import code, escaped, heading, link, page, preformatted, table
from auditor.report.addresses import REFERENCE, anchor, check_page, rulebook_page
from auditor.report.evidence import EVIDENCE
from auditor.report.layout import plain
from auditor.report.pages.coverage import Covered, coverage
from auditor.report.pages.explain import at_work, by_check, examples, value_text
from auditor.report.pages.rulebook import dated, read
from auditor.rules.clause_book import Mark
from auditor.rules.diff import Difference, compare
from auditor.rules.loading.loader import turning_days
from auditor.rules.schema.rulebook import Clause, Reading, Rulebook
from auditor.vocabulary.wording import joined

WIDE = 10_000  # wider than any paragraph: the browser wraps lines
FIRST_PART = re.compile(r"[^.:(\[]+")
INDEX = f"{REFERENCE}/rulebooks"


@dataclass(frozen=True)
class Book:
    """A rulebook of the site: its id, its games with their checks, the clause book and its folder."""

    id: str
    games: Sequence[BoundRulebook]
    marks: Sequence[Mark]
    samples: Path

    @property
    def page(self) -> str:
        """The address of its page."""
        return rulebook_page(self.id)

    @property
    def rules(self) -> Rulebook:
        """The rulebook as its first game has it. Clauses and readings are the same in all games."""
        return self.games[0].rules

    @property
    def title(self) -> str:
        """Its title."""
        return self.rules.instruments[0].title if self.rules.of else self.rules.title

    @cached_property
    def covered(self) -> list[Covered]:
        """Its clauses, each with what decides it and the samples that show it."""
        return coverage(self.games, self.marks)

    @cached_property
    def changes(self) -> list[Difference]:
        """What its amendments have changed since its first day."""
        days = turning_days(self.rules.id)
        return compare(self.rules.id, days[0], days[-1]) if len(days) > 1 else []


def index(books: Iterable[Book]) -> str:
    """The page that lists the rulebooks."""
    rows = []
    for book in books:
        decidable = [one for one in book.covered if one.decidable]
        decided = sum(bool(one.bindings) for one in decidable)
        days = joined([day.isoformat() for day in turning_days(book.rules.id)]) or "undated"
        name = link(escaped(book.title), INDEX, book.page)
        rows.append((name, code(book.id), str(len(book.covered)), f"{decided} of {len(decidable)}", days))
    return page(
        [
            "# Rulebooks",
            "",
            "A clause can be decided if a record is able to show whether it was kept. The page of a rulebook has all "
            "of its clauses, each with what decides it; `auditor explain RULES CLAUSE` prints the same.",
            *table(("rulebook", "id", "clauses", "decided", "in force from"), rows),
        ]
    )


def rulebook(book: Book) -> str:
    """The page of one rulebook."""
    return page(_lines(book))


def _lines(book: Book) -> Iterator[str]:
    yield from (f"# {escaped(book.title)}", "")
    yield f"Rulebook {code(book.id)}, version {escaped(book.rules.version)}."
    yield from ("", "## Instruments", "")
    for instrument in book.rules.instruments:
        yield from _items(plain(dated(instrument, WIDE)))
    yield from _games(book)
    for section, group in groupby(book.covered, lambda one: section_of(one.clause)):
        yield from ("", f"## {escaped(section)} {{#section-{anchor(section)}}}", "")
        for one in group:
            yield from _clause(one, book)
    if book.rules.readings:
        yield from ("", "## Readings", "", "Choose with `--interpret NAME=CHOICE`.", "")
    for reading in book.rules.readings:
        yield from _reading(reading, book)


def section_of(clause: Clause) -> str:
    """The section that a clause is listed under: the one its place names, or the first part of its number."""
    if clause.place:
        section = clause.place.rpartition(", ")[0]
        return section[:1].upper() + section[1:]
    found = FIRST_PART.match(clause.id)
    first = found[0] if found else clause.id
    return f"Clause {first}" if first.isdigit() else first[:1].upper() + first[1:]


def _items(text: str) -> Iterator[str]:
    """Printed lines as a list: the first line, and the lines that are indented below it."""
    first, *rest = [escaped(line.strip()) for line in text.splitlines()]
    yield from (f"- {first}", *(f"    - {line}" for line in rest))


def _games(book: Book) -> Iterator[str]:
    rows = []
    for bound in book.games:
        game = bound.rules.game
        limits = dict.fromkeys(limit for each in game.limits_by_form.values() for limit in each)
        forms = [joined([round.name for round in rounds]) for rounds in game.rounds_by_form.values()]
        decks = joined(list(game.deck), "or")
        rows.append((code(bound.rules.id), escaped(game.name), decks, "; ".join(forms), ", ".join(limits) or "–"))
    yield from ("", "## Games")
    yield from table(("id", "game", "cards in the deck", "betting rounds", "limits a table may declare"), rows)


def _reading(reading: Reading, book: Book) -> Iterator[str]:
    """A reading as `explain` prints it, with an anchor, and its clauses as links."""
    _, *rest = plain(read(reading, book.rules.chosen[reading.name], WIDE)).splitlines()  # name and clauses come first
    known = {one.clause.id for one in book.covered}
    clauses = [link(escaped(id), book.page, book.page, anchor(id)) if id in known else id for id in reading.clauses]
    yield from heading(reading.name, _reading_anchor(reading))
    yield from (f"On {joined(clauses)}.", "")
    yield from (*(f"- {escaped(line.strip())}" for line in rest), "")


def _reading_anchor(reading: Reading) -> str:
    return f"reading-{reading.name}"


def _clause(one: Covered, book: Book) -> Iterator[str]:
    clause = one.clause
    yield from heading(f"{clause.id}  {clause.title}", anchor(clause.id))
    yield from (escaped(clause.gist), "")
    if clause.note:
        yield from (f"*{escaped(clause.note)}*", "")
    yield from (f"Decided {escaped(EVIDENCE[clause.evidence])}.", "")
    yield from (*_decided(one, book), *_parts(clause, book), *_read(clause, book), *_amended(clause, book))
    yield from _examples(one, book)


def _decided(one: Covered, book: Book) -> Iterator[str]:
    for name, uses in by_check(one).items():
        words = list(at_work(uses, one))
        yield f"- {link(code(name), book.page, check_page(name))}{escaped(words[0])}"
        yield from (f"- {code(name)}{escaped(more)}" for more in words[1:])
    yield ""


def _parts(clause: Clause, book: Book) -> Iterator[str]:
    parts = [one.clause.id for one in book.covered if one.clause.cited == clause.id != one.clause.id]
    if parts:
        yield f"Parts decided apart: {joined([link(escaped(id), book.page, book.page, anchor(id)) for id in parts])}."
        yield ""


def _read(clause: Clause, book: Book) -> Iterator[str]:
    names = [
        link(code(reading.name), book.page, book.page, _reading_anchor(reading))
        for reading in book.rules.readings
        if clause.id in reading.clauses or clause.cited in reading.clauses
    ]
    if names:
        yield from (f"How it may be read: {joined(names)}.", "")


def _amended(clause: Clause, book: Book) -> Iterator[str]:
    if not clause.amended_by:
        return
    yield from (f"In its present wording by {escaped(clause.amended_by)}.", "")
    for change in book.changes:
        if change.clause == clause.id:
            place = change.place.removeprefix(f"clauses.{{{clause.id}}}").removeprefix(".") or "the clause"
            was, now = ("–" if value is None else escaped(value_text(value)) for value in (change.was, change.now))
            yield f"- {code(place)} was: {was}; now: {now}"
    yield ""


def _examples(one: Covered, book: Book) -> Iterator[str]:
    for shown in examples(one, book.samples, book.rules):
        yield from preformatted(shown.lines, f"{shown.title} {shown.where}")
