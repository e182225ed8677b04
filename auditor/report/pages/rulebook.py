"""Rulebooks for people: which there are, what one contains, what changed between two days."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import groupby

from auditor.report.layout import EMPTY, Line, columns, cut, line, wrapped
from auditor.report.pages.coverage import Covered
from auditor.rules.diff import Difference
from auditor.rules.schema.rulebook import Instrument, Reading, Rulebook
from auditor.vocabulary.wording import escaped, joined


def listed(books: Iterable[tuple[Rulebook, list[date]]], width: int) -> Iterator[Line]:
    """The rulebooks, each with the days on which a version of it came into force."""
    rows = [("rulebook", "game", "clauses", "in force from")]
    for book, days in books:
        from_when = joined([day.isoformat() for day in days]) or "undated"
        rows.append((book.id, book.game.name, str(len(book.clauses)), from_when))
    yield from columns(rows, width, frozenset({2}), flexible=1, indent="")


def shown_whole(id: str, book: Rulebook, covered: list[Covered], width: int) -> Iterator[Line]:
    """A rulebook, or a game of it: its instruments, its clauses with the checks that decide them, its readings."""
    yield line(f"{id}  {book.title if id != book.of else book.instruments[0].title}", "title")
    yield line(f"version {book.version}")
    yield EMPTY
    yield line("INSTRUMENTS", "title")
    for instrument in book.instruments:
        yield from dated(instrument, width)
    yield EMPTY
    yield line("CLAUSES", "title")
    rows = [("clause", "title", "evidence", "checks")]
    for one in covered:
        rows.append((one.clause.id, cut(one.clause.title, 26), one.clause.evidence, ", ".join(one.checks)))
    yield from columns(rows, width, flexible=3)
    if book.readings:
        yield from (EMPTY, line("READINGS (choose with --interpret NAME=CHOICE)", "title"))
    for reading in book.readings:
        yield from read(reading, book.chosen[reading.name], width)


def dated(instrument: Instrument, width: int) -> Iterator[Line]:
    """An instrument with its dates, as far as it has any, and the basis of the day it came into force."""
    yield from wrapped(f"{instrument.label}: {instrument.cite}", width, "  ", "    ")
    yield from wrapped(f"{instrument.title}. {instrument.authority}.", width, "    ")
    days = {"made": instrument.made, "published": instrument.published, "in force from": instrument.in_force.from_}
    known = ", ".join(f"{what} {day}" for what, day in days.items() if day is not None) or "undated"
    yield from wrapped(f"{known}: {instrument.in_force.basis}", width, "    ")
    yield from wrapped(f"last compared with {instrument.compared.with_} on {instrument.compared.on}", width, "    ")


def read(reading: Reading, chosen: str, width: int) -> Iterator[Line]:
    """A reading: what it decides, the choices with what they mean, and the reason for the default."""
    yield from wrapped(f"{reading.name}, on {joined(reading.clauses)}", width, "  ")
    for choice in reading.choices:
        signs = [
            word
            for word, holds in (
                ("in use", choice.name == chosen),
                ("default", choice.name == reading.default),
                ("default in a room's own record", choice.name == reading.in_room),
            )
            if holds
        ]
        sign = f" ({', '.join(signs)})" if signs else ""
        yield from wrapped(f"{choice.name}{sign}: {choice.means}", width, "    ", "      ")
    yield from wrapped(f"Why {reading.default}: {reading.reason}", width, "    ", "      ", style="faint")


def checked(path: str, book: Rulebook, covered: list[Covered], width: int) -> Iterator[Line]:
    """What a rulebook file amounts to, if nothing is wrong with it."""
    decidable = [one for one in covered if one.decidable]
    left = [one.clause.id for one in decidable if not one.bindings]
    names = {name for one in covered for name in one.checks}
    yield from wrapped(f"{escaped(path)}: nothing is wrong with it.", width, style="good")
    yield from wrapped(
        f"{book.id}: {len(covered)} clauses, of which {len(decidable)} can be decided and {len(decidable) - len(left)} "
        f"are, by {len(names)} checks.",
        width,
        "  ",
    )
    if left:
        yield from wrapped(f"without a check: {', '.join(left)}", width, "  ", "    ")


def compared(before: Rulebook, after: Rulebook, differences: list[Difference], width: int) -> Iterator[Line]:
    """What changed between two versions, clause by clause."""
    yield line(f"{after.id}: {before.version} → {after.version}", "title")
    for instrument in after.instruments:
        if instrument not in before.instruments:
            yield from wrapped(f"by {instrument.cite}, in force from {instrument.in_force.from_}", width, "  ")
    if not differences:
        yield from wrapped("No clause and no figure differs.", width, "  ")
    for clause, group in groupby(differences, key=lambda one: one.clause):
        yield from (EMPTY, line(f"{clause or 'figures'}", "title"))
        for one in group:
            yield from wrapped(
                one.place.removeprefix(f"clauses.{{{clause}}}").removeprefix(".") or "the clause", width, "  "
            )
            yield from wrapped(f"was: {value_text(one.was)}", width, "    ", "         ")
            yield from wrapped(f"now: {value_text(one.now)}", width, "    ", "         ")


def value_text(value: object) -> str:
    """A value of a rulebook in words."""
    if value is None or isinstance(value, bool):
        return "–" if value is None else "yes" if value else "no"
    return joined([str(item) for item in value]) if isinstance(value, tuple) else str(value)
