"""What a house's file makes of its rulebook, for people: what is added, overridden, dropped, set and read otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.auditing.house_difference import HouseDifference
from auditor.report.layout import EMPTY, Line, line, wrapped
from auditor.report.pages.rulebook import value_text
from auditor.rules.diff import Difference
from auditor.vocabulary.wording import escaped


def shown_difference(found: HouseDifference, width: int) -> Iterator[Line]:
    """The difference to the base, under a heading each; what there is none of is said, too."""
    yield from (EMPTY, line(f"DIFFERENCE TO {found.base}", "title"))
    yield from _part("clauses added", [f"{one.id}: {one.title}" for one in found.added], width)
    replaced = [f"{one.id}: {one.title}; {one.replaced_by} is in its place" for one in found.replaced]
    yield from _part("clauses replaced", replaced, width)
    yield from _part("clauses lost", [f"{one.id}: {one.title}" for one in found.dropped], width)
    yield from _part("figures changed", [_changed(one) for one in found.figures], width)
    readings = [f"{name}: {choice} instead of {usual}" for name, usual, choice in found.readings]
    yield from _part("readings chosen", readings, width)
    yield from _part("checks no longer called", [f"{check}, for {clause}" for check, clause in found.not_called], width)


def _part(title: str, entries: list[str], width: int) -> Iterator[Line]:
    if not entries:
        yield line(f"  {title}: none")
        return
    yield line(f"  {title}:")
    for entry in entries:
        yield from wrapped(escaped(entry), width, "    ", "      ")


def _changed(one: Difference) -> str:
    """A value that differs. Another clause under a figure is another citation."""
    was, now = value_text(one.was), value_text(one.now)
    if one.place.endswith(".clause"):
        return f"{one.place.removesuffix('.clause')} is cited as {now} instead of {was}"
    return f"{one.place}: {now} instead of {was}"
