"""A history with one slip accuses nobody, or the fault is in it under every reading.

`AUDITOR_GENERATED=20 pytest tests/generated/test_disturbances.py` tries twenty times as many slips;
`python tests/helpers/disturbed_histories.py 5` prints what is told.
"""

from __future__ import annotations

from collections import Counter

import pytest
from disturbed_histories import accusations, generated, samples
from generated_hands import MORE

MOST_STATED = 0.02  # the part of changed numbers that may state a fault by themselves
SUBJECTS = {"samples": samples, "hands of every format": lambda: generated(1)}


@pytest.mark.parametrize("subjects", SUBJECTS.values(), ids=SUBJECTS)
def test_a_slip_accuses_nobody_unless_the_record_states_the_fault_by_itself(subjects):
    tried, found = accusations(subjects(), 3 * MORE, seed=20)
    unexplained = [
        f"{one.name}: {one.disturbed.kind} ({one.disturbed.before}, line {one.disturbed.line}): {one.finding.message}"
        for one in found
        if not one.stated
    ]

    assert unexplained == []
    assert len(found) <= MOST_STATED * sum(tried.values()), Counter([one.stated for one in found])
    assert min(tried[kind] for kind in ("line left out", "amount changed", "hundredths cut", "post marked dead")) > 20
