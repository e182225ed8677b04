"""Faults of settlement: what is taken, announced and paid."""

from __future__ import annotations

import random
from dataclasses import replace

from play.act import events as e
from play.act.contests import at_settlement, charge, closed, duel, handed_back, run, settlement, simple, tie
from play.act.hand import Play, Variation
from play.act.planting import Planted, afresh, before_end, fault
from play.act.settling import announce, pay, pot, win
from play.common.pots import Due
from play.common.tempers import BOLD
from play.common.words import quoted

# ---- commission ----


def _charged(play: Play, due: Due, total: int) -> Play:
    """The settlement with another commission in all: each pot its own, the difference off the largest."""
    taken = [pot.commission for pot in due.pots]
    largest = max(range(len(taken)), key=lambda number: due.pots[number].amount)
    taken[largest] += total - sum(taken)
    return closed(play, charge(due, *taken))


def _charged_within_the_cap(play: Play, due: Due) -> bool:
    return simple(play, due) and 200 < due.total <= 100 * play.house.minimum


@fault()
@at_settlement(_charged_within_the_cap)
def commission_too_high(play: Play, due: Due, rng: random.Random) -> Planted:
    return _charged(play, due, due.commission + 100), "11.1(b)" if due.total > 1900 else "11.1(a)"


@fault()
@at_settlement(lambda play, due: simple(play, due) and due.commission > 0)
def commission_too_low(play: Play, due: Due, rng: random.Random) -> Planted:
    return _charged(play, due, due.commission - 100), "11.1(b)"


@fault()
@at_settlement(lambda play, due: due.back is not None and len(due.pots) == 1 and not due.tied)
def commission_on_uncalled_money(play: Play, due: Due, rng: random.Random) -> Planted:
    assert due.back is not None
    wrong = play.house.fee(due.total + due.back[1])
    return (_charged(play, due, wrong), "11.4") if due.commission < wrong < due.total else None


@fault()
@at_settlement(lambda play, due: simple(play, due) and due.total >= 100 * play.house.minimum + 2000)
def commission_above_the_ceiling(play: Play, due: Due, rng: random.Random) -> Planted:
    return _charged(play, due, due.total // 2000 * 100), "11.1(b)[cap]"


@fault()
def commission_though_all_tied(play: Play, rng: random.Random) -> Planted:
    other = duel(play, rng, *tie(play)[:3], temper=BOLD)
    due = other.due()
    if len(due.pots) != 1 or not due.pots[0].tied or due.total < 2000 or handed_back(other, due):
        return None
    return _charged(other, due, other.house.fee(due.total)), "11.5"


def _side_pots(play: Play, rng: random.Random, *order: int) -> tuple[Play, Due] | None:
    """A hand of three, the first of whom taps out for less than the others, with the hands of RUN in this order."""
    if play.previous is not None or len(play.around()) < 3:
        return None
    low, high = (play.house.stake + 100 * more for more in sorted(rng.sample(range(play.house.minimum // 10 + 9), 2)))
    other = duel(play, rng, run(play)[0], *(run(play)[place] for place in order), temper=BOLD, stakes=(low, high, high))
    due = other.due()
    single = len(due.pots) > 1 and all(len(pot.winners) == 1 for pot in due.pots) and not handed_back(other, due)
    return (other, due) if single and due.total <= 100 * other.house.minimum else None


@fault()
def commission_pot_by_pot(play: Play, rng: random.Random) -> Planted:
    """One winner of several pots charged for each by itself."""
    found = _side_pots(play, rng, 1, 3, 2)
    if found is None or len({pot.winners for pot in found[1].pots}) > 1:
        return None
    other, due = found
    each = [other.house.fee(pot.amount) for pot in due.pots]
    return (closed(other, charge(due, *each)), "11.3") if sum(each) != due.commission else None


@fault()
def commission_on_all_pots_together(play: Play, rng: random.Random) -> Planted:
    """Several winners charged as if one had won everything."""
    found = _side_pots(play, rng, 2, 1, 3)
    if found is None or len({pot.winners for pot in found[1].pots}) == 1:
        return None
    other, due = found
    wrong = other.house.fee(due.total)
    return (_charged(other, due, wrong), "11.3") if wrong != due.commission else None


@fault()
def declared_commission_above_the_scale(play: Play, rng: random.Random) -> Planted:
    if play.previous is not None:
        return None
    variation = Variation("commission 10% rounded down to $1", lambda pot: pot // 1000 * 100)
    house = replace(play.house, variation=variation, lines=("notice commission to players",))
    found = settlement(afresh(play, rng, house=house), lambda other, due: simple(other, due) and due.total >= 2000)
    if found is None:
        return None
    return _charged(*found, variation.fee(found[1].total)), "11.2"


@fault()
def lower_commission_without_notice(play: Play, rng: random.Random) -> Planted:
    if play.previous is not None:
        return None
    variation = Variation("commission $1 per $50", lambda pot: pot // 5000 * 100)
    house = replace(play.house, variation=variation, lines=("records notices",))
    other = afresh(play, rng, house=house)
    scale = replace(house, variation=None).fee
    due = other.due()
    if not any("commission" in (step.text or "") for step in other.steps):
        return None
    lower = sum(variation.fee(pot.amount) for pot in due.pots) < sum(scale(pot.amount) for pot in due.pots)
    return (other, "11.2[notice]") if lower and len(due.pots) == 1 and not due.pots[0].tied else None


@fault()
@at_settlement(simple)
def commission_announced_otherwise(play: Play, due: Due, rng: random.Random) -> Planted:
    announce(play, charge(due, due.commission + 100))
    pay(play, due)
    play.note("end")
    return play, "9.3(b)"


@fault()
def winner_not_announced(play: Play, rng: random.Random) -> Planted:
    if play.previous is not None or play.table.over or any(" announce " in f" {step.text}" for step in play.steps):
        return None
    other = play.again(house=replace(play.house, lines=("records announcements",)))
    due = other.due()
    at = next(n for n, step in enumerate(other.steps) if isinstance(step.event, e.PotTaken))
    told = other.again(at)
    told.note(f"announce pot {other.money(due.total)} commission {other.money(due.commission)}")
    for step in other.steps[at:]:
        told.note(step.text, step.event)
    return told, "9.2[announce]"


# ---- amounts that do not add up ----


def _written(play: Play, due: Due, in_pot: int, paid: int) -> Play:
    """The settlement with so much more in the pot, and so much more paid, than there was."""
    pot(play, None, due.total + in_pot, due.commission)
    for name, share in due.paid.items():
        win(play, name, share + paid)
    play.note("end")
    return play


@fault()
@at_settlement(simple)
def pot_that_is_not_the_sum_of_the_wagers(play: Play, due: Due, rng: random.Random) -> Planted:
    return _written(play, due, 700, 0), "record/pot-total"


@fault()
@at_settlement(simple)
def winner_paid_more_than_there_was(play: Play, due: Due, rng: random.Random) -> Planted:
    return _written(play, due, 0, 700), "record/payments"


@fault()
def stake_counted_otherwise(play: Play, rng: random.Random) -> Planted:
    player = rng.choice(play.around())
    return before_end(play, f"{quoted(player.name)} has {play.money(play.left()[player.name] + 700)}"), "5.4"
