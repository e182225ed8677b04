"""Every finding lists the acts that led to it, each with what it counted as, and the fault last."""

import pytest
from places import ROOT

from auditor import audit, audit_text
from auditor.auditing.finding_values import finding_of, values_of

SESSIONS = sorted((ROOT / "samples" / "sessions").glob("*.log"))


@pytest.mark.parametrize("log", SESSIONS, ids=lambda path: path.stem)
def test_every_finding_of_a_night_ends_its_chain_with_the_fault(log):
    for one in audit(log).findings:
        places = [(act.line, act.column) for act in one.led]
        assert places[-1] == (one.location.line, one.location.column)
        assert len(set(places)) == len(places)
        assert {(place.line, place.column) for place in one.evidence} <= {*places}
        assert all(act.counted for act in one.led)


def test_a_fourth_raise_follows_from_three_others():
    (found,) = [one for one in audit(ROOT / "samples/sessions/manila-night.log").findings if one.check == "raise-cap"]

    assert [(act.line, act.counted) for act in found.led if "raise" in act.counted] == [
        (272, "first raise"),
        (273, "second raise"),
        (274, "third raise"),
        (275, "fourth raise"),
    ]
    assert {272, 273, 274, 275} <= {line for line, _ in found.excerpt}


SHORT = """log 1
table "T"
  rules act/canberra-manila
  date 1994-06-11
  minimum $5
  stake $100

hand 1
  seat 1 Ann $500
  seat 2 Ben $500
  seat 3 Cam $500
  buck 1
  Ann blind $10
  deal Ann [As Kd], Ben [7c 7d], Cam [Tc Td]
  communal [Qh]
  Ben raises to $20
  Cam calls $5
end
"""


def test_a_call_that_is_short_follows_from_the_wager_that_it_does_not_meet():
    (found,) = [one for one in audit_text(SHORT).findings if one.location.line == 17]

    assert [(act.line, act.counted) for act in found.led] == [
        (12, "buck"),
        (13, "blind"),
        (16, "first raise"),
        (17, "call"),
    ]
    assert finding_of(values_of(found), found.location.path).led == found.led
