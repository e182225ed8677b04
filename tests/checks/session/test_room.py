"""Several tables in a log: who sits at two of them at once, and how much of a long log is kept for that."""

from datetime import date, timedelta

from manila import audited

from auditor.replay.session.hand_summary import HandPlayed
from auditor.replay.session.other_tables import LEAST, Room
from auditor.vocabulary.findings import Verdict
from auditor.vocabulary.hand import Setup

ONE_SEAT = ("roberts/holdem", "S2.SE.4")
FIRST = date(2024, 5, 1)


def a_table(name: str, players: str, *moments: tuple[int, str]) -> str:
    """A table with hands at moments: the day, counted from the first, and the time."""
    names = players.split()
    lines = [f'table "{name}"', "rules roberts/holdem", "limit no-limit", "blinds $5, $10", "chip $1"]
    for number, (day, time) in enumerate(moments, 1):
        button = number % 3
        small, large, last = (names[(button + step) % 3] for step in (1, 2, 3))
        lines += [f"hand {number} at {time} on {FIRST + timedelta(days=day)}"]
        lines += [f"seat {seat} {each}" for seat, each in enumerate(names, 1)]
        lines += [f"button {button + 1}", f"{small} blind $5", f"{large} blind $10", f"{last} folds", f"{small} folds"]
        lines += [f"return $5 to {large}", "pot $10", f"{large} wins $10", "end"]
    return "\n".join([*lines, ""])


def one_seat(*tables: str) -> tuple[list[str], dict[Verdict, int]]:
    """Who was found at two tables at once, and the verdicts on the hands."""
    result = audited("\n".join(tables))
    assert not result.unread
    found = [str(finding.actor) for finding in result.findings if finding.clause == ONE_SEAT[1]]
    return found, dict(result.verdicts.get(ONE_SEAT, {}))


MAIN = a_table("Main", "Ann Ben Cam", (0, "20:00"), (0, "20:10"), (0, "20:20"))


def test_a_player_at_two_tables_is_told_once():
    side = a_table("Side", "Dee Eve Cam", (0, "20:05"), (0, "20:12"))
    assert one_seat(MAIN, side) == (["seat 3 Cam"], {Verdict.FAIL: 1, Verdict.PASS: 1})


def test_one_table_has_no_others():
    assert one_seat(MAIN) == ([], {})


def test_the_same_hour_of_another_day_is_another_time():
    side = a_table("Side", "Dee Eve Cam", (1, "20:05"), (1, "20:12"))
    assert one_seat(MAIN, side) == ([], {Verdict.PASS: 2})


def test_days_that_the_log_goes_back_to_are_not_taken_for_known():
    """What lay more than a day off was given up: who sat where on the first day is not known any more."""
    long = a_table("Main", "Ann Ben Cam", (0, "20:00"), (0, "20:20")) + a_table("Third", "Ann Ben Cam", (9, "20:00"))
    side = a_table("Side", "Dee Eve Cam", (0, "20:05"), (0, "20:12"))
    assert one_seat(long, side) == ([], {Verdict.PASS: 1, Verdict.NOT_RECORDED: 2})


def hand(day: int, *names: str) -> HandPlayed:
    """A hand as the room sees it: who was dealt in, and when."""
    when = FIRST + timedelta(days=day)
    return HandPlayed(1, 1, "1", when, "20:00", Setup("T"), [], (), None, (), tuple(names), tuple, True, False)


def test_a_long_log_of_many_tables_is_not_kept():
    room = Room()
    for day in range(3 * LEAST):
        room.played(f"T {day % 100}", hand(day, f"P{day}", "Regular"), None)
    assert len(room.stints) <= LEAST + 1
    assert len(room.stints["Regular"].each) <= 2
    assert not room.recalls(FIRST.toordinal() * 24 * 60 + 20 * 60)
