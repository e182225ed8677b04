"""What the player to act may do, and the clause that offers it, in short hands by the books."""

import io

import pytest
from manila import log as manila

from auditor.auditing.judging import bound_for
from auditor.auditing.options import Options
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.replay.betting.closed_options import closed
from auditor.replay.betting.options import Option, options
from auditor.replay.engine.observer import Observer
from auditor.replay.engine.replayer import replay
from auditor.replay.state import HandState
from auditor.vocabulary.events import Act, Event


class Looking(Observer):
    """Notes the options before the last act of a hand, and why the other acts are closed."""

    offered: dict[str, Option]
    closed: dict[str, str]

    def before_event(self, state: HandState, event: Event) -> None:
        if isinstance(event, Act):
            found = options(state)
            self.offered = {option.act: option for option in found}
            self.closed = {shut.act: shut.why for shut in closed(state, found)}


def offered(text: str) -> dict[str, Option]:
    return looked_at(text).offered


def looked_at(text: str) -> Looking:
    parts = read(open_stream(io.BytesIO(text.encode()), "test.log"))
    (hand,) = (part for part in parts if isinstance(part, RawHand))
    bound = bound_for(hand, Options())
    assert bound is not None
    looking = Looking()
    replay(hand.read(), bound.for_table(hand.setup).rules, looking)
    return looking


def test_a_raise_at_manila_is_one_of_two_amounts_and_no_range():
    found = offered(manila("Ben raises to $20", "Cam folds"))["raise"]

    assert (found.totals, found.ranged) == ((3000, 4000), False)


NO_LIMIT = """table T
  rules crown/holdem
  limit no-limit
  minimum $10
  blinds $5, $10
  chip $1
hand 1
  seat 1 Ann {stake}
  seat 2 Ben $500
  seat 3 Cam $500
  button 1
  Ben blind $5
  Cam blind $10
  deal Ben [Kc], Cam [Jd], Ann [Qd]
  deal Ben [Kd], Cam [Jc], Ann [Qc]
  Ann folds
end
"""


@pytest.mark.parametrize(
    ("stake", "totals", "ranged"),
    [
        pytest.param("$500", (2000, 50000), True, id="from the least raise to all chips"),
        pytest.param("$18", (1800,), False, id="less than a raise is left: all of it"),
    ],
)
def test_a_raise_at_no_limit_is_a_range_unless_the_last_chips_leave_no_choice(stake, totals, ranged):
    found = offered(NO_LIMIT.format(stake=stake))["raise"]

    assert (found.totals, found.ranged) == (totals, ranged)


FIXED = NO_LIMIT.replace("limit no-limit", "limit fixed\n  bets $10, $20").replace("Ann folds", "{act}\n  Ben folds")


@pytest.mark.parametrize("rules", ["crown/holdem", "roberts/holdem"])
@pytest.mark.parametrize(
    ("stake", "total"),
    [
        pytest.param(14, 2000, id="less than half a raise: it is completed"),
        pytest.param(15, 2500, id="half a raise: another on top of it"),
        pytest.param(20, 3000, id="a raise"),
    ],
)
def test_a_raise_over_last_chips_at_fixed_limit_is_one_amount(rules, stake, total):
    text = FIXED.replace("crown/holdem", rules).format(stake=f"${stake}", act=f"Ann raises to ${stake} all in")

    found = offered(text)["raise"]

    assert (found.totals, found.ranged) == ((total,), False)


RAISED = ("Ben raises to $20", "Cam raises to $30", "Dot raises to $40", "Ann calls $30")


@pytest.mark.parametrize(
    ("acts", "closed"),
    [
        pytest.param(
            RAISED,
            {
                "open": "a wager has been made, so that another above it is a raise",
                "check": "there is $30 to call",
                "raise": "three raises were made, at most three",
            },
            id="the raises that there may be were made",
        ),
    ],
)
def test_a_closed_act_has_its_reason(acts, closed):
    assert looked_at(manila(*acts)).closed == closed
