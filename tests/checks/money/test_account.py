"""What `auditor settle` says was due, in hands in which not all of it is known."""

import io

import pytest
from manila import log as manila

from auditor.auditing.judging import bound_for
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.checks.explanations.account import Account, account_of
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.replay.engine.replayer import replay
from auditor.report.pages.settle import settled, settlement_of

CALLED = """table T
  rules crown/holdem
  limit no-limit
  minimum $10
  blinds $5, $10
  chip $1
hand 1
  seat 1 Ann $500
  seat 2 Ben $500
  seat 3 Cam $500
  button 1
  Ben blind $5
  Cam blind $10
  deal Ben [??], Cam [??], Ann [??]
  deal Ben [??], Cam [??], Ann [??]
  Ann folds
  Ben calls $5
  Cam checks
{ending}
end
"""
PLAYED_OUT = """  communal [2c 3d 9h]
  communal [4s]
  communal [8s]
  pot $20
  Ben wins $20"""
ANNULLED = """  pot $20 commission $2
  invalidate fraud by casino-manager
  refund $9 to Ben
  refund $9 to Cam"""


def account(text: str) -> Account:
    parts = read(open_stream(io.BytesIO(text.encode()), "test.log"))
    (hand,) = (part for part in parts if isinstance(part, RawHand))
    bound = bound_for(hand, Options())
    assert bound is not None
    return account_of(replay(hand.read(), bound.for_table(hand.setup).rules))


def test_of_hands_that_nobody_saw_it_is_not_known_who_should_have_won():
    found = account(CALLED.format(ending=PLAYED_OUT))

    assert [(line.due, line.logged) for line in found.payments] == [(None, 2000)]


def test_of_a_hand_that_is_annulled_the_house_may_keep_nothing():
    found = account(CALLED.format(ending=ANNULLED))

    assert [(line.due, line.logged) for line in found.commission] == [(0, 200)]


def test_a_commission_that_is_not_on_record_is_what_the_payments_leave_over_if_it_may_be_that():
    found = account(
        manila(
            "Ben calls $10", "Cam folds", "Dot folds", "Ann checks", "|", "Ann bets $10", "Ben folds", "Ann wins $29"
        )
    )

    assert [(line.due, line.logged) for line in found.commission] == [(100, 100)]


SPLIT = """  communal [Kc Kd 9h]
  communal [4s]
  communal [8s]
  Ben shows [Ks 2h]
  Cam shows [Qs Qh]
  pot $20
  Ben wins $10
  Cam wins $10"""


def test_a_commission_is_known_though_the_wrong_player_was_paid_if_nothing_is_left_of_the_pot():
    text = CALLED.replace("  chip $1\n", "  chip $1\n  commission nil\n").format(ending=SPLIT)
    found = account(text)

    assert [(line.due, line.logged) for line in found.commission] == [(0, 0)]
    assert [(line.due, line.logged) for line in found.payments] == [(2000, 1000), (0, 1000)]
    assert found.lacks == ()


MISDEALT = """  misdeal "two cards exposed" by dealer
  refund $10 to Cam"""


def test_after_a_misdeal_the_blind_of_a_player_who_got_nothing_back_is_part_of_the_account():
    text = CALLED.replace("  Ann folds\n  Ben calls $5\n  Cam checks\n", "").format(ending=MISDEALT)

    assert [(line.due, line.logged) for line in account(text).payments] == [(1000, 1000), (500, None)]


def shown(text: str) -> str:
    log = io.BytesIO(text.encode())
    parts = read(open_stream(log, "test.log"))
    (hand,) = (part for part in parts if isinstance(part, RawHand))
    bound = bound_for(hand, Options())
    assert bound is not None
    log.seek(0)
    findings = audit([open_stream(log, "test.log")], Options(debug=True)).findings
    whole = hand.read()
    found = settlement_of(whole, bound, findings)
    return "\n".join("".join(span[0] for span in line) for line in settled(whole, bound, "test.log", found, 100))


OVERTAKEN = """table T
  rules crown/holdem
  limit no-limit
  minimum $10
  blinds $5, $10
  chip $1
hand 1
  seat 1 Ann $500
  seat 2 Ben $500
  seat 3 Cam $500
  button 1
  Ben blind $5
  Cam blind $10
  deal Ben [2c], Cam [3c], Ann [4c]
  deal Ben [2d], Cam [3d], Ann [4d]
  Ann calls $10
  Ben calls $5
  Cam checks
  communal [Kc Kd 9h]
  Ann bets $20
  Ben bets $40
  Cam folds
  Ann folds
  {back}
  return $40 to Ben
  pot {pot}
  Ben wins {pot}
end
"""


@pytest.mark.parametrize(
    ("back", "pot", "kept"),
    [
        pytest.param("# nothing went back", "$50", True, id="an overtaken wager out of turn that was kept"),
        pytest.param("return $20 to Ann", "$30", False, id="one that went back"),
        pytest.param("refund $20 to Ann", "$30", False, id="one that went back by another word"),
    ],
)
def test_the_settlement_shows_chips_that_stayed_in_the_pot_against_the_rules(back, pot, kept):
    text = shown(OVERTAKEN.format(back=back, pot=pot))

    assert ("kept in the pot, due back to seat 1 Ann" in text, "owed to seat 1 Ann by the pot" in text) == (kept, kept)
