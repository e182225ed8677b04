"""The short cuts that make bulk audits quick: none of them may change what is read, judged or counted."""

import gc
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from manila import audited, log

from auditor.auditing.tally import _Counts
from auditor.logs.blocks import Block
from auditor.logs.table_log.grammar import LineGrammar
from auditor.logs.table_log.reader import lexer, read_block
from auditor.vocabulary.errors import Unreadable

SHOWDOWN = log(
    "shuffle",
    *("Ben calls", "Cam calls", "Dot folds", "Ann checks", "|", "Ann checks", "Ben checks", "Cam checks", "|"),
    *("Ann checks", "Ben checks", "Cam checks", "|", "Ann checks", "Ben checks", "Cam checks", "|"),
    *("Ann bets $10", "Ben calls", "Cam folds", "Ann shows [Ah Kd]", "Ben shows [7c 7d]", "pot $50", "Ann wins $50"),
)


def test_a_hand_that_was_judged_leaves_nothing_to_search_for():
    """Objects that refer to each other in a circle stay until Python looks for such, which takes time in bulk."""
    audited(SHOWDOWN)  # whatever is made only once
    gc.collect()
    gc.disable()
    try:
        assert audited(SHOWDOWN).hands_judged == 1
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_the_parser_is_asked_about_an_order_of_statements_once(monkeypatch):
    asked = []
    monkeypatch.setattr(lexer(), "accepted", set())
    monkeypatch.setattr(LineGrammar, "misplaced", lambda self, kind, order: asked.append((kind, len(order))))

    for name in ("Ann", "Ben"):
        read_block(Block("hand", f"hand 1\nseat 1 {name}\n{name} folds\n{name} checks\nend", 1, 1))
    read_block(Block("hand", "hand 2\nAnn folds\nend", 1, 1))

    assert asked == [("hand", 4), ("hand", 3)]


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        pytest.param(
            ["Ann folds", "seat 1 Ann", "buck 1", "Ann flods"], (3, 1), id="a seat too late, then no statement"
        ),
        pytest.param(["Ann folds", "Ann flods", "seat 1 Ann"], (3, 5), id="no statement, then a seat too late"),
        pytest.param(["Ann folds", "seat 1 Ann", "Ann folds"], (3, 1), id="nothing else"),
    ],
)
def test_what_comes_first_is_told_and_told_again(lines, place):
    """An order that the parser refused is not remembered, nor one that ends in a line which is no statement."""
    read_block(Block("hand", "hand 1\nAnn folds\nend", 1, 1))
    for _ in range(2):
        with pytest.raises(Unreadable) as fault:
            read_block(Block("hand", "\n".join(["hand 1", *lines, "end"]), 1, 1))

        assert (fault.value.line, fault.value.column) == place


@given(st.lists(st.tuples(st.sets(st.integers(0, 150)), st.integers(1, 40)), max_size=60))
def test_clauses_are_counted_as_if_one_by_one(occasions):
    counts = _Counts()
    for places, times in occasions:
        counts.add(sum(1 << place for place in places), times)

    assert counts.totals() == Counter(place for places, times in occasions for place in places for _ in range(times))
