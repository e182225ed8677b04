"""The cause of a wrong payment, as the check that it names will report it."""

from __future__ import annotations

from dataclasses import dataclass

from auditor.checks.outcomes import Fault
from auditor.events import Event
from auditor.findings import DEALER, RECORD, Actor, Money, Severity
from auditor.replay.table import Player
from auditor.rules.figures import Figure
from auditor.wording import shown

RECORD_PAYMENTS = "record/payments"
POT_CONTENTS = "pot-contents"


@dataclass(slots=True)
class Cause:
    """The explanation of a wrong payment: the check that reports it, in which words, about which event."""

    check: str
    observed: str
    expected: str
    event: Event
    severity: Severity = Severity.BREACH
    money: Money | None = None
    reading: str | None = None  # the reading that it rests on
    hand: str | None = None  # the class of the hand that should have won

    def fault(self, figure: Figure) -> Fault:
        """The fault, under the clause of the check's own figure."""
        by: Actor = RECORD if self.check.startswith("record/") else DEALER
        return Fault(self.severity, figure, self.event, self.observed, self.expected, by, self.money, self.reading)


NONE = Cause("", "", "", Event(0, 0))


def who(player: Player) -> str:
    """A player in a sentence: `seat 2 Ben`."""
    return f"seat {player.seat} {shown(player.name, 30)}"
