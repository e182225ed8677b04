"""The page on which a hand is written: its mistakes, the verdict, the table and the settlement beside it."""

from html import unescape

import pytest
from desks import SAMPLES, client_of

from auditor.desk.pages.write import LARGEST
from auditor.rules.loading.loader import rulebook_ids

HAND = (SAMPLES / "manila-night.log").read_text().partition("\nhand 2")[0].partition("\n")[2]
THREE = HAND.replace("Ben folds", "Ben fold").replace("Gus folds", "Gas folds").replace("Eve wins", "Eve win")


@pytest.mark.parametrize("rules", rulebook_ids())
def test_every_game_has_a_hand_to_begin_with(client, rules):
    text = client.post("/api/look/start", json={"text": rules}).json()["text"]

    assert f"\n  rules {rules}\n" in text
    assert "#" not in text
    assert client.post("/api/look/write", json={"text": text}).json()["mistakes"] == []


def test_three_mistakes_are_told_at_once_with_what_to_write(client):
    told = client.post("/api/look/write", json={"text": THREE, "line": 40}).json()

    assert [one["fix_words"] for one in told["mistakes"]] == ["Write folds", "Write Gus", "Write wins"]
    assert len(told["fixes"]) == 3
    assert "If the fixes are taken" in told["beside"]
    assert "As it stands no verdict can be given: 3 places cannot be read." in told["beside"]


def test_where_nothing_is_written_nothing_is_wrong(client):
    told = client.post("/api/look/write", json={"text": "  \n"}).json()

    assert told["mistakes"] == []
    assert "Nothing is written yet" in told["beside"]
    assert "to look at" not in client.get("/write").text


def test_without_a_script_a_button_takes_the_fixes(client):
    page = _sent(client, "/write", text=THREE, do="fix:all")

    assert HAND in unescape(page.text)
    assert "No fault found in what the record shows." in page.text
    one = _sent(client, "/write", text=THREE, do="fix:1")
    assert THREE.replace("Gas folds", "Gus folds") in unescape(one.text)


@pytest.mark.parametrize("number", ["1", "2", "7", "19", "32"])
def test_a_copy_of_a_hand_has_no_fault_that_the_night_has_not(nights, client, number):
    path = str(SAMPLES / "manila-night.log")
    page = unescape(client.get("/write", params={"log": path, "hand": number}).text)
    text = page.partition('<textarea id="text"')[2].partition(">")[2].partition("</textarea>")[0].strip() + "\n"
    told = client.post("/api/look/write", json={"text": text}).json()["mistakes"]

    assert text.startswith('log 1\ntable "Manila 3"\n')
    here = [one for one in nights.view.findings if (one.location.path, one.hand) == (path, number)]
    assert [one["word"] for one in told] == [f"{one.severity.word.capitalize()} of {one.clause}" for one in here]


def test_what_may_stand_at_the_cursor(client):
    line = HAND.split("\n").index("  Ben folds") + 1
    told = client.post("/api/look/complete", json={"text": HAND, "line": line, "column": 7}).json()

    assert {"text": "folds", "kind": "word"} in told


@pytest.mark.parametrize(
    ("path", "hands"),
    [
        ("hand-histories/pokerstars-holdem.txt", "2 hands of PokerStars and GGPoker hand histories (.txt)"),
        ("phh/razz.phh", "1 hand of PHH and PHHS, the open standard (.phh, .phhs)"),
        ("hand-histories/holdem.ohh", "3 hands of OHH, Open Hand History (.ohh)"),
    ],
)
def test_what_is_pasted_of_another_format_becomes_a_table_log(client, path, hands):
    text = (SAMPLES.parent / path).read_text()
    told = client.post("/api/look/convert", json={"text": text}).json()

    assert told["told"] == [f"{hands} written as a table log."]
    assert told["text"].startswith("log 1\n")
    assert client.post("/api/look/convert", json={"text": told["text"]}).json() == {"text": None, "told": []}


def test_the_ruling_sheet_is_the_one_of_the_command_line(client):
    page = _sent(client, "/write/sheet", text=HAND, line="1")

    assert "Ruling sheet" in page.text
    assert "script-src" not in page.headers["content-security-policy"]
    refused = _sent(client, "/write/sheet", text=THREE)
    assert refused.status_code == 422
    assert "A ruling sheet is made of a log that is read as a whole." in refused.text


def test_a_text_is_saved_as_a_file_as_it_is(client):
    answer = _sent(client, "/write/file", text="log 1\r\n\u202etable\r\n")

    assert answer.text == "log 1\n\u202etable\n"
    assert answer.headers["content-disposition"] == 'attachment; filename="hand.log"'


def test_what_is_too_long_is_refused(client):
    assert _sent(client, "/write", text="x" * (LARGEST + 1)).status_code == 413
    assert client.post("/api/look/write", json={"text": "x" * (LARGEST + 1)}).status_code == 422
    assert client.post("/api/look/write", content=b"x" * 9_000_000).status_code == 413


def test_a_hand_of_an_open_log_is_changed_as_a_copy(client):
    log = next(one["path"] for one in client.get("/api/overview").json()["inputs"] if "manila-night" in one["path"])
    page = unescape(client.get("/write", params={"log": log, "hand": "7", "table": "Manila 3", "line": "275"}).text)
    text = page.partition("</textarea>")[0].rpartition("<textarea")[2].partition(">")[2]

    told = client.post("/api/look/write", json={"text": text, "line": 40}).json()
    assert "  rules act/canberra-manila\n" in text
    assert [one["word"] for one in told["mistakes"] if one["kind"] == "breach"] == ["Breach of 10.2"]


def test_hostile_text_does_nothing(client):
    text = HAND.replace("Ben", '"</textarea><script>alert(1)</script>"')
    page, told = _sent(client, "/write", text=text), client.post("/api/look/write", json={"text": text, "line": 40})

    assert "<script>alert" not in page.text + told.json()["beside"]
    assert page.text.count("</textarea>") == 1


def test_a_desk_for_reading_only_lets_hands_be_written(nights):
    from auditor.desk.manners import Manners

    with client_of(nights, Manners(("testserver",), read_only=True)) as client:
        assert client.post("/api/look/write", json={"text": HAND}).status_code == 200


def _sent(client, path, **fields):
    return client.post(path, params={"csrf": client.headers["x-csrf-token"]}, data=fields)
