"""Shows which clauses of a rulebook are decided, by which checks, and which samples prove it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from auditor.auditing.engine.binding import Binding
from auditor.auditing.engine.dispatch import BoundRulebook, bind
from auditor.report.layout import EMPTY, Line, columns, line, wrapped
from auditor.rules.clause_book import Mark
from auditor.rules.loading.loader import games_of, rules_in_force
from auditor.rules.schema.rulebook import Clause, Rulebook
from auditor.vocabulary.records import field, record_class
from auditor.vocabulary.wording import plural


@record_class
class Covered:
    """A clause with the bindings that decide it and the marks of the clause book that show it."""

    clause: Clause
    bindings: list[Binding]
    games: list[Rulebook] = field(default_factory=list)  # for each binding, the game whose figure it has
    compliant: list[Mark] = field(default_factory=list)
    breach: list[Mark] = field(default_factory=list)

    @property
    def checks(self) -> list[str]:
        """The names of the checks, each once."""
        return list(dict.fromkeys(binding.check.name for binding in self.bindings))

    @property
    def decidable(self) -> bool:
        """Can a record show whether the clause was kept?"""
        return self.clause.evidence != "none"

    @property
    def gap(self) -> str | None:
        """What a clause lacks that could be decided, if it lacks anything."""
        if not self.decidable:
            return None
        if not self.bindings:
            return "no check"
        lacking = [name for name, marks in (("compliant", self.compliant), ("breaching", self.breach)) if not marks]
        return f"no {' and no '.join(lacking)} sample" if lacking else None


def bound_games(rules: str, on: date) -> list[BoundRulebook]:
    """The games of a rulebook as it stood on a day, each with its checks. Most rulebooks have one game."""
    return [bind(rules_in_force(game, on)) for game in games_of(rules)]


def coverage(games: Sequence[BoundRulebook], marks: Iterable[Mark]) -> list[Covered]:
    """Every clause of a rulebook, in order, with what decides it in any of the rulebook's games."""
    found = {clause.id: Covered(clause, []) for clause in games[0].rules.clauses}
    for bound in games:
        for binding in bound.bindings:
            for clause in binding.clauses:
                if clause in found:
                    found[clause].bindings.append(binding)
                    found[clause].games.append(bound.rules)
    ids = {bound.rules.id for bound in games}
    for mark in marks:
        for clause in (mark.clause, *mark.read_with) if mark.rules in ids else ():
            if clause in found:
                (found[clause].breach if mark.kind == "breach" else found[clause].compliant).append(mark)
    return list(found.values())


def reference(mark: Mark, samples: Path) -> str:
    """The name of a sample: `samples/clauses/…/raise-cap.log:43`."""
    return f"{samples.name}/{mark.path.relative_to(samples).as_posix()}:{mark.line}"


def document(books: Iterable[tuple[str, str, list[Covered]]], samples: Path | None) -> dict[str, Any]:
    """The coverage as data for programs: the id, the version and the clauses of each rulebook."""
    return {
        "rulebooks": [
            {"id": id, "version": version, "clauses": [_entry(one, samples) for one in covered]}
            for id, version, covered in books
        ]
    }


def _entry(one: Covered, samples: Path | None) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "clause": one.clause.id,
        "title": one.clause.title,
        "evidence": one.clause.evidence,
        "checks": one.checks,
        "samples": {
            "compliant": [reference(mark, samples) for mark in one.compliant] if samples else [],
            "breach": [reference(mark, samples) for mark in one.breach] if samples else [],
        },
    }
    if one.clause.note:
        entry["note"] = one.clause.note
    return entry


def text(id: str, version: str, covered: list[Covered], samples: Path | None, width: int) -> Iterator[Line]:
    """The coverage of one rulebook for people: a line a clause, then what is missing."""
    decidable = [one for one in covered if one.decidable]
    gaps = [one for one in covered if one.gap]
    checked = sum(bool(one.bindings) for one in decidable)
    yield line(f"{id} ({version})", "title")
    yield from wrapped(
        f"{len(covered)} clauses: {len(decidable)} can be decided, {checked} are; "
        f"{len(covered) - len(decidable)} cannot be broken or seen by anybody.",
        width,
        "  ",
    )
    if samples is None:
        yield from wrapped("No clause book here: give its folder with --samples to see the samples.", width, "  ")
    yield EMPTY
    rows = [("clause", "evidence", "checks", "samples")]
    for one in covered:
        checks = ", ".join(one.checks) or ("–" if one.decidable else "not automated")
        rows.append((one.clause.id, one.clause.evidence, checks, f"{len(one.compliant)} + {len(one.breach)}"))
    yield from columns(rows, width, flexible=2)
    yield EMPTY
    yield line("samples: hands that comply + hands that break the clause", "faint")
    if gaps:
        yield from (EMPTY, line(f"{len(gaps)} {plural(len(gaps), 'gap')}", "irregularity"))
    for one in gaps:
        yield from wrapped(f"{one.clause.id}: {one.gap}", width, "  ")
