"""Events fed one by one: what is told when, and that in the end it is what the audit of the whole log tells."""

import json
import os
import random
import statistics
import subprocess
import sys
import time
from datetime import date

import pytest
from manila import FOUR_RAISES
from places import ROOT
from slips import GENERATORS, lawful, slips

from auditor import Auditor, Severity, UsageError, audit_events
from auditor.logs.events_json.reader import event_lines
from auditor.logs.files.decoding import open_path

SAMPLES = [*sorted((ROOT / "samples" / "clauses").rglob("*.log"))[::30], ROOT / "samples/sessions/manila-night.log"]
FOURTH = FOUR_RAISES.splitlines().index("Ann raises $10 to $50") + 1


def events_of(text, tmp_path):
    path = tmp_path / "one.log"
    path.write_text(text, encoding="utf-8")
    return [json.loads(line) for line in event_lines(open_path(path, "one"))]


def told(findings):
    return [(one.fingerprint, one.severity, one.location.line, one.message) for one in findings]


def fed(events):
    """The auditor that was fed with all of them, and all the news."""
    auditor = Auditor()
    return auditor, [*[auditor.feed(event) for event in events], auditor.close()]


def check_same(events):
    """All that was told is what the audit of the whole tells, each once; what is provisional stands or is withdrawn."""
    auditor, news = fed(events)
    whole = audit_events(events)
    early = [finding for one in news for finding in one.provisional]
    gone = [finding for one in news for finding in one.withdrawn]
    accused = {one.fingerprint for one in whole.findings if one.severity > Severity.ADVISORY}

    assert sorted(told(finding for one in news for finding in one.findings)) == sorted(told(whole.findings))
    assert [place for one in news for place in one.unread] == [*whole.unread]
    assert told(auditor.audit.findings) == told(whole.findings)
    assert auditor.audit.report("jsonl") == whole.report("jsonl")
    stand = [one for one in early if one.fingerprint not in {other.fingerprint for other in gone}]
    assert {one.fingerprint for one in stand} <= accused
    return len(early), len(gone)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_fed_events_end_in_the_same_audit(path):
    check_same([json.loads(line) for line in event_lines(open_path(path, path.name))])


@pytest.mark.parametrize("name", [*GENERATORS][::4])
def test_so_do_generated_hands_with_slips_and_unreadable_lines(name, tmp_path):
    chance = random.Random(name)
    text = lawful(GENERATORS[name], 1)
    made = chance.sample([*slips(text, chance)], 3)
    for one in [text, *[slip.text for slip in made]]:
        check_same(events_of(one, tmp_path))


def test_the_fourth_raise_is_told_at_the_raise_and_stands_at_the_end(tmp_path):
    events = events_of(FOUR_RAISES, tmp_path)
    auditor = Auditor()
    by_line = {event["line"]: auditor.feed(event) for event in events}

    assert [(line, one.clause) for line, news in by_line.items() for one in news.provisional] == [(FOURTH, "10.2")]
    (end,) = (news for event in events for line, news in by_line.items() if line == event["line"] and news.findings)
    assert [one.fingerprint for one in end.findings] == [one.fingerprint for one in by_line[FOURTH].provisional]
    assert (end.withdrawn, auditor.close()) == ((), type(end)())


def test_what_does_not_stand_when_the_hand_is_over_is_withdrawn(tmp_path):
    """A hand that turns out to be unreadable has no findings, and the raise is taken back where that is known."""
    events = events_of(FOUR_RAISES, tmp_path)
    at = next(n for n, event in enumerate(events) if event["line"] == FOURTH)
    auditor = Auditor()
    for event in events[: at + 1]:
        last = auditor.feed(event)
    broken = auditor.feed({"event": "sighs"})

    assert [one.clause for one in last.provisional] == [one.clause for one in broken.withdrawn] == ["10.2"]
    for event in events[at + 1 :]:
        news = auditor.feed(event)
    assert (news.findings, news.withdrawn, len(news.unread)) == ((), (), 1)
    assert not auditor.audit.complete


def test_events_of_a_program_need_no_lines_and_a_hand_can_be_ended(tmp_path):
    events = [
        {k: v for k, v in event.items() if k not in ("line", "column")} for event in events_of(FOUR_RAISES, tmp_path)
    ]
    with Auditor(name="server", provisional=False) as auditor:
        early = [auditor.feed(event) for event in events[:-1]]
        (finding,) = auditor.end_hand().findings

    assert not any(early)
    assert (finding.location.path, finding.clause) == ("server", "10.2")
    assert {**events[finding.location.line - 1]}.items() >= {"event": "raise", "player": "Ann", "total": 5000}.items()
    with pytest.raises(UsageError, match="closed"):
        auditor.feed({"event": "end"})
    with pytest.raises(UsageError, match="event 1 is none"):
        Auditor().feed({"event": "fold", "player": {1, 2}})


def test_events_that_come_one_after_the_other_can_be_followed(tmp_path):
    async def source():
        for event in events_of(FOUR_RAISES, tmp_path):
            yield event

    async def heard():
        return [news async for news in Auditor().follow(source())]

    step = heard()
    with pytest.raises(StopIteration) as done:  # nothing is waited for, so no event loop is needed
        step.send(None)

    assert [(len(one.provisional), len(one.findings)) for one in done.value.value] == [(1, 0), (0, 1)]


# ---- standard input ----


def test_a_log_through_a_pipe_tells_a_hand_before_the_next_one_comes():
    first, second = FOUR_RAISES, FOUR_RAISES[FOUR_RAISES.index("hand 1") :].replace("hand 1", "hand 2")
    command = [sys.executable, "-m", "auditor", "audit", "-", "--format", "jsonl", "--isolated"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        process.stdin.write(first)
        process.stdin.flush()
        start, finding = (json.loads(process.stdout.readline()) for _ in range(2))  # while the pipe is open
        process.stdin.write(second)
        process.stdin.close()
        rest = [json.loads(line) for line in process.stdout]

    assert (start["type"], finding["type"], finding["hand"]) == ("start", "finding", "1")
    assert [one["type"] for one in rest][-1] == "summary"
    assert [one["hand"] for one in rest if one["type"] == "finding" and one["clause"] == "10.2"] == ["2"]
    assert rest[-1]["inputs"][0]["hands"] == 2


@pytest.mark.parametrize(
    "path",
    [
        "samples/sessions/manila-night.log",
        *sorted(str(one.relative_to(ROOT)) for one in (ROOT / "samples" / "hand-histories").rglob("*.txt"))[:3],
        "README.md",
        "docs/assets/way-of-a-hand.svg",
    ],
)
def test_a_piped_log_ends_in_the_same_lines_as_one_that_was_read_as_a_whole(path):
    def lines(form):
        command = [
            sys.executable,
            "-m",
            "auditor",
            "audit",
            "-",
            *form,
            "--isolated",
            "--no-cache",
            "--most-bytes",
            "1M",
        ]
        with (ROOT / path).open("rb") as stdin:
            done = subprocess.run(command, cwd=ROOT, stdin=stdin, capture_output=True, encoding="utf-8")
        return done.returncode, done.stdout

    status, streamed = lines(["--format", "jsonl"])
    whole_status, whole = lines(["--format", "json"])
    told, report = [json.loads(line) for line in streamed.splitlines()], json.loads(whole)

    assert status == whole_status
    for kind, key in (("finding", "findings"), ("unread", "unread")):
        found = [{k: v for k, v in one.items() if k != "type"} for one in told if one["type"] == kind]
        assert sorted(found, key=str) == sorted(report[key], key=str)
    assert told[-1]["inputs"] == report["inputs"]
    assert told[-1]["coverage"] == report["coverage"]


# ---- time ----


def example():
    """The events of the example on the page, which have a fault in them: the head of the table, and the hand."""
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    names = {}
    exec(page[page.index("events = [\n") : page.index("auditor = Auditor(")], names)
    return names["events"][:2], names["events"][2:]


@pytest.mark.parametrize("faults", [1, 0])
def test_a_hand_of_the_page_takes_two_milliseconds_once_the_auditor_is_warm(faults):
    """The one in the middle of many, in the time of the processor: how busy the machine is says little of us."""
    auditor = Auditor("act/canberra-manila", as_of=date(1994, 6, 11))
    table, hand = example()
    hand = [{**event, "amount": 1000} if event["event"] == "post" and not faults else event for event in hand]
    hand = [*hand[:-1], *([] if faults else [{"event": "win", "player": "Ann", "amount": 1000}]), hand[-1]]
    spent, found = [], 0
    for event in table:
        auditor.feed(event)
    for number in range(100):
        numbered = [{**event, "number": str(number)} if event["event"] == "hand" else event for event in hand]
        began = time.process_time()
        news = [auditor.feed(event) for event in numbered]
        spent.append(time.process_time() - began)
        found = sum(len(one.provisional) for one in news)

    assert found == faults
    assert statistics.median(spent) < 0.002


def test_the_first_hand_of_a_process_takes_a_quarter_of_a_second_a_call():
    """Rulebook and checks are loaded by the first event of a hand; what Python compiles and we keep is kept by then."""
    table, hand = example()
    code = (
        "import time; from datetime import date; from auditor import Auditor\n"
        "auditor = Auditor('act/canberra-manila', as_of=date(1994, 6, 11))\n"
        f"for event in {[*table, *hand]!r}:\n"
        "    began = time.process_time(); auditor.feed(event); print(time.process_time() - began)"
    )
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    runs = [
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=kept, capture_output=True, text=True, check=True)
        for _ in range(3)
    ]

    assert min(max(map(float, run.stdout.split())) for run in runs) < 0.25
