"""An accusation on which not every slip of the pen was tried does not stand untested, and no hand holds up an audit."""

from __future__ import annotations

import io
import random
from itertools import cycle, islice

import pytest
from slips import GENERATORS, lawful, slips

from auditor.auditing import judging
from auditor.auditing.mitigation.doubts_of_record import TOO_MANY
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.auditing.slips.explanations import EFFORT
from auditor.logs.files.decoding import open_stream
from auditor.vocabulary.findings import Severity

HEAD = """log 1
table "one"
  rules roberts/holdem
  limit no-limit
  blinds $5, $10
  chip $1

hand 1
  seat 1 Ann $50000
  seat 2 Ben $50000
  seat 3 Cat $50000
  button 1
  Ben blind $5
  Cat blind $10
  deal Ben [??], Cat [??], Ann [??]
  deal Ben [??], Cat [??], Ann [??]
  Ann raises to $15
"""


def small_raise(raises: int) -> str:
    """A raise that is too small, and so many more by two players until they fold and check."""
    lines = [f"  {who} raises to ${30 + 15 * n}" for n, who in enumerate(islice(cycle(["Ben", "Ann"]), raises))]
    last = 30 + 15 * (raises - 1) if raises else 15
    before = last - 15 if raises > 1 else 15
    winner, loser = ("Ann", "Ben") if raises % 2 == 0 else ("Ben", "Ann")
    folds = ["  Ben folds", "  Cat folds"] if not raises else [lines[0], "  Cat folds", *lines[1:], f"  {loser} folds"]
    called = before if raises else 10
    pot = 2 * called + 10 if raises else 25
    return "\n".join(
        [
            HEAD.rstrip(),
            *folds,
            f"  return ${last - called} to {winner}",
            f"  pot ${pot}",
            f"  {winner} wins ${pot}",
            "end",
            "",
        ]
    )


def audited(text: str) -> Result:
    return audit([open_stream(io.BytesIO(text.encode()), "one.log")], Options())


@pytest.mark.parametrize(
    ("raises", "expected"),
    [
        pytest.param(0, [(Severity.BREACH, None)], id="a hand of people at a table: all slips were tried"),
        pytest.param(1000, [(Severity.ADVISORY, TOO_MANY)], id="a long hand: more slips than may be tried"),
        pytest.param(3000, [(Severity.ADVISORY, TOO_MANY)], id="a hand too long to be judged once more"),
    ],
)
def test_an_accusation_stands_only_if_every_slip_was_tried(raises, expected):
    result = audited(small_raise(raises))

    assert [(one.severity, one.doubt) for one in result.findings] == expected


@pytest.mark.parametrize("raises", [0, 30, 1000, 3000])
def test_what_is_judged_again_is_bounded_however_long_the_hand_is(monkeypatch, raises):
    sizes: list[int] = []
    for name in ("judge", "judge_unless"):
        judge = getattr(judging, name)
        counted = lambda hand, *rest, judge=judge: [sizes.append(len(hand.events)), judge(hand, *rest)][1]  # noqa: E731
        monkeypatch.setattr(judging, name, counted)

    audited(small_raise(raises))

    first, *again = sizes
    assert (first > 10 + raises, sum(again) <= EFFORT) == (True, True)


def test_a_hand_without_a_slip_is_judged_no_further_than_it_matters_and_nothing_else_comes_of_it(monkeypatch):
    chance, texts = random.Random(1), []
    for name in [*GENERATORS][::3]:
        texts += [slip.text for slip in chance.sample([*slips(lawful(GENERATORS[name], 1), chance)], 4)]
    found = [audited(text).findings[:] for text in texts]
    enough: list[bool] = []
    judge = judging.judge_unless

    def to_the_end(hand, bound, path, is_enough):
        return judge(hand, bound, path, lambda one: bool(enough.append(is_enough(one))))

    monkeypatch.setattr(judging, "judge_unless", to_the_end)

    assert [audited(text).findings[:] for text in texts] == found
    assert any(enough)
