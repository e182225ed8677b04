"""What is noted once the pot is paid is judged alike, whether it stands before the end of the hand or behind it."""

from __future__ import annotations

import re

import pytest
from generated_hands import audited
from rewritings import REWRITINGS

from auditor.storage.bundled_files import folder
from auditor.vocabulary.findings import Verdict

SAMPLES = folder("samples") / "clauses"
LEFT = """table "Left"
  rules crown/holdem
  limit no-limit
  minimum $10
  blinds $5, $10
  chip $1

hand 1
  seat 1 Ann $500
  seat 2 Ben $500
  seat 4 Dee $500
  button 4
  shuffle
  cut by dealer
  Ann blind $5
  Ben blind $10
  deal Ann [??], Ben [??], Dee [??]
  deal Ann [??], Ben [??], Dee [??]
  Dee folds
  Ann folds
  pot $10
  Ben wins $10
end

Ann leaves
{mark}
"""


def judged(text: str) -> dict[str, list[str]]:
    """The clauses that failed and those that lack something."""
    verdicts = audited(text).verdicts
    return {
        verdict.word: sorted(clause for (_, clause), found in verdicts.items() if found[verdict])
        for verdict in (Verdict.FAIL, Verdict.NOT_RECORDED)
    }


@pytest.mark.parametrize("sample", ["act-canberra-manila/stakes.log", "act-draw-poker/top-ups.log"])
def test_chips_bought_after_payment(sample):
    for table in re.split(r"(?m)^(?=table )", (SAMPLES / sample).read_text(encoding="utf-8"))[1:]:
        inside = REWRITINGS["notes after a hand inside it"](table)
        if inside is not None:
            assert judged(inside) == judged(table), table.split("\n")[0]


@pytest.mark.parametrize(
    ("mark", "verdict"),
    [
        pytest.param("", "not recorded", id="nothing said of a mark at the seat"),
        pytest.param("no reserved-button", "fail", id="no mark"),
        pytest.param("reserved-button", None, id="a mark"),
    ],
)
def test_a_seat_given_up_after_payment(mark, verdict):
    text = LEFT.format(mark=mark)
    inside = REWRITINGS["notes after a hand inside it"](text)

    for log in (text, inside):
        assert [word for word, clauses in judged(log).items() if "8.3" in clauses] == ([verdict] if verdict else [])
