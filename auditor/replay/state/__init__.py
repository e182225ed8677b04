"""The state of a hand while it is replayed.

Plain data with a few questions it can answer. How an event changes it is in `replay.engine`, what a player may do in
`replay.betting.options`.
"""

from __future__ import annotations

from auditor.replay.state.betting import (
    UNKNOWN_STAKE,
    BettingRound,
    EarlyWager,
    Freeze,
    Move,
    OutOfTurnWagerStood,
    Player,
    RoundSnapshot,
)
from auditor.replay.state.board import BoardOpening
from auditor.replay.state.deal import Attempt
from auditor.replay.state.draw import Draw, DrawStep, GivenUp, Turn
from auditor.replay.state.hand import HandState

__all__ = [
    "UNKNOWN_STAKE",
    "Attempt",
    "BettingRound",
    "BoardOpening",
    "Draw",
    "DrawStep",
    "EarlyWager",
    "Freeze",
    "GivenUp",
    "HandState",
    "Move",
    "OutOfTurnWagerStood",
    "Player",
    "RoundSnapshot",
    "Turn",
]
