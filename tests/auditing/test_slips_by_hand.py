"""Lawful hands as people write them, with a line left out, doubled or misspelt: what is found accuses nobody.

Generated logs have no over-blinds, exposed cards, new levels or hands that a dealer calls by name.
"""

from __future__ import annotations

import io

import pytest

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.decoding import open_stream
from auditor.vocabulary.findings import RECORD, Severity

OVER_BLIND = """table "Draw 1"
  rules act/draw-poker
  date 1994-11-19
  minimum $5
  limit full-pot

hand 52 at 22:31
  seat 2 Ann $210
  seat 3 Ben $160
  seat 5 Cam $185
  seat 8 Dot $240
  buck 2
  shuffle
  cut by Ann at 30
  Ann blind $5
  Ben blind $10
  Cam over-blind $20
  deal Ann [4s], Ben [Jd], Cam [As], Dot [8c]
  deal Ann [9h], Ben [2c], Cam [Ks], Dot [8s]
  deal Ann [Td], Ben [Jc], Cam [Ac], Dot [3h]
  deal Ann [4c], Ben [6h], Cam [7d], Dot [Kd]
  deal Ann [Qs], Ben [9d], Cam [5h], Dot [2h]
  Dot opens $40
  Ann folds
  Ben calls $30
  Cam calls $20
  Ben discards [2c 6h 9d] announcing 3
  deal Ben [Jh 5c Qd]
  Cam discards [Ks 7d 5h] announcing 3
  deal Cam [3c 3s 9c]
  Dot stands pat
  Dot bets $50
  Ben folds
  Cam folds
  return $50 to Dot
  pot $125 commission $6
  Dot wins $119
end
"""
EXPOSED = """table "Holdem 9"
  rules crown/holdem
  limit fixed
  bets $10, $20
  blinds $5, $10
  chip $1
  commission 5% rounded down to $1 cap $10
  records shuffle, cut, burns

hand 1 at 20:05
  seat 1 Ann $400
  seat 2 Ben $350
  seat 4 Cam $500
  button 4
  shuffle
  cut by dealer
  Ann blind $5
  Ben blind $10
  deal Ann [2c], Ben [3c], Cam [Ac]
  expose [3c] of Ben by dealer
  deal Ann [2d], Ben [4c], Cam [Ad]
  take back [3c] of Ben
  deal Ben [Th]
  Cam raises to $20
  Ann folds
  Ben calls $10
  communal [7h 6d Jh]
  Ben checks
  Cam bets $10
  Ben folds
  return $10 to Cam
  pot $45 commission $2
  Cam wins $43
end
"""
LEVEL = """table "Final"
  rules roberts/holdem
  tournament "Spring"
  limit no-limit
  blinds $100, $200
  ante $25
  chip $25

hand 31 at 20:00
  seat 1 Ann $5,000
  seat 2 Ben $4,000
  seat 3 Cam $3,000
  button 3
  Ann ante $25
  Ben ante $25
  Cam ante $25
  Ann blind $100
  Ben blind $200
  Cam folds
  Ann folds
  return $100 to Ben
  pot $275
  Ben wins $275
end

notice level to players at 20:05
blinds $200, $400
ante $50

hand 32 at 20:06
  seat 1 Ann $4,875
  seat 2 Ben $4,150
  seat 3 Cam $2,975
  button 1
  Ann ante $50
  Ben ante $50
  Cam ante $50
  Ben blind $200
  Cam blind $400
  Ann folds
  Ben folds
  return $200 to Cam
  pot $550
  Cam wins $550
end
"""
SECOND_BLIND = """  Ben blind ${blind}
  Cam blind $400
  Ann folds
  Ben folds
  return ${back} to Cam
  pot ${pot}
  Cam wins ${pot}
"""
CALLED = """table "Manila 4"
  rules act/canberra-manila
  date 1994-11-19
  minimum $5

hand 1 at 18:04
  seat 1 Ann $200
  seat 2 Ben $180
  buck 1
  Ann blind $5
  deal Ann [Qs Js], Ben [9c 9h]
  communal [9s]
  Ben calls $5
  Ann passes
  communal [Ts]
  Ann checks
  Ben checks
  communal [8s]
  Ann checks
  Ben checks
  communal [Kd]
  Ann checks
  Ben checks
  communal [9d]
  Ann bets $20
  Ben calls $20
  Ann shows [Qs Js]
  Ben shows [9c 9h]
  announce winner Ann "straight flush"
  pot $50 commission $2
  Ann wins $48
end
"""


def accused(text: str) -> list[str]:
    result = audit([open_stream(io.BytesIO(text.encode()), "night.log")], Options())
    people = [one for one in result.findings if one.severity > Severity.ADVISORY and one.actor != RECORD]
    assert result.inputs[0].hands == text.count("\nhand ")
    return [f"{one.cited}: {one.observed}" for one in people]


REMEDIED = ["9.7: 3c of seat 2 Ben exposed by the dealer"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(OVER_BLIND, [], id="an over-blind"),
        pytest.param(EXPOSED, REMEDIED, id="an exposed card, put right"),
        pytest.param(LEVEL, [], id="a new level"),
        pytest.param(CALLED, [], id="a hand that the dealer calls"),
    ],
)
def test_the_hands_without_a_slip_are_in_order(text, found):
    assert accused(text) == found


@pytest.mark.parametrize(
    ("text", "line", "instead"),
    [
        pytest.param(OVER_BLIND, "  Cam over-blind $20\n", "", id="an over-blind left out"),
        pytest.param(EXPOSED, "  expose [3c] of Ben by dealer\n", "", id="why a card was taken back"),
        pytest.param(
            EXPOSED, "  expose [3c] of Ben by dealer\n", "  expose [3c] of Ben by dealer\n" * 2, id="one twice"
        ),
        pytest.param(LEVEL, "blinds $200, $400\n", "", id="the blinds of a new level"),
        pytest.param(LEVEL, "ante $50\n\n", "\n", id="the ante of a new level"),
        pytest.param(CALLED, "straight flush", "straight fllush", id="a misspelt flush is no straight"),
        pytest.param(CALLED, "straight flush", "striaght flush", id="a misspelt straight is no flush"),
    ],
)
def test_a_slip_in_them_accuses_nobody(text, line, instead):
    assert line in text

    assert accused(text.replace(line, instead)) == []


@pytest.mark.parametrize(
    ("text", "line", "instead", "found"),
    [
        pytest.param(
            LEVEL,
            SECOND_BLIND.format(blind=200, back=200, pot=550),
            SECOND_BLIND.format(blind=150, back=250, pot=450),
            ["GL.blind: seat 2 posted 150 of a 200 blind with 3,950 behind"],
            id="one player with too little",
        ),
        pytest.param(
            CALLED,
            "straight flush",
            "straight",
            ["9.2: hand of seat 1 Ann announced as 'straight'"],
            id="another hand, called by its right name",
        ),
    ],
)
def test_a_fault_that_looks_like_one_does(text, line, instead, found):
    assert accused(text.replace(line, instead)) == found
