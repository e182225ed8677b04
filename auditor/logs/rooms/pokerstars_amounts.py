"""Decides what printed amounts mean, where the hand as a whole shows it: the calls that follow, and the pot.

The amount of a straddle may be a total or what is added to a blind. Run It Once prints as the total of a raise what the
player put in, without the wager that was there.
"""

from __future__ import annotations

from auditor.logs.rooms.common.chips import misfits
from auditor.logs.rooms.common.hand import RoomHand
from auditor.vocabulary import events as e
from auditor.vocabulary.records import replace

PUT_IN = (e.Bet, e.Call, e.Raise)
LIVE = ("blind", "post", "straddle")  # posts that count towards what others have to meet


def decide_amounts(hand: RoomHand) -> None:
    """Give amounts that may be read in two ways the meaning under which the record adds up.

    At the draw and at stud nothing is decided: few lines say where a betting round begins.
    """
    if hand.drawn or hand.stud or hand.outside:
        return
    for post, printed in hand.straddles:
        _decide_straddle(hand, post, printed)
    again = _raises_over_own(hand) if list(map(type, hand.found)).count(e.Raise) > 1 else []
    if again and misfits(hand):
        _complete_totals(hand, again)


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


def _raises_over_own(hand: RoomHand) -> list[int]:
    """The places of raises to a total by players who had a wager there already, which takes a raise between."""
    there: set[str] = set()
    found = []
    for place, one in enumerate(hand.found):
        kind = type(one)
        if kind in PUT_IN:
            if kind is e.Raise and one.player in there and one.total is not None:  # type: ignore[union-attr]
                found.append(place)
            there.add(one.player)  # type: ignore[union-attr]
        elif kind is e.Communal:
            there.clear()
    return found


def _complete_totals(hand: RoomHand, places: list[int]) -> None:
    """Take the total of a raise for what was put in, if all calls and the pot are right so, which they are not now.

    The increase is kept as printed, so that it is told to be wrong.
    """
    for place in places:
        printed = hand.found[place]
        if isinstance(printed, e.Raise):
            hand.found[place] = replace(printed, added=printed.total, total=None)
            if not misfits(hand):
                return
            hand.found[place] = printed
