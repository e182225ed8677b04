"""Who answers for a fault of a sample, and what it cost: what the marks of the samples do not state."""

import pytest
from generated_hands import audited

from auditor.storage.bundled_files import folder
from auditor.vocabulary.findings import Money


@pytest.mark.parametrize(
    ("sample", "table", "clause", "actor", "money"),
    [
        ("crown/out-of-turn", "a check out of turn, then a raise", "6.18.3", "seat 1 Ann", Money(4000)),
        ("crown/incidents", "Winnings held by too low a rank", "13.2.3", "the operator", Money(30000)),
        ("crown/commission-methods", "time 2", "7.2.2(a)", "the operator", Money(600, "operator", "Dee")),
        ("crown/commission-methods", "time 6", "7.2.2(c)", "the operator", Money(200, "Ann", "operator")),
        ("crown/tournaments", "A prize that nobody got", "12.4.2(a)(v)", "the operator", Money(100000)),
        ("crown/showdown", "order 2", "8.20.4", "seat 2 Ben", None),
        ("act-5-card-stud/incidents", "tournament 9", "20.4", "the operator", Money(10000)),
        ("act-5-card-stud/showdown", "first to show 2", "9.2", "seat 1 Ann", None),
        ("act-draw-poker/draw", "draw 2", "8.1", "seat 3 Cam", None),
        ("roberts/stud-cards", "too early 2", "S8.14", "seat 1 Ann", Money(6000)),
        (
            "roberts/tournament",
            "The new level declared, and the old one dealt at",
            "S15.10",
            "the dealer",
            Money(15000),
        ),
        ("roberts/tournament", "A level that falls", "S15.9", "the operator", Money(7500)),
        ("roberts/entering", "Dead part of a post taken for live", "S4.10", "seat 1 Ann", Money(500)),
        ("roberts/showdown", "chopped 5", "S2.PR.15/1", "the dealer", Money(2000)),
    ],
)
def test_a_fault_is_laid_to_the_right_person_with_its_money(sample, table, clause, actor, money):
    text = (folder("samples") / "clauses" / f"{sample}.log").read_text(encoding="utf-8")
    found = [one for one in audited(text).findings if (one.table, one.clause) == (table, clause)]

    assert [(str(one.actor), one.money) for one in found[-1:]] == [(actor, money)]
