"""What rooms' histories leave open: for each doubt a hand of our own in which it matters, and one in which it does not.

Where the doubt matters, nobody is accused: either the other reading adds up, and nothing is found, or what is found is
an advisory that names the doubt. Where the fault is there under every reading, it is told.
"""

import io
import re

import pytest

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.decoding import open_stream
from auditor.vocabulary.findings import RECORD

STARS = """PokerStars Hand #900001: Hold'em No Limit ({stakes}) - 2024/05/01 20:15:00 ET
Table 'Ours' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Ben ($200 in chips)
Seat 3: Cam ($200 in chips)
Seat 4: Dot ($200 in chips)
Seat 5: Eve ($200 in chips)
{posts}
*** HOLE CARDS ***
{acts}
*** SUMMARY ***
{end}
"""
WINAMAX = """Winamax Poker - CashGame - HandId: #1-2-3 - Holdem no limit (1€/2€) - 2020/05/15 09:26:42 UTC
Table: 'Ours' 5-max (real money) Seat #1 is the button
Seat 1: Ann (200€)
Seat 2: Ben (200€)
Seat 3: Cam (200€)
Seat 4: Dot (200€)
Seat 5: Eve (200€)
*** ANTE/BLINDS ***
{posts}
*** PRE-FLOP ***
{acts}
*** SUMMARY ***
{end}
"""
TILT = """Full Tilt Poker Game #900002: Table Ours (6 max) - $1/$2 - No Limit Hold'em - 20:15:00 ET - 2011/05/21
Seat 1: Ann ($200)
Seat 2: Ben ($200)
Seat 3: Cam ($200)
Seat 4: Dot ($200)
Seat 5: Eve ($200)
{posts}
The button is in seat #1
*** HOLE CARDS ***
{acts}
*** SUMMARY ***
{end}
"""

BLINDS = "Ben: posts small blind $1\nCam: posts big blind $2"
# Dot raises to 6, and Cam calls, bets on the flop and takes the pot.
RAISED = """Dot: raises $4 to $6
Eve: folds
Ann: folds
Ben: folds
Cam: calls $4
*** FLOP *** [2c 7d Jh]
Cam: bets $5
Dot: folds
Uncalled bet ($5) returned to Cam
Cam collected ${pot} from pot"""
# Everybody folds to Ann, who raises by 1 where 2 is the least.
TOO_LITTLE = """Dot: folds
Eve: folds
Ann: raises $1 to $3
Ben: folds
Cam: folds
Uncalled bet ($1) returned to Ann
Ann collected ${pot} from pot"""
# Ben and Dot are left with equal hands, Cam and nobody else has paid for the flop.
TIED = """Dot: calls ${level}
Eve: folds
Ann: folds
Ben: calls ${rest}
Cam: checks
*** FLOP *** [2c 7d Jh]
Ben: bets $9
Cam: folds
Dot: calls $9
*** TURN *** [2c 7d Jh] [3s]
Ben: checks
Dot: checks
*** RIVER *** [2c 7d Jh 3s] [4c]
Ben: checks
Dot: checks
*** SHOW DOWN ***
Ben: shows [Ah Kc] (high card Ace)
Dot: shows [As Kd] (high card Ace)
"""
TOO_SMALL_A_RAISE = [("S14.NL.3", "Ann", "")]


def told(text: str, unread: int = 0) -> list[tuple[str, str, str]]:
    """Each finding of a hand: its clause, who is accused (nobody by an advisory), and the doubt that it names."""
    result = audit([open_stream(io.BytesIO(text.encode()), "own.txt")], Options())
    assert (result.hands.total(), len(result.unread)) == (1 - unread, unread)
    return [(one.clause, _accused(one), one.doubt or "") for one in result.findings]


def _accused(finding):
    if finding.severity.name == "ADVISORY":
        return "nobody"
    return "record" if finding.actor == RECORD else finding.actor.name or finding.actor.role


def stars(acts: str, posts: str = BLINDS, end: str = "Total pot ${pot} | Rake $0", stakes: str = "$1/$2 USD", pot=0):
    text = {"acts": acts.replace("{pot}", str(pot)), "end": end.replace("{pot}", str(pot))}
    return STARS.format(posts=posts, stakes=stakes, **text)


# ---- posts ----


@pytest.mark.parametrize(
    ("post", "pot"),
    [
        pytest.param("posts missed blind $1", 14, id="missed: dead"),
        pytest.param("posts missed blind $1", 13, id="missed: live"),
        pytest.param("posts missed blind $2", 13, id="missed big blind: live"),
        pytest.param("posts missed blind $2", 15, id="missed big blind: dead"),
        pytest.param("posts dead blind $1", 14, id="dead"),
        pytest.param("posts dead blind $1", 13, id="called dead: live"),
        pytest.param("posts extra blind $2", 13, id="extra: live"),
        pytest.param("posts extra blind $2", 15, id="extra: dead"),
        pytest.param("posts new player blind $2", 15, id="newcomer: dead"),
        pytest.param("posts small blind $1", 13, id="second small blind: live"),
        pytest.param("posts small blind $1", 14, id="second small blind: dead"),
        pytest.param("posts big blind $2", 15, id="second big blind: dead"),
        pytest.param("posts small & big blinds $3.50", 14.50, id="both and more: the rest dead"),
        pytest.param("posts small & big blinds $2.50", 13.50, id="less than both: the big one live"),
        pytest.param("posts small & big blinds $2.50", 14, id="less than both: the small one dead"),
    ],
)
def test_a_post_was_live_or_dead_as_the_pot_shows(post, pot):
    assert told(stars(RAISED, f"{BLINDS}\nDot: {post}", pot=f"{pot:.2f}")) == []


@pytest.mark.parametrize(
    "post",
    ["posts missed blind $1", "posts extra blind $2", "posts small blind $1", "posts small & big blinds $2.50"],
)
def test_a_pot_that_is_wrong_whatever_a_post_was_is_told(post):
    assert told(stars(RAISED, f"{BLINDS}\nDot: {post}", pot=40)) == [("record/pot-total", "record", "")]


@pytest.mark.parametrize(("post", "pot"), [("posts missed blind $1", 6), ("posts extra blind $2", 7)])
def test_a_fault_that_has_nothing_to_do_with_a_post_is_told(post, pot):
    assert told(stars(TOO_LITTLE, f"{BLINDS}\nDot: {post}", pot=pot)) == TOO_SMALL_A_RAISE


def test_a_call_shows_what_a_post_was():
    acts = (
        "Dot: calls ${owed}\nEve: folds\nAnn: folds\nBen: folds\nCam: checks\n*** FLOP *** [2c 7d Jh]\nCam: bets $5\n"
    )
    acts += "Dot: folds\nUncalled bet ($5) returned to Cam\nCam collected ${pot} from pot"
    for owed, pot in ((1, 5), (2, 6)):
        for what in ("small blind", "missed blind", "dead blind"):
            posts = f"{BLINDS}\nDot: posts {what} $1"
            assert told(stars(acts.replace("{owed}", str(owed)), posts, pot=pot)) == []


def test_the_regular_small_blind_is_the_one_next_to_the_button_in_whatever_order_the_lines_are():
    posts = "Eve: posts small blind $1\nBen: posts small blind $1\nCam: posts big blind $2"

    assert told(stars(TOO_LITTLE.replace("$1 to $3", "$2 to $4").replace("($1)", "($2)"), posts, pot=6)) == []
    assert told(stars(TOO_LITTLE, posts, pot=6)) == TOO_SMALL_A_RAISE


def test_the_regular_big_blind_is_the_one_next_to_the_small_one():
    posts = "Ben: posts small blind $1\nEve: posts big blind $2\nCam: posts big blind $2"

    assert told(stars(TOO_LITTLE.replace("$1 to $3", "$2 to $4").replace("($1)", "($2)"), posts, pot=7)) == []
    assert told(stars(TOO_LITTLE, posts, pot=7)) == TOO_SMALL_A_RAISE


def winamax(acts, post="", pot=0):
    posts = f"Ben posts small blind 1€\nCam posts big blind 2€{post}"
    lines = [line for line in acts.replace("{pot}", str(pot)).split("\n") if "Uncalled" not in line]
    acts = re.sub(r"\$([0-9.]+)", r"\1€", "\n".join(lines).replace(":", ""))
    return WINAMAX.format(posts=posts, acts=acts, end=f"Total pot {pot}€ | No rake")


CALLED_DOWN = """Cam: checks
Dot: checks
*** TURN *** [2c 7d Jh] [3s]
Cam: checks
Dot: checks
*** RIVER *** [2c 7d Jh 3s] [4c]
Cam: checks
Dot: checks
*** SHOW DOWN ***
Cam: shows [As Kd]
Dot: shows [Qs Td]
"""
OPENED = RAISED.partition("Cam: bets")[0] + CALLED_DOWN


@pytest.mark.parametrize(("what", "pot"), [("small blind 1€", 13), ("small blind 1€", 14), ("big blind 2€", 15)])
def test_a_blind_out_of_position_was_live_or_dead_as_the_pot_shows(what, pot):
    acts = OPENED + "Cam collected ${pot} from pot"

    assert told(winamax(acts, f"\nDot posts {what} out of position", pot)) == []
    assert told(winamax(acts, f"\nDot posts {what} out of position", 40)) == [("record/pot-total", "record", "")]


def tilt(acts, post, pot):
    posts = f"Ben posts the small blind of $1\nCam posts the big blind of $2\n{post}"
    acts = acts.replace("{pot}", str(pot)).replace("raises $4 to", "raises to").replace(":", "")
    return TILT.format(posts=posts, acts=acts, end=f"Total pot ${pot} | Rake $0")


@pytest.mark.parametrize(
    ("amount", "pot"), [(1, 13), (1, 14), (2, 13), (2, 15), (3, 13), (3, 14), pytest.param(3, 16, id="all of it dead")]
)
def test_chips_put_up_without_a_name_were_live_or_dead_as_the_pot_shows(amount, pot):
    acts = OPENED + "Cam wins the pot (${pot})"

    assert told(tilt(acts, f"Dot posts ${amount}", pot)) == []
    assert told(tilt(acts, f"Dot posts ${amount}", 40)) == [("record/pot-total", "record", "")]


# ---- the table ----


CHECKED_TO = """Dot: calls $4
Eve: folds
Ann: folds
Ben: folds
Cam: checks
*** FLOP *** [2c 7d Jh]
Cam: bets ${bet}
Dot: folds
Uncalled bet (${bet}) returned to Cam
Cam collected $10 from pot"""


@pytest.mark.parametrize(("bet", "findings"), [(4, []), (2, [("S14.NL.2", "Cam", "")])])
def test_a_bet_is_measured_by_the_blinds_put_up_if_the_header_has_another_level(bet, findings):
    posts = "Ben: posts small blind $2\nCam: posts big blind $4"
    text = stars(CHECKED_TO.replace("{bet}", str(bet)), posts, pot=10).replace("Hold'em", "Tournament #7, Hold'em", 1)

    assert told(text.replace("($1/$2 USD)", "- Level I (1/2)")) == findings


@pytest.mark.parametrize(
    ("stakes", "findings"),
    [
        pytest.param(("$1 in chips", "$2 in chips"), [], id="last chips of both"),
        pytest.param(("$1 in chips", "$200 in chips"), ["record/stated-blinds"], id="one has more"),
    ],
)
def test_smaller_blinds_are_last_chips_if_their_owners_had_no_more(stakes, findings):
    acts = "Dot: folds\nEve: folds\nAnn: raises $4 to $8\nUncalled bet ($6) returned to Ann\n"
    acts += (
        "*** FLOP *** [2c 7d Jh]\n*** TURN *** [2c 7d Jh] [3s]\n*** RIVER *** [2c 7d Jh 3s] [4c]\n*** SHOW DOWN ***\n"
    )
    acts += "Ann: shows [As Kd]\nBen: shows [Qs Td]\nCam: shows [Qd Tc]\nAnn collected $5 from pot"
    text = stars(acts, "Ben: posts small blind $1\nCam: posts big blind $2", stakes="$2/$4 USD", pot=5)
    text = text.replace("Ben ($200 in chips", f"Ben ({stakes[0]}").replace("Cam ($200 in chips", f"Cam ({stakes[1]}")

    assert [clause for clause, _, _ in told(text) if clause == "record/stated-blinds"] == findings


def test_blinds_of_a_cash_game_unlike_those_stated_are_told_and_accuse_nobody_of_a_bet():
    text = stars(CHECKED_TO.replace("{bet}", "2"), "Ben: posts small blind $2\nCam: posts big blind $4", pot=10)

    assert {(clause, accused) for clause, accused, _ in told(text)} == {
        ("S14.NL.2", "nobody"),
        ("record/stated-blinds", "record"),
    }


@pytest.mark.parametrize(
    ("shares", "findings"),
    [
        pytest.param((14, 13), [], id="by whole dollars"),
        pytest.param((18, 9), [("S3.TI.3", "dealer", "")], id="by no chip"),
    ],
)
def test_a_pot_is_divided_by_a_chip_that_all_amounts_are_made_of(shares, findings):
    paid = "Ben collected ${} from pot\nDot collected ${} from pot".format(*shares)
    posts = "Ben: posts small blind $1\nCam: posts big blind $3"
    acts = TIED.replace("{level}", "3").replace("{rest}", "2") + paid

    assert told(stars(acts, posts, stakes="$1/$3 USD", pot=27)) == findings


# ---- who was in the hand ----


def test_a_player_who_sits_out_and_folded_may_not_have_been_dealt_in():
    end = "Total pot ${pot} | Rake $0\nSeat 4: Dot folded before Flop (didn't bet)"
    acts = TOO_LITTLE.partition("\n")[2]
    lawful = acts.replace("$1 to $3", "$2 to $4").replace("($1)", "($2)")
    away = ("Dot ($200 in chips)", "Dot ($200 in chips) is sitting out")

    assert told(stars(lawful, end=end, pot=5)) == [("record/missing-act", "record", "")]
    assert told(stars(lawful, end=end, pot=5).replace(*away)) == []
    assert told(stars(acts, end=end, pot=5).replace(*away)) == TOO_SMALL_A_RAISE


def test_a_player_without_a_line_may_sit_out():
    acts = "Eve: folds\nAnn: raises ${by} to ${to}\nBen: folds\nCam: folds\nAnn collected ${pot} from pot"

    assert told(winamax(acts.replace("{by}", "2").replace("{to}", "4"), pot=7)) == []
    assert told(winamax(acts.replace("{by}", "1").replace("{to}", "3"), pot=6)) == TOO_SMALL_A_RAISE


# ---- the end ----

TIE = TIED.replace("{level}", "2").replace("{rest}", "1")
WON = """Total pot $24 | Rake $0
Seat 2: Ben (small blind) showed [Ah Kc] and won (${}) with high card Ace
Seat 4: Dot showed [As Kd] and won (${}) with high card Ace"""


IF_SUMMARY = "if the summary is right about what was won"


@pytest.mark.parametrize(
    ("summary", "findings"),
    [
        pytest.param((12, 12), [("S3.TI.3", "record", IF_SUMMARY)], id="equal shares by the summary"),
        pytest.param((16, 8), [("S3.TI.3", "dealer", "")], id="unequal by both"),
    ],
)
def test_the_summary_may_be_right_about_what_was_won(summary, findings):
    text = stars(TIE + "Ben collected $16 from pot\nDot collected $8 from pot", end=WON.format(*summary))

    assert [(clause, accused, doubt.partition(",")[0]) for clause, accused, doubt in told(text)] == findings


def test_lines_that_do_not_come_to_the_pot_are_told_whatever_the_summary_says():
    text = stars(TIE + "Ben collected $12 from pot\nDot collected $10 from pot", end=WON.format(12, 12))

    assert told(text) == [("record/payments", "record", "")]


@pytest.mark.parametrize(
    ("shares", "findings"),
    [
        pytest.param((12, 12), [], id="a part of the pot"),
        pytest.param((11, 11), [], id="taken by the room"),
        pytest.param((10, 10), [("record/payments", "record", "")], id="neither"),
    ],
)
def test_a_part_of_the_pot_by_another_name_was_taken_or_not_as_the_payments_show(shares, findings):
    paid = "Ben collected ${} from pot\nDot collected ${} from pot".format(*shares)

    assert told(stars(TIE + paid, end="Total pot $24 | Rake $0 | Charity $2")) == findings


def test_a_hand_that_only_the_summary_shows_may_have_been_shown_first():
    acts = TIE.replace("Ben: shows [Ah Kc] (high card Ace)\n", "").replace("As Kd", "Ad 3d")
    end = "Total pot $24 | Rake $0\nSeat 2: Ben (small blind) showed [{}] and won ($24) with a pair"

    right = told(stars(acts + "Ben collected $24 from pot", end=end.format("Ah 7c")))
    wrong = told(stars(acts + "Ben collected $24 from pot", end=end.format("Ah Kc")))

    assert right == [("S3.SD.8", "nobody", "if Ben showed first, nothing is wrong")]
    assert wrong[0] == ("S3.SD.2", "dealer", "")


@pytest.mark.parametrize(
    ("paid", "findings"),
    [
        pytest.param(24, [], id="the pot"),
        pytest.param(20, [], id="less: the room may keep the part of a player who cashed out"),
        pytest.param(30, [("record/payments", "record", "")], id="more than there was"),
    ],
)
def test_payments_after_a_cash_out_are_compared_as_far_as_they_tell_something(paid, findings):
    acts = TIE.replace("As Kd", "Ad 3d") + "Ben cashed out the hand for $5 | Cash Out Fee $0.05\n"

    assert told(stars(acts + f"Dot collected ${paid} from pot", pot=24)) == findings


def test_a_hand_with_betting_that_may_belong_to_a_street_without_a_line_is_not_judged():
    acts = "Dot: calls $2\nEve: folds\nAnn: folds\nBen: folds\nCam: checks\n*** FLOP *** [2c 7d Jh]\n" + CALLED_DOWN
    text = tilt(acts + "Cam wins the pot (${pot})", "Dot posts a dead small blind of $1", 6)
    board = "Board: [2c 7d Jh 3s 4c]\n"
    lost = re.sub(r"\*\*\* (?:TURN|RIVER) .*\n", "", text)

    assert told(text + board) == []
    assert told(lost + board, unread=1) == []
