"""Which version of a rulebook judges a hand: one on every day, changed on the turning days and on no other."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from games import DRAW, STUDS, draw, showdown, stud
from manila import audited, log

from auditor.cli.app import run
from auditor.rules.diff import compare
from auditor.rules.loading import loader, merging
from auditor.rules.loading.loader import book_ids, games_of, rulebook_ids, rules_in_force, turning_days
from auditor.rules.loading.merging import validated
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.findings import Money, Severity

MANILA = "act/canberra-manila"
DAY = timedelta(days=1)
DATED = [rules for rules in rulebook_ids() if turning_days(rules)]


@pytest.mark.parametrize("rules", DATED)
def test_on_every_turning_day_the_next_version_applies_and_the_day_before_the_last(rules):
    days = turning_days(rules)

    assert not rules_in_force(rules, days[0] - DAY).applies
    for number, day in enumerate(days):
        book = rules_in_force(rules, day)
        assert book.applies
        assert book.instruments[-1].in_force.from_ == day
        assert len(book.instruments) > len(rules_in_force(rules, day - DAY).instruments) or number == 0


@pytest.mark.parametrize("rules", sorted({*rulebook_ids()} - {*DATED}))
def test_rules_without_a_date_apply_on_every_day(rules):
    assert rules_in_force(rules, date.min) is rules_in_force(rules, date.max)
    assert rules_in_force(rules, date.min).applies


@pytest.mark.parametrize("rules", DATED)
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


STUD_AMENDED = {
    "7.1(a)": ("title", "gist", "game.round.first.opener.tie"),
    "7.1(a)[amount]": ("title", "gist"),
    "7.1(a)[designated]": ("title", "gist", "game.round.first.designated.raise_counts"),
    "14.3": ("title", "gist"),
}


@pytest.mark.parametrize(
    ("rules", "amended"),
    [(MANILA, {"13.3": ("title", "gist")}), *((stud, STUD_AMENDED) for stud in STUDS), (DRAW, {})],
)
def test_an_amendment_changes_what_it_names_and_nothing_else(rules, amended):
    changed = compare(rules, date(1994, 6, 1), date(1994, 12, 1))
    places = [
        (clause, where if "." in where else f"clauses.{{{clause}}}.{where}")
        for clause, all_of_it in amended.items()
        for where in all_of_it
    ]

    assert sorted((one.clause, one.place) for one in changed) == sorted(places)
    assert compare(rules, date(1994, 6, 1), date(1994, 11, 3)) == []


@pytest.mark.parametrize("rules", [*book_ids(), "crown/omaha"])
def test_every_rulebook_is_shown_and_its_coverage_told(rules, capsysbinary):
    for command in ("show", "coverage"):
        assert run(["rules", command, rules]) == 0
        out = capsysbinary.readouterr().out.decode()
        clauses = rules_in_force(games_of(rules)[0], date.max).clauses
        assert [clause.id for clause in clauses if clause.id not in out] == []


def test_only_the_version_that_is_asked_for_is_built(monkeypatch):
    built = []
    monkeypatch.setattr(loader, "validated", lambda *given: built.append(given[0]) or validated(*given))
    monkeypatch.setattr(merging, "validated", lambda *given: built.append(given[0]) or validated(*given))
    for cached in (loader._plan, loader._own, loader._version):
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


# ---- the studs on both sides of the amendment ----

BUCK_HIGH = ("Ann raises $20 to $30", "Ben raises $10 to $40", "Cam folds", "Dot folds", "Ann folds")


@pytest.mark.parametrize("rules", STUDS)
@pytest.mark.parametrize(
    ("day", "found"),
    [
        pytest.param("1994-10-30", ["irregularity of 10.2"], id="the buck's raise is a raise and sets a floor"),
        pytest.param("1994-10-31", ["advisory of 10.2"], id="approved that it is none"),
        pytest.param("1994-11-03", ["advisory of 10.2"], id="and not yet printed"),
        pytest.param("1994-11-04", [], id="printed: it is the opening wager"),
        pytest.param("1994-11-09", [], id="later"),
    ],
)
def test_the_buck_seats_raise_changes_its_nature_on_gazettal(rules, day, found):
    result = audited(stud(*BUCK_HIGH, rules=rules, up="Ac Kd 9h 4s", buck=1, day=day))

    assert [finding.message.partition(":")[0] for finding in result.findings] == found


@pytest.mark.parametrize("rules", STUDS)
def test_each_hand_of_a_night_is_judged_by_the_version_of_its_first_card(rules):
    raises = ("Ann raises $20 to $30", "Ben raises $15 to $45", "Cam folds", "Dot folds", "Ann folds")
    first, second = (
        stud(*raises, rules=rules, up="Ac Kd 9h 4s", buck=1, day="1994-11-03", start=start)
        for start in ("hand 1 at 23:57", "hand 2 at 00:06 on 1994-11-04")
    )
    result = audited(first + second[second.index("hand 2") :])

    assert [(one.hand, one.version, one.clause) for one in result.findings if one.check != "buck-rotation"] == [
        ("1", "s94", "10.2[size]"),
        ("2", "s94+s239", "10.2[size]"),
    ]
    assert {version for _, version in result.rulebooks} == {"s94", "s94+s239"}


@pytest.mark.parametrize("rules", STUDS)
@pytest.mark.parametrize(
    ("day", "found"),
    [
        ("1994-10-30", ["breach of 7.1(a): seat 3 (Kh) began the first betting round (seat 1 (Kc) acts first)"]),
        (
            "1994-11-01",
            [
                "advisory of 7.1(a): seat 3 (Kh) began the first betting round (seat 1 (Kc) acts first) "
                "[reading: amendment_interregnum = advisory; with strict it is a breach of 7.1(a)]"
            ],
        ),
        ("1994-11-04", []),
    ],
)
def test_the_buck_seat_may_yield_in_a_tie_since_the_amendment(rules, day, found):
    opens = ("Cam opens $10", "Dot folds", "Ann folds", "Ben folds")
    result = audited(stud(*opens, rules=rules, up="Kc 7d Kh 4s", buck=1, day=day))

    assert [finding.message for finding in result.findings] == found


@pytest.mark.parametrize("rules", STUDS)
def test_in_ante_betting_the_buck_seat_opens_in_a_tie_before_and_after(rules):
    opens = ("Cam opens $10", "Dot folds", "Ann folds", "Ben folds")
    for day in ("1994-10-30", "1994-11-09"):
        result = audited(stud(*opens, rules=rules, up="Kc 7d Kh 4s", buck=1, blind=None, day=day))
        assert [(one.severity, one.clause) for one in result.findings] == [(Severity.BREACH, "7.1(b)")]


# ---- Draw Poker before it had rules ----


@pytest.mark.parametrize(
    ("day", "instrument"),
    [
        ("1994-10-12", ["breach of instrument: Poker – Draw Poker had no approved rules on 12 October 1994"]),
        ("1994-10-30", ["breach of instrument: Poker – Draw Poker had no approved rules on 30 October 1994"]),
        (
            "1994-10-31",
            ["advisory of instrument: rules of Poker – Draw Poker approved, and not yet in force on 31 October 1994"],
        ),
        (
            "1994-11-03",
            ["advisory of instrument: rules of Poker – Draw Poker approved, and not yet in force on 3 November 1994"],
        ),
        ("1994-11-04", []),
    ],
)
def test_that_draw_poker_had_no_rules_is_told_once_a_session(day, instrument):
    first = draw("Cam opens $10", "Dot folds", "Ann folds", "Ben passes", day=day)
    second = draw("Dot opens $10", "Ann folds", "Ben folds", "Cam passes", day=day, buck=2, start="hand 2")
    messages = [finding.message for finding in audited(first + second[second.index("hand 2") :]).findings]
    supposing = "; had the rules applied" if instrument else ""

    assert [one for one in messages if "7.1" in one] == [
        f"breach of 7.1(i): opening wager of $10 (allowed $20{supposing})"
    ] * 2
    assert [one.partition(" (")[0] for one in messages if "instrument" in one] == instrument


# ---- what only these games have ----

SERVED = [
    line
    for name, cards in (("Ann", 3), ("Ben", 2), ("Cam", 3), ("Dot", 3))
    for line in (f"{name} discards {cards} announcing {cards}", f"deal {name} [{' '.join(['??'] * cards)}]")
]

SHUFFLED = "reshuffle with discards of Ann, Ben, Cam, Dot"


@pytest.mark.parametrize(
    ("served", "found"),
    [
        pytest.param((SHUFFLED, "deal Eve [?? ??]"), [], id="without their own"),
        pytest.param(
            (f"{SHUFFLED}, Eve", "deal Eve [?? ??]"),
            ["breach of 8.4: discards of seat 5 Eve shuffled in, who was being served"],
            id="with their own",
        ),
        pytest.param(
            ("deal Eve [??]", SHUFFLED, "deal Eve [??]"),
            ["advisory of 8.4: last card of the deck dealt"],
            id="after the last card, unless a line was left out",
        ),
    ],
)
def test_with_one_card_left_and_two_owed_the_discards_of_the_others_are_shuffled(served, found):
    calls = ("Cam opens $20", *(f"{name} calls $20" for name in ("Dot", "Eve", "Fay", "Gus", "Hal")))
    text = draw(*calls, "Ann calls $15", "Ben calls $10", *SERVED, "Eve discards 2 announcing 2", *served, players=8)

    assert [finding.message.partition(" (")[0] for finding in audited(text).findings] == found


@pytest.mark.parametrize(("raised", "found"), [(27, []), (28, [("10.6", 50)])])
def test_half_of_an_odd_pot_is_half_a_dollar(raised, found):
    text = draw("Cam opens $20", f"Dot raises ${raised} to ${20 + raised}", head=("limit half-pot",))

    assert [(one.clause, one.money and one.money.amount) for one in audited(text).findings] == found


FLUSH_AND_FULL_HOUSE = ("Kh Jh 9h 7h 5h 6c 8d", "Kc Ks Kd 6s 6d 9c 7c", "Qc Td 8c 6h 5c 5d Ac")


@pytest.mark.parametrize("rules", [*STUDS, DRAW])
@pytest.mark.parametrize(("deck", "wronged"), [("40", "Ben"), ("52", "Ann")])
def test_a_flush_beats_a_full_house_with_forty_cards_and_loses_to_it_with_all(rules, deck, wronged):
    paid = ("pot $180 commission $9", f"{wronged} wins $171")
    agreed = ("agreed reduced-deck by players",) if deck == "40" else ()
    text = showdown(rules, (60, 60, 60), FLUSH_AND_FULL_HOUSE, *paid, head=(f"deck {deck}", *agreed))
    (finding,) = audited(text).findings

    due, paid = ("seat 1 Ann", "seat 2 Ben") if deck == "40" else ("seat 2 Ben", "seat 1 Ann")
    assert (finding.check, finding.money) == ("hand-rank", Money(17100, due, paid))
