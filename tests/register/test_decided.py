"""Decisions in a register and in a ledger are one thing in two places."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nights import asked
from test_entering import run

from auditor.register.decisions import RegisterDecisions, take_over, written
from auditor.register.store import Register
from auditor.review.ledger import DECISIONS, Decision, LedgerFile, gathered
from auditor.vocabulary.errors import UsageError

TODAY = date(2026, 11, 18)
NUMBERS = count()
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=20)
DECIDED = st.builds(
    Decision,
    fingerprint=st.sampled_from(["0123456789", "0123456789abcdef0123", "aaaaaaaaaa"]),
    decision=st.sampled_from(DECISIONS),
    authority=TEXT.filter(str.strip),
    time=st.datetimes(
        datetime(2000, 1, 1),
        datetime(2027, 1, 1),
        timezones=st.sampled_from([None, UTC, timezone(timedelta(hours=11))]),
    ).map(lambda time: time.replace(microsecond=0)),
    remark=TEXT.filter(str.strip),
    until=st.none() | st.dates(date(2026, 1, 1), date(2027, 12, 31)),
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(made=st.lists(DECIDED, max_size=6))
def test_a_ledger_and_a_register_say_the_same(address, tmp_path, made):
    register = Register(address)
    with register.writing() as connection:
        connection.exec_driver_sql("DELETE FROM decisions")
    stores = [LedgerFile(tmp_path / f"{next(NUMBERS)}.toml"), RegisterDecisions(register)]
    for store in stores:
        for one in made:
            store.add(one)
    if not made:
        stores[0].path.write_text("")

    in_file, in_register = (gathered([store], TODAY) for store in stores)

    def of_neither(ledger):
        decisions = {ref: replace(one, path="", line=0) for ref, one in ledger.decisions.items()}
        return decisions, [replace(note, path="", line=0) for note in ledger.notes]

    assert of_neither(in_register) == of_neither(in_file)
    taken = take_over(RegisterDecisions(register), stores[0])
    assert (taken.entered, taken.known) == (0, len(made))
    again = tmp_path / f"{next(NUMBERS)}.toml"
    again.write_text("".join(written(stores[1])), encoding="utf-8")
    assert of_neither(gathered([LedgerFile(again)], TODAY)) == of_neither(in_file)


def decision(day: int, word: str = "upheld") -> Decision:
    return Decision("0123456789", word, "Inspector 12", datetime(2026, 11, day), "seen")


def test_an_older_decision_is_not_laid_over_a_later_one(address, tmp_path):
    store, ledger = RegisterDecisions(Register(address)), LedgerFile(tmp_path / "decisions.toml")
    store.add(decision(9, "dismissed"))
    ledger.add(decision(8))

    taken = take_over(store, ledger)

    assert (taken.entered, taken.older) == (0, ("0123456789",))
    assert [one.decision for one in store.entries()] == ["dismissed"]


@pytest.mark.parametrize("values", [{"fingerprint": "xyz"}, {"authority": " "}, {"decision": "waived", "remark": ""}])
def test_what_no_ledger_would_take_no_register_takes(address, values):
    store = RegisterDecisions(Register(address))

    with pytest.raises(UsageError, match="no such entry is possible"):
        store.add(replace(decision(1), **values))
    assert list(store.entries()) == []


OFFICER = """
import sys
from datetime import datetime
from auditor.register.decisions import RegisterDecisions
from auditor.register.store import Register
from auditor.review.ledger import Decision
store = RegisterDecisions(Register(sys.argv[1]))
for n in range(20):
    store.add(Decision(f"{n:010}", "upheld", sys.argv[2], datetime(2026, 1, 1), "seen"))
"""


def test_two_officers_at_once_enter_all_that_they_decide(address: str) -> None:
    officers = [run(OFFICER, address, name) for name in ("Ann", "Ben")]

    assert [one.wait(120) for one in officers] == [0, 0]
    found = asked(address, "SELECT authority, fingerprint FROM decisions")
    assert sorted(found) == sorted((name, f"{n:010}") for name in ("Ann", "Ben") for n in range(20))


def test_a_ledger_that_is_no_ledger_is_a_sentence(address: str, tmp_path: Path) -> None:
    path = tmp_path / "decisions.toml"
    path.write_text("[[")

    with pytest.raises(UsageError, match="no ledger of decisions"):
        take_over(RegisterDecisions(Register(address)), LedgerFile(path))
