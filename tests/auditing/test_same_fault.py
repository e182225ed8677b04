"""What makes two findings the same fault, under other rules and under another reading of the record."""

from __future__ import annotations

import pytest

from auditor.auditing.engine.same_fault import FoundAgain, still_charged
from auditor.vocabulary.findings import Actor, Finding, Location, Severity


def finding(clause="10.2", check="raise-cap", name="Ben", line=7, severity=Severity.BREACH, **others) -> Finding:
    said = {"rules": "r", "version": "1", "citation": clause, "read_with": (), "observed": "x", "expected": "y"}
    said |= {"table": "T", "hand": "1", "round": None, "evidence": (), "money": None, "reading": None, "ordinal": 1}
    actor, place = Actor("player", 2, name), Location("a.log", line, 3)
    return Finding(
        **said,
        **({"named": clause, "named_with": (), "about": None} | others),
        clause=clause,
        check=check,
        actor=actor,
        location=place,
        severity=severity,
    )


@pytest.mark.parametrize(
    ("other", "fault", "charge"),
    [
        pytest.param(finding(), True, True, id="the same"),
        pytest.param(finding(check="raise-size"), True, False, id="told by another check"),
        pytest.param(finding(line=9), False, True, id="another act of the same person"),
        pytest.param(finding(name="Ann"), False, False, id="another person"),
        pytest.param(finding(clause="10.3"), False, False, id="another clause"),
        pytest.param(finding(severity=Severity.ADVISORY), True, False, id="no more than worth a look"),
        pytest.param(finding(severity=Severity.IRREGULARITY), True, True, id="not so grave"),
        pytest.param(
            finding(name="Ann", line=5, also=(Location("a.log", 7, 3),)), True, True, id="one on several acts, this too"
        ),
    ],
)
def test_a_fault_is_clause_person_and_act_and_a_charge_clause_person_and_kind(other, fault, charge):
    assert (bool(FoundAgain([other]).same(finding())), still_charged(finding(), [other])) == (fault, charge)


def test_payments_are_one_act_whichever_line_tells_of_them():
    assert FoundAgain([finding(line=9, about="payments")]).same(finding(line=7, about="payments"))


def test_an_advisory_is_found_again_by_an_advisory():
    advisory = finding(severity=Severity.ADVISORY)

    assert still_charged(advisory, [advisory])


def test_what_a_slip_leaves_worth_a_look_is_not_explained_by_it():
    left = [finding(severity=Severity.ADVISORY)]

    assert (still_charged(finding(), left), still_charged(finding(), left, slip=True)) == (False, True)
