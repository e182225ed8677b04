"""What a call enters the betting over."""

from __future__ import annotations

from auditor.replay.betting.sizes import entered_over
from auditor.replay.forced_bets.blinds_and_antes import least_opening
from auditor.replay.state import HandState


def entry(state: HandState) -> str | None:
    """What a call before any raise enters the betting over, where that may have a clause of its own.

    It may be a pot declared open, the opening that the table declares, or a short blind of a player's last chips. For
    the first to enter it may also be a straddle, or the minimum that the blinds ask.
    """
    betround = state.round
    if betround is None or betround.round.round_index or betround.last_raiser is not None:
        return None
    if betround.declared:
        return "declared-open"
    if not state.blind:
        return None
    if state.game.opening is not None and betround.highest == least_opening(state) > state.blind:
        return "opening"
    over = entered_over(state)
    if over == "short-blind":
        return over
    return None if betround.called else over or "minimum"
