"""Who dealt, and in which currency: reports name both as the log states them, and fingerprints know of neither."""

import csv
import io
import json

import pytest

from auditor import audit_text
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.decoding import open_stream
from auditor.report import formats, totals
from auditor.report.layout import plain
from auditor.report.statistics import statistics
from auditor.report.view import Selection, view
from auditor.vocabulary.money import in_currency

HEAD = """\
table "Blue 4"
  rules crown/holdem
  limit no-limit
  minimum $10
  blinds $5, $10
  chip $1
  time-to-act 30
"""
HAND = """
hand {number}
  seat 1 Ann $1000
  seat 2 "Ben $5" $1000
  seat 3 Cam $1000
  button 1
  "Ben $5" blind $5
  Cam blind $10
  deal "Ben $5" [2c], Cam [3c], Ann [Kd]
  deal "Ben $5" [2d], Cam [3d], Ann [Kc]
  Ann calls $10
  "Ben $5" calls $5
  Cam checks
  burn
  communal [9h 8s 4s]
  "Ben $5" bets $4
  void Cam "time"
  {note}
  Ann folds
  return $4 to "Ben $5"
  pot $30
  "Ben $5" wins $30
end
"""


def hand(number, note=""):
    return HAND.format(number=number, note=note)


def dealers(text):
    """Whom the findings on killed hands name, by hand."""
    return [(one.hand, one.actor.name) for one in audit_text(text).findings if one.check == "time-to-act"]


@pytest.mark.parametrize(
    ("log", "named"),
    [
        (HEAD + hand(1), [("1", None)]),
        (HEAD + "  dealer 1042\n" + hand(1), [("1", "1042")]),
        (HEAD + hand(1, 'dealer "D. Smith"') + hand(2), [("1", None), ("2", "D. Smith")]),
        (HEAD + "  dealer 1042\n" + hand(1, "dealer-change to 77") + hand(2), [("1", "1042"), ("2", "77")]),
        (HEAD + "  dealer 1042\n" + hand(1) + "\ndealer 77\n" + hand(2), [("1", "1042"), ("2", "77")]),
        (HEAD + "  dealer 1042\n" + hand(1) + "\ndealer-change\n" + hand(2), [("1", "1042"), ("2", None)]),
        (HEAD + "  dealer 1042\n" + hand(1) + "\ndeeler 77\n" + hand(2), [("1", "1042"), ("2", None)]),
    ],
    ids=["nobody", "at-the-head", "in-a-hand", "changed-in-a-hand", "between-hands", "changed-to-nobody", "not-read"],
)
def test_a_finding_names_the_dealer_who_dealt_then(log, named):
    assert dealers(log) == named


def test_every_form_names_the_dealer_and_none_by_the_fingerprint():
    unnamed, found = audit_text(HEAD + hand(1)), audit_text(HEAD + "  dealer 1042\n" + hand(1))
    row = next(one for one in csv.DictReader(io.StringIO(found.report("csv"))) if one["role"] == "dealer")
    entry = next(one for one in json.loads(found.report("json"))["findings"] if one["actor"]["role"] == "dealer")

    assert [one.fingerprint for one in found.findings] == [one.fingerprint for one in unnamed.findings]
    assert (row["dealer"], row["player"], entry["actor"]["name"]) == ("1042", "", "1042")
    for form in ("text", "concise", "markdown", "html", "sarif", "junit", "github", "gitlab"):
        assert "the dealer 1042" in found.report(form).replace("The", "the"), form


@pytest.mark.parametrize(("code", "sign"), [("EUR", "€"), ("GBP", "£"), ("CHF", "CHF ")])
def test_money_is_told_in_the_currency_of_the_table(code, sign):
    found = audit_text(HEAD + f"  currency {code}\n" + hand(1))
    bet = next(one for one in found.findings if one.actor.role == "player")
    entry = next(one for one in json.loads(found.report("json"))["findings"] if one["actor"]["role"] == "player")

    assert (bet.observed, bet.expected) == (f"opening wager of {sign}4", f"at least {sign}10")
    assert entry["money"]["currency"] == code


def test_two_currencies_are_never_added_up():
    both = HEAD + "  currency EUR\n" + hand(1) + HEAD.replace("Blue 4", "Red 1") + "  currency CHF\n" + hand(1)
    report = audit_text(both).report("text")

    assert [" ".join(line.split()) for line in report.splitlines() if " in two findings" in line] == [
        "Money CHF 40 in two findings: CHF 34 owed to players and CHF 6 at stake",
        "€40 in two findings: €34 owed to players and €6 at stake",
    ]


def test_a_name_that_looks_like_money_stays_a_name():
    assert in_currency("Ben $5 called $10 of $5", "EUR", ["Ben $5", "Ann"]) == "Ben $5 called €10 of €5"


def test_people_have_their_hands_and_a_rate_where_there_are_enough(monkeypatch):
    monkeypatch.setattr(totals, "LEAST", 2)
    found = audit([open_stream(io.BytesIO((HEAD + hand(1) + hand(2)).encode()), "log")], Options())
    seen = view(found, Selection())
    people = json.loads("".join(formats.render("json", seen)))["totals"]["by_person"]
    lines = plain(statistics(seen, 80)).split("BY PERSON")[1].split("\n\n")[0].splitlines()

    assert {one["role"]: (one["hands"], one["rate"]) for one in people} == {"dealer": (None, None), "player": (2, 150)}
    assert lines[1].split() == ["person", "hands", "breach", "irregular", "advisory", "per", "100", "money"]


def test_statistics_have_a_row_for_every_dealer_with_the_hands_that_were_begun():
    log = HEAD + "  dealer 1042\n" + hand(1, "dealer 77") + hand(2).replace('  void Cam "time"\n', "  Cam folds\n")
    lines = plain(statistics(view(audit([open_stream(io.BytesIO(log.encode()), "log")], Options()), Selection()), 80))

    assert lines.split("BY DEALER")[1].split("\n\n")[0].splitlines()[1:] == [
        "  dealer    hands  breach  irregular  advisory  money",
        "  1042          1       1          0         0    $34",
        "  77            1       0          1         0",  # the button was not moved
    ]
