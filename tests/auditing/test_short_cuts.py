"""The short cuts that make bulk audits quick: none of them may change what is read, judged or counted."""

import gc
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from manila import audited, log
from places import SAMPLES

from auditor.auditing.engine.binding import Binding, BoundMoments
from auditor.auditing.engine.collector import Collector
from auditor.auditing.engine.dispatch import Dispatch, arises, situations_of
from auditor.auditing.engine.judge_hand import HandJudge
from auditor.auditing.engine.registry import Watch
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.tally import _Counts
from auditor.logs.blocks import Block
from auditor.logs.files.decoding import open_path
from auditor.logs.table_log.reader import parser, read_block
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
    lark = parser()
    asked = []
    monkeypatch.setattr(lark.parser.lexer, "accepted", set())
    monkeypatch.setattr(type(lark), "parse", lambda self, lexed, start: asked.append((start, len(lexed.runs))))

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


# ---- calls that are left out ----


def dispatch_of(judge: Collector) -> Dispatch:
    return judge.bound.hand if isinstance(judge, HandJudge) else judge.bound.session


def shortened(judge: HandJudge, kind: type) -> list[tuple[Binding, Watch, BoundMoments]]:
    """The checks that watch a kind of event and are not always called there."""
    bound, found = judge.bound, []
    for one, watch, moments in dispatch_of(judge).bound:
        heard = one.index not in bound.silent and not (bound.unknown and one.figure.limits)
        if heard and situations_of(moments.watched, kind) != situations_of(moments.called, kind):
            found.append((one, watch, moments))
    return found


def test_no_check_that_is_not_called_would_have_said_anything(monkeypatch):
    """Its clause is not applicable at that moment, or the moment itself shows that it was kept."""
    call, known, amiss = Collector.call, {}, Counter()

    def calling(judge, state, event, round, situation):
        kind = type(event)
        if (id(dispatch_of(judge)), kind) not in known:
            known[id(dispatch_of(judge)), kind] = judge, shortened(judge, kind)
        for one, watch, moments in known[id(dispatch_of(judge)), kind][1]:
            watched, called = situations_of(moments.watched, kind), situations_of(moments.called, kind)
            concerned = one.rounds is None or round in one.rounds
            if concerned and arises(watched, situation) and not arises(called, situation):
                asked = state, event, one.figure
                if watch.when is None or watch.when(*asked):
                    passes = arises(situations_of(moments.passing, kind), situation)
                    amiss[one.check.name] += not passes or bool(list(watch.function(*asked)))
        call(judge, state, event, round, situation)

    monkeypatch.setattr(Collector, "call", calling)
    result = audit([open_path(path, path.name) for path in sorted(SAMPLES.rglob("*.log"))], Options())

    assert result.hands_judged > 1000
    assert +amiss == Counter()
