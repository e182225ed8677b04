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
  “Ann” shows [Kd Kh]
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
  "Ann" shows [Kd Kh]
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


# ---- other people's words ----

INSPECTOR_AT_MANILA = """\
Log 1
Table Manila 3
  rule: act/canberra-manila
  Date: 11 June 1994
  min $5
  Stake: 100,-
  sign displayed

HAND #1041, 21.40
  Seat #1 Ann $240
  seat 2 - Ben - $180
  seat 3 Cam 305,00
  seat 4 Dot $1.195,50
  buck at seat 1
  cards shuffled
  Ann cuts at 15
  Ann posts blind of $10
  deal Ann As Kd, Ben 7c 7d, Cam ?? ??, Dot Qc Jc
  first communal card Qh
  Ben called $10
  Cam raised by 10 to 20
  Dot calls 20 dollars
  Ann calls ten
  Ben folded his cards
  second card [Kh]
  Ann checked
  Cam check.
  Dot CHECKS
  communal card [9s]
  Ann bet $10
  Cam fold
  Dot call 10
  communal: 8d
  Ann tap
  Dot tap
  communal [7h]
  Ann checks, Dot checks
  Ann shows As Kd
  Dot shows Qc, Jc
  winner Ann
  pot was $90, commission $4
  Ann is paid $86
end of hand
"""
FLOOR_AT_STUD = """\
log 1
table 'Stud 2'
  rules roberts seven-card-stud
  fixed limit
  bets 15/30
  Ante 1
  bring in 5
  chip: one dollar

hand no. 7 @ 9:05 PM
  seat 1 ann $500
  seat 2: "Ben" ($500)
  seat3 Cam $500
  Ann antes $1
  Ben ante: $1
  Cam's ante $1
  dealt Ann [K♥], Ben [Q♥], Cam [8♠]
  deal Ann [JS] Ben [JC] Cam [8H]
  deal face up Ann [4c], Ben [4d], Cam [9d]
  Ann brings in for $5
  Ben completes to $15
  Cam lays down
  Ann calls 10 more
  burn a card
  fourth street Ann [2c], Ben [3d]
  Ben bets 15.-
  Ann re-raises to $30
  Ben calls the raise
  burns
  deal up Ann: 5c; Ben: 6d
  Ben bet 30
  Ann passes her hand
  return uncalled bet $30 to Ben
  total pot $93
  Ben scoops $93
END
"""
SURVEILLANCE_AT_DRAW = """\
log 1
table "Draw 1"
  rules act/draw poker
  date 19.11.1994
  minimum bet $5
  minimum stake $100
  half pot limit

hand 52, 22h31
  seat 2 Ann ($210)
  Ben in seat 3 with $160
  seat 5 Cam 185 $
  seat 8 Dot
  buck on 2
  Ann small blind 5
  Ben: big blind $10
  deal Ann [4s], Ben [Jd], Cam [As], Dot [8c]
  deal Ann [9h], Ben [2c], Cam [Ks], Dot [8s]
  deal Ann [10d], Ben [Jc], Cam [Ac], Dot [3h]
  deal Ann [4c], Ben [6h], Cam [7d], Dot [Kd]
  deal Ann [Qs], Ben [9d], Cam [5h], Dot [2h
  Cam open for $20
  Dot sees $20
  Ann out
  Ben calls 10,00
  Ben throws away [2c 6h 9d]
  Ben gets [Jh 5c Qd]
  Cam throws [Ks 7d 5h]
  deal to Cam [3c 3s 9c]
  Dot changes 2 cards
  deal Dot [7s 10h]
  Cam bets thirty
  Dot drops out
  Ben sees it
  Cam shows two pair [As Ac 3c 3s 9c]
  Ben show [Jd Jc Jh 5c Qd]
  pot 125 fee 6
  Ben takes the pot $119
end hand
"""


@pytest.mark.parametrize("written", [INSPECTOR_AT_MANILA, FLOOR_AT_STUD, SURVEILLANCE_AT_DRAW])
def test_the_edits_of_one_run_make_a_log_that_is_read_and_in_which_nothing_is_wrong(written):
    unread = audited(written).unread
    mended = audited(applied(written, [edit for one in unread for edit in one.fix]))

    assert (len(unread) >= 20, [one.line for one in unread if not one.fix or not one.column]) == (True, [])
    assert (mended.unread, [one.message for one in mended.findings], mended.hands_judged) == ([], [], 1)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("all check", "write a line for each player, in the order in which they act, such as 'Ann checks'"),
        ("Ben too", "write what the player did, as in 'Ann checks'"),
        ("Ann: 143", "write what the amount is, as in 'Ann bets $20' or 'Ann wins $86'"),
    ],
)
def test_where_nobody_can_tell_what_was_meant_the_message_says_what_is_missing(line, told):
    [one] = audited(MANILA.replace("Ben folds", line)).unread

    assert (one.reason.partition("; ")[2], one.fix) == (told, ())
