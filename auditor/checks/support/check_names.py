"""The names of checks that other checks ask about, and whether a rulebook has a clause for one."""

from __future__ import annotations

from auditor.replay.state import HandState
from auditor.rules.schema.record import cached_on_record
from auditor.rules.schema.rulebook import BEYOND_PLAY, Rulebook

ANTE_ONLY = "ante-only"
BOARD_DECLARED = "board-declared"
EQUAL_HANDS = "equal-hands"
FEE_FROM_POT = "fee-from-pot"  # reports commission from a pot where the table declares a fee of each person
JOKER_VALUE = "joker-value"
KILLED_HAND = "killed-hand"
LOW_STRAIGHTS = "low-straights"
MISCALL = "miscall"  # reports a hand that its player called better than it is
MUST_BET = "must-bet"  # reports wagers after the draw that were paid to a hand which had to be bet
ODD_TO_LOWER_SEAT = (
    "odd-unit-to-lower-seat"  # a practice: of two equal hands the one in the lower seat gets the odd unit
)
ONE_ODD_CHIP = "one-odd-chip"
POT_CONTENTS = "pot-contents"
RECORD_PAYMENTS = "record/payments"
TABLE_STAKES = "table-stakes"  # judges a wager of more than lay on the table as a fault of the player
TAP_OUT = "tap-out"  # judges chips kept by a player who is said to put in the last


def has_clause_for(state: HandState, check: str) -> bool:
    """Does the rulebook have a clause that this check decides, in a record such as this?"""
    return check in _with_clauses(state.rules, state.hand.setup.notes_table)


@cached_on_record
def _with_clauses(rules: Rulebook, shown: bool) -> frozenset[str]:
    """The checks that decide a clause, where the record shows more than the play or does not."""
    told = [clause for clause in rules.clauses if shown or clause.evidence not in BEYOND_PLAY]
    return frozenset([rule.check for clause in told for rule in clause.rules])
