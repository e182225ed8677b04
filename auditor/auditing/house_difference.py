"""What a house's file makes of its rulebook: the clauses added and lost, the figures changed, the checks not called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date

from auditor.auditing.engine.binding import Binding
from auditor.auditing.engine.dispatch import BoundRulebook, bind
from auditor.rules.diff import Difference, differences
from auditor.rules.loading.house import drops_of
from auditor.rules.loading.loader import base_of, path_of, rules_in_force
from auditor.rules.loading.merging import read
from auditor.rules.schema.rulebook import Clause
from auditor.vocabulary.records import value_class


@value_class
class HouseDifference:
    """Everything in which a house's rulebook differs from its base."""

    base: str
    added: tuple[Clause, ...]
    replaced: tuple[Clause, ...]  # by clauses of the house
    dropped: tuple[Clause, ...]
    lost: tuple[str, ...]  # clauses that something decides in the base and nothing here, though nobody said so
    figures: tuple[Difference, ...]
    readings: tuple[tuple[str, str, str], ...]  # names, with the choice of the base and that of the house
    not_called: tuple[tuple[str, str], ...]  # the checks of dropped clauses, each with its clause
    missing: tuple[str, ...]  # checks that are called less often here, though nobody said so

    @property
    def silent_loss(self) -> bool:
        """Is something not decided any longer that the file says nothing about?"""
        return bool(self.lost or self.missing)


def house_difference(base: BoundRulebook, own: BoundRulebook, dropped: frozenset[str]) -> HouseDifference:
    """Compare a house's rulebook with its base, under the same readings. The house says itself what it drops."""
    before, after = base.rules, own.rules
    usual = {reading.name: reading.default for reading in before.readings}
    known = {clause.id for clause in before.clauses}
    deciding = {clause for binding in own.bindings for clause in binding.clauses}
    undecided = dict.fromkeys(clause for one in base.bindings for clause in one.clauses if clause not in deciding)
    replaced = [clause for clause in after.clauses if clause.replaced_by is not None]
    told = dropped.union(clause.id for clause in replaced)
    here = _called(own.bindings)
    changed = [  # leaving out what only has another citation
        one for one in differences(before, after) if one.was != one.now and one.clause not in dropped
    ]
    return HouseDifference(
        before.id,
        tuple([clause for clause in after.clauses if clause.id not in known]),
        tuple(replaced),
        tuple([clause for clause in after.clauses if clause.id in dropped]),
        tuple([clause for clause in undecided if clause not in told]),
        tuple([one for one in changed if one.place.startswith("game.") or ".rules." in one.place]),
        tuple(
            [
                (name, choice, after.chosen[name])
                for name, choice in usual.items()
                if after.chosen.get(name, choice) != choice
            ]
        ),
        tuple(dict.fromkeys((one.check.name, one.figure.clause) for one in base.bindings if _is_dropped(one, dropped))),
        tuple(sorted((_called(one for one in base.bindings if not _is_dropped(one, dropped)) - here).keys())),
    )


def _called(bindings: Iterable[Binding]) -> Counter[str]:
    """In how many betting rounds, or in how many ways, each check is called."""
    return Counter(one.check.name for one in bindings for _ in (one.rounds if one.rounds is not None else (0,)))


def _is_dropped(binding: Binding, dropped: frozenset[str]) -> bool:
    return binding.figure.clause in dropped


def difference_to_base(file: str, own: BoundRulebook) -> HouseDifference | None:
    """What a rulebook's file makes of the one that it lies over, as both stand last; None if it lies over none."""
    base = base_of(file)
    if base is None:
        return None
    known = {reading.name for reading in rules_in_force(base, date.max).readings}
    chosen = {name: choice for name, choice in own.rules.chosen.items() if name in known}
    before = bind(rules_in_force(base, date.max, chosen))
    return house_difference(before, own, drops_of(read(path_of(file)).data))
