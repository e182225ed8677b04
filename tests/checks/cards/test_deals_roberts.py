"""Cards under Robert's Rules: what a short record may leave out, and which of two findings an event belongs to."""

from textwrap import indent

import pytest
from manila import audited, found
from roberts import sample

HEAD = """
log 1
table Test
  rules roberts/holdem
  limit no-limit
  blinds $5, $10
  chip $1
hand 1
  seat 1 Ann $500
  seat 2 Ben $500
  seat 3 Cam $500
  button 1
  Ben blind $5
  Cam blind $10
{play}
end
"""
DEAL = "deal Ben [2c], Cam [3h], Ann [Ah]; deal Ben [2d], Cam [8s], Ann [Kd]"
CALLED = "Ann calls $10; Ben calls $5; Cam checks"
CHECKED = "Ben checks; Cam checks; Ann checks"
BET = "Ben bets $20; Cam folds; Ann folds; return $20 to Ben; pot $30; Ben wins $30"
SHOWN = "Ben shows [2c 2d]; Cam shows [3h 8s]; Ann shows [Ah Kd]; pot $30; Ben wins $30"


def played(*parts: str) -> str:
    lines = "; ".join(parts).split("; ")
    return HEAD.format(play=indent("\n".join(lines), "  "))


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param((DEAL, CALLED, "communal [9h 8h 2s]", CHECKED, "communal [4c]", BET), id="no burns"),
        pytest.param(("deal Ben [??], Cam [??], Ann [??]", CALLED, "communal [9h 8h 2s]", BET), id="cards not seen"),
        pytest.param((DEAL, CALLED, "communal [9h 8h 2s 4c Td]", CHECKED, CHECKED, CHECKED, SHOWN), id="one line"),
        pytest.param((DEAL, CALLED, CHECKED, CHECKED, "communal [Td]", CHECKED, SHOWN), id="the last card alone"),
        pytest.param(
            (DEAL, CALLED, "burn; communal [9h 8h 2s]", CHECKED, "burn", CHECKED, "burn; communal [4c]", BET),
            id="a burn whose card nobody noted",
        ),
        pytest.param((DEAL, CALLED, "burn; communal [9h 8h 2s]", "void Cam; Ben bets $20; Ann folds"), id="no reason"),
        pytest.param((DEAL, "misdeal"), id="a misdeal without a word"),
        pytest.param((DEAL, 'misdeal "the button was one seat off" by dealer'), id="a misdeal for the button"),
    ],
)
def test_nobody_is_accused_of_what_nobody_noted(parts):
    assert [one for one in found(played(*parts)) if "record/" not in one] == []


def test_a_misdeal_after_an_act_out_of_turn_rests_on_how_acts_are_counted():
    play = played(DEAL, "Ann calls $10; Cam folds; boxed [9c 9d]; misdeal; Ben folds")

    assert "breach S3.MD.1" in found(play, misdeal_count="distinct_players")
    assert not any("S3.MD.1" in one for one in found(play, misdeal_count="in_turn"))


@pytest.mark.parametrize(
    ("deal", "findings"),
    [
        ("deal Ben [2c], Cam [2c], Ann [Ah]; deal Ben [2d], Cam [8s], Ann [Kd]", ["advisory S3.IR.4"]),
        ("deal Ben [2c], Cam [3h], Ann [Ah]; deal Ben [2d], Cam [8s], Ann [Ah]", ["breach S3.IR.4"]),
        (DEAL, []),
    ],
)
def test_a_card_twice_is_one_finding_wherever_it_was(deal, findings):
    assert found(played(deal, CALLED, "communal [9h 8h 2s]", BET)) == findings


def test_the_whole_pot_is_due_back_for_a_card_twice():
    deal = "deal Ben [2c], Cam [2c], Ann [Ah]; deal Ben [2d], Cam [8s], Ann [Kd]"
    (finding,) = audited(played(deal, CALLED, "communal [9h 8h 2s]", BET)).findings

    assert finding.money is not None
    assert finding.money.amount == 3000


def test_a_hand_that_was_dead_and_declared_so_is_one_finding():
    note = 'incident cards-thrown-into-hand by Ann to Ben; void Ann "thrown into a hand"'
    play = played(DEAL, CALLED, "communal [9h 8h 2s]", f"Ben checks; Cam checks; {note}; Ann bets $20")

    assert [one for one in found(play) if "S3.DH" in one] == ["irregularity S3.DH.1"]


def test_blinds_are_known_to_come_before_a_look_only_where_the_deal_is_noted():
    bare = audited(played("Ann folds; Ben folds; return $5 to Cam; pot $10; Cam wins $10"))
    dealt = audited(played(DEAL, "Ann folds; Ben folds; return $5 to Cam; pot $10; Cam wins $10"))
    clause = ("roberts/holdem", "S4.0/4")
    assert clause not in bare.verdicts
    assert clause in dealt.verdicts


def test_more_cards_taken_back_than_came_early_do_no_harm():
    early = "Ben bets $20; communal [Js 4h 5d]; take back [9h 8h 2s]; Cam folds; Ann folds; return $20 to Ben"
    result = audited(played(DEAL, CALLED, "burn; communal [9h 8h 2s]", early, "pot $30; Ben wins $30"))
    assert not result.unread


def test_who_draws_once_more_does_not_hide_that_a_card_was_replaced_too_early():
    text = sample("draw-cards", "lowball: a card exposed in the draw replaced at once")
    again = text.replace("deal Ben [5s]", "deal Ben [5s]\n  Ben discards [5s]\n  deal Ben [5c]")

    assert found(text) == ["irregularity S11.9"]
    assert found(again) == ["irregularity S11.9", "irregularity S11.0/3"]
