"""Questions to the register: what is chosen of it, counted by whatever is asked.

Without a person or a decision in the choice, numbers come from the totals that are kept by log and night; with one,
from the findings themselves. What a log told whose place another has taken does not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    FromClause,
    Integer,
    MetaData,
    Row,
    Select,
    Table,
    Text,
    and_,
    func,
    insert,
    literal,
    or_,
    select,
)

from auditor.register.decisions import DecisionsSoFar
from auditor.register.schema import Life, clauses, findings, logs, nights, people, sittings, totals, verdicts
from auditor.register.store import Register
from auditor.report.view import covers
from auditor.review.ledger import Decision, Ledger, LedgerNote, gathered
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.findings import REF, Actor, old_name
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped

AT_ONCE = 500  # names that a statement has
FETCHED = 5_000  # rows that are fetched together
Count = tuple[int, str, int, int]  # a severity, what the money is in, how many findings, how much money
UNDECIDED = "undecided"
STANDING = Table(
    "standing",
    MetaData(),
    Column("finding_id", Integer, primary_key=True),
    Column("decision", Text),
    prefixes=["TEMPORARY"],
)


@value_class
class Chosen:
    """What is asked about: nights, a table, a person, clauses, decisions; everything if nothing is named."""

    since: date | None = None
    until: date | None = None
    table: str | None = None
    person: str | None = None
    clause: str | None = None
    decision: str | None = None  # one of the ledger's, or `undecided`
    gone: bool = False  # findings that are gone instead of those that are present

    @property
    def words(self) -> str:
        """What was chosen, in a few words; empty if nothing was."""
        named = [
            ("since", None if self.since is None else self.since.isoformat()),
            ("until", None if self.until is None else self.until.isoformat()),
            ("table", self.table),
            ("person", self.person),
            ("clause", self.clause),
            ("decision", self.decision),
        ]
        words = [f"{name} {escaped(value, 60)}" for name, value in named if value is not None]
        return ", ".join([*words, "gone"] if self.gone else words)


@value_class
class Named:
    """A finding of the register as decisions are matched with it."""

    id: int
    fingerprint: str
    old_fingerprint: str
    night: date | None


class Question:
    """A question to a register at one moment, with what was chosen."""

    def __init__(self, connection: Connection, register: Register, chosen: Chosen, today: date) -> None:
        """Prepare: look the names up, and see what was decided by today."""
        self.connection = connection
        self.chosen = chosen
        self.ledger: Ledger = gathered([DecisionsSoFar(register)], today)
        self.clause_ids = None if chosen.clause is None else self._clauses(chosen.clause)
        self._check_names()
        self._notes = list(self.ledger.notes)
        self.decided: dict[int, Decision] = self._decided()
        if chosen.decision is not None:
            self._note_standing()

    # ---- what was chosen ----

    def _clauses(self, wanted: str) -> list[int]:
        """The clauses that a choice such as `10` or `10.2` names."""
        rows = self.connection.execute(select(clauses.c.id, clauses.c.clause, clauses.c.named)).all()
        found = [row.id for row in rows if covers(wanted, row.clause) or wanted == row.named]
        if not found:
            raise UsageError(f"no clause '{escaped(wanted, 60)}' in the register")
        return found

    def _check_names(self) -> None:
        """A name that is misspelt must not end in an answer that nothing was found."""
        for name, column, what in (
            (self.chosen.table, sittings.c.table_name, "table"),
            (self.chosen.person, people.c.name, "person"),
        ):
            if (
                name is not None
                and self.connection.execute(select(column).where(column == name).limit(1)).first() is None
            ):
                raise UsageError(f"no {what} '{escaped(name, 60)}' in the register")

    def _decided(self) -> dict[int, Decision]:
        """What was decided about findings, by the rules of every ledger: the last entry counts."""
        if not self.ledger.decisions:
            return {}
        named = self._named(sorted(self.ledger.decisions))
        met = {one.fingerprint[:REF] for one in named}
        if not self.ledger.decisions.keys() <= met:
            named += self._with_old_names(self.ledger.decisions.keys() - met)
        ledger = self.ledger.about(named)
        self._notes = [*ledger.notes, *ledger.unmatched(named, all_logs=True)]
        return {one.id: made for one in named if (made := ledger.of(one)) is not None}

    def _named(self, refs: Sequence[str]) -> list[Named]:
        found = []
        for start in range(0, len(refs), AT_ONCE):
            asked = _names().where(findings.c.ref.in_(refs[start : start + AT_ONCE]))
            found += [_name(row) for row in self.connection.execute(asked)]
        return found

    def _with_old_names(self, refs: set[str]) -> list[Named]:
        """The findings that had these names before names had the night.

        The old names of findings that an older auditor has entered are worked out here, one by one.
        """
        wanted, found = sorted(refs), []
        for start in range(0, len(wanted), AT_ONCE):
            asked = _names().where(findings.c.old_ref.in_(wanted[start : start + AT_ONCE]))
            found += [_name(row) for row in self.connection.execute(asked)]
        rows = self.connection.execute(
            _names().where(findings.c.old_ref.is_(None)).execution_options(yield_per=FETCHED)
        )
        return found + [one for one in map(_name, rows) if one.old_fingerprint[:REF] in refs]

    def _note_standing(self) -> None:
        STANDING.create(self.connection)
        rows = [{"finding_id": id, "decision": made.decision} for id, made in self.decided.items()]
        if rows:
            self.connection.execute(insert(STANDING), rows)

    def notes(self) -> list[LedgerNote]:
        """What is wrong with entries of the decisions."""
        return self._notes

    # ---- conditions ----

    @property
    def by_finding(self) -> bool:
        """Must findings be counted one by one?"""
        return self.chosen.person is not None or self.chosen.decision is not None or self.chosen.gone

    def of_sitting(self) -> list[ColumnElement[bool]]:
        """The conditions on nights and tables. What has no date is of any night."""
        chosen, found = self.chosen, list[ColumnElement[bool]]()
        if chosen.since is not None:
            found.append(or_(nights.c.night >= chosen.since, nights.c.night.is_(None)))
        if chosen.until is not None:
            found.append(or_(nights.c.night <= chosen.until, nights.c.night.is_(None)))
        if chosen.table is not None:
            found.append(sittings.c.table_name == chosen.table)
        return found

    def of_finding(self) -> list[ColumnElement[bool]]:
        """The conditions on findings."""
        return self._of_life(Life.GONE if self.chosen.gone else Life.PRESENT)

    def _of_life(self, life: Life) -> list[ColumnElement[bool]]:
        chosen, found = self.chosen, self.of_sitting()
        found.append(findings.c.life == life)
        if self.clause_ids is not None:
            found.append(findings.c.clause_id.in_(self.clause_ids))
        if chosen.person is not None:
            found.append(findings.c.person_id.in_(select(people.c.id).where(people.c.name == chosen.person)))
        if chosen.decision == UNDECIDED:
            found.append(findings.c.id.not_in(select(STANDING.c.finding_id)))
        elif chosen.decision is not None:
            wanted = select(STANDING.c.finding_id).where(STANDING.c.decision == chosen.decision)
            found.append(findings.c.id.in_(wanted))
        return found

    # ---- counting ----

    def counts(self, *by: ColumnElement[Any]) -> Iterator[tuple[tuple[Any, ...], Count]]:
        """How many findings there are, by some columns of sittings, nights and clauses, and by severity and currency.

        Each comes with its sum of money. Customs of rooms are in none of them.
        """
        if self.by_finding:
            table, number = findings, func.sum(literal(1))
            amount = func.sum(func.abs(func.coalesce(findings.c.amount, 0)))
            where = [*self.of_finding(), findings.c.custom.is_(None)]
        else:
            table, number, amount = totals, func.sum(totals.c.findings), func.sum(totals.c.amount)
            where = [*self.of_sitting(), sittings.c.superseded_by.is_(None)]
            if self.clause_ids is not None:
                where.append(totals.c.clause_id.in_(self.clause_ids))
        yield from self._grouped(table, number, amount, by, where)

    def _grouped(
        self,
        table: Table,
        number: ColumnElement[Any],
        amount: ColumnElement[Any],
        by: Sequence[ColumnElement[Any]],
        where: Sequence[ColumnElement[bool]],
    ) -> Iterator[tuple[tuple[Any, ...], Count]]:
        source: FromClause = table
        wanted = {column.table for column in by if isinstance(column, Column)}
        source = source.join(sittings, sittings.c.id == table.c.sitting_id)
        source = source.join(nights, nights.c.id == sittings.c.night_id)
        if clauses in wanted:
            source = source.join(clauses, clauses.c.id == table.c.clause_id)
        if people in wanted:
            source = source.join(people, people.c.id == table.c.person_id)
        asked = select(*by, table.c.severity, table.c.currency, number, amount).select_from(source).where(and_(*where))
        asked = asked.group_by(*by, table.c.severity, table.c.currency)
        for *keys, severity, currency, times, total in self.connection.execute(asked).all():
            yield tuple(keys), (severity, currency, int(times), int(total or 0))

    def by_person(self) -> Iterator[tuple[tuple[Any, ...], Count]]:
        """The same by person: the number of the person, and to whom what is laid."""
        amount = func.sum(func.abs(func.coalesce(findings.c.amount, 0)))
        where = [*self.of_finding(), findings.c.custom.is_(None)]
        source: FromClause = findings
        if self.of_sitting():
            source = source.join(sittings, sittings.c.id == findings.c.sitting_id)
            source = source.join(nights, nights.c.id == sittings.c.night_id)
        columns = findings.c.person_id, findings.c.severity, findings.c.currency
        asked = select(*columns, func.count(), amount).select_from(source).where(and_(*where)).group_by(*columns)
        for person, severity, currency, times, total in self.connection.execute(asked).all():
            yield (person,), (severity, currency, int(times), int(total or 0))

    def people(self, numbers: Sequence[int]) -> dict[int, tuple[str | None, str, str | None]]:
        """The venue, role and name of people by their numbers."""
        found: dict[int, tuple[str | None, str, str | None]] = {}
        for start in range(0, len(numbers), AT_ONCE):
            asked = select(people).where(people.c.id.in_(numbers[start : start + AT_ONCE]))
            found |= {row.id: (row.venue, row.role, row.name) for row in self.connection.execute(asked)}
        return found

    def hands(self, *by: ColumnElement[Any]) -> dict[tuple[Any, ...], int]:
        """How many hands were judged, by some columns of sittings and nights."""
        asked = select(*by, func.sum(sittings.c.hands)).join_from(sittings, nights, nights.c.id == sittings.c.night_id)
        asked = asked.where(sittings.c.superseded_by.is_(None), *self.of_sitting()).group_by(*by)
        return {tuple(keys): int(times) for *keys, times in self.connection.execute(asked)}

    def verdicts(self) -> dict[int, tuple[int, int, int]]:
        """How often each clause was kept, broken, or lacked evidence, by the number of the clause."""
        counts = [func.sum(verdicts.c[name]) for name in ("passed", "failed", "not_recorded")]
        standing = select(sittings.c.night_id).where(sittings.c.superseded_by.is_(None))
        asked = select(verdicts.c.clause_id, *counts).where(verdicts.c.night_id.in_(standing))
        where = [one for one in self.of_sitting() if self.chosen.table is None]
        if where:
            asked = asked.join(nights, nights.c.id == verdicts.c.night_id).where(*where)
        if self.clause_ids is not None:
            asked = asked.where(verdicts.c.clause_id.in_(self.clause_ids))
        rows = self.connection.execute(asked.group_by(verdicts.c.clause_id))
        return {clause: (int(passed), int(failed), int(lacked)) for clause, passed, failed, lacked in rows}

    def told(self) -> Sequence[Any]:
        """Every table on a night, as each log tells of it."""
        columns = nights.c.log_id, nights.c.night, sittings.c.venue, sittings.c.table_name, sittings.c.superseded_by
        asked = select(*columns).join_from(sittings, nights, nights.c.id == sittings.c.night_id)
        return self.connection.execute(asked.where(*self.of_sitting())).all()

    def gone(self) -> int:
        """How many findings are gone, of those that were chosen."""
        return self._number([*self._of_life(Life.GONE), findings.c.gone_run.is_not(None)])

    def decisions(self) -> dict[str, int]:
        """How many of the findings that were chosen and are present were decided how."""
        found: Counter[str] = Counter()
        ids = sorted(self.decided)
        for start in range(0, len(ids), AT_ONCE):
            part = ids[start : start + AT_ONCE]
            where = [*self._of_life(Life.PRESENT), findings.c.custom.is_(None), findings.c.id.in_(part)]
            for id in self.connection.execute(_ids().where(and_(*where))).scalars():
                found[self.decided[id].decision] += 1
        return dict(found)

    def _number(self, where: Sequence[ColumnElement[bool]]) -> int:
        asked = select(func.count()).select_from(_ids().where(and_(*where)).subquery())
        return int(self.connection.execute(asked).scalar_one())

    # ---- findings one by one ----

    def findings(self, newest_first: bool = False) -> Iterator[Row[Any]]:
        """The findings, with everything that is kept of them, in the order of nights, tables and logs."""
        order = [nights.c.night.is_(None), nights.c.night, sittings.c.venue, sittings.c.table_name, findings.c.id]
        if newest_first:
            order[1] = nights.c.night.desc()
        asked = _everything().where(and_(*self.of_finding())).order_by(*order)
        yield from self.connection.execute(asked.execution_options(yield_per=FETCHED))


def _ids() -> Select[Any]:
    return (
        select(findings.c.id)
        .join_from(findings, sittings, sittings.c.id == findings.c.sitting_id)
        .join(nights, nights.c.id == sittings.c.night_id)
    )


def _everything() -> Select[Any]:
    columns = [column for column in findings.columns if column.name not in ("id", "sitting_id", "clause_id")]
    more = (
        *(findings.c.id, nights.c.night, sittings.c.venue, sittings.c.table_name, sittings.c.superseded_by),
        *(clauses.c.rules, clauses.c.clause, clauses.c.named, people.c.role, people.c.name),
        *(logs.c.path, logs.c.sha256, logs.c.last_run),
    )
    return (
        select(*columns, *more)
        .join_from(findings, sittings, sittings.c.id == findings.c.sitting_id)
        .join(nights, nights.c.id == sittings.c.night_id)
        .join(logs, logs.c.id == nights.c.log_id)
        .join(clauses, clauses.c.id == findings.c.clause_id)
        .join(people, people.c.id == findings.c.person_id)
    )


def _names() -> Select[Any]:
    return (
        select(
            *(findings.c.id, findings.c.fingerprint, findings.c.check_name, findings.c.hand, findings.c.ordinal),
            *(findings.c.seat, nights.c.night, sittings.c.table_name, clauses.c.rules, clauses.c.clause),
            *(people.c.role, people.c.name),
        )
        .join_from(findings, sittings, sittings.c.id == findings.c.sitting_id)
        .join(nights, nights.c.id == sittings.c.night_id)
        .join(clauses, clauses.c.id == findings.c.clause_id)
        .join(people, people.c.id == findings.c.person_id)
        .where(findings.c.life != Life.CONTINUED)
    )


def _name(row: Row[Any]) -> Named:
    actor = Actor(row.role, row.seat, row.name)
    old = old_name(row.rules, row.clause, row.check_name, row.table_name, row.hand, actor, row.ordinal)
    return Named(row.id, row.fingerprint, old, row.night)
