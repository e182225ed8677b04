"""A line outside of hands that nobody can read may declare what a finding rests on: nobody is accused for it."""

from __future__ import annotations

import io

import pytest

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.decoding import open_stream
from auditor.vocabulary.findings import Severity

# The blind is right if the minimum is $10, and the commission if it is 3 per cent; and the buck does not move.
TABLE = """table "{name}"
  rules act/canberra-manila
  date 1994-06-11
  minimum $5
  stake $100
{line}
{hands}"""
HAND = """
hand {number}
  seat 1 Ann $500
  seat 2 Ben $500
  buck 1
  cut by Ann at 14
  Ann blind $20
  deal Ann [Ah Kd], Ben [7c 7d]
  communal [Qh]
  Ben calls $20
  communal [Kh]
  Ann folds
  pot $40 commission $1
  Ben wins $39
end
"""


def table(name: str, line: str) -> str:
    return TABLE.format(name=name, line=line, hands="".join(HAND.format(number=number) for number in (1, 2)))


def found(text: str) -> list[tuple[str, str, str, Severity, str | None, tuple[int, ...]]]:
    result = audit([open_stream(io.BytesIO(text.encode()), "a.log")], Options())
    return [
        (one.table, one.hand, one.clause, one.severity, one.doubt, tuple([place.line for place in one.evidence]))
        for one in result.findings
    ]


@pytest.mark.parametrize("line", ["minimun $10 a wager", "commission three per cent"])
def test_an_unread_line_outside_of_hands_accuses_nobody_until_the_table_ends(line):
    text = table("A", line) + table("B", "")
    clauses = [("1", "10.1"), ("1", "11.1(b)"), ("2", "10.1"), ("2", "11.1(b)"), ("2", "6.2[rotation]")]
    severities = {"10.1": Severity.BREACH, "11.1(b)": Severity.IRREGULARITY, "6.2[rotation]": Severity.IRREGULARITY}
    doubt = "line 6 could not be read, and may say otherwise"

    assert found(text) == [
        *[("A", hand, clause, Severity.ADVISORY, doubt, (6,)) for hand, clause in clauses],
        *[("B", hand, clause, severities[clause], None, ()) for hand, clause in clauses],
    ]
