"""How equal hands share a pot that is not worth a chip for each of them."""

from crown import played
from manila import audited


def test_a_chip_for_one_of_two_equal_hands_is_no_odd_chip_but_all_there_is():
    acts = ("Ann calls $10", "Ben folds", "Cam checks", "burn", "communal [Ad Kc Qd]", "Cam checks", "Ann checks")
    board = ("burn", "communal [Jc]", "Cam checks", "Ann checks", "burn", "communal [Td]", "Cam checks", "Ann checks")
    shown = ("Cam shows [Kh 6s]", "Ann shows [Qh 5s]", "pot $25", "Ann wins $25")
    text = played(*acts, *board, *shown, players=3).replace("chip $1", "chip $25")

    assert [one.check for one in audited(text).findings if one.money] == ["pot-split"]
