"""Logs as somebody writes them at three in the morning: each mistake is told with its line and mended by its edit."""

import io

import pytest

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.files.decoding import open_stream
from auditor.vocabulary.errors import applied

MANILA = """\
log 1
table Manila 3
  rulebook: act/canberra-manila
  11.06.1994
  min. $5
  minimum stake $100
  sign displayed

hand #1041 - 21:40
  seat 1 Ann 240
  seat 2 - Ben - $180
  Seat 3: Cam $305 (sitting out)
  seat 4 Dot $195,00
  buck at Ann
  shuffled
  cut by Ann 15 cards
  blind Ann: $10
  deal Ann [As, Kd]; Ben [7c 7d]; Dot [Qc Jc]
  first card [Qh]
  Ben calls 10 more
  Dot raise 10 to 20
  Ann called
  Ben out
  2nd card Kh
  Ann & Dot check
  3rd card: 9s
  Ann bets ten dollars
  Dot calls
  [8d]
  Ann check
  Dot check
  next communal [7h]
  Ann x
  Dot checks behind
  Ann has [As Kd]
  Dot shows Queen of clubs Jack of clubs
  dealer announces Ann
  announce pot $70, commission $3
  pot $70 less commission $3
  Ann paid $67
end of hand
"""
MANILA_MENDED = """\
log 1
table "Manila 3"
  rules act/canberra-manila
  date 1994-06-11
  minimum $5
  stake $100
  sign

hand 1041 at 21:40
  seat 1 Ann 240
  seat 2 Ben $180
  seat 3 Cam $305 out
  seat 4 Dot $195.00
  button 1
  shuffle
  cut by Ann at 15
  Ann blind $10
  deal Ann [As Kd], Ben [7c 7d], Dot [Qc Jc]
  communal [Qh]
  Ben calls 10
  Dot raises 10 to 20
  Ann calls
  Ben folds
  communal [Kh]
  Ann checks
  Dot checks
  communal [9s]
  Ann bets $10
  Dot calls
  communal [8d]
  Ann checks
  Dot checks
  communal [7h]
  Ann checks
  Dot checks
  Ann shows [As Kd]
  Dot shows [Qc Jc]
  announce winner Ann
  announce pot $70 commission $3
  pot $70 commission $3
  Ann wins $67
end
"""
LOWBALL = """\
log 1
table "Lowball 2"
  rules roberts/ace-to-five-lowball
  fixed limit 10-20
  blinds: $5 and $10
  chip size $1
  currency euro
  dealer = "D. Smith"
  joker in play
  max 3 raises

hand 12, 1:05 am
  seat 1 Ann $400
  seat 2 Ben $400
  seat 3 Cam $400
  button is Cam
  SB Ann 5
  BB Ben 10
  deal Ann [As 2d 3c 4h Kd] Ben [2c 5d 6h 7s Qh] Cam [?? ?? ?? ?? ??]
  Cam opens with a raise to $20
  Ann calls $15 (total $20)
  Ben calls for ten
  Ann draws one (Kd)
  Ann gets a new card: [9c]
  Ben draws 1
  Ben is dealt one card
  Cam is pat
  Ann: check
  Ben: "check"
  Cam bet $20
  Ann raises by 20 to 40
  Ben drops
  Cam calls the raise
  Ann shows a nine low [As 2d 3c 4h 9c]
  Cam throws his hand away
  no rake taken
  Pot of $140
  Ann wins (140)
End
"""
LOWBALL_MENDED = """\
log 1
table "Lowball 2"
  rules roberts/lowball-a5
  limit fixed
  bets 10, 20
  blinds $5, $10
  chip $1
  currency EUR
  dealer "D. Smith"
  deck 53
  raises 3

hand 12 at 01:05
  seat 1 Ann $400
  seat 2 Ben $400
  seat 3 Cam $400
  button 3
  Ann blind 5
  Ben blind 10
  deal Ann [As 2d 3c 4h Kd], Ben [2c 5d 6h 7s Qh], Cam [?? ?? ?? ?? ??]
  Cam opens to $20
  Ann calls $15 # (total $20)
  Ben calls $10
  Ann discards [Kd]
  deal Ann [9c]
  Ben discards 1
  deal Ben [??]
  Cam stands pat
  Ann checks
  Ben checks
  Cam bets $20
  Ann raises 20 to 40
  Ben folds
  Cam calls
  Ann shows [As 2d 3c 4h 9c]
  Cam mucks
  # no rake taken
  pot $140
  Ann wins 140
end
"""
HOLDEM = """\
log 1
table "Holdem 12"
  rules crown/holdem
  limit: no-limit
  min bet 10
  blinds 5-10
  chips $1
  rake: 5% rounded down, cap $10
  side-wagers none.

hand 301 @ 23:10
  seat 1 = Ann, $300
  seat 2 = Ben, $300
  seat 3 = Cam, $300
  dealer button: seat 3
  suffle
  cut (dealer)
  Ann posts the small blind $5
  Ben posts the big blind $10
  deal Ann [Kd Kh], Ben [?? ??], Cam [Qc, Qs]
  supervisor called to table
  Cam raise to 30
  Ann all-in 300
  Ben gives up
  Cam call 270
  burn
  flop: K♠ 8d 2c
  burn
  turn card: 4d.
  burn
  River = 9h
  Ann turns over Kd Kh - three kings
  Cam does not show
  Total pot: $610; house takes $10
  Ann collects 600 from pot
  floor ruling: "hand stands"
  clock 23:14
  Ben leaves the table
end hand
"""
HOLDEM_MENDED = """\
log 1
table "Holdem 12"
  rules crown/holdem
  limit no-limit
  minimum 10
  blinds 5, 10
  chip $1
  commission 5% rounded down to $1 cap $10
  side-wagers none

hand 301 at 23:10
  seat 1 Ann $300
  seat 2 Ben $300
  seat 3 Cam $300
  button 3
  shuffle
  cut by dealer
  Ann blind $5
  Ben blind $10
  deal Ann [Kd Kh], Ben [?? ??], Cam [Qc Qs]
  # supervisor called to table
  Cam raises to 30
  Ann puts in 300 all in
  Ben folds
  Cam calls 270
  burn
  communal [Ks 8d 2c]
  burn
  communal [4d]
  burn
  communal [9h]
  Ann shows [Kd Kh]
  Cam mucks
  pot $610 commission $10
  Ann wins 600
  ruling by supervisor "hand stands"
  time 23:14
  Ben leaves
end
"""
STUD = """\
log 1
table "Stud 2"
  rules act/5 card stud
  Date: 19 Nov 1994
  minimum 2 dollars
  stake: 50
  betting blind
  agreed by all players: ace low
  records checks.

hand 17 (20:12)
  seat 1 Ann 80
  seat 3 Ben 64
  seat 6 Cam 120
  the buck is in front of Ben
  Ben's blind $4
  deal Ben 9s, Cam Kc, Ann 4d
  deal up Ben Th, Cam 7d, Ann Ad
  Ann leads for $4
  Ben pass
  Cam lets it go
  third street: Ben Td, Ann 6s
  Ben bets 4$ and Ann calls
  deal up Ben [2 of clubs], Ann [A of clubs]
  Ann, Ben check
  5th street - Ben [8h], Ann [Jh]
  Ann bets twelve
  Ben pays 12
  Ann opens her cards [4d]
  Ben mucks his cards
  Pot = 40, commission = 2
  Ann is the winner, $38
close hand
"""
STUD_MENDED = """\
log 1
table "Stud 2"
  rules act/5-card-stud
  date 1994-11-19
  minimum $2
  stake 50
  betting blind
  agreed ace-low by players
  records checks

hand 17 at 20:12
  seat 1 Ann 80
  seat 3 Ben 64
  seat 6 Cam 120
  button 3
  Ben blind $4
  deal Ben [9s], Cam [Kc], Ann [4d]
  deal up Ben [Th], Cam [7d], Ann [Ad]
  Ann bets $4
  Ben passes
  Cam folds
  deal up Ben [Td], Ann [6s]
  Ben bets $4
  Ann calls
  deal up Ben [2c], Ann [Ac]
  Ann checks
  Ben checks
  deal up Ben [8h], Ann [Jh]
  Ann bets $12
  Ben calls 12
  Ann shows [4d]
  Ben mucks
  pot 40 commission 2
  Ann wins $38
end
"""


def audited(text: str) -> Result:
    return audit([open_stream(io.BytesIO(text.encode()), "night.log")], Options(debug=True))


LOGS = [
    pytest.param(MANILA, MANILA_MENDED, id="a Manila hand in the words of a floor"),
    pytest.param(LOWBALL, LOWBALL_MENDED, id="a lowball hand with amounts and cards in words"),
    pytest.param(HOLDEM, HOLDEM_MENDED, id="a Crown hand with signs for words"),
    pytest.param(STUD, STUD_MENDED, id="a stud hand by its streets"),
]


@pytest.mark.parametrize(("written", "meant"), LOGS)
def test_every_mistake_is_told_at_once_and_its_edit_mends_it(written, meant):
    unread = audited(written).unread
    right = {line.strip() for line in meant.split("\n")}
    wrong = [number for number, line in enumerate(written.split("\n"), 1) if line.strip() not in right]
    mended = audited(meant)

    assert (len(wrong) >= 20, sorted({one.line for one in unread})) == (True, wrong)
    assert applied(written, [edit for one in unread for edit in one.fix]) == meant
    assert (mended.unread, mended.hands_judged) == ([], 1)


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("everybody checks", "write a line for each player"),
        ("rake: $2", "write it behind the pot"),
        ("Ben raises pot", "write how much"),
        ("Ben wins pot uncontested", "write how much"),
        ("incident - Ann swears", "write the kind of incident"),
    ],
)
def test_where_nobody_can_tell_the_statement_the_message_says_what_is_missing(line, advice):
    written = MANILA_MENDED.replace("  shuffle\n", f"  {line}\n")
    unread = audited(written).unread

    assert [(one.line, advice in one.reason, one.fix) for one in unread] == [(15, True, ())]


def test_an_unknown_rulebook_is_told_with_the_faults_of_its_hands():
    unread = audited(STUD_MENDED.replace("5-card-stud", "stud").replace("folds", "lays down")).unread

    assert [one.line for one in unread] == [21, 3]


def test_no_seat_is_given_to_another_player_who_has_one_that_cannot_be_read():
    unread = audited(
        MANILA_MENDED.replace("2 Ben $180", "2 Zoe $180 awya").replace("4 Dot $195.00", "4 Dot ???")
    ).unread

    assert all("Dot" not in edit.replacement for one in unread for edit in one.fix if one.line == 11)
