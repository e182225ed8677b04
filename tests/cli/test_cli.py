"""The command line: exit statuses, inputs, safety, and each command once."""

import gzip
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from datetime import date
from functools import cache
from pathlib import Path

import jsonschema
import pytest
from places import ROOT

from auditor.cli.app import run
from auditor.logs.files import discovery
from auditor.report.addresses import clause_address
from auditor.report.layout import cells
from auditor.rules import clause_book
from auditor.rules.loading.loader import book_ids, games_of, rules_in_force
from auditor.version import BUILD, __version__

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


TABLE = """log 1
table "Manila 3"
  rules act/canberra-manila
  date 1994-06-11
  minimum $5
  stake $100
"""
HAND = """
hand {number} at {hour:02}:{minute:02}
  seat 1 Ann $500
  seat 2 Ben $500
  seat 3 Cam $500
  seat 4 Dot $500
  buck {buck}
  shuffle
  cut by {a} at 14
  {a} blind $10
  deal {a} [Ah Kd], {b} [7c 7d], {c} [9h 9s], {d} [Qc Jc]
  communal [Qh]
{acts}
  {b} folds
  {c} folds
  {d} folds
  return $20 to {a}
  pot {pot}
  {a} wins {won}
end
"""
THREE_RAISES = "  {b} calls $10\n  {c} raises $10 to $20\n  {d} raises $20 to $40\n  {a} raises $20 to $60"
FOUR_RAISES = "  {b} raises $10 to $20\n  {c} raises $20 to $40\n  {d} raises $20 to $60\n  {a} raises $20 to $80"
BROKEN = "\nhand 9999\n  seat 1 Ann $500\n  Ann rises $10\nend\n"


def hand(number=1, fault=False):
    """A hand of three raises, or of four; the buck goes round."""
    turn = (number - 1) % 4
    names = dict(zip("abcd", (["Ann", "Ben", "Cam", "Dot"] * 2)[turn:], strict=False))
    acts, pot, won = (
        (FOUR_RAISES, "$180 commission $9", "$171") if fault else (THREE_RAISES, "$110 commission $5", "$105")
    )
    time = {"hour": 9 + number // 60, "minute": number % 60}
    return HAND.format(number=number, buck=turn + 1, acts=acts.format(**names), pot=pot, won=won, **time, **names)


def lines_of(text, words):
    """The numbers of the lines with these words."""
    return [number for number, line in enumerate(text.splitlines(), 1) if words in line]


GOOD = TABLE + hand(1)
FAULTY = TABLE + hand(1) + hand(2, fault=True)


@pytest.fixture
def log(tmp_path):
    def write(text, name="night.log"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return str(path)

    return write


@pytest.fixture
def auditor(capsysbinary):
    """Run a command; its status, what it printed, and what it said beside."""

    def command(*arguments):
        status = run(list(map(str, arguments)))
        out, err = capsysbinary.readouterr()
        assert b"Traceback" not in err
        return status, out.decode("utf-8"), err.decode("utf-8")

    return command


def clauses(out):
    """The clauses of a JSON report's findings with the lines they stand in."""
    return [(one["clause"], one["location"]["line"]) for one in json.loads(out)["findings"]]


ONLY = ("--select", "10.2", "--format", "json")


# ---- exit status ----


@pytest.mark.parametrize(
    ("text", "options", "status"),
    [
        pytest.param(GOOD, ["--select", "10.2"], 0, id="nothing found"),
        pytest.param(FAULTY, ["--select", "10.2"], 1, id="a breach"),
        pytest.param(FAULTY, ["--select", "10.2", "--fail-on", "breach"], 1, id="a breach that counts"),
        pytest.param(FAULTY, ["--fail-on", "never"], 0, id="a breach that is only told"),
        pytest.param(FAULTY, ["--ignore", "10", "--fail-on", "breach"], 0, id="a breach that is left out"),
        pytest.param(GOOD + BROKEN, ["--select", "10.2"], 3, id="an unread hand"),
        pytest.param(FAULTY + BROKEN, ["--select", "10.2"], 3, id="an unread hand outweighs a breach"),
        pytest.param(b"\x00\x01\x02\xff" * 90, [], 3, id="a binary file"),
        pytest.param("", [], 3, id="an empty file"),
        pytest.param(GOOD, ["--format", "pdf"], 2, id="an unknown format"),
        pytest.param(GOOD, ["--rules", "act/canbera"], 2, id="an unknown rulebook"),
        pytest.param(GOOD, ["--as-of", "1994-02-30"], 2, id="no day of the calendar"),
        pytest.param(GOOD, ["--interpret", "two_player_from"], 2, id="a reading without its choice"),
        pytest.param(GOOD, ["--interpret", "two_player_form=x"], 2, id="an unknown reading"),
        pytest.param(GOOD, ["--interpret", "two_player_from=x"], 2, id="an unknown choice"),
        pytest.param(GOOD, ["--select", "10.22"], 2, id="a misspelt clause must not select nothing"),
        pytest.param(GOOD, ["--jobs", "-1"], 2, id="an impossible number"),
        pytest.param(GOOD, ["--output", "nowhere/report.txt"], 2, id="a report that cannot be written"),
    ],
)
def test_the_exit_status_tells_how_it_went(auditor, log, text, options, status):
    got, out, err = auditor("audit", log(text), *options)

    assert got == status
    assert bool(err) == (status == 2), err
    assert bool(out) == (status != 2)


@pytest.mark.parametrize(
    "arguments",
    [
        ["audit", "missing.log"],
        ["audit", "*.nothing"],
        ["audit", "x" * 9000],
        ["audit", "\0"],
        ["audit"],
        ["bogus"],
        [],
    ],
)
def test_wrong_usage_is_told_in_words(auditor, arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, _, err = auditor(*arguments)

    assert status == 2
    assert err.strip()


def test_our_own_fault_is_owned_up_to(auditor, log, monkeypatch):
    monkeypatch.setattr("auditor.report.formats.text.render", lambda *_: 1 / 0)
    status, _, err = auditor("audit", log(GOOD))

    assert status == 3
    assert "internal error: ZeroDivisionError" in err
    assert "--debug" in err


# ---- inputs ----


def test_a_log_is_found_however_it_is_given(auditor, log, tmp_path, monkeypatch):
    path = Path(log(FAULTY))
    (tmp_path / "packed").mkdir()
    (tmp_path / "packed" / "night.log.gz").write_bytes(gzip.compress(path.read_bytes()))
    (tmp_path / "packed" / "README.txt").write_text("no log")
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "night.txt.zst").write_bytes(zstd.compress(path.read_bytes()))
    with zipfile.ZipFile(tmp_path / "year.zip", "w") as archive:
        archive.write(path, "june/night.log")
    stdin = io.TextIOWrapper(io.BytesIO(path.read_bytes()))

    found = {}
    for name in ("night.log", "packed", "text", "*.zip", "-", "packed/*.gz"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())) if name == "-" else stdin)
        status, out, _ = auditor("audit", tmp_path / name if name != "-" else name, *ONLY)
        assert status == 1
        found[name] = clauses(out)

    assert set(map(tuple, found.values())) == {(("10.2", lines_of(FAULTY, "to $80")[0]),)}
    assert [Path(name).name for name in json.loads(auditor("audit", tmp_path / "packed", *ONLY)[1])["passed_over"]] == [
        "README.txt"
    ]


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("../night.log", FAULTY, "leads out of the archive"),
        ("C:\\night.log", FAULTY, "leads out of the archive"),
        ("inner.zip", "x", "an archive inside an archive"),
        ("x" * 1200 + ".log", FAULTY, "characters, expected at most"),
        ("bomb.log", "0" * 300_000, "unpacks without end"),
    ],
)
def test_an_archive_is_not_trusted(auditor, tmp_path, monkeypatch, name, content, reason):
    monkeypatch.setattr(discovery, "SMALL", 100_000)
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
        archive.writestr("zz.log", GOOD)
    status, out, _ = auditor("audit", tmp_path / "a.zip", *ONLY)

    report = json.loads(out)
    assert status == 3
    assert [entry["hands"] for entry in report["inputs"]] == [0, 1]  # the other log of the archive was audited
    assert reason in report["unread"][0]["reason"]


def test_a_damaged_archive_and_a_link_out_of_the_folder_are_reported(auditor, log, tmp_path):
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "a.log.gz").write_bytes(gzip.compress(GOOD.encode())[:-20])
    (logs / "b.zip").write_bytes(b"PK\x03\x04 not really")
    (logs / "c.log").symlink_to(log(GOOD))
    (logs / "d.log").write_text(GOOD, encoding="utf-8")
    (logs / "e.log.zst").write_bytes(zstd.compress(GOOD.encode())[:-20])
    status, out, _ = auditor("audit", logs, *ONLY)

    assert status == 3
    assert [Path(one["path"]).name for one in json.loads(out)["unread"]] == ["a.log.gz", "b.zip", "c.log", "e.log.zst"]


# ---- reports ----


def test_the_report_is_the_same_whatever_the_number_of_processes(auditor, log):
    text = TABLE + "".join(hand(n, fault=n % 7 == 0) for n in range(1, 601)) + BROKEN
    path = log(text)

    one, two = (auditor("audit", path, "--format", "json", "--jobs", jobs) for jobs in (1, 2))

    assert one == two
    assert one[0] == 3
    assert [line for clause, line in clauses(one[1]) if clause == "10.2"] == lines_of(text, "to $80")
    jsonschema.validate(
        json.loads(one[1]), json.loads((ROOT / "docs" / "schema" / "report-2.json").read_text(encoding="utf-8"))
    )


def test_whatever_the_clause_book_finds_keeps_the_contract(auditor):
    _, out, _ = auditor("audit", ROOT / "samples", "--format", "json")

    jsonschema.validate(json.loads(out), json.loads(auditor("schema", "report")[1]))


def test_a_report_goes_to_its_file_and_never_over_a_log(auditor, log, tmp_path):
    path, report = log(FAULTY), tmp_path / "report.txt"

    status, out, err = auditor("audit", path, "--select", "10.2", "--output", report)
    assert (status, out) == (1, "")
    assert "report.txt" in err
    assert "BREACH of 10.2" in report.read_text(encoding="utf-8")

    assert auditor("audit", path, "--output", path)[0] == 2
    assert Path(path).read_text(encoding="utf-8") == FAULTY


HOSTILE = r'"Eve \x1b[31m [red]x[/red] :bomb:"'.replace(r"\x1b", "\x1b").replace("x[", "\u202ex[")


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_escape_sequence_of_a_log_reaches_the_screen(auditor, log, form):
    path = log(
        FAULTY.replace("Ben", HOSTILE).replace('"Manila 3"', '"M\x1b]0;x\x07\u202e"')
        + BROKEN.replace("rises", "\x1b[2J")
    )
    status, out, err = auditor("audit", path, "--format", form, "--statistics")

    assert status == 3
    assert [char for char in out + err if char != "\n" and not char.isprintable()] == []
    assert "[red]" in out


# ---- the other commands ----


def test_every_clause_of_every_rulebook_can_be_explained(auditor, monkeypatch):
    monkeypatch.setattr(
        clause_book, "marks", cache(lambda path, marks=clause_book.marks: list(marks(path)))
    )  # for speed
    for id in book_ids():
        for clause in rules_in_force(games_of(id)[0], date.max).clauses:
            status, out, _ = auditor("explain", id, clause.id, "--samples", ROOT / "samples")
            assert status == 0
            assert clause.title in out
            assert out.endswith(f"\nON THE DOCUMENTATION SITE\n  {clause_address(id, clause.id)}\n")
            prose = out.partition("\nA BREACH (")[0].partition("\nAT THE EDGE")[0]
            assert [line for line in prose.splitlines() if cells(line) > 80] == []


def unwrapped(text):
    return " ".join(text.split())


def test_explain_shows_the_clause_the_check_and_the_samples(auditor):
    page = unwrapped(auditor("explain", "act/canberra-manila", "10.2")[1])

    for words in (
        "ACT Gazette S94, 27 May 1994, Poker – Canberra Manila, clause 10.2",
        "in force from 1994-05-27: no commencement clause",
        "10.2[size]: ",
        "check raise-cap in the first betting round, with most = 3",
        "A player raises more often in a betting round than the clause allows.",
        "A BREACH (samples/clauses/act-canberra-manila/raise-cap.log:",
        "# expect 10.2: fourth raise",
        "AT THE EDGE, AND ALLOWED (samples/",
    ):
        assert words in page


def test_betting_rounds_are_named_as_each_game_of_a_rulebook_names_them(auditor):
    page = unwrapped(auditor("explain", "roberts", "S8.3")[1])

    assert "check opening-wager in the second street and third street betting rounds, with" in page


def test_an_example_is_judged_by_the_version_explained_or_shown_with_its_day(auditor):
    tie = "seat 4 (Kc) began the first betting round (seat 3 (Kd) acts first)"  # a breach before the amendment alone
    before = auditor("explain", "act/7-card-stud", "7.1(a)", "--as-of", "1994-06-01")[1]
    after = auditor("explain", "act/7-card-stud", "7.1(a)")[1]
    only_before = unwrapped(auditor("explain", "act/canberra-manila", "10.2")[1])

    assert (tie in before, tie in after) == (True, False)
    assert re.search(r"A BREACH \(samples/\S+raise-cap\.log:[0-9]+\), of 11 June 1994", only_before)


def test_an_amended_clause_names_its_amendment(auditor):
    before = auditor("explain", "act/canberra-manila", "13.3", "--as-of", "1994-06-01")[1]
    after = auditor("explain", "act/canberra-manila", "13.3")[1]

    assert "S239" not in before
    assert "clause 13.3 (as amended by ACT Gazette S239, 4 November 1994)" in unwrapped(after)


def test_two_days_are_compared_clause_by_clause(auditor):
    _, out, _ = auditor("rules", "diff", "act/canberra-manila", "1994-06-01", "1994-12-01")

    assert [line for line in out.splitlines()[2:] if line and not line.startswith(" ")] == ["13.3"]
    assert auditor("rules", "diff", "act/canberra-manila", "1994-06-01", "1994-07-01")[1].endswith("figure differs.\n")


def test_coverage_names_checks_and_samples(auditor):
    status, out, _ = auditor("rules", "coverage", "--format", "json", "--samples", ROOT / "samples")

    assert status == 0
    (book,) = [book for book in json.loads(out)["rulebooks"] if book["id"] == "act/canberra-manila"]
    rows = {row["clause"]: row for row in book["clauses"]}
    assert len(rows) == len(book["clauses"]) == 176
    assert rows["10.2"]["checks"] == ["raise-cap"]
    for kind in ("compliant", "breach"):
        path, _, line = rows["10.2"]["samples"][kind][0].rpartition(":")
        assert path == "samples/clauses/act-canberra-manila/raise-cap.log"
        assert "10.2" in (ROOT / path).read_text(encoding="utf-8").splitlines()[int(line) - 1]
    assert auditor("rules", "coverage")[0] == 0


def test_a_rulebook_file_is_checked_by_line(auditor, tmp_path):
    assert auditor("rules", "check", ROOT / "rulesets" / "act" / "canberra-manila.toml")[0] == 0

    house = tmp_path / "house.toml"
    house.write_text(
        'extends = "act/canberra-manila"\nid = "house"\n\n[readings]\ntwo_player_from = "dusk"\n', encoding="utf-8"
    )
    status, _, err = auditor("rules", "check", house)
    assert status == 2
    assert "house.toml:5: " in err


def test_a_hand_is_replayed_with_the_options_and_the_findings(auditor, log):
    status, out, _ = auditor("replay", log(FAULTY), "--hand", "2")

    assert status == 0
    assert "pot $10; Cam (seat 3) to act with $500 left, $10 to call:" in out
    assert "raise to $20 or $30: 7.1(ii); $10 or $20: 10.2; at most three raises" in out
    (number,) = lines_of(FAULTY, "to $80")
    assert out.index("BREACH of 10.2") > out.index(f"    {number}  Ben raises $20 to $80")


@pytest.mark.parametrize(
    ("log", "hand", "said"),
    [
        pytest.param(
            "seven-card-stud-night",
            "14",
            "pot $5; Rosa (seat 1) to act with $465 left, nothing to call:\n"
            "    raise to $10 or $15: 7.1(a); $5 or $10: 10.2; at most three raises: 10.2\n",
            id="the blind is the opening wager of who has the buck and the highest card",
        ),
        pytest.param(
            "seven-card-stud-night",
            "10",
            "pot $5; Len (seat 5) to act with $202 left:\n    open to $5: 7.1(a); $5: 7.1(a)\n"
            "    check, call, raise, fold: not open, the first player has to open the\n      betting: 7.1(a)\n   470",
            id="who has to open may do nothing else, and has nothing to call",
        ),
        pytest.param(
            "draw-night",
            "11",
            "pot $6; Old Jack (seat 5) to act with $430 left:\n    open to $8: 7.1(i); $8: 7.1(i)\n    fold: 7.1(ii)\n",
            id="a blind cannot be called",
        ),
        pytest.param(
            "draw-night", "11", "   509  Carmel calls $4\n\nThe draw\n\n   510  Ilya", id="the draw has a title"
        ),
        pytest.param("draw-night", "8", "call to $54: 9.2(i)\n", id="the last chips need not meet the wager"),
    ],
)
def test_the_options_are_those_of_the_game(auditor, log, hand, said):
    status, out, _ = auditor("replay", ROOT / "samples" / "sessions" / f"{log}.log", "--hand", hand)

    assert status == 0
    assert said in out


@pytest.mark.parametrize(
    ("options", "status", "said"),
    [
        (["--hand", "7"], 2, "no hand '7' there; there are 1 and 2"),
        (["--hand", "1", "--table", "Other"], 2, "no hand '1' there"),
        (["--hand", "9999"], 3, f"night.log:{lines_of(FAULTY + BROKEN, 'rises')[0]}:7: found 'rises'"),
    ],
)
def test_a_hand_that_cannot_be_shown_is_said_so(auditor, log, options, status, said):
    got, out, err = auditor("replay", log(FAULTY + BROKEN), *options)

    assert (got, out) == (status, "")
    assert said in err


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("ace low, 52 cards 1", "a deck of 52 cards, the ace high or low."),
        ("ace low, 40 cards 1", "a deck of 40 cards, the ace high or low."),  # agreed
        ("ace low, 40 cards 3", "a deck of 40 cards, the ace high only."),  # nothing agreed
    ],
)
def test_a_settlement_says_with_which_deck_hands_are_compared(auditor, table, said):
    book = ROOT / "samples" / "clauses" / "act-7-card-stud"
    out = auditor("settle", book / "ace-low.log", "--hand", "1", "--table", table)[1]

    assert f"  Compared as hands of {said}\n" in out


def test_a_settlement_names_the_card_that_tells_two_hands_apart(auditor):
    path = ROOT / "samples" / "clauses" / "act-draw-poker" / "ranks.log"
    out = auditor("settle", path, "--hand", "1", "--table", "kickers 4")[1]

    told = [line.strip() for line in out.splitlines() if "(seat " in line and ": flush" in line]
    assert told == [
        "Ann (seat 1): flush, king high with a 5 [Kd Jd 9d 7d 5d]",
        "Ben (seat 2): flush, king high with a 3 [Kh Jh 9h 7h 3h]",
    ]


def test_a_settlement_stands_beside_the_log(auditor, log):
    text = TABLE + hand(1, fault=True).replace("commission $9", "commission $11").replace("$171", "$169")
    out = auditor("settle", log(text), "--hand", "1")[1]

    for row in (
        "pot, to Ann $180 $180",
        "commission $9 $11 +$2",
        "paid to Ann $171 $169 -$2",
    ):
        assert row in [unwrapped(line) for line in out.splitlines()]
    assert "BREACH of 11.1(b)" in out


def test_a_settlement_shows_the_halves_of_each_pot(auditor):
    book = ROOT / "samples" / "clauses" / "crown"
    out = auditor("settle", book / "hi-lo.log", "--hand", "1", "--table", "halves of two pots 2")[1]

    rows = [unwrapped(line) for line in out.splitlines()]
    start = rows.index("main pot, to Ben (high) and Fay (low) $137 $137")
    assert rows[start + 1 : start + 6] == [
        "high half, to Ben $69",
        "low half, to Fay $68",
        "side pot 1, to Ben (high) and Fay (low) $133 $133",
        "high half, to Ben $67",
        "low half, to Fay $66",
    ]
    assert "paid to Ben $136 $135 -$1" in rows


@pytest.mark.parametrize(
    ("log_name", "table", "rows"),
    [
        pytest.param(
            "act-canberra-manila/invalidation.log",
            "refunds 3",
            ["commission $0 $4 +$4", "back to Ann $30 $30", "back to Ben $30 $28 -$2", "back to Cam $30 $28 -$2"],
            id="annulled, and commission kept",
        ),
        pytest.param(
            "crown/misdeals.log",
            "9.1.1 house 2",
            ["back to Ben $5 $5", "back to Cam $10 $10", "back to Dee $30 $30"],
            id="misdealt, and all of it back",
        ),
        pytest.param(
            "crown/deck.log",
            "9.1.1(h) b",
            [
                "back to Ann $60 $0 -$60",
                "back to Ben $5 $0 -$5",
                "back to Cam $60 $0 -$60",
                "back to Dee $60 $185 +$125",
            ],
            id="void, and paid out",
        ),
        pytest.param(
            "act-canberra-manila/short-call.log",
            "short call 1",
            [
                "main pot, to Cam $60 $60",
                "side pot 1, to Ben $20 $20",
                "commission of $60 $3 $3",
                "commission of $20 $1 $1",
                "paid to Ben $19 $19",
                "paid to Cam $57 $57",
            ],
            id="a short call and its side pot",
        ),
    ],
)
def test_a_settlement_says_what_goes_back_and_to_whom(auditor, log_name, table, rows):
    out = auditor("settle", ROOT / "samples" / "clauses" / log_name, "--hand", "1", "--table", table)[1]
    lines = [unwrapped(line) for line in out.splitlines()]
    start = lines.index("should be in the log difference") + 1

    assert lines[start : lines.index("", start)] == rows


def test_a_commission_may_lie_on_the_pots_in_any_way(auditor, log):
    book = ROOT / "samples" / "clauses" / "crown"
    text = (book / "pots.log").read_text()
    first = text[: text.index("\nend") + 5].replace("chip $1\n", "chip $1\n  commission 5% cap $20\n")
    first = first.replace("main pot $255\n  side pot 1 $240", "pot $495 commission $20")
    out = auditor("settle", log(first.replace("Cam wins $255", "Cam wins $235")), "--hand", "1")[1]

    assert {"paid to Cam $235 $235", "paid to Dee $240 $240"} <= {unwrapped(line) for line in out.splitlines()}


def test_events_read_back_are_audited_to_the_same_findings(auditor, log):
    path = log(FAULTY + BROKEN)
    status, out, _ = auditor("parse", path)
    assert status == 3
    events = log(out, "night.jsonl")

    reports = [json.loads(auditor("audit", each, "--format", "json")[1]) for each in (path, events)]
    told = [[(one["fingerprint"], one["location"]["line"]) for one in report["findings"]] for report in reports]
    assert told[0] == told[1] != []
    schema = json.loads(auditor("schema", "events")[1])
    for line in out.splitlines():
        jsonschema.validate(json.loads(line), schema)
    assert auditor("replay", events, "--hand", "2")[0] == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules", "list"],
        ["rules", "show", "act/canberra-manila"],
        ["rules", "coverage", "act/canberra-manila"],
        ["formats"],
        ["audit", ROOT / "samples", "--statistics"],
        ["audit", "--help"],
    ],
    ids=lambda arguments: " ".join(map(str, arguments[:2])),
)
def test_what_is_printed_fits_on_eighty_columns(auditor, arguments):
    assert [line for line in auditor(*arguments)[1].splitlines() if cells(line) > 80] == []


@pytest.mark.parametrize("group", [[], ["register"], ["rules"]], ids=" ".join)
def test_a_list_of_commands_says_in_a_whole_sentence_what_each_does(auditor, group):
    lines = auditor(*group, "--help")[1].partition("Commands:\n")[2].splitlines()

    assert len(lines) > 4
    assert [line for line in lines if not line.endswith(".") or line.endswith("..")] == []


def test_the_small_commands_answer(auditor):
    assert auditor("--version") == (0, f"auditor {__version__}, {BUILD}\n", "")
    assert "table log" in auditor("formats")[1]
    assert "act/canberra-manila" in auditor("rules", "list")[1]
    assert "10.2[size]" in auditor("rules", "show", "act/canberra-manila", "--as-of", "1994-06-11")[1]
    assert json.loads(auditor("schema", "report")[1])["$id"] == "auditor/report/2"


# ---- as a process ----


def python(code, *arguments, **options):
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)], env=env, capture_output=True, timeout=120, **options
    )


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_starting_up_imports_nothing_heavy(option):
    code = f"import sys; from auditor.cli.app import run; run([{option!r}]); print([*sys.modules])"
    imported = python(code).stdout.decode().splitlines()[-1]

    assert "'typer'" in imported
    assert [name for name in ("pydantic", "rich", "lark") if f"'{name}'" in imported] == []


def test_a_reader_that_has_seen_enough_is_no_error():
    code = """if True:
        import os, sys
        from auditor.cli.app import run
        reader, writer = os.pipe()
        os.close(reader)
        os.dup2(writer, 1)
        sys.exit(run(sys.argv[1:]))
    """
    done = python(code, "rules", "show", "act/canberra-manila")

    assert (done.returncode, done.stderr) == (0, b"")


def test_the_module_is_the_command():
    done = subprocess.run(
        [sys.executable, "-m", "auditor", "audit", "-"], cwd=ROOT, input=FAULTY.encode(), capture_output=True
    )

    assert done.returncode == 1
    assert b"BREACH of 10.2" in done.stdout
    assert done.stderr == b""
