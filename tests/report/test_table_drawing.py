"""The drawn table: where seats stand, what looks unknown, what its words tell, and that no name becomes markup."""

import json
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise
from math import hypot

import pytest
from places import ROOT

from auditor.cli.app import run
from auditor.report.drawing.table_drawing import BOX, HEIGHT, MOST, TOP, WIDTH, drawing_of, table_svg
from auditor.report.drawing.table_state import SeatAfter, TableAfter

SESSIONS = ROOT / "samples" / "sessions"
HOSTILE = "<script>x</script>\"'&amp;\u202e]]> --> onload=1"
SVG = "{http://www.w3.org/2000/svg}"


def seat(number, name="Ann", **more):
    known = {"left": 5000, "wager": 1000, "cards": ("Kd", "??"), "state": "in"} | more
    return SeatAfter(number, name, **known)


def table(places, *seats, board=("9c", "8h"), mark=1):
    taken = seats or tuple([seat(number) for number in range(1, places + 1)])
    return TableAfter(
        "$", places, taken, "button", mark, board, (), 5, 103500, (("main pot", 72500), ("side pot 1", 31000))
    )


def boxes(found):
    return [(one.x, one.y) for one in found.seats]


@pytest.mark.parametrize("places", range(2, MOST + 1))
def test_seats_stand_apart_inside_of_the_drawing_and_clockwise_from_the_dealers_left(places):
    found = drawing_of(table(places), "t")

    for (x, y), (other_x, other_y) in combinations(boxes(found), 2):
        assert abs(x - other_x) >= BOX[0] or abs(y - other_y) >= BOX[1]
    for x, y in boxes(found):
        assert 0 <= x <= WIDTH - BOX[0]
        assert TOP <= y <= TOP + HEIGHT - BOX[1]
    first, last = boxes(found)[0], boxes(found)[-1]
    assert first[0] < WIDTH / 2 - BOX[0] / 2 < last[0]
    for wager, (x, y) in zip(found.wagers, boxes(found), strict=True):
        assert not (x - 1 < wager.x < x + BOX[0] + 1 and y - 12 < wager.y < y + BOX[1] + 12)
        assert hypot(wager.x - 430, wager.y - 262) < hypot(x + BOX[0] / 2 - 430, y + BOX[1] / 2 - 262)


def test_a_seat_never_moves_whoever_sits_elsewhere():
    whole, few = drawing_of(table(9), "t"), drawing_of(table(9, seat(2), seat(9)), "t")

    assert boxes(few) == [boxes(whole)[1], boxes(whole)[8]]
    assert [number for number, _, _ in few.empty] == [1, 3, 4, 5, 6, 7, 8]


def test_what_nobody_knows_looks_unknown_in_line_and_word():
    page = ET.fromstring(table_svg(table(2, seat(1, left=None), seat(2, cards=("??", "??"))), "t", "k").strip())
    texts = ["".join(one.itertext()) for one in page.iter() if one.get("class") == "stake"]
    unknown = [one for one in page.iter() if (one.get("class") or "").split() == ["k", "unk"]]

    assert texts == ["?", "$50"]
    assert len(unknown) == 3
    assert "what is left is not recorded" in page.findtext("desc")
    assert drawing_of(table(2, mark=None), "t").mark is None


def test_no_name_becomes_markup_or_leaves_its_attribute():
    text = table_svg(table(2, seat(1, HOSTILE), seat(2)), HOSTILE, "k")
    page = ET.fromstring(text.strip())

    assert {one.tag for one in page.iter()} <= {"svg", "title", "desc", "g", "rect", "text", "use", "circle"}
    assert not [key for one in page.iter() for key in one.attrib if key.startswith("on")]
    assert "\u202e" not in text
    assert "<script>" in page.findtext("title")


def test_more_places_than_can_be_drawn_are_told_in_words():
    assert drawing_of(table(MOST + 1), "t") is None
    assert table_svg(table(MOST + 1), "t", "k") == ""


@pytest.mark.parametrize("log", sorted(SESSIONS.glob("*.log")), ids=lambda path: path.stem)
def test_the_table_of_a_night_adds_up_at_every_step(capsys, log):
    assert run(["replay", str(log), "--hand", "1", "--format", "json"]) == 0
    steps = json.loads(capsys.readouterr().out)["steps"]
    shown = [step["table"] for step in steps]

    assert all(shown)
    for one in shown:
        if one["pots"]:
            assert sum(pot["amount"] for pot in one["pots"]) == one["pot"]
        assert len({place["number"] for place in one["seats"]}) == len(one["seats"])
    for before, after in pairwise(shown):
        left = [{seat["number"]: seat["left"] for seat in one["seats"]} for one in (before, after)]
        if None not in {*left[0].values(), *left[1].values()} and left[0].keys() == left[1].keys():
            paid = sum(seat["won"] for seat in after["seats"])
            if not paid:
                assert sum(left[0].values()) + before["pot"] == sum(left[1].values()) + after["pot"]


def test_the_page_of_a_replay_draws_each_table_once(capsys):
    log = str(SESSIONS / "manila-night.log")
    assert run(["replay", log, "--hand", "7", "--format", "html"]) == 0
    page = ET.fromstring(capsys.readouterr().out)
    drawn = [one for one in page.iter("svg") if one.get("class") == "table"]
    ids = [one.get("id") for one in page.iter() if one.get("id")]

    assert len(ids) == len(set(ids))
    told = [one.findtext("desc") for one in drawn]
    assert all(one != other for one, other in pairwise(told))
    (fault,) = [one for one in told if "a fault was found" in one]
    assert "Seat 9 Gus: $65 left, wager $75, cards Kc 9h, raises, a fault was found." in fault
    assert len([one for one in page.iter("div") if one.get("class") == "asText"]) == len(drawn)
