"""Conditions of the replay at their edges, each asked for in a short hand."""

import io
import re

import pytest
from manila import audited, log
from places import SAMPLES, table_of
from roberts import BLINDS, NAMES, flop, holdem, sample, stud, turn

from auditor.auditing.judging import bound_for
from auditor.auditing.options import Options
from auditor.checks.showdown.how_hands_end import taken_back
from auditor.checks.support.entering import entry
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.replay.betting.closed_options import _closed
from auditor.replay.betting.lookahead import acts_next
from auditor.replay.betting.measuring import least_wager
from auditor.replay.betting.openers import _coming_up, dealt_first
from auditor.replay.betting.passed_over import called_early
from auditor.replay.betting.sizes import ceiling, wager_of
from auditor.replay.engine.apply_cards import comes_after_betting
from auditor.replay.engine.replayer import replay
from auditor.replay.forced_bets.blinds_and_antes import lacks_blind
from auditor.replay.session.other_tables import Room
from auditor.replay.session.replayer import SessionReplayer
from auditor.replay.settlement.must_bet import obligation
from auditor.replay.settlement.result import Settlement
from auditor.vocabulary.events import Act, Deal, Discards


def settled(text: str, **readings: str) -> Settlement:
    parts = read(open_stream(io.BytesIO(text.encode()), "test.log"))
    (hand,) = (part for part in parts if isinstance(part, RawHand))
    bound = bound_for(hand, Options(readings=tuple(readings.items())))
    assert bound is not None
    return replay(hand.read(), bound.for_table(hand.setup).rules)


# ---- hands that have to be bet ----

DRAWN = sample("sevens", "checked seven that is best: after-draw bets go back").split("  Ben checks")[0]


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        pytest.param(f"{DRAWN}  Ben checks\n  Cat bets $20\nend\n", True, id="the last round was opened"),
        pytest.param(f"{DRAWN}  Ben checks\n  Cat checks\nend\n", False, id="nobody opened it"),
        pytest.param(f"{DRAWN.split('  burn')[0]}end\n", False, id="it did not begin"),
    ],
)
def test_a_hand_has_to_be_bet_only_where_the_last_betting_round_was_opened(text, bound):
    assert (obligation(settled(text).table) is not None) == bound


def test_a_cent_that_a_hand_cannot_win_goes_back_too():
    text = f"{DRAWN}  Ben checks\n  Cat bets $20\n  Ann folds\n  Ben calls $20\nend\n"
    cents = re.sub(r"\$(\d+)", lambda found: f"${int(found[1]) / 100:.2f}", text).replace("$0.20", "$0.01")

    assert [pot.amount for pot in settled(cents).pots if pot.back] == [1, 1]


# ---- turns ----


def test_who_is_dealt_the_first_card_comes_first_whatever_the_seat():
    text = stud().replace("deal Ann [Kh], Ben [Qh], Cam [Ah]", "deal Cam [Ah], Ann [Kh], Ben [Qh]")
    table = settled(text).table

    assert [player.name for player in sorted(table.players, key=dealt_first(table))] == ["Cam", "Ann", "Ben"]


def test_who_acts_next_is_whoever_does_so_in_the_same_betting_round():
    table = settled(holdem("Dee folds", "Ann calls $10", "Ben folds", "Cam checks")).table

    def after(act):
        table.event = act
        return acts_next(table)

    assert [after(act) for act in table.timeline.all(Act)] == ["Ann", "Ben", "Cam", None]


def test_the_cards_that_come_face_up_are_those_that_are_dealt_so_to_each_player():
    table = settled(stud().replace("deal up Ann [4c], Ben [9d]", "deal up Ann [4c], Ben down [9d]")).table
    first, second, third = table.timeline.all(Deal)

    assert [sorted(_coming_up(table, one)) for one in (first, second, third)] == [["Ann", "Cam"]] * 3


def test_of_several_who_called_out_of_turn_each_has():
    acts = ("Ben bets $20", "Fay calls $20", "Dee calls $20", "Cam calls $20")
    table = settled(holdem(*flop("Dee", "Eve", "Fay", "Ann"), *acts, players=6, limit="no-limit")).table

    assert [one.name for one in table.players if called_early(table, table.round, one)] == ["Dee", "Fay"]


def test_a_card_given_up_where_nobody_draws_does_not_come_after_a_betting_round():
    table = settled(holdem(*flop("Dee", "Ann"), "Ben checks")).table

    assert not comes_after_betting(table, Discards(30, 1, player="Ann", count=1, cards=()))


@pytest.mark.parametrize(
    ("act", "turn"),
    [
        pytest.param("Dee calls $4", "Ben", id="a call"),
        pytest.param("Dee raises to $30", "Ben", id="a raise, which Ann has to answer after the others"),
    ],
)
def test_who_makes_up_a_short_call_takes_the_turn_from_nobody(act, turn):
    text = holdem("Dee calls $6", "Ann calls $10", act, limit="no-limit").replace("roberts/", "crown/")

    assert settled(text).table.turn.name == turn


def test_who_has_nothing_to_call_cannot_check_in_a_round_without_checks():
    table = settled(log("Ben calls $10", "Cam calls $10", "Dot calls $10")).table

    assert {_closed(table, table.round, player, "check").why for player in table.players} == {
        "this betting round has no checks"
    }


# ---- wagers where no least one is on record ----


def test_without_blinds_or_a_minimum_no_straddle_makes_a_least_wager():
    text = holdem(limit="no-limit", posts=()).replace("blinds $5, $10\n", "")

    assert least_wager(settled(text, straddle_postflop_min="straddle").table, 1) is None


@pytest.mark.parametrize(("posts", "lacks"), [(BLINDS, False), ((), True)])
def test_where_nothing_tells_how_many_blinds_there_are_each_player_may_lack_one(posts, lacks):
    table = settled(holdem(limit="no-limit", posts=posts).replace("blinds $5, $10\n", "")).table

    assert {lacks_blind(table, player) for player in table.players} == {lacks}
    assert entry(table) == (None if lacks else "minimum")


EMPTY_POT = """table T
  rules act/5-card-stud
  date 1994-06-11
  limit full-pot
  stake $100
hand 1
  seat 1 Ann $500
  seat 2 Ben $500
  buck 1
  deal Ann [Qh], Ben [Jh]
  deal up Ann [3d], Ben [Ah]
end
"""


def test_an_empty_pot_allows_nothing():
    table = settled(EMPTY_POT).table
    (figure,) = table.round.wagering.ceilings

    assert ceiling(table, table.round, figure, wager_of(table.round, table.players[1], "raise")) == 0


# ---- sessions ----


def test_before_its_first_hand_a_session_is_not_quiet():
    rules = settled(stud()).table.rules

    assert not SessionReplayer(rules, "T", Room(), floor=False).is_quiet


# ---- wagers over last chips that were no full bet ----


@pytest.mark.parametrize(
    ("limit", "act", "raises"),
    [
        pytest.param("fixed", "Cam raises to $7", 1, id="a wrong size is a raise"),
        pytest.param("fixed", "Cam raises to $7 all in", 0, id="last chips are a part of the bet"),
        pytest.param("fixed", "Cam raises to $10", 0, id="it is completed"),
        pytest.param("no-limit", "Cam raises to $7", 1, id="a wrong size without limit"),
    ],
)
def test_what_comes_over_a_short_opening_is_a_raise_unless_it_makes_up_the_bet(limit, act, raises):
    stakes = {"Ben": 13, **({"Cam": 17} if act.endswith("all in") else {})}
    text = holdem(*flop("Dee", "Ann"), "Ben bets $3 all in", act, "Dee folds", limit=limit, stakes=stakes)

    assert settled(text).table.round.raises == raises


# ---- cards that came early, and cards shuffled again ----


def test_after_a_card_that_one_player_got_early_the_others_have_theirs_to_come():
    table = settled(
        stud("Ann bring-in $5", "Ben calls $5", "deal early up Ben [2c]", "Cam calls $5", "Ann checks")
    ).table

    assert (table.round.closed, table.rounds_played, table.fresh) == (True, 1, True)


def test_discards_that_were_left_out_of_a_shuffle_are_not_among_the_cards_to_be_dealt():
    text = (SAMPLES / "clauses" / "act-draw-poker" / "draw-reshuffle.log").read_text(encoding="utf-8")
    hand = next(part for part in re.split(r"(?m)^(?=table )", text) if part.startswith('table "reshuffle 5"'))

    turns = settled(hand).table.draws[-1].turns
    assert [turn.player.name for turn in turns if turn.pooled] == ["Ann", "Ben", "Cam"]


# ---- money taken back ----


@pytest.mark.parametrize(
    ("text", "back"),
    [
        pytest.param(
            stud(
                "Ann bring-in $5", "Ben calls $5", "Cam calls $5", "pot $18", *(f"{one} wins $6" for one in NAMES[:3])
            ),
            0,
            id="stud, in which players may have shared the pot",
        ),
        pytest.param(
            holdem(
                *("Dee calls $10", "Ann calls $10", "Ben calls $5", "Cam checks", "pot $40"),
                *(f"{one} wins $10" for one in NAMES[:4]),
            ),
            4,
            id="hold'em, before the cards of all",
        ),
    ],
)
def test_what_everybody_put_in_went_back_where_the_cards_of_all_were_still_to_come(text, back):
    assert len(taken_back(settled(text).table)) == back


# ---- blinds that go round ----

DEAD_SMALL_BLIND = """table T
  rules roberts/lowball-a5
  limit fixed
  bets $10, $20
  blinds $5, $10
  open at 18:00
hand 1
  seat 1 Ann $500
  seat 3 Cam $500
  seat 5 Eve $500
  button 1
  Cam blind $5
  Eve blind $10
  Ann folds
  Cam folds
  pot $15
  Eve wins $15
end
hand 2
  seat 1 Ann $500
  seat 3 Cam $495
  seat 5 Eve $505
  button 3
  Ann blind $10
  Cam folds
  Eve folds
end
Dee sits 4 $500
hand 3
  seat 1 Ann $505
  seat 3 Cam $495
  seat 4 Dee $500
  seat 5 Eve $500
  button 5
  Ann blind $5
  Cam blind $10
  Dee kill $20
  Dee checks
  Eve folds
  Ann folds
  Cam folds
  pot $35
  Dee wins $35
end
"""


def test_a_big_blind_without_a_small_one_goes_on_from_where_it_was_in_the_hand_before():
    asked = {clause for _, clause in audited(DEAD_SMALL_BLIND).verdicts}

    assert asked & {"S4.13(b)", "S11.3(b)"} == {"S4.13(b)"}  # the blinds have not gone round


# ---- showdowns ----


@pytest.mark.parametrize(("last", "matters"), [("4c", True), ("??", False)])
def test_an_ace_matters_only_where_the_whole_board_is_known(last, matters):
    dealt = holdem(*turn("Dee", "Ann")).replace("[2c 8d 9c]", "[2c 5d 3c]").replace("[Tc]", "[Kc]")
    checks = [f"{name} checks" for name in ("Ben", "Cam", "Dee", "Ann")]
    lines = [*checks, f"communal [{last}]", *checks, "Ben shows [Ah 7s]", "Cam shows [Kh 6s]", "end", ""]
    done = settled(dealt.replace("\nend\n", "\n" + "\n".join(lines)))

    assert done.showdown.ace_matters(done.live) == matters


# ---- payments ----


def test_where_each_player_pays_commission_nothing_is_taken_from_the_pots_before():
    done = settled(table_of("act-canberra-manila/commission", "several pots 3"))

    assert done.dues_by_player(done.awards) == [{3: 314_00, 1: 86_00}]
