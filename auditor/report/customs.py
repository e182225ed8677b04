"""Customs of rooms in a report: each is told once a room and file, with how often it was seen and a few examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from auditor.report.chosen import ChosenFindings
from auditor.vocabulary.findings import Finding, RoomCustom
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped, joined

EXAMPLES = 3  # hands that stand for all that show a custom


@value_class
class CustomSeen:
    """A custom of a room in one file, with the findings that it explains."""

    path: str
    custom: RoomCustom
    findings: ChosenFindings  # at least one

    @property
    def first(self) -> Finding:
        """The finding where it was first seen."""
        return self.findings[0]

    @property
    def count(self) -> int:
        """How often it was seen."""
        return len(self.findings)

    @property
    def examples(self) -> Sequence[Finding]:
        """The findings that stand for all of them."""
        return self.findings[:EXAMPLES]

    @property
    def heading(self) -> str:
        """`Custom of pokerstars: order of showing (S3.SD.8), 21 times`."""
        title, room = escaped(self.custom.title), escaped(self.custom.room, 60)
        return f"Custom of {room}: {title} ({self.first.named}), {times(self.count)}"

    @property
    def where(self) -> str:
        """`for example hand 12, line 40; hand 15, line 61`."""
        places = [f"{_hand(one)}line {one.location.line}" for one in self.examples]
        return f"{'in' if self.count <= len(places) else 'for example in'} {'; '.join(places)}"

    @property
    def words(self) -> str:
        """The whole in a sentence or two, for forms that have one text a finding."""
        return f"{self.heading}: {self.what} {self.where}"

    @property
    def what(self) -> str:
        """What the room does, and how that is known."""
        return f"{escaped(self.custom.gist)} Source: {escaped(self.custom.source)}"


def _hand(finding: Finding) -> str:
    return f"hand {escaped(finding.hand, 30)}, " if finding.hand else ""


def customs_seen(findings: ChosenFindings, by_clause: bool = False) -> list[CustomSeen]:
    """The customs that these findings are, in the order of the files and of their first lines.

    With `by_clause` each is told once a clause, too.
    """
    found = findings.grouped(lambda one: (one.location.path, one.custom, by_clause and (one.rules, one.clause)))
    return [CustomSeen(path, custom, those) for (path, custom, _), those in found.items() if custom is not None]


def by_room(seen: Iterable[CustomSeen]) -> list[str]:
    """The customs of each room with how often they were seen in all files: `pokerstars: order of showing 21 times`."""
    rooms: dict[str, Counter[str]] = {}
    for one in seen:
        rooms.setdefault(one.custom.room, Counter())[one.custom.title] += one.count
    return [
        f"{escaped(room, 60)}: {joined([f'{escaped(title)} {times(n)}' for title, n in counts.items()])}"
        for room, counts in sorted(rooms.items())
    ]


def times(n: int) -> str:
    """`once`, `twice`, `31 times`."""
    return {1: "once", 2: "twice"}.get(n, f"{n:,} times")
