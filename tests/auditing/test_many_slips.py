"""An accusation on which not every slip of the pen was tried does not stand untested."""

from __future__ import annotations

import io

import pytest

from auditor.auditing.mitigation.doubts_of_record import TOO_MANY
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.slips import explanations
from auditor.logs.files.decoding import open_stream
from auditor.vocabulary.findings import Severity

SMALL_RAISE = """log 1
table "one"
  rules roberts/holdem
  limit no-limit
  blinds $5, $10
  chip $1

hand 1
  seat 1 Ann $500
  seat 2 Ben $500
  seat 3 Cat $500
  button 1
  Ben blind $5
  Cat blind $10
  deal Ben [??], Cat [??], Ann [??]
  deal Ben [??], Cat [??], Ann [??]
  Ann raises to $15
  Ben folds
  Cat folds
  return $5 to Ann
  pot $25
  Ann wins $25
end
"""


@pytest.mark.parametrize(
    ("most", "expected"),
    [
        pytest.param(explanations.MOST, [(Severity.BREACH, None)], id="all slips were tried"),
        pytest.param(1, [(Severity.ADVISORY, TOO_MANY)], id="more slips than may be tried"),
    ],
)
def test_an_accusation_stands_only_if_every_slip_was_tried(monkeypatch, most, expected):
    monkeypatch.setattr(explanations, "MOST", most)

    result = audit([open_stream(io.BytesIO(SMALL_RAISE.encode()), "one.log")], Options())

    assert [(one.severity, one.doubt) for one in result.findings] == expected
