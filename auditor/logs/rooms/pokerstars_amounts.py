"""Decides what printed amounts mean, where the hand as a whole shows it: the calls that follow, and the pot.

The amount of a straddle may be a total or what is added to a blind. Run It Once prints as the total of a raise what the
player put in, without the wager that was there.
"""

from __future__ import annotations

from dataclasses import replace

from auditor.logs.rooms.common.chips import misfits, with_chips
from auditor.logs.rooms.common.hand import RoomHand
from auditor.vocabulary import events as e

LIVE = ("blind", "post", "straddle")  # posts that count towards what others have to meet


def decide_amounts(hand: RoomHand) -> None:
    """Give amounts that may be read in two ways the meaning under which the record adds up.

    At the draw, nothing is decided: no line tells where its betting rounds begin.
    """
    if hand.drawn or hand.outside:
        return
    for post, printed in hand.straddles:
        _decide_straddle(hand, post, printed)
    if sum(isinstance(one, e.Raise) for one in hand.found) > 1:
        _complete_totals(hand)


def _decide_straddle(hand: RoomHand, post: e.Post, printed: int) -> None:
    """Read the amount of a straddle the other way, if fewer amounts of the hand are then wrong."""
    earlier = hand.found[: hand.found.index(post)]
    own = sum(
        one.amount for one in earlier if isinstance(one, e.Post) and one.player == post.player and one.kind in LIVE
    )
    before, wrong = post.amount, misfits(hand)
    post.amount = printed - own if before == printed else printed
    if misfits(hand) >= wrong:
        post.amount = before


def _complete_totals(hand: RoomHand) -> None:
    """Take the total of a raise for what was put in, if calls and pot are wrong otherwise, and all are right so.

    The increase is kept as printed, so that it is told to be wrong.
    """
    again = [
        place
        for place, (one, chips) in enumerate(with_chips(hand))
        if isinstance(one, e.Raise) and one.total is not None and chips.street.get(one.player)
    ]
    if not again or not misfits(hand):
        return
    for place in again:
        printed = hand.found[place]
        if isinstance(printed, e.Raise):
            hand.found[place] = replace(printed, added=printed.total, total=None)
            if not misfits(hand):
                return
            hand.found[place] = printed
