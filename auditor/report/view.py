"""What every form of a report has in common: the findings that are wanted, in order, their numbers and their money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from auditor.auditing.judging import automated
from auditor.auditing.options import Options
from auditor.auditing.result import Result
from auditor.report.chosen import CUSTOM, DEFECT, MONEY, RECORD, SEVERITY, ChosenFindings, FindingChoice, accusing
from auditor.report.customs import CustomSeen, customs_seen
from auditor.review.effects import FileEffect, RunFiles, of_ledger
from auditor.review.ledger import Ledger, LedgerNote
from auditor.review.settings import Regrade
from auditor.rules.schema.rulebook import Clause, Rulebook
from auditor.storage.disk_index import DiskIndex
from auditor.vocabulary.findings import DEALING, Actor, Finding, Severity, Verdict, cited
from auditor.vocabulary.money import apart, money_text, sign_of
from auditor.vocabulary.records import field, replace, value_class
from auditor.vocabulary.wording import escaped, joined, plural

if TYPE_CHECKING:
    from auditor.review.baseline import Baseline, Known

NAMED = 3  # files that are passed over and told by name in short reports; JSON has them all


@value_class
class Selection:
    """Which findings a user wants to see: clauses (a limb, a clause, a whole section), checks, kinds of evidence."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severities: tuple[Regrade, ...] = ()  # other severities for findings; the last one that fits counts

    def regrade(self, *names: str) -> Regrade | None:
        """The severity that findings of these names have by the settings, if it is another."""
        fitting = [one for one in self.severities if any(covers(one.name, name) for name in names)]
        return fitting[-1] if fitting else None

    def takes(self, *names: str) -> bool:
        """Is something wanted that has these names?"""
        wanted = not self.select or any(covers(choice, name) for choice in self.select for name in names)
        return wanted and not any(covers(choice, name) for choice in self.ignore for name in names)


def covers(choice: str, name: str) -> bool:
    """Does a choice such as `10` or `10.2` name this clause, or one below it? `10` is not the beginning of `101`."""
    return name == choice or (name.startswith(choice) and name[len(choice)] in ".([:/")


@value_class
class Regraded:
    """A finding whose severity the settings have changed: what it was, and why."""

    was: Severity
    reason: str

    @property
    def words(self) -> str:
        """`a breach by the rulebook: the house allows it`."""
        return (
            f"{'an' if self.was.word[0] in 'aei' else 'a'} {self.was.word} by the rulebook: {escaped(self.reason, 200)}"
        )


class Regrades:
    """The findings whose severity the settings have changed, by their fingerprints, with the few reasons for it."""

    def __init__(self) -> None:
        self.reasons: dict[Regraded, int] = {}  # each with its number
        self.numbers = DiskIndex()  # of the reasons, by fingerprint

    def add(self, finding: Finding, reason: str) -> None:
        """Note that a finding gets another severity. Of findings with one fingerprint the last stands for all."""
        regraded = Regraded(finding.severity, reason)
        self.numbers.put(finding.fingerprint, self.reasons.setdefault(regraded, len(self.reasons)))

    def of(self, finding: Finding) -> Regraded | None:
        """How the severity of a finding was changed, if it was."""
        number = self.numbers.get(finding.fingerprint) if self.reasons else None
        return None if number is None else list(self.reasons)[number]


@value_class
class View:
    """The result of an audit as it is reported: what was asked for, what was found, how it stood and was decided."""

    result: Result
    findings: ChosenFindings
    filtered: int  # findings left out by the user's choice
    options: Options = field(default_factory=Options)
    choice: Selection = field(default_factory=Selection)
    baseline: Baseline | None = None
    ledger: Ledger = field(default_factory=Ledger)
    today: date | None = None  # the day by which waivers were judged, if there are any
    undecided: bool = False  # clauses without evidence are results, too, in the forms that have such
    regrades: Regrades = field(default_factory=lambda: Regrades())  # findings with another severity
    choice_at: Callable[[str], Selection] | None = None  # what is wanted of each log, if that is not the same for all
    files: RunFiles = field(default_factory=RunFiles)  # settings files and ledgers, applied or not
    statistics: bool = False  # the totals are wanted whole, in the forms that have such

    def is_new(self, finding: Finding) -> bool:
        """Was this finding not there before? Without an earlier report everything is new."""
        return self.baseline is None or not self.baseline.has(finding)

    def new(self) -> int:
        """How many findings were not there before."""
        return sum(map(self.is_new, self.findings))

    def regraded(self, finding: Finding) -> Regraded | None:
        """How the settings have changed the severity of a finding, if they have."""
        return self.regrades.of(finding)

    def decisions(self) -> Counter[str]:
        """How findings were decided, with the number of each decision."""
        findings = self.findings if self.ledger.decisions else ()
        return Counter(decision.decision for one in findings if (decision := self.ledger.of(one)) is not None)

    def absent(self) -> Sequence[Known]:
        """The findings of an earlier report that are gone, of the clauses that are reported."""
        if self.baseline is None:
            return ()
        evidence = {book.id: book.evidence for book in self.rulebooks}

        def wanted(one: Known) -> bool:
            if one.night is not None and self.options.leaves_out(date.fromisoformat(one.night)):
                return False
            choice = self.choice if self.choice_at is None else self.choice_at(one.path)
            kind = evidence.get(one.rules, {}).get(one.clause, "")
            return choice.takes(one.clause, cited(one.clause), one.check, kind)

        return self.baseline.absent(wanted)

    def ledger_notes(self) -> list[LedgerNote]:
        """What is wrong with entries of the ledger: expired, malformed, about nothing found.

        Where nights are left out, an entry about nothing found may be about one of those. The entries of a register are
        about all logs of all runs: only those are told that are about a finding of this one.
        """
        unmatched = [] if self.result.left_out else self.ledger.unmatched(self.result.findings)
        return [*self.ledger.notes_on(self.result.findings), *unmatched]

    def file_effects(self) -> list[FileEffect]:
        """What settings files and ledgers weaken or, not applied, would have done. Every form tells it."""
        withheld = [one.effect(self.result.findings, self.findings) for one in self.files.ledgers]
        return [*self.files.settings, *of_ledger(self.ledger, self.findings), *withheld]

    def gaps(self) -> list[str]:
        """What this audit did not see or decide, in a few words with numbers: the last line of short reports."""
        result = self.result
        counted = [
            (len(self.unrecorded()), "clause", "without evidence"),
            (len(result.unread), "place", "not read"),
            (len(result.unknown), "line", "not understood"),
            (len(result.passed), "file", "passed over"),
        ]
        found = [f"{n:,} {plural(n, noun)} {what}" for n, noun, what in counted if n]
        if result.passed:
            found[-1] += f" ({self.passed_over()})"
        found += self.other_nights()
        return [*found, "interrupted before the end"] if result.interrupted else found

    def other_nights(self) -> list[str]:
        """What the choice of nights leaves out, and the hands of which nobody knows whether it should: in few words."""
        left_out, undated = sum(self.result.left_out.values()), self.result.undated
        if self.options.since is None and self.options.until is None:
            return []
        found = [f"{left_out:,} {plural(left_out, 'hand')} of other nights left out"]
        if undated:
            found.append(f"{undated:,} {plural(undated, 'hand')} without a date judged, of whatever night")
        return found

    def passed_over(self) -> str:
        """The files among the logs that show nothing of a log: the first of them by name, and how many more."""
        names, more = self.result.passed[:NAMED], len(self.result.passed) - NAMED
        return joined([escaped(name, 60) for name in names] + ([f"{more:,} more"] if more > 0 else []))

    def standing(self, finding: Finding) -> str:
        """How a finding stands, in brackets: against the baseline, and by decision; empty if neither is known."""
        parts = [self.baseline.state(finding)] if self.baseline is not None else []
        regraded = self.regraded(finding)
        parts += [regraded.words] if regraded is not None else []
        decision = self.ledger.of(finding)
        parts += [decision.words] if decision is not None else []
        return f" [{'; '.join(parts)}]" if parts else ""

    def unrecorded(self) -> list[Row]:
        """The reported clauses that lack evidence in the record."""
        return [
            row
            for row in coverage(self.result)
            if row.not_recorded and self.choice.takes(row.clause, row.named, row.evidence)
        ]

    def fails(self, least: Severity, new_only: bool) -> bool:
        """Does a finding fail the run: grave enough, not dismissed or waived, and new if only those count?"""
        grave = self.findings.marked(lambda mark: mark & SEVERITY >= least)
        return any(not self.ledger.excuses(one) and (self.is_new(one) or not new_only) for one in grave)

    def one_by_one(self) -> ChosenFindings:
        """The findings that are told one by one: all but those of a custom of a room."""
        return self.findings.marked(lambda mark: not mark & CUSTOM)

    def customs(self, by_clause: bool = False) -> list[CustomSeen]:
        """The customs of rooms, each once a file, or once a clause of each file."""
        return customs_seen(self.findings.marked(lambda mark: bool(mark & CUSTOM)), by_clause)

    def of(self, *severities: Severity) -> ChosenFindings:
        """The findings of these severities that are told one by one."""
        return self.findings.marked(lambda mark: not mark & CUSTOM and mark & SEVERITY in severities)

    def accusations(self) -> ChosenFindings:
        """The findings that accuse a person."""
        return self.findings.marked(accusing)

    def defects(self) -> ChosenFindings:
        """The defects of the record, for which nobody but the log is at fault."""
        return self.findings.marked(lambda mark: mark & SEVERITY > Severity.ADVISORY and bool(mark & DEFECT))

    def currency(self, finding: Finding) -> str:
        """The sign of the money this finding is about."""
        return currency_sign(self.result, finding)

    def currency_code(self, finding: Finding) -> str:
        """The same for programs: the code of the currency that the table declares or, if none, the rulebook's sign."""
        return currency_code(self.result, finding)

    def money(self, findings: ChosenFindings) -> list[tuple[str, int, dict[str, int]]]:
        """The money of findings by what it is in: the sign of that, in how many findings, and how much by party."""
        numbers: Counter[str] = Counter()
        amounts: dict[str, Counter[str]] = {}
        for finding in findings.marked(lambda mark: bool(mark & MONEY)):
            assert finding.money is not None
            code = self.currency_code(finding)
            numbers[code] += 1
            amounts.setdefault(code, Counter())[party_of(finding)] += abs(finding.money.amount)
        signs = apart(amounts)
        return [(signs[code], numbers[code], _by_size(amounts[code])) for code in sorted(amounts)]

    def resting(self) -> str:
        """The advisories that carry money, and how much: `2 advisories with $35 resting on them`; empty if none do."""
        amounts: Counter[str] = Counter()
        n = 0
        for one in self.of(Severity.ADVISORY).marked(lambda mark: bool(mark & MONEY)):
            if one.money is not None and one.money.amount:
                amounts[self.currency_code(one)] += abs(one.money.amount)
                n += 1
        if not n:
            return ""
        signs = apart(amounts)
        amount = joined([money_text(total, signs[code]) for code, total in sorted(amounts.items())])
        return f"{n:,} {plural(n, 'advisory')} with {amount} resting on {'it' if n == 1 else 'them'}"

    @property
    def rulebooks(self) -> list[Rulebook]:
        """The rulebooks that judged, in order of their names and dates."""
        return [book for _, book in sorted(self.result.rulebooks.items())]

    @property
    def complete(self) -> bool:
        """Was everything read?"""
        return not self.result.unread and not self.result.interrupted


def view(
    result: Result,
    choice: Selection,
    options: Options | None = None,
    baseline: Baseline | None = None,
    ledger: Ledger | None = None,
    today: date | None = None,
    undecided: bool = False,
    choice_at: Callable[[str], Selection] | None = None,
    files: RunFiles | None = None,
    statistics: bool = False,
) -> View:
    """Choose the findings that a user wants, in the order of the inputs and of their lines.

    `choice_at` says for each log what is wanted of it, if that is not the same for all.
    """
    place = {entry.path: number for number, entry in enumerate(result.inputs)}
    choices = {path: choice if choice_at is None else choice_at(path) for path in place}
    chosen = FindingChoice(result.findings, place)
    regrades = Regrades()
    for number, finding in enumerate(result.findings):
        names = _names(result, finding)
        wanted = choices[finding.location.path]
        if wanted.takes(*names):
            regrade = wanted.regrade(*names)
            if regrade is not None and regrade.severity != finding.severity:
                regrades.add(finding, regrade.reason)
                finding = replace(finding, severity=regrade.severity)
            chosen.take(number, finding)
    findings = chosen.ordered()
    return View(
        result,
        findings,
        len(result.findings) - len(findings),
        options or Options(),
        choice,
        None if baseline is None else baseline.against(result.findings),
        (ledger or Ledger()).about(result.findings),
        today,
        undecided,
        regrades,
        choice_at,
        files or RunFiles(),
        statistics,
    )


def currency_sign(result: Result, finding: Finding) -> str:
    """The sign of the money that a finding of a result is about."""
    return sign_of(finding.currency, result.rulebooks[finding.rules, finding.version].game.currency)


def currency_code(result: Result, finding: Finding) -> str:
    """The same for programs: the code of the currency that the table declares or, if none, the rulebook's sign."""
    return finding.currency or currency_sign(result, finding)


def _names(result: Result, finding: Finding) -> tuple[str, ...]:
    """The names to choose a finding by: its clause with or without the limb, its check, its kind of evidence."""
    clauses = result.rulebooks[finding.rules, finding.version].evidence
    return finding.clause, finding.cited, finding.check, clauses.get(finding.clause, "record")


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
    """The person in words: `Ben (seat 2)`, `the dealer`, `the dealer 1042`, `an onlooker`."""
    if actor.role == DEALING and actor.name:
        return f"the dealer {escaped(actor.name, 60)}"
    name = escaped(actor.name, 60) if actor.name else ROLES.get(actor.role, f"the {actor.role}")
    return f"{name} (seat {actor.seat})" if actor.seat is not None else name


def beginning(actor: Actor) -> str:
    """The person in words at the beginning of a sentence. The names of players are left as they are."""
    words = named(actor)
    return words if actor.name and actor.role != DEALING else words[:1].upper() + words[1:]


# ---- where and when ----


def occasion(finding: Finding, written: Callable[[date], str] = date.isoformat) -> str:
    """`Manila 3, 1994-06-11, hand 5 at 21:14`: the table, the night, and the hand with its time.

    Past midnight the hand may have a day of its own: `Stud 2, 1994-11-03, hand 12 at 00:05 on 1994-11-04`.
    """
    hand = f"hand {escaped(finding.hand, 30)}" if finding.hand else ""
    night = written(finding.night) if finding.night is not None else ""
    clock = moment(finding, written)
    parts = [escaped(finding.table, 40) or "table without a name", night, hand]
    last = max(n for n, part in enumerate(parts) if part)
    parts[last] += clock
    return ", ".join(filter(None, parts))


def moment(finding: Finding, written: Callable[[date], str] = date.isoformat) -> str:
    """` at 21:14`, and ` on 1994-11-04` if that is not the night; empty where the log has neither."""
    clock = f" at {finding.time}" if finding.time else ""
    return clock + (f" on {written(finding.day)}" if finding.day is not None and finding.day != finding.night else "")


def fault_text(finding: Finding) -> str:
    """What was observed, in brackets what was expected, and the reading and the doubt that the finding rests on."""
    expected = f" ({escaped(finding.expected)})" if finding.expected else ""
    reading = f" ({escaped(finding.reading.words, 400)})" if finding.reading else ""
    doubt = f"; in doubt: {escaped(finding.doubt, 400)}" if finding.doubt else ""
    return f"{escaped(finding.observed)}{expected}{reading}{doubt}"


# ---- verdicts by clause ----


@value_class
class Row:
    """How one clause of a rulebook fared: how often it was decided which way, in hands and at ends of tables."""

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


COUNTED = (Verdict.PASS, Verdict.FAIL, Verdict.NOT_RECORDED)


def coverage(result: Result) -> list[Row]:
    """Every clause of the rulebooks that judged, in the order of the rulebook. Defects of the record come last."""
    rows, verdicts, none = [], result.verdicts, Counter[Verdict]()
    for rules in sorted(result.occasions):
        books = [book for (id, _), book in sorted(result.rulebooks.items()) if id == rules]
        decided = frozenset[str]().union(*(automated(book) for book in books))
        missing = _missing(result, rules)
        clauses = {clause.id: clause for book in reversed(books) for clause in book.clauses}
        record = sorted(name for name in decided if name not in clauses)
        for id in [*clauses, *record]:
            counts = verdicts.get((rules, id), none)
            rows.append(_row(rules, id, clauses.get(id), id in decided, counts, result.occasions[rules], missing))
    return rows


def by_book(result: Result, rows: Iterable[Row]) -> list[Row]:
    """Take the games of a rulebook together: a clause is one, however many games were played."""
    books = {id: book.book for (id, _), book in result.rulebooks.items()}
    found: dict[tuple[str, str], Row] = {}
    for row in rows:
        key = books[row.rules], row.clause
        found[key] = _together(found[key], row) if key in found else replace(row, rules=key[0])
    return list(found.values())


def _together(one: Row, other: Row) -> Row:
    missing = Counter(dict(one.missing)) + Counter(dict(other.missing))
    return replace(
        one,
        automated=one.automated or other.automated,
        passed=one.passed + other.passed,
        failed=one.failed + other.failed,
        not_recorded=one.not_recorded + other.not_recorded,
        not_applicable=one.not_applicable + other.not_applicable,
        missing=tuple(sorted(missing.items())),
    )


def _row(
    rules: str,
    id: str,
    clause: Clause | None,
    decided: bool,
    counts: Counter[Verdict],
    occasions: int,
    missing: dict[str, list[tuple[str, int]]],
) -> Row:
    passed, failed, unknown = [counts.get(one, 0) for one in COUNTED] if counts else (0, 0, 0)
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


HOUSE = ("operator", "dealer")
AT_STAKE = "at stake"  # nobody is known to owe it


def _by_size(amounts: Counter[str]) -> dict[str, int]:
    """The largest first, and last what nobody is known to owe."""
    return dict(sorted(amounts.items(), key=lambda item: (item[0] == AT_STAKE, -item[1])))


def party_of(finding: Finding) -> str:
    """`owed to players by the house`; money that nobody is known to owe, as a defect of the record, is `at stake`."""
    money = finding.money
    assert money is not None
    if finding.actor.role == "record":
        return AT_STAKE
    if money.amount < 0:
        return "that the house took too little"
    sides = [f"{word} {_side(who)}" for word, who in (("to", money.owed_to), ("by", money.owed_by)) if who]
    return f"owed {' '.join(sides)}" if sides else AT_STAKE


def _side(who: str) -> str:
    if who.removeprefix("the ") in HOUSE:
        return "the house"
    return "players and the house" if who.endswith(" the operator") else "the pot" if who == "the pot" else "players"
