"""Whether the last hand has to be shown when all others were thrown away: Robert's Rules leave it open."""

import pytest
from manila import found
from roberts import holdem, turn

THROWN_AWAY = ("Ben bets $20", "Cam calls $20", "Dee folds", "Ann folds", "communal [Jc]", "Ben checks", "Cam checks")


@pytest.mark.parametrize(
    ("reading", "shown", "expected"),
    [
        pytest.param("no_finding", False, [], id="unseen"),
        pytest.param("must_show", False, ["advisory S3.SD.1"], id="unseen, and it must be seen"),
        pytest.param("must_show", True, [], id="shown"),
    ],
)
def test_the_last_hand_is_shown_if_the_book_is_read_so(reading, shown, expected):
    show = ("Ben shows [Ah 7s]",) if shown else ()
    text = holdem(*turn("Dee", "Ann"), *THROWN_AWAY, "Cam mucks", *show, "pot $80", "Ben wins $80")

    assert found(text, mucked_all=reading) == expected
