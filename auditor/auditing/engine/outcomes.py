"""What a check may say: a fault of one of three severities, or that the record lacks the evidence."""

from __future__ import annotations

from functools import partial

from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Event
from auditor.vocabulary.findings import Actor, Money, Severity
from auditor.vocabulary.records import record_class


@record_class
class Fault:
    """A fault as a check states it; the hand, the round and the citation are added when it becomes a finding."""

    severity: Severity
    figure: Figure
    event: Event
    observed: str
    expected: str = ""
    by: str | Actor | None = None  # a player's name or an actor; by default the player of the event, else the dealer
    money: Money | None = None
    evidence: tuple[Event, ...] = ()
    practices: tuple[str, ...] = ()  # the ways to play that it shows, of which a room may make a custom
    about: str | None = None  # what the fault is about, where that is not the event: the payments of a hand
    also: tuple[Event, ...] = ()  # further acts of which it tells, each of them a fault of the same kind


@record_class
class NotRecorded:
    """The situation arose, and the log lacks the evidence to judge it."""

    figure: Figure
    missing: str


Outcome = Fault | NotRecorded


def fault(
    severity: Severity,
    figure: Figure,
    event: Event,
    observed: str,
    expected: str = "",
    *,
    by: str | Actor | None = None,
    money: Money | int | None = None,
    evidence: tuple[Event, ...] = (),
    practices: tuple[str, ...] = (),
    also: tuple[Event, ...] = (),
) -> Fault:
    """A fault of the severity given: what was observed, what was expected, whose fault it is and what it cost."""
    owed = Money(money) if isinstance(money, int) else money
    return Fault(severity, figure, event, observed, expected, by, owed, (*evidence, *also), practices, also=also)


breach = partial(fault, Severity.BREACH)  # a clause is broken; what other readings make of it, mitigation weighs
irregularity = partial(fault, Severity.IRREGULARITY)  # a mishap the rulebook itself provides for
advisory = partial(fault, Severity.ADVISORY)  # something worth a look that accuses nobody


def not_recorded(figure: Figure, missing: str) -> NotRecorded:
    """The log lacks this evidence."""
    return NotRecorded(figure, missing)
