"""A hand judged: the checks look on while it is replayed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from auditor.auditing.engine.collector import Collector, Judged, Scene
from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.engine.outcomes import Fault, Outcome
from auditor.auditing.engine.situation_at_end import of_end
from auditor.auditing.engine.situation_of_act import of_act, of_turn
from auditor.auditing.engine.situation_of_event import of_event
from auditor.auditing.engine.situations import PASSED_OVER
from auditor.replay.cards.facing import with_exposed_cards
from auditor.replay.engine.observer import Observer
from auditor.replay.engine.replayer import end, play
from auditor.replay.session.hand_summary import facts_of
from auditor.replay.settlement.compute import Settled, Unsettled
from auditor.replay.state import BettingRound, EarlyWager, HandState, OutOfTurnWagerStood
from auditor.vocabulary.events import Act, Event, Remark
from auditor.vocabulary.findings import Actor, Finding
from auditor.vocabulary.hand import NAMES_DEALER, Hand, dealer_at

Enough = Callable[[Finding], bool]  # is it settled with this finding that a hand need not be judged to its end?


def judge(hand: Hand, bound: BoundRulebook, path: str) -> Judged:
    """Replay a hand under a rulebook and collect what its checks say."""
    return judge_end(*judge_play(hand, bound, path))


def judge_unless(hand: Hand, bound: BoundRulebook, path: str, enough: Enough) -> Judged | None:
    """Judge a hand as `judge` does, but only until a finding in it is enough: then None."""
    bound = bound.for_table(hand.setup)
    try:
        return judge_end(*_judge_play(hand, _UntilEnough(bound, path, enough)))
    except _EnoughError:
        return None


def judge_play(hand: Hand, bound: BoundRulebook, path: str) -> tuple[HandState, HandJudge]:
    """Play a hand under a rulebook while its checks look on, and stop before the settlement."""
    return _judge_play(hand, HandJudge(bound.for_table(hand.setup), path))


def _judge_play(hand: Hand, judge: HandJudge) -> tuple[HandState, HandJudge]:
    rules = judge.bound.rules
    return play(with_exposed_cards(hand, rules), rules, judge), judge


def judge_end(state: HandState, judge: HandJudge) -> Judged:
    """End a hand that has been played, and collect what the checks have said of it."""
    end(state, judge)
    remarks = remarks_of(state.hand) if Remark in state.kinds else []
    return Judged(judge.verdicts, judge.findings, judge.missing, facts_of(state), remarks, state.hand.doubts)


def remarks_of(hand: Hand) -> list[Remark]:
    """The lines of a hand that are no part of the play."""
    return [event for event in hand.events if type(event) is Remark]


class HandJudge(Collector[HandState], Observer):
    """The observer that calls the checks of a hand."""

    __slots__ = ("deferred",)

    def __init__(self, bound: BoundRulebook, path: str) -> None:
        """Nothing has been said yet, but that a record of play only lacks some evidence."""
        super().__init__(bound, bound.hand, path)
        self.lacking = bound.lacking
        self.deferred: list[tuple[EarlyWager, int, str, list[Outcome]]] = []

    def at_event(self, state: HandState, event: Event) -> None:
        """Call the checks that watch this kind of event."""
        betround = state.round
        moments = self.watchers[None if betround is None else betround.number, type(event)]
        self.call(state, event, moments, of_event(state, event, moments.asked))

    def at_act(self, state: HandState, act: Act) -> None:
        """Call the checks of an act in its turn."""
        moments = self.watchers[_round(state.round), type(act)]
        self.call(state, act, moments, of_act(state, act, moments.asked))

    def at_turn(self, state: HandState, act: Act) -> None:
        """Call the checks of a usual act."""
        player, betround = state.turn, state.round
        assert player is not None and betround is not None  # or it would be no act in turn
        moments = self.watchers[betround.number, type(act)]
        self.call(state, act, moments, of_turn(state, act, player, betround, moments.asked))

    def at_early_wager(self, state: HandState, early: EarlyWager) -> None:
        """Call the checks of wagers out of turn."""
        self.call(state, early, self.watchers[_round(state.round), EarlyWager], PASSED_OVER)

    def at_judged_early_wager(self, state: HandState, early: EarlyWager) -> None:
        """Let the checks that judge a wager out of turn like any other look at it, and keep what they say."""
        moments = self.watchers[_round(early.round), OutOfTurnWagerStood]
        watchers, _ = moments[of_act(state, early.act, moments.asked)]
        for clauses, function, when, figure, name in watchers:
            if when is None or when(state, early.act, figure):
                self.deferred.append((early, clauses, name, list(function(state, early.act, figure))))

    def at_settlement(self, state: HandState, end: Settled) -> None:
        """Say what was kept of wagers out of turn, and call the checks of the settlement.

        Where the payments are wrong, those are called at last who see to it that somebody has told of them.
        """
        self._release(state)
        said = len(self.missing)
        moments = self.watchers[_round(state.round), Settled]
        self.call(state, end, moments, of_end(state, end, moments.asked))
        done = end.settlement
        if not done.right and state.wins and not done.but_commission:
            unsettled = Unsettled(end.line, end.column, end.settlement, partial(self._told_since, said))
            self.call(state, unsettled, self.watchers[_round(state.round), Unsettled], 0)
        records = state.hand.setup.records
        if records:
            self.passed |= self.bound.clauses_passed_by_silence(records)

    def _told_since(self, said: int) -> frozenset[str]:
        """The checks that found something in the hand, or have said since what the record lacks for their clause."""
        undecided = {clause for clause, _ in self.missing[said:]}
        lacking = [one.check.name for one in self.bound.bindings if one.figure.clause in undecided]
        return frozenset([*lacking, *(one.check for one in self.findings)])

    def _release(self, state: HandState) -> None:
        """Say what was kept of a wager out of turn that stood.

        If it became lawful by what the players passed over did, or what was too much of it went back, nothing is said.
        """
        for early, clauses, name, outcomes in self.deferred:
            if early.outcome != "stands" or early.returned >= early.added:
                continue
            self.passed |= clauses
            put_right = early.right or 0 < early.excess <= early.returned
            for outcome in () if put_right else outcomes:
                self.record_outcome(state, outcome, name, clauses, _scene(state, early.round or state.round))

    def scene(self, state: HandState) -> Scene:
        """The hand and the betting round under way."""
        return _scene(state, state.round)

    def player(self, state: HandState, name: str, _fault: Fault) -> Actor:
        """A player of the hand, with the seat if there is one of that name."""
        player = state.by_name.get(name)
        return Actor("player", player.seat if player else None, name)

    def dealer(self, state: HandState, line: int) -> str | None:
        """Whoever dealt then: the dealer may change within a hand."""
        if state.kinds.isdisjoint(NAMES_DEALER):
            return state.hand.setup.dealer
        return dealer_at(line, state.hand.setup.dealer, state.timeline.all(*NAMES_DEALER))


class _EnoughError(Exception):
    """Nothing more is asked of a hand."""


class _UntilEnough(HandJudge):
    """Calls the checks of a hand until one of them finds what is enough."""

    __slots__ = ("enough",)

    def __init__(self, bound: BoundRulebook, path: str, enough: Enough) -> None:
        super().__init__(bound, path)
        self.enough = enough

    def record_outcome(
        self, state: HandState, outcome: Outcome, check: str, clauses: int, scene: Scene | None = None
    ) -> None:
        """Take in what a check said, and stop if that is enough."""
        known = len(self.findings)
        super().record_outcome(state, outcome, check, clauses, scene)
        if any(map(self.enough, self.findings[known:])):
            raise _EnoughError


def _scene(state: HandState, betround: BettingRound | None) -> Scene:
    hand, round = state.hand, None if betround is None else betround.name
    setup, header = hand.setup, hand.header
    when = hand.night, hand.day, header.time
    return Scene(setup.table, header.number, round, setup.currency, state.by_name, *when, setup.house_or_room)


def _round(betround: BettingRound | None) -> int | None:
    return None if betround is None else betround.number
