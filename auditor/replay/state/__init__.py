"""The state of a hand while it is replayed.

It is plain data that can answer a few questions. `replay.engine` knows how an event changes it, and
`replay.betting.options` what a player may do.
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
