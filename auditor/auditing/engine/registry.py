"""The register of checks, and how a rulebook's figures are bound to them.

A check is a pure function `(table, event, figure) -> outcomes`. It is called before the event is applied, for every
figure of the rulebook that names it. Called and silent, it passes; its `when` decides whether the situation arose.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial, reduce
from operator import or_
from typing import Any

from auditor.auditing.engine.outcomes import Outcome, not_recorded
from auditor.replay.session.floor import Kept
from auditor.replay.variant import TABLE_LIMIT, deck_key
from auditor.rules.loading.loader import wrong_rule, wrong_word
from auditor.rules.loading.merging import guess, validated_each
from auditor.rules.schema.figures import Figure
from auditor.rules.schema.record import kept
from auditor.rules.schema.rulebook import Rule, Rulebook
from auditor.vocabulary.hand import PLAY_ONLY, Setup

Check = Callable[[Any, Any, Any], Iterable[Outcome]]
Moments = type | tuple[type, ...] | Mapping[type, int | tuple[int, ...]]
Watched = dict[type, tuple[int, ...]]  # kinds of event, each with the situations (any one will do) it matters in
When = Callable[[Any, Any, Any], bool]
Narrow = Callable[[Any], tuple[type, ...] | Mapping[type, int | tuple[int, ...]]]


@dataclass(slots=True, frozen=True)
class Registered:
    """A check as registered: its name, what it watches, its figure's class and when it applies.

    `narrow` tells for a figure which of the watched kinds matter to it; a check `by_round` is called only in the
    betting rounds its figure names. `passes` names, for a figure, the moments that by themselves show compliance, so
    that nothing need be called; `only` names those outside of which no call is needed, `when` being false there or
    `passes` telling all. Where a log undertakes to record the item named by `silence` in every hand, a hand that gives
    the check nothing to look at passes. Where a rulebook has a clause on what else would be a defect of the record, the
    check of the clause is called `instead_of` that of the record.
    """

    name: str
    function: Check
    watches: Watched
    figure: type[Figure]
    when: When | None
    narrow: Narrow | None = None
    by_round: bool = False
    silence: str | None = None
    passes: Callable[[Any], Watched] | None = None
    instead_of: str | None = None
    only: Callable[[Any], Watched] | None = None

    def watched_for(self, figure: Figure) -> Watched:
        """What is watched for this figure: all that the check watches, or what it narrows that down to."""
        if self.narrow is None:
            return self.watches
        kinds = self.narrow(figure)
        return _watched(kinds) if isinstance(kinds, Mapping) else {kind: self.watches[kind] for kind in kinds}

    def called_for(self, figure: Figure) -> Watched:
        """The same without the moments at which nothing would come of a call."""
        watched = self.watched_for(figure)
        return watched if self.only is None else watched | self.only(figure)


CHECKS: dict[str, Registered] = {}
RECORD = "record/"  # checks of the record itself bear such names, need no clause and judge every hand


def check(
    name: str,
    *,
    watches: Moments,
    when: When | None = None,
    narrow: Narrow | None = None,
    by_round: bool = False,
    silence: str | None = None,
    passes: Moments | Narrow | None = None,
    instead_of: str | None = None,
    only: Moments | Narrow | None = None,
) -> Callable[[Check], Check]:
    """Register a check under the name rulebooks use for it.

    `watches` names kinds of event; as a mapping, each with the situation (`auditor.auditing.engine.situations`) it
    matters in, or with several of which one is enough.
    """

    def register(function: Check) -> Check:
        kinds = _watched(watches)
        if name in CHECKS:
            raise ValueError(f"two checks are called {name}")
        figure = _figure_of(function)
        CHECKS[name] = Registered(
            name, function, kinds, figure, when, narrow, by_round, silence, _for(passes), instead_of, _for(only)
        )
        return function

    return register


def _figure_of(function: Any) -> type[Figure]:
    """The class of a check's third argument. Only it is looked up: to resolve every hint of every check takes time."""
    hint = list(function.__annotations__.values())[2]
    figure: type[Figure] = function.__globals__[hint] if isinstance(hint, str) else hint
    return figure


def _for(moments: Moments | Narrow | None) -> Callable[[Any], Watched] | None:
    """Moments that are the same for every figure, or depend on it, as a function of the figure."""
    if moments is None:
        return None
    if isinstance(moments, type | tuple | Mapping):
        watched = _watched(moments)
        return lambda _figure: watched
    return lambda figure: _watched(moments(figure))


def _watched(watches: Moments) -> Watched:
    if isinstance(watches, Mapping):
        return {kind: need if isinstance(need, tuple) else (need,) for kind, need in watches.items()}
    return dict.fromkeys(watches if isinstance(watches, tuple) else (watches,), (0,))


@cache
def registered() -> dict[str, Registered]:
    """Every check there is."""
    package = importlib.import_module("auditor.checks")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
    return CHECKS


@dataclass(slots=True)
class Binding:
    """A check at work for one clause of a rulebook."""

    index: int
    check: Registered
    figure: Figure
    rounds: frozenset[int] | None  # the betting rounds it belongs to; None for all of the hand
    deck: str | None = None  # the deck it belongs to; None for all of them
    watched: Watched = field(init=False)  # what is watched for the figure
    called: Watched = field(init=False)  # of that, the moments that the check has to be called at
    passing: Watched = field(init=False)  # the moments that show compliance by themselves

    def __post_init__(self) -> None:
        """Work out what the figure decides."""
        self.watched = self.check.watched_for(self.figure)
        self.called = self.check.called_for(self.figure)
        self.passing = {} if self.check.passes is None else self.check.passes(self.figure)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clause the binding decides, and those it is read with."""
        return (self.figure.clause, *self.figure.with_)


Watcher = tuple[int, Check, When | None, Figure, str]  # the clauses it decides as bits, and what is to be called
Watching = tuple[tuple[Watcher, ...], int]  # who is to be called; the clauses that pass by the event alone
Moment = tuple[int | None, type, int]  # the betting round (None: outside of any), the kind of event, the situation
Concerned = tuple[int, Watcher, tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The binding of a watcher, the situations to call it in, those in which it passes, and all that it watches."""


class _Watchers(dict[Moment, Watching]):
    """Who is to be called at which moment, worked out when the moment first comes."""

    def __init__(self, collect: Callable[[Moment], Watching]) -> None:
        super().__init__()
        self._collect = collect

    def __missing__(self, moment: Moment) -> Watching:
        found = self[moment] = self._collect(moment)
        return found


@dataclass(slots=True)
class Bound:
    """A rulebook with its checks, ready to judge: for each betting round and kind of event, who is to be called."""

    rules: Rulebook
    bindings: tuple[Binding, ...]
    whole: Bound | None = None  # with all bindings, if some of them are silent here
    watchers: dict[Moment, Watching] = field(init=False)
    concerned: dict[tuple[int | None, type], list[Concerned]] = field(default_factory=dict)
    of_kind: dict[type, list[tuple[frozenset[int] | None, Concerned]]] = field(default_factory=dict)
    silent: frozenset[int] = frozenset()  # bindings of another deck or limit, or that a tournament condition sets aside
    unknown: bool = False  # the record does not tell the kind of betting limit, without which some cannot judge
    conditioned: dict[tuple[str, str, tuple[str, ...], bool], Bound] = field(default_factory=dict)
    limits: frozenset[str] = frozenset()  # the kinds of betting limit that some bindings are for
    clauses: tuple[str, ...] = ()  # every clause that a binding decides or is read with
    bits: tuple[int, ...] = ()  # for each binding, its own clauses among those
    spoken: dict[frozenset[str], int] = field(default_factory=dict)
    kinds: frozenset[type] = frozenset()  # the kinds of event that any check watches
    floored: bool = False  # some of the checks need what the floor keeps
    lacking: int = 0  # the clauses that such a record cannot show to be kept or broken
    latest: tuple[Setup | None, Bound | None] = None, None  # the last set-up, and what it left of this

    def __post_init__(self) -> None:
        """Number the clauses, so that a set of them is one number with a bit for each."""
        self.watchers = _Watchers(self._collect)
        if self.whole is not None:
            self._take_over(self.whole)
            return
        numbers: dict[str, int] = {}
        for one in self.bindings:
            for clause in one.clauses:
                numbers.setdefault(clause, len(numbers))
        self.clauses = tuple(numbers)
        self.bits = tuple([sum({1 << numbers[clause] for clause in one.clauses}) for one in self.bindings])
        self.floored = any(issubclass(one.check.figure, Kept) for one in self.bindings)
        self.limits = frozenset(limit for one in self.bindings for limit in one.figure.limits)
        self.kinds = self._kinds()

    def _take_over(self, whole: Bound) -> None:
        """What does not depend on which bindings are silent; a log may declare many sets of them, each new to us."""
        self.clauses, self.bits, self.floored, self.limits = whole.clauses, whole.bits, whole.floored, whole.limits
        self.kinds = self._kinds()

    def _kinds(self) -> frozenset[type]:
        heard = [one for one in self.bindings if one.index not in self.silent]
        watched = {kind for one in heard for kind in (*one.watched, *one.passing)}
        return frozenset([*watched, *(below for kind in watched for below in _descendants(kind))])

    def under(self, setup: Setup) -> Bound:
        """The same checks without those of other decks or limits, or whose clause a tournament's condition sets aside.

        Where the record does not tell the limit that a table is played with, what depends on it cannot be judged. Nor
        can procedure and conduct, where it is a record of play only.
        """
        known, found = self.latest
        if found is None or known is not setup:  # a hand asks several times, and most hands share a set-up
            found = self._under(setup)
            self.latest = setup, found
        return found

    def _under(self, setup: Setup) -> Bound:
        names: tuple[str, ...] = ()
        if setup.conditions and setup.tournament is not None:
            names = tuple([clause for condition in setup.conditions for clause in condition.clauses])
        play_only = PLAY_ONLY in setup.records
        if not names and not self.limits and not play_only and len(self.rules.game.deck) == 1:
            return self
        deck, limit = deck_key(self.rules.game, setup.deck), setup.limit or TABLE_LIMIT
        found = self.conditioned.get((deck, limit, names, play_only))
        if found is None:
            if len(self.conditioned) > 64:  # a log may declare as many as it likes
                self.conditioned.clear()
            unknown = limit not in self.limits and bool(self.limits)
            beyond = self._beyond_play() if play_only else frozenset()
            silent = frozenset(
                one.index
                for one in self.bindings
                if one.figure.clause in beyond or self._silent(one, deck, None if unknown else limit, names)
            )
            lacking = sum(1 << number for number, clause in enumerate(self.clauses) if clause in beyond)
            found = self.conditioned[deck, limit, names, play_only] = Bound(
                self.rules, self.bindings, self, silent=silent, unknown=unknown, lacking=lacking
            )
        return found

    def _beyond_play(self) -> frozenset[str]:
        """The clauses about what only people at the table see."""
        return frozenset(one.id for one in self.rules.clauses if one.evidence in ("procedure", "incident"))

    def _silent(self, one: Binding, deck: str, limit: str | None, names: tuple[str, ...]) -> bool:
        limits = one.figure.limits
        if one.deck not in (None, deck) or (limit is not None and limits and limit not in limits):
            return True
        return _overridden(self.rules, names, one.figure.clause)

    def speaking(self, records: frozenset[str]) -> int:
        """The clauses for which silence means a pass, in a log that undertakes to record these items."""
        if records not in self.spoken:
            if len(self.spoken) > 64:  # a log may undertake what it likes
                self.spoken.clear()
            speaking = [one for one in self.bindings if one.check.silence in records and one.index not in self.silent]
            self.spoken[records] = reduce(or_, [self.bits[one.index] for one in speaking], 0)
        return self.spoken[records]

    def _collect(self, moment: Moment) -> Watching:
        """There are many situations and few kinds of event: what the kind alone decides is decided once."""
        round, kind, situation = moment
        if (round, kind) not in self.concerned:
            self.concerned[round, kind] = self._concerned(round, kind)
        called: list[Watcher] = []
        passed = 0
        for _, watcher, calls, passes, _ in self.concerned[round, kind]:
            if _arises(calls, situation):
                called.append(watcher)
            if _arises(passes, situation):
                passed |= watcher[0]
        return tuple(called), passed

    def _concerned(self, round: int | None, kind: type) -> list[Concerned]:
        if self.whole is None:
            if kind not in self.of_kind:  # which the betting rounds share
                self.of_kind[kind] = list(self._of_kind(kind))
            return [one for rounds, one in self.of_kind[kind] if rounds is None or round in rounds]
        if (round, kind) not in self.whole.concerned:
            self.whole.concerned[round, kind] = self.whole._concerned(round, kind)
        found = [one for one in self.whole.concerned[round, kind] if one[0] not in self.silent]
        return [_undecided(one) for one in found] if self.unknown else found

    def _of_kind(self, kind: type) -> Iterator[tuple[frozenset[int] | None, Concerned]]:
        """Whoever is concerned by a kind of event, and in which betting rounds."""
        for one in self.bindings:
            watched, passes = _situations(one.watched, kind), _situations(one.passing, kind)
            if watched or passes:
                check = one.check
                watcher = (self.bits[one.index], check.function, check.when, one.figure, check.name)
                yield one.rounds, (one.index, watcher, _situations(one.called, kind), passes, watched)


def _undecided(concerned: Concerned) -> Concerned:
    """The same where the record does not tell the kind of betting limit: what depends on it is not decided."""
    index, (clauses, _, _, figure, name), _, _, watched = concerned
    if not figure.limits:
        return concerned
    return index, (clauses, _limit_unknown, None, figure, name), watched, (), watched


def _limit_unknown(table: Any, event: Any, figure: Any) -> Iterable[Outcome]:
    """What a check that depends on the kind of betting limit says where nobody knows it."""
    return [not_recorded(figure, "the kind of betting limit")]


def _situations(watched: Watched, kind: type) -> tuple[int, ...]:
    return tuple([need for each, needed in watched.items() if issubclass(kind, each) for need in needed])


def _arises(needs: tuple[int, ...], situation: int) -> bool:
    return any(need & situation == need for need in needs)


def _descendants(kind: type) -> Iterator[type]:
    below: type
    for below in kind.__subclasses__():
        yield below
        yield from _descendants(below)


OVERRIDE = "tournament-override"  # the check of the clause that lets conditions prevail; without one, none does


@kept
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


def bind(rules: Rulebook) -> Bound:
    """Bind every figure and rule of a rulebook to its check; what does not fit is an error of the rulebook."""
    known = registered()
    bindings: list[Binding] = []
    for one in rules.game_figures():
        if one.figure.check is not None:
            _add(bindings, known, rules, one.figure.check, one.figure, one.rounds, one.deck)
    for entry, figure in _ruled(rules, known):
        _add(bindings, known, rules, entry.name, figure, _rounds(rules, figure) if entry.by_round else None)
    covered = {one.check.instead_of for one in bindings}
    for name in sorted(known):
        if name.startswith(RECORD) and name not in covered:
            _add(bindings, known, rules, name, Figure(clause=name), None)
    return Bound(rules, tuple(bindings))


def _ruled(rules: Rulebook, known: dict[str, Registered]) -> list[tuple[Registered, Figure]]:
    """The check of every rule under a clause, and the figure its values make."""
    entries, tables = [], []
    for clause in rules.clauses:
        for number, rule in enumerate(clause.rules):
            error = partial(wrong_rule, rules, clause.id, number)
            if rule.check not in known:
                raise error(f"no check {rule.check!r}{guess(rule.check, list(known))}", "check")
            entries.append(known[rule.check])
            values = {"clause": clause.id, "with": rule.with_, "check": rule.check, **rule.values}
            tables.append((entries[-1].figure, values, error))
    return list(zip(entries, validated_each(tables), strict=True))


def _rounds(rules: Rulebook, figure: Figure) -> tuple[int, ...] | None:
    """The betting rounds that a figure names; None if it names none and so means all."""
    names = getattr(figure, "rounds", ())
    unknown = sorted(set(names) - {each.name for each in rules.game.rounds})
    if unknown:
        raise wrong_word(rules, f"clause {figure.clause}, {figure.check}: no betting round {unknown[0]}", unknown[0])
    return tuple(each.number for each in rules.game.rounds if each.name in names) if names else None


def _add(
    bindings: list[Binding],
    known: dict[str, Registered],
    rules: Rulebook,
    name: str,
    figure: Figure,
    rounds: tuple[int, ...] | None,
    deck: str | None = None,
) -> None:
    entry = known.get(name)
    if entry is None:
        reason = f"clause {figure.clause}: no check {name!r}{guess(name, list(known))}"
        raise wrong_word(rules, reason, name)
    bindings.append(Binding(len(bindings), entry, figure, None if rounds is None else frozenset(rounds), deck))
