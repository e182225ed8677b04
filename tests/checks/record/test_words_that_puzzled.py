"""Findings and requests whose words once puzzled their readers."""

from __future__ import annotations

from generated_hands import audited

TABLE = """table "A"
  rules act/canberra-manila
  date 1994-06-11
  minimum $5
  stake $100
"""
HAND = """
hand {number}
  seat 1 Ann ${ann}
  seat 2 Ben $200
  buck {buck}
  shuffle
  cut by {blind} at 14
  {blind} blind $5
  deal {blind} [As Kd], {other} [{cards}]
  communal [Qh]
  {other} calls $5
  {blind} passes
  communal [Js]
  {blind} folds
  pot $10 commission $0
  {other} wins $10
end
"""


def hand(number: int, ann: int = 200, cards: str = "7c 7d") -> str:
    blind, other = ("Ann", "Ben") if number % 2 else ("Ben", "Ann")
    return HAND.format(number=number, ann=ann, buck=2 - number % 2, blind=blind, other=other, cards=cards)


def test_a_card_that_one_player_has_twice_is_told_with_one_place():
    (told,) = [one for one in audited(TABLE + hand(1, cards="7c 7c")).findings if one.check == "record/duplicate-card"]

    assert told.observed == "7c is recorded twice in the hand of seat 2 Ben"


def test_a_purchase_after_a_hand_that_could_not_be_read_says_which_hand_is_wanted_and_why():
    unread = hand(2, ann=60).replace("seat 2 Ben $200", "seat 2 Ben plenty")
    missing = audited(TABLE + hand(1) + unread + "\nAnn buys $20\n" + hand(3, ann=80)).missing

    assert [what for _, clause, what in missing if clause == "12.3[minimum]"] == [
        "the hand before this one, to see what it left of the stake"
    ]
