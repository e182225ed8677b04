"""Checks that others ask about by name, and whether a rulebook has a clause for one."""

from __future__ import annotations

from auditor.replay.state import HandState

RECORD_PAYMENTS = "record/payments"


POT_CONTENTS = "pot-contents"


MISCALL = "miscall"  # a hand that is dead because it was called better than it is


ANTE_ONLY = "ante-only"


EQUAL_HANDS = "equal-hands"


ONE_ODD_CHIP = "one-odd-chip"


JOKER_VALUE = "joker-value"


BOARD_DECLARED = "board-declared"


LOW_STRAIGHTS = "low-straights"


def has_clause_for(state: HandState, check: str) -> bool:
    """Is there a clause that this check decides by itself?"""
    return any(rule.check == check for clause in state.rules.clauses for rule in clause.rules)


KILLED_HAND = "killed-hand"


TABLE_STAKES = "table-stakes"  # the check of a clause by which such a wager is a fault of the player


MUST_BET = "must-bet"  # the check that reports it
