"""Which version of a rulebook judges a hand: one on every day, changed on the turning days and on no other."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from manila import audited, log

from auditor.findings import Severity
from auditor.rules import draft, load
from auditor.rules.compare import compare
from auditor.rules.draft import validated
from auditor.rules.load import rulebook_ids, rules_in_force, turning_days
from auditor.rules.model import Rulebook

MANILA = "act/canberra-manila"
DAY = timedelta(days=1)


@pytest.mark.parametrize("rules", rulebook_ids())
def test_on_every_turning_day_the_next_version_applies_and_the_day_before_the_last(rules):
    days = turning_days(rules)

    assert not rules_in_force(rules, days[0] - DAY).applies
    for number, day in enumerate(days):
        book = rules_in_force(rules, day)
        assert book.applies
        assert book.instruments[-1].in_force.from_ == day
        assert len(book.instruments) > len(rules_in_force(rules, day - DAY).instruments) or number == 0


@pytest.mark.parametrize("rules", rulebook_ids())
def test_between_turning_days_the_version_stays_the_same(rules):
    for day, following in pairwise([*turning_days(rules), date(2026, 1, 1)]):
        versions = {rules_in_force(rules, day + DAY * n).version for n in range((following - day).days)}
        assert len(versions) == 1


def test_the_same_version_is_the_same_object():
    books = {id(rules_in_force(MANILA, date(1994, 6, 1) + DAY * n)) for n in range(150)}

    assert len(books) == 1


@pytest.mark.parametrize(
    ("day", "version", "applies", "pending"),
    [
        pytest.param("1994-05-26", "s94", False, None, id="before the rules: judged as if they applied"),
        pytest.param("1994-05-27", "s94", True, None, id="gazettal"),
        pytest.param("1994-10-30", "s94", True, None, id="the day before the approval"),
        pytest.param("1994-10-31", "s94", True, "1994-11-04", id="the amendment is approved"),
        pytest.param("1994-11-03", "s94", True, "1994-11-04", id="and still not gazetted"),
        pytest.param("1994-11-04", "s94+s239", True, None, id="gazettal of the amendment"),
    ],
)
def test_an_amendment_counts_from_its_gazettal(day, version, applies, pending):
    book = rules_in_force(MANILA, date.fromisoformat(day))

    assert (book.version, book.applies, book.pending) == (version, applies, pending and date.fromisoformat(pending))


@pytest.mark.parametrize(
    ("day", "version"),
    [("1994-10-30", "s94"), ("1994-10-31", "s94+s239"), ("1994-11-04", "s94+s239")],
)
def test_read_otherwise_an_amendment_counts_from_its_approval(day, version):
    chosen = {"amendment_effective": "approval"}
    book = rules_in_force(MANILA, date.fromisoformat(day), chosen)

    assert (book.version, book.pending) == (version, None)
    assert turning_days(MANILA, chosen) == [date(1994, 5, 27), date(1994, 10, 31)]


def test_an_amended_clause_is_cited_with_its_amendment():
    before, after = (rules_in_force(MANILA, day) for day in (date(1994, 11, 3), date(1994, 11, 4)))

    assert before.cite("13.3") == "ACT Gazette S94, 27 May 1994, Poker – Canberra Manila, clause 13.3"
    assert after.cite("13.3") == f"{before.cite('13.3')} (as amended by ACT Gazette S239, 4 November 1994)"
    assert after.cite("13.2") == before.cite("13.2")


def test_two_days_are_compared():
    changed = compare(MANILA, date(1994, 6, 1), date(1994, 12, 1))

    assert {one.place for one in changed} == {"clauses.{13.3}.title", "clauses.{13.3}.gist"}
    assert {one.clause for one in changed} == {"13.3"}
    assert compare(MANILA, date(1994, 6, 1), date(1994, 11, 3)) == []


def test_only_the_version_that_is_asked_for_is_built(monkeypatch):
    built = []
    monkeypatch.setattr(load, "validated", lambda *given: built.append(given[0]) or validated(*given))
    monkeypatch.setattr(draft, "validated", lambda *given: built.append(given[0]) or validated(*given))
    for cached in (load._in_force, load._plan, load._own, load._version):
        cached.cache_clear()

    for n in range(30):
        rules_in_force(MANILA, date(1994, 6, 1) + DAY * n)

    assert built.count(Rulebook) == 1


# ---- what an audit makes of it ----

WRONG_BLIND = (
    "Ben calls $20",
    "Cam folds",
    "Dot folds",
    "Ann passes",
    "|",
    "Ann folds",
    "pot $40 commission $2",
    "Ben wins $38",
)


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        pytest.param(
            "1994-05-22",
            [
                "breach of 10.1: blind of $20 at a $5 table (allowed $5, $10 or $15; had the rules applied)",
                "breach of instrument: Poker – Canberra Manila had no approved rules on 22 May 1994 "
                "(approved on 23 May 1994)",
            ],
            id="no rules",
        ),
        pytest.param(
            "1994-05-26",
            [
                "breach of 10.1: blind of $20 at a $5 table (allowed $5, $10 or $15; had the rules applied)",
                "advisory of instrument: rules of Poker – Canberra Manila approved, and not yet in force on "
                "26 May 1994 (in force from 27 May 1994)",
            ],
            id="approved rules",
        ),
        pytest.param(
            "1994-05-27",
            ["breach of 10.1: blind of $20 at a $5 table (allowed $5, $10 or $15)"],
            id="rules in force",
        ),
    ],
)
def test_a_hand_before_the_rules_is_judged_as_if_they_applied(day, expected):
    result = audited(log(*WRONG_BLIND, blind=20, day=day))

    assert [finding.message for finding in result.findings] == expected


@pytest.mark.parametrize(
    ("header", "version"),
    [
        pytest.param("hand 1 at 23:59", "s94", id="begun before midnight"),
        pytest.param("hand 1 at 00:06 on 1994-11-04", "s94+s239", id="begun after midnight"),
    ],
)
def test_a_hand_belongs_to_the_day_of_its_first_card(header, version):
    text = log(*WRONG_BLIND, blind=20, day="1994-11-03").replace("hand 1\n", f"{header}\n")

    assert [finding.version for finding in audited(text).findings] == [version]


def test_the_findings_of_the_days_between_approval_and_gazettal_stay_unless_the_amendment_allows_the_act():
    result = audited(log(*WRONG_BLIND, blind=20, day="1994-11-01"))

    assert [(finding.clause, finding.severity) for finding in result.findings] == [("10.1", Severity.BREACH)]
