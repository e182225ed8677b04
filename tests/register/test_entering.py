"""What is entered once stays as it is, whoever is cut off, and a corrected log takes the place of the first."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nights import NIGHT, TABLE, asked, content, entered, fault, night_log

from auditor.register.schema import Life
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.findings import Actor, RoomCustom

NEXT = date(1994, 6, 12)
LIVES = (
    "SELECT f.hand, f.life, a.began, g.began FROM findings f JOIN runs a ON a.id = f.first_run "
    "LEFT JOIN runs g ON g.id = f.gone_run ORDER BY f.id"
)
COUNTING = "SELECT n.night, s.hands FROM sittings s JOIN nights n ON n.id = s.night_id WHERE superseded_by IS NULL"


def lives(address: str) -> list[tuple[str, str, int, int | None]]:
    """Each finding: its hand, what became of it, the days on which it was first seen and gone."""
    return [
        (hand, Life(life).name.lower(), int(first[8:10]), None if gone is None else int(gone[8:10]))
        for hand, life, first, gone in asked(address, LIVES)
    ]


def test_the_same_logs_twice_change_nothing_but_the_run(address):
    logs = [night_log("a.log", [fault(1), fault(2)]), night_log("b.log", [], [("Stud 1", None)])]
    entered(address, *logs)
    before = content(address)

    entered(address, *logs, day=2)

    after = content(address)
    assert len(after["runs"]) == 2
    assert {name for name in after if after[name] != before[name]} == {"runs", "run_logs", "logs"}
    assert asked(address, "SELECT first_run, last_run FROM logs") == [(1, 2), (1, 2)]
    assert asked(address, "SELECT logs, new_logs, hands FROM runs ORDER BY id") == [(2, 2, 200), (2, 0, 200)]


def test_a_corrected_log_takes_the_place_of_the_first_and_both_are_kept(address):
    entered(address, night_log("night.log", [fault(1), fault(2)]), day=1)
    entered(address, night_log("night.log", [fault(2), fault(3)]), day=2)

    assert lives(address) == [
        ("1", "gone", 1, 2),
        ("2", "continued", 1, None),
        ("2", "present", 1, None),
        ("3", "present", 2, None),
    ]
    assert [hands for _, hands in asked(address, COUNTING)] == [100]
    assert len(asked(address, "SELECT id FROM logs")) == 2


def test_what_is_back_in_a_third_log_was_never_gone_for_good(address):
    for day, hands in enumerate(([1, 2], [2], [1, 2, 3]), 1):
        entered(address, night_log("night.log", [fault(one) for one in hands]), day=day)

    assert [one for one in lives(address) if one[1] != "continued"] == [
        ("1", "present", 1, None),
        ("2", "present", 1, None),
        ("3", "present", 3, None),
    ]


def test_a_log_that_is_put_back_counts_again(address):
    first, second = night_log("night.log", [fault(1)]), night_log("night.log", [fault(2)])
    for day, log in enumerate((first, second, first), 1):
        entered(address, log, day=day)

    assert lives(address) == [("1", "present", 1, None), ("2", "gone", 2, 3)]
    assert len(asked(address, "SELECT id FROM logs")) == 2


def test_a_copy_elsewhere_replaces_nothing(address):
    original = night_log("night.log", [fault(1)])
    copy = night_log("night.log", [fault(1)])
    copy.inputs[0] = replace(copy.inputs[0], path="old/night.log")
    entered(address, original)
    entered(address, night_log("night.log", [fault(2)]), copy, day=2)

    assert [one[:2] for one in lives(address)] == [("1", "gone"), ("2", "present")]


@pytest.mark.parametrize(
    ("told", "counting"),
    [
        pytest.param([(TABLE, NEXT)], [(NIGHT, 100), (NEXT, 100)], id="another night is no correction"),
        pytest.param([("Manila 4", NIGHT)], [(NIGHT, 100), (NIGHT, 100)], id="nor is another table"),
        pytest.param([(TABLE, NIGHT), (TABLE, NEXT)], [(NIGHT, 100), (NEXT, 100)], id="the log went on"),
    ],
)
def test_only_what_is_told_anew_is_replaced(address, told, counting):
    entered(address, night_log("latest.log", [fault(1)]))
    entered(address, night_log("latest.log", [], told), day=2)

    nights = sorted((date.fromisoformat(str(night)), hands) for night, hands in asked(address, COUNTING))
    assert nights == counting


def test_a_log_that_dropped_its_first_night_still_has_it(address):
    both = [fault(1), fault(2, night=NEXT)]
    entered(address, night_log("rolling.log", both, [(TABLE, NIGHT), (TABLE, NEXT)]))
    entered(address, night_log("rolling.log", [], [(TABLE, NEXT)]), day=2)

    assert lives(address) == [("1", "present", 1, None), ("2", "gone", 1, 2)]


def test_what_comes_through_a_pipe_has_no_place(address):
    entered(address, night_log("-", [fault(1)]))
    entered(address, night_log("-", [fault(2)]), day=2)

    assert [one[1] for one in lives(address)] == ["present", "present"]


def test_logs_read_in_part_are_not_entered(address):
    cut, left, unread, torn = (night_log(f"{name}.log", [fault(1)]) for name in ("cut", "left", "unread", "torn"))
    cut.interrupted = True
    left.left_out["left.log"] = 3
    unread.inputs[0] = replace(unread.inputs[0], sha256=None)
    torn.inputs[0] = replace(torn.inputs[0], in_part=True)
    entered(address, cut, left, unread, torn)

    assert asked(address, "SELECT logs, not_entered FROM runs") == [(0, 4)]
    assert asked(address, "SELECT id FROM logs") == []


def test_findings_of_one_name_are_told_apart_and_customs_are_in_no_total(address):
    custom = RoomCustom("rooms/pokerstars/order", "pokerstars", "order", "gist", "source")
    alike = [fault(1), fault(1), fault(2, custom=custom)]
    entered(address, night_log("night.log", alike))

    assert asked(address, "SELECT nth FROM findings ORDER BY id") == [(0,), (1,), (0,)]
    assert asked(address, "SELECT findings, amount FROM totals") == [(2, 1000)]


HOSTILE = st.text(st.characters(codec=None), max_size=12)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=HOSTILE, table=HOSTILE, observed=HOSTILE)
def test_any_text_of_a_log_can_be_kept(address, name, table, observed):
    found = fault(1, actor=Actor("player", 1, name), table=table, observed=observed)
    log = night_log(f"{abs(hash((name, table, observed)))}.log", [found], [(table, NIGHT)])
    number = entered(address, log)

    where = "JOIN people p ON p.id = f.person_id JOIN sittings s ON s.id = f.sitting_id"
    kept = asked(
        address, f"SELECT p.name, s.table_name, f.observed FROM findings f {where} WHERE f.first_run = {number}"
    )
    refused = {chr(0), *map(chr, range(0xD800, 0xE000))}
    assert [
        tuple("".join(ascii(one)[1:-1] if one in refused else one for one in text) for text in (name, table, observed))
    ] == kept


# ---- cut off, and at once ----

CUT = """
import os, signal, sys
from nights import entered, fault, night_log
from auditor.register import entering, store
entering.MOST_LOGS = 2
puts = int(sys.argv[2])
def put(connection, table, rows, original=store.put_values):
    global puts
    puts -= 1
    if puts < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    original(connection, table, rows)
entering.put_values = store.put_values = put
entered(sys.argv[1], *[night_log(f"{n}.log", [fault(n), fault(n + 50)], [(f"Table {n}", None)]) for n in range(6)])
"""
HELPERS = Path(__file__).parent.parent / "helpers"


def run(script: str, *words: str) -> subprocess.Popen[bytes]:
    """A process of its own."""
    path = os.pathsep.join([str(HELPERS), *sys.path])
    return subprocess.Popen([sys.executable, "-c", script, *words], env={**os.environ, "PYTHONPATH": path})


@pytest.mark.parametrize("puts", [0, 1, 8, 12, 13, 20, 30])
def test_a_run_that_is_killed_loses_nothing_committed_and_the_next_completes_it(address, puts):
    logs = [night_log(f"{n}.log", [fault(n), fault(n + 50)], [(f"Table {n}", None)]) for n in range(6)]
    assert run(CUT, address, str(puts)).wait(60) == -signal.SIGKILL
    before = [row for (row,) in asked(address, "SELECT sha256 FROM logs ORDER BY id")]
    assert before == [log.inputs[0].sha256 for log in logs][: len(before)]
    assert len(before) % 2 == 0
    assert len(asked(address, "SELECT id FROM findings")) == 2 * len(before)

    entered(address, *logs)

    assert asked(address, "SELECT count(*), sum(findings) FROM totals") == [(6, 12)]
    assert asked(address, "SELECT count(DISTINCT sha256), count(*) FROM logs") == [(6, 6)]
    assert asked(address, "SELECT count(*), count(DISTINCT ref) FROM findings") == [(12, 12)]
    assert asked(address, "SELECT count(*) FROM runs WHERE ended IS NULL") == [(int(puts > 0),)]


AT_ONCE = """
import sys
from nights import entered, fault, night_log
name = sys.argv[2]
for n in range(5):
    shared = night_log(f"shared{n}.log", [fault(n)], [(f"Table {n}", None)])
    own = night_log(f"{name}{n}.log", [fault(n, who=name)], [(f"{name} {n}", None)])
    entered(sys.argv[1], shared, own)
"""


def test_two_runs_at_once_enter_everything_once(address):
    processes = [run(AT_ONCE, address, name) for name in ("Ann", "Ben")]

    assert [one.wait(120) for one in processes] == [0, 0]
    assert asked(address, "SELECT count(*) FROM runs WHERE ended IS NOT NULL") == [(10,)]
    assert asked(address, "SELECT count(*), count(DISTINCT sha256) FROM logs") == [(15, 15)]
    assert asked(address, "SELECT count(*), count(DISTINCT name) FROM people") == [(2, 2)]


def test_a_refused_statement_enters_nothing_and_is_told(address):
    entered(address, night_log("a.log", [fault(1)]))
    before = content(address)
    broken = night_log("b.log", [fault(2, observed=None)])

    with pytest.raises((UsageError, TypeError)):
        entered(address, night_log("c.log", [fault(3)]), broken)

    after = content(address)
    assert {name for name in after if after[name] != before[name]} == {"runs"}
