"""Collects what the checks say at each moment into findings and verdicts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from datetime import date
from typing import Generic, TypeVar

from auditor.auditing.engine.dispatch import BoundRulebook, Dispatch, Moments
from auditor.auditing.engine.outcomes import Fault, NotRecorded, Outcome
from auditor.auditing.engine.registry import RECORD
from auditor.replay.session.hand_summary import HandPlayed
from auditor.rules.schema.figures import Approval
from auditor.vocabulary.doubts import Doubt
from auditor.vocabulary.events import EntryFees, Event, Placed, Remark
from auditor.vocabulary.findings import DEALER, Actor, Finding, Location
from auditor.vocabulary.money import CHIPS, in_currency
from auditor.vocabulary.records import field, record_class, replace, value_class

S = TypeVar("S")  # what the checks look at: the state of a hand, or a session

Verdicts = tuple[
    int, int, int
]  # the clauses that passed, lacked evidence and failed, as bits of `BoundRulebook.clauses`
CASH = EntryFees, Placed  # of fees and prizes: their amounts are money, even where the play is for chips
UNTOUCHED: Verdicts = (0, 0, 0)
Kind = tuple[str, str, tuple[str, int | None, str | None]]  # of a finding: its clause, its check, who it is about
Missing = tuple[str, str]  # the clause, and the evidence for it that the log lacks


@record_class
class Judged:
    """What the checks made of a hand: findings, verdicts by clause, missing evidence, and facts for the session."""

    verdicts: Verdicts
    findings: list[Finding] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)
    facts: HandPlayed | None = None
    remarks: list[Remark] = field(default_factory=list)  # lines of the hand that are no part of the play
    doubts: tuple[Doubt, ...] = ()  # what the record of the hand leaves open


def joined(verdicts: Iterable[Verdicts]) -> Verdicts:
    """Join several verdicts on the same clauses. The worst counts."""
    passed = lacking = failed = 0
    for each in verdicts:
        passed |= each[0]
        lacking |= each[1]
        failed |= each[2]
    return _worst(passed, lacking, failed)


def _worst(passed: int, lacking: int, failed: int) -> Verdicts:
    """Sort the clauses by the worst that is said of each."""
    return passed & ~(lacking | failed), lacking & ~failed, failed


@value_class
class Scene:
    """Where and when a fault happened: at which table, in which hand and betting round, on which night."""

    table: str
    hand: str | None
    round: str | None = None
    currency: str | None = None  # what amounts are in: a code or a sign, as the log has it, or `chips`
    names: Collection[str] = ()  # of the players there
    night: date | None = None
    day: date | None = None  # the calendar day, which past midnight may be another
    time: str | None = None  # of the hand's first card
    venue: str | None = None


class Collector(ABC, Generic[S]):
    """Calls the checks of a hand, or of a session, and collects what they say."""

    __slots__ = ("alike", "bound", "failed", "findings", "lacking", "missing", "passed", "path", "watched", "watchers")

    def __init__(self, bound: BoundRulebook, dispatch: Dispatch[S], path: str) -> None:
        """Nothing has been said yet."""
        self.bound = bound
        self.watched: frozenset[type] | None = dispatch.kinds
        self.watchers = dispatch.watchers
        self.path = path
        self.passed = self.lacking = self.failed = 0  # clauses, as bits
        self.findings: list[Finding] = []
        self.alike: dict[Kind, int] = {}  # how many findings there are of a kind
        self.missing: list[Missing] = []

    @property
    def verdicts(self) -> Verdicts:
        """The clauses by their verdict."""
        return _worst(self.passed, self.lacking, self.failed)

    def call(self, state: S, event: Event, moments: Moments[S], situation: int) -> None:
        """Let the checks that watch this kind of event in this situation look at it before it is applied."""
        watchers, passing = moments[situation]
        self.passed |= passing
        for clauses, function, when, figure, name in watchers:
            if when is None or when(state, event, figure):
                self.passed |= clauses
                outcomes = function(state, event, figure)
                if outcomes:
                    for outcome in outcomes:
                        self.record_outcome(state, outcome, name, clauses)

    def record_outcome(self, state: S, outcome: Outcome, check: str, clauses: int, scene: Scene | None = None) -> None:
        """Take in what a check said; `scene` is where that happened, if not where things stand now."""
        if isinstance(outcome, NotRecorded):
            self.lacking |= clauses
            figure, missing = outcome.figure, outcome.missing
            if "$" in missing:
                missing = _worded(missing, scene or self.scene(state))
            self.missing.append((figure.clause, missing))
            if figure.with_:
                self.missing.extend([(clause, missing) for clause in figure.with_])
        else:
            self.failed |= clauses
            finding = self._finding(state, outcome, check, scene or self.scene(state))
            self.findings.append(finding)
            self._count(finding, 1)

    def replace_findings(self, start: int, findings: list[Finding]) -> None:
        """Put these findings in the place of those from `start` on."""
        for finding in self.findings[start:]:
            self._count(finding, -1)
        for finding in findings:
            self._count(finding, 1)
        self.findings[start:] = findings

    def _count(self, finding: Finding, times: int) -> None:
        kind = _kind(finding)
        self.alike[kind] = self.alike.get(kind, 0) + times

    @abstractmethod
    def scene(self, state: S) -> Scene:
        """Where things stand now."""

    @abstractmethod
    def player(self, state: S, name: str, fault: Fault) -> Actor:
        """The player of that name."""

    @abstractmethod
    def dealer(self, state: S, line: int) -> str | None:
        """The name or the number of the dealer at a line of the log; None if the log does not tell."""

    def _actor(self, state: S, fault: Fault) -> Actor:
        """The person responsible: the one the check names, or the player of the act, or the dealer."""
        by = fault.by if fault.by is not None else getattr(fault.event, "player", None)
        if by is None or by == DEALER:
            return replace(DEALER, name=self.dealer(state, fault.event.line))
        return by if isinstance(by, Actor) else self.player(state, by, fault)

    def _finding(self, state: S, fault: Fault, check: str, scene: Scene) -> Finding:
        rules, figure = self.bound.rules, fault.figure
        actor = self._actor(state, fault)
        if scene.currency == CHIPS and isinstance(fault.event, CASH):
            scene = replace(scene, currency=None)
        expected = fault.expected if rules.applies else _supposing(fault)
        return Finding(
            rules=rules.id,
            version=rules.version,
            clause=figure.clause,
            citation=rules.cite(figure.clause),
            read_with=figure.with_,
            check=check,
            severity=fault.severity,
            observed=_worded(fault.observed, scene),
            expected=_worded(expected, scene),
            table=scene.table,
            hand=scene.hand,
            round=scene.round,
            actor=actor,
            location=Location(self.path, fault.event.line, fault.event.column),
            evidence=tuple(Location(self.path, event.line, event.column) for event in fault.evidence),
            money=fault.money,
            reading=None,
            ordinal=self.alike.get((figure.clause, check, actor.office), 0) + 1,
            named=rules.named(figure.clause),
            named_with=tuple(rules.named(clause) for clause in figure.with_),
            practices=fault.practices,
            about=fault.about,
            also=tuple(Location(self.path, event.line, event.column) for event in fault.also),
            currency=scene.currency,
            night=scene.night,
            day=scene.day,
            time=getattr(fault.event, "time", None) or scene.time,
            venue=scene.venue,
        )


def _kind(finding: Finding) -> Kind:
    """What findings have in common that only their ordinals tell apart."""
    return finding.clause, finding.check, finding.actor.office


def _worded(text: str, scene: Scene) -> str:
    """A text of a check, with its amounts in the currency of the table."""
    return text if scene.currency is None else in_currency(text, scene.currency, scene.names)


def _supposing(fault: Fault) -> str:
    """What was expected on a day on which the rules did not yet apply. That, and a faulty record, is true by itself."""
    if isinstance(fault.figure, Approval) or fault.figure.clause.startswith(RECORD):
        return fault.expected
    return "; ".join(filter(None, [fault.expected, "had the rules applied"]))
