"""Cost in proportion: twice as many lines in one hand are twice as much work, whatever the lines say."""

import pytest
from fuzzing.table_logs import _inside
from generated_hands import audited
from repeated import hands_with, histories_with_items, histories_with_lines, out_of_proportion

ROOMS = ("pokerstars-holdem.txt", "ggpoker*.txt", "winamax*.txt", "full-tilt*.txt", "888*.txt", "partypoker*.txt")


def disproportionate(logs):
    return {name: found for name, log in logs if (found := out_of_proportion(log))}


@pytest.mark.parametrize("kind", _inside())
def test_a_statement_repeated_in_a_hand_takes_work_in_proportion(kind):
    assert disproportionate(hands_with(kind)) == {}


@pytest.mark.parametrize("room", [*ROOMS, "ipoker*.xml"])
def test_a_line_repeated_in_a_hand_history_takes_work_in_proportion(room):
    assert disproportionate(histories_with_lines(room)) == {}


def test_an_item_repeated_in_an_object_takes_work_in_proportion():
    assert disproportionate(histories_with_items()) == {}


HEADS_UP = """table "T"
rules {rules}
date 1994-06-11
hand 1
seat 1 Ann $90000
seat 2 Ben $90000
seat 3 Cam $90000
button 1
deal Ben [2c 3c], Cam [4c 5c], Ann [6c 7c]
{lines}
end
"""
OUT_OF_TURN = "\n".join(["Ben bets $5", *["Ann raises to $10"] * 500, "Cam calls $5"])


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        pytest.param(OUT_OF_TURN, "found more than 20 wagers out of turn, expected", id="wagers out of turn"),
        pytest.param("\n".join(["run 2 [Ts 9s]"] * 60), "found more than 52 runs, expected fewer", id="runs"),
    ],
)
def test_more_than_people_can_have_played_is_told_as_unread(lines, reason):
    result = audited(HEADS_UP.format(rules="crown/holdem", lines=lines))

    assert {one.reason[: len(reason)] for one in result.unread} == {reason}


def test_work_that_grows_with_the_square_is_found(monkeypatch):
    from auditor.replay.state.timeline import Timeline

    def walked(self, start, *kinds):
        return next((n for n in range(start, len(self.events)) if isinstance(self.events[n], kinds)), len(self.events))

    monkeypatch.setattr(Timeline, "next", walked)
    monkeypatch.setattr("repeated.OURS", "/")  # the walk is in this file

    assert disproportionate(hands_with("EXPOSE")) != {}
