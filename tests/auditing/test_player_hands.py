"""Hands are counted by player, however an audit is cut into parts, as long as names are not too many."""

import json

import pytest
from test_shards import OPTIONS, in_shards, whole

from auditor.auditing import player_hands
from auditor.auditing.pipeline import audit
from auditor.auditing.player_hands import PlayerHands
from auditor.logs.files.discovery import find

TABLE = """
table "{name}"
  rules roberts/holdem
  date 2024-05-03
  limit no-limit
  blinds $5, $10
  records play-only
"""
HAND = """
hand {number} at 21:{number:02}
  seat 1 {who} $200
  seat 2 Ben $200
  seat 3 Cat $200 out
  buck 1
  {who} blind $5
  Ben blind $10
  deal Ben [As Kd], {who} [7c 7d]
  {who} raises to $15
  Ben folds
  return $5 to {who}
  pot $20
  {who} wins $20
end
"""


def counted(*names):
    found = PlayerHands()
    for name in names:
        found.add([name])
    return found


@pytest.fixture
def night(tmp_path):
    """A log of two tables, at which nine people play with Ben while Cat sits out."""
    tables = [TABLE.format(name=name) for name in ("A", "B")]
    hands = [HAND.format(number=n, who=f"P{n % 9}") for n in range(1, 41)]
    path = tmp_path / "night.log"
    path.write_text("log 1\n" + tables[0] + "".join(hands[:20]) + tables[1] + "".join(hands[20:]))
    return path


def test_a_player_has_the_hands_of_being_dealt_in_at_all_tables(night):
    found = audit(find([str(night)]), OPTIONS).players

    assert (found.of("Ben"), found.of("P1"), found.of("Cat")) == (40, 5, 0)


@pytest.mark.parametrize("most", [3, 2], ids=["as many as may be", "one too many"])
def test_parts_add_up_alike_in_any_order(monkeypatch, most):
    monkeypatch.setattr(player_hands, "MOST", most)
    expected = counted("Ann", "Ben", "Ann", "Cat")
    for order in (("Ann Ben", "Ann Cat"), ("Ann Cat", "Ann Ben"), ("Cat Ann Ben", "", "Ann")):
        found = PlayerHands()
        for part in order:
            found.take(counted(*part.split()))

        assert found == expected

    assert expected.of("Ann") == (2 if most == 3 else None)


@pytest.mark.parametrize("most", [11, 9])
def test_the_report_is_the_same_wherever_a_log_is_cut(night, monkeypatch, most):
    monkeypatch.setattr(player_hands, "MOST", most)
    expected = whole(night)
    people = json.loads(expected["json"])["totals"]["by_person"]

    assert {one["hands"] is None for one in people if one["role"] == "player"} == {most == 9}
    for length in (700, 2_000, 5_000):
        assert in_shards(length, night)[0] == expected
