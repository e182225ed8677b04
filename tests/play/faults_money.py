"""Faults of showdown and settlement: who shows, who is paid, what is taken."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

from auditor import events as e
from play.dealing import BOLD, announce, pay, pot, win
from play.hand import Play, Variation, quoted
from play.oracle import Due, Pot, Value, best, value
from play.planting import (
    Planted,
    afresh,
    award,
    before_end,
    charge,
    closed,
    decided,
    duel,
    fault,
    shown,
)


def _due(play: Play, wanted: Callable[[Play, Due], bool]) -> tuple[Play, Due] | None:
    """The hand up to its settlement and what is due, if it is as wanted."""
    other = shown(play)
    due = other.due()
    return (other, due) if due.pots and wanted(other, due) else None


def _simple(play: Play, due: Due) -> bool:
    """One pot, one winner, nothing handed back."""
    return len(due.pots) == 1 and len(due.pots[0].winners) == 1 and not _handed_back(play, due)


def _handed_back(play: Play, due: Due) -> bool:
    return due.back is not None or any(player.returned for player in play.table.players)


# ---- commission ----


def _charged(play: Play, due: Due, total: int) -> Play:
    """The settlement with another commission in all: each pot its own, the difference off the largest."""
    taken = [pot.commission for pot in due.pots]
    largest = max(range(len(taken)), key=lambda number: due.pots[number].amount)
    taken[largest] += total - sum(taken)
    return closed(play, charge(due, *taken))


@fault
def commission_too_high(play: Play, rng: random.Random) -> Planted:
    found = _due(play, lambda other, due: _simple(other, due) and 200 < due.total <= 100 * other.house.minimum)
    if found is None:
        return None
    other, due = found
    return _charged(other, due, due.commission + 100), "11.1(b)" if due.total > 1900 else "11.1(a)"


@fault
def commission_too_low(play: Play, rng: random.Random) -> Planted:
    found = _due(play, lambda other, due: _simple(other, due) and due.commission > 0)
    return found and (_charged(*found, found[1].commission - 100), "11.1(b)")


@fault
def commission_on_uncalled_money(play: Play, rng: random.Random) -> Planted:
    found = _due(play, lambda other, due: due.back is not None and len(due.pots) == 1 and not due.pots[0].exempt)
    if found is None:
        return None
    other, due = found
    assert due.back is not None
    wrong = other.house.fee(due.total + due.back[1])
    return (_charged(other, due, wrong), "11.4") if wrong > due.commission else None


@fault
def commission_above_the_ceiling(play: Play, rng: random.Random) -> Planted:
    found = _due(play, lambda other, due: _simple(other, due) and due.total >= 100 * other.house.minimum + 2000)
    if found is None:
        return None
    return _charged(*found, found[1].total // 2000 * 100), "11.1(b)[cap]"


@fault
def commission_though_all_tied(play: Play, rng: random.Random) -> Planted:
    other = duel(play, rng, *TIE[:3], temper=BOLD)
    due = other.due()
    if len(due.pots) != 1 or due.total < 2000 or _handed_back(other, due):
        return None
    return _charged(other, due, other.house.fee(due.total)), "11.5"


TIE = ("9h Jd Qc Ks 7d", "Kc 8d", "Kd 8c", "Qd 8h")  # a board, two equal hands, and one that beats neither
RUN = ("9h Jd Qc Ks 7d", "Ac Ad", "Kc Kd", "Qd 8c")  # a board and three hands, the second of them the best


def _side_pots(play: Play, rng: random.Random, *order: int) -> tuple[Play, Due] | None:
    """A hand of three, the first of whom taps out for less than the others, with the hands of RUN in this order."""
    if play.previous is not None or len(play.around()) < 3:
        return None
    low, high = (play.house.stake + 100 * more for more in sorted(rng.sample(range(play.house.minimum // 10 + 9), 2)))
    other = duel(play, rng, RUN[0], *(RUN[place] for place in order), temper=BOLD, stakes=(low, high, high))
    due = other.due()
    single = len(due.pots) > 1 and all(len(pot.winners) == 1 for pot in due.pots) and not _handed_back(other, due)
    return (other, due) if single and due.total <= 100 * other.house.minimum else None


@fault
def commission_pot_by_pot(play: Play, rng: random.Random) -> Planted:
    """One winner of several pots charged for each by itself."""
    found = _side_pots(play, rng, 1, 3, 2)
    if found is None or len({pot.winners for pot in found[1].pots}) > 1:
        return None
    other, due = found
    each = [other.house.fee(pot.amount) for pot in due.pots]
    return (closed(other, charge(due, *each)), "11.3") if sum(each) != due.commission else None


@fault
def commission_on_all_pots_together(play: Play, rng: random.Random) -> Planted:
    """Several winners charged as if one had won everything."""
    found = _side_pots(play, rng, 2, 1, 3)
    if found is None or len({pot.winners for pot in found[1].pots}) == 1:
        return None
    other, due = found
    wrong = other.house.fee(due.total)
    return (_charged(other, due, wrong), "11.3") if wrong != due.commission else None


@fault
def declared_commission_above_the_scale(play: Play, rng: random.Random) -> Planted:
    if play.previous is not None:
        return None
    variation = Variation("commission 10% rounded down to $1", lambda pot: pot // 1000 * 100)
    house = replace(play.house, variation=variation, lines=("notice commission to players",))
    found = _due(afresh(play, rng, house=house), lambda other, due: _simple(other, due) and due.total >= 2000)
    if found is None:
        return None
    return _charged(*found, variation.fee(found[1].total)), "11.2"


@fault
def lower_commission_without_notice(play: Play, rng: random.Random) -> Planted:
    if play.previous is not None:
        return None
    variation = Variation("commission $1 per $50", lambda pot: pot // 5000 * 100)
    house = replace(play.house, variation=variation, lines=("records notices",))
    other = afresh(play, rng, house=house)
    scale = replace(house, variation=None).fee
    due = other.due()
    lower = sum(variation.fee(pot.amount) for pot in due.pots) < sum(scale(pot.amount) for pot in due.pots)
    return (other, "11.2[notice]") if lower and len(due.pots) == 1 and not due.pots[0].exempt else None


@fault
def commission_announced_otherwise(play: Play, rng: random.Random) -> Planted:
    found = _due(play, _simple)
    if found is None:
        return None
    other, due = found
    announce(other, charge(due, due.commission + 100))
    pay(other, due)
    other.note("end", e.HandEnded(0, 0))
    return other, "9.3(b)"


@fault
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


# ---- hands ranked wrongly ----

CONTESTS = {
    "royal-flush": ("14.3(a)", "As Ks Qs 7d 8c", "Js Ts", "Ah Ad"),
    "straight-flush": ("14.3(b)", "9h 8h 7h Kc Qd", "Jh Th", "Kh Ks"),
    "four-of-a-kind": ("14.3(c)", "Qh Qd 8c 9s Kd", "Qs Qc", "Kc Kh"),
    "flush": ("14.3(d)", "Kd 9d 8d Kc 9s", "Ad 7d", "Kh 8c"),
    "full-house": ("14.3(e)", "Jh Jd Tc 9s 8d", "Js Th", "Qc Kc"),
    "straight": ("14.3(f)", "Qh Jd Tc 7s 7d", "Kc As", "7h 8c"),
    "three-of-a-kind": ("14.3(g)", "9h 9d Kc 7s Ad", "9s Qc", "Ah Kd"),
    "two-pairs": ("14.3(h)", "Kh 8d Qc 7s 9d", "Kc 8s", "As Ad"),
    "pair": ("14.3(i)", "Kh 8d Jc 7s 9d", "7h Ac", "As Qd"),
    "odd-cards": ("14.3(j)", "7h 8d 9c Qs Ad", "Jc Kd", "Ts Kh"),
    "further-cards": ("14.2", "Qh Qd 9c 8s 7d", "Ac Kd", "Ad Jc"),
    "higher-cards": ("3.5", "Qh Jd 8c 7s 9d", "Ac Ad", "Kc Kd"),
    "composition": ("14.1", "Ah Kh 9h 8h 7c", "9s 9d", "Qh Qc"),
    "low-ace": ("3.5[ace-low]", "Th 9d 8c Qs Kd", "Kc Ks", "Ah 7c"),
}  # what decides, the clause, the board, the hand that wins and the hand that is paid


def _lost_contest(name: str) -> None:
    clause, board, *hole = CONTESTS[name]

    def plant(play: Play, rng: random.Random) -> Planted:
        other = duel(play, rng, board, *hole)
        due = other.due()
        if other.table.over or len(due.pots) != 1:
            return None
        loser = next(player.name for player in other.table.active if player.name not in due.pots[0].winners)
        return closed(other, award(due, (loser,))), clause

    plant.__name__ = f"pot_lost_by_{name}"
    fault(plant)


for contest in CONTESTS:
    _lost_contest(contest)


@fault
def pot_split_though_not_tied(play: Play, rng: random.Random) -> Planted:
    other = duel(play, rng, "Qh Qd 9c 8s 7d", "Ac Kd", "Ad Jc")
    due = other.due()
    if other.table.over or len(due.pots) != 1 or due.total < 400:
        return None
    return closed(other, award(due, tuple(player.name for player in other.table.active))), "14.2"


@fault
def pot_paid_to_a_player_who_folded(play: Play, rng: random.Random) -> Planted:
    out = [player.name for player in play.around() if player.folded is not None and player.put]
    found = _due(play, lambda other, due: _simple(other, due) and bool(out))
    if found is None:
        return None
    other, due = found
    first = other.table.round is not None and other.table.round.name == "first"
    clause = "9.3(c)" if not other.table.over else "7.3(a)" if first else "8.3(a)"
    return closed(other, award(due, (rng.choice(out),))), clause


# ---- several pots, several winners ----


@fault
def side_pot_to_a_player_who_tapped_out(play: Play, rng: random.Random) -> Planted:
    def possible(other: Play, due: Due) -> bool:
        return (
            len(due.pots) > 1 and len(due.pots[0].winners) == 1 and due.pots[0].winners[0] not in due.pots[1].eligible
        )

    found = _due(play, possible)
    if found is None:
        return None
    other, due = found
    return closed(other, award(due, *[due.pots[0].winners] * len(due.pots))), "12.2"


@fault
def side_pot_to_a_losing_hand(play: Play, rng: random.Random) -> Planted:
    found = _due(play, lambda other, due: len(due.pots) > 1 and len(due.pots[-1].eligible) > 1)
    if found is None:
        return None
    other, due = found
    losers = [name for name in due.pots[-1].eligible if name not in due.pots[-1].winners]
    earlier = {name for pot in due.pots[:-1] for name in pot.winners}
    if not losers or earlier & {*due.pots[-1].winners}:
        return None
    wrong = [*(pot.winners for pot in due.pots[:-1]), (rng.choice(losers),)]
    explained = ([_free(other, pot) for pot in due.pots], [_low(other, pot) for pot in due.pots])
    return (closed(other, award(due, *wrong)), "12.2[rest]") if wrong not in explained else None


def _free(play: Play, pot: Pot) -> tuple[str, ...]:
    """Who would win a pot if any five cards made a hand."""
    return _best_of(pot, lambda hole: max(value(five) for five in combinations(hole + play.cards.board, 5)), play)


def _low(play: Play, pot: Pot) -> tuple[str, ...]:
    """Who would win a pot if the ace stood low."""
    return _best_of(pot, lambda hole: best(hole, play.cards.board, True), play)


def _best_of(pot: Pot, worth: Callable[[tuple[str, ...]], Value], play: Play) -> tuple[str, ...]:
    values = {name: worth(play.cards.hole[name]) for name in pot.eligible}
    return tuple(name for name in values if values[name] == max(values.values()))


def _tie(play: Play, rng: random.Random) -> tuple[Play, Due] | None:
    """A hand in which two tie and a third has lost."""
    if len(play.around()) < 3:
        return None
    other = duel(play, rng, *TIE, temper=BOLD)
    due = other.due()
    return (other, due) if len(due.pots) == 1 and len(due.pots[0].winners) > 1 else None


@fault
def odd_dollar_to_the_wrong_seat(play: Play, rng: random.Random) -> Planted:
    found = _tie(play, rng)
    if found is None:
        return None
    other, due = found
    shares = due.pots[0].shares
    first, *rest = due.pots[0].winners
    odd = shares[first] - shares[rest[0]]
    if not odd or not shares[rest[0]]:
        return None
    shares[first] -= odd
    shares[rng.choice(rest)] += odd
    return closed(other, due), "9.4[odd]"


@fault
def tied_players_paid_unequally(play: Play, rng: random.Random) -> Planted:
    found = _tie(play, rng)
    if found is None:
        return None
    other, due = found
    shares = due.pots[0].shares
    poor, rich = rng.sample(due.pots[0].winners, 2)
    amount = rng.choice((shares[poor], shares[poor] // 2))
    if amount < 100 * len(shares):
        return None
    shares[poor] -= amount
    shares[rich] += amount
    due.pots[0].shares = {name: share for name, share in shares.items() if share}
    return closed(other, due), "9.4"


# ---- showing the cards ----


def _called(play: Play) -> tuple[Play, str, list[str]] | None:
    """The hand up to its showdown after a called wager: who was called, and who else wagered in that round."""
    other = decided(play)
    betround = other.table.round
    if other.table.over or betround is None or not betround.called or betround.last_raiser is None:
        return None
    others = [player for player in other.table.active if player is not betround.last_raiser]
    met = [player.name for player in others if player.total == betround.highest]
    return (other, betround.last_raiser.name, [player.name for player in others]) if met else None


@fault
def somebody_shows_before_the_called_player(play: Play, rng: random.Random) -> Planted:
    found = _called(play)
    if found is None:
        return None
    other, called, others = found
    first = [name for name in others if other.table.by_name[name].total > 0]
    for name in (first[0], called, *(name for name in others if name != first[0])):
        other.show(name)
    return closed(other, other.due()), "9.2"


@fault
def called_player_throws_the_hand_away(play: Play, rng: random.Random) -> Planted:
    found = _called(play)
    if found is None:
        return None
    other, called, others = found
    due = other.due()
    if any(called in pot.winners for pot in due.pots):
        return None
    other.note(f"{quoted(called)} mucks", e.Muck(0, 0, called))
    for name in others:
        other.show(name)
    return closed(other, due), "9.2[others]"


@fault
def pot_paid_to_a_hand_not_shown(play: Play, rng: random.Random) -> Planted:
    found = _called(play)
    if found is None:
        return None
    other, called, others = found
    due = other.due()
    if len(due.pots) != 1 or due.pots[0].winners != (called,):
        return None
    for name in others:
        other.show(name)
    return closed(other, due), "9.2[others]"


@fault
def pot_paid_to_discards(play: Play, rng: random.Random) -> Planted:
    found = _called(play)
    if found is None:
        return None
    other, called, others = found
    due = other.due()
    losers = [name for name in others if name not in due.pots[0].winners]
    if len(due.pots) != 1 or not losers:
        return None
    for name in (called, *(name for name in others if name != losers[0])):
        other.show(name)
    other.note(f"{quoted(losers[0])} mucks", e.Muck(0, 0, losers[0]))
    return closed(other, award(due, (losers[0],))), "16.8"


# ---- amounts that do not add up ----


@fault
def pot_that_is_not_the_sum_of_the_wagers(play: Play, rng: random.Random) -> Planted:
    found = _due(play, _simple)
    if found is None:
        return None
    other, due = found
    pot(other, None, due.total + 700, due.commission)
    for name, share in due.paid.items():
        win(other, name, share)
    other.note("end", e.HandEnded(0, 0))
    return other, "record/pot-total"


@fault
def winner_paid_more_than_there_was(play: Play, rng: random.Random) -> Planted:
    found = _due(play, _simple)
    if found is None:
        return None
    other, due = found
    pot(other, None, due.total, due.commission)
    for name, share in due.paid.items():
        win(other, name, share + 700)
    other.note("end", e.HandEnded(0, 0))
    return other, "record/payments"


@fault
def stake_counted_otherwise(play: Play, rng: random.Random) -> Planted:
    player = rng.choice(play.around())
    return before_end(play, f"{quoted(player.name)} has {play.money(play.left()[player.name] + 700)}"), "5.4"
