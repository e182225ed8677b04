"""A lawful table log with one slip of the pen accuses nobody, whichever line it is and whatever the game.

`AUDITOR_GENERATED=100 pytest tests/generated/test_slips.py` tries a hundred times as many slips;
`python tests/helpers/slips.py 1 1` prints who is accused.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from generated_hands import MORE
from slips import GENERATORS, accusations, added, in_lawful_parts, lawful, slips

EACH = 30  # slips in each log
NIGHTS = sorted((Path(__file__).parents[2] / "samples" / "sessions").glob("*.log"))
IN_A_NIGHT = 4 * MORE


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


@pytest.mark.parametrize("path", NIGHTS, ids=lambda path: path.stem)
def test_a_slip_in_a_lawful_part_of_a_night_adds_no_accusation(path):
    """And none in the hands after it, though one that cannot be read is missing in the session."""
    text, chance = path.read_text(), random.Random(path.stem)
    every = in_lawful_parts(text, list(slips(text, chance)))
    made = chance.sample(every, min(IN_A_NIGHT, len(every)))

    assert [str(one) for one in added(path.stem, text, made) if not one.slip.states_fault] == []
