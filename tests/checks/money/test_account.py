"""What `auditor settle` says was due, in hands in which not all of it is known."""

import io

from manila import log as manila

from auditor.auditing.judging import bound_for
from auditor.auditing.options import Options
from auditor.checks.explanations.account import Account, account_of
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.replay.engine.replayer import replay

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
