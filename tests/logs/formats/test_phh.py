"""Hands of the open standard are read as they are: positions, blinds, draws, stacks that nobody knows, payments."""

from __future__ import annotations

import io
import random
import tomllib

import pytest
from places import ROOT

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.blocks import HAND, Block
from auditor.logs.files.decoding import open_path, open_stream
from auditor.logs.phh.fields import MOST_REMEMBERED, Memo, fields_of
from auditor.logs.phh.hand import hand as read_any_hand
from auditor.logs.phh.head import fields_and_head
from auditor.logs.phh.usual_hand import usual_hand
from auditor.logs.reader import RawHand, read
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.findings import Verdict
from auditor.vocabulary.hand import Hand

SAMPLES = ROOT / "samples" / "phh"
CORPUS = ROOT.parent / "shared" / "corpora" / "phh"

HOLDEM = """variant = 'NT'
antes = {antes}
blinds_or_straddles = {blinds}
min_bet = 2
starting_stacks = {stacks}
actions = {actions}
"""


def hand(actions: list[str], blinds: list[float], stacks: list[object], antes: list[int] | None = None, more="") -> str:
    fields = {"antes": antes or [0] * len(stacks), "blinds": blinds, "actions": actions}
    return HOLDEM.format(**fields, stacks=f"[{', '.join(str(one) for one in stacks)}]") + more


def whole_hand(text: str) -> Hand:
    (raw,) = [part for part in read(open_stream(io.BytesIO(text.encode()), "a.phh")) if isinstance(part, RawHand)]
    return raw.read()


def events(text: str) -> list[e.Event]:
    return whole_hand(text).events


def of(kind: type, text: str) -> list[object]:
    return [one for one in events(text) if type(one) is kind]


def audited(text: str) -> Result:
    return audit([open_stream(io.BytesIO(text.encode()), "a.phh")], Options())


def told(result: Result) -> list[tuple[str, str, str | None]]:
    return [(one.severity.word, one.clause, one.hand) for one in result.findings]


def test_samples_give_the_faults_they_have_and_no_other():
    result = audit([open_path(path, path.name) for path in sorted(SAMPLES.iterdir())], Options())

    assert told(result) == [("breach", "S14.NL.3", "102"), ("breach", "S3.SD.2", "103")]
    assert (result.hands_judged, result.unread) == (4, [])


def test_a_finding_points_to_the_action_in_the_file():
    result = audit([open_path(SAMPLES / "holdem.phhs", "holdem.phhs")], Options())
    lines = (SAMPLES / "holdem.phhs").read_text(encoding="utf-8").split("\n")

    place = result.findings[0].location

    assert lines[place.line - 1][place.column - 1 :].startswith("p3 cbr 3")


def test_between_two_players_the_blinds_are_the_other_way_about():
    text = hand(["d dh p1 ????", "d dh p2 ????", "p2 cc", "p1 cc"], [1, 2], [50, 50])

    assert [(post.player, post.amount) for post in of(e.Post, text)] == [("p2", 100), ("p1", 200)]
    assert [buck.seat for buck in of(e.Buck, text)] == [2]
    assert [type(act) for act in events(text) if isinstance(act, e.Act)] == [e.Call, e.Check]


def test_of_blinds_that_fit_no_button_nobody_knows_the_button():
    assert of(e.Buck, hand(["p1 f"], [2, 1], [50, 50])) == []


def test_what_was_put_up_to_get_cards_is_live_up_to_the_big_blind():
    posts = of(e.Post, hand(["p4 cc"], [1, 2, -3, 0], [50] * 4))

    assert [(post.kind, post.amount) for post in posts][2:] == [("post", 200), ("dead", 100)]


@pytest.mark.parametrize(
    ("left", "kind"),
    [
        pytest.param(48, "post", id="the call put in one more"),
        pytest.param(47, "dead", id="the call put in two more"),
    ],
)
def test_a_small_blind_to_get_cards_is_live_unless_the_stacks_after_the_hand_say_otherwise(left, kind):
    actions = ["p3 cc", "p4 f", "p1 f", "p2 cbr 6", "p3 f"]
    text = hand(actions, [1, 2, -1, 0], [50] * 4, more=f"finishing_stacks = [49, {101 - left}, {left}, 50]\n")

    assert [(post.kind, post.amount) for post in of(e.Post, text)][2:] == [(kind, 100)]
    assert told(audited(text)) == []


@pytest.mark.parametrize(
    ("more", "found"),
    [
        pytest.param("", [("advisory", "S3.TI.3", "1")], id="chips"),
        pytest.param("currency = 'USD'\n", [], id="money, which has hundredths"),
    ],
)
def test_a_pot_halved_to_parts_of_a_chip_is_pointed_out(more, found):
    cards = ["d dh p1 AsKd", "d dh p2 AhKc", "d dh p3 2c7d"]
    play = ["p3 f", "p1 cc", "p2 cbr 5", "p1 cc", "d db 2h5h9s", "p1 cc", "p2 cc", "d db Td", "p1 cc", "p2 cc"]
    play += ["d db Js", "p1 cbr 4", "p2 cc", "p1 sm AsKd", "p2 sm AhKc"]
    ends = "finishing_stacks = [50.5, 50.5, 49]\n"

    text = hand([*cards, *play], [1, 2, 0], [50] * 3, antes=[0, 0, 1], more=ends + more)

    assert told(audited(text)) == found


def test_one_ante_for_all_lies_in_the_pot_and_need_not_be_met():
    text = hand(
        ["p3 f", "p1 cc", "p2 cc", "d db 2c7dJh", "p1 cc", "p2 cbr 2", "p1 f"],
        [1, 2, 0],
        [50, 50, 50],
        antes=[0, 2, 0],
        more="finishing_stacks = [48, 52, 50]\n",
    )

    assert told(audited(text)) == []
    assert [(win.player, win.amount) for win in of(e.Win, text)] == [("p2", 600)]


@pytest.mark.parametrize("won", ["[0, 4, 0]", "[0, 6, 0]"])
def test_winnings_may_hold_what_nobody_called_or_not(won):
    actions = ["p3 f", "p1 cc", "p2 cc", "d db 2c7dJh", "p1 cc", "p2 cbr 2", "p1 f"]

    text = hand(actions, [1, 2, 0], [50] * 3, more=f"winnings = {won}\n")

    assert [(win.player, win.amount) for win in of(e.Win, text)] == [("p2", 400)]


def test_procedure_and_conduct_are_not_recorded_and_nothing_is_guessed():
    result = audit([open_path(SAMPLES / "razz.phh", "razz.phh")], Options())

    burn, bring_in = (result.verdicts["roberts/razz", clause] for clause in ("S3.IR.16", "S9.2"))

    assert (dict(burn), dict(bring_in)) == ({Verdict.NOT_RECORDED: 1}, {Verdict.PASS: 1})


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("variant = 'XX'\n", (1, 11), "found variant XX, expected one of FT, NT"),
        ("antes = [1]\n", (1, 1), "found no variant"),
        (hand(["p9 f"], [1, 2], [50, 50]), (6, 13), "found 'p9', expected a player p1 to p2"),
        (hand(["p1 raises"], [1, 2], [50, 50]), (6, 13), "found 'p1 raises', expected an action such as 'p1 f'"),
        (hand(["d dh p1 AxKd"], [1, 2], [50, 50]), (6, 13), "not a card: 'Ax'"),
        (hand(["p1 f"], [1, 2], [50, "many"]), (5, 19), "found many in starting_stacks, expected an amount"),
        (hand(["p1 f"], [1, 2], [50, 0.001]), (5, 19), "found 0.001 in starting_stacks, expected an amount"),
        (hand(["p1 f"], [1, 2], [50, "1e999999"]), (5, 19), "found 1e999999 in starting_stacks, expected an amount"),
        (hand(["p1 f"], [1], [50]), (5, 19), "found 1 starting stacks, expected 2 to 23"),
        ("variant = 'NT'\nplayers = ['Ann\n", (2, 1), "found no valid TOML"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(text, place, reason):
    (unread,) = audited(text).unread

    assert (unread.line, unread.column) == place or reason.startswith("found no valid TOML")
    assert unread.reason.startswith(reason)


@pytest.mark.parametrize(
    "gap",
    [
        pytest.param(", ", id="as nearly all files"),
        pytest.param(",", id="without blanks"),
        pytest.param(",\n  ", id="a line each"),
        pytest.param(", # a remark\n", id="with remarks"),
    ],
)
@pytest.mark.parametrize("quote", ["'", '"'])
def test_an_act_is_told_where_it_stands_however_the_actions_are_written(gap, quote):
    actions = ["d dh p1 AsKd", "d dh p2 ????", "p2 cbr 6", "p1 cc", "d db 2c7dJh", "p1 cc", "p2 cbr 8", "p1 f"]
    text = hand(["ACTIONS"], [1, 2], [50, 50]).replace("'ACTIONS'", gap.join(f"{quote}{one}{quote}" for one in actions))
    lines = text.split("\n")
    kinds = (e.Deal, e.Communal, e.Act)

    read = whole_hand(text)
    each = [part for one in read.events for part in read.lines_of(one)]  # the first deals are one event
    found = [lines[one.line - 1][one.column - 1 :] for one in each if isinstance(one, kinds) and one.column > 1]

    assert [there.partition(quote)[0] for there in found] == actions


def test_the_lines_of_a_regular_hand_say_what_a_toml_reader_finds():
    more = "time = 16:14:27\nday = 17\nhand = 26902\nante_trimming_status = true\nseats = [3, 1]\n\n"
    more += "players = ['Ann', 'B = #1']\n"
    text = hand(["d dh p1 AsKd", "p2 cbr 6.50", "p1 f"], [0.25, 0.50], [84.50, "inf"], more=more)

    taken = fields_of(text, 1)

    assert taken.lines
    assert {key: tomllib.loads(f"it = {value}")["it"] for key, value in taken.values.items()} == tomllib.loads(text)
    for key, value in taken.values.items():
        line, column = taken.place(key)
        assert text.split("\n")[line - 1] == f"{key} = {value}"
        assert text.split("\n")[line - 1][column - 1 :] == value


def test_of_many_texts_not_all_are_remembered_and_a_long_one_never():
    asked: list[str] = []
    known = Memo(lambda text: asked.append(text) or len(text))

    assert [known["ab"], known["ab"], known["x" * 100], known["x" * 100]] == [2, 2, 100, 100]
    assert asked == ["ab", "x" * 100, "x" * 100]
    assert max([len(known) for number in range(20_000) if known[str(number)]]) == MOST_REMEMBERED


def test_a_damaged_hand_does_not_touch_its_neighbours():
    text = (SAMPLES / "holdem.phhs").read_text(encoding="utf-8").replace("'p3 cbr 3', 'p1 f'", "'p3 cbr three'", 1)

    result = audited(text)

    assert [(one.hand, one.line) for one in result.unread] == [("101", 9)]
    assert [clause for _, clause, _ in told(result)] == ["S14.NL.3", "S3.SD.2"]


@pytest.mark.skipif(not CORPUS.is_dir(), reason="real hands are not part of the project")
@pytest.mark.parametrize(("folder", "hands"), [("wsop", 40), ("pluribus", 1000)])
def test_real_hands_of_good_players_and_dealers_show_no_fault(folder, hands):
    result = audit([open_path(path, path.name) for path in sorted((CORPUS / folder).glob("*.phh"))], Options())

    assert told(result) == []
    assert (result.hands_judged >= hands, result.unread) == (True, [])


def test_a_pot_is_won_though_just_as_much_went_back_because_nobody_called_it():
    text = PLAYERS + hand([*DEALS, "p3 f", "p1 cbr 6", "p2 f"], BLINDS, STACKS, more="winnings = [4, 0, 0]\n")

    read = whole_hand(text)

    assert [(type(one).__name__, one.amount) for one in read.events[-4:-1]] == [
        ("Returned", 400),
        ("PotTaken", 400),
        ("Win", 400),
    ]
    assert read.doubts == ()


# ---- the two readers of hands ----

DEALS = ["d dh p1 AsKs", "d dh p2 QhQd", "d dh p3 ????"]
PLAYERS = "players = ['Ann', 'Ben', 'Cid']\n"
SHOWN = [*DEALS, "p3 cbr 6", "p1 f", "p2 cc", "d db 2c3c4d", "p2 cc", "p3 cbr 10", "p2 cc", "d db 9h", "p2 cc", "p3 cc"]
BLINDS: list[float] = [1, 2, 0]
STACKS: list[object] = [90, 90, 90]
USUAL = {
    "nobody calls": hand([*DEALS, "p3 cbr 6", "p1 f", "p2 f"], BLINDS, STACKS, more="winnings = [0, 0, 5]\n"),
    "uncalled counts": hand([*DEALS, "p3 f", "p1 cbr 9", "p2 f"], BLINDS, STACKS, more="winnings = [11, 0, 0]\n"),
    "as much again": hand([*DEALS, "p3 cbr 5", "p1 f", "p2 f"], BLINDS, STACKS, more="winnings = [0, 0, 3]\n"),
    "the pot alone": hand([*DEALS, "p3 f", "p1 cbr 6", "p2 f"], BLINDS, STACKS, more="winnings = [4, 0, 0]\n"),
    "stacks after": hand([*DEALS, "p3 cc", "p1 f", "p2 cc"], BLINDS, [9, 9, 9], more="finishing_stacks = [8, 12, 7]\n"),
    "rake": hand([*SHOWN, "p3 sm 7s7d", "p2 sm"], BLINDS, STACKS, more="winnings = [0, 0, 32]\n"),
    "hidden winner": hand([*SHOWN, "p2 sm ????", "p3 sm 7s7d"], BLINDS, STACKS, more="winnings = [0, 33, 0]\n"),
    "a pot divided": hand([*SHOWN, "p3 sm 7s7d"], BLINDS, STACKS, more="winnings = [0, 16.5, 16.5]\n"),
    "two players": hand(["d dh p1 ????", "d dh p2 ????", "p2 f"], [1, 2], [90, 90], more="seats = [3, 5]\n"),
    "last chips": hand([*DEALS, "p3 cbr 60", "p1 cc", "p2 cbr 80"], BLINDS, [40, 80, 70], more="time = 20:15:07\n"),
}


def damaged(text: str, seed: int) -> str:
    """The text without a letter, with another one, or with a line that stands twice or nowhere."""
    chance = random.Random(seed)
    at, lines = chance.randrange(len(text)), text.split("\n")
    line = chance.randrange(len(lines))
    return (
        text[:at] + text[at + 1 :],
        text[:at] + chance.choice("'\"[]#, 019-pfcd") + text[at + 1 :],
        "\n".join([*lines[:line], *lines[line + 1 :]]),
        "\n".join([*lines[: line + 1], *lines[line:]]),
    )[seed % 4]


def read_by(reader, text: str) -> tuple[object, object] | None:
    """What a reader of hands gives, and what it leaves open; the fault, if it cannot be read."""
    block = Block(HAND, text, 1, 1, "1")
    try:
        found = reader(*fields_and_head(text, 1), block)
    except Unreadable as fault:
        return str(fault), ()
    return None if found is None else (found, block.doubts)


@pytest.mark.parametrize("text", [f"{PLAYERS}{one}" if "p3" in one else one for one in USUAL.values()], ids=[*USUAL])
def test_what_the_reader_of_usual_hands_reads_is_what_any_hand_is_read_as(text):
    for one in [text, *[damaged(text, seed) for seed in range(400)]]:
        assert read_by(usual_hand, one) in (None, read_by(read_any_hand, one)), one


def test_most_hands_are_read_as_usual_ones():
    texts = [f"{PLAYERS}{one}" for name, one in USUAL.items() if name not in ("two players", "last chips")]

    assert all(read_by(usual_hand, one) is not None for one in texts)
