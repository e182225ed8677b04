"""What a Crown table says of itself, and of the ranks of those who order things there."""

from datetime import date

import pytest
from manila import audited

from auditor.checks.support.ranks import at_least
from auditor.rules.loading.loader import rules_in_force

HAND = """hand 1
seat 1 Ann $500
seat 2 Ben $500
seat 3 Cam $500
button 1
Ben blind $5
Cam blind $10
deal Ben [2c], Cam [3c], Ann [Ah]
deal Ben [7d], Cam [8d], Ann [Kd]
Ann folds
Ben folds
return $5 to Cam
pot $10 commission $0
Cam wins $10
end
"""


def defects(*lines: str) -> list[str]:
    """The faults of the record at a table that says this of itself, with the check that found each."""
    head = ["table T", "rules crown/holdem", "limit no-limit", "minimum $10", "blinds $5, $10", "chip $1", *lines]
    findings = audited("\n".join([*head, HAND])).findings
    return [f"{one.check}: {one.observed}" for one in findings if one.check.startswith("record/")]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("straddles allowed", [], id="over-blinds may be allowed"),
        pytest.param("straddles maybe", ["record/unknown-setting: 'straddles maybe' declared"], id="or not"),
        pytest.param("side-wagers flop-chase", [], id="the one side wager there is"),
        pytest.param("side-wagers keno", ["record/unknown-setting: 'side-wagers keno' declared"], id="no other"),
        pytest.param("time-to-act 30", [], id="seconds"),
        pytest.param("time-to-act soon", ["record/unknown-setting: 'time-to-act soon' declared"], id="only seconds"),
        pytest.param("bets $5, $10", ["record/set-up: bets declared for each round"], id="no limit has no bets"),
        pytest.param("chip $2", ["record/set-up: lowest chip of $2 declared"], id="a blind of $5 in chips of $2"),
        pytest.param("chip $5", [], id="a blind of one lowest chip"),
        pytest.param("notice limits to players by area-manager", [], id="a rank of the ladder"),
        pytest.param(
            "notice limits to players by boss",
            ["record/unknown-role: role 'boss' is of no kind this rulebook knows"],
            id="no rank at all",
        ),
        pytest.param(
            "features rebuys",
            ["record/unknown-item: item of features 'rebuys' is of no kind this rulebook knows"],
            id="a slip of the pen",
        ),
        pytest.param(
            "features time-charge",
            ["record/unknown-item: item of features 'time-charge' is of no kind this rulebook knows"],
            id="a charge has a statement of its own",
        ),
        pytest.param("commission per hour $6", [], id="which is this"),
    ],
)
def test_what_a_table_says_of_itself_is_held_against_the_rulebook(line, expected):
    assert defects(line) == expected


@pytest.mark.parametrize(
    ("role", "expected"),
    [
        ("dealer", False),
        ("higher-duties-dealer", False),
        ("area-manager", True),
        ("assistant-casino-manager", True),
        ("Tom", None),
        (None, None),
    ],
)
def test_or_above_includes_the_rank_itself_and_knows_no_other_words(role, expected):
    rules = rules_in_force("crown/holdem", date(2026, 1, 1))

    assert at_least(rules, role, "area-manager") is expected
