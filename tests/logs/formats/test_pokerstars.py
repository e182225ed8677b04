"""Hand histories of PokerStars, GGPoker and those after them are read as they are: free names, games, their money."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from places import HISTORIES

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.files.decoding import open_path, open_stream
from auditor.logs.reader import RawHand, read
from auditor.logs.rooms.pokerstars import blocks
from auditor.vocabulary import events as e
from auditor.vocabulary.hand import Setup

SAMPLES = HISTORIES
OURS = [*sorted(SAMPLES.glob("pokerstars-*.txt")), *sorted(SAMPLES.glob("ggpoker-*.txt"))]
HOLDEM, STUD, DRAW, CASH_OUT = (
    (SAMPLES / f"pokerstars-{name}.txt").read_text(encoding="utf-8") for name in ("holdem", "stud", "draw", "cash-out")
)
OMAHA = (SAMPLES / "ggpoker-omaha.txt").read_text(encoding="utf-8")
FIRST = HOLDEM.split("\n\n")[0]


def raw(text: str) -> list[RawHand]:
    return [part for part in read(open_stream(io.BytesIO(text.encode()), "a.txt")) if isinstance(part, RawHand)]


def hands(text: str) -> list[list[e.Event]]:
    return [part.read().events for part in raw(text)]


def audited(text: str) -> Result:
    return audit([open_stream(io.BytesIO(text.encode()), "a.txt")], Options())


def told(result: Result) -> list[tuple[str, str, int]]:
    return [(one.severity.word, one.clause, one.location.line) for one in result.findings]


def observed(text: str) -> list[tuple[str, str]]:
    return [(one.clause, one.observed) for one in audited(text).findings]


def test_samples_give_the_fault_they_have_and_no_other():
    result = audit([open_path(path, path.name) for path in OURS], Options())

    at = HOLDEM.split("\n").index("wo_ooly :D: raises $2 to $8") + 1
    assert told(result) == [("breach", "S14.NL.3", at)]
    assert (result.hands_judged, result.unread, result.unknown) == (7, [], [])


# ---- names ----


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


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(("an", "ann", "anna"), id="heads of each other"),
        pytest.param(("ann", "ann: folds", "ann: folds: folds"), id="with acts in them"),
        pytest.param(("[As Kd]", "(2)", "/\\ntiHer[]"), id="brackets"),
        pytest.param(("$6", "$4 to $6", "raises $4 to $6"), id="amounts"),
        pytest.param((" ", "b", ": "), id="spaces alone"),
        pytest.param(("Dealt to", "Seat 2", "*** FLOP ***"), id="like lines of the history"),
    ],
)
def test_whatever_players_are_called_the_hand_is_the_same(names):
    text = FIRST
    for old, new in zip(("wo_ooly :D", "Big C (host)", "YesI antes $4000"), names, strict=True):
        text = text.replace(old, new)

    result = audited(text)
    (hand,) = hands(text)

    assert (result.hands_judged, result.unread, told(result), result.unknown) == (1, [], [], [])
    assert [one.player for one in hand if isinstance(one, e.Act)] == [names[n] for n in (0, 1, 2, 2, 0, 2)]


@given(st.lists(st.sampled_from(("a", "ab", "a:", "a: b", "b", "a: folds", ": a", "b:a")), min_size=2, unique=True))
def test_an_act_belongs_to_the_longest_name_that_its_line_begins_with(names):
    seats = "\n".join(f"Seat {seat}: {name} ($9 in chips)" for seat, name in enumerate(names, 1))
    acts = "\n".join(f"{name}: folds" for name in names)
    head = "PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - 2020/01/02 3:04:05 ET\nTable 'T' 9-max"

    (hand,) = hands(f"{head}\n{seats}\n*** HOLE CARDS ***\n{acts}\n*** SUMMARY ***\n")

    assert [one.player for one in hand if isinstance(one, e.Fold)] == names
    assert not [one for one in hand if isinstance(one, e.Remark)]


# ---- what is read ----


@pytest.mark.parametrize(
    ("header", "rules", "limit", "blinds"),
    [
        ("PokerStars Game #1:  Hold'em No Limit ($0.25/$0.50 - $10 Cap -  USD) - 2010/11/01", "holdem", "no-limit", 50),
        ("PokerStars Home Game Hand #1: {A club}  Hold'em Pot Limit (1/2) - 2012/01/28", "holdem", "pot-limit", 200),
        ("PokerStars Hand #1:  8-Game (Hold'em No Limit, $1/$2 USD) - 2017/01/21", "holdem", "no-limit", 200),
        ("PokerStars Hand #1:  Omaha Pot Limit (€0,05/€0,10 EUR) [AAMS ID: M1] - 2012/01/28", "omaha", "pot-limit", 10),
        (
            "PokerStars Hand #1: Zoom Tournament #2, $2+$1 USD Mixed Omaha (5 Card Omaha Pot Limit) - Level II (15/30)"
            " - 2016/05/16",
            *("omaha-five", "pot-limit", 3000),
        ),
        (
            "PokerStars Hand #1: Tournament #2, $2+$1 USD Hold'em Pot Limit Pre-Flop, No Limit Post-Flop - Level I"
            " (10/20) - 2012/09/14",
            *("holdem", "no-limit", 2000),
        ),
        (
            "Poker Hand #TM1: Tournament #2, W #7: $5 No Limit Hold'em, $1M GTD Hold'em No Limit   - Level14(3/6(1))"
            " - 2021/04/04",
            *("holdem", "no-limit", 600),
        ),
        ("Poker Hand #OM1: PLO-6 ($2/$5) - 2021/06/21", "omaha-six", "pot-limit", 500),
        ("Run It Once Poker Hand #1: Hold'em No Limit (€0.02/€0.04) - 2019/02/08", "holdem", "no-limit", 4),
        ("PokerMaster Hand #1: Hold'em No Limit (¥2/¥4 CNY) - 2019/03/19", "holdem", "no-limit", 400),
        (
            "Full Tilt Hand #1: Tournament #2, 8+1 Hold'em No Limit - Level I (10/20) - 2016/05/20",
            "holdem",
            "no-limit",
            2000,
        ),
    ],
)
def test_headers_tell_game_limit_and_blinds(header, rules, limit, blinds):
    nobody = FIRST.replace("posts small blind", "posts nothing")  # or the blinds put up would count
    (part,) = raw(nobody.replace(FIRST.split("\n")[0], f"{header} 20:15:00 ET"))
    setup: Setup = part.setup

    assert (setup.rules, setup.limit, setup.blinds[-1]) == (f"roberts/{rules}", limit, blinds)


@pytest.mark.parametrize("game", ["Swap Hold'em", "Tempest Hold'em", "Fusion"])
@pytest.mark.parametrize("event", ["", "Tournament #2, $1+$0.10 USD "])
def test_another_game_is_not_taken_for_the_one_whose_name_it_ends_with(game, event):
    level = " - Level I" if event else ""
    result = audited(FIRST.replace("Hold'em No Limit ($1/$2 USD)", f"{event}{game} No Limit{level} (1/2)"))

    assert [one.reason.endswith(game) for one in result.unread] == [True]


def test_everybody_in_the_hand_has_cards_and_what_is_seen_is_known():
    (stud,), (draw,) = hands(STUD), hands(DRAW)

    dealt = [(name, one.up, cards) for one in stud if isinstance(one, e.Deal) for name, cards in one.holdings]
    mittel = [(up, card) for name, up, (card,) in dealt if name == "PC [Mittel]"]
    drawn = [holding for one in draw if isinstance(one, e.Deal) for holding in one.holdings]

    assert [up for up, _ in mittel] == [False, False, True, True]
    assert [card >= 0 for _, card in mittel] == [False, False, True, True]
    assert [(name, len(cards)) for name, cards in drawn] == [
        *(("Ben", 5), ("Cam", 5), ("Ann", 5)),
        *(("Cam", 2), ("Ann", 1), ("Cam", 1), ("Cam", 1)),
    ]


def test_cards_given_up_may_be_told_by_those_that_are_kept():
    (shown,), (empty,) = hands(DRAW), hands(DRAW.replace("discards 1 card [Kh]", "discards 1 card []"))

    assert [(type(one), getattr(one, "cards", None)) for one in empty] == [
        (type(one), getattr(one, "cards", None)) for one in shown
    ]


@pytest.mark.parametrize(
    ("line", "left"),
    [
        pytest.param("*** TURN *** [4d Jd Qh] [2s]", "*** TURN *** [4d Jd Qh] []", id="the turn"),
        pytest.param("*** FLOP *** [4d Jd Qh]", "*** FLOP *** []", id="the flop"),
    ],
)
def test_communal_cards_left_out_are_taken_from_the_summary_and_the_line_is_told(line, left):
    text = CASH_OUT.replace(line, left)

    result = audited(text)
    first, _ = hands(text)

    assert [one.cards for one in first if isinstance(one, e.Communal)] == [
        one.cards for one in hands(CASH_OUT)[0] if isinstance(one, e.Communal)
    ]
    assert told(result) == []
    assert [(one.hand, one.reason) for one in result.unknown] == [("900000201", left)]


# ---- forced wagers ----


@pytest.mark.parametrize(
    ("posted", "call", "posts"),
    [
        pytest.param("small & big blinds $3", "checks", [("post", 200), ("dead", 100)], id="both"),
        pytest.param("big blind $2", "checks", [("post", 200)], id="a second big blind"),
        pytest.param("small blind $1", "calls $2", [("dead", 100)], id="a second small blind"),
        pytest.param("small blind $1", "calls $1", [("post", 100)], id="a small blind that counts towards the call"),
        pytest.param("dead blind $1", "calls $2", [("dead", 100)], id="dead"),
        pytest.param("extra big blind $2", "checks", [("post", 200)], id="extra"),
        pytest.param("the button ante $2", "calls $2", [("ante", 200)], id="an ante of one"),
    ],
)
def test_what_is_put_up_to_get_cards_is_live_or_dead(posted, call, posts):
    posts_before = "YesI antes $4000: posts big blind $2\n"
    text = FIRST.replace(posts_before, f"{posts_before}pennyfolds: posts {posted}\n").replace(
        "pennyfolds: sits out\n", ""
    )
    text = text.replace("wo_ooly :D: raises", f"pennyfolds: {call}\nwo_ooly :D: raises", 1)

    (hand,) = hands(text)

    assert [(one.kind, one.amount) for one in hand if isinstance(one, e.Post)][2:] == posts


@pytest.mark.parametrize("told", ["$10", "$5"], ids=["what stands there then", "what is added"])
def test_a_straddle_of_a_blind_is_made_by_adding_to_it(told):
    text = OMAHA.replace("5e1a77b0: straddle $10", f"Hero: straddle {told}")

    (hand,) = hands(text)

    assert [(one.player, one.amount) for one in hand if isinstance(one, e.Post) and one.kind == "straddle"] == [
        ("Hero", 500)
    ]
    assert [found for found, _ in observed(text) if found.startswith("S14.NL.15")] == ["S14.NL.15/1"]


def test_short_deck_has_a_blind_of_the_button_and_antes():
    text = """Poker Hand #SD1: ShortDeck No Limit ($0.02) - 2024/05/03 18:22:40
Table 'OurShort' 6-max Seat #1 is the button
Seat 1: Hero ($2 in chips)
Seat 2: 0c44d9e2 ($2 in chips)
Seat 3: 5e1a77b0 ($2 in chips)
0c44d9e2: posts the ante $0.01
Hero: posts the ante $0.01
5e1a77b0: posts the ante $0.01
Hero: posts button blind $0.02
*** HOLE CARDS ***
Dealt to Hero [9h Kc]
Dealt to 0c44d9e2
Dealt to 5e1a77b0
0c44d9e2: folds
5e1a77b0: folds
Uncalled bet ($0.02) returned to Hero
*** SHOWDOWN ***
Hero collected $0.03 from pot
*** SUMMARY ***
Total pot $0.03 | Rake $0 | Jackpot $0 | Bingo $0
"""
    (part,), result = raw(text), audited(text)

    assert (part.setup.rules, part.setup.blinds, part.setup.ante) == ("roberts/short-deck", (2,), 1)
    assert (result.hands_judged, told(result)) == (1, [])


# ---- money ----


def test_a_cash_out_leaves_the_pot_as_it_is():
    first, _ = hands(CASH_OUT)

    assert [(one.player, one.amount) for one in first if isinstance(one, e.Win)] == [("Dee$", 9925)]
    assert [one.commission for one in first if isinstance(one, e.PotTaken)] == [275]


def test_where_nothing_adds_up_after_a_cash_out_payments_are_left_out():
    text = CASH_OUT.replace("won ($99.25)", "won ($61.20)")

    assert [type(one) for one in hands(text)[0] if isinstance(one, e.Win | e.PotTaken)] == []
    assert told(audited(text)) == []


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        pytest.param(("Jackpot $5", "Jackpot $4"), "record/payments", id="a dollar of the jackpot is missing"),
        pytest.param(("Total pot $381", "Total pot $391"), "record/pot-total", id="ten dollars appear"),
        pytest.param(("bet ($84)", "bet ($94)"), "record/uncalled", id="more goes back than nobody called"),
        pytest.param(("Tax $0", "Tax $1"), "record/payments", id="a tax that was not taken"),
    ],
)
def test_money_that_does_not_add_up_is_told(change, clause):
    assert observed(OMAHA) == []
    assert [found for found, _ in observed(OMAHA.replace(*change))] == [clause]


@pytest.mark.parametrize(
    ("pot", "share", "found"),
    [
        pytest.param("$383", "$185.25", [], id="counted with the pot"),
        pytest.param("$381", "$185.25", [], id="not counted with it"),
        pytest.param("$393", "$190.25", ["record/pot-total"], id="ten dollars appear in the pot"),
        pytest.param("$383", "$184.25", ["record/pot-total"], id="what was added is not paid"),
    ],
)
def test_what_the_room_adds_to_a_pot_is_no_wager(pot, share, found):
    text = OMAHA.replace("*** HOLE CARDS ***", "Cash Drop to Pot : total $2\n*** HOLE CARDS ***")

    assert [clause for clause, _ in observed(text.replace("$381", pot).replace("$184.25", share))] == found


@pytest.mark.parametrize(
    ("stakes", "shares", "found"),
    [
        pytest.param("$1.13", ("6.18", "6.17"), [], id="cents: the first after the button has the odd one"),
        pytest.param("$1.13", ("6.20", "6.15"), ["S3.TI.3"], id="cents: fives are no unit of this hand"),
        pytest.param("$1.15", ("6.20", "6.15"), [], id="no amount below five cents"),
    ],
)
def test_pots_are_shared_in_the_unit_that_the_amounts_show(stakes, shares, found):
    text = FIRST.replace("$150.50", f"${150 + float(stakes[1:]):.2f}").split("YesI antes $4000: checks")[0]
    text += f"""*** TURN *** [2c 7d Jh] [Qh]
*** RIVER *** [2c 7d Jh Qh] [Ts]
*** SHOW DOWN ***
YesI antes $4000: shows [Ad Ks] (a straight, Ten to Ace)
wo_ooly :D: shows [As Kd] (a straight, Ten to Ace)
YesI antes $4000 collected ${shares[0]} from pot
wo_ooly :D collected ${shares[1]} from pot
*** SUMMARY ***
Total pot $13 | Rake $0.65
Board [2c 7d Jh Qh Ts]
"""

    assert [one.clause for one in audited(text).findings if one.clause.startswith("S3.TI")] == found


def test_over_a_short_blind_the_increase_may_be_counted_from_what_lies_there():
    text = FIRST.replace("Seat 4: YesI antes $4000 ($200", "Seat 4: YesI antes $4000 ($1.50")
    text = text.replace("big blind $2", "big blind $1.50 and is all-in").split("Big C (host): folds")[0]
    text = text.replace("raises $4 to $6", "raises $4.50 to $6")
    text += "Big C (host): folds\nUncalled bet ($4.50) returned to wo_ooly :D\n*** SUMMARY ***\n"

    assert [clause for clause, _ in observed(text)] == []


# ---- what is not read ----


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (("*** SUMMARY ***", "*** SUMMARY"), 24, "found a line of another part of a hand here"),
        (("Hold'em No Limit", "Split Omaha No Limit"), 1, "no rulebook has a game called Split Omaha"),
        (("*** FLOP *** [2c 7d Jh]", "*** FLOP *** [2x 7d Jh]"), 16, "not a card"),
        (("calls $4", "calls $4.005"), 15, "found '$4.005', expected an amount"),
        (("*** FLOP *** [2c 7d Jh]", "Hand cancelled"), 16, "the room cancelled this hand"),
        (("Big C (host): folds", "Seat 6: late ($9 in chips)"), 14, "found a line of another part of a hand here"),
        (("YesI antes $4000: checks", "Total pot $13"), 17, "found a line of another part of a hand here"),
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


def test_a_hand_with_more_seats_than_any_table_is_not_searched_for_all_of_them():
    seats = "\n".join(f"Seat {number}: p{number} ($9 in chips)" for number in range(7, 5000))
    (unread,) = audited(FIRST.replace("*** HOLE", f"{seats}\n*** HOLE")).unread

    assert (unread.line, unread.reason) == (105, "found more than 99 seats, expected those of a table")


def test_an_act_in_the_summary_is_told_where_it_stands_whatever_talk_comes_before_it():
    late = '*** SUMMARY ***\nwo_ooly :D said, "gg"\nUncalled bet ($8) returned to wo_ooly :D'

    assert [one.line for one in audited(HOLDEM.replace("*** SUMMARY ***", late, 1)).unread] == [25]


def test_what_was_heard_before_says_the_same_again():
    """Also of a player who was not there before, or whose name begins with another one's."""
    other = FIRST.replace("wo_ooly :D", "wo_ooly").replace("900000001", "900000003")
    once, again = hands(f"{FIRST}\n\n{other}\n\n{FIRST.replace('900000001', '900000002')}")[::2]

    assert [one.player for one in hands(other)[0] if isinstance(one, e.Act)][::4] == ["wo_ooly", "wo_ooly"]
    shift = again[0].line - once[0].line
    for one in once:
        one.line += shift
    assert once[1:] == again[1:]


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_text_that_comes_in_pieces_is_cut_alike(size):
    text = HOLDEM.replace("\n", " \n  ").replace("Hand #", "Hand\xa0#")
    pieces = [text[at : at + size] for at in range(0, len(text), size)]

    assert list(blocks(pieces)) == list(blocks([HOLDEM]))


def test_a_hand_cut_off_is_told_to_be_incomplete():
    result = audited(HOLDEM[: HOLDEM.rindex("*** SUMMARY")])

    assert [one.reason for one in result.unread] == ["found the end of the hand before it was over"]
