"""The names of checks that other checks ask about, and whether a rulebook has a clause for one."""

from __future__ import annotations

from auditor.replay.state import HandState

RECORD_PAYMENTS = "record/payments"


POT_CONTENTS = "pot-contents"


MISCALL = "miscall"  # reports a hand that its player called better than it is


ANTE_ONLY = "ante-only"


EQUAL_HANDS = "equal-hands"


ONE_ODD_CHIP = "one-odd-chip"


JOKER_VALUE = "joker-value"


BOARD_DECLARED = "board-declared"


LOW_STRAIGHTS = "low-straights"


def has_clause_for(state: HandState, check: str) -> bool:
    """Does the rulebook have a clause that this check decides?"""
    return any(rule.check == check for clause in state.rules.clauses for rule in clause.rules)


KILLED_HAND = "killed-hand"


TABLE_STAKES = "table-stakes"  # judges a wager of more than lay on the table as a fault of the player


MUST_BET = "must-bet"  # reports a hand that was not bet though it had to be
