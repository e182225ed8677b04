"""Nights, what they sum up to, and which of them are asked for; many findings in the text; money by its currency."""

import csv
import io
import json
import re
import zipfile
from datetime import date
from html import escape, unescape

import pytest
from places import HISTORIES, ROOT

from auditor import Severity, UsageError, audit, audit_text
from auditor.report.formats import BINARY, OUTPUTS
from auditor.report.totals import totals

NIGHT = (ROOT / "samples" / "sessions" / "manila-night.log").read_text(encoding="utf-8")
STUD = (ROOT / "samples" / "sessions" / "seven-card-stud-night.log").read_text(encoding="utf-8")
MONTHS = ("1994-06-11", "1994-06-12", "1994-07-02")


def logs(folder, *nights):
    """The same table and hand numbers on several nights, each in a log of its own."""
    for night in nights:
        (folder / f"{night}.log").write_text(NIGHT.replace("1994-06-11", night), encoding="utf-8")
    return folder


# ---- a finding and its night ----


def test_the_same_hand_of_the_same_table_on_two_nights_makes_two_findings(tmp_path):
    found = audit(logs(tmp_path, *MONTHS[:2])).findings

    assert len({one.fingerprint for one in found}) == len(found) == 2 * len(audit_text(NIGHT).findings)
    assert len({one.old_fingerprint for one in found}) == len(found) // 2


def test_a_hand_past_midnight_belongs_to_the_night_of_its_table():
    late = [one for one in audit_text(STUD).findings if one.day != one.night]

    assert [(str(one.night), str(one.day), one.time, one.hand) for one in late] == [
        ("1994-11-03", "1994-11-04", "00:07", "22")
    ]
    assert "3 November 1994, hand 22 at 00:07 on 4 November 1994" in " ".join(audit_text(STUD).report().split())


def test_a_room_gives_each_hand_its_own_night():
    text = (HISTORIES / "winamax-holdem.txt").read_text(encoding="utf-8")
    tables = audit_text(text).view.result.tables

    assert {(one.venue, one.night is not None) for one in tables} == {("winamax", True)}


@pytest.mark.parametrize("form", [one for one in OUTPUTS if one not in ("text", *BINARY)])
def test_every_form_tells_night_and_time(form):
    report = unescape(audit_text(NIGHT, name="night.log").report(form))

    assert "1994-06-11" in report or "11 June 1994" in report
    assert "21:20" in report


# ---- totals ----


def test_totals_add_up_by_time_and_a_table_is_one_on_all_its_nights(tmp_path):
    result = audit(logs(tmp_path, *MONTHS))
    once = audit_text(NIGHT)
    found = totals(result.view)

    assert [(one.name, one.hands) for one in found.nights] == [(night, 32) for night in MONTHS]
    assert [(one.name, one.hands) for one in found.weeks] == [("1994-W23", 64), ("1994-W26", 32)]
    assert [(one.name, one.hands) for one in found.months] == [("1994-06", 64), ("1994-07", 32)]
    assert [(one.shown, one.hands, one.findings) for one in found.tables] == [("Manila 3", 96, 3 * len(once.findings))]
    for parts in (found.nights, found.weeks, found.months, found.tables, found.people, found.clauses):
        assert sum(one.findings for one in parts) == len(result.findings)
        assert sum((one.money or {}).get("$", 0) for one in parts) == 3 * sum(
            abs(one.money.amount) for one in once.findings if one.money is not None
        )
    summary = json.loads(result.report("json"))["summary"]
    assert (summary["tables"], summary["nights"], summary["undated"]) == (1, 3, 0)
    assert "96 hands at 1 table on 3 nights" in " ".join(result.report().split())


def test_what_has_no_date_is_counted_apart():
    log = NIGHT.replace("  date 1994-06-11\n", "")
    result = audit_text(log, as_of=date(1994, 6, 11))

    assert [(one.name, one.hands) for one in totals(result.view).nights] == [("no date", 32)]
    assert {(one.night, one.day) for one in result.findings} == {(None, None)}


# ---- which nights ----


@pytest.mark.parametrize(
    ("since", "until", "nights"),
    [
        (None, None, MONTHS),
        ("1994-06-12", None, MONTHS[1:]),
        (None, "1994-06-12", MONTHS[:2]),
        ("1994-06-12", "1994-06-12", MONTHS[1:2]),
    ],
)
@pytest.mark.parametrize("jobs", [1, 2])
def test_only_the_nights_asked_for_are_judged_and_the_rest_is_stated(tmp_path, since, until, nights, jobs):
    days = {name: date.fromisoformat(day) for name, day in (("since", since), ("until", until)) if day}
    result = audit(logs(tmp_path, *MONTHS), jobs=jobs, **days)
    left_out = 32 * (3 - len(nights))

    assert {str(one.night) for one in result.findings} == set(nights)
    assert result.hands == 32 * len(nights)
    assert json.loads(result.report("json"))["summary"]["left_out"] == left_out
    assert (f"{left_out} hands of other nights left out" in result.report("concise")) == bool(days)


def test_a_hand_without_a_date_is_judged_whatever_nights_are_asked_for():
    log = NIGHT.replace("  date 1994-06-11\n", "")
    result = audit_text(log, as_of=date(1994, 6, 11), since=date(2000, 1, 1))

    assert result.hands == 32
    assert "32 hands without a date judged, of whatever night" in result.report("concise")


def test_no_night_at_all_is_no_audit():
    result = audit_text(NIGHT, since=date(2000, 1, 1))

    assert result.report().endswith("Nothing was audited: 32 hands of other nights left out.\n")
    with pytest.raises(UsageError, match="no night is left"):
        audit_text(NIGHT, since=date(2000, 1, 1), until=date(1999, 1, 1))


def test_a_session_that_begins_before_the_nights_asked_for_accuses_nobody_by_what_was_left_out():
    """A log that goes on with another date: the first hand that is judged has others before it, which nobody read."""
    hand = "\nhand 20 at "
    two = NIGHT.replace(hand, f"\ndate 1994-06-12\n{hand}")
    whole = {one.location.line for one in audit_text(two).findings}

    rest = audit_text(two, since=date(1994, 6, 12))

    assert rest.hands == 13
    assert {one.location.line for one in rest.findings} <= whole


# ---- many findings ----


def test_many_findings_are_told_by_clause_behind_the_summary_unless_all_are_asked_for(tmp_path):
    result = audit(logs(tmp_path, *[f"1994-06-{day:02}" for day in range(11, 16)]))
    short, full = result.report(), result.report(full=True)

    assert short.startswith("SUMMARY\n")
    assert "5 BREACHES of 10.2 " in short
    assert "and 2 more; --select 10.2 chooses these" in short
    assert short.splitlines()[-1] == full.splitlines()[-1]  # people read the last line first
    assert (short.count("BREACH of 10.2"), full.count("BREACH of 10.2")) == (3, 5)
    assert full.count("ref:") == len(result.findings) > short.count("ref:")


# ---- money ----


def faulty_winamax():
    """A hand of Winamax in euros in which a raise is too small."""
    return """Winamax Poker - CashGame - HandId: #7-1-1 - Holdem no limit (0.50€/1€) - 2016/11/14 02:56 UTC
Table: 'Our Table' 6-max (real money) Seat #1 is the button
Seat 1: Ann (100€)
Seat 2: Ben (100€)
Seat 3: Cam (100€)
*** ANTE/BLINDS ***
Ben posts small blind 0.50€
Cam posts big blind 1€
*** PRE-FLOP ***
Ann raises 4€ to 5€
Ben raises 1€ to 6€
Cam folds
Ann calls 1€
*** FLOP *** [2c 7d 9h]
Ben checks
Ann checks
*** TURN *** [2c 7d 9h][Ks]
Ben checks
Ann checks
*** RIVER *** [2c 7d 9h Ks][4s]
Ben checks
Ann checks
*** SHOW DOWN ***
Ben shows [Ac Ad] (Pair)
Ann shows [Qc Qd] (Pair)
Ben collected 13€ from pot
*** SUMMARY ***
Total pot 13€ | No rake
Board: [2c 7d 9h Ks 4s]
"""


def told(result, form):
    """All texts of a report; of a workbook its cells, with the formats that they are shown in."""
    if form not in BINARY:
        return result.report(form).replace("$schema", "").replace("$id", "")
    with zipfile.ZipFile(io.BytesIO(result.report_bytes(form))) as book:
        names = [name for name in book.namelist() if re.search(r"worksheets/|sharedStrings|styles", name)]
        return "".join([book.read(name).decode("utf-8") for name in names])


def test_euros_are_euros_from_the_log_to_every_form(tmp_path):
    result = audit_text(faulty_winamax(), name="euros.txt")
    (raised,) = [one for one in result.findings if one.severity > Severity.ADVISORY and one.actor.name == "Ben"]

    assert (raised.currency, raised.venue, str(raised.night), raised.time) == ("EUR", "winamax", "2016-11-14", "02:56")
    assert "€" in raised.observed + raised.expected
    assert "$" not in raised.message
    for form in OUTPUTS:
        assert "$" not in told(result, form), form
    rows = csv.DictReader(io.StringIO(result.report("csv")))
    assert {row["currency"] for row in rows if row["money"]} <= {"EUR"}


def test_sums_in_two_currencies_are_never_added(tmp_path):
    logs(tmp_path, "1994-06-11")
    euros = NIGHT.replace("1994-06-11", "1994-06-12").replace("  date ", "  currency EUR\n  date ", 1)
    (tmp_path / "euros.log").write_text(euros, encoding="utf-8")
    us = euros.replace("EUR", "USD").replace("1994-06-12", "1994-06-13")
    (tmp_path / "us.log").write_text(us, encoding="utf-8")
    result = audit(tmp_path)
    once = sum(abs(one.money.amount) for one in audit_text(NIGHT).findings if one.money is not None)
    text = " ".join(result.report().split())

    for parts in (totals(result.view).tables, totals(result.view).months):
        assert [one.money for one in parts] == [{"$": once, "EUR": once, "USD": once}]
    assert all(f"{sign}{once // 100} in " in text for sign in ("$", "€", "USD "))


@pytest.mark.parametrize(
    ("name", "currencies"),
    [
        ("winamax-holdem.txt", {"EUR"}),
        ("winamax-tournament.txt", {"chips"}),
        ("pokerstars-holdem.txt", {"USD"}),
        ("888-tournament.txt", {"chips"}),
        ("full-tilt-cash.txt", {"$"}),
        ("ipoker-tournament.xml", {"chips"}),
    ],
)
def test_what_a_room_plays_for_is_in_its_own_words(name, currencies):
    from auditor.logs.files.decoding import open_path
    from auditor.logs.reader import RawHand, read

    hands = [part for part in read(open_path(HISTORIES / name, name)) if isinstance(part, RawHand)]

    assert {hand.setup.currency for hand in hands} == currencies


FINAL = (ROOT / "samples" / "sessions" / "roberts-tournament-final.log").read_text(encoding="utf-8")
DRAW = (ROOT / "samples" / "clauses" / "act-draw-poker" / "incidents.log").read_text(encoding="utf-8")


@pytest.mark.parametrize("form", OUTPUTS)
def test_chips_of_a_tournament_have_no_sign_in_any_form(form):
    report = told(audit_text(FINAL), form)
    lines = {line.partition("#")[0].strip() for line in FINAL.splitlines()}  # excerpts have amounts as they are written
    for line in sorted(filter(None, lines), key=len, reverse=True):
        report = report.replace(escape(line), "")

    assert "$" not in report


def test_a_currency_that_is_declared_goes_before_the_chips_and_fees_are_money():
    euros = audit_text(FINAL.replace("  tournament ", "  currency EUR\n  tournament "))
    fees = [one for one in audit_text(DRAW).findings if one.check == "entry-fee-retention"]

    assert {one.currency for one in audit_text(FINAL).findings} == {"chips"}
    assert {one.currency for one in euros.findings} == {"EUR"}
    assert "raise of €100" in euros.report()
    assert fees
    assert all("$" in one.observed and one.currency is None for one in fees)
