"""Limit betting under Robert's Rules: what each reading makes of short all-ins, of the cap and of a forced bet."""

from io import BytesIO

import pytest

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.decoding import open_stream

HOLDEM = """log 1
table T
  rules roberts/holdem
  limit fixed
  bets $20, $40
  blinds $10, $20
  chip $1
hand 1
  seat 1 Ann $500
  seat 2 Ben {ben}
  seat 3 Cam {cam}
  seat 4 Dee {dee}
  button 1
  Ben blind $10
  Cam blind $20
  Dee calls $20
  Ann calls $20
  Ben calls $10
  Cam checks
  communal [2c 7d 9h]
{acts}
end
"""
STUD = """log 1
table T
  rules roberts/seven-card-stud
  limit fixed
  bets $15, $30
  bring-in $5
  chip $1
hand 1
  seat 1 Ann $500
  seat 2 Ben $500
  seat 3 Cam $8
  seat 4 Dee $500
  deal Ann [Ah], Ben [Kd], Cam [9c], Dee [8h]
  deal Ann [As], Ben [Kh], Cam [9d], Dee [8s]
  deal up Ann [2c], Ben [Jd], Cam [4h], Dee [5h]
  Ann bring-in $5
  Ben calls $5
  Cam raises to $8 all in
{acts}
end
"""
OURS = ("raise-cap", "raise-size", "no-reopening", "short-all-in-size", "opening-wager", "raise-floor")


def found(log: str, **readings: str) -> list[tuple[str, str, int | None]]:
    """The severity, the check and the money of every finding on limit betting."""
    result = audit([open_stream(BytesIO(log.encode()), "log")], Options(readings=tuple(sorted(readings.items()))))
    assert not result.unread
    kept = [one for one in result.findings if one.check in OURS]
    return [(one.severity.word, one.check, one.money and one.money.amount) for one in kept]


def holdem(acts: str, ben: str = "$500", cam: str = "$500", dee: str = "$500") -> str:
    return HOLDEM.format(acts=acts, ben=ben, cam=cam, dee=dee)


HALF = "Ben bets $20\nCam raises to $35 all in\nDee raises to ${to}\nAnn calls ${to}\nBen folds"


@pytest.mark.parametrize(
    ("to", "reading", "expected"),
    [
        pytest.param(55, "actual", [], id="a full bet above the all-in"),
        pytest.param(40, "actual", [("breach", "short-all-in-size", 3000)], id="only completed, the reading chosen"),
        pytest.param(40, "next_level", [], id="completed, as sites have it"),
        pytest.param(55, "next_level", [("breach", "short-all-in-size", 3000)], id="more than completed"),
        pytest.param(40, "either", [], id="either: completed"),
        pytest.param(55, "either", [], id="either: a full bet"),
        pytest.param(60, "either", [("breach", "short-all-in-size", 1000)], id="neither"),
    ],
)
def test_an_all_in_of_half_a_bet_is_raised_as_the_reading_says(to, reading, expected):
    assert found(holdem(HALF.format(to=to), cam="$55"), limit_halfbet_target=reading) == expected


SEVERAL = (
    "Ben bets $20\nCam raises to $26 all in\nDee raises to $33 all in\nAnn calls $33\nBen raises to ${to}\nAnn calls"
)


@pytest.mark.parametrize(
    ("to", "reading", "expected"),
    [
        pytest.param(40, "either", [], id="either: completed"),
        pytest.param(53, "either", [], id="either: a full bet above"),
        pytest.param(40, "full_raise", [("breach", "short-all-in-size", 2600)], id="only a full bet above"),
        pytest.param(53, "complete", [("breach", "short-all-in-size", 2600)], id="only completed"),
    ],
)
def test_several_short_all_ins_are_raised_as_the_reading_says(to, reading, expected):
    assert found(holdem(SEVERAL.format(to=to), cam="$46", dee="$53"), limit_cumulative_target=reading) == expected


@pytest.mark.parametrize(
    ("to", "reading", "expected"),
    [
        pytest.param(15, "total", [("breach", "short-all-in-size", 1600)], id="half by its total: only completed"),
        pytest.param(23, "total", [], id="by a bet"),
        pytest.param(15, "increase", [], id="less by what it adds: completed"),
        pytest.param(23, "increase", [("breach", "short-all-in-size", 1600)], id="and no more"),
        pytest.param(15, "either", [], id="either: completed"),
        pytest.param(23, "either", [], id="either: raised by a bet"),
    ],
)
def test_an_all_in_over_the_forced_bet_is_half_a_bet_as_the_reading_says(to, reading, expected):
    acts = f"  Dee raises to ${to}\n  Ann folds\n  Ben calls ${to - 5}"

    assert found(STUD.format(acts=acts), stud_bringin_allin=reading) == expected


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        pytest.param("either", [], id="half by its total"),
        pytest.param(
            "increase", [("breach", "no-reopening", None)], id="3 more than the forced bet, and nobody called"
        ),
    ],
)
def test_who_called_the_forced_bet_may_raise_an_all_in_as_the_reading_says(reading, expected):
    acts = "  Dee calls $8\n  Ann folds\n  Ben raises to $15\n  Dee folds"

    assert found(STUD.format(acts=acts), stud_bringin_allin=reading) == expected


CAPPED = """  Ben bets $20
  Cam raises to $40
  Dee raises to $60
  Ann folds
  Ben raises to $80 all in
  Cam raises to $100
  Dee calls $40"""


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        pytest.param("after", [], id="two with chips are left"),
        pytest.param("before", [("breach", "raise-cap", 4000)], id="three could have raised"),
    ],
)
def test_who_caps_the_betting_with_the_last_chips_is_counted_as_the_reading_says(reading, expected):
    assert found(holdem(CAPPED, ben="$100"), cap_allin_capper=reading) == expected


PAST = """  Ben bets $20
  Cam raises to $40
  Dee raises to $60
  Ann raises to $80
  Ben calls $60
  Cam raises to $85 all in
  Dee calls $25"""


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        pytest.param("ignore", [], id="no raise"),
        pytest.param("report", [("irregularity", "raise-cap", 500)], id="told of"),
    ],
)
def test_last_chips_past_the_cap_are_told_of_as_the_reading_says(reading, expected):
    assert found(holdem(PAST, cam="$105"), cap_short_allin=reading) == expected


SIX = """log 1
table T
  rules roberts/holdem
  limit fixed
  bets $20, $40
  blinds $10, $20
  chip $1
hand 1
  seat 1 Ann $500
  seat 2 Ben $500
  seat 3 Cam {cam}
  seat 4 Dee {dee}
  seat 5 Eve $500
  seat 6 Fay $500
  button 1
  Ben blind $10
  Cam blind $20
{acts}
end
"""
TOGETHER = """  Dee calls $20
  Eve calls $20
  Fay calls $20
  Ann calls $20
  Ben calls $10
  Cam checks
  communal [2c 7d 9h]
  Ben bets $20
  Cam raises to $26 all in
  Dee raises to $33 all in
  Eve calls $33
  Fay raises to $40
  Ann raises to $60
  Ben raises to $80
  Eve calls $47
  Fay folds
  Ann folds"""


@pytest.mark.parametrize("first", [6, 9], ids=["less than a third of a raise", "nearly half a raise"])
@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        pytest.param("false", [], id="three raises"),
        pytest.param("true", [("breach", "raise-cap", 4000)], id="the all-ins and three more"),
    ],
)
def test_short_all_ins_that_make_a_raise_together_are_counted_as_the_reading_says(reading, expected, first):
    acts = TOGETHER.replace("$26", f"${20 + first}")
    log = SIX.format(acts=acts, cam=f"${40 + first}", dee="$53")

    assert found(log, cap_cumulative=reading) == expected


STRADDLED = """  Dee straddle $40
  Eve raises to $60
  Fay raises to $80
  Ann raises to $100
  Ben folds
  Cam folds
  Dee calls $60
  Eve calls $40
  Fay folds"""


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        pytest.param("false", [], id="the straddle is the bet"),
        pytest.param("true", [("breach", "raise-cap", 6000)], id="and here the first raise"),
    ],
)
def test_a_straddle_at_limit_is_counted_as_the_reading_says(reading, expected):
    assert found(SIX.format(acts=STRADDLED, cam="$500", dee="$500"), limit_straddle_counts=reading) == expected
