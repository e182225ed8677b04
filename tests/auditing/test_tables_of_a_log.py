"""A table is its house, name and night, wherever it stands in the log: naming it or others again hides nothing."""

from __future__ import annotations

import random
import re
from html import unescape

import pytest
from places import ROOT

from auditor.api import audit_text
from auditor.cli.app import run

NIGHT = (ROOT / "samples" / "sessions" / "manila-night.log").read_text(encoding="utf-8")
HEAD = re.search(r"^table.*?(?=^hand)", NIGHT, re.MULTILINE | re.DOTALL)[0]
HANDS = re.findall(r"^hand .*?^end$.*?(?=^hand|\Z)", NIGHT, re.MULTILINE | re.DOTALL)
PLAYED_ALONE = "log 1\n" + HEAD + "".join(HANDS)
OTHER_HEAD = HEAD.replace("Manila 3", "Manila 4")
NAMES = re.compile(r"\b(Ann|Ben|Cam|Dot|Eve|Gus|Ivy)\b")


def elsewhere(hand: str) -> str:
    """The same hand played by others, so that nobody sits at two tables."""
    return NAMES.sub(r"\1y", hand)


def told(text: str, table: str = "Manila 3") -> list[tuple[object, ...]]:
    """What is found at a table, wherever it stands."""
    report = audit_text(text)
    assert report.unread == (), report.unread
    return sorted(
        (one.clause, one.hand or "", one.message, one.severity.name) for one in report.findings if one.table == table
    )


@pytest.mark.parametrize("head", [HEAD, HEAD.splitlines(keepends=True)[0]], ids=["the whole head", "its name"])
def test_naming_a_table_before_each_hand_hides_nothing(head):
    repeated = "log 1\n" + HEAD + head.join(HANDS)

    assert told(repeated) == told(PLAYED_ALONE)


@pytest.mark.parametrize(
    "name", ["Manila 3 ", " Manila 3", "Manila  3", "Manila\u00a03", "MANILA 3", "manila 3", "Man\u200bila 3"]
)
def test_the_form_of_a_name_makes_no_other_table(name):
    renamed = HEAD.replace("Manila 3", name)
    text = "log 1\n" + HEAD + "".join((HEAD if number % 2 else renamed) + hand for number, hand in enumerate(HANDS))

    assert told(text) == told(PLAYED_ALONE)


@pytest.mark.parametrize("seed", range(3))
def test_tables_in_any_mixture_are_judged_as_each_alone(seed):
    chance, here, there = random.Random(seed), list(HANDS), [elsewhere(hand) for hand in HANDS]
    text, heads, current = "log 1\n", {"here": HEAD, "there": OTHER_HEAD}, None
    while here or there:
        which = chance.choice([name for name, hands in (("here", here), ("there", there)) if hands])
        if which != current:
            head, current = heads[which], which
            text += head
            heads[which] = chance.choice([head, head.splitlines(keepends=True)[0]])
        text += (here if which == "here" else there).pop(0)

    alone = told("log 1\n" + OTHER_HEAD + "".join(map(elsewhere, HANDS)), "Manila 4")
    assert told(text) == told(PLAYED_ALONE)
    assert told(text, "Manila 4") == alone


def test_a_hand_number_counts_once_a_night_and_again_on_another():
    again = audit_text(PLAYED_ALONE + HEAD + HANDS[4])
    assert ["a second time" in one.reason for one in again.unread] == [True]

    other_night = HEAD.replace("1994-06-11", "1994-06-12")
    assert audit_text(PLAYED_ALONE + other_night + HANDS[4]).unread == ()


def in_house(name: str) -> str:
    """The head of the table with its house."""
    first, rest = HEAD.split("\n", 1)
    return f'{first}\n  venue "{name}"\n{rest}'


def test_two_houses_with_a_table_of_the_same_name_have_two_tables():
    """Each is judged as it is alone: its hand numbers are its own, and nobody there is known to be somebody here."""
    houses = ["Casino Canberra", "Harbour Club"]
    alone = [audit_text("log 1\n" + in_house(house) + "".join(HANDS)).findings for house in houses]
    both = audit_text("log 1\n" + "".join(in_house(house) + "".join(HANDS) for house in houses))
    mixed = audit_text("log 1\n" + "".join(in_house(house) + hand for hand in HANDS for house in houses))

    for report in (both, mixed):
        assert report.unread == ()
        found = [(one.venue, one.fingerprint, one.message) for one in report.findings]
        assert sorted(found) == sorted((one.venue, one.fingerprint, one.message) for some in alone for one in some)
    assert {one.venue for one in both.findings} == set(houses)
    assert len({one.fingerprint for one in both.findings}) == len(both.findings) == 2 * len(told(PLAYED_ALONE))


def test_nobody_sits_at_two_tables_who_sits_in_two_houses():
    text = (ROOT / "samples" / "clauses" / "roberts" / "seating.log").read_text(encoding="utf-8")
    start = text.index('table "Main game"')
    games = text[start : text.index("\ntable ", text.index('table "Second game"') + 1)]

    def clauses(main: str, second: str) -> set[str]:
        housed = games.replace('table "Main game"\n', f'table "Main game"\n{main}')
        housed = housed.replace('table "Second game"\n', f'table "Second game"\n{second}')
        return {one.check for one in audit_text("log 1\n" + housed).findings}

    here, again, there = '  venue "Casino Canberra"\n', '  venue "CASINO  Canberra"\n', '  venue "Harbour Club"\n'
    two_tables = clauses("", "") - clauses(here, there)
    assert len(two_tables) == 1
    assert clauses(here, again) == clauses("", "")
    assert clauses(here, "") == clauses(here, there)


def test_a_table_that_closed_and_opened_again_has_another_game():
    later = HEAD.replace("open at 21:00", "open at 23:50")

    assert audit_text(PLAYED_ALONE + "close at 23:30\n" + later + HANDS[4]).unread == ()
    assert len(audit_text(PLAYED_ALONE + "close at 23:30\n" + HEAD + HANDS[4]).unread) == 1


# ---- words before the first hand ----

WORDS = "Notes of the evening, before anything was dealt.\n" * 60


@pytest.mark.parametrize("words", [WORDS, "x" * 1_100_000 + "\n"], ids=["3 kB", "1.1 MB in a line"])
def test_a_file_in_a_folder_is_a_log_if_a_hand_stands_anywhere_in_it(tmp_path, capsys, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    stars = (ROOT / "samples" / "hand-histories" / "pokerstars-holdem.txt").read_text(encoding="utf-8")
    (tmp_path / "night.txt").write_text(words + PLAYED_ALONE, encoding="utf-8")
    (tmp_path / "stars.txt").write_text(words + stars, encoding="utf-8")

    status = run(["audit", ".", "--format", "json"])
    out = capsys.readouterr().out

    assert status == 3  # the words are told as unread
    assert '"passed_over": []' in out
    assert all(f'"format": "{name}"' in out for name in ("table-log", "pokerstars"))


def test_what_is_passed_over_is_named_and_nothing_audited_is_no_success(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shopping.txt").write_text(WORDS, encoding="utf-8")

    assert run(["audit", "."]) == 3
    assert "shopping.txt" in capsys.readouterr().out
    (tmp_path / "night.log").write_text(PLAYED_ALONE, encoding="utf-8")
    for form in ("text", "json", "jsonl", "sarif", "html", "markdown", "concise"):
        assert run(["audit", ".", "--format", form]) == 1
        assert "shopping.txt" in unescape(capsys.readouterr().out)
