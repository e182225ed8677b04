"""The tables of the register as queries name them. `migrations.py` makes them, and a test holds the two together.

Numbers of rows are given by whoever writes, which is one at a time. Texts that come from logs are stored as they are
but for what a database refuses (`rows.py: storable`).
"""

from __future__ import annotations

from enum import IntEnum

from sqlalchemy import BigInteger, Column, Date, Integer, MetaData, Table, Text

METADATA = MetaData()


class Life(IntEnum):
    """What has become of a finding of a log."""

    PRESENT = 0  # the last log that tells of its table and night has it
    CONTINUED = 1  # another log has taken the place of its own, and has it, too
    GONE = 2  # another log has taken the place of its own, and does not have it


Kind = type[Integer] | type[BigInteger] | type[Text] | type[Date]


def _table(called: str, /, **columns: Kind) -> Table:
    return Table(called, METADATA, *[Column(one, kind, primary_key=one == "id") for one, kind in columns.items()])


register_schema = _table("register_schema", version=Integer)

runs = _table(
    "runs",
    id=Integer,
    began=Text,  # as whoever runs the audit gives the time
    ended=Text,  # NULL: it was cut off
    version=Text,  # of the auditor
    asked=Text,  # how the audit was asked for, as JSON
    logs=Integer,
    new_logs=Integer,
    hands=BigInteger,
    unread=BigInteger,
    not_entered=Integer,  # logs that were read in part only, or not at all
)

logs = _table(
    "logs",
    id=Integer,
    sha256=Text,
    judged=Text,  # a digest of what judged it and of what came out
    rulebooks=Text,  # with their versions and hashes, as JSON
    path=Text,  # as it was named when it was entered
    format=Text,
    bytes=BigInteger,
    lines=BigInteger,
    hands=BigInteger,
    unread=BigInteger,
    first_run=Integer,
    last_run=Integer,
)

places = _table("places", place=Text, log_id=Integer)  # where logs were seen: absolute paths
run_logs = _table("run_logs", run_id=Integer, log_id=Integer, path=Text)

nights = _table("nights", id=Integer, log_id=Integer, night=Date)  # of a log; NULL where it gives none

sittings = _table(
    "sittings",  # a table on a night, as a log tells of it
    id=Integer,
    night_id=Integer,
    venue=Text,
    table_name=Text,
    hands=BigInteger,
    superseded_by=Integer,  # the sitting of another log that has taken its place
    superseded_run=Integer,
)

clauses = _table("clauses", id=Integer, rules=Text, clause=Text, named=Text, title=Text)
citations = _table("citations", clause_id=Integer, version=Text, citation=Text)
people = _table("people", id=Integer, venue=Text, role=Text, name=Text)

findings = _table(
    "findings",
    id=Integer,
    sitting_id=Integer,
    clause_id=Integer,
    person_id=Integer,
    life=Integer,
    first_run=Integer,
    gone_run=Integer,
    ref=Text,
    fingerprint=Text,
    nth=Integer,  # of those in its log with the same fingerprint, from 0
    ordinal=Integer,
    version=Text,
    check_name=Text,
    severity=Integer,
    seat=Integer,
    hand=Text,
    round=Text,
    day=Date,
    time=Text,
    line=BigInteger,
    observed=Text,
    expected=Text,
    amount=BigInteger,
    currency=Text,
    owed_to=Text,
    owed_by=Text,
    reading=Text,
    doubt=Text,
    custom=Text,
    old_ref=Text,  # by which a decision may name it that is older than names with the night; NULL: not worked out
)

totals = _table(
    "totals",  # of findings that are no custom of a room
    sitting_id=Integer,
    clause_id=Integer,
    severity=Integer,
    currency=Text,
    findings=BigInteger,
    amount=BigInteger,
)

verdicts = _table(
    "verdicts", night_id=Integer, clause_id=Integer, passed=BigInteger, failed=BigInteger, not_recorded=BigInteger
)

decisions = _table(
    "decisions",
    id=Integer,
    fingerprint=Text,
    decision=Text,
    authority=Text,
    time=Text,
    remark=Text,
    until=Text,
)

missing = _table("missing", log_id=Integer, clause_id=Integer, evidence=Text, times=BigInteger)
