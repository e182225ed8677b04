"""Why money went to the wrong player: the one cause that explains a payment which is not what was due.

A wrong payment breaks several clauses at once, and one fault is one finding. So the search for the cause ends with the
most specific explanation, and only the check that it names reports the payment. Nearly all payments are right, and the
search is imported for those that are not.
"""

from __future__ import annotations

from auditor.checks.explanations.cause import NONE, Cause, WrongPayment
from auditor.checks.support.check_names import RECORD_PAYMENTS
from auditor.replay.memo import remembered
from auditor.replay.settlement.compute import Settlement
from auditor.vocabulary.findings import Severity
from auditor.vocabulary.records import replace


@remembered
def cause_of(settlement: Settlement) -> Cause:
    """Why the payments are wrong; `NONE` if they are right, or if the record does not let anybody say."""
    if settlement.right or not settlement.table.wins:
        return NONE
    from auditor.checks.explanations.search import Explaining

    return Explaining(settlement).cause()


@remembered
def defect_of(settlement: Settlement) -> Cause:
    """The same payments as a defect of the record, for where no check reports their cause.

    The words of the cause say more than bare figures, if there is one.
    """
    cause, plain = cause_of(settlement), WrongPayment(settlement).as_defect()
    if not cause.check or cause.money is None:
        return plain
    return replace(cause, check=RECORD_PAYMENTS, severity=Severity.IRREGULARITY)


def lacking(settlement: Settlement) -> str | None:
    """What the record lacks for the payments to be judged, if anything."""
    return cause_of(settlement).missing or settlement.lacks
