"""Conditions of the replay at their edges, each asked for in a short hand."""

import io
import re

import pytest
from roberts import flop, holdem, sample, stud

from auditor.auditing.judging import bound_for
from auditor.auditing.options import Options
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.replay.betting.measuring import least_wager
from auditor.replay.betting.openers import dealt_first
from auditor.replay.betting.passed_over import called_early
from auditor.replay.betting.sizes import ceiling, wager_of
from auditor.replay.engine.apply_cards import comes_after_betting
from auditor.replay.engine.replayer import replay
from auditor.replay.session.other_tables import Room
from auditor.replay.session.replayer import SessionReplayer
from auditor.replay.settlement.must_bet import obligation
from auditor.replay.settlement.result import Settlement
from auditor.vocabulary.events import Discards


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


def test_of_several_who_called_out_of_turn_each_has():
    acts = ("Ben bets $20", "Fay calls $20", "Dee calls $20", "Cam calls $20")
    table = settled(holdem(*flop("Dee", "Eve", "Fay", "Ann"), *acts, players=6, limit="no-limit")).table

    assert [one.name for one in table.players if called_early(table, table.round, one)] == ["Dee", "Fay"]


def test_a_card_given_up_where_nobody_draws_does_not_come_after_a_betting_round():
    table = settled(holdem(*flop("Dee", "Ann"), "Ben checks")).table

    assert not comes_after_betting(table, Discards(30, 1, player="Ann", count=1, cards=()))


# ---- wagers where no least one is on record ----


def test_without_blinds_or_a_minimum_no_straddle_makes_a_least_wager():
    text = holdem(limit="no-limit", posts=()).replace("blinds $5, $10\n", "")

    assert least_wager(settled(text, straddle_postflop_min="straddle").table, 1) is None


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
