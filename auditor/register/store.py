"""Opens a register, whichever database it is in, and gives transactions on it.

One writes at a time: SQLite has a lock for the whole file, and on PostgreSQL a writer takes a lock of its own for the
length of a transaction. So numbers can be given without asking, and both engines do the same.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, create_engine, event, func, make_url, select, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from auditor.register import migrations
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.wording import escaped, without_password

SERVER = "postgresql://"
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
WRITES = "register_writes"
PATIENCE = 60  # seconds to wait for others who write
WRITING = 0x6175646974  # the number of the writers' lock on PostgreSQL


def is_server(address: str) -> bool:
    """Is it the address of a server, and no path?"""
    return SCHEME.match(address) is not None


class Register:
    """A register that was opened."""

    def __init__(self, address: str, make: bool = True) -> None:
        """Open a register at a path or `postgresql://…`, and bring its tables up to date.

        With `make` there may be none yet. Raises UsageError if it cannot be used.
        """
        self.name = shown(address)
        self.engine = _engine(address, make)
        with self._faults():
            with self.reading() as connection:
                version = migrations.version_of(connection)
            migrations.check(version)
            if version == 0 and not make:
                raise UsageError("there is no register yet; an audit with --register makes one")
            if version == 0:
                self._let_readers_read()
            while version < len(migrations.STEPS):
                with self.writing() as connection:
                    version = migrations.version_of(connection)  # another may have gone on by now
                    if version < len(migrations.STEPS):
                        migrations.go(connection, version)
                        version += 1

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees the register as it is at one moment."""
        with self._faults(), self.engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction of the only one who writes. It is committed at the end, or nothing of it is."""
        with self._faults(), self.engine.connect() as opened:
            connection = opened.execution_options(**{WRITES: True})
            with connection.begin():
                if connection.dialect.name == "postgresql":
                    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": WRITING})
                yield connection

    def _let_readers_read(self) -> None:
        """Have a new file of SQLite keep what is written beside itself at first, so that readers need not wait."""
        if self.engine.dialect.name == "sqlite":
            opened = self.engine.raw_connection()
            opened.cursor().execute("PRAGMA journal_mode = WAL")
            opened.close()

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Tell what the database says in a sentence with the name of the register."""
        try:
            yield
        except UsageError as error:
            if str(error).startswith("register "):
                raise
            raise UsageError(f"register {self.name}: {error}") from None
        except SQLAlchemyError as error:
            raise UsageError(f"register {self.name}: {_said(error)}") from None


def put(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows that have every column of a table. Days are texts such as 1994-06-11."""
    put_values(connection, table, list(map(itemgetter(*table.columns.keys()), rows)))


def put_values(connection: Connection, table: Table, rows: list[tuple[Any, ...]]) -> None:
    """Insert rows in the order of a table's columns, as fast as the database takes them.

    They go to its own library as they are: of a million findings each value would otherwise be looked at once more.
    """
    names = table.columns.keys()
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    statement = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({', '.join([mark] * len(names))})"
    connection.exec_driver_sql(statement, rows)


def next_id(connection: Connection, table: Table) -> int:
    """The number of the next row of a table, for whoever writes."""
    return (connection.execute(select(func.max(table.c.id))).scalar() or 0) + 1


def shown(address: str) -> str:
    """The address of a register without its password, as it may be printed."""
    return escaped(without_password(address), 200)


def _engine(address: str, make: bool) -> Engine:
    if not is_server(address):
        return _file(Path(address), make)
    if not address.startswith(SERVER):
        raise UsageError(f"register {shown(address)}: expected the path of a file or postgresql://…")
    try:
        url = make_url(address).set(drivername="postgresql+psycopg")
        return create_engine(url, poolclass=NullPool, connect_args={"connect_timeout": PATIENCE})
    except ModuleNotFoundError as error:
        raise UsageError(
            f"register {shown(address)}: {error.name} is not installed; expected 'pip install auditor[postgresql]'"
        ) from None
    except (SQLAlchemyError, ValueError) as error:
        raise UsageError(f"register {shown(address)}: {_said(error)}") from None


def _file(path: Path, make: bool) -> Engine:
    """An engine for a file of SQLite, in which readers do not wait for a writer."""
    name = escaped(str(path), 200)
    if path.is_dir() or not path.parent.is_dir():
        raise UsageError(f"register {name}: " + ("it is a folder" if path.is_dir() else "no such folder"))
    if not make and not os.path.lexists(path):
        raise UsageError(f"register {name}: no such file")
    engine = create_engine("sqlite+pysqlite://", creator=lambda: _connected(path), poolclass=NullPool)
    event.listen(engine, "begin", _begin)
    return engine


def _connected(path: Path) -> Any:
    import sqlite3

    connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)  # transactions begin where we say
    try:
        connection.execute("PRAGMA synchronous = FULL")  # what is committed survives a power cut, too
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA cache_size = -65536")  # KiB
        connection.execute("PRAGMA wal_autocheckpoint = 16000")  # pages, so that large batches are copied seldom
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _said(error: Exception) -> str:
    """What the database says, in one line."""
    original = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    lines = str(original).strip().splitlines() or [type(original).__name__]
    return escaped(lines[0], 300)
