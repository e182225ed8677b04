"""The differences between a rulebook on one day and on another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from auditor.rules.loading.loader import rules_in_force
from auditor.rules.loading.merging import NAMES
from auditor.rules.schema.record import table
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.records import value_class


@value_class
class Difference:
    """A value that differs: where it stands, the clause that it belongs to, what it was and what it is now.

    `was` or `now` is None where there is no such value. A clause that is new or gone is one difference: its gist.
    """

    place: str  # such as `clauses.{13.3}.gist` or `game.round.first.raises.most`
    clause: str | None
    was: Any
    now: Any


def compare(rules: str, first: date, second: date, readings: Mapping[str, str] | None = None) -> list[Difference]:
    """The clauses and figures in which the rulebook of one day differs from that of another, in its own order."""
    return differences(rules_in_force(rules, first, readings), rules_in_force(rules, second, readings))


def differences(*books: Rulebook) -> list[Difference]:
    """The same for two rulebooks."""
    common = {clause.id for clause in books[0].clauses} & {clause.id for clause in books[1].clauses}
    was, now = ({place: value for place, *value in _values(book, common)} for book in books)
    places = [*was, *(place for place in now if place not in was)]
    nothing = [None, None]
    found = [
        Difference(place, (now.get(place) or was[place])[0], was.get(place, nothing)[1], now.get(place, nothing)[1])
        for place in places
        if was.get(place) != now.get(place)
    ]
    order = {clause.id: number for book in books for number, clause in enumerate(book.clauses)}
    return sorted(found, key=lambda one: order.get(one.clause or "", -1))


Value = tuple[str, str | None, Any]  # its place, its clause and what it is


def _values(book: Rulebook, common: set[str]) -> Iterator[Value]:
    """Every value of a rulebook; of a clause that is not common to both versions, only the gist."""
    for clause in book.clauses:
        place = f"clauses.{{{clause.id}}}"
        if clause.id not in common:
            yield place, clause.id, clause.gist
            continue
        data = table(clause.but(amended_by=None))  # a clause is no different because another instrument worded it
        yield from ((where, clause.id, value) for where, _, value in _leaves(data, place, None))
    yield from _leaves(table(book.game), "game", None)


def _leaves(value: Any, place: str, clause: str | None) -> Iterator[Value]:
    """The single values inside a table, each with the clause of the innermost figure around it."""
    if isinstance(value, dict):
        clause = value.get("clause", clause)
        for key, item in value.items():
            yield from _leaves(item, f"{place}.{key}", clause)
    elif isinstance(value, tuple) and value and isinstance(value[0], dict):
        names = [next((str(item[key]) for key in NAMES if item.get(key)), "") for item in value]
        for number, (name, item) in enumerate(zip(names, value, strict=True)):
            alone = name if names.count(name) == 1 else f"{name}{number + 1}"
            yield from _leaves(item, f"{place}.{alone}", clause)
    elif value is not None:
        yield place, clause, value
