"""Where the text can be read two ways the user chooses: each choice decides as it says, and the finding names it."""

import pytest
from manila import found, log

MET = ("Ben calls $10", "Cam calls $10", "Dot calls $10", "Ann passes", "|")
ALL_CHECK = ("Ann checks", "Ben checks", "Cam checks", "Dot checks", "|")
FINAL = (*MET, *ALL_CHECK * 3)

CASES = {
    "manila_option_pass": (
        log("Ben calls $10", "Cam folds", "Dot folds", "Ann checks"),
        [],
        {"check": ["irregularity 13.1 manila_option_pass"]},
    ),
    "check_raise": (
        log(*MET, "Ann checks", "Ben bets $10", "Cam folds", "Dot folds", "Ann raises $10 to $20", "Ben folds"),
        [],
        {"call-only": ["irregularity terms:check check_raise"]},
    ),
    "raise_unit": (
        log("Ben raises $15 to $25", "Cam folds", "Dot calls $25", "Ann folds"),
        ["breach 10.2[size]"],
        {"range": []},
    ),
    "opening_counts_as_raise": (
        log(*MET, "Ann bets $20", "Ben raises $20 to $40", "Cam raises $20 to $60", "Dot raises $20 to $80"),
        [],
        {"yes": ["irregularity 10.3[cap] opening_counts_as_raise"]},
    ),
    "short_raise": (
        log(
            "Ben calls $10",
            "Cam raises to $13 all in",
            "Dot folds",
            "Ann folds",
            "Ben calls $3",
            stakes=(100, 100, 13, 100),
        ),
        [],
        {"forbidden": ["irregularity 10.2[size] short_raise"], "counted": []},
    ),
    "short_raise counted": (
        log(
            "Ben raises $10 to $20",
            "Cam raises $10 to $30",
            "Dot raises to $33 all in",
            "Ann raises $10 to $43",
            "Ben folds",
            "Cam folds",
            stakes=(100, 100, 100, 33),
        ),
        [],
        {"counted": ["breach 10.2"]},
    ),
    "short_raise_base": (
        log("Ben raises to $13 all in", "Cam raises to $20", "Dot folds", "Ann folds", stakes=(100, 13, 100, 100)),
        [],
        {"last-full": [], "highest": ["breach 10.2[size]"]},
    ),
    "two_player_from": (
        log(
            "Ben folds",
            "Cam raises $10 to $20",
            "Dot raises $10 to $30",
            "Ann raises $10 to $40",
            "Cam folds",
            "Dot raises $10 to $50",
            "Ann folds",
        ),
        [],
        {"start-of-round": ["irregularity 10.2 two_player_from"]},
    ),
    "two_player_counts": (
        log(
            "Ben calls $10 all in",
            "Cam folds",
            "Dot raises $10 to $20",
            "Ann raises $10 to $30",
            "Dot raises $10 to $40",
            "Ann raises $10 to $50",
            "Dot folds",
            stakes=(100, 10, 100, 100),
        ),
        [],
        {"active": ["irregularity 10.2 two_player_counts"]},
    ),
    "two_player_lifts": (
        log("Ben folds", "Cam folds", "Dot raises $35 to $45", "Ann folds"),
        ["irregularity 10.2[size] two_player_lifts"],
        {"count-and-size": []},
    ),
    "final_round_sizes": (
        log(*FINAL, "Ann bets $30", "Ben folds", "Cam folds", "Dot folds"),
        [],
        {
            "multiples": ["irregularity 10.4[limit] final_round_sizes"],
            "doubled": ["irregularity 10.4[limit] final_round_sizes"],
        },
    ),
    "premature_communal_cap": (
        log(*MET, "Ann bets $20", "|early", "Ben raises $10 to $30", "Cam folds", "Dot folds", "Ann folds"),
        ["irregularity 16.5", "irregularity 16.5 premature_communal_cap"],
        {"size": ["irregularity 16.5"]},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_reading_decides_as_its_choices_say(name):
    text, default, others = CASES[name]

    assert found(text) == default
    for choice, expected in others.items():
        assert found(text, **{name.split()[0]: choice}) == expected, choice
