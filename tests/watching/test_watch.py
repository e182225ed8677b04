"""A folder watched: whatever is written in whatever pieces, the end is what an audit of the whole finds, told once."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest
from places import SAMPLES

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.cli.app import run
from auditor.logs.blocks import LONGEST_BLOCK
from auditor.logs.files.discovery import find, open_all
from auditor.logs.files.incremental import GrowingText, cut_as_it_grows
from auditor.logs.formats import format_named
from auditor.watching.followed_file import Listeners
from auditor.watching.watched_folder import WatchedFolder

PAUSE = 5.0

TABLE = 'log 1\ntable "Manila 3"\n  rules act/canberra-manila\n  date 1994-06-11\n  minimum $5\n  stake $100\n'
HAND = """
hand {number} at 21:0{number}
  seat 1 Ann $500
  seat 2 "Bén" $500
  buck {buck}
  {first} blind $5
  deal {first} [As Kd], {second} [7c 7d]
  communal [Qh]
  {second} raises $5 to $10
  {first} folds
  return $5 to {second}
  pot $10 commission ${fee}
  {second} wins ${won}
end
"""
UNREADABLE = "\nhand 7\n  seat 1 Ann $500\n  Ann rises $10\nend\n"


def hand(number, fee=0):
    """A hand in which a commission of a dollar is a fault."""
    first, second = ("Ann", '"Bén"') if number % 2 else ('"Bén"', "Ann")
    return HAND.format(number=number, buck=2 - number % 2, first=first, second=second, fee=fee, won=10 - fee)


FAULTY, SOUND = hand(1, fee=1), hand(2)
TABLE_LOG = TABLE + FAULTY + SOUND + "notice closure to inspector\n" + hand(3, fee=1)
STARS = (SAMPLES / "hand-histories" / "pokerstars-holdem.txt").read_text(encoding="utf-8") + "\n\n"


SHORT = """PokerStars Hand #{number}: Hold'em No Limit ($1/$2 USD) - 2024/05/01 20:1{number}:00 ET
Table 'A' 2-max Seat #{number} is the button
Seat 1: Änn ($200 in chips)
Seat 2: Ben ($200 in chips)
{first}: posts small blind $1
{second}: posts big blind $2
*** HOLE CARDS ***
{first}: raises $2 to $4
{second}: raises ${more} to ${to}
{first}: folds
Uncalled bet (${more}) returned to {second}
{second} collected $8 from pot
*** SUMMARY ***
Total pot $8 | Rake $0

"""
SHORT_STARS = SHORT.format(number=1, first="Änn", second="Ben", more=1, to=5)  # where a raise must be of $2 at least
SHORT_STARS += SHORT.format(number=2, first="Ben", second="Änn", more=2, to=6)


class Watched:
    """A watched folder, a clock that is set by hand, and all that was told."""

    def __init__(self, folder, options=None):
        self.folder, self.now, self.options = folder, time.time(), options or Options()
        self.findings, self.unread, self.notes = [], [], []
        hearers = Listeners(self.tell, self.notes.append, lambda: False)
        self.watch = WatchedFolder(folder, lambda _name: self.options, hearers, PAUSE, lambda: self.now)

    def tell(self, result):
        self.findings += result.findings
        self.unread += result.unread

    def look(self, paused=False):
        self.now += 2 * PAUSE if paused else 0.1
        self.watch.look()

    def append(self, name, data, paused=False):
        with (self.folder / name).open("ab") as file:
            file.write(data)
        self.look()
        if paused:
            self.look(paused=True)

    def end(self):
        self.look(paused=True)
        return self.watch.end(whole=False)


@pytest.fixture
def watched(tmp_path):
    return Watched(tmp_path)


def audited(folder):
    return audit(open_all(find([str(folder)])), Options())


def facts(result):
    """All that an audit says, apart from the order of its findings."""
    return (
        Counter(map(str, result.findings)),
        Counter(result.unread),
        [str(entry) for entry in result.inputs],
        result.verdicts,
        result.missing,
        result.hands,
    )


def check(watched, result=None):
    """The watch has found what an audit finds, and has told everything once."""
    result = result or watched.end()
    assert facts(result) == facts(audited(watched.folder))
    assert Counter(map(str, watched.findings)) == Counter(map(str, result.findings))
    assert Counter(watched.unread) == Counter(result.unread)


# ---- pieces ----


@pytest.mark.parametrize("paused", [False, True], ids=["at once", "after a pause"])
@pytest.mark.parametrize(
    ("name", "format", "text", "faults"),
    [
        pytest.param("night.log", "table-log", TABLE + FAULTY + SOUND, ["1"], id="table log"),
        pytest.param("stars.txt", "pokerstars", SHORT_STARS, ["1"], id="PokerStars"),
    ],
)
def test_wherever_a_log_is_cut_the_end_is_that_of_an_audit(tmp_path, name, format, text, faults, paused):
    data = text.encode()
    options = Options(log_format=format)
    (tmp_path / "whole").mkdir()
    (tmp_path / "whole" / name).write_bytes(data)
    expected = [finding.fingerprint for finding in audited(tmp_path / "whole").findings]
    for cut in range(len(data)):
        (tmp_path / str(cut)).mkdir()
        one = Watched(tmp_path / str(cut), options)
        one.append(name, data[:cut], paused)
        one.append(name, data[cut:])
        result = one.end()

        assert [finding.hand for finding in one.findings] == faults, cut
        assert [finding.fingerprint for finding in one.findings] == expected, cut
        assert [finding.fingerprint for finding in result.findings] == expected, cut
        assert (one.unread, result.unread, one.notes) == ([], [], []), cut


@pytest.mark.parametrize("step", [1, 7, 100])
def test_a_log_may_come_byte_by_byte(watched, step):
    data = (TABLE_LOG.replace("hand 3", UNREADABLE.strip() + "\nhand 3")).encode()
    for start in range(0, len(data), step):
        watched.append("night.log", data[start : start + step])

    check(watched)
    assert [one.hand for one in watched.unread] == ["7"]


@pytest.mark.parametrize(
    "path", sorted([*SAMPLES.glob("hand-histories/*"), *SAMPLES.glob("phh/*")]), ids=lambda p: p.name
)
@pytest.mark.parametrize("paused", [False, True], ids=["at once", "with pauses"])
def test_every_format_is_followed(watched, path, paused):
    data = path.read_bytes()
    step = len(data) // 7
    for start in range(0, len(data), step):
        watched.append(path.name, data[start : start + step], paused)

    result = watched.end()
    assert facts(result) == facts(audited(watched.folder))
    assert watched.unread == []
    assert {one.fingerprint for one in watched.findings} >= {one.fingerprint for one in result.findings}
    assert max(Counter(one.fingerprint for one in watched.findings).values(), default=1) == 1


@pytest.mark.parametrize("name", ["manila-night.log", "roberts-tournament-final.log"])
def test_a_session_keeps_its_state_from_hand_to_hand(watched, name):
    data = (SAMPLES / "sessions" / name).read_bytes()
    for start in range(0, len(data), 1500):
        watched.append(name, data[start : start + 1500], paused=True)

    check(watched)


def test_events_as_json_lines_are_followed(watched, tmp_path, capsys):
    log = tmp_path.parent / "night.log"
    log.write_text(TABLE_LOG, encoding="utf-8")
    assert run(["parse", str(log)]) == 0
    data = capsys.readouterr().out.encode()
    for start in range(0, len(data), 333):
        watched.append("night.jsonl", data[start : start + 333], paused=True)

    check(watched)
    assert len(watched.findings) == 2


# ---- when a hand is complete ----


def test_a_hand_is_judged_as_soon_as_its_end_is_there(watched):
    watched.append("night.log", (TABLE + FAULTY).encode())
    assert watched.findings == []  # the first lines may yet show that it is something else
    watched.look(paused=True)
    assert [finding.hand for finding in watched.findings] == ["1"]

    before, end, _ = hand(3, fee=1).partition("end\n")
    watched.append("night.log", before.encode(), paused=True)
    assert [finding.hand for finding in watched.findings] == ["1"]
    watched.append("night.log", end.encode())
    assert [finding.hand for finding in watched.findings] == ["1", "3"]


def test_a_hand_without_an_end_of_its_own_waits_for_the_next_or_for_a_pause(watched):
    first, header, second = STARS.partition("PokerStars Hand #900000002")
    watched.append("stars.txt", (first + header + second.rstrip()).encode(), paused=True)
    assert watched.findings == []  # the last line has no end
    watched.append("stars.txt", b"\n")
    assert watched.findings == []
    watched.look(paused=True)
    assert [finding.hand for finding in watched.findings] == ["900000002"]
    watched.append("stars.txt", b"\n\n" + STARS.replace("#90000000", "#90000001").encode(), paused=True)

    check(watched)
    assert [finding.hand for finding in watched.findings] == ["900000002", "900000012"]


def test_a_hand_that_goes_on_after_it_seemed_complete_is_judged_again(watched):
    head, summary, rest = STARS.rpartition("*** SUMMARY ***\n")
    watched.append("stars.txt", (head + summary).encode(), paused=True)
    watched.append("stars.txt", rest.encode(), paused=True)

    check(watched)


def test_whoever_stops_in_the_middle_of_a_hand_is_not_told_that_it_is_unread(watched):
    watched.append("night.log", (TABLE + FAULTY).encode(), paused=True)
    watched.append("night.log", SOUND[:90].encode())
    result = watched.watch.end(whole=False)

    assert (result.unread, result.hands_judged, len(result.findings)) == ([], 1, 1)
    assert watched.notes == [f"{watched.folder}/night.log: the last hand is still being written and was not judged"]


def test_a_hand_that_nobody_goes_on_with_is_unread_in_the_end(watched):
    watched.append("night.log", (TABLE + FAULTY + SOUND[:90]).encode(), paused=True)
    assert watched.unread == []

    check(watched)
    assert {one.hand for one in watched.unread} == {"2"}


def test_a_hand_too_long_is_told_and_the_next_is_judged():
    text = GrowingText("utf-8", cut_as_it_grows(format_named("pokerstars")))
    head, _, second = STARS.partition("\n\n")
    found = list(text.take(head.encode()))
    for _ in range(LONGEST_BLOCK // 1_000_000 + 2):
        found += text.take((b"x" * 99 + b"\n") * 10_000)
    assert len(text.cut.waiting) <= 2 * LONGEST_BLOCK
    found += text.take(second.encode())
    found += text.end()

    assert [getattr(one, "number", one) for one in found][-1] == "900000002"
    assert "of more than" in str(found[0])
    assert len(found) == 3


def test_only_the_last_hand_is_kept_in_mind():
    for name, sample in [("pokerstars", STARS), ("table-log", TABLE + FAULTY)]:
        text = GrowingText("utf-8", cut_as_it_grows(format_named(name)))
        found = [one for _ in range(200) for one in text.take(sample.encode())]

        assert len(found) >= 398
        assert len(text.cut.waiting if name == "pokerstars" else text.cut.cutter.waiting) < len(sample)


# ---- files ----


def test_two_logs_may_grow_at_the_same_time(watched):
    night, stars = TABLE_LOG.encode(), STARS.encode()
    for start in range(0, max(len(night), len(stars)), 100):
        watched.append("night.log", night[start : start + 100])
        watched.append("deep.txt", stars[start : start + 100])

    check(watched)
    assert len({finding.location.path for finding in watched.findings}) == 2


def test_an_unreadable_hand_in_the_middle_is_told_once_and_the_others_are_judged(watched):
    watched.append("night.log", (TABLE + FAULTY + UNREADABLE).encode(), paused=True)
    assert [one.hand for one in watched.unread] == ["7"]
    watched.append("night.log", (SOUND + hand(3, fee=1)).encode())

    check(watched)
    assert [finding.hand for finding in watched.findings] == ["1", "3"]


@pytest.mark.parametrize("renamed", ["night.1.log", "night.log.1", None])
def test_a_log_that_is_rotated_is_read_to_its_end_and_the_new_one_from_its_beginning(watched, renamed):
    old = watched.folder / "night.log"
    watched.append("night.log", (TABLE + FAULTY + SOUND[:90]).encode(), paused=True)
    if renamed is not None:
        with old.open("ab") as file:
            file.write((SOUND[90:] + hand(3, fee=1)).encode())
        old.rename(watched.folder / renamed)
    else:
        old.unlink()
        watched.look()
    watched.append("night.log", (TABLE + hand(5, fee=1)).encode(), paused=True)
    result = watched.end()

    told = ["1", "3", "5"] if renamed else ["1", "5"]
    assert sorted(finding.hand for finding in watched.findings) == told
    assert sorted(finding.hand for finding in result.findings) == told
    assert {one.hand for one in watched.unread} == (set() if renamed else {"2"})
    assert len(watched.notes) == (renamed is None)
    assert result.hands_judged == (4 if renamed else 2)


def test_a_log_that_is_cut_to_nothing_and_begun_anew_is_another(watched):
    watched.append("night.log", (TABLE + FAULTY + SOUND).encode(), paused=True)
    (watched.folder / "night.log").write_text(TABLE, encoding="utf-8")
    watched.look()
    watched.append("night.log", hand(5, fee=1).encode(), paused=True)
    result = watched.end()

    assert [finding.hand for finding in watched.findings] == ["1", "5"]
    assert sorted(finding.hand for finding in result.findings) == ["1", "5"]
    assert result.hands_judged == 3


def test_a_log_that_is_written_anew_as_a_whole_is_the_same(watched):
    hands = [FAULTY, SOUND, UNREADABLE, hand(3, fee=1)]
    for count in range(1, len(hands) + 1):
        (watched.folder / "night.log").write_text(
            "# " * count + "\n" + TABLE + "".join(hands[:count]), encoding="utf-8"
        )
        watched.look(paused=True)
        watched.look(paused=True)

    check(watched)
    assert [finding.hand for finding in watched.findings] == ["1", "3"]


def test_a_log_whose_closing_mark_moves_is_the_same(watched):
    text = (SAMPLES / "hand-histories" / "ipoker-holdem.xml").read_text(encoding="utf-8")
    games = text.split(" <game ")
    for count in range(2, len(games) + 1):
        shown = " <game ".join(games[:count])
        (watched.folder / "s.xml").write_text(shown.removesuffix("</session>\n") + "</session>\n", encoding="utf-8")
        watched.look()
        watched.look(paused=True)

    check(watched)


def test_a_file_that_is_removed_is_told_of_as_far_as_it_came(watched):
    watched.append("night.log", (TABLE + FAULTY).encode(), paused=True)
    (watched.folder / "night.log").unlink()
    watched.look()
    result = watched.end()

    assert [finding.hand for finding in result.findings] == ["1"]
    assert [entry.hands for entry in result.inputs] == [1]


def test_a_file_may_be_empty_at_first_and_another_no_log_at_all(watched):
    watched.append("night.log", b"", paused=True)
    watched.append("notes.txt", b"bread, milk\n", paused=True)
    watched.append(".night.log", TABLE_LOG.encode())
    watched.append("night.log", TABLE_LOG.encode())

    result = watched.end()
    assert facts(result) == facts(audited(watched.folder))
    assert result.passed == [f"{watched.folder}/notes.txt"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_letters_and_line_ends_may_be_cut_in_the_middle(watched, encoding, end):
    data = TABLE_LOG.replace("\n", end).encode(encoding)
    for start in range(0, len(data), 61):
        watched.append("night.log", data[start : start + 61], paused=start == 610)

    result = watched.end()
    assert [finding.hand for finding in watched.findings] == ["1", "3"]
    assert watched.unread == []
    assert result.findings == audited(watched.folder).findings


def test_a_packed_log_is_audited_once_it_is_whole(watched):
    data = gzip.compress(TABLE_LOG.encode())
    watched.append("night.log.gz", data[:100])
    watched.append("night.log.gz", data[100:])
    assert watched.findings == []
    watched.look(paused=True)
    watched.look(paused=True)

    check(watched)
    assert len(watched.findings) == 2


def test_what_cannot_be_opened_is_told_once(watched, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "night.log"
    elsewhere.write_text(TABLE_LOG, encoding="utf-8")
    (watched.folder / "link.log").symlink_to(elsewhere)
    os.mkfifo(watched.folder / "pipe.log")
    watched.append("program.log", bytes(range(256)) * 20)
    watched.look()
    result = watched.end()

    assert sorted(one.path.rpartition("/")[2] for one in watched.unread) == ["link.log", "pipe.log", "program.log"]
    assert len(result.unread) == 3
    assert result.findings == []


# ---- the command ----


def test_once_is_an_audit(tmp_path, capsys):
    (tmp_path / "night.log").write_text(TABLE_LOG + UNREADABLE, encoding="utf-8")
    (tmp_path / "stars.txt").write_text(STARS, encoding="utf-8")

    assert run(["watch", str(tmp_path), "--once"]) == 3
    watched = capsys.readouterr().out
    assert run(["audit", str(tmp_path), "--format", "concise", "--no-cache"]) == 3
    assert sorted(watched.splitlines()) == sorted(capsys.readouterr().out.splitlines())


@pytest.mark.parametrize(
    ("words", "status"),
    [
        pytest.param([], 1, id="findings"),
        pytest.param(["--exit-zero"], 0, id="which never fail"),
        pytest.param(["--fail-on", "never"], 0, id="nor here"),
        pytest.param(["--ignore", "11"], 0, id="or were not asked for"),
        pytest.param(["--rules", "no/such"], 2, id="wrong usage"),
    ],
)
def test_the_exit_status_is_that_of_an_audit(tmp_path, capsys, words, status):
    (tmp_path / "night.log").write_text(TABLE_LOG, encoding="utf-8")

    assert run(["watch", str(tmp_path), "--once", *words]) == status
    assert capsys.readouterr().out.count("11.1(a)") == (2 if status < 2 and "--ignore" not in words else 0)


def test_a_folder_must_be_there_and_may_be_empty(tmp_path, capsys):
    assert run(["watch", str(tmp_path / "none")]) == 2
    assert run(["watch", str(tmp_path), "--for", "0"]) == 3  # nothing was audited
    assert capsys.readouterr().out == "0 hands judged, 0 findings\n"


def test_settings_hold_but_for_the_form_of_reports(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "night.log").write_text(TABLE_LOG, encoding="utf-8")
    (tmp_path / "auditor.toml").write_text('format = ["json"]\nignore = ["11"]\njobs = 4\n', encoding="utf-8")

    assert run(["watch", ".", "--once", "--config", "auditor.toml"]) == 0
    assert capsys.readouterr().out == (
        "auditor.toml:1:1: settings applied: it says to ignore 11\n"
        "3 hands judged, 0 findings, 12 clauses without evidence\n"
    )


def test_lines_of_json_have_a_start_and_a_summary(tmp_path, capsys):
    (tmp_path / "night.log").write_text(TABLE_LOG + UNREADABLE, encoding="utf-8")
    run(["watch", str(tmp_path), "--once", "--format", "jsonl"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert [line["type"] for line in lines] == ["start", "finding", "finding", "unread", "summary"]
    assert lines[-1]["summary"]["hands"] == 3


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_watch_with_a_summary(tmp_path, number):
    (tmp_path / "night.log").write_text(TABLE_LOG, encoding="utf-8")
    os.utime(tmp_path / "night.log", (0, 0))
    command = [sys.executable, "-m", "auditor", "watch", str(tmp_path), "--interval", "0.05"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        first = process.stdout.readline()
        process.send_signal(number)
        rest, said = process.communicate(timeout=300)

    assert "11.1(a)" in first
    assert rest.endswith("3 hands judged, 2 findings, 12 clauses without evidence\n")
    assert said == f"auditor: watching {tmp_path}; Ctrl-C ends it with a summary\n"
    assert process.returncode == 1
