"""The register of checks, and how a rulebook's figures are bound to them.

A check is a pure function `(table, event, figure) -> outcomes`. It is called before the event is applied, for every
figure of the rulebook that names it. Called and silent, it passes; its `when` decides whether the situation arose.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, get_type_hints

from auditor.checks.outcomes import Outcome
from auditor.errors import RulebookError
from auditor.hands import Setup
from auditor.rules.draft import guess, validated
from auditor.rules.figures import Figure
from auditor.rules.lines import line_with
from auditor.rules.load import wrong_rule
from auditor.rules.model import Rulebook

Check = Callable[[Any, Any, Any], Iterable[Outcome]]
Moments = type | tuple[type, ...] | Mapping[type, int | tuple[int, ...]]
Watched = dict[type, tuple[int, ...]]  # kinds of event, each with the situations (any one will do) it matters in
When = Callable[[Any, Any, Any], bool]
Narrow = Callable[[Any], tuple[type, ...] | Mapping[type, int]]


@dataclass(slots=True, frozen=True)
class Registered:
    """A check as registered: its name, what it watches, its figure's class and when it applies.

    `narrow` tells for a figure which of the watched kinds matter to it; a check `by_round` is called only in the
    betting rounds its figure names. `passes` names, for a figure, the moments that by themselves show compliance, so
    that nothing need be called. Where a log undertakes to record the item named by `silence` in every hand, a hand that
    gives the check nothing to look at passes.
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

    def watched_for(self, figure: Figure) -> Watched:
        """What is watched for this figure: all that the check watches, or what it narrows that down to."""
        if self.narrow is None:
            return self.watches
        kinds = self.narrow(figure)
        return _watched(kinds) if isinstance(kinds, Mapping) else {kind: self.watches[kind] for kind in kinds}


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
) -> Callable[[Check], Check]:
    """Register a check under the name rulebooks use for it.

    `watches` names kinds of event; as a mapping, each with the situation (`auditor.replay.situation`) it matters in, or
    with several of which one is enough.
    """

    def register(function: Check) -> Check:
        kinds = _watched(watches)
        hints = get_type_hints(function)
        figure = list(hints.values())[2]
        if name in CHECKS:
            raise ValueError(f"two checks are called {name}")
        CHECKS[name] = Registered(name, function, kinds, figure, when, narrow, by_round, silence, _passing(passes))
        return function

    return register


def _passing(passes: Moments | Narrow | None) -> Callable[[Any], Watched] | None:
    if passes is None:
        return None
    if isinstance(passes, type | tuple | Mapping):
        moments = _watched(passes)
        return lambda _figure: moments
    return lambda figure: _watched(passes(figure))


def _watched(watches: Moments) -> Watched:
    if isinstance(watches, Mapping):
        return {kind: need if isinstance(need, tuple) else (need,) for kind, need in watches.items()}
    return dict.fromkeys(watches if isinstance(watches, tuple) else (watches,), (0,))


@cache
def registered() -> dict[str, Registered]:
    """Every check there is."""
    package = importlib.import_module("auditor.checks")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"auditor.checks.{module.name}")
    return CHECKS


@dataclass(slots=True)
class Binding:
    """A check at work for one clause of a rulebook."""

    index: int
    check: Registered
    figure: Figure
    rounds: frozenset[int] | None  # the betting rounds it belongs to; None for all of the hand

    @property
    def passing(self) -> Watched:
        """The moments that show compliance by themselves."""
        return {} if self.check.passes is None else self.check.passes(self.figure)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clause the binding decides, and those it is read with."""
        return (self.figure.clause, *self.figure.with_)


Watcher = tuple[int, Check, When | None, Figure, str]  # the clauses it decides as bits, and what is to be called
Watching = tuple[tuple[Watcher, ...], int]  # who is to be called; the clauses that pass by the event alone


@dataclass(slots=True)
class Bound:
    """A rulebook with its checks, ready to judge: for each betting round and kind of event, who is to be called."""

    rules: Rulebook
    bindings: tuple[Binding, ...]
    watchers: dict[tuple[int | None, type, int], Watching] = field(default_factory=dict)
    silent: frozenset[int] = frozenset()  # bindings whose clause a tournament condition sets aside
    conditioned: dict[tuple[str, ...], Bound] = field(default_factory=dict)
    clauses: tuple[str, ...] = ()  # every clause that a binding decides or is read with
    bits: tuple[int, ...] = ()  # for each binding, its own clauses among those
    spoken: dict[frozenset[str], int] = field(default_factory=dict)
    kinds: frozenset[type] = frozenset()  # the kinds of event that any check watches

    def __post_init__(self) -> None:
        """Number the clauses, so that a set of them is one number with a bit for each."""
        numbers: dict[str, int] = {}
        for one in self.bindings:
            for clause in one.clauses:
                numbers.setdefault(clause, len(numbers))
        self.clauses = tuple(numbers)
        self.bits = tuple([sum({1 << numbers[clause] for clause in one.clauses}) for one in self.bindings])
        watched = {kind for one in self.bindings for kind in (*one.check.watched_for(one.figure), *one.passing)}
        self.kinds = frozenset([*watched, *(below for kind in watched for below in _descendants(kind))])

    def watching(self, round: int | None, kind: type, situation: int = 0) -> Watching:
        """For a kind of event in a situation, during this betting round (None: outside of any): who is to be called,
        and which clauses pass by the event alone.
        """
        key = (round, kind, situation)
        try:
            return self.watchers[key]
        except KeyError:
            found = self.watchers[key] = self._collect(*key)
            return found

    def under(self, setup: Setup) -> Bound:
        """The same checks without those whose clause a condition of the table's tournament sets aside."""
        if not setup.conditions or setup.tournament is None:
            return self
        names = tuple([clause for condition in setup.conditions for clause in condition.clauses])
        if names not in self.conditioned:
            if len(self.conditioned) > 64:  # a log may declare as many as it likes
                self.conditioned.clear()
            silent = frozenset(one.index for one in self.bindings if _overridden(self.rules, names, one.figure.clause))
            self.conditioned[names] = Bound(self.rules, self.bindings, silent=silent)
        return self.conditioned[names]

    def speaking(self, records: frozenset[str]) -> int:
        """The clauses for which silence means a pass, in a log that undertakes to record these items."""
        if records not in self.spoken:
            if len(self.spoken) > 64:  # a log may undertake what it likes
                self.spoken.clear()
            speaking = [one for one in self.bindings if one.check.silence in records and one.index not in self.silent]
            self.spoken[records] = self._together([one.index for one in speaking])
        return self.spoken[records]

    def _together(self, bindings: list[int]) -> int:
        clauses = 0
        for index in bindings:
            clauses |= self.bits[index]
        return clauses

    def _collect(self, round: int | None, kind: type, situation: int) -> Watching:
        called: list[Watcher] = []
        passed: list[int] = []
        for one in self.bindings:
            if (one.rounds is not None and round not in one.rounds) or one.index in self.silent:
                continue
            check = one.check
            if _arises(check.watched_for(one.figure), kind, situation):
                called.append((self.bits[one.index], check.function, check.when, one.figure, check.name))
            if _arises(one.passing, kind, situation):
                passed.append(one.index)
        return tuple(called), self._together(passed)


def _arises(watched: Watched, kind: type, situation: int) -> bool:
    needs = [need for each, needed in watched.items() if issubclass(kind, each) for need in needed]
    return any(need & situation == need for need in needs)


def _descendants(kind: type) -> Iterator[type]:
    below: type
    for below in kind.__subclasses__():
        yield below
        yield from _descendants(below)


OVERRIDE = "tournament-override"  # the check of the clause that lets conditions prevail; without one, none does


def _overridden(rules: Rulebook, names: tuple[str, ...], clause: str) -> bool:
    """Do these names of a condition cover the clause, and does the rulebook let conditions prevail over it?"""
    grants = [rule for each in rules.clauses for rule in each.rules if rule.check == OVERRIDE]
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
    for figure, rounds in rules.game_figures():
        if figure.check is not None:
            _add(bindings, known, rules, figure.check, figure, rounds)
    for clause in rules.clauses:
        for number, rule in enumerate(clause.rules):
            entry = known.get(rule.check)
            if entry is None:
                raise wrong_rule(
                    rules, clause.id, number, f"no check {rule.check!r}{guess(rule.check, list(known))}", "check"
                )
            values = {"clause": clause.id, "with": rule.with_, "check": rule.check, **rule.values}
            figure = validated(entry.figure, values, partial(wrong_rule, rules, clause.id, number))
            _add(bindings, known, rules, rule.check, figure, _rounds(rules, figure) if entry.by_round else None)
    for name in sorted(known):
        if name.startswith(RECORD):
            _add(bindings, known, rules, name, Figure(clause=name), None)
    return Bound(rules, tuple(bindings))


def _rounds(rules: Rulebook, figure: Figure) -> tuple[int, ...]:
    """The betting rounds that a figure names."""
    names = getattr(figure, "rounds", ())
    unknown = sorted(set(names) - {each.name for each in rules.game.rounds})
    if unknown:
        raise RulebookError(f"clause {figure.clause}, {figure.check}: no betting round {unknown[0]}", rules.path)
    return tuple(each.number for each in rules.game.rounds if each.name in names)


def _add(
    bindings: list[Binding],
    known: dict[str, Registered],
    rules: Rulebook,
    name: str,
    figure: Figure,
    rounds: tuple[int, ...] | None,
) -> None:
    entry = known.get(name)
    if entry is None:
        reason = f"clause {figure.clause}: no check {name!r}{guess(name, list(known))}"
        raise RulebookError(reason, rules.path, line_with(Path(rules.path), f'"{name}"'))
    bindings.append(Binding(len(bindings), entry, figure, None if rounds is None else frozenset(rounds)))
