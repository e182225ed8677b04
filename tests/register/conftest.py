"""A register on SQLite and, by the same tests, on a real PostgreSQL server."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from postgres_server import binaries, server

NO_SERVER = "NO POSTGRESQL HERE: the register was not tested on it; Debian's package 'postgresql' has it"
NUMBERS = count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a server, with `{}` for the name of a database."""
    if binaries() is None:
        warnings.warn(NO_SERVER, stacklevel=1)
        pytest.skip(NO_SERVER)
    with server() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a register that does not exist yet, or of an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "register.db")
    import psycopg

    place: str = request.getfixturevalue("postgres")
    name = f"register_{next(NUMBERS)}"
    with psycopg.connect(place.format("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return place.format(name)
