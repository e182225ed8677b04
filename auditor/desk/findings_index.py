"""An index of the findings of an audit: by every facet, by words, by money, so that a list of many is paged quickly.

It is a temporary database of SQLite without a name, which nobody else can open and which is gone when the desk ends. Of
it no more than a few megabytes are in memory, and beside it a number of each finding for each facet, by which they are
counted. It takes findings in while the audit goes on. When the audit has come to its end, it learns from the view which
of them are reported, in which order, and how they were decided.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from array import array
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from functools import reduce
from itertools import compress
from operator import and_
from typing import Any

from auditor.auditing.result import Result
from auditor.desk.asked import DECISION, FACETS, SEVERITY, STATE, AskedFindings
from auditor.report.chosen import CUSTOM, DEFECT, mark_of
from auditor.report.chosen import SEVERITY as SEVERITY_BITS
from auditor.report.html_summary import clause_in
from auditor.report.totals import NO_DATE, month_of, table_name
from auditor.report.view import View, beginning, currency_code, fault_text, named
from auditor.review.baseline import NEW, UNCHANGED
from auditor.review.ledger import DECISIONS, Decision, Ledger
from auditor.vocabulary.findings import DEALING, Actor, Finding, Severity
from auditor.vocabulary.records import replace, value_class
from auditor.vocabulary.wording import calendar, escaped

UNDECIDED = "undecided"
DEFECT_WORD, CUSTOM_WORD = "defect", "custom"
SEVERITIES = ("breach", "irregularity", DEFECT_WORD, "advisory", CUSTOM_WORD)  # the gravest first
STATES = (NEW, UNCHANGED)
FIXED = {SEVERITY: SEVERITIES, DECISION: (UNDECIDED, *DECISIONS), STATE: STATES}  # facets whose values are known
IN_WORDS = {UNDECIDED: "to decide"}  # values whose words are others
CACHE = 16 << 10  # of the database, in KiB
TOGETHER = 1_000  # findings that are put in at once
REMEMBERED = 120  # countings of facets …
MASKS = 12  # … and which findings have what was asked for, a byte each
COLUMNS = tuple(FACETS)
FIRST, LAST = 2, 2 + len(COLUMNS)  # where the columns of facets stand in a row
NONE = (1 << 32) - 1  # the number of a value that a finding has not
SETUP = (
    "PRAGMA journal_mode = OFF",
    "PRAGMA synchronous = OFF",
    f"PRAGMA cache_size = -{CACHE}",
    f"CREATE TABLE facts (place INTEGER PRIMARY KEY, rank INTEGER, {', '.join(f'{one}_id INTEGER' for one in COLUMNS)},"
    " day TEXT, hand TEXT, line INTEGER, amount INTEGER, fingerprint TEXT, old_fingerprint TEXT)",
    "CREATE VIRTUAL TABLE words USING fts5(text, content='', tokenize='unicode61 remove_diacritics 2', prefix='2 3')",
    "CREATE TABLE names (facet TEXT, id INTEGER, position INTEGER, PRIMARY KEY (facet, id)) WITHOUT ROWID",
)
INDEXES = (
    "CREATE INDEX IF NOT EXISTS by_rank ON facts (rank)",
    "CREATE INDEX IF NOT EXISTS by_fingerprint ON facts (fingerprint)",
    "CREATE INDEX IF NOT EXISTS by_old_fingerprint ON facts (old_fingerprint)",
    "CREATE INDEX IF NOT EXISTS by_money ON facts (currency_id, amount) WHERE amount IS NOT NULL",
    *[f"CREATE INDEX IF NOT EXISTS by_{one} ON facts ({one}_id, rank)" for one in COLUMNS],
)
ORDERS = {
    "place": "rank",
    "night": "day, rank",
    "severity": "severity_id, rank",
    "money": "currency_id IS NULL, currency_id, amount DESC, rank",
    "clause": "(SELECT position FROM names WHERE facet = 'clause' AND id = clause_id), rank",
    "person": "(SELECT position FROM names WHERE facet = 'person' AND id = person_id), rank",
}
WORD = re.compile(r"\w")


@value_class
class FacetValue:
    """A value of a facet: how many findings have it of those that are asked for otherwise."""

    key: str
    shown: str
    count: int
    chosen: bool


@value_class
class IndexedName:
    """A finding by its names, as decisions are matched with it."""

    place: int
    fingerprint: str
    old_fingerprint: str
    night: date | None


@value_class
class NightTable:
    """What was found at a table on a night: how many findings of each severity."""

    night: str
    table: str
    counts: tuple[int, ...]  # as SEVERITIES


class FindingsIndex:
    """The findings of an audit by what is asked of lists. Its places are those of the result's findings."""

    def __init__(self) -> None:
        self.number = 0  # findings taken in
        self.ended = False
        self._lock = threading.RLock()
        self._db = sqlite3.connect("", isolation_level=None, check_same_thread=False).cursor()
        for words in SETUP:
            self._db.execute(words)
        self._ids: dict[str, dict[str, int]] = {facet: {} for facet in FACETS}
        self._shown: dict[str, list[tuple[str, str]]] = {facet: [] for facet in FACETS}
        self._titles: dict[tuple[str, str, str], str] = {}
        self._columns = {facet: array("L") for facet in FACETS}  # the number of each finding's value, or NONE
        self._kept = bytearray()  # 1 for each finding that is reported
        self._counted: OrderedDict[Any, Counter[int]] = OrderedDict()
        self._masks: OrderedDict[Any, int] = OrderedDict()
        for facet, keys in FIXED.items():
            for key in keys:
                self._id(facet, key, IN_WORDS.get(key, key))

    # ---- filling ----

    def take(self, result: Result) -> None:
        """Take in the findings that a result has beyond those that were taken in before."""
        while new := result.findings[self.number : self.number + TOGETHER]:
            self._take(new, result)

    def _take(self, new: Sequence[Finding], result: Result) -> None:
        facts, words = [], []
        for place, finding in enumerate(new, self.number):
            facts.append(self._facts(place, finding, result))
            words.append((place, self._words(finding, result)))
        marks = ", ".join("?" * len(facts[0]))
        with self._lock:
            self._db.execute("BEGIN")
            self._db.executemany(f"INSERT INTO facts VALUES ({marks})", facts)
            self._db.executemany("INSERT INTO words (rowid, text) VALUES (?, ?)", words)
            self._db.execute("COMMIT")
            for column, ids in zip(self._columns.values(), list(zip(*facts, strict=True))[FIRST:LAST], strict=True):
                column.extend(NONE if id is None else id for id in ids)
            self._kept += b"\1" * len(new)
            self.number += len(new)
            self._forget()

    def _facts(self, place: int, finding: Finding, result: Result) -> tuple[Any, ...]:
        night = finding.night.isoformat() if finding.night else NO_DATE
        month = month_of(finding.night) if finding.night else NO_DATE
        money, actor = finding.money, finding.actor
        paid = money is not None and money.amount != 0
        table, dealer = table_name(finding.venue, finding.table), actor.name if actor.role == DEALING else None
        code = currency_code(result, finding) if paid else None
        ids = (
            self._ids[SEVERITY][severity_word(mark_of(finding))],
            self._ids[DECISION][UNDECIDED],
            self._id("rules", finding.rules, finding.rules),
            self._id("clause", f"{finding.rules} {finding.cited}", f"{finding.rules} {finding.named}"),
            self._id("month", month, month),
            self._id("night", night, calendar(finding.night) if finding.night else NO_DATE),
            self._id("table", table, table),
            self._id("person", person_key(actor), named(Actor(actor.role, None, actor.name))),
            None if not dealer else self._id("dealer", dealer, dealer),
            self._ids[STATE][NEW],
            None if code is None else self._id("currency", code, code),
            self._id("log", finding.location.path, finding.location.path),
        )
        day = None if finding.night is None else night
        amount = abs(money.amount) if money is not None and paid else None
        names = finding.fingerprint, finding.old_fingerprint
        return place, place, *ids, day, finding.hand, finding.location.line, amount, *names

    def _words(self, finding: Finding, result: Result) -> str:
        """What a finding is found by."""
        key = finding.rules, finding.version, finding.clause
        if (title := self._titles.get(key)) is None:
            known = clause_in([result.rulebooks[key[:2]]], finding.clause)
            title = self._titles[key] = known.title if known else ""
        night = "" if finding.night is None else f"{finding.night} {calendar(finding.night)}"
        return " ".join(
            [
                *(beginning(finding.actor), fault_text(finding), finding.named, finding.cited, title, finding.rules),
                *(finding.venue or "", finding.table, f"hand {finding.hand}" if finding.hand else "", night),
                *(finding.location.path, finding.fingerprint, finding.severity.word, finding.check),
            ]
        )

    def _id(self, facet: str, key: str, shown: str) -> int:
        """The number of a value of a facet."""
        ids, key = self._ids[facet], escaped(key)
        if (found := ids.get(key)) is None:
            found = ids[key] = len(ids)
            self._shown[facet].append((key, escaped(shown, 200) or "without a name"))
        return found

    # ---- when the audit has come to its end ----

    def end(self, view: View) -> None:
        """Learn which findings are reported, in which order, how grave they are, and how they stand."""
        self.take(view.result)
        ids = self._ids[SEVERITY]
        with self._lock:
            self._db.execute("BEGIN")
            self._db.execute("UPDATE facts SET rank = NULL")
            self._kept = bytearray(self.number)
            for place, mark in view.findings.marks():
                self._kept[place] = 1
                self._columns[SEVERITY][place] = ids[severity_word(mark)]
            rows = ((rank, ids[severity_word(mark)], place) for rank, (place, mark) in enumerate(view.findings.marks()))
            self._db.executemany("UPDATE facts SET rank = ?, severity_id = ? WHERE place = ?", rows)
            self._db.execute("DELETE FROM facts WHERE rank IS NULL")
            if view.baseline is not None:
                self._note_known(view)
            for facet in ("clause", "person"):
                ordered = sorted((shown, id) for id, (_, shown) in enumerate(self._shown[facet]))
                positions = [(facet, id, position) for position, (_, id) in enumerate(ordered)]
                self._db.executemany("INSERT OR REPLACE INTO names VALUES (?, ?, ?)", positions)
            self._db.execute("COMMIT")
            for words in INDEXES:
                self._db.execute(words)
            self._db.execute("ANALYZE")
            self.ended = True
        self.decide(view.ledger)

    def _note_known(self, view: View) -> None:
        known = self._ids[STATE][UNCHANGED]
        places = [place for place, _ in view.findings.marks()]
        there = [place for place, one in zip(places, view.findings, strict=True) if not view.is_new(one)]
        self._set(STATE, [(known, place) for place in there])

    def decide(self, ledger: Ledger) -> None:
        """Note how findings are decided now."""
        ids = self._ids[DECISION]
        made = [(ids[decision.decision], one.place) for one, decision in self._decided(ledger)]
        with self._lock:
            before = self._rows(f"SELECT place FROM facts WHERE {DECISION}_id <> ?", (ids[UNDECIDED],))
            self._set(DECISION, [*((ids[UNDECIDED], place) for (place,) in before), *made])
            self._forget()

    def _forget(self) -> None:
        self._counted.clear()
        self._masks.clear()

    def _set(self, facet: str, ids: Sequence[tuple[int, int]]) -> None:
        """Give findings another value of a facet, each by its place."""
        for id, place in ids:
            self._columns[facet][place] = id
        self._db.executemany(f"UPDATE facts SET {facet}_id = ? WHERE place = ?", ids)

    def _decided(self, ledger: Ledger) -> Iterator[tuple[IndexedName, Decision]]:
        for one in self.names(ledger.decisions):
            if (decision := ledger.of(one)) is not None:
                yield one, decision

    def names(self, refs: Collection[str]) -> list[IndexedName]:
        """The findings whose name, of now or of before names had the night, begins with one of these refs."""
        found: dict[int, IndexedName] = {}
        for ref in refs:
            for column in ("fingerprint", "old_fingerprint"):
                asked = (
                    f"SELECT place, fingerprint, old_fingerprint, day FROM facts WHERE {column} >= ? AND {column} < ?"
                )
                for place, name, old, day in self._rows(asked, (ref, f"{ref}g")):
                    found[place] = IndexedName(place, name, old, date.fromisoformat(day) if day else None)
        return sorted(found.values(), key=lambda one: one.place)

    # ---- asking ----

    def count(self, asked: AskedFindings) -> int:
        """How many findings are asked for."""
        with self._lock:
            return self._asked(asked).count(1)

    def places(self, asked: AskedFindings, most: int = -1) -> list[int]:
        """The places of what is asked for, in order, from the start that is asked for; `most` of them at most."""
        where, values = self._where(asked)
        wanted = f"SELECT place FROM facts{where} ORDER BY {ORDERS[asked.sort]} LIMIT ? OFFSET ?"
        return [place for (place,) in self._rows(wanted, (*values, most, asked.start))]

    def facets(self, asked: AskedFindings) -> dict[str, list[FacetValue]]:
        """The values of every facet with the numbers that choosing each of them would give, most first.

        Of those whose values are known, in their order; nights and months by time.
        """
        with self._lock:
            return {facet: self._facet(facet, asked) for facet in FACETS}

    def values_of(self, facet: str, asked: AskedFindings) -> list[FacetValue]:
        """The same of one facet."""
        with self._lock:
            return self._facet(facet, asked)

    def _facet(self, facet: str, asked: AskedFindings) -> list[FacetValue]:
        counts, every = self._counts(facet, asked.but(facet)), self._counts(facet, AskedFindings())
        chosen = asked.values(facet)
        found = [
            FacetValue(key, shown, counts[id], key in chosen)
            for id, (key, shown) in enumerate(self._shown[facet])
            if id in every or key in chosen or (facet == DECISION and every)
        ]
        if facet in ("night", "month"):
            return sorted(found, key=lambda one: one.key)
        return found if facet in FIXED else sorted(found, key=lambda one: (-one.count, one.shown))

    def _counts(self, facet: str, asked: AskedFindings) -> Counter[int]:
        key = facet, replace(asked, sort="place", start=0)
        if (found := self._counted.get(key)) is None:
            found = self._counted[key] = Counter(compress(self._columns[facet], self._asked(asked)))
            if len(self._counted) > REMEMBERED:
                self._counted.popitem(last=False)
        else:
            self._counted.move_to_end(key)
        return found

    def _asked(self, asked: AskedFindings) -> bytes:
        """One for each finding that is asked for, and zero for the others."""
        parts = [(facet, keys) for facet, keys in asked.facets]
        rest = replace(asked, facets=(), sort="place", start=0)
        found = [self._masked(None, rest), *(self._masked(facet, keys) for facet, keys in parts)]
        return reduce(and_, found).to_bytes(self.number, "little")

    def _masked(self, facet: str | None, wanted: Any) -> int:
        """The same for one facet, or for all but the facets, as a number that is joined with others at once."""
        key = facet, wanted
        if (found := self._masks.get(key)) is None:
            if facet is not None:
                ids = {self._ids[facet][one] for one in wanted if one in self._ids[facet]}
                mask = bytes(map(ids.__contains__, self._columns[facet]))
            else:
                where, values = self._where(wanted)
                mask = bytes(self._kept) if not where else bytes(self._marked(where, values))
            found = self._masks[key] = int.from_bytes(mask, "little")
            if len(self._masks) > MASKS:
                self._masks.popitem(last=False)
        return found

    def _marked(self, where: str, values: Sequence[Any]) -> bytearray:
        fitting = bytearray(self.number)
        for (place,) in self._rows(f"SELECT place FROM facts{where}", values):
            fitting[place] = 1
        return fitting

    def cells(self) -> list[NightTable]:
        """What was found at each table on each night."""
        rows = self._rows("SELECT night_id, table_id, severity_id, count(*) FROM facts GROUP BY 1, 2, 3")
        found: dict[tuple[int, int], list[int]] = {}
        for night, table, severity, count in rows:
            found.setdefault((night, table), [0] * len(SEVERITIES))[severity] = count
        nights, tables = self._shown["night"], self._shown["table"]
        return [
            NightTable(nights[night][0], tables[table][0], tuple(counts)) for (night, table), counts in found.items()
        ]

    def count_of(self, facet: str, key: str) -> int:
        """How many findings have a value of a facet."""
        with self._lock:
            return self._counts(facet, AskedFindings())[self._ids[facet].get(key, NONE)]

    @property
    def has_customs(self) -> bool:
        """Are there findings that are customs of rooms, which no total counts?"""
        return self.count_of(SEVERITY, CUSTOM_WORD) > 0

    def shown(self, facet: str, key: str) -> str:
        """How a value of a facet is written."""
        id = self._ids[facet].get(key)
        return key if id is None else self._shown[facet][id][1]

    def _where(self, asked: AskedFindings) -> tuple[str, list[Any]]:
        found: list[str] = []
        values: list[Any] = []
        for facet, keys in asked.facets:
            ids = [self._ids[facet].get(key, -1) for key in keys]
            found.append(f"{facet}_id IN ({', '.join('?' * len(ids))})")
            values += ids
        for words, value in (
            ("hand = ?", asked.hand),
            ("(day >= ? OR day IS NULL)", None if asked.since is None else asked.since.isoformat()),
            ("(day <= ? OR day IS NULL)", None if asked.until is None else asked.until.isoformat()),
            ("amount >= ?", asked.least),
            ("amount <= ?", asked.most),
            ("place IN (SELECT rowid FROM words WHERE words MATCH ?)", matching(asked.text)),
        ):
            if value is not None:
                found.append(words)
                values.append(value)
        return (f" WHERE {' AND '.join(found)}" if found else ""), values

    def _rows(self, words: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._db.execute(words, values).fetchall()


def severity_word(mark: int) -> str:
    """The severity of a finding as lists have it: a defect of the record and a custom of a room are apart."""
    severity = Severity(mark & SEVERITY_BITS)
    if mark & CUSTOM:
        return CUSTOM_WORD
    return DEFECT_WORD if mark & DEFECT and severity > Severity.ADVISORY else severity.word


def person_key(actor: Actor) -> str:
    """A person in addresses: the role and the name."""
    return f"{actor.role} {actor.name}" if actor.name else actor.role


def matching(text: str) -> str | None:
    """What full-text search is asked for: all of these words, each of which may be the beginning of one."""
    words = [word for word in text.split() if WORD.search(word)]
    return " ".join(f'"{word}" *' for word in (one.replace('"', '""') for one in words)) if words else None
