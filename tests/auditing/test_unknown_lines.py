"""A line that nobody understands accuses nobody: if it names a player, it may be an act in whatever words."""

from __future__ import annotations

import io

import pytest
from places import HISTORIES

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.logs.remarks import kind_of_unknown
from auditor.vocabulary.events import Seat
from auditor.vocabulary.findings import Finding, Severity

# Ann raises by less than the bet before, which is a breach in the format's own words.
FAULT = """PokerStars Hand #900001: Hold'em No Limit ($1/$2 USD) - 2024/05/01 20:15:00 ET
Table 'Ours' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Ben ($200 in chips)
Seat 3: Cam ($200 in chips)
Ben: posts small blind $1
Cam: posts big blind $2
*** HOLE CARDS ***
Ann: raises $1 to $3
Ben: folds
Cam: folds
Uncalled bet ($1) returned to Ann
Ann collected $5 from pot
*** SUMMARY ***
Total pot $5 | Rake $0
"""


def audited(text: str) -> Result:
    return audit([open_stream(io.BytesIO(text.encode()), "a.txt")], Options())


def with_line(text: str, line: str, at: int) -> str:
    lines = text.split("\n")
    return "\n".join([*lines[: at - 1], line, *lines[at - 1 :]])


def found(text: str, line: str) -> list[tuple[str, Severity]]:
    return [(one.clause, one.severity) for one in audited(with_line(text, line, 10)).findings]


@pytest.mark.parametrize(
    "line",
    [
        "Ben: vanishes",
        "Ben mise 4",
        "the turn of Cam is passed over",
        "Somebody: raises $4",
        "Ben has timed out and folds",
        "*** FL0P [2c 7d Jh]",
        "Seat 4 Dot $200",
    ],
)
def test_a_line_that_may_tell_of_an_act_accuses_nobody_and_is_evidence(line):
    (finding,) = audited(with_line(FAULT, line, 10)).findings

    assert (finding.clause, finding.severity) == ("S14.NL.3", Severity.ADVISORY)
    assert 10 in [one.line for one in finding.evidence]


@pytest.mark.parametrize(
    "line",
    [
        "visit our shop",
        "Benjamin",
        'Ben said, "vanishes"',
        "Ben is disconnected",
        "Ben has been disconnected",
        "Ben has timed out",
        "Ben left the table",
        "Ben has 10 seconds left to act",
    ],
)
def test_other_lines_and_talk_leave_a_fault_as_grave_as_it_is(line):
    assert found(FAULT, line) == [("S14.NL.3", Severity.BREACH)]


@pytest.mark.parametrize(
    ("text", "names", "kind"),
    [
        ("Ann winkt", ["Ann"], "unknown-act"),
        ("Annabel winkt", ["Ann"], "unknown"),
        ("Joann, then Ann", ["Ann"], "unknown-act"),
        ("(-: winkt", ["(-:"], "unknown-act"),
        ("anything", [""], "unknown"),
        ("nobody folds", [], "unknown-act"),
        ("", ["Ann"], "unknown"),
    ],
)
def test_the_kind_of_a_line_shows_in_the_names_of_the_hand(text, names, kind):
    assert kind_of_unknown(text, names) == kind


def seated(text: str, hand: str | None) -> list[str]:
    parts = read(open_stream(io.BytesIO(text.encode()), "a.txt"))
    (events,) = [part.read().events for part in parts if isinstance(part, RawHand) and part.number == hand]
    return [one.player for one in events if isinstance(one, Seat)]


def samples() -> list[tuple[str, Finding]]:
    """Every finding above an advisory in the samples of rooms that write text."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(HISTORIES.glob("*.txt"))]
    return [(text, one) for text in texts for one in audited(text).findings if one.severity > Severity.ADVISORY]


def test_no_finding_of_any_room_survives_a_line_on_a_player_in_its_hand():
    graver = []
    for text, fault in samples():
        for name in seated(text, fault.hand)[:3]:
            result = audited(with_line(text, f"{name} pondère 4", fault.location.line))
            assert len(result.unknown) == 1
            graver += [one for one in result.findings if one.severity > Severity.ADVISORY and one.hand == fault.hand]

    assert graver == []
