"""How long it is from one time of day to another, with seconds and without."""

import pytest

from auditor.vocabulary.clock import later, minutes_between, minutes_text


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        ("20:00", "20:10", "10 minutes"),
        ("23:55", "00:05", "10 minutes"),
        ("20:00:00", "20:00:30", "30 seconds"),
        ("20:00:59", "20:11:00", "10 minutes and 1 second"),
        ("23:59:50", "00:00:10", "20 seconds"),
        ("20:00:30", "20:10", "10 minutes"),  # the seconds of one time alone prove nothing
        ("20:00", "20:10:59", "10 minutes"),
    ],
)
def test_seconds_count_where_both_times_have_them(start, end, words):
    assert minutes_text(minutes_between(start, end)) == words


@pytest.mark.parametrize(
    ("time", "than", "is_later"),
    [
        ("20:00:01", "20:00:00", True),
        ("20:00:00", "20:00:01", False),
        ("20:00:59", "20:00", False),
        ("00:05", "23:55:30", True),
    ],
)
def test_a_time_is_later_only_if_the_record_shows_it(time, than, is_later):
    assert later(time, than) is is_later
