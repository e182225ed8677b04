"""Enters what was made of logs, batch by batch: each batch is one transaction, there whole or not at all.

What was entered before a run was cut off stays; the next run finds it there and enters the rest. The same log, judged
in the same way with the same outcome, is only noted as seen again.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Table, select, update

from auditor.auditing.result import Result
from auditor.register import schema, superseding
from auditor.register.rows import (
    Person,
    Row,
    Sitting,
    clause_rows,
    currency_of,
    day_text,
    finding_row,
    fingerprints,
    judged,
    person_of,
    place_of,
    rulebooks,
    sitting_of,
    storable,
    verdict_rows,
)
from auditor.register.store import Register, next_id, put, put_values
from auditor.version import __version__
from auditor.vocabulary.findings import Finding

MOST_LOGS, MOST_FINDINGS = 500, 20_000  # of a batch
AT_ONCE = 500  # names that are asked for together
KNOWN = 100_000  # people that are remembered between batches


class EnteredRun:
    """A run of an audit, and what it enters."""

    def __init__(self, register: Register, began: datetime, asked: str) -> None:
        """Begin a run at this time, which the caller gives."""
        self.register = register
        self.asked = asked
        self.waiting: list[Result] = []
        self.size = 0
        self.people: dict[Person, int] = {}
        self.clauses: dict[tuple[str, str], int] = {}
        self.citations: set[tuple[int, str]] = set()
        self.counts: Counter[str] = Counter()
        with register.writing() as connection:
            self.run = next_id(connection, schema.runs)
            zero = dict.fromkeys(("logs", "new_logs", "hands", "unread", "not_entered"), 0)
            row = {
                "id": self.run,
                "began": began.isoformat(),
                "ended": None,
                "version": __version__,
                "asked": asked,
                **zero,
            }
            put(connection, schema.runs, [row])

    def enter(self, log: Result) -> None:
        """Take in what was made of a log, if the whole of it was judged."""
        (entry,) = log.inputs
        if entry.sha256 is None or entry.in_part or log.left_out or log.interrupted:
            self.counts["not_entered"] += 1
            return
        self.waiting.append(log)
        self.size += len(log.findings)
        if len(self.waiting) >= MOST_LOGS or self.size >= MOST_FINDINGS:
            self._commit()

    def end(self, ended: datetime | None, not_entered: int = 0) -> None:
        """Enter the rest; without a time the run was cut off.

        Besides, so many logs were looked at of which nothing was handed over.
        """
        self.counts["not_entered"] += not_entered
        self._commit(ended)

    def _commit(self, ended: datetime | None = None) -> None:
        """Enter what is waiting, in one transaction."""
        logs, self.waiting, self.size = self.waiting, [], 0
        counts = Counter(self.counts)
        with self.register.writing() as connection:
            if logs:
                counts += _Batch(self, connection).take(logs)
            values: Row = {name: counts[name] for name in ("logs", "new_logs", "hands", "unread", "not_entered")}
            if ended is not None:
                values["ended"] = ended.isoformat()
            connection.execute(update(schema.runs).where(schema.runs.c.id == self.run).values(values))
        self.counts = counts


class _Batch:
    """The logs of one transaction."""

    def __init__(self, run: EnteredRun, connection: Connection) -> None:
        self.run = run
        self.connection = connection
        self.next = {table: next_id(connection, table) for table in NUMBERED}
        self.rows: dict[Table, list[Row]] = defaultdict(list)
        self.findings: list[tuple[Any, ...]] = []
        self.counts: Counter[str] = Counter()

    def take(self, logs: Sequence[Result]) -> Counter[str]:
        """Enter these logs, and say how many logs, hands and places not read they have."""
        known = self._known(logs)
        self._find_people(person_of(one) for log in logs for one in log.findings)
        seen: list[tuple[int, str]] = []
        for log in logs:
            (entry,) = log.inputs
            names = fingerprints(log.findings)
            key = str(entry.sha256), judged(log, self.run.asked, names)
            number = known.get(key)
            if number is None:
                number = known[key] = self._new(log, key, names)
                self.counts["new_logs"] += 1
            self.counts.update(logs=1, hands=entry.hands, unread=entry.unread)
            self.rows[schema.run_logs].append({"run_id": self.run.run, "log_id": number, "path": storable(entry.path)})
            if place := place_of(entry.path):
                seen.append((number, place))
        self._write()
        self._see(seen)
        return self.counts

    def _known(self, logs: Iterable[Result]) -> dict[tuple[str, str], int]:
        """The logs that have been entered before, by their hashes and judgements."""
        table = schema.logs.c
        found: dict[tuple[str, str], int] = {}
        for hashes in _parts(sorted({str(log.inputs[0].sha256) for log in logs})):
            rows = self.connection.execute(select(table.sha256, table.judged, table.id).where(table.sha256.in_(hashes)))
            found |= {(sha256, judgement): number for sha256, judgement, number in rows}
        return found

    def _see(self, seen: list[tuple[int, str]]) -> None:
        """Note where logs were seen in this run, and let each take the place of what was there before."""
        table, places = schema.logs, schema.places
        for numbers in _parts(sorted({number for number, _ in seen})):
            self.connection.execute(update(table).where(table.c.id.in_(numbers)).values(last_run=self.run.run))
        before: dict[str, set[int]] = defaultdict(set)
        for names in _parts(sorted({place for _, place in seen})):
            for place, number in self.connection.execute(
                select(places.c.place, places.c.log_id).where(places.c.place.in_(names))
            ):
                before[place].add(number)
        new = dict.fromkeys((place, number) for number, place in seen if number not in before[place])
        if new:
            rows = [{"place": place, "log_id": number} for place, number in new]
            put(self.connection, places, rows)
        for number, place in seen:
            others = before[place] - {number}
            if others:
                superseding.settle(self.connection, number, others, self.run.run)
            before[place].add(number)

    # ---- a new log ----

    def _new(self, log: Result, key: tuple[str, str], names: list[tuple[str, int]]) -> int:
        """Enter a log that is not known, and give its number."""
        (entry,) = log.inputs
        number = self._number(schema.logs)
        self.rows[schema.logs].append(
            {
                "id": number,
                "sha256": key[0],
                "judged": key[1],
                "rulebooks": json.dumps(rulebooks(log)),
                "path": storable(entry.path),
                "format": entry.format,
                "bytes": entry.bytes,
                "lines": entry.lines,
                "hands": entry.hands,
                "unread": entry.unread,
                "first_run": self.run.run,
                "last_run": self.run.run,
            }
        )
        clauses = self._clauses(log)
        nights: dict[Any, int] = {}
        sittings = self._sittings(log, number, nights)
        for night, clause, counts in verdict_rows(log):
            row = {"night_id": self._night(nights, night, number), "clause_id": clauses[clause], **counts}
            self.rows[schema.verdicts].append(row)
        for (rules, clause_id, evidence), times in log.missing.items():
            self.rows[schema.missing].append(
                {"log_id": number, "clause_id": clauses[rules, clause_id], "evidence": evidence, "times": times}
            )
        self._findings(log, names, sittings, clauses)
        return number

    def _night(self, nights: dict[Any, int], night: Any, log: int) -> int:
        if night not in nights:
            nights[night] = self._number(schema.nights)
            self.rows[schema.nights].append({"id": nights[night], "log_id": log, "night": day_text(night)})
        return nights[night]

    def _sittings(self, log: Result, number: int, nights: dict[Any, int]) -> dict[Sitting, int]:
        """The tables and nights of a log. A finding may be of one of which no hand was judged."""
        hands: Counter[Sitting] = Counter()
        for told, times in log.tables.items():
            hands[told.venue, told.table, told.night] += times
        for finding in log.findings:
            hands[sitting_of(finding)] += 0
        found = {}
        for (venue, table, night), times in hands.items():
            found[venue, table, night] = id = self._number(schema.sittings)
            row: Row = {"id": id, "night_id": self._night(nights, night, number), "hands": times}
            row |= {"venue": storable(venue), "table_name": storable(table)}
            row |= {"superseded_by": None, "superseded_run": None}
            self.rows[schema.sittings].append(row)
        return found

    def _findings(
        self,
        log: Result,
        names: list[tuple[str, int]],
        sittings: dict[Sitting, int],
        clauses: dict[tuple[str, str], int],
    ) -> None:
        totals: dict[tuple[int, int, int, str], list[int]] = defaultdict(lambda: [0, 0])
        rows, id, people, books = self.findings, self.next[schema.findings], self.run.people, log.rulebooks
        for finding, (name, nth) in zip(log.findings, names, strict=True):
            currency = currency_of(finding, books)
            sitting, clause = sittings[sitting_of(finding)], clauses[finding.rules, finding.clause]
            numbers = id, sitting, clause, people[person_of(finding)], self.run.run
            rows.append(finding_row(finding, numbers, name, nth, currency))
            id += 1
            if (clause, finding.version) not in self.run.citations:
                self._cite(clause, finding)
            if finding.custom is None:
                total = totals[sitting, clause, int(finding.severity), currency]
                total[0] += 1
                total[1] += 0 if finding.money is None else abs(finding.money.amount)
            if len(rows) >= MOST_FINDINGS:
                self._write()
        self.next[schema.findings] = id
        for (sitting, clause, severity, currency), (times, amount) in totals.items():
            row = {"sitting_id": sitting, "clause_id": clause, "severity": severity, "currency": currency}
            self.rows[schema.totals].append(row | {"findings": times, "amount": amount})

    # ---- clauses and people ----

    def _clauses(self, log: Result) -> dict[tuple[str, str], int]:
        """The numbers of the clauses of a log. Those that are new are written at once."""
        known, table = self.run.clauses, schema.clauses.c
        wanted = clause_rows(log)
        if unknown := {key: row for key, row in wanted.items() if key not in known}:
            for rules in sorted({rules for rules, _ in unknown}):
                rows = self.connection.execute(select(table.clause, table.id).where(table.rules == rules))
                known |= {(rules, clause): number for clause, number in rows}
        for key in sorted(wanted.keys() - known.keys()):
            known[key] = self._number(schema.clauses)
            self.rows[schema.clauses].append({"id": known[key], **wanted[key]})
        return known

    def _cite(self, clause: int, finding: Finding) -> None:
        """Keep the citation of a clause in a version of its rulebook, if it is not there yet."""
        table = schema.citations.c
        found = select(table.version).where(table.clause_id == clause, table.version == finding.version)
        if self.connection.execute(found).first() is None:
            row = {"clause_id": clause, "version": finding.version, "citation": finding.citation}
            self.rows[schema.citations].append(row)
        self.run.citations.add((clause, finding.version))

    def _find_people(self, people: Iterable[Person]) -> None:
        """See to it that everybody has a number."""
        known, table = self.run.people, schema.people.c
        wanted = dict.fromkeys(people)
        if len(known) > KNOWN:
            known.clear()
        unknown = [one for one in wanted if one not in known]
        stored = {one: (storable(one[0]), one[1], storable(one[2])) for one in unknown}
        names = sorted({name for _, _, name in stored.values() if name is not None})
        there: dict[Person, int] = {}
        for part in [*_parts(names), None] if unknown else ():
            which = table.name.is_(None) if part is None else table.name.in_(part)
            rows = self.connection.execute(select(table.venue, table.role, table.name, table.id).where(which))
            there |= {(venue, role, name): number for venue, role, name, number in rows}
        for one, kept in stored.items():
            if kept not in there:
                there[kept] = self._number(schema.people)
                values = dict(zip(("venue", "role", "name"), kept, strict=True))
                self.rows[schema.people].append({"id": there[kept], **values})
            known[one] = there[kept]

    # ---- writing ----

    def _number(self, table: Table) -> int:
        number = self.next[table]
        self.next[table] = number + 1
        return number

    def _write(self) -> None:
        """Write the rows that have come together, those first that others name."""
        for table in ORDER:
            if rows := self.rows[table]:
                put(self.connection, table, rows)
                rows.clear()
        if self.findings:
            put_values(self.connection, schema.findings, self.findings)
            self.findings.clear()


NUMBERED = (schema.logs, schema.nights, schema.sittings, schema.clauses, schema.people, schema.findings)
ORDER = (
    *(schema.logs, schema.run_logs, schema.nights, schema.sittings, schema.clauses, schema.citations, schema.people),
    *(schema.totals, schema.verdicts, schema.missing),
)


def _parts(values: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Values in parts that a statement can name."""
    for start in range(0, len(values), AT_ONCE):
        yield values[start : start + AT_ONCE]
