"""A lawful table log with one slip of the pen accuses nobody, whichever line it is and whatever the game.

`AUDITOR_GENERATED=100 pytest tests/generated/test_slips.py` tries a hundred times as many slips;
`python tests/helpers/slips.py 1 1` prints who is accused.
"""

from __future__ import annotations

import random

import pytest
from generated_hands import MORE
from slips import GENERATORS, accusations, lawful, slips

EACH = 30  # slips in each log


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
