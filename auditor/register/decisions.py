"""The decisions of a register: a store like the ledger beside the logs, and entries that go from one to the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime

from sqlalchemy import select

from auditor.register.rows import storable
from auditor.register.schema import decisions
from auditor.register.store import Register, next_id, put
from auditor.review.ledger import Decision, DecisionSource, LedgerNote, check, entry_of, entry_text
from auditor.vocabulary.findings import REF
from auditor.vocabulary.records import replace, value_class

COLUMNS = ("fingerprint", "decision", "authority", "time", "remark", "until")


class RegisterDecisions:
    """The decisions that were entered in a register."""

    of_all_logs = True

    def __init__(self, register: Register) -> None:
        """Take the register."""
        self.register = register

    @property
    def name(self) -> str:
        """The address of the register."""
        return self.register.name

    def entries(self) -> Iterator[Decision | LedgerNote]:
        """Every entry in the order in which they were made."""
        with self.register.reading() as connection:
            rows = connection.execute(select(decisions).order_by(decisions.c.id)).all()
        for row in rows:
            values = {name: getattr(row, name) for name in COLUMNS}
            values["time"] = _moment(row.time)
            until = values.pop("until")
            if until is not None:
                values["until"] = _day(until)
            yield entry_of(values, self.name, row.id)

    def add(self, decision: Decision) -> None:
        """Enter a decision. Whoever enters another one at the same time waits."""
        self.add_all([decision])

    def add_all(self, made: Iterable[Decision]) -> None:
        """Enter several decisions in one transaction: all of them, or none."""
        texts = [_values(one) for one in made]
        with self.register.writing() as connection:
            first = next_id(connection, decisions)
            rows = [{"id": first + n, **values} for n, values in enumerate(texts)]
            if rows:
                put(connection, decisions, rows)


class DecisionsSoFar:
    """The decisions of a register as they stand. What cannot be read is an error, and no answer without decisions."""

    of_all_logs = True

    def __init__(self, register: Register) -> None:
        """Read them."""
        self.name = register.name
        self._made = [*RegisterDecisions(register).entries()]

    def entries(self) -> Iterator[Decision | LedgerNote]:
        """Every entry in the order in which they were made."""
        return iter(self._made)


def _values(made: Decision) -> dict[str, str | None]:
    check(made)
    return {
        "fingerprint": made.fingerprint,
        "decision": made.decision,
        "authority": storable(made.authority),
        "time": made.time.isoformat(),
        "remark": storable(made.remark),
        "until": None if made.until is None else made.until.isoformat(),
    }


def _moment(text: str) -> datetime | str:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return text  # which the entry is told to be malformed for


def _day(text: str) -> date | str:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return text


# ---- from one store to another ----


@value_class
class Taken:
    """What became of the entries of another store."""

    entered: int
    known: int  # which were there already
    older: tuple[str, ...]  # refs of findings on which the register has a later decision
    notes: tuple[LedgerNote, ...]


def take_over(store: RegisterDecisions, source: DecisionSource) -> Taken:
    """Enter the decisions of a source that are not in the register yet.

    One that is older than what the register has on the same finding is not entered: the last entry counts.
    """
    there = [one for one in store.entries() if isinstance(one, Decision)]
    known = {_as_entered(one) for one in there}
    latest = {one.fingerprint[:REF]: _utc(one.time) for one in there}
    new, older, notes, again = [], [], [], 0
    for entry in source.entries():
        if isinstance(entry, LedgerNote):
            notes.append(entry)
        elif _as_entered(entry) in known:
            again += 1
        elif (last := latest.get(entry.fingerprint[:REF])) is not None and last > _utc(entry.time):
            older.append(entry.fingerprint[:REF])
        else:
            new.append(entry)
    store.add_all(new)
    return Taken(len(new), again, tuple(older), tuple(notes))


def written(source: DecisionSource) -> Iterator[str]:
    """The decisions of a source as they stand in a ledger."""
    for number, entry in enumerate(source.entries()):
        if isinstance(entry, Decision):
            yield ("\n" if number else "") + entry_text(entry)


def _as_entered(one: Decision) -> Decision:
    """A decision wherever it stands."""
    remark, authority = storable(one.remark) or "", storable(one.authority) or ""
    return replace(one, path="", line=0, remark=remark, authority=authority)


def _utc(time: datetime) -> datetime:
    """A time to compare; one without a zone is taken for that of UTC."""
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time
