"""How the figures and rules of a rulebook are bound to the checks that they name."""

from __future__ import annotations

from functools import partial
from typing import TypeVar

from auditor.auditing.engine.check_index import checks_named
from auditor.auditing.engine.registry import RECORD, Registered, Watch, Watched
from auditor.rules.loading.loader import wrong_rule, wrong_word
from auditor.rules.loading.merging import validated_each
from auditor.rules.schema.data import guess
from auditor.rules.schema.figures import Figure
from auditor.rules.schema.rulebook import Rulebook
from auditor.storage.plugins import PluginError
from auditor.vocabulary.records import field, record_class, value_class

S = TypeVar("S")  # what a check looks at


@value_class
class BoundMoments:
    """The moments of a check as one figure decides them."""

    watched: Watched
    called: Watched  # of those, the moments that the check has to be called at
    passing: Watched  # the moments that show compliance by themselves
    clearing: Watched  # of the moments to be called at, those at which the check would be silent
    moot: Watched  # and those at which its situation does not arise


@record_class
class Binding:
    """A check at work for one clause of a rulebook."""

    index: int
    check: Registered
    figure: Figure
    rounds: frozenset[int] | None  # the betting rounds it belongs to; None for all of the hand
    deck: str | None = None  # the deck it belongs to; None for all of them
    hand: BoundMoments | None = field(init=False)  # when it looks at a hand
    play: BoundMoments | None = field(init=False)  # and at a hand in a record of play only
    session: BoundMoments | None = field(init=False)  # when it looks at a session

    def __post_init__(self) -> None:
        """Work out what the figure decides."""
        check = self.check
        self.hand = _moments(check.hand, self.figure)
        self.play = self.hand if check.play is check.hand else _moments(check.play, self.figure)
        self.session = _moments(check.session, self.figure)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clause the binding decides, and those it is read with."""
        return (self.figure.clause, *self.figure.with_)


def _moments(watch: Watch[S] | None, figure: Figure) -> BoundMoments | None:
    if watch is None:
        return None
    left_out = watch.passing(figure), watch.clearing(figure), watch.moot(figure)
    return BoundMoments(watch.watched(figure), watch.called(figure), *left_out)


def bindings_of(rules: Rulebook) -> tuple[Binding, ...]:
    """Bind every figure and rule of a rulebook to its check; what does not fit is an error of the rulebook."""
    figures = list(rules.game_figures())
    named = [one.figure.check for one in figures] + [rule.check for clause in rules.clauses for rule in clause.rules]
    known = _known(rules, {name for name in named if name is not None})
    bindings: list[Binding] = []
    for one in figures:
        if one.figure.check is not None:
            _add(bindings, known, rules, one.figure.check, one.figure, one.rounds, one.deck)
    for entry, figure in _ruled(rules, known):
        _add(bindings, known, rules, entry.name, figure, _rounds(rules, figure) if entry.by_round else None)
    covered = {one.check.replaces for one in bindings}
    for name in sorted(known):
        if name.startswith(RECORD) and name not in covered:
            _add(bindings, known, rules, name, Figure(clause=name), None)
    return tuple(bindings)


def _known(rules: Rulebook, names: set[str]) -> dict[str, Registered]:
    """The checks of these names. A plugin that has one and cannot be used is an error of the rulebook that needs it."""
    try:
        return checks_named(names)
    except PluginError as error:
        word = next((name for name in sorted(names) if repr(name) in str(error)), "")
        raise wrong_word(rules, str(error), word) from None


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
