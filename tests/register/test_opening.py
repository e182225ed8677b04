"""How a register comes to be and is refused: its steps, its errors, and what is printed of its address."""

from __future__ import annotations

import sqlite3

import pytest
from nights import asked, entered, fault, night_log
from sqlalchemy import inspect, text

from auditor.register import migrations
from auditor.register.schema import METADATA
from auditor.register.store import Register
from auditor.vocabulary.errors import UsageError

MEANT = {"INTEGER": "INTEGER", "BIGINT": "BIGINT", "TEXT": "TEXT", "DATE": "DATE"}


def test_the_steps_make_the_tables_that_queries_name(address):
    with Register(address).reading() as connection:
        found = inspect(connection)
        made = {
            name: [(one["name"], str(one["type"])) for one in found.get_columns(name)]
            for name in found.get_table_names()
        }

    named = {one.name: [(column.name, str(column.type)) for column in one.columns] for one in METADATA.sorted_tables}
    assert made == named


@pytest.mark.parametrize("steps", range(1, len(migrations.STEPS)))
def test_a_register_of_any_age_is_brought_up_to_date_with_all_that_it_has(address, steps, monkeypatch):
    whole = migrations.STEPS
    monkeypatch.setattr(migrations, "STEPS", whole[:steps])
    with Register(address).writing() as connection:
        run = "INSERT INTO runs VALUES (1, '2026-11-01', '2026-11-01', '0', '', 1, 1, 1, 0, 0)"
        connection.execute(text(run))
    monkeypatch.setattr(migrations, "STEPS", whole)

    entered(address, night_log("night.log", [fault(1)]))

    assert asked(address, "SELECT id FROM runs ORDER BY id") == [(1,), (2,)]
    assert asked(address, "SELECT version FROM register_schema") == [(len(whole),)]


def test_a_step_that_fails_leaves_nothing_of_itself(address, monkeypatch):
    broken = ("broken", "CREATE TABLE half (id INTEGER); CREATE TABLE runs (id INTEGER)")
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, broken))
    with pytest.raises(UsageError, match="runs"):
        Register(address)
    monkeypatch.undo()

    with Register(address).reading() as connection:
        assert "half" not in inspect(connection).get_table_names()


def test_a_register_of_a_newer_auditor_is_left_alone(address):
    with Register(address).writing() as connection:
        connection.execute(migrations.SET_VERSION, {"version": 99})

    known = len(migrations.STEPS)
    with pytest.raises(UsageError, match=f"of a newer auditor: its schema is 99, and this auditor knows {known}"):
        Register(address)


def test_a_database_of_something_else_is_left_as_it_is(tmp_path):
    path = tmp_path / "places.sqlite"
    sqlite3.connect(path).execute("CREATE TABLE bookmarks (id)").connection.close()
    before = path.read_bytes()

    with pytest.raises(UsageError, match="a database of something else"):
        Register(str(path))
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        pytest.param("{}/night.log", "file is not a database", id="another file"),
        pytest.param("{}", "it is a folder", id="folder"),
        pytest.param("{}/none/register.db", "no such folder", id="no folder"),
        pytest.param("mysql://host/db", "expected the path of a file or postgresql://…", id="another server"),
        pytest.param("postgresql://ann:secret@/db?host={}", "", id="no server"),
        pytest.param("postgresql://ann:secret@host:port/db", "", id="no port"),
    ],
)
def test_what_is_no_register_is_told_in_a_sentence_without_the_password(tmp_path, address, reason):
    (tmp_path / "night.log").write_text("log 1\n" * 40)

    with pytest.raises(UsageError) as error:
        Register(address.format(tmp_path))

    assert str(error.value).startswith("register ")
    assert reason in str(error.value)
    assert "secret" not in str(error.value)
    assert "\n" not in str(error.value)


def test_a_register_that_is_only_read_is_not_made(tmp_path):
    with pytest.raises(UsageError, match="no such file"):
        Register(str(tmp_path / "register.db"), make=False)
    assert list(tmp_path.iterdir()) == []


def test_readers_need_not_wait_for_a_writer(address):
    entered(address, night_log("night.log", [fault(1)]))
    register = Register(address)

    with register.writing() as writer:
        writer.execute(text("DELETE FROM totals"))
        assert asked(address, "SELECT findings FROM totals") == [(1,)]
