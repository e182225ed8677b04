"""Times of day as a log writes them, `21:40` or `21:40:07`, and how long it is from one to another.

A time without seconds may be any moment of its minute. So seconds count only where both times have them; otherwise both
are taken for their minute, as if nobody had noted the seconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from auditor.vocabulary.wording import plural

if TYPE_CHECKING:
    from fractions import Fraction

Minutes: TypeAlias = "int | Fraction"  # whole, or with a part in sixtieths
HOUR = 60
DAY = 24 * HOUR  # minutes


def minute_of_day(time: str) -> int:
    """The minute of a time of day, counted from midnight."""
    return int(time[:2]) * HOUR + int(time[3:5])


def seconds_of(time: str) -> int | None:
    """The seconds of a time of day; None if nobody noted them."""
    return int(time[6:]) if len(time) > len("21:40") else None


def to_the_second(time: str) -> str:
    """A time for formats that always have seconds: `21:40:00` where nobody noted them."""
    return time if seconds_of(time) is not None else f"{time}:00"


def minutes_apart(whole: int, start: int | None, end: int | None) -> Minutes:
    """So many minutes between the minutes of two times, with their seconds if both have them."""
    if start is None or end is None or start == end:
        return whole
    from fractions import Fraction  # few logs note seconds

    return whole + Fraction(end - start, 60)


def minutes_between(time: str | None, until: str | None) -> Minutes | None:
    """The minutes from one time of day to the next time that it is `until`; None if one of them is not known."""
    if time is None or until is None:
        return None
    whole = minute_of_day(until) - minute_of_day(time)
    return minutes_apart(whole, seconds_of(time), seconds_of(until)) % DAY


def later(time: str | None, than: str | None) -> bool:
    """Is one time of day known to be later than another? If they are half a day apart, midnight lies between them."""
    minutes = minutes_between(than, time)
    return minutes is not None and 0 < minutes < DAY // 2


def minutes_text(minutes: Minutes) -> str:
    """A stretch of time in words: `10 minutes`, `9 minutes and 30 seconds`, `30 seconds`."""
    whole, seconds = divmod(int(minutes * 60), 60)
    if not seconds:
        return f"{whole} {plural(whole, 'minute')}"
    rest = f"{seconds} {plural(seconds, 'second')}"
    return f"{whole} {plural(whole, 'minute')} and {rest}" if whole else rest
