"""A rulebook with its checks, ready to judge: who is to be called at which moment.

Which checks hold depends on what a table declares: its deck, its kind of betting limit, a tournament's conditions, and
whether the log records the play only. `BoundRulebook.for_table` leaves out the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from operator import or_
from typing import Generic, TypeVar

from auditor.auditing.engine.binding import Binding, BoundMoments, bindings_of
from auditor.auditing.engine.outcomes import Outcome, not_recorded
from auditor.auditing.engine.registry import RECORD, AnyJudge, AnyWhen, Watch, Watched
from auditor.replay.session.floor import NeedsFloorRecord
from auditor.replay.session.state import Session
from auditor.replay.state import HandState
from auditor.replay.variant import TABLE_LIMIT, deck_key
from auditor.rules.schema.figures import Figure
from auditor.rules.schema.record import cached_on_record
from auditor.rules.schema.rulebook import BEYOND_PLAY, Rule, Rulebook
from auditor.vocabulary.hand import PLAY_ONLY, Setup
from auditor.vocabulary.records import field, object_class, value_class

S = TypeVar("S")  # what the checks look at: the state of a hand, or a session

Watcher = tuple[int, AnyJudge[S], AnyWhen[S] | None, Figure, str]  # the clauses as bits, and what is to be called
Watching = tuple[tuple[Watcher[S], ...], int]  # who is to be called; the clauses that pass by the event alone
Kind = tuple[int | None, type]  # the betting round (None: outside of any), and the kind of event
Kinds = tuple[type, ...]  # of events, in their order
Needs = tuple[int, ...]  # situations, any one of which will do
LIMIT_KIND = "the kind of betting limit"
KEPT = 64  # how many answers of a kind are kept: a log may declare as many different things as it likes


@value_class
class Candidate(Generic[S]):
    """Whoever may have to be called for a kind of event, and the situations that decide it."""

    index: int  # of the binding
    watcher: Watcher[S]
    watched: Needs
    called: Needs
    passing: Needs
    clearing: Needs
    moot: Needs

    @property
    def asked(self) -> int:
        """Every flag of a situation that makes a difference to it."""
        needs = (*self.called, *self.passing, *self.clearing, *self.moot)
        return reduce(or_, needs, 0)

    def judged(self, situation: int) -> tuple[bool, bool]:
        """Is it to be called in a situation, and do its clauses pass there without a call?"""
        passes = bool(self.passing) and arises(self.passing, situation)  # most have no needs of most kinds
        if not arises(self.called, situation) or (self.moot and arises(self.moot, situation)):
            return False, passes
        cleared = bool(self.clearing) and arises(self.clearing, situation)
        return not cleared, passes or cleared


class Moments(dict[int, Watching[S]]):
    """Who is to be called for a kind of event, by its situation: worked out when that first comes."""

    __slots__ = ("asked", "candidates")

    def __init__(self, candidates: list[Candidate[S]]) -> None:
        """Nothing is worked out yet."""
        super().__init__()
        self.candidates = candidates
        self.asked = reduce(or_, [one.asked for one in candidates], 0)  # every flag that makes a difference here

    def __missing__(self, situation: int) -> Watching[S]:
        """Work it out. Situations that differ in flags which nobody asks for have the same answer."""
        if situation & ~self.asked:
            found = self[situation] = self[situation & self.asked]
            return found
        called: list[Watcher[S]] = []
        passed = 0
        for one in self.candidates:
            calls, passes = one.judged(situation)
            if calls:
                called.append(one.watcher)
            if passes:
                passed |= one.watcher[0]
        found = self[situation] = tuple(called), passed
        return found


class Watchers(dict[Kind, Moments[S]]):
    """Who is to be called for which kind of event in which betting round."""

    def __init__(self, candidates: Callable[[int | None, type], list[Candidate[S]]]) -> None:
        """Nothing is worked out yet."""
        super().__init__()
        self._candidates = candidates

    def __missing__(self, kind: Kind) -> Moments[S]:
        """Work it out."""
        found = self[kind] = Moments(self._candidates(*kind))
        return found


class Dispatch(Generic[S]):
    """The checks of a rulebook that look at hands, or those that look at sessions."""

    __slots__ = (
        "_bits",
        "_candidates",
        "_of_kind",
        "_silent",
        "_unknown",
        "_unrestricted",
        "bound",
        "kinds",
        "watchers",
    )

    def __init__(
        self,
        bound: list[tuple[Binding, Watch[S], BoundMoments]],
        bits: tuple[int, ...],
        unrestricted: Dispatch[S] | None = None,
        silent: frozenset[int] = frozenset(),
        unknown: bool = False,
    ) -> None:
        """All these checks but the silent ones; those that need the kind of betting limit say if it is `unknown`."""
        self.bound = bound
        self._bits = bits
        self._unrestricted = unrestricted
        self._silent = silent
        self._unknown = unknown
        self._candidates: dict[Kind, list[Candidate[S]]] = {}
        self._of_kind: dict[type, list[tuple[frozenset[int] | None, Candidate[S]]]] = {}
        self.watchers: Watchers[S] = Watchers(self.candidates)
        watched = {
            kind
            for one, _, moments in bound
            if one.index not in silent
            for kind in (*moments.watched, *moments.passing)
        }
        self.kinds = frozenset([*watched, *(below for kind in watched for below in _descendants(kind))])

    def restricted(self, silent: frozenset[int], unknown: bool) -> Dispatch[S]:
        """The same without the silent bindings."""
        return Dispatch(self.bound, self._bits, self, silent, unknown)

    def candidates(self, round: int | None, kind: type) -> list[Candidate[S]]:
        """Whoever may have to be called for a kind of event in a betting round."""
        if (round, kind) not in self._candidates:
            self._candidates[round, kind] = self._find_candidates(round, kind)
        return self._candidates[round, kind]

    def _find_candidates(self, round: int | None, kind: type) -> list[Candidate[S]]:
        if self._unrestricted is not None:
            found = [one for one in self._unrestricted.candidates(round, kind) if one.index not in self._silent]
            return [_undecided(one) for one in found] if self._unknown else found
        if kind not in self._of_kind:  # which the betting rounds share
            self._of_kind[kind] = list(self._watching(kind))
        return [one for rounds, one in self._of_kind[kind] if rounds is None or round in rounds]

    def _watching(self, kind: type) -> Iterator[tuple[frozenset[int] | None, Candidate[S]]]:
        """Whoever watches a kind of event, and in which betting rounds."""
        kinds = frozenset(kind.__mro__)
        for one, watch, moments in self.bound:
            if kinds.isdisjoint(moments.watched) and kinds.isdisjoint(moments.passing):
                continue  # as nearly all of them
            watched, passing = situations_of(moments.watched, kind), situations_of(moments.passing, kind)
            if watched or passing:
                watcher = (self._bits[one.index], watch.function, watch.when, one.figure, one.check.name)
                called, clearing = situations_of(moments.called, kind), situations_of(moments.clearing, kind)
                moot = situations_of(moments.moot, kind)
                yield one.rounds, Candidate(one.index, watcher, watched, called, passing, clearing, moot)


@object_class
class BoundRulebook:
    """A rulebook with its checks, ready to judge."""

    rules: Rulebook
    bindings: tuple[Binding, ...]
    hand: Dispatch[HandState]
    play: Dispatch[HandState]  # that of hands, in a record of play only
    session: Dispatch[Session]
    clauses: tuple[str, ...]  # every clause that a binding decides or is read with
    bits: tuple[int, ...]  # for each binding, its own clauses among those
    limits: frozenset[str]  # the kinds of betting limit that some bindings are for
    needs_floor_record: bool  # some of the checks need what the floor keeps
    silent: frozenset[int] = frozenset()  # bindings of another deck or limit, or that a tournament condition sets aside
    unknown: bool = False  # the record does not tell the kind of betting limit, without which some cannot judge
    lacking: int = 0  # the clauses that such a record cannot show to be kept or broken
    _restricted: dict[tuple[str, str, tuple[str, ...], bool], BoundRulebook] = field(default_factory=dict)
    _by_silence: dict[frozenset[str], int] = field(default_factory=dict)
    heads: dict[int, tuple[Setup, Kinds, int]] = field(default_factory=dict)  # by the identity of the set-up
    _latest: tuple[Setup | None, BoundRulebook | None] = None, None  # the last set-up, and what it left of this

    def for_table(self, setup: Setup) -> BoundRulebook:
        """The same checks without those of other decks or limits, or whose clause a tournament's condition sets aside.

        Where the record does not tell the limit that a table is played with, what depends on it cannot be judged. Nor
        can procedure and conduct, where it is a record of play only.
        """
        known, found = self._latest
        if found is None or known is not setup:  # a hand asks several times, and most hands share a set-up
            found = self._for_table(setup)
            self._latest = setup, found
        return found

    def _for_table(self, setup: Setup) -> BoundRulebook:
        names: tuple[str, ...] = ()
        if setup.conditions and setup.tournament is not None:
            names = tuple([clause for condition in setup.conditions for clause in condition.clauses])
        play_only = PLAY_ONLY in setup.records
        if not names and not self.limits and not play_only and len(self.rules.game.deck) == 1:
            return self
        key = deck_key(self.rules.game, setup.deck), setup.limit or TABLE_LIMIT, names, play_only
        found = self._restricted.get(key)
        if found is None:
            if len(self._restricted) > KEPT:
                self._restricted.clear()
            found = self._restricted[key] = self._restrict(*key)
        return found

    def remember_head(self, setup: Setup, kinds: Kinds, passed: int) -> None:
        """Remember which clauses pass by the head of a table alone, so that it is looked at once.

        Most hands of a room's log carry their table, and readers give those that declare the same one set-up.
        """
        if len(self.heads) > KEPT:
            self.heads.clear()
        self.heads[id(setup)] = setup, kinds, passed

    def _restrict(self, deck: str, limit: str, names: tuple[str, ...], play_only: bool) -> BoundRulebook:
        unknown = limit not in self.limits and bool(self.limits)
        beyond = self._beyond_play() if play_only else frozenset()
        silent = frozenset(
            one.index
            for one in self.bindings
            if one.figure.clause in beyond or self._silent(one, deck, None if unknown else limit, names)
        )
        return BoundRulebook(
            self.rules,
            self.bindings,
            (self.play if play_only else self.hand).restricted(silent, unknown),
            self.play,
            self.session.restricted(silent, unknown),
            self.clauses,
            self.bits,
            self.limits,
            self.needs_floor_record,
            silent=silent,
            unknown=unknown,
            lacking=sum(1 << number for number, clause in enumerate(self.clauses) if clause in beyond),
        )

    def _beyond_play(self) -> frozenset[str]:
        """The clauses about what only people at the table see."""
        return frozenset(one.id for one in self.rules.clauses if one.evidence in BEYOND_PLAY)

    def _silent(self, one: Binding, deck: str, limit: str | None, names: tuple[str, ...]) -> bool:
        limits = one.figure.limits
        if one.deck not in (None, deck) or (limit is not None and limits and limit not in limits):
            return True
        return _overridden(self.rules, names, one.figure.clause)

    def clauses_passed_by_silence(self, records: frozenset[str]) -> int:
        """The clauses for which silence means a pass, in a log that undertakes to record these items."""
        if records not in self._by_silence:
            if len(self._by_silence) > KEPT:
                self._by_silence.clear()
            heard = [one for one in self.bindings if one.index not in self.silent]
            passing = [self.bits[one.index] for one in heard if one.check.silence_passes_if_recorded in records]
            self._by_silence[records] = reduce(or_, passing, 0)
        return self._by_silence[records]


def bind(rules: Rulebook) -> BoundRulebook:
    """A rulebook with its checks; the clauses are numbered, so that a set of them is one number with a bit for each."""
    bindings = bindings_of(rules)
    numbers: dict[str, int] = {}
    for one in bindings:
        for clause in one.clauses:
            numbers.setdefault(clause, len(numbers))
    bits = tuple([sum({1 << numbers[clause] for clause in one.clauses}) for one in bindings])
    return BoundRulebook(
        rules,
        bindings,
        Dispatch([(one, one.check.hand, one.hand) for one in bindings if one.check.hand and one.hand], bits),
        Dispatch([(one, one.check.play, one.play) for one in bindings if one.check.play and one.play], bits),
        Dispatch(
            [(one, one.check.session, one.session) for one in bindings if one.check.session and one.session], bits
        ),
        clauses=tuple(numbers),
        bits=bits,
        limits=frozenset(limit for one in bindings for limit in one.figure.limits),
        needs_floor_record=any(issubclass(one.check.figure, NeedsFloorRecord) for one in bindings),
    )


def _undecided(one: Candidate[S]) -> Candidate[S]:
    """The same where the record does not tell the kind of betting limit: what depends on it is not decided."""
    clauses, _, _, figure, name = one.watcher
    if not figure.limits:
        return one
    return Candidate(one.index, (clauses, _limit_unknown, None, figure, name), one.watched, one.watched, (), (), ())


def _limit_unknown(_state: object, _event: object, figure: Figure) -> Iterable[Outcome]:
    """What a check that depends on the kind of betting limit says where nobody knows it."""
    return [not_recorded(figure, LIMIT_KIND)]


def situations_of(watched: Watched, kind: type) -> Needs:
    """The situations in which a kind of event is watched."""
    return tuple([need for each, needed in watched.items() if issubclass(kind, each) for need in needed])


def arises(needs: Needs, situation: int) -> bool:
    """Does the situation have all that one of the needs asks for?"""
    for need in needs:  # noqa: SIM110  # quicker than any(…), for one need or two
        if need & situation == need:
            return True
    return False


def _descendants(kind: type) -> Iterator[type]:
    below: type
    for below in kind.__subclasses__():
        yield below
        yield from _descendants(below)


# ---- conditions of a tournament that prevail over clauses ----

OVERRIDE = "tournament-override"  # the check of the clause that lets conditions prevail; without one, none does


@cached_on_record
def _grants(rules: Rulebook) -> list[Rule]:
    """The rules that let conditions prevail."""
    return [rule for each in rules.clauses for rule in each.rules if rule.check == OVERRIDE]


def _overridden(rules: Rulebook, names: tuple[str, ...], clause: str) -> bool:
    """Do these names of a condition cover the clause, and does the rulebook let conditions prevail over it?"""
    grants = _grants(rules)
    if not grants or clause.startswith(RECORD) or not names_clause(names, clause):
        return False
    return not any(names_clause(rule.values.get("protects", ()), clause) for rule in grants)


def names_clause(names: Iterable[str], clause: str) -> bool:
    """Does one of these names mean the clause: the clause itself, or the clause or section it is a part of?"""
    return any(clause == name or clause.startswith((f"{name}.", f"{name}(", f"{name}[")) for name in names)
