"""When a player sat at other tables of a log, which may come in any order."""

from auditor.replay.session.other_tables import DAY, Room, Stint, Stints

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
