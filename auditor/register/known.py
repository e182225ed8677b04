"""What a register knows of findings before a run, as a baseline, and which of them the run has made gone."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, Select, select

from auditor.register.schema import Life, clauses, findings, logs, nights, sittings, verdicts
from auditor.register.store import Register
from auditor.review.baseline import Baseline, Known, KnownFindings, empty
from auditor.review.choosing import Meant
from auditor.vocabulary.findings import REF, Severity
from auditor.vocabulary.records import replace

AT_ONCE = 10_000  # rows that are fetched together
RECORD = "record/"


def baseline_of(register: Register) -> Baseline:
    """The findings that are present, and the clauses that lacked evidence."""
    found = replace(empty(register.name), gone=KnownFindings())
    with register.reading() as connection:
        for place, one in enumerate(_known(connection, _asked().where(findings.c.life == Life.PRESENT))):
            found.findings.append(one)
            found.take(place, one)
        lacked = (
            select(clauses.c.rules, clauses.c.clause)
            .join(verdicts, verdicts.c.clause_id == clauses.c.id)
            .where(verdicts.c.not_recorded > 0)
            .distinct()
        )
        undecided = frozenset((rules, clause) for rules, clause in connection.execute(lacked))
    return replace(found, undecided=undecided)


def tell_gone(register: Register, run: int, baseline: Baseline) -> None:
    """Tell a baseline which findings a run has made gone."""
    assert baseline.gone is not None
    asked = _asked().where(findings.c.life == Life.GONE, findings.c.gone_run == run)
    with register.reading() as connection:
        baseline.gone.extend(_known(connection, asked))


def meant(register: Register, ref: str) -> list[Meant]:
    """The findings that are present and whose names begin so."""
    asked = _asked().where(findings.c.life == Life.PRESENT, findings.c.ref == ref[:REF])
    with register.reading() as connection:
        known = list(_known(connection, asked))
    return [
        Meant(one.fingerprint, one.night, one.table, one.hand, one.clause, one.path, one.line)
        for one in known
        if one.fingerprint.startswith(ref)
    ]


def _asked() -> Select[tuple[object, ...]]:
    columns = (
        *(findings.c.fingerprint, clauses.c.rules, clauses.c.clause, clauses.c.named, findings.c.check_name),
        *(findings.c.severity, findings.c.observed, findings.c.expected, sittings.c.table_name, findings.c.hand),
        *(logs.c.path, findings.c.line, nights.c.night),
    )
    return (
        select(*columns)
        .join_from(findings, sittings, sittings.c.id == findings.c.sitting_id)
        .join(nights, nights.c.id == sittings.c.night_id)
        .join(logs, logs.c.id == nights.c.log_id)
        .join(clauses, clauses.c.id == findings.c.clause_id)
        .order_by(findings.c.id)
    )


def _known(connection: Connection, asked: Select[tuple[object, ...]]) -> Iterator[Known]:
    for row in connection.execute(asked.execution_options(yield_per=AT_ONCE)):
        named = "" if row.clause.startswith(RECORD) else f"{Severity(row.severity).word} of {row.named}: "
        message = f"{named}{row.observed}" + (f" ({row.expected})" if row.expected else "")
        what = row.fingerprint, row.rules, row.clause, row.check_name, message
        night = None if row.night is None else row.night.isoformat()
        yield Known(*what, row.table_name, row.hand, row.path, row.line, night)
