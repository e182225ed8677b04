"""What is known of a hand that its player did not show."""

from __future__ import annotations

from auditor.replay.settlement.compute import Settlement
from auditor.replay.settlement.showdown import Showdown
from auditor.replay.state import HandState, Player


def beats_shown(state: HandState, done: Settlement, player: Player) -> str:
    """The hand in words, if it is equal to or better than the best hand shown for a pot that the player could win."""
    open_hands = [one for one in done.live if one.shown is not None]
    if not open_hands:
        return ""
    showdown = done.showdown or Showdown(state, open_hands)
    mine = showdown.strength(player)
    if mine is None:
        return ""
    for pot in done.pots:
        rivals = [one for one in (*pot.eligible, *done.invalid) if one.shown is not None]
        if not rivals or min(player.put_in_hand, pot.level) < pot.level:
            continue
        strengths = [showdown.strength(one) for one in rivals]
        if all(strength is not None and mine >= strength for strength in strengths):
            return showdown.words(player)
    return ""
