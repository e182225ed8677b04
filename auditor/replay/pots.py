"""Pots and their division, in whole minor units of money."""

from collections.abc import Sequence

from auditor.vocabulary.records import record_class

Contribution = tuple[int, int, bool]  # a seat, what it put in over the whole hand, and is it still active?


@record_class
class Pot:
    """Money that the same players compete for."""

    amount: int
    level: int  # what a player must have put in to compete for it
    eligible: tuple[int, ...]  # seats
    contributors: tuple[int, ...]  # seats with money in this very pot, folded ones too


def uncalled(contributions: Sequence[Contribution]) -> tuple[int | None, int]:
    """The seat that put in more than any other, folded players included, and the part that nobody matched."""
    second, most = sorted([0, 0, *[amount for _, amount, _ in contributions]])[-2:]
    if most == second:
        return None, 0
    return next(seat for seat, amount, _ in contributions if amount == most), most - second


def build_pots(contributions: Sequence[Contribution]) -> list[Pot]:
    """The main pot and the side pots, the lowest first, after the uncalled part has gone back.

    A pot lies between two neighbouring totals of active players. Each total has a player who stops there, so no two
    pots have the same eligible seats and none need merging. What folded players put in above all active totals falls
    into the top pot. If nobody is active, all the money lies in one pot that nobody is eligible for.
    """
    top, back = uncalled(contributions)
    called = [(seat, amount - back if seat == top else amount, active) for seat, amount, active in contributions]
    levels = sorted({amount for _, amount, active in called if active and amount}) or [0]
    pots, floor = [], 0
    for level in levels:
        slices = {seat: amount - floor for seat, amount, _ in called if amount > floor}
        eligible = tuple([seat for seat, amount, active in called if active and amount >= level])
        if level == levels[-1]:
            money = sum(slices.values())
        else:
            money = sum([min(part, level - floor) for part in slices.values()])
        if money:
            pots.append(Pot(money, level, eligible, tuple(slices)))
        floor = level
    return pots


def halve(net: int, unit: int) -> tuple[int, int]:
    """Divide a pot in two halves. The second is in whole units, and the first has what cannot be halved."""
    second = max(net, 0) // (2 * unit) * unit
    return net - second, second


def divide(net: int, winners_in_order: Sequence[int], unit: int, whole_remainder_to_one: bool) -> dict[int, int]:
    """What each winner is due: equal shares in whole units, and the odd money to those who come first.

    The first winner takes the whole remainder, or the odd units go round one each and the first takes what is smaller
    than a unit. If the net is below zero, which only a false record can bring about, the first winner bears that too.
    """
    if not winners_in_order:
        return {}
    share = max(net, 0) // (unit * len(winners_in_order)) * unit
    remainder = net - share * len(winners_in_order)
    odd = 0 if whole_remainder_to_one else max(remainder, 0) // unit
    due = {seat: share + unit * (place < odd) for place, seat in enumerate(winners_in_order)}
    due[winners_in_order[0]] += remainder - odd * unit
    return due
