"""Hand histories of a room are read as they are: free names, seats, draws, streets, what nobody sees."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from auditor import events as e
from auditor.audit import Options, Result, audit
from auditor.logs.reading import RawHand, read
from auditor.logs.source import open_path, open_stream

CHECKOUT = Path(__file__).resolve().parent.parent
SAMPLES = CHECKOUT / "samples" / "hand-histories"
CORPUS = CHECKOUT.parent / "shared" / "corpora" / "pokerstars"
HOLDEM, STUD, DRAW = ((SAMPLES / f"{name}.txt").read_text(encoding="utf-8") for name in ("holdem", "stud", "draw"))


def hands(text: str) -> list[list[e.Event]]:
    parts = read(open_stream(io.BytesIO(text.encode()), "a.txt"))
    return [part.read().events for part in parts if isinstance(part, RawHand)]


def audited(text: str) -> Result:
    return audit([open_stream(io.BytesIO(text.encode()), "a.txt")], Options())


def told(result: Result) -> list[tuple[str, str, int]]:
    return [(one.severity.word, one.clause, one.place.line) for one in result.findings]


def test_samples_give_the_fault_they_have_and_no_other():
    result = audit([open_path(path, path.name) for path in sorted(SAMPLES.iterdir())], Options())

    at = HOLDEM.split("\n").index("wo_ooly :D: raises $2 to $8") + 1
    assert told(result) == [("breach", "S14.NL.3", at)]
    assert (result.hands_judged, result.unread) == (4, [])


def test_names_are_free_text_and_chat_is_no_act():
    first, _ = hands(HOLDEM)

    acts = [(one.player, type(one).__name__) for one in first if isinstance(one, e.Act)]

    assert acts == [
        ("wo_ooly :D", "Raise"),
        ("Big C (host)", "Fold"),
        ("YesI antes $4000", "Call"),
        ("YesI antes $4000", "Check"),
        ("wo_ooly :D", "Bet"),
        ("YesI antes $4000", "Fold"),
    ]
    assert [(one.player, one.out) for one in first if isinstance(one, e.Seat)][-1] == ("pennyfolds", True)


def test_everybody_in_the_hand_has_cards_and_what_is_seen_is_known():
    (stud,), (draw,) = hands(STUD), hands(DRAW)

    dealt = [(one.holdings[0][0], one.up, one.holdings[0][1]) for one in stud if isinstance(one, e.Deal)]
    mittel = [(up, card) for name, up, (card,) in dealt if name == "PC [Mittel]"]
    drawn = [one.holdings[0] for one in draw if isinstance(one, e.Deal)]

    assert [up for up, _ in mittel] == [False, False, True, True]
    assert [card >= 0 for _, card in mittel] == [False, False, True, True]
    assert [(name, len(cards)) for name, cards in drawn] == [
        *(("Ben", 5), ("Cam", 5), ("Ann", 5)),
        *(("Cam", 2), ("Ann", 1), ("Cam", 1), ("Cam", 1)),
    ]


def test_blinds_put_up_to_get_cards_are_live_and_dead():
    posts = "YesI antes $4000: posts big blind $2\n"
    text = HOLDEM.split("\n\n")[0].replace(posts, f"{posts}pennyfolds: posts small & big blinds $3\n")
    text = text.replace("pennyfolds: sits out\n", "").replace(
        "wo_ooly :D: raises", "pennyfolds: checks\nwo_ooly :D: raises", 1
    )

    (hand,) = hands(text)

    assert [(one.kind, one.amount) for one in hand if isinstance(one, e.Post)][2:] == [("post", 200), ("dead", 100)]


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (("*** SUMMARY ***", "*** SUMMARY"), 24, "found a line of another part of a hand here"),
        (("Hold'em No Limit", "Badugi Limit"), 1, "no rulebook has the game Badugi"),
        (("*** FLOP *** [2c 7d Jh]", "*** FLOP *** [2x 7d Jh]"), 16, "not a card"),
        (("calls $4", "calls $4.005"), 15, "found '$4.005', expected an amount"),
        (("*** FLOP *** [2c 7d Jh]", "Hand cancelled"), 16, "the room cancelled this hand"),
    ],
)
def test_a_hand_that_cannot_be_read_is_told_with_its_place_and_leaves_the_others_alone(change, line, reason):
    result = audited(HOLDEM.replace(*change, 1))

    assert [(one.hand, one.line) for one in result.unread] == [("900000001", line)]
    assert result.unread[0].reason.startswith(reason)
    assert [clause for _, clause, _ in told(result)] == ["S14.NL.3"]


def test_a_line_that_nobody_understands_is_kept_and_what_it_may_explain_accuses_nobody():
    chat = audited(HOLDEM.replace("Big C (host): folds\n", "Big C (host): folds\nBig C (host): u r boring\n", 1))
    act = audited(HOLDEM.replace("Big C (host): folds", "Big C (host): flods", 1))

    assert [(one.hand, one.line, one.reason) for one in chat.unknown] == [("900000001", 15, "Big C (host): u r boring")]
    assert [clause for _, clause, _ in told(chat)] == ["S14.NL.3"]
    assert [one.line for one in act.unknown] == [14]
    assert {word for word, clause, _ in told(act) if clause != "S14.NL.3"} == {"advisory"}


def test_a_hand_cut_off_is_told_to_be_incomplete():
    result = audited(HOLDEM[: HOLDEM.rindex("*** SUMMARY")])

    assert [one.reason for one in result.unread] == ["found the end of the hand before it was over"]


@pytest.mark.skipif(not CORPUS.is_dir(), reason="real hands are not part of the project")
def test_real_hands_are_read_or_told_to_be_unread_for_a_true_reason():
    result = audit([open_path(path, path.name) for path in sorted(CORPUS.glob("*NLHE-6max-*-200911.txt"))], Options())

    assert told(result) == []
    assert result.unread == []
    assert result.hands_judged > 100
