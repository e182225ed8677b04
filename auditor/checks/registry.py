"""The register of checks, and how a rulebook's figures are bound to them.

A check is a pure function `(table, event, figure) -> outcomes`. It is called before the event is applied, for every
figure of the rulebook that names it. Called and silent, it passes; its `when` decides whether the situation arose.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, get_type_hints

from pydantic import ValidationError

from auditor.checks.outcomes import Outcome
from auditor.errors import RulebookError
from auditor.hands import Setup
from auditor.rules.figures import Figure
from auditor.rules.model import Rulebook

Check = Callable[[Any, Any, Any], Iterable[Outcome]]
When = Callable[[Any, Any, Any], bool]


@dataclass(slots=True, frozen=True)
class Registered:
    """A check as registered: its name, what it watches, its figure's class and when it applies."""

    name: str
    function: Check
    watches: tuple[type, ...]
    figure: type[Figure]
    when: When | None

    @property
    def summary(self) -> str:
        """The first line of the check's documentation."""
        return (self.function.__doc__ or "").strip().split("\n")[0]


CHECKS: dict[str, Registered] = {}
RECORD = "record/"  # checks of the record itself bear such names, need no clause and judge every hand


def check(name: str, *, watches: type | tuple[type, ...], when: When | None = None) -> Callable[[Check], Check]:
    """Register a check under the name rulebooks use for it."""

    def register(function: Check) -> Check:
        kinds = watches if isinstance(watches, tuple) else (watches,)
        hints = get_type_hints(function)
        figure = list(hints.values())[2]
        if name in CHECKS:
            raise ValueError(f"two checks are called {name}")
        CHECKS[name] = Registered(name, function, kinds, figure, when)
        return function

    return register


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
    def clauses(self) -> tuple[str, ...]:
        """The clause the binding decides, and those it is read with."""
        return (self.figure.clause, *self.figure.with_)


Watcher = tuple[int, Check, When | None, Figure, Binding]


@dataclass(slots=True)
class Bound:
    """A rulebook with its checks, ready to judge: for each betting round and kind of event, who is to be called."""

    rules: Rulebook
    bindings: tuple[Binding, ...]
    watchers: dict[int | None, dict[type, tuple[Watcher, ...]]] = field(default_factory=dict)
    silent: frozenset[int] = frozenset()  # bindings whose clause a tournament condition sets aside
    conditioned: dict[tuple[str, ...], Bound] = field(default_factory=dict)

    def watching(self, round: int | None) -> dict[type, tuple[Watcher, ...]]:
        """The watchers of each kind of event during this betting round (None: outside of any)."""
        try:
            return self.watchers[round]
        except KeyError:
            found = self.watchers[round] = self._collect(round)
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

    def _collect(self, round: int | None) -> dict[type, tuple[Watcher, ...]]:
        found: dict[type, list[Watcher]] = {}
        for one in self.bindings:
            if (one.rounds is not None and round not in one.rounds) or one.index in self.silent:
                continue
            for kind in one.check.watches:
                for exact in (kind, *_descendants(kind)):
                    watcher = (one.index, one.check.function, one.check.when, one.figure, one)
                    found.setdefault(exact, []).append(watcher)
        return {kind: tuple(watchers) for kind, watchers in found.items()}


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
        for rule in clause.rules:
            entry = known.get(rule.check)
            if entry is None:
                continue
            values = {"clause": clause.id, "with": rule.with_, "check": rule.check, **rule.values}
            try:
                figure = entry.figure.model_validate(values)
            except ValidationError as error:
                first = error.errors()[0]
                where = ".".join(str(part) for part in first["loc"])
                raise RulebookError(f"clause {clause.id}, {rule.check}: {where}: {first['msg']}", rules.path) from None
            _add(bindings, known, rules, rule.check, figure, None)
    for name in sorted(known):
        if name.startswith(RECORD):
            _add(bindings, known, rules, name, Figure(clause=name), None)
    return Bound(rules, tuple(bindings))


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
        return
    for clause in (figure.clause, *figure.with_):
        if rules.clause(clause) is None and not clause.startswith(RECORD):
            raise RulebookError(f"{name} cites clause {clause}, which the rulebook does not list", rules.path)
    bindings.append(Binding(len(bindings), entry, figure, None if rounds is None else frozenset(rounds)))
