"""What an audit found: the inputs, the findings, what could not be read, and the totals by clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple, Protocol

from auditor.auditing.finding_store import FindingStore
from auditor.auditing.player_hands import PlayerHands
from auditor.rules.schema.rulebook import Rulebook
from auditor.storage.disk_list import DiskList
from auditor.vocabulary.errors import Edit
from auditor.vocabulary.findings import Finding, Verdict
from auditor.vocabulary.records import as_tuple, field, record_class, replace, value_class


@record_class
class Input:
    """A log that was looked at."""

    path: str
    sha256: str | None  # of the log itself, unpacked; none of these for one that could not be opened
    encoding: str | None
    format: str | None
    hands: int = 0
    unread: int = 0
    bytes: int = 0
    lines: int = 0
    remarks: Counter[str] = field(default_factory=Counter)  # lines that are no part of the play, by their kind
    doubts: Counter[str] = field(default_factory=Counter)  # questions that hands leave open, by what is asked
    in_part: bool = False  # the disk gave no more of it, or it was changed while it was read


@value_class
class Unread:
    """Something in a log that could not be read, with its place and the reason."""

    path: str
    line: int
    column: int
    hand: str | None
    reason: str
    further: bool = False  # of a hand that another place stands for
    source: str = field(default="", compare=False)  # the line as it stands in the log, where the log has lines
    fix: tuple[Edit, ...] = field(default=(), compare=False)  # the edits that put it right, where that is known


class UnreadPlaces(DiskList[Unread]):
    """Places that could not be read, in the order in which they were met."""

    WHAT = "places that could not be read"

    @staticmethod
    def _packed(element: Unread) -> tuple[Any, ...]:
        fix = [as_tuple(edit) for edit in element.fix]
        values = (element.line, element.column, element.hand, element.reason, element.further)
        return element.path, *values, element.source, fix

    @staticmethod
    def _unpacked(values: tuple[Any, ...]) -> Unread:
        path, line, column, hand, reason, further, source, fix = values
        edits = tuple([Edit(*edit) for edit in fix])
        return Unread(path, line, column, hand, reason, further, source, edits)


def hands_in(unread: Iterable[Unread]) -> int:
    """How many hands the places are of that could not be read."""
    return sum(one.hand is not None and not one.further for one in unread)


class Uncounted(Protocol):
    """Something that has counted and not yet added up."""

    def add_up(self, result: Result) -> None:
        """Add what was counted since the last time to the totals of a result."""


ByClause = dict[tuple[str, str], Counter[Verdict]]  # verdicts counted, by rulebook and clause
ByNight = dict[tuple[str, str, date | None], Counter[Verdict]]  # … and night


class TableNight(NamedTuple):
    """A table on one night, as one log tells of it."""

    path: str
    venue: str | None
    table: str
    night: date | None


@record_class
class Result:
    """What an audit found, and how far it could see."""

    inputs: list[Input] = field(default_factory=list)
    findings: FindingStore = field(default_factory=FindingStore)
    unread: UnreadPlaces = field(default_factory=UnreadPlaces)
    unknown: UnreadPlaces = field(default_factory=UnreadPlaces)  # lines of hands that were judged without them
    verdict_totals: ByClause = field(default_factory=dict)  # what has been added up of `verdicts` …
    night_totals: ByNight = field(default_factory=dict)  # … by night, too, of one log, where that is asked for …
    missing_totals: Counter[tuple[str, str, str]] = field(default_factory=Counter)  # … and of `missing`
    hands: Counter[str] = field(default_factory=Counter)  # hands judged, by rulebook
    occasions: Counter[str] = field(default_factory=Counter)  # what verdicts were given on: hands, and ends of tables
    rulebooks: dict[tuple[str, str], Rulebook] = field(default_factory=dict)  # by id and version
    tables: Counter[TableNight] = field(default_factory=Counter)  # hands judged, by table and night
    left_out: Counter[str] = field(default_factory=Counter)  # hands of nights that were not asked for, by path
    passed: list[str] = field(default_factory=list)  # files that lay among the logs and are none
    logs: list[Result] = field(default_factory=list)  # each log by itself but for its findings, if asked for
    interrupted: bool = False  # there would have been more
    dealers: Counter[str] = field(default_factory=Counter)  # hands judged, by who began to deal them, where logs tell
    players: PlayerHands = field(default_factory=PlayerHands)  # hands judged, by who was dealt in to them
    tallies: list[Uncounted] = field(default_factory=list)  # counts that go into this and are not added up yet

    @property
    def verdicts(self) -> ByClause:
        """How often each clause had which verdict, by rulebook and clause. Added up when somebody asks."""
        self._add_up()
        return self.verdict_totals

    @property
    def verdicts_by_night(self) -> ByNight:
        """The same by the night, of one log, if it was asked for; the night is None where the log gives none."""
        self._add_up()
        return self.night_totals

    @property
    def missing(self) -> Counter[tuple[str, str, str]]:
        """How often the log lacked what: by rulebook, clause and evidence. Added up when somebody asks."""
        self._add_up()
        return self.missing_totals

    def _add_up(self) -> None:
        for tally in self.tallies:
            tally.add_up(self)

    def add(self, other: Result) -> None:
        """Take in what was made of other logs."""
        self.inputs += other.inputs
        self.take_counts(other)
        self.passed += other.passed
        self.logs += other.logs

    def take_counts(self, other: Result) -> None:
        """Take in all that was found in a part of the logs, except which logs they are."""
        self.findings.extend(other.findings)
        self.unread.extend(other.unread)
        self.unknown.extend(other.unknown)
        for key, counts in other.verdicts.items():
            known = self.verdict_totals.setdefault(key, Counter())
            for verdict, times in counts.items():
                known[verdict] += times
        self.missing_totals.update(other.missing)
        self.hands.update(other.hands)
        self.occasions.update(other.occasions)
        self.tables.update(other.tables)
        self.left_out.update(other.left_out)
        for book in other.rulebooks.values():
            self.judged_by(book)
        self.dealers.update(other.dealers)
        self.players.take(other.players)
        self.interrupted = self.interrupted or other.interrupted

    def take_nights(self, other: Result) -> None:
        """Take in the verdicts by night of another part of the same log."""
        for key, counts in other.verdicts_by_night.items():
            self.night_totals.setdefault(key, Counter()).update(counts)

    def count(
        self, rules: str, clause: str, night: date | None, counts: Mapping[Verdict, int], by_night: bool = True
    ) -> None:
        """Add to the verdicts on a clause, in all and, unless nobody asks for that, on one night."""
        self.verdict_totals.setdefault((rules, clause), Counter()).update(counts)
        if by_night:
            self.night_totals.setdefault((rules, clause, night), Counter()).update(counts)

    def logs_with_findings(self) -> Iterator[Result]:
        """Give each log that is kept by itself with its findings, which are here."""
        found: dict[str, list[Finding]] = {}
        for one in self.findings:
            found.setdefault(one.location.path, []).append(one)
        for log in self.logs:
            yield replace(log, findings=FindingStore(found.get(log.inputs[0].path, ())))

    def with_itself(self) -> Result:
        """The result of one log, which is also kept by itself but for its findings."""
        return replace(self, logs=[replace(self, findings=FindingStore())])

    def judged_by(self, book: Rulebook) -> None:
        """Note a rulebook that judged. Of one with other defaults for a room's record, the usual version stands."""
        known = self.rulebooks.get((book.id, book.version))
        if known is None or known.room:
            self.rulebooks[book.id, book.version] = book

    @property
    def undated(self) -> int:
        """Say how many hands were judged of which the log does not tell the night."""
        return sum(times for table, times in self.tables.items() if table.night is None)

    @property
    def hands_judged(self) -> int:
        """Say how many hands were read and judged."""
        return sum(self.hands.values())
