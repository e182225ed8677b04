"""Money that went wrong is told under every rulebook and in every kind of record, and keeps no clause on awarding pots.

The payments of the samples' hands are put wrong in every way that one can think of, in the record as it is and as a
record of play only. A part of the hands is tried here, the same at every run; with `AUDITOR_ALL_PAYMENTS=1` in the
environment all of them are.
"""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from places import SAMPLES

from auditor.auditing.engine.collector import Judged
from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.engine.judge_hand import judge
from auditor.auditing.engine.registry import CHECKS
from auditor.auditing.judging import bound_for
from auditor.auditing.options import Options
from auditor.checks.explanations.payments import cause_of
from auditor.logs.files.decoding import open_path
from auditor.logs.reader import RawHand, read
from auditor.replay.engine.replayer import replay
from auditor.vocabulary.events import Event, Fold, PotTaken, Ruling, Seat, Win
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.hand import PLAY_ONLY, Hand

WHOLE = bool(os.environ.get("AUDITOR_ALL_PAYMENTS"))
EACH = 1 if WHOLE else 41  # of so many hands one is tried
AWARDS = ("pot-award", "record/payments")  # the checks that answer for all payments
SHOWDOWN = "auditor.checks.showdown."
BESIDE = ("killed-hand", "miscall", "undiscarded-card")  # checks of other families that explain a payment

Played = tuple[str, Hand, BoundRulebook]


def paid_hands() -> list[Played]:
    """Hands of the samples in which somebody was paid, each with the rulebook that judges it."""
    found: list[Played] = []
    for path in sorted(path for path in SAMPLES.rglob("*") if path.is_file()):
        raw = [part for part in read(open_path(path, path.name)) if isinstance(part, RawHand)]
        for part in raw[len(found) % EACH :: EACH]:
            hand, bound = part.read(), bound_for(part, Options())
            if bound is not None and any(isinstance(event, Win) for event in hand.events):
                found.append((f"{_named(path)}, hand {hand.number}, line {part.line}", hand, bound))
    return found


def _named(path: Path) -> str:
    return path.relative_to(SAMPLES).as_posix()


def tells_of_payments(finding: Finding) -> bool:
    """Is the finding one on the payments, or on the record that they do not agree with?"""
    family = CHECKS[finding.check].function.__module__
    return finding.check.startswith("record/") or finding.check in BESIDE or family.startswith(SHOWDOWN)


def with_payments(hand: Hand, payments: dict[str, int]) -> Hand:
    """The same hand with these payments."""
    last = next(event for event in reversed(hand.events) if isinstance(event, Win))
    wins: list[Event] = [Win(last.line, last.column, name, amount) for name, amount in payments.items() if amount > 0]
    events: list[Event] = []
    for event in hand.events:
        if event is last:
            events += wins
        elif not isinstance(event, Win):
            events.append(event)
    return replace(hand, events=events)


def put_wrong(hand: Hand) -> Iterator[tuple[str, Hand]]:
    """The hand with payments put wrong: to others, in parts, too much and too little."""
    names = [event.player for event in hand.events if isinstance(event, Seat) and not event.out]
    paid: dict[str, int] = {}
    for event in hand.events:
        if isinstance(event, Win):
            paid[event.player] = paid.get(event.player, 0) + event.amount
    total, first = sum(paid.values()), next(iter(paid))
    others = [name for name in names if name not in paid]
    folded = [event.player for event in hand.events if isinstance(event, Fold)]
    for name in [*others[:2], *folded[:1]]:
        yield f"all to {name}", with_payments(hand, {name: total})
        yield f"half to {name}", with_payments(hand, paid | {first: paid[first] - total // 2, name: total // 2})
        yield f"a cent to {name}", with_payments(hand, paid | {first: paid[first] - 1, name: 1})
    yield "too much", with_payments(hand, paid | {first: paid[first] + 500})
    yield "too little", with_payments(hand, paid | {first: max(paid[first] - 500, 1)})
    if len(paid) > 1:
        second = list(paid)[1]
        yield "shares exchanged", with_payments(hand, paid | {first: paid[second], second: paid[first]})
        yield "one passed over", with_payments(hand, {first: total})
    uncounted = [event for event in hand.events if not isinstance(event, PotTaken)]
    if others:
        yield "no pot counted", with_payments(replace(hand, events=uncounted), {others[0]: total})


def both_records(hand: Hand) -> Iterator[tuple[str, Hand]]:
    """The hand as the record has it, and in a record of play only."""
    yield "as it is", hand
    if PLAY_ONLY not in hand.setup.records:
        yield PLAY_ONLY, replace(hand, setup=replace(hand.setup, records=hand.setup.records | {PLAY_ONLY}))


def passing(judged: Judged, bound: BoundRulebook) -> list[str]:
    """The clauses on awarding pots that passed, and that no other check passes."""
    shared = {clause for one in bound.bindings if one.check.name not in AWARDS for clause in one.clauses}
    clauses = {one.figure.clause for one in bound.bindings if one.check.name in AWARDS} - shared
    return [
        clause for number, clause in enumerate(bound.clauses) if judged.verdicts[0] >> number & 1 and clause in clauses
    ]


HANDS = paid_hands()


@pytest.mark.parametrize(("name", "hand", "bound"), HANDS, ids=[name for name, _, _ in HANDS])
def test_a_payment_that_is_wrong_never_passes(name: str, hand: Hand, bound: BoundRulebook) -> None:
    silent, passed = [], []
    for how, wrong in put_wrong(hand):
        for record, one in both_records(wrong):
            done = replay(one, bound.for_table(one.setup).rules)
            if done.right or done.state in ("nothing", "invalidated"):
                continue
            judged = judge(one, bound, "a.log")
            lacking = {clause for clause, _ in judged.missing}
            awards = {each.figure.clause for each in bound.bindings if each.check.name in AWARDS}
            told = [each for each in judged.findings if cause_of(done).elsewhere or tells_of_payments(each)]
            if not told and not lacking & awards:
                silent.append((how, record))
            if clauses := passing(judged, bound):
                passed.append((how, record, clauses))

    assert (silent, passed if not any(isinstance(event, Ruling) for event in hand.events) else []) == ([], [])
