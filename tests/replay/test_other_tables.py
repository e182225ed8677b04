"""When a player sat at other tables of a log, which may come in any order."""

import random
from datetime import date
from itertools import accumulate
from types import SimpleNamespace

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


def moments(chance):
    """Minutes of hands, of which many are a day apart or nearly so."""
    steps = [chance.choice([0, 1, 700, DAY - 1, DAY, DAY + 1, -1, -700, -DAY, -DAY - 1]) for _ in range(4)]
    return [3_000_000 + step for step in accumulate(steps)]


def test_times_of_hands_told_apart_come_to_those_of_all_hands():
    for seed in range(300):
        chance = random.Random(seed)
        those = moments(chance)
        cut = chance.randrange(1, len(those))

        assert span_of(those[:cut]).then(span_of(those[cut:])) == span_of(those), (those, cut)


def span_of(those):
    span = HandTimes(those[0], those[0])
    for one in those[1:]:
        span.take(one)
    return span


def test_a_room_told_apart_knows_the_players_of_its_last_day():
    for seed in range(60):
        chance = random.Random(seed)
        times = sorted(moments(chance))
        cut = chance.randrange(1, len(times))
        since = times[cut] - DAY
        times[cut:] = [times[cut]] * len(times[cut:])
        those = [(chance.choice("AB"), one, chance.sample(["Ann", "Ben", "Cam"], 2)) for one in times]
        near = [one for one in those if one[1] >= since]

        room = room_of(those[:cut]).then(room_of(those[cut:]))
        known = {name: [(one.table, one.start) for one in stints.each] for name, stints in room.stints.items()}

        assert (room.first, room.several) == (those[0][0], len({table for table, _, _ in those}) > 1)
        assert known == {
            name: [(table, one) for table, one, names in near if name in names]
            for name in {name for _, _, names in near for name in names}
        }


def room_of(those):
    room = Room()
    for table, one, names in those:
        day, minute = divmod(one, DAY)
        time = f"{minute // 60:02}:{minute % 60:02}"
        room.played(table, SimpleNamespace(day=date.fromordinal(day), time=time, dealt_in=names), None)
    return room
