"""The readings of Robert's Rules: each choice decides as it says, in a game that has the reading."""

from datetime import date

import pytest
from generated_hands import undertaking
from manila import found
from roberts import IN_ROBERTS

from auditor.rules.loading.loader import games_of, rules_in_force

DAY = date(2020, 1, 1)  # the book is undated


@pytest.mark.parametrize(
    ("reading", "text", "default", "others"),
    [pytest.param(*case, id=f"{case[0]} {number}") for number, case in enumerate(IN_ROBERTS)],
)
def test_a_reading_decides_as_its_choices_say(reading, text, default, others):
    text = undertaking(text)
    text = text if " shows, " in text or text.count("shows\n") else text.replace("records ", "records shows, ")
    assert found(text) == default
    for choice, expected in others.items():
        assert found(text, **{reading: choice}) == expected, choice


def test_every_choice_of_every_reading_changes_a_verdict():
    changing = {
        (reading, choice)
        for reading, _, default, others in IN_ROBERTS
        for choice, expected in others.items()
        if expected != default
    }
    readings = [reading for game in games_of("roberts") for reading in rules_in_force(game, DAY).readings]
    choices = {(one.name, choice.name) for one in readings for choice in one.choices if choice.name != one.default}

    assert choices - changing == set()
