"""Whether a log notes burn cards."""

from __future__ import annotations

from auditor.replay.state import HandState
from auditor.vocabulary.events import Burn
from auditor.vocabulary.log_words import BURNS


def notes_burns(state: HandState) -> bool:
    """Does the log note burn cards in this hand, or undertake to note them in every hand?"""
    return Burn in state.kinds or BURNS in state.hand.setup.records
