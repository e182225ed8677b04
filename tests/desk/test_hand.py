"""A hand on the desk: the same steps, tables and sums as `auditor replay` and `auditor settle` tell."""

import os
import re
from html import unescape
from pathlib import Path

import pytest

from auditor.auditing.chosen_hand import HandAsked, audited_hand
from auditor.auditing.options import Options
from auditor.desk.logs_again import LogsAgain
from auditor.desk.pages.hand import by_line, moments_of
from auditor.logs.files.discovery import find, open_all
from auditor.report.formats.html import render
from auditor.report.pages.one_hand import steps_of
from auditor.report.pages.settle import settlement_of_chosen
from auditor.report.pages.sheet import sheet_of
from auditor.report.view import Selection, view

SAMPLES = Path(__file__).parents[2] / "samples" / "sessions"
WHOLE = "AUDITOR_EVERY_STEP" in os.environ  # each step of each hand, which takes minutes
DESCRIPTION = re.compile(r"<desc[^>]*>(.*?)</desc>")


def hands_of(desk):
    """The log, the table and the number of every hand, as the heads of hands in the sample logs have them."""
    for log in desk.view.result.inputs:
        table = ""
        for line in Path(log.path).read_text(encoding="utf-8").splitlines():
            words = line.split()
            if words[:1] == ["table"]:
                table = line.split('"')[1]
            elif words[:1] == ["hand"]:
                yield log.path, table, words[1]


def test_every_hand_of_the_samples_opens_and_steps_as_replay_does(nights, client):
    logs = LogsAgain(nights)
    hands = list(hands_of(nights))
    for path, table, number in hands if WHOLE else hands[::9]:
        asked = HandAsked(number, table)
        address = {"log": path, "hand": number, "table": table}
        looked = logs.hand(logs.log(path), asked)
        moments = moments_of(looked.replayed, by_line(looked.raw))
        assert [step.number for step in looked.replayed.steps.steps if step.table] == [
            one.number for one in moments if one.table
        ]
        for moment in moments if WHOLE else moments[-1:]:
            answer = client.get("/hand", params={**address, "line": moment.address})
            assert answer.status_code == 200
            if moment.table is not None and (drawn := DESCRIPTION.search(answer.text)):
                assert unescape(drawn[1]) == moment.table.words

    assert len(hands) == nights.view.result.hands_judged > 200


@pytest.mark.parametrize("number", ["7", "19"])
def test_a_hand_has_the_steps_findings_and_sums_of_the_command_line(nights, number):
    path = str(SAMPLES / "manila-night.log")
    logs = LogsAgain(nights)
    looked = logs.hand(logs.log(path), HandAsked(number)).replayed
    told = audited_hand(open_all(find([path])), HandAsked(number), Options()).chosen

    assert looked.steps == steps_of(told)
    assert looked.settlement == settlement_of_chosen(told)


def test_a_step_shows_its_line_what_was_open_and_what_was_found(client):
    page = client.get("/hand", params={"log": str(SAMPLES / "manila-night.log"), "hand": "7", "line": "275"}).text

    assert "step 23 of 38" in page
    assert re.search(r'class="now fault" aria-current="step"[^>]*><span class="n">275<', page)
    assert "not open, three raises were made, at most three" in page
    assert "/clause?rules=act%2Fcanberra-manila&amp;clause=10.2" in page
    assert "fourth raise in the first betting round, of $15 (at most three)" in page


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"log": "1"},
        {"log": "99", "hand": "1"},
        {"log": "/etc/passwd", "hand": "1"},
        {"log": "../README.md", "line": "1"},
        {"log": "1", "hand": "<script>alert(1)</script>"},
        {"log": "1", "line": "99999999999999999999"},
        {"log": "²", "hand": "1"},
    ],
)
def test_what_is_not_there_is_told(client, query):
    answer = client.get("/hand", params=query)

    assert answer.status_code == 404
    assert "<script>alert" not in answer.text


HOSTILE = """log 1
table "<img src=x onerror=alert(1)>"
  rules act/canberra-manila
  date 1994-06-11
hand 1
  seat 1 "<script>alert(1)</script>" $100
  seat 2 "\\" onload=alert(2) x=\\"" $100
  seat 3 "javascript:alert(3)\u202e" $100
  buck 1
  "<script>alert(1)</script>" blind $5
  deal "<script>alert(1)</script>" [As Ks], "\\" onload=alert(2) x=\\"" [?? ??], "javascript:alert(3)\u202e" [2c 3c]
end
"""


def test_names_and_lines_of_a_log_are_text_on_every_page(tmp_path, opened):
    log = tmp_path / "<b onclick=alert(4)>.log"
    log.write_text(HOSTILE, encoding="utf-8")
    client = opened(log)
    pages = [client.get(page, params={"log": "1", "hand": "1"}) for page in ("/hand", "/sheet", "/log", "/report")]
    steps = re.findall(r'<a href="(/hand[^"]*)" data-step', pages[0].text)
    pages += [client.get(unescape(step)) for step in steps]

    assert len(steps) == 8
    for page in pages:
        assert page.status_code == 200
        assert not [one for one in ("<script>alert", "<img", "<b onclick", "\u202e", '" onload') if one in page.text]


def test_unknown_cards_and_stakes_look_unknown(tmp_path, opened):
    log = tmp_path / "dark.log"
    log.write_text(HOSTILE.replace("seat 3", "seat 3 ").replace('202e" $100', '202e"'), encoding="utf-8")
    page = opened(log).get("/hand", params={"log": "1", "hand": "1", "line": "11"}).text

    assert 'class="k unk"' in page


def test_a_log_that_is_gone_or_changed_says_so(tmp_path, opened):
    log = tmp_path / "night.log"
    log.write_text((SAMPLES / "manila-clean.log").read_text(encoding="utf-8"), encoding="utf-8")
    client = opened(tmp_path)
    log.write_text(log.read_text(encoding="utf-8") + "\n# more\n", encoding="utf-8")
    assert "not what it was when it was audited" in client.get("/hand", params={"log": "1", "hand": "1"}).text
    log.unlink()
    gone = client.get("/hand", params={"log": "1", "hand": "2"})

    assert gone.status_code == 404
    assert "gone" in gone.text


UNREAD = """log 1
table "Manila 3"
  rules act/canberra-manila
  date 1994-06-11
hand 1
  seat 1 Ann $240
  seat 2 Ben $180
  buck 1
  Ann blind $5
  deal Ann [As Kd], Ben [7c 7d]
  communal [Qh]
  Ben {verb} $5
  Ann checks
  communal [2h]
end
"""


def test_a_hand_with_unread_lines_has_no_verdict_but_what_would_be(tmp_path, opened):
    log = tmp_path / "night.log"
    log.write_text(UNREAD.format(verb="cals"), encoding="utf-8")
    client = opened(log)
    page = client.get("/hand", params={"log": "1", "hand": "1"}).text

    assert "No verdict is given on it" in page
    assert "write &#39;Ben calls $5&#39;" in page
    assert "if these fixes are taken" in page
    assert "/finding?" not in page
    assert client.get("/sheet", params={"log": "1", "hand": "1"}).status_code == 404


def test_a_hand_that_nothing_puts_right_shows_its_lines_alone(tmp_path, opened):
    log = tmp_path / "night.log"
    log.write_text(UNREAD.format(verb="gibberish and"), encoding="utf-8")
    page = opened(log).get("/hand", params={"log": "1", "hand": "1"}).text

    assert "not called clean" in page
    assert "Settlement" not in page


def test_papers_are_those_of_the_command_line(nights, client):
    path = str(SAMPLES / "manila-night.log")
    result = audited_hand(open_all(find([path])), HandAsked("7"), Options())
    alone = "".join(sheet_of(result.chosen, view(result.result, Selection())))
    answer = client.get("/sheet", params={"log": path, "hand": "7"})

    assert answer.text == alone
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert client.get("/report").text == "".join(render(nights.view))


def test_a_log_shows_its_lines_with_their_numbers_a_page_at_a_time(client):
    path = SAMPLES / "manila-night.log"
    written = path.read_text(encoding="utf-8").splitlines()
    page = client.get("/log", params={"log": str(path), "line": "1000"}).text
    shown = re.findall(r'id="line-([0-9]+)".*?<bdi>(.*?)</bdi></span>', page)

    assert [int(number) for number, _ in shown] == list(range(992, len(written) + 1))
    assert [unescape(text) for _, text in shown] == written[991:]
    assert client.get("/log", params={"log": str(path), "line": "999999"}).status_code == 200
    assert client.get("/log", params={"log": "/etc/passwd"}).status_code == 404


@pytest.mark.parametrize(
    ("address", "words"),
    [
        pytest.param("/finding?ref=0000000000", "There is no such finding in the open logs.", id="a finding"),
        pytest.param("/nowhere", "There is no such page.", id="a page"),
    ],
)
def test_what_is_not_there_is_named(client, address, words):
    answer = client.get(address)

    assert (answer.status_code, words in answer.text) == (404, True)


@pytest.mark.parametrize(
    ("log", "number", "title"),
    [
        pytest.param("manila-night.log", "7", "Clauses that came up", id="with a finding"),
        pytest.param("manila-clean.log", "7", "Nothing was found in this hand", id="without one"),
    ],
)
def test_a_hand_says_which_clauses_it_passed(nights, client, log, number, title):
    address = {"log": str(SAMPLES / log), "hand": number}
    page = client.get("/hand", params=address).text
    told = client.get("/api/hand", params=address).json()["verdicts"]
    passed = [one["clause"] for one in told if one["verdict"] == "pass" and not one["clause"].startswith("record/")]
    failed = [one["clause"] for one in told if one["verdict"] == "fail"]

    assert title in page
    assert f"{len(passed)} clauses passed" in page
    assert failed == (["10.2"] if log == "manila-night.log" else [])


def test_a_finding_has_its_table_drawn(nights, client):
    fourth = next(one for one in nights.view.findings if one.cited == "10.2" and one.hand == "7")
    page = client.get("/finding", params={"ref": fourth.ref}).text

    assert "Gus" in DESCRIPTION.search(page)[1]
    assert "No choice of these readings excuses it." in page
