"""A log written by hand with twenty mistakes that people make: all are told in one run, each one step from right."""

import io

import pytest

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.files.decoding import open_stream
from auditor.vocabulary.errors import applied

WRITTEN = """\
log 1
table “Holdem 12”
  rules crown/holdem
  no limit
  minimum $10
  blinds $5/$10
  chip $1
  commision 5% rounded down to $1 cap $10

Hand 204 at 9.15pm
  seat 2: Ann 240$
  seat 3 ben $180
  seat 5 Cam $305
  seat 8 van der Berg $40
  dealer button 8
  shufle
  cut by dealer
  small blind Ann $5
  Ben posts BB 10
  deal Ann [Kd], Ben [7♣], Cam [??], "van der Berg" [Qc]
  deal Ann [Kh], Ben [2d], Cam [??], "van der Berg" [J c]
  CAM FOLDS
  van der Berg goes all in for 40
  Ann call $35
  Bne folds
  burn
  flop Qh 9s 4c
  burn
  turn: [2h]
  burn
  communal [6s]
  Ann shows [Kd Kh]
  "van der Berg" mucks
  pot $90 rake $4
  Ann gets $86
edn
"""
MEANT = """\
log 1
table "Holdem 12"
  rules crown/holdem
  limit no-limit
  minimum $10
  blinds $5, $10
  chip $1
  commission 5% rounded down to $1 cap $10

hand 204 at 21:15
  seat 2 Ann $240
  seat 3 Ben $180
  seat 5 Cam $305
  seat 8 "van der Berg" $40
  button 8
  shuffle
  cut by dealer
  Ann blind $5
  Ben blind 10
  deal Ann [Kd], Ben [7c], Cam [??], "van der Berg" [Qc]
  deal Ann [Kh], Ben [2d], Cam [??], "van der Berg" [Jc]
  Cam folds
  "van der Berg" puts in 40 all in
  Ann calls $35
  Ben folds
  burn
  communal [Qh 9s 4c]
  burn
  communal [2h]
  burn
  communal [6s]
  Ann shows [Kd Kh]
  "van der Berg" mucks
  pot $90 commission $4
  Ann wins $86
end
"""


def audited(text: str) -> Result:
    return audit([open_stream(io.BytesIO(text.encode()), "night.log")], Options(debug=True))


def test_all_mistakes_of_a_log_are_told_in_one_run_and_each_is_one_step_from_right():
    pairs = enumerate(zip(WRITTEN.split("\n"), MEANT.split("\n"), strict=True), 1)
    wrong = [number for number, (written, meant) in pairs if written != meant]
    result = audited(WRITTEN)
    lines = WRITTEN.split("\n")

    assert (len(wrong) >= 20, [one.line for one in result.unread]) == (True, wrong)
    assert [one.source for one in result.unread] == [lines[number - 1] for number in wrong]
    assert [applied(WRITTEN, one.fix).split("\n")[one.line - 1] for one in result.unread] == [
        MEANT.split("\n")[number - 1] for number in wrong
    ]


def test_the_log_with_its_mistakes_put_right_is_audited_as_it_was_meant():
    mended = applied(WRITTEN, [edit for one in audited(WRITTEN).unread for edit in one.fix])
    result = audited(mended)

    assert mended == MEANT
    assert (result.unread, [one.message for one in result.findings], result.hands_judged) == ([], [], 1)


MANILA = """\
log 1
table "Manila 3"
  rules act/canberra-manila
  date 1994-06-11
  minimum $5

hand 1
  seat 1 Ann $200
  seat 2 Ben $200
  buck 1
  shuffle
  no cut
  Ann blind $5
  deal Ann [As Kd], Ben [7c 7d]
  communal [Qh]
  Ben folds
  pot $5
  Ann wins $5
end
hand 2
  seat 1 Ann $200
  seat 2 Ben $200
  buck 2
  Ben blind $5
end
"""


@pytest.mark.parametrize(
    ("right", "wrong", "reason"),
    [
        pytest.param(
            "rules act/canberra-manila",
            "rules   act/manila-canberra",
            "no rulebook 'act/manila-canberra'; did you mean act/canberra-manila?",
            id="a rulebook that there is none of",
        ),
        pytest.param(
            "rules act/canberra-manila",
            "rules canberra-manila",
            "no rulebook 'canberra-manila'; write 'rules act/canberra-manila'",
            id="a game without its authority",
        ),
        pytest.param(
            "date 1994-06-11",
            "dat 1994-06-11",
            "found 'dat', expected 'date'; write 'date 1994-06-11'",
            id="a date that cannot be read",
        ),
        pytest.param(
            "buck 1\n  shuffle\n  no cut",
            "buck 1, shuffle no cut",
            "found three statements in one line, expected one statement a line",
            id="three statements in one line",
        ),
    ],
)
def test_a_mistake_that_costs_hands_is_one_message_with_its_edit(right, wrong, reason):
    written = MANILA.replace(right, wrong)
    unread = audited(written).unread
    edits = [edit for one in unread for edit in one.fix]

    assert {one.reason for one in unread} == {reason}
    assert applied(written, edits).replace("rules   act", "rules act") == MANILA
