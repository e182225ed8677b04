"""What is asked for in the list of findings: facets, words, bounds, order. All of it stands in the address of the list.

    /findings?severity=breach&person=player Gus&q=raise&sort=money

A facet may be given several times: what has one of its values is meant. `FACETS` has their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from urllib.parse import urlencode

from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.money import parse_money
from auditor.vocabulary.records import replace, value_class
from auditor.vocabulary.wording import escaped, joined

LIST = "/findings"
SEVERITY, STATE, DECISION = "severity", "state", "decision"
FACETS = {  # each with its title
    SEVERITY: "Severity",
    DECISION: "Decision",
    "rules": "Rulebook",
    "clause": "Clause",  # RULEBOOK CLAUSE
    "month": "Month",
    "night": "Night",
    "table": "Table",  # TABLE, or TABLE (VENUE)
    "person": "Person",  # ROLE NAME
    "dealer": "Dealer",
    STATE: "New or known",
    "currency": "Money in",
    "log": "Log",
}
SORTS = {  # each with its words
    "place": "log and line",
    "night": "night",
    "severity": "severity",
    "money": "money",
    "clause": "clause",
    "person": "person",
}
LARGEST_START = 100_000_000
LONGEST = 400  # characters of what is searched for


@value_class
class AskedFindings:
    """Which findings are asked for, in which order, from which of them on."""

    facets: tuple[tuple[str, tuple[str, ...]], ...] = ()
    text: str = ""
    hand: str | None = None
    since: date | None = None
    until: date | None = None
    least: int | None = None  # money, in minor units
    most: int | None = None
    sort: str = "place"
    start: int = 0

    def amount(self, bound: str) -> str | None:
        """A bound of money as it stands in the address."""
        cents: int | None = getattr(self, bound)
        return None if cents is None else f"{cents // 100}.{cents % 100:02}".removesuffix(".00")

    def values(self, facet: str) -> tuple[str, ...]:
        """The values of a facet that are asked for; none of them means all."""
        return dict(self.facets).get(facet, ())

    def but(self, facet: str) -> AskedFindings:
        """The same without a facet."""
        return replace(self, facets=tuple([one for one in self.facets if one[0] != facet]), start=0)

    def adding(self, facet: str, value: str) -> AskedFindings:
        """The same with one value of a facet only."""
        return replace(self.but(facet), facets=(*self.but(facet).facets, (facet, (value,))))

    def without(self, facet: str, value: str) -> AskedFindings:
        """The same without one of the values of a facet."""
        left = tuple([one for one in self.values(facet) if one != value])
        facets = [(name, left if name == facet else values) for name, values in self.facets]
        return replace(self, facets=tuple([one for one in facets if one[1]]), start=0)

    @property
    def narrowed(self) -> bool:
        """Is less asked for than everything?"""
        return replace(self, sort="place", start=0) != AskedFindings()

    def pairs(self) -> Iterator[tuple[str, str]]:
        """What stands in the address."""
        for name, values in self.facets:
            yield from ((name, value) for value in values)
        rest = (
            *(("q", self.text), ("hand", self.hand), ("since", self.since), ("until", self.until)),
            *(("least", self.amount("least")), ("most", self.amount("most"))),
            *(("sort", "" if self.sort == "place" else self.sort), ("start", self.start or "")),
        )
        yield from ((name, escaped(str(value))) for name, value in rest if value not in (None, ""))

    @property
    def query(self) -> str:
        """The same as the query of an address."""
        return urlencode(list(self.pairs()))

    def address(self, start: int = 0) -> str:
        """The address of the list, from the so-manyth finding on."""
        query = replace(self, start=start).query
        return f"{LIST}?{query}" if query else LIST


def asked_in(pairs: Iterable[tuple[str, str]]) -> AskedFindings:
    """What an address asks for. Raises UsageError for what nobody can mean; names that are not ours are passed over."""
    facets: dict[str, list[str]] = {}
    rest: dict[str, str] = {}
    for name, value in pairs:
        if name in FACETS:
            if (key := escaped(value)) not in (values := facets.setdefault(name, [])):
                values.append(key)
        else:
            rest[name] = value.strip()
    sort = rest.get("sort") or "place"
    if sort not in SORTS:
        raise UsageError(f"findings are not sorted by '{escaped(sort, 40)}', expected {joined(list(SORTS), 'or')}")
    return AskedFindings(
        tuple([(name, tuple(facets[name])) for name in FACETS if name in facets]),
        rest.get("q", "")[:LONGEST],
        rest.get("hand") or None,
        _day(rest.get("since", "")),
        _day(rest.get("until", "")),
        _cents(rest.get("least", "")),
        _cents(rest.get("most", "")),
        sort,
        _start(rest.get("start", "")),
    )


def list_address(**facets: str | Sequence[str] | None) -> str:
    """The address of the list with these values of facets, or `hand`, `q`, `since` and the like."""
    pairs = [
        (name, escaped(one))
        for name, value in facets.items()
        if value
        for one in ([value] if isinstance(value, str) else value)
    ]
    return f"{LIST}?{urlencode(pairs)}" if pairs else LIST


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise UsageError(f"'{escaped(text, 40)}' is no day, expected one such as 1994-06-11") from None


def _cents(text: str) -> int | None:
    try:
        return parse_money(text) if text else None
    except ValueError:
        raise UsageError(f"'{escaped(text, 40)}' is no amount of money, expected one such as 12.50") from None


def _start(text: str) -> int:
    return min(int(text), LARGEST_START) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
