"""A settlement under every other reading: what changes a sum is shown, and nothing else is."""

import os
from functools import cache

import pytest
from places import ROOT

from auditor.auditing.engine.dispatch import bind
from auditor.auditing.engine.judge_hand import judge
from auditor.auditing.every_reading import every_reading
from auditor.auditing.judging import bound_for
from auditor.auditing.options import Options
from auditor.logs.files.discovery import find, open_all
from auditor.logs.reader import RawHand, read
from auditor.replay.cards.facing import with_exposed_cards
from auditor.replay.engine.replayer import replay
from auditor.report.pages.settle import settlement_of
from auditor.vocabulary.errors import AuditorError

EVERY = {"sessions": 9, "clauses": 80, "hand-histories": 4, "phh": 3}  # every so many hands are tried
PART = dict.fromkeys(EVERY, 1) if os.environ.get("AUDITOR_ALL_FIGURES") else EVERY


@cache
def hands(folder):
    """The hands of some samples that can be read, each with what judges it."""
    found = []
    for source in open_all(find([str(folder)])):
        for raw in read(source):
            try:
                bound = bound_for(raw, Options()) if isinstance(raw, RawHand) else None
                if bound is not None:
                    found.append((source.name, raw, raw.read(), bound))
            except AuditorError:
                continue
    return found


def lawful(hand, rules):
    """What may lawfully be paid, as the replay itself has it: pots and winners, commission, and every division."""
    done = replay(with_exposed_cards(hand, rules), rules)
    pots = [
        (pot.amount, [one.seat for one in pot.winners or ()], [one.seat for one in pot.low], pot.back)
        for pot in done.pots
    ]
    fees = [(one.base, one.least, one.most) for one in done.groups] if pots else []
    dues = done.dues(done.awards, None, done.commission_due) if done.decided else []
    put_in = (
        [] if dues else [(one.name, one.put_in_hand, one.dead_money) for one in done.table.players]
    )  # what goes back
    return (
        done.state,
        pots,
        done.uncalled,
        fees,
        sorted(sorted(each.items()) for each in dues),
        put_in,
        rules.game.commission,
    )


BOUND = {}


def bound_to(rules):
    """The rulebook with its checks: the same version is always the same object."""
    if id(rules) not in BOUND:
        BOUND[id(rules)] = rules, bind(rules)
    return BOUND[id(rules)][1]


def owed(hand, bound):
    """What an audit finds to be due beside what was paid."""
    found = judge(hand, bound, "a.log").findings
    return sorted(str(one.money) for one in found if one.money is not None and one.money.sums)


@pytest.mark.parametrize("folder", EVERY)
def test_a_reading_is_shown_if_it_changes_a_sum_and_only_then(folder):
    shown = tried = 0
    for path, raw, hand, bound in hands(ROOT / "samples" / folder)[:: PART[folder]]:
        readings = every_reading(raw, hand, bound, Options(), path)
        found = settlement_of(hand, bound, (), readings)
        changing = {id(one.reading) for one in found.others}
        here, due = lawful(hand, bound.rules), owed(hand, bound)
        for one in readings:
            tried += 1
            if id(one) in changing:
                shown += 1
                assert lawful(one.hand, one.rules) != here, (path, raw.number, one.name)
            elif one.of == "law" and one.rules.game != bound.rules.game:
                assert owed(hand, bound_to(one.rules)) == due, (path, raw.number, one.name)
    assert tried > 30
    assert shown or folder in ("hand-histories", "phh")
