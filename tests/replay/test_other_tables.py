"""When a player sat at other tables of a log, which may come in any order."""

import pytest

from auditor.replay.session.other_tables import DAY, HandTimes, Room, Stint, Stints

EARLY, LATE = Stint("A", 100, 200), Stint("B", 300, 400)


def test_the_moments_of_all_stints_are_the_same_in_whichever_order_the_log_has_them():
    found = []
    for first, second in ((EARLY, LATE), (LATE, EARLY)):
        stints = Stints([first], first.end, first.start, first.end)
        stints.add(second)
        found.append((stints.first_end, stints.last_start, stints.last_end))

    assert found == [(200, 300, 400)] * 2


def test_what_is_given_up_lies_between_its_first_and_its_last_moment():
    room = Room()
    stints = Stints([EARLY, LATE], EARLY.end, LATE.start, LATE.end)

    assert room._near(stints, 2 * DAY) == []
    assert room.lost == (100, 400)


@pytest.mark.parametrize(("later", "falling"), [(DAY, True), (DAY + 1, False)])
def test_hands_that_fall_may_rise_by_a_day_and_no_more(later, falling):
    new_last, between = HandTimes(0, 10), HandTimes(0, 2 * DAY)
    new_last.take(later)
    between.take(later)

    assert (new_last.falling, between.falling) == (falling, falling)


@pytest.mark.parametrize(("back", "rising"), [(DAY, True), (DAY + 1, False)])
def test_hands_that_rise_may_fall_by_a_day_and_no_more(back, rising):
    new_first, between = HandTimes(0, 10), HandTimes(-2 * DAY, 0)
    new_first.take(10 - back)
    between.take(-back)

    assert (new_first.rising, between.rising) == (rising, rising)
