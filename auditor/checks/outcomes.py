"""What a check may say: a fault of one of three severities, or that the record lacks the evidence."""

from __future__ import annotations

from dataclasses import dataclass

from auditor.events import Event
from auditor.findings import Actor, Money, Severity
from auditor.rules.figures import Figure


@dataclass(slots=True)
class Fault:
    """A fault as a check states it; the hand, the round and the citation are added when it becomes a finding."""

    severity: Severity
    figure: Figure
    event: Event
    observed: str
    expected: str = ""
    by: str | Actor | None = None  # a player's name or an actor; by default the player of the event, else the dealer
    money: Money | None = None
    interpretation: str | None = None
    evidence: tuple[Event, ...] = ()


@dataclass(slots=True)
class NotRecorded:
    """The situation arose, and the log lacks the evidence to judge it."""

    figure: Figure
    missing: str


Outcome = Fault | NotRecorded


def breach(
    figure: Figure,
    event: Event,
    observed: str,
    expected: str = "",
    *,
    by: str | Actor | None = None,
    money: Money | int | None = None,
    interpretation: str | None = None,
    evidence: tuple[Event, ...] = (),
    severity: Severity = Severity.BREACH,
) -> Fault:
    """A clause broken on every defensible reading."""
    owed = Money(money) if isinstance(money, int) else money
    return Fault(severity, figure, event, observed, expected, by, owed, interpretation, evidence)


def irregularity(
    figure: Figure,
    event: Event,
    observed: str,
    expected: str = "",
    *,
    by: str | Actor | None = None,
    money: Money | int | None = None,
    interpretation: str | None = None,
    evidence: tuple[Event, ...] = (),
) -> Fault:
    """A mishap the rulebook itself provides for, or a fault on the chosen reading only."""
    said = {"by": by, "money": money, "interpretation": interpretation, "evidence": evidence}
    return breach(figure, event, observed, expected, severity=Severity.IRREGULARITY, **said)  # type: ignore[arg-type]


def advisory(
    figure: Figure,
    event: Event,
    observed: str,
    expected: str = "",
    *,
    by: str | Actor | None = None,
    money: Money | int | None = None,
    interpretation: str | None = None,
    evidence: tuple[Event, ...] = (),
) -> Fault:
    """Something worth a look that accuses nobody."""
    said = {"by": by, "money": money, "interpretation": interpretation, "evidence": evidence}
    return breach(figure, event, observed, expected, severity=Severity.ADVISORY, **said)  # type: ignore[arg-type]


def not_recorded(figure: Figure, missing: str) -> NotRecorded:
    """The log lacks this evidence."""
    return NotRecorded(figure, missing)
