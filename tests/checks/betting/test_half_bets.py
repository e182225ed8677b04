"""What counts as a full bet after last chips of half a bet, under each reading of the Crown rules."""

from crown import FOUR, played
from manila import found

RAISES = ("Ben bets $20", "Cam calls $20", "Dee raises to $30 all in", "Ann raises to $35", "Ben raises to $60")


def test_a_raise_that_is_too_small_leaves_the_level_that_the_last_chips_made():
    text = played(*FOUR, *RAISES, limit="fixed", stakes={"Dee": 40})

    assert found(text, half_bet_raise_base="full_level") == ["breach 6.16.2(b)"]
