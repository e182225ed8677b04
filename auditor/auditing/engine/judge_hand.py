"""Calling the checks: over the events of a hand, and over the hands of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from auditor.auditing.engine import situations
from auditor.auditing.engine.outcomes import Fault, NotRecorded, Outcome
from auditor.auditing.engine.registry import RECORD, Bound
from auditor.auditing.mitigation.other_readings import Instead, OtherReadings, weighed
from auditor.replay.betting import lookahead, rounds_and_turns
from auditor.replay.betting.measuring import measure
from auditor.replay.engine.apply import apply
from auditor.replay.forced_bets.blinds_and_antes import figure_of, number_of
from auditor.replay.session.hand_summary import HandPlayed, SessionClosed, facts_of
from auditor.replay.session.other_tables import Room
from auditor.replay.session.state import Session
from auditor.replay.settlement.compute import Settled, settle
from auditor.replay.state import Betround, EarlyWager, Table, Upheld
from auditor.rules.schema.figures import Approval
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.events import Act, Event, Post, Remark, Wager
from auditor.vocabulary.findings import DEALER, Actor, Finding, Place
from auditor.vocabulary.hand import Hand

Verdicts = tuple[int, int, int]  # the clauses that passed, lacked evidence and failed, as bits of `Bound.clauses`
UNTOUCHED: Verdicts = (0, 0, 0)
Missing = tuple[str, str]  # the clause, and the evidence for it that the log lacks


@dataclass(slots=True)
class Judged:
    """What the checks made of a hand: findings, verdicts by clause, missing evidence, and facts for the session."""

    verdicts: Verdicts
    findings: list[Finding] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)
    facts: HandPlayed | None = None
    remarks: list[Remark] = field(default_factory=list)  # lines of the hand that are no part of the play


Step = Callable[[Table, Event], None]
Others = Callable[[], OtherReadings | None]  # what else a text may mean, worked out where it is asked for


def joined(verdicts: Iterable[Verdicts]) -> Verdicts:
    """Several verdicts on the same clauses as one: the worst counts."""
    passed = lacking = failed = 0
    for each in verdicts:
        passed |= each[0]
        lacking |= each[1]
        failed |= each[2]
    return _worst(passed, lacking, failed)


def _worst(passed: int, lacking: int, failed: int) -> Verdicts:
    """The clauses by the worst that is said of each."""
    return passed & ~(lacking | failed), lacking & ~failed, failed


def judge(hand: Hand, bound: Bound, path: str, step: Step | None = None) -> Judged:
    """Replay a hand under a rulebook and collect what its checks say.

    `step` is shown each event with the table before it, and the settlement last, for those who want to look on.
    """
    bound = bound.under(hand.setup)
    table = Table(hand, bound.rules)
    run = _Run(bound, path, table)
    run.lacking = bound.lacking
    try:
        for number, event in enumerate(hand.events):
            if step is not None:
                step(table, event)
            table.event, table.place = event, number
            if isinstance(event, Act):
                if _set_aside(run, table, event, number):
                    continue
                run.call(event, situations.of_act(table, event))
            else:
                if type(event) is Post:
                    table.forced = figure_of(table, event)
                    table.number = number_of(table, table.forced, event)
                if type(event) in bound.kinds:
                    run.call(event, situations.of_event(table, event))
            apply(table, event)
        rounds_and_turns.resolve_early(table, force=True)
        run.release()
        table.event = settled = Settled(event.line, event.column, settle(table))
        if step is not None:
            step(table, settled)
        run.call(settled, situations.of_end(table, settled))
        if hand.setup.records:
            run.passed |= bound.speaking(hand.setup.records)
    except Unreadable as error:
        error.hand = hand.number
        raise
    facts = facts_of(table)
    table.event = None  # the settlement refers to the table: a circle would stay until somebody searches for such
    remarks = [event for event in hand.events if type(event) is Remark] if Remark in table.kinds else []
    return Judged(run.verdicts, run.findings, run.missing, facts, remarks)


def _set_aside(run: _Run, table: Table, act: Act, number: int) -> bool:
    """Settle whose turn it is and measure a wager before the checks see the act.

    True for a wager out of turn: it is held until the players passed over have acted, and its own check called instead.
    """
    betround = table.round
    if betround is None or betround.closed or lookahead.acted_already(table, betround, act):
        rounds_and_turns.begin_round(table, act)
    table.move = None
    lookahead.passed_over(table, act, number)
    betround = table.round
    if betround is not None and betround.acts == 0:
        lookahead.note_beginning(table, act)
    if not isinstance(act, Wager):
        return False
    if betround is None:
        rounds_and_turns.start_round(table)
    move = measure(table, act)
    if not table.skipped:
        table.move = move
        return False
    table.event = early = rounds_and_turns.hold_early(table, act, move)
    run.call(early, situations.PASSED_OVER)
    if table.game.early is not None and table.game.early.judged:
        table.move = move
        run.defer(early, situations.of_act(table, act))
        table.move = None
    return True


class _Run:
    """Collects the outcomes of checks into findings and verdicts."""

    __slots__ = ("bound", "deferred", "failed", "findings", "lacking", "missing", "others", "passed", "path", "table")

    def __init__(self, bound: Bound, path: str, table: Table | Session, others: Others | None = None) -> None:
        self.bound = bound
        self.path = path
        self.table = table
        self.others = others
        self.passed = self.lacking = self.failed = 0  # clauses, as bits
        self.findings: list[Finding] = []
        self.missing: list[Missing] = []
        self.deferred: list[tuple[EarlyWager, int, str, list[Outcome]]] = []

    @property
    def verdicts(self) -> Verdicts:
        """The clauses by their verdict."""
        return _worst(self.passed, self.lacking, self.failed)

    def call(self, event: Event, flags: int = 0) -> None:
        """Let the checks that watch this kind of event in this situation look at it before it is applied."""
        table = self.table
        betround = table.round
        number = None if betround is None else betround.round.number
        watchers, passing = self.bound.watchers[number, type(event), flags]
        passed = self.passed | passing
        for clauses, function, when, figure, name in watchers:
            if when is None or when(table, event, figure):
                passed |= clauses
                outcomes = function(table, event, figure)
                if outcomes:
                    if self.others is not None:
                        outcomes = [self._tried(outcome, event, name) for outcome in outcomes]
                    for outcome in outcomes:
                        self._take(outcome, name, clauses)
        self.passed = passed

    def defer(self, early: EarlyWager, flags: int) -> None:
        """Let the checks that judge a wager out of turn like any other look at it, and keep what they say."""
        assert early.round is not None
        watchers, _ = self.bound.watchers[early.round.round.number, Upheld, flags]
        for clauses, function, when, figure, name in watchers:
            if when is None or when(self.table, early.act, figure):
                self.deferred.append((early, clauses, name, list(function(self.table, early.act, figure))))

    def release(self) -> None:
        """Say what was kept of a wager out of turn that stood.

        If it became lawful by what the players passed over did, or what was too much of it went back, nothing is said.
        """
        for early, clauses, name, outcomes in self.deferred:
            if early.outcome != "stands" or early.returned >= early.added:
                continue
            self.passed |= clauses
            put_right = early.right or 0 < early.excess <= early.returned
            for outcome in () if put_right else outcomes:
                self._take(outcome, name, clauses, early.round)

    def _tried(self, outcome: Outcome, event: Event, check: str) -> Outcome:
        """A fault as grave as it is in view of what the check says under the figures that other readings give."""
        if isinstance(outcome, NotRecorded) or self.others is None or (others := self.others()) is None:
            return outcome
        figure = outcome.figure
        place = next(one.index for one in self.bound.bindings if one.figure is figure and one.check.name == check)

        def instead(bound: Bound) -> Instead:
            other = bound.bindings[place]
            found = other.check.function(self.table, event, other.figure)
            faults = [one for one in found if isinstance(one, Fault)]
            return Instead(max((one.severity for one in faults if _same(one, outcome)), default=None))

        versions = others.of((figure.clause, *figure.with_))
        severity, reading = weighed(outcome.severity, ((other, instead(other.bound)) for other in versions))
        return outcome if reading is None else replace(outcome, severity=severity, interpretation=reading)

    def _take(self, outcome: Outcome, check: str, clauses: int, betround: Betround | None = None) -> None:
        if isinstance(outcome, NotRecorded):
            self.lacking |= clauses
            figure, missing = outcome.figure, outcome.missing
            self.missing.append((figure.clause, missing))
            if figure.with_:
                self.missing.extend([(clause, missing) for clause in figure.with_])
        else:
            self.failed |= clauses
            self.findings.append(self._finding(outcome, check, betround))

    def _finding(self, fault: Fault, check: str, betround: Betround | None = None) -> Finding:
        rules, table, figure = self.bound.rules, self.table, fault.figure
        actor = _actor(table, fault)
        hand, round = None, None
        if isinstance(table, Table):
            hand = table.hand.number
            betround = betround or table.round
            round = betround.name if betround is not None else None
            name = table.hand.setup.table
        else:
            name = table.table
            hand = table.coming.number if isinstance(table.coming, HandPlayed) else None
        alike = [one for one in self.findings if (one.clause, one.check, one.actor) == (figure.clause, check, actor)]
        return Finding(
            rules=rules.id,
            version=rules.version,
            clause=figure.clause,
            citation=rules.cite(figure.clause),
            read_with=figure.with_,
            check=check,
            severity=fault.severity,
            observed=fault.observed,
            expected=fault.expected if rules.applies else _supposing(fault),
            table=name,
            hand=hand,
            round=round,
            actor=actor,
            place=Place(self.path, fault.event.line, fault.event.column),
            evidence=tuple(Place(self.path, event.line, event.column) for event in fault.evidence),
            money=fault.money,
            interpretation=fault.interpretation,
            ordinal=len(alike) + 1,
            named=rules.named(figure.clause),
            named_with=tuple(rules.named(clause) for clause in figure.with_),
        )


def _same(one: Fault, other: Fault) -> bool:
    """Are both about one event and one person, in whatever words?"""
    return one.event is other.event and one.by == other.by


def _supposing(fault: Fault) -> str:
    """What was expected on a day on which the rules did not yet apply. That, and a faulty record, is true by itself."""
    if isinstance(fault.figure, Approval) or fault.figure.clause.startswith(RECORD):
        return fault.expected
    return "; ".join(filter(None, [fault.expected, "had the rules applied"]))


def _actor(table: Table | Session, fault: Fault) -> Actor:
    """The person responsible: the one the check names, or the player of the act, or the dealer."""
    by = fault.by if fault.by is not None else getattr(fault.event, "player", None)
    if isinstance(by, Actor):
        return by
    if by is None:
        return DEALER
    if isinstance(table, Table):
        player = table.by_name.get(by)
        return Actor("player", player.seat if player else None, by)
    seen = table.previous.seat_of(by) if table.previous else None
    if isinstance(fault.event, HandPlayed):
        seen = fault.event.seat_of(by) or seen
    return Actor("player", seen.seat if seen else None, by)


class SessionRun:
    """The checks over the hands of one table, fed with facts in the order of the log."""

    def __init__(self, bound: Bound, path: str, table: str, room: Room) -> None:
        """A session that has seen nothing yet, in a room where there may be other tables."""
        self.session = Session(bound.rules, table, room=room)
        self._furnish(bound)
        self.path = path
        self.last: HandPlayed | None = None  # the last hand, if the session does not need to know of it yet

    def take(self, hand: HandPlayed | SessionClosed, bound: Bound, others: Others) -> Judged:
        """Judge what was noted since the last hand, and this hand as a part of the session."""
        bound = bound.under(hand.setup)
        if type(hand) is SessionClosed and self._nobody_asks(hand, bound):
            return Judged(UNTOUCHED)
        self._catch_up()
        session = self.session
        if bound.rules is not session.rules:
            self._furnish(bound)
        session.rules, session.coming = bound.rules, hand
        run = _Run(bound, self.path, session, others)
        for event in hand.before:
            if type(event) in bound.kinds:
                run.call(event, situations.of_note(session, event))
            session.note(event)
        run.call(hand, situations.of_hand(session, hand))
        if isinstance(hand, HandPlayed):
            session.enter(hand)
            self.last = hand
        return Judged(run.verdicts, run.findings, run.missing)

    def lose(self) -> None:
        """Part of the record could not be read."""
        self._catch_up()
        self.session.lose()

    def _catch_up(self) -> None:
        """Take in the last hand. Nobody asks what it changed before something follows: most often that is nothing."""
        if self.last is not None:
            self.session.played(self.last)
            self.last = None

    def _nobody_asks(self, end: SessionClosed, bound: Bound) -> bool:
        """Has nothing been noted after the last hand, and does no check watch such an end of a table?"""
        if self.last is None or self.last.noted or end.before:
            return False
        return not any(bound.watchers[None, SessionClosed, situations.LATER_HAND | situations.of_setup(end.setup)])

    def _furnish(self, bound: Bound) -> None:
        """Have the floor keep its notes from now on, if the rulebook asks about them."""
        self.session.floored = self.session.floored or bound.floored
