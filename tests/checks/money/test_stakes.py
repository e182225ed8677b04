"""Chips that come to a stake: bought before the cards, or back from a wager that nobody called."""

from manila import audited, log

HANDS = """table T
  rules act/canberra-manila
  date 1994-06-11
  minimum $5
  stake $100
hand 1
  seat 1 Ann $500
  seat 2 Ben $110
  buck 1
  Ann blind $10
  deal Ann [As Kd], Ben [7c 7d]
  communal [Qh]
  Ben raises to $20
  Ann raises to $30
  Ben folds
  return $10 to Ann
  pot $40 commission $2
  Ann wins $38
end
hand 2
  seat 1 Ann $518
  seat 2 Ben $90
  buck 2
  Ben buys {bought}
  Ben blind $10
  deal Ben [As Kd], Ann [7c 7d]
  communal [Qh]
  Ann folds
  return $10 to Ben
end
"""


def test_a_cent_bought_once_the_hand_has_begun_is_a_purchase():
    findings = audited(HANDS.format(bought="$0.01")).findings

    assert [one.observed for one in findings] == ["seat 2 bought chips to $90.01"]
    assert not audited(HANDS.format(bought="$10")).findings


def test_who_has_put_in_the_last_chip_may_wager_again_what_nobody_called():
    acts = ("Ben raises to $300 all in", "Cam calls $300", "Ann raises to $500 all in", "Cam calls $100 all in", "|")
    result = audited(log(*acts, "Ann bets $100", players=3, stakes=(500, 300, 400)))

    assert "stake-change-in-round" not in [one.check for one in result.findings]
    assert "stake-change-in-round" in [
        one.check for one in audited(log(*acts, "Ann bets $101", players=3, stakes=(500, 300, 400))).findings
    ]
