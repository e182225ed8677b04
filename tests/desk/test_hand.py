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
from auditor.report.pages.one_hand import steps_of
from auditor.report.pages.settle import settlement_of_chosen

SAMPLES = Path(__file__).parents[2] / "samples" / "sessions"
WHOLE = "AUDITOR_EVERY_STEP" in os.environ  # each step of each hand by itself, which takes minutes
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
    opened = 0
    for path, table, number in hands_of(nights):
        asked = HandAsked(number, table)
        address = {"log": path, "hand": number, "table": table}
        looked = logs.hand(logs.log(path), asked)
        moments = moments_of(looked.seen, by_line(looked.raw))
        assert [step.number for step in looked.seen.steps.steps if step.table] == [
            one.number for one in moments if one.table
        ]
        for moment in moments if WHOLE else moments[-1:]:
            answer = client.get("/hand", params={**address, "line": moment.address})
            assert answer.status_code == 200
            if moment.table is not None and (drawn := DESCRIPTION.search(answer.text)):
                assert unescape(drawn[1]) == moment.table.words
        opened += 1

    assert opened == nights.view.result.hands_judged > 200


@pytest.mark.parametrize("number", ["7", "19"])
def test_a_hand_has_the_steps_findings_and_sums_of_the_command_line(nights, number):
    path = str(SAMPLES / "manila-night.log")
    logs = LogsAgain(nights)
    looked = logs.hand(logs.log(path), HandAsked(number)).seen
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

    assert answer.status_code in (400, 404)
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
    page = opened(log).get("/hand", params={"log": "1", "hand": "1"})

    assert page.status_code == 200
    for forged in ("<script>alert", "<img", "<b onclick", "\u202e", '" onload'):
        assert forged not in page.text


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
