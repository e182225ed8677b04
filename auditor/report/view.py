"""What every form of a report shows: the findings in their order, those wanted, their numbers and their money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from auditor.audit import Result, automated
from auditor.findings import Actor, Finding, Severity, Verdict
from auditor.rules.model import Clause, Rulebook
from auditor.wording import shown

RECORD = "record/"  # how the clauses begin that accuse a log instead of a person


@dataclass(slots=True, frozen=True)
class Choice:
    """Which findings a user wants to see: clauses (a limb, a clause, a whole section) or names of checks."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def __contains__(self, finding: object) -> bool:
        """Is this finding wanted?"""
        assert isinstance(finding, Finding)
        names = (finding.clause, finding.cited, finding.check)
        wanted = not self.select or any(covers(choice, name) for choice in self.select for name in names)
        return wanted and not any(covers(choice, name) for choice in self.ignore for name in names)


def covers(choice: str, name: str) -> bool:
    """Does a choice such as `10` or `10.2` name this clause, or one below it? `10` is not the beginning of `101`."""
    return name == choice or (name.startswith(choice) and name[len(choice)] in ".([:/")


@dataclass(slots=True, frozen=True)
class View:
    """An audit's result as it is reported."""

    result: Result
    findings: tuple[Finding, ...]
    filtered: int  # findings left out by the user's choice

    def of(self, *severities: Severity) -> list[Finding]:
        """The findings of these severities."""
        return [finding for finding in self.findings if finding.severity in severities]

    def currency(self, finding: Finding) -> str:
        """The sign of the money this finding is about."""
        return self.result.rulebooks[finding.rules, finding.version].game.currency

    @property
    def rulebooks(self) -> list[Rulebook]:
        """The rulebooks that judged, in order of their names and dates."""
        return [book for _, book in sorted(self.result.rulebooks.items())]

    @property
    def complete(self) -> bool:
        """Was everything read?"""
        return not self.result.unread


def view(result: Result, choice: Choice) -> View:
    """The findings a user wants, in the order of the inputs and of their lines."""
    place = {entry.path: number for number, entry in enumerate(result.inputs)}
    wanted = [finding for finding in result.findings if finding in choice]
    wanted.sort(
        key=lambda one: (place[one.place.path], one.place.line, one.clause, one.check, one.ordinal, str(one.actor))
    )
    return View(result, tuple(wanted), len(result.findings) - len(wanted))


def accuses(finding: Finding) -> bool:
    """Does the finding accuse a person: no advisory, and no defect of the record?"""
    return finding.severity > Severity.ADVISORY and not finding.clause.startswith(RECORD)


# ---- people ----

ROLES = {
    "player": "a player",
    "person": "somebody",
    "onlooker": "an onlooker",
    "supervisor": "a supervisor",
    "inspector": "an inspector",
    "staff": "somebody of the staff",
}


def named(actor: Actor) -> str:
    """The person in words: `Ben (seat 2)`, `the dealer`, `an onlooker`."""
    name = shown(actor.name, 60) if actor.name else ROLES.get(actor.role, f"the {actor.role}")
    return f"{name} (seat {actor.seat})" if actor.seat is not None else name


# ---- verdicts by clause ----


@dataclass(slots=True, frozen=True)
class Row:
    """How one clause of a rulebook fared: how often (in hands, and at ends of tables) it was decided which way."""

    rules: str
    clause: str
    named: str  # as a person cites it
    title: str
    evidence: str
    automated: bool
    passed: int
    failed: int
    not_recorded: int
    not_applicable: int
    missing: tuple[tuple[str, int], ...]  # what the log lacks, and how often


def coverage(result: Result) -> list[Row]:
    """Every clause of the rulebooks that judged, in the order of the rulebook; defects of the record last."""
    rows = []
    for rules in sorted(result.occasions):
        books = [book for (id, _), book in sorted(result.rulebooks.items()) if id == rules]
        decided = frozenset[str]().union(*(automated(book) for book in books))
        missing = _missing(result, rules)
        clauses = {clause.id: clause for book in reversed(books) for clause in book.clauses}
        record = sorted(name for name in decided if name not in clauses)
        for id in [*clauses, *record]:
            counts = result.verdicts.get((rules, id), Counter[Verdict]())
            rows.append(_row(rules, id, clauses.get(id), id in decided, counts, result.occasions[rules], missing))
    return rows


def _row(
    rules: str,
    id: str,
    clause: Clause | None,
    decided: bool,
    counts: Counter[Verdict],
    occasions: int,
    missing: dict[str, list[tuple[str, int]]],
) -> Row:
    passed, failed, unknown = counts[Verdict.PASS], counts[Verdict.FAIL], counts[Verdict.NOT_RECORDED]
    return Row(
        rules=rules,
        clause=id,
        named=clause.named if clause else id,
        title=clause.title if clause else id.removeprefix(RECORD).replace("-", " "),
        evidence=clause.evidence if clause else "record",
        automated=decided,
        passed=passed,
        failed=failed,
        not_recorded=unknown,
        not_applicable=occasions - passed - failed - unknown if decided else 0,
        missing=tuple(missing.get(id, ())),
    )


def _missing(result: Result, rules: str) -> dict[str, list[tuple[str, int]]]:
    found: dict[str, list[tuple[str, int]]] = {}
    for (id, clause, what), times in sorted(result.missing.items()):
        if id == rules:
            found.setdefault(clause, []).append((what, times))
    return found


# ---- money ----


def total(findings: Sequence[Finding], owed: bool = False) -> int:
    """The money of the findings, whichever way it went; only what somebody owes, if so asked."""
    return sum(
        abs(finding.money.amount)
        for finding in findings
        if finding.money is not None and not (owed and finding.money.owed_to is None and finding.money.owed_by is None)
    )
