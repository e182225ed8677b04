"""Hand histories of Full Tilt: talk like acts, days in any order, hands run twice, what only the summary has."""

from __future__ import annotations

import io
import re
from datetime import date

import pytest
from places import HISTORIES

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.files.decoding import open_path, open_stream
from auditor.logs.formats import format_of
from auditor.logs.reader import RawHand, read
from auditor.vocabulary import events as e

SAMPLES = HISTORIES
CASH, MIXED = ((SAMPLES / f"full-tilt-{name}.txt").read_text(encoding="utf-8") for name in ("cash", "mixed"))
TWICE, SECOND = CASH.split("\n\n\n\n")
DRAW, STUD = MIXED.split("\n\n\n\n")

# Everybody has put in the last chip as the ante; the blinds, for which nothing is left, are noted as checks.
FLIP = """Full Tilt Poker Game #9: $30 Flipout (77), Table 1 - NL Hold'em - 2B/2B Ante 2B - 04:46:00 ET - 2014/08/07
Seats: 3
Seat 1: Ann (3,000)
Seat 2: Ben (3,000)
Seat 3: Cam (3,000)
Ann antes 3,000, and is all in
Ben antes 3,000, and is all in
Cam antes 3,000, and is all in
Ann checks
Ben checks
The button is in seat #3
*** HOLE CARDS ***
Ann shows [9s 3c]
Ben shows [8c 4h]
Cam shows [Jc Jh]
*** FLOP *** [4s 8h Ts] (Total Pot: 9,000, 3 Players, 3 All-In)
*** TURN *** [4s 8h Ts] [5h] (Total Pot: 9,000, 3 Players, 3 All-In)
*** RIVER *** [4s 8h Ts 5h] [6d] (Total Pot: 9,000, 3 Players, 3 All-In)
Ann shows Ten Nine high
Ben shows two pair, Eights and Fours
Cam shows a pair of Jacks
Ben wins the pot (9,000) with two pair, Eights and Fours
*** SUMMARY ***
Total pot 9,000 | Rake 0
Board: [4s 8h Ts 5h 6d]
Seat 1: Ann (small blind) showed [9s 3c] and lost with Ten Nine high
Seat 2: Ben (big blind) showed [8c 4h] and won (9,000) with two pair, Eights and Fours
Seat 3: Cam (button) showed [Jc Jh] and lost with a pair of Jacks
"""


def read_bytes(data: bytes) -> list[list[e.Event]]:
    parts = read(open_stream(io.BytesIO(data), "a.txt"))
    return [part.read().events for part in parts if isinstance(part, RawHand)]


def hands(text: str) -> list[list[e.Event]]:
    return read_bytes(text.encode())


def audited(text: str) -> Result:
    return audit([open_stream(io.BytesIO(text.encode()), "a.txt")], Options())


def told(result: Result) -> list[tuple[str, str, int]]:
    return [(one.severity.word, one.clause, one.location.line) for one in result.findings]


def test_samples_give_the_fault_they_have_and_no_other():
    result = audit([open_path(path, path.name) for path in sorted(SAMPLES.glob("full-tilt-*"))], Options())

    at = CASH.split("\n").index("wo_ooly :D raises to $14") + 1
    assert told(result) == [("breach", "S14.NL.3", at)]
    assert (result.hands_judged, result.unread, result.unknown) == (4, [], [])


def test_the_format_shows_in_the_first_line_and_hands_in_the_manner_of_another_room_are_left_to_that():
    branded = open_stream(io.BytesIO(b"Full Tilt Hand #1: Tournament #2, 870+130 Hold'em No Limit"), "a.txt")

    assert {format_of(open_path(path, path.name).head).name for path in SAMPLES.glob("full-tilt-*")} == {"full-tilt"}
    assert format_of(branded.head).name == "pokerstars"


def test_names_are_free_text_and_talk_is_no_act():
    (hand,) = hands(TWICE)

    assert [(one.player, type(one).__name__) for one in hand if isinstance(one, e.Act)] == [
        ("wo_ooly :D", "Raise"),
        ("Big C (host)", "Raise"),
        ("YesI antes $4000", "Fold"),
        ("wo_ooly :D", "Raise"),
        ("Big C (host)", "Call"),
    ]
    assert [(one.kind, one.text) for one in hand if isinstance(one, e.Remark)] == [
        ("chat", "Big C (host): wo_ooly raises to $100 every time"),
        ("observer", "pennyfolds has returned"),
        ("observer", "YesI antes $4000 has 15 seconds left to act"),
    ]


# ---- the head ----


@pytest.mark.parametrize(
    ("when", "day"),
    [
        ("21:42:00 CET - 2012/11/06 [15:42:00 ET - 2012/11/06]", date(2012, 11, 6)),
        ("21:42 ET - Tue, November 6, 2012", date(2012, 11, 6)),
        ("21:42 ET - 6 November 2012", date(2012, 11, 6)),
        ("21:42:00 ET - 11/26/2012", date(2012, 11, 26)),
        ("21:42:00 ET - 26/11/2012", date(2012, 11, 26)),
        ("21:42:00 ET - 06/11/2012", None),
        ("21:42:00 ET - 2012/13/06", None),
    ],
)
def test_the_day_stands_in_any_order(when, day):
    (hand,) = hands(SECOND.replace("21:42 ET - Tue, November 6, 2012", when))

    assert (hand[0].time, hand[0].day) == ("21:42", day)


@pytest.mark.parametrize(
    ("stakes", "blinds"),
    [
        ("50K/100K Ante 10000 - No Limit Hold'em", (5_000_000, 10_000_000)),
        ("No Limit Hold'em - 1.5M/3M", (150_000_000, 300_000_000)),
        ("NL Hold'em - 2B/2B Ante 2B", (200_000_000_000, 200_000_000_000)),
        ("$0.50/$1 - $20 Cap No Limit Hold'em", (50, 100)),
    ],
)
def test_stakes_stand_before_or_after_the_game_and_may_be_of_thousands(stakes, blinds):
    text = SECOND.replace("NL Hold'em - $1/$2", stakes).replace("posts the small blind", "posts nothing")

    (part,) = [part for part in read(open_stream(io.BytesIO(text.encode()), "a.txt")) if isinstance(part, RawHand)]

    assert part.read().setup.blinds == blinds


# ---- cards and pots ----


def test_a_hand_run_twice_has_both_boards():
    (hand,) = hands(TWICE)

    assert [len(one.cards) for one in hand if isinstance(one, e.Communal)] == [3, 1, 1]
    assert [(one.number, len(one.cards)) for one in hand if isinstance(one, e.Run)] == [(2, 5)]
    assert [(one.player, one.amount) for one in hand if isinstance(one, e.Win)] == [
        ("wo_ooly :D", 5950),
        ("Big C (host)", 5950),
    ]


def test_a_hand_run_twice_and_paid_to_the_loser_is_told():
    wrong = TWICE.replace("Big C (host) wins pot 2", "wo_ooly :D wins pot 2")
    without_summary = re.sub(r"(Seat [0-9]: .*) (?:and won|collected) \(.*", r"\1", wrong)

    assert {word for word, _, _ in told(audited(wrong))} == {"irregularity"}
    assert {word for word, _, _ in told(audited(without_summary))} == {"breach"}


@pytest.mark.parametrize("result", ["collected ($42.75), mucked", "collected ($42.75)"])
def test_what_was_won_may_stand_in_the_summary_alone(result):
    (hand,) = hands(SECOND.replace("collected ($42.75), mucked", result))

    assert [(one.player, one.amount) for one in hand if isinstance(one, e.Win)] == [("wo_ooly :D", 4275)]


def test_the_summary_has_the_cards_of_a_street_whose_line_was_lost():
    lost = "\n".join(line for line in FLIP.split("\n") if "RIVER" not in line)
    (hand,) = hands(lost)

    assert [len(one.cards) for one in hand if isinstance(one, e.Communal)] == [3, 1, 1]
    assert told(audited(lost)) == []


def test_blinds_put_up_to_get_cards_are_live_and_dead():
    (hand,) = hands(SECOND)

    assert [(one.kind, one.amount) for one in hand if isinstance(one, e.Post) and one.player == "Ned"] == [
        ("dead", 100),
        ("post", 200),
    ]


def test_cards_drawn_are_those_shown_or_unknown_ones():
    (hand,) = hands(DRAW)

    drawn = [one.holdings[0] for one in hand if isinstance(one, e.Deal)][1:]
    assert [(name, [card >= 0 for card in cards]) for name, cards in drawn] == [
        ("Cam", [False, False]),
        ("Ann", [True]),
        ("Cam", [False]),
    ]


def test_everybody_may_fold_to_the_bring_in_of_the_player_dealt_last():
    head = STUD[: STUD.index("Ann completes")].replace("Seat 2", "Seat 3: Cam (5,000)\nSeat 2")
    head = head.replace("Ben antes", "Cam antes 200\nBen antes").replace("Ben is low", "Dealt to Cam [5d]\nBen is low")
    end = "Ben mucks\nBen wins the pot (600)\n*** SUMMARY ***\nTotal pot 600 | Rake 0\n"
    text = f"{head}Cam folds\nAnn folds\nUncalled bet of 300 returned to Ben\n{end}"

    assert told(audited(text)) == []


def test_a_check_before_the_cards_is_no_act():
    assert told(audited(FLIP)) == []
    assert not any(isinstance(one, e.Act) for one in hands(FLIP)[0])


# ---- who is in the hand ----


@pytest.mark.parametrize("seat", ["Seat 5: Ned", "Seat 5: Ned ()", "Seat 5: Ned (?)"])
def test_a_seat_without_a_stake_is_that_of_a_hand_only_watched(seat):
    watched = SECOND.replace("Seat 5: Ned ($100)", seat)

    assert [one.stake for one in hands(watched)[0] if isinstance(one, e.Seat)][-1] is None
    assert [clause for _, clause, _ in told(audited(watched))] == ["S14.NL.3"]


@pytest.mark.parametrize(
    ("result", "clauses"),
    [
        pytest.param("is sitting out", [], id="sits out, though its own line does not say so"),
        pytest.param("folded before the Flop", ["record/missing-act"], id="folded, and no line tells when"),
    ],
)
def test_the_summary_tells_who_was_in_the_hand(result, clauses):
    text = SECOND.replace("Ned posts a dead small blind of $1\nNed posts $2\n", "").replace("Ned checks\n", "")
    text = text.replace("Ned folds\n", "").replace("Ned folded before the Flop", f"Ned {result}")
    text = text.replace("$17", "$14").replace("$45", "$42").replace("$42.75", "$39.75")

    assert [clause for _, clause, _ in told(audited(text)) if clause != "S14.NL.3"] == clauses


# ---- damage ----


def test_utf_16_with_a_stray_byte_is_read():
    data = b"\xff\xfe" + CASH.encode("utf-16-le") + b"\n"
    result = audit([open_stream(io.BytesIO(data), "a.txt")], Options())

    assert [hand[:-1] for hand in read_bytes(data)] == [hand[:-1] for hand in hands(CASH)]
    assert (result.hands_judged, result.unread, result.unknown) == (2, [], [])


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (("Pot Limit Omaha Hi", "Pot Limit Irish"), 1, "no rulebook has a game called Irish"),
        (
            ("15:40:00 ET - 2012/11/06]", "15:40:00 ET - 2012/11/06] (partial)"),
            1,
            "the room saw only a part of this hand",
        ),
        (("*** FLOP 1 ***", "Hand #70000001 has been canceled\n*** FLOP 1 ***"), 23, "the room cancelled this hand"),
        (
            ("*** HOLE CARDS ***", "*** SUMMARY ***\nTotal pot $0 | Rake $0\n\n\n\n*** HOLE"),
            1,
            "the hand was over before",
        ),
        (("raises to $7\n", "raises to $7.005\n"), 12, "found '$7.005', expected an amount"),
    ],
)
def test_a_hand_that_cannot_be_read_is_told_with_its_place_and_leaves_the_other_alone(change, line, reason):
    text = CASH.replace(*change, 1)
    if "*** HOLE\n" in text:  # what came after the hand was called off is gone
        text = text[: text.index("*** HOLE\n")] + SECOND

    result = audited(text)

    assert [(one.hand, one.line) for one in result.unread] == [("70000001", line)]
    assert result.unread[0].reason.startswith(reason)
    assert [clause for _, clause, _ in told(result)] == ["S14.NL.3"]


def test_a_lost_header_a_lost_body_and_a_lost_end_are_told():
    headless = audited(TWICE.partition("\n")[2] + "\n\n\n\n" + SECOND)
    bodiless = audited(TWICE.partition("\n")[0] + "\n" + TWICE[TWICE.index("*** SUMMARY ***") :])
    endless = audited(TWICE[: TWICE.index("*** SUMMARY ***")])

    assert [one.reason for one in headless.unread] == [
        "found 'Seat 1: wo_ooly :D ($100)' before any hand, expected the header of one"
    ]
    assert headless.hands_judged == 1
    assert [one.reason for one in bodiless.unread] == ["found no seats and no play between the header and the summary"]
    assert [one.reason for one in endless.unread] == ["found the end of the hand before it was over"]
