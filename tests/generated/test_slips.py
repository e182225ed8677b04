"""A lawful table log with one slip of the pen accuses nobody, whichever line it is and whatever the game.

`AUDITOR_GENERATED=100 pytest tests/generated/test_slips.py` tries more than a hundred times as many slips;
`python tests/helpers/slips.py 1 1` prints who is accused.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from generated_hands import MORE
from slips import GENERATORS, WINS, accusations, added, in_lawful_parts, lawful, slips

EACH = 12 if MORE == 1 else 30  # slips in each log
NIGHTS = sorted((Path(__file__).parents[2] / "samples" / "sessions").glob("*.log"))
SHARED = (("roberts", "omaha-hi-lo", "pot-limit"), ("roberts 27 pot-limit",), ("crown holdem-hi-lo no-limit",))
IN_A_NIGHT = 2 if MORE == 1 else 4 * MORE


@pytest.mark.parametrize("book", ["act", "crown", "roberts"])
def test_a_slip_of_the_pen_accuses_nobody(book):
    found = []
    for name, make in GENERATORS.items():
        for seed in range(MORE) if name.startswith(book) else ():
            chance = random.Random(seed)
            every = list(slips(lawful(make, seed), chance))
            made = chance.sample(every, min(EACH, len(every)))
            found += [str(one) for one in accusations(name, made) if not one.slip.states_fault]

    assert found == []


@pytest.mark.parametrize("words", SHARED, ids=" ".join)
def test_a_payment_left_out_or_out_of_its_hand_accuses_nobody(words):
    """Where several share the pots, the others' payments look like a wrong division, with a commission or without."""
    found, tried = [], 0
    for name, make in GENERATORS.items():
        for seed in (404, *range(505, 505 + MORE)) if all(word in name for word in words) else ():
            every = slips(lawful(make, seed), random.Random(seed))
            made = [one for one in every if one.kind in ("left out", "swapped") and any(map(WINS.search, one.before))]
            made = made[seed % 2 :: 2] if MORE == 1 else made
            found += [str(one) for one in accusations(name, made) if not one.slip.states_fault]
            tried += len(made)

    assert found == []
    assert tried > 0


@pytest.mark.parametrize("path", NIGHTS, ids=lambda path: path.stem)
def test_a_slip_in_a_lawful_part_of_a_night_adds_no_accusation(path):
    """And none in the hands after it, though one that cannot be read is missing in the session."""
    text, chance = path.read_text(), random.Random(path.stem)
    every = in_lawful_parts(text, list(slips(text, chance)))
    made = chance.sample(every, min(IN_A_NIGHT, len(every)))

    assert [str(one) for one in added(path.stem, text, made) if not one.slip.states_fault] == []


@pytest.mark.parametrize(
    ("name", "seed", "kind", "line"),
    [
        pytest.param("crown holdem no-limit", 404, "left out", "blinds $1.50, $2.50", id="last chips of the big blind"),
        pytest.param("crown omaha half-pot", 404, "left out", "blinds $2, $5, $10", id="last chips of a third blind"),
        pytest.param("crown pineapple fixed", 404, "left out", "Eve blind $3 all in", id="a blind of the last chips"),
        pytest.param("crown holdem half-pot", 404, "left out", "Fay post $5", id="a post to get cards"),
        pytest.param("crown holdem full-pot", 404, "left out", "O'Neil raises to $35", id="the largest raise allowed"),
        pytest.param("act 5cs-ante", 9203, "left out", "Cam raises 12.25", id="a raise before a call with last chips"),
        pytest.param(
            "roberts seven-card-stud-hi-lo no-limit", 9204, "swapped", "Kay calls $3", id="the only act of a round"
        ),
        pytest.param("crown omaha-hi-lo fixed", 9203, "left out", "bets $10, $20", id="the bets, with short all-ins"),
        pytest.param(
            "crown crazy-pineapple-hi-lo no-limit", 9003, "doubled", "Fay blind $10", id="one of two equal blinds"
        ),
        pytest.param(
            "roberts razz no-limit", 9311, "left out", "Lou checks", id="a check in rounds that no card divides"
        ),
        pytest.param(
            "roberts triple no-limit", 60606, "left out", "deal Cam [Ts], Ann [3h]", id="a pass where nobody can bet"
        ),
        pytest.param("roberts razz fixed", 88123, "left out", "Gus bets $2", id="a bet in a street of burns alone"),
        pytest.param(
            "crown pineapple half-pot", 88123, "left out", "Ivy raises $10.50", id="a raise where all tell increases"
        ),
        pytest.param(
            "crown omaha-hi-lo no-limit", 88123, "left out", '"van Dyk" calls $1', id="a call of a short blind for less"
        ),
        pytest.param(
            "roberts omaha fixed tournament",
            88123,
            "swapped",
            "O'Neil calls $9 all in",
            id="the only act of a round, and its cards",
        ),
        pytest.param(
            "roberts omaha no-limit tournament", 88123, "swapped", "Fay ante $2", id="an ante and a blind of last chips"
        ),
        pytest.param(
            "roberts holdem no-limit tournament",
            88123,
            "doubled",
            "Eve blind $10",
            id="a blind by which a later button is judged",
        ),
        pytest.param("act manila", 99311, "left out", "minimum $2", id="a minimum that a short blind does not show"),
        pytest.param("roberts ante pot-limit", 99311, "left out", "Cam bets $166", id="a bet that a stake shows"),
        pytest.param(
            "crown holdem-hi-lo fixed", 7101, "left out", "Hal raises to $60", id="a raise by a blind's option"
        ),
    ],
)
def test_slips_that_chance_seldom_finds_accuse_nobody(name, seed, kind, line):
    every = slips(lawful(GENERATORS[name], seed), random.Random(seed))
    made = [one for one in every if (one.kind, one.before[0].strip()) == (kind, line)]

    assert (len(made) > 0, [str(one) for one in accusations(name, made)]) == (True, [])
