"""How a register came to be: a list of steps, each of which is one transaction and is never changed afterwards.

A step is plain SQL that SQLite and PostgreSQL take alike. A new step is added at the end, together with the tables of
`schema.py`. A register knows how many steps it has gone; one that has gone more than there are here belongs to a newer
auditor and is left alone.
"""

from __future__ import annotations

from sqlalchemy import Connection, inspect, text

from auditor.vocabulary.errors import UsageError

RUNS = """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY, began TEXT NOT NULL, ended TEXT, version TEXT NOT NULL, asked TEXT NOT NULL,
    logs INTEGER NOT NULL, new_logs INTEGER NOT NULL, hands BIGINT NOT NULL, unread BIGINT NOT NULL,
    not_entered INTEGER NOT NULL
);
CREATE TABLE logs (
    id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL, judged TEXT NOT NULL, rulebooks TEXT NOT NULL, path TEXT NOT NULL,
    format TEXT, bytes BIGINT NOT NULL, lines BIGINT NOT NULL, hands BIGINT NOT NULL, unread BIGINT NOT NULL,
    first_run INTEGER NOT NULL REFERENCES runs, last_run INTEGER NOT NULL REFERENCES runs,
    UNIQUE (sha256, judged)
);
CREATE TABLE places (place TEXT NOT NULL, log_id INTEGER NOT NULL REFERENCES logs, PRIMARY KEY (place, log_id));
CREATE TABLE run_logs (
    run_id INTEGER NOT NULL REFERENCES runs, log_id INTEGER NOT NULL REFERENCES logs, path TEXT NOT NULL
);
CREATE INDEX run_logs_by_run ON run_logs (run_id);
CREATE TABLE nights (id INTEGER PRIMARY KEY, log_id INTEGER NOT NULL REFERENCES logs, night DATE);
CREATE INDEX nights_by_log ON nights (log_id);
CREATE INDEX nights_by_night ON nights (night);
CREATE TABLE sittings (
    id INTEGER PRIMARY KEY, night_id INTEGER NOT NULL REFERENCES nights, venue TEXT, table_name TEXT NOT NULL,
    hands BIGINT NOT NULL, superseded_by INTEGER, superseded_run INTEGER
);
CREATE INDEX sittings_by_night ON sittings (night_id)
"""

FOUND = """
CREATE TABLE clauses (
    id INTEGER PRIMARY KEY, rules TEXT NOT NULL, clause TEXT NOT NULL, named TEXT NOT NULL, title TEXT NOT NULL,
    UNIQUE (rules, clause)
);
CREATE TABLE citations (
    clause_id INTEGER NOT NULL REFERENCES clauses, version TEXT NOT NULL, citation TEXT NOT NULL,
    PRIMARY KEY (clause_id, version)
);
CREATE TABLE people (id INTEGER PRIMARY KEY, venue TEXT, role TEXT NOT NULL, name TEXT);
CREATE INDEX people_by_name ON people (name);
CREATE TABLE findings (
    id INTEGER PRIMARY KEY, sitting_id INTEGER NOT NULL, clause_id INTEGER NOT NULL, person_id INTEGER NOT NULL,
    life INTEGER NOT NULL, first_run INTEGER NOT NULL, gone_run INTEGER, ref TEXT NOT NULL, fingerprint TEXT NOT NULL,
    nth INTEGER NOT NULL, ordinal INTEGER NOT NULL, version TEXT NOT NULL, check_name TEXT NOT NULL,
    severity INTEGER NOT NULL, seat INTEGER, hand TEXT, round TEXT, day DATE, time TEXT, line BIGINT NOT NULL,
    observed TEXT NOT NULL, expected TEXT NOT NULL, amount BIGINT, currency TEXT NOT NULL, owed_to TEXT, owed_by TEXT,
    reading TEXT, doubt TEXT, custom TEXT
);
CREATE INDEX findings_by_sitting ON findings (sitting_id);
CREATE INDEX findings_by_person ON findings (person_id, life, custom, severity, currency, amount);
CREATE INDEX findings_by_ref ON findings (ref);
CREATE INDEX findings_gone ON findings (gone_run) WHERE gone_run IS NOT NULL;
CREATE TABLE totals (
    sitting_id INTEGER NOT NULL REFERENCES sittings, clause_id INTEGER NOT NULL REFERENCES clauses,
    severity INTEGER NOT NULL, currency TEXT NOT NULL, findings BIGINT NOT NULL, amount BIGINT NOT NULL
);
CREATE INDEX totals_by_sitting ON totals (sitting_id);
CREATE TABLE verdicts (
    night_id INTEGER NOT NULL REFERENCES nights, clause_id INTEGER NOT NULL REFERENCES clauses,
    passed BIGINT NOT NULL, failed BIGINT NOT NULL, not_recorded BIGINT NOT NULL
);
CREATE INDEX verdicts_by_night ON verdicts (night_id)
"""

DECIDED = """
CREATE TABLE decisions (
    id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL, decision TEXT NOT NULL, authority TEXT NOT NULL,
    time TEXT NOT NULL, remark TEXT NOT NULL, until TEXT
)
"""

LACKED = """
CREATE TABLE missing (
    log_id INTEGER NOT NULL REFERENCES logs, clause_id INTEGER NOT NULL REFERENCES clauses, evidence TEXT NOT NULL,
    times BIGINT NOT NULL
);
CREATE INDEX missing_by_log ON missing (log_id)
"""

OLD_NAMES = """
ALTER TABLE findings ADD COLUMN old_ref TEXT;
CREATE INDEX findings_by_old_ref ON findings (old_ref)
"""

STEPS = (
    ("runs, logs and what they tell of", RUNS),
    ("what was found", FOUND),
    ("what was decided", DECIDED),
    ("what the logs lacked", LACKED),
    ("the names that findings had before names had the night", OLD_NAMES),
)

VERSIONS = "CREATE TABLE register_schema (version INTEGER NOT NULL)"
SET_VERSION = text("UPDATE register_schema SET version = :version")


def version_of(connection: Connection) -> int:
    """How many steps a database has gone; 0 if it is empty. Raises UsageError if it is something else."""
    names = inspect(connection).get_table_names()
    if "register_schema" in names:
        return int(connection.execute(text("SELECT version FROM register_schema")).scalar_one())
    if names:
        raise UsageError("it is a database of something else, expected an empty one or a register")
    return 0


def check(version: int, steps: int = len(STEPS)) -> None:
    """Refuse what a newer auditor has written."""
    if version > steps:
        raise UsageError(f"it is of a newer auditor: its schema is {version}, and this auditor knows {steps}")


def go(connection: Connection, version: int) -> None:
    """Go the next step after so many, within the transaction of this connection."""
    if version == 0:
        connection.execute(text(VERSIONS))
        connection.execute(text("INSERT INTO register_schema (version) VALUES (0)"))
    _, statements = STEPS[version]
    for statement in statements.split(";"):
        connection.execute(text(statement))
    connection.execute(SET_VERSION, {"version": version + 1})
