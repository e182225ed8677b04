"""Rulebooks, clauses and comparisons on the desk: what the command line tells, and no file that an address names."""

import json
import re
import time
from datetime import date
from html import unescape

import pytest
from desks import SAMPLES, client_of

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.cli.app import run
from auditor.desk.open_logs import Desk
from auditor.logs.files.discovery import find, open_all
from auditor.report.formats.json import render
from auditor.report.view import Selection, view
from auditor.rules.loading.loader import book_ids, every_id, rules_in_force

MANILA = SAMPLES / "manila-night.log"
LINE = re.compile(r"<bdi>(.*?)</bdi>")
WAITING = 'http-equiv="refresh"'


@pytest.fixture
def at_manila(opened):
    return opened(MANILA)


def answered(client, address):
    """The page of a comparison, once it is made."""
    for _ in range(600):
        page = client.get(address).text
        if WAITING not in page:
            return page
        time.sleep(0.1)
    raise AssertionError("no answer")


def report_on(options, path=MANILA):
    result = audit(open_all(find([str(path)])), options)
    return json.loads("".join(render(view(result, Selection(), options))))


def test_every_rulebook_and_each_clause_of_one_opens(client):
    listed = client.get("/rulebooks").text

    assert all(f">{id}<" in listed for id in every_id())
    for id in {*every_id(), *book_ids()}:
        assert client.get("/rulebook", params={"rules": id}).status_code == 200, id
    for clause in rules_in_force("act/7-card-stud", date.max).clauses:
        page = client.get("/clause", params={"rules": "act/7-card-stud", "clause": clause.id})
        assert page.status_code == 200, clause.id
        assert clause.gist in unescape(page.text), clause.id


def test_a_clause_stands_as_of_the_day_that_is_asked_for(client):
    asked = {"rules": "act/canberra-manila", "clause": "13.3"}
    before = client.get("/clause", params={**asked, "date": "1994-06-11"}).text
    after = client.get("/clause", params=asked).text

    assert "each active player gets a further card" in before.partition("Versions")[0]
    assert "each active player gets a further card" not in after.partition("Versions")[0]
    assert "What s239 changed" in after


def test_a_clause_shows_the_samples_that_explain_shows(client, capsys):
    asked = {"rules": "act/canberra-manila", "clause": "10.2"}
    page = unescape(client.get("/clause", params=asked).text)
    run(["explain", *asked.values()])
    told = capsys.readouterr().out
    parts = re.findall(r'<pre class="example">(.*?)</pre>', page, re.DOTALL)
    shown = [line.strip() for part in parts for line in LINE.findall(part)]

    assert len(shown) > 20
    assert [line.strip() for line in told.splitlines() if line.strip() in shown] == shown


def test_clauses_are_searched_by_words_numbers_and_checks(client):
    page = client.get("/rulebook", params={"rules": "act/canberra-manila", "q": "raise-cap final"}).text

    assert ">10.4<" in page
    assert ">10.2<" not in page
    assert "No clause of 176" in client.get("/rulebook", params={"rules": "act/canberra-manila", "q": "<b>"}).text


@pytest.mark.parametrize("rules", ["", "no/such", "/etc/passwd", "../act/canberra-manila", "house.toml", "<script>"])
def test_no_address_opens_a_file(client, rules):
    for page in ("/rulebook", "/clause"):
        assert client.get(page, params={"rules": rules, "clause": "1"}).status_code == 404
    if rules:
        assert client.get("/compare", params={"by": rules}).status_code == 404


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ("reading.commission_group=per-player", Options(readings=(("commission_group", "per-player"),))),
        ("reading.two_player_from=start-of-round", Options(readings=(("two_player_from", "start-of-round"),))),
    ],
)
def test_other_readings_change_in_the_open_logs_what_they_change_on_the_command_line(at_manila, query, options):
    page = answered(at_manila, f"/compare?{query}")
    was, now = (
        {one["fingerprint"]: one["message"] for one in report_on(each)["findings"]} for each in (Options(), options)
    )
    new, gone = ({one: a[one] for one in a.keys() - b.keys()} for a, b in ((now, was), (was, now)))

    assert new or gone
    assert all(words in unescape(page) for words in (*new.values(), *gone.values()))
    assert f"<dt>The same</dt><dd>{len(was.keys() & now.keys())}</dd>" in page


def test_an_unknown_reading_or_day_is_told(at_manila):
    assert at_manila.get("/compare?reading.no_such=1").status_code == 404
    assert at_manila.get("/compare?as_of=yesterday").status_code == 404


def test_a_report_is_compared_with_the_open_logs(at_manila):
    report = report_on(Options())
    gone = report["findings"].pop(0)
    answer = at_manila.post("/api/look/compare", json={"before": json.dumps(report), "now": None})

    assert answer.status_code == 200
    assert "<dt>New</dt><dd><a" in answer.text
    assert gone["message"] in unescape(answer.text)


@pytest.mark.parametrize("body", [b"", b"[]", b'{"before": "{}", "now": null}', b'{"before": 1}', b"[" * 100_000])
def test_what_is_no_report_is_told(at_manila, body):
    answer = at_manila.post("/api/look/compare", content=body)

    assert answer.status_code == 400
    assert "expected" in answer.text


HOUSE = """extends = "act/canberra-manila"
id = "harbour/manila"
title = "Harbour house rules"
cite = "Harbour Casino, house rules of 1 July 1994"

[[clauses]]
id = "H1"
title = "Five raises"
gist = "Five raises at most in the first betting round."
evidence = "play"
overrides = true
reason = "approved on 20 June 1994"
sets = { "game.round.first.raises.most" = 5 }
"""


def test_a_house_file_stands_against_its_base_and_is_named_by_its_id_alone(tmp_path):
    rules = tmp_path / "harbour.toml"
    rules.write_text(HOUSE, encoding="utf-8")
    desk = Desk([str(MANILA)], Options(rules=str(rules)), lambda result: view(result, Selection()))
    desk.audit()
    with client_of(desk) as client:
        page = client.get("/rulebook", params={"rules": "harbour/manila"}).text
        clause = client.get("/clause", params={"rules": "harbour/manila", "clause": "H1"}).text
        assert client.get("/rulebook", params={"rules": str(rules)}).status_code == 404

    assert "DIFFERENCE TO act/canberra-manila" in page
    assert "H1: Five raises" in page
    assert "Five raises at most in the first betting round." in clause
