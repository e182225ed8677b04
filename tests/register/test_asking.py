"""What the register answers is what the audits found, whichever way it is counted."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import date, datetime
from functools import cache

import pytest
from nights import DAY, NIGHT, TABLE, entered, fault, night_log
from places import ROOT
from sqlalchemy import update

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.discovery import find, open_all
from auditor.register import answers, asking
from auditor.register.asking import UNDECIDED, Chosen, Question
from auditor.register.decisions import RegisterDecisions
from auditor.register.entering import EnteredRun
from auditor.register.schema import findings
from auditor.register.store import Register
from auditor.report.totals import totals
from auditor.report.view import Selection, View, view
from auditor.review.ledger import Decision
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.findings import Actor, Money, Severity

TODAY = date(2026, 11, 18)
LOGS = [str(ROOT / "samples" / name) for name in ("sessions", "hand-histories")]


@contextmanager
def question(address, **chosen):
    register = Register(address)
    with register.reading() as connection:
        yield Question(connection, register, Chosen(**chosen), TODAY)


@cache
def samples() -> View:
    return view(audit(open_all(find(LOGS)), Options()), Selection())


@pytest.fixture
def of_samples(address):
    """A register of an audit of the samples."""
    run = EnteredRun(Register(address), DAY, "{}")
    audit(open_all(find(LOGS)), Options(), enter=run.enter)
    run.end(DAY)
    return address


def numbers(one):
    return one.breach, one.irregularity, one.advisory, tuple(sorted((one.money or {}).items()))


def test_the_totals_are_those_of_the_report(of_samples):
    report = totals(samples())
    with question(of_samples) as asked:
        nights = [(one.total.name, one.total.hands, *numbers(one.total)) for one in answers.trend(asked, "night")]
        weeks = [(one.total.name, one.total.hands, *numbers(one.total)) for one in answers.trend(asked, "week")]
        people = sum(sum(one.counts) for one in answers.people(asked))
        clauses: dict[tuple[str, str], int] = {}
        for one in answers.by_clause(asked, verdicts=True):
            key = one.found.total.rules, one.found.total.name.split("[")[0]
            clauses[key] = clauses.get(key, 0) + sum(one.found.counts)
        verdicts = {(one.found.total.rules, one.found.total.name): one for one in answers.by_clause(asked, True)}

    assert nights == [(one.name, one.hands, *numbers(one)) for one in report.nights]
    assert weeks == [(one.name, one.hands, *numbers(one)) for one in report.weeks]
    assert people == sum(one.findings for one in report.people)
    assert {key: n for key, n in clauses.items() if n} == {
        (one.rules, one.name): one.findings for one in report.clauses
    }
    for key, counts in samples().result.verdicts.items():
        row = verdicts[key]
        assert [row.passed, row.failed, row.not_recorded] == [counts[n] for n in (1, 3, 2)]


def test_every_finding_is_there_with_all_that_it_says(of_samples):
    with question(of_samples) as asked:
        found = {
            one.row.fingerprint: dict(zip(answers.FINDINGS, one.values, strict=True)) for one in answers.found(asked)
        }

    assert found.keys() == {one.fingerprint for one in samples().findings}
    for one in samples().findings:
        told = found[one.fingerprint]
        assert told["citation"] == one.citation
        assert [told[name] for name in ("table", "night", "day", "hand", "round", "check", "rules", "version")] == [
            *(one.table, one.night, one.day, one.hand, one.round, one.check, one.rules, one.version)
        ]
        assert [told["observed"], told["expected"], told["line"]] == [one.observed, one.expected, one.location.line]
        assert [told["role"], told["seat"], told["name"]] == [one.actor.role, one.actor.seat, one.actor.name]
        assert told["amount"] == (one.money.amount if one.money else None)


NEXT = date(1994, 6, 12)
MIXED = [
    fault(1),
    fault(2, who="Ann", clause="10.1"),
    fault(3, severity=Severity.ADVISORY, money=Money(200, None, None), currency="EUR"),
    fault(4, night=NEXT, severity=Severity.IRREGULARITY, money=None),
    fault(5, night=None, table="Manila 4", actor=Actor("dealer", None, "1042"), currency="EUR"),
]
TOLD = [(TABLE, NIGHT), (TABLE, NEXT), ("Manila 4", None)]
CHOICES = {
    "everything": ({}, "12345"),
    "since, and what has no date": ({"since": NEXT}, "45"),
    "until, and what has no date": ({"until": NIGHT}, "1235"),
    "a table": ({"table": "Manila 4"}, "5"),
    "a person": ({"person": "Ben"}, "134"),
    "a dealer by the number": ({"person": "1042"}, "5"),
    "a clause": ({"clause": "10.1"}, "2"),
    "a section": ({"clause": "10"}, "12345"),
    "a decision": ({"decision": "upheld"}, "1"),
    "one that has expired": ({"decision": "waived"}, ""),
    "nobody has decided": ({"decision": UNDECIDED}, "2345"),
    "several at once": ({"person": "Ben", "until": NIGHT, "decision": UNDECIDED}, "3"),
}


@pytest.mark.parametrize("choice", CHOICES)
def test_a_choice_is_the_same_one_by_one_and_counted(address, choice):
    chosen, hands = CHOICES[choice]
    entered(address, night_log("night.log", MIXED, TOLD))
    store = RegisterDecisions(Register(address))
    store.add(Decision(MIXED[0].fingerprint[:12], "upheld", "Inspector", datetime(2026, 11, 2), "seen"))
    waived = Decision(MIXED[1].ref, "waived", "Inspector", datetime(2026, 11, 2), "sign", date(2026, 11, 3))
    store.add(waived)

    with question(address, **chosen) as asked:
        listed = [one.row.hand for one in answers.found(asked)]
        rows = (
            answers.trend(asked, "year"),
            answers.people(asked),
            [one.found for one in answers.by_clause(asked, False)],
        )
        summary = answers.summary(asked)

    wanted = [one for one in MIXED if one.hand in hands]
    assert sorted(listed) == sorted(hands)
    severities = [sum(one.severity == severity for one in wanted) for severity in reversed(Severity)]
    for parts in rows:
        assert [sum(one.counts[n] for one in parts) for n in range(3)] == severities
    money: dict[str, int] = {}
    for one in wanted:
        if one.money is not None:
            money[one.currency or "$"] = money.get(one.currency or "$", 0) + one.money.amount
    assert summary.found.total.money == (money or None)
    assert sum(summary.decided.values()) + summary.undecided == len(wanted)


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [({"person": "Bem"}, "no person 'Bem'"), ({"table": "M"}, "no table 'M'"), ({"clause": "1"}, "no clause '1'")],
)
def test_a_misspelt_name_is_no_empty_answer(address, chosen, reason):
    entered(address, night_log("night.log", MIXED, TOLD))

    with pytest.raises(UsageError, match=reason), question(address, **chosen):
        pass


def test_a_rate_is_held_back_until_there_are_hands_enough(address):
    logs = [night_log(f"{n}.log", [fault(n)], [(f"Table {n}", NIGHT)]) for n in range(answers.LEAST // 100)]
    entered(address, *logs[:-1])
    with question(address) as asked:
        before = [one.rate for one in answers.trend(asked, "night")]
    entered(address, logs[-1], day=2)
    with question(address) as asked:
        after = [one.rate for one in answers.trend(asked, "night")]

    assert (before, after) == ([None], [1.0])


@pytest.mark.parametrize("entered_by", ["this auditor", "an older one"])
def test_a_decision_under_an_old_name_is_found(address, entered_by):
    entered(address, night_log("night.log", MIXED, TOLD))
    if entered_by == "an older one":
        with Register(address).writing() as connection:
            connection.execute(update(findings).values(old_ref=None))
    RegisterDecisions(Register(address)).add(
        Decision(MIXED[3].old_fingerprint, "upheld", "Inspector", datetime(2026, 11, 2), "seen")
    )

    with question(address, decision="upheld") as asked:
        assert [one.row.hand for one in answers.found(asked)] == ["4"]


def test_a_decision_about_nothing_costs_no_look_at_every_finding(address, monkeypatch):
    entered(address, night_log("night.log", MIXED, TOLD))
    RegisterDecisions(Register(address)).add(
        Decision("0123456789", "upheld", "Inspector", datetime(2026, 11, 2), "seen")
    )
    worked_out = []
    monkeypatch.setattr(asking, "old_name", lambda *what: worked_out.append(what) or "")

    with question(address) as asked:
        assert [(one.kind, one.text) for one in asked.notes()] == [("unmatched", "no finding 0123456789 here")]

    assert worked_out == []


def test_one_name_in_two_houses_is_told_apart(address):
    found = [fault(1, venue="Crown"), fault(2, venue="Canberra")]
    entered(address, night_log("night.log", found))

    with question(address) as asked:
        assert sorted(str(one.total.venue) for one in answers.people(asked)) == ["Canberra", "Crown"]


def test_tables_that_several_logs_tell_of_are_named(address):
    entered(address, night_log("a.log", [fault(1)]), night_log("b.log", [fault(1)], more="another"))

    with question(address) as asked:
        assert answers.summary(asked).twice == [(None, TABLE, NIGHT, 2)]


def test_what_is_gone_is_asked_for_by_itself(address):
    entered(address, night_log("a.log", [fault(1), fault(2)]))
    entered(address, night_log("a.log", [fault(2)]), day=2)

    with question(address, gone=True) as asked:
        rows = [dict(zip(answers.FINDINGS, one.values, strict=True)) for one in answers.found(asked)]
        assert answers.summary(asked).gone == 1
    assert [(row["hand"], row["state"], row["gone"][:10]) for row in rows] == [("1", "gone", "2026-11-02")]


def test_what_the_logs_lacked_is_counted_once_a_log_that_counts(address):
    entered(address, night_log("a.log", [fault(1)]))
    entered(address, night_log("a.log", []), day=2)

    with question(address) as asked:
        assert answers.evidence(asked) == [("the cut", 3, ["10.2"])]
