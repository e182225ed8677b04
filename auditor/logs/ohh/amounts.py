"""Settles what the amounts of an OHH hand mean where writers differ: of raises, of what was won, of pots.

By the standard, the amount of a raise is what is put in with it, what somebody won is without the rake, and a pot is
with it. Some writers mean something else. Where the sums of a hand fit only that, it is taken, and the doubt is stated.
"""

from __future__ import annotations

from auditor.logs.rooms.common.chips import at_the_end, misfits, with_chips
from auditor.logs.rooms.common.hand import RoomHand
from auditor.logs.rooms.common.open_questions import tell_uncalled, wins_of
from auditor.vocabulary import events as e
from auditor.vocabulary.doubts import Doubt
from auditor.vocabulary.money import money_text

ADDED, TOTAL = "added", "total"
BEFORE, AFTER = "before", "after"


def take_raises(hand: RoomHand) -> None:
    """Take the amounts of raises for totals, if the calls fit these better than what is put in with a raise."""
    again = any(isinstance(one, e.Raise) and chips.street.get(one.player) for one, chips in with_chips(hand))
    wrong = misfits(hand) if again else 0
    if not wrong:
        return
    _turn_raises(hand)
    if misfits(hand) >= wrong or not _means_totals(hand):
        _turn_raises(hand)


def _turn_raises(hand: RoomHand) -> None:
    """Take what was put in with each raise for its total, or the other way round."""
    for one in hand.found:
        if isinstance(one, e.Raise):
            one.added, one.total = one.total, one.added


def _means_totals(hand: RoomHand) -> bool:
    line = next(one.line for one in hand.found if isinstance(one, e.Raise))
    words = (
        (TOTAL, "the amount of a raise is what its player then has in front"),
        (ADDED, "the amount of a raise is what is put in with it"),
    )
    doubt = Doubt("raises", "what the amounts of raises mean", line, words, "the calls fit that better")
    return hand.block.ask(doubt) == TOTAL


def take_payments(hand: RoomHand) -> None:
    """Settle whether pots and what was won are with or without the rake, and with or without what nobody called."""
    pots = [one for one in hand.found if isinstance(one, e.PotTaken)]
    rake = sum([one.commission or 0 for one in pots])
    if rake and not hand.outside:
        chips = at_the_end(hand)
        called = chips.all - chips.uncalled(hand)[1]
        if sum([one.amount for one in pots]) + rake == called:
            for one in pots:
                one.amount += one.commission or 0  # these are without it
        paid = sum([win.amount for win in wins_of(hand)])
        if paid in (called, chips.all) and _won_before_rake(hand, rake, pots[0].line):
            for one in pots:
                one.commission = None
    tell_uncalled(hand)


def _won_before_rake(hand: RoomHand, rake: int, line: int) -> bool:
    what = f"the rake of {money_text(rake)}"
    words = ((BEFORE, f"what was won still has {what} in it"), (AFTER, f"what was won is without {what}"))
    doubt = Doubt("rake", "whether what was won is before the rake", line, words, "it comes to the whole pot")
    return hand.block.ask(doubt) == BEFORE
