"""Histories of unknown kinds are named as that, what is none is passed over, and an audit of nothing is never clean."""

import json
import zipfile

import pytest
from forms import words_in
from helpers.other_histories import ORDINARY, UNKNOWN

from auditor import audit_text
from auditor.cli.app import run
from auditor.logs.formats import UNKNOWN_HISTORY, format_of, shown_format
from auditor.logs.unknown_history import evidence_of
from auditor.report import formats

REASON = "looks like a hand history of a kind that is not known: found "
PROSE = next(iter(ORDINARY.values()))


def ending(text):
    return ".xml" if text.startswith("<") else ".txt"


@pytest.mark.parametrize("text", UNKNOWN.values(), ids=UNKNOWN)
def test_a_history_of_an_unknown_kind_is_named_as_that(text):
    result = audit_text(text)

    assert shown_format(text) is UNKNOWN_HISTORY
    assert [(one.hand, one.reason.partition(REASON)[0]) for one in result.unread] == [(None, "")]
    assert (result.complete, result.hands) == (False, 0)


@pytest.mark.parametrize("text", ORDINARY.values(), ids=ORDINARY)
def test_what_is_no_history_is_not_taken_for_one(text):
    assert evidence_of(text) is None
    assert shown_format(text) is None


def test_the_line_that_is_told_is_the_header_of_the_first_hand():
    text = "\n\n" + UNKNOWN["table first"]

    unread = audit_text(text).unread

    assert [(one.line, one.reason) for one in unread] == [
        (4, f"{REASON}'Starting Hand #500000001'; 'auditor formats' lists the kinds that are read")
    ]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_unknown_histories_in_a_folder_or_an_archive_count_as_unread(tmp_path, capfd, jobs):
    folder = tmp_path / "logs"
    folder.mkdir()
    for number, text in enumerate([*UNKNOWN.values(), *ORDINARY.values()]):
        (folder / f"{number:02}{ending(text)}").write_text(text, encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "logs.zip", "w") as archive:
        for path in sorted(folder.iterdir()):
            archive.write(path, path.name)

    for place in (folder, tmp_path / "logs.zip"):
        assert run(["audit", str(place), "--format", "json", "--jobs", jobs, "--no-cache"]) == 3
        report = json.loads(capfd.readouterr().out)
        assert len(report["unread"]) == len(UNKNOWN)
        assert all(one["reason"].startswith(REASON) for one in report["unread"])
        assert len(report["passed_over"]) == len(ORDINARY)
        assert {one["format"] for one in report["inputs"]} == {"unknown"}


@pytest.mark.parametrize("form", sorted(formats.OUTPUTS))
def test_an_audit_of_nothing_says_so_in_every_form_and_is_not_clean(tmp_path, capfd, form):
    logs, out = tmp_path / "logs", tmp_path / "report"
    logs.mkdir()
    for name in ("a.txt", "b.txt"):
        (logs / name).write_text(PROSE, encoding="utf-8")

    status = run(["audit", str(logs), "--format", form, "--output", str(out), "--exit-zero", "--no-cache"])

    assert status == 3
    assert "nothing in these 2 files shows a log" in " ".join(words_in(out.read_bytes()).split())


def test_one_log_among_other_files_is_audited_and_they_are_passed_over(tmp_path, capfd):
    (tmp_path / "a.txt").write_text(PROSE, encoding="utf-8")
    (tmp_path / "b.log").write_text("log 1\ntable T\n  rules act/canberra-manila\nhand 1\nend\n", encoding="utf-8")

    run(["audit", str(tmp_path), "--format", "json", "--no-cache"])

    report = json.loads(capfd.readouterr().out)
    assert [one.rpartition("/")[2] for one in report["passed_over"]] == ["a.txt"]
    assert not [one for one in report["unread"] if "nothing was audited" in one["reason"]]


def test_watching_names_an_unknown_history_too(tmp_path, capfd):
    (tmp_path / "a.txt").write_text(UNKNOWN["stages"], encoding="utf-8")

    assert run(["watch", str(tmp_path), "--once", "--quiet"]) == 3
    assert REASON in capfd.readouterr().out


def test_parsing_of_nothing_but_other_files_is_not_in_order(tmp_path, capfd):
    (tmp_path / "a.txt").write_text(PROSE, encoding="utf-8")

    assert run(["parse", str(tmp_path)]) == 3
    assert "passed over" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("text", "format"),
    [
        pytest.param('{"line": 1, "event": "hand"}', "events", id="events in another order"),
        pytest.param('{"lines": []}', "events", id="an object may be meant as events"),
        pytest.param("[1]\nplayers = 3\n", "phh", id="a table of TOML may be meant as PHH"),
        pytest.param(
            "tabel T\nhand 1001\n  Ann folds\n  Ben calls $5\n  Cy checks\n  pot $10\n", "table-log", id="torn"
        ),
        pytest.param("Dear all,\nsee the log of the night.\n", "table-log", id="nothing at all"),
    ],
)
def test_a_file_that_is_named_is_taken_for_what_it_hints_at(text, format):
    assert format_of(text).name == format


@pytest.mark.parametrize(
    ("header", "claimed"),
    [
        pytest.param("PokerStars Hand #1:  Hold'em", True, id="torn, under its own name"),
        pytest.param("Poker Hand #TM12: Tournament #3, Omaha", True, id="torn, with a room's letters"),
        pytest.param("Otter Poker Game #12: Hold'em No Limit ($1/$2) - 2015/02/01 10:11:12 ET", True, id="converted"),
        pytest.param(
            "Otter Hand #12: HOLDEM Tournament #3 TBL#1- Level 2 (20/40) - 2015-02-01 10:11:12", False, id="day"
        ),
        pytest.param("Otter Hand #12: HOLDEM No Limit - 2015/02/01 10:11:12", False, id="no stakes"),
    ],
)
def test_another_name_needs_the_whole_header_of_a_pokerstars_hand(header, claimed):
    shown = shown_format(f"{header}\nTable 'x'\n")

    assert (shown is not None and shown.name == "pokerstars") == claimed
