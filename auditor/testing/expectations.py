"""Compares what an audit finds with what is expected of it: the marks of a log, or the assertions of a test.

Each difference is reported with its line, and an unexpected finding also with the comment that would state it. All
findings are compared, so a marked log is a test of silence, too. `auditor.testing.pytest_plugin` makes tests of this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from auditor.api import Audit
from auditor.auditing.engine.collector import Judged
from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Unread
from auditor.auditing.tally import by_clause
from auditor.logs.files.decoding import open_path
from auditor.logs.reader import RawHand
from auditor.report.chosen import RECORD
from auditor.report.view import fault_text, named
from auditor.rules.clause_book import Mark, garbled, marks
from auditor.vocabulary.findings import Finding, Severity, Verdict
from auditor.vocabulary.hand import Aftermath
from auditor.vocabulary.records import field, record_class
from auditor.vocabulary.wording import escaped, joined

# ---- marked logs ----


@record_class
class Differences:
    """How an audit of a marked log differs from its marks."""

    path: str
    missed: list[Mark] = field(default_factory=list)  # expected and not found
    unexpected: list[Finding] = field(default_factory=list)
    undone: list[tuple[Mark, Verdict]] = field(default_factory=list)  # with the verdict there is instead of a pass
    unread: list[Unread] = field(default_factory=list)
    garbled: list[tuple[int, str]] = field(default_factory=list)  # comments that look like marks and are none

    def __bool__(self) -> bool:
        """Is there any difference?"""
        return bool(self.missed or self.unexpected or self.undone or self.unread or self.garbled)

    def lines(self) -> Iterator[str]:
        """Say what differs, in lines for people, and which commands show more."""
        yield f"{escaped(self.path)} is not judged as its comments say"
        yield from _listed("expected and not found", [_missed(mark, self.unexpected) for mark in self.missed])
        yield from _listed("found and not expected", [_unexpected(finding) for finding in self.unexpected])
        yield from _listed("to comply, and does not", [_undone(*one) for one in self.undone])
        yield from _listed("not read", [f"line {one.line}: {escaped(one.reason)}" for one in self.unread])
        yield from _listed(
            "not understood",
            [f"line {line}: '# {escaped(text, 120)}', expected {FORM}" for line, text in self.garbled],
        )
        yield ""
        yield from self._more()

    def _more(self) -> Iterator[str]:
        """The commands that show more of the log."""
        path = escaped(self.path)
        yield f"see more: auditor audit {path}"
        marked = [*self.missed, *[mark for mark, _ in self.undone]]
        places = [(one.rules, one.clause, one.hand) for one in self.unexpected]
        places += [(one.rules, one.clause, one.hand) for one in marked]
        for rules, clause, hand in places[:1]:
            if rules and not clause.startswith(RECORD):
                yield f"          auditor explain {escaped(rules)} '{escaped(clause)}'"
            if hand is not None:
                yield f"          auditor replay {path} --hand {escaped(hand, 30)}"


FORM = "'# expect CLAUSE: words of the message' or '# complies CLAUSE'"


def differences(path: Path, name: str, options: Options) -> Differences:
    """Audit a marked log and compare everything that was found with everything its marks state."""
    verdicts: list[tuple[str, str | None, dict[str, Verdict]]] = []

    def observe(item: RawHand | Aftermath, bound: BoundRulebook, judged: tuple[Judged, ...]) -> None:
        hand = item.number if isinstance(item, RawHand) else None
        verdicts.extend((item.setup.table, hand, by_clause(bound, one)) for one in judged)

    result = audit([open_path(path, name)], options, observe)
    wanted = list(marks(path))
    missed = [mark for mark in wanted if mark.kind == "breach"]
    unexpected = []
    for finding in result.findings:
        mark = next((mark for mark in missed if states(mark, finding)), None)
        if mark is None:
            unexpected.append(finding)
        else:
            missed.remove(mark)
    undone: list[tuple[Mark, Verdict]] = []
    for mark in wanted:
        if mark.kind == "compliant":
            results = [
                each.get(mark.clause, Verdict.NOT_APPLICABLE)
                for table, hand, each in verdicts
                if table == mark.table and (mark.hand is None or hand == mark.hand)
            ]
            if (worst := max(results, default=Verdict.NOT_APPLICABLE)) != Verdict.PASS:
                undone.append((mark, worst))
    return Differences(name, missed, unexpected, undone, list(result.unread), list(garbled(path)))


def states(mark: Mark, finding: Finding) -> bool:
    """Does a mark state this finding?"""
    stated = (mark.line, mark.severity, mark.clause, mark.read_with)
    found = (finding.location.line, finding.severity.word, finding.clause, finding.read_with)
    return stated == found and mark.words in finding.message


def mark_for(finding: Finding) -> str:
    """The comment that would state a finding."""
    severity = "" if finding.severity is Severity.BREACH else f"{finding.severity.word} "
    read_with = f" with {', '.join(finding.read_with)}" if finding.read_with else ""
    words = re.split("[#;]", finding.observed)[0].strip()  # a mark's words end there
    return f"# expect {severity}{finding.clause}{read_with}: {words}"


# ---- words ----


def _listed(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield ""
        yield f"{title}:"
        yield from (f"  {line}" for line in lines)


def _missed(mark: Mark, unexpected: Sequence[Finding]) -> str:
    read_with = f" with {joined(mark.read_with)}" if mark.read_with else ""
    there = any(finding.location.line == mark.line for finding in unexpected)
    hint = " (something else was found on this line)" if there else ""
    return f"line {mark.line}: {mark.severity} of {escaped(mark.clause)}{read_with}: {escaped(mark.words)}{hint}"


def _unexpected(finding: Finding) -> str:
    what = f"{finding.severity.word} of {finding.clause}: {_who(finding)}{fault_text(finding)}"
    return f"line {finding.location.line}: {what}\n    if that is right: {escaped(mark_for(finding))}"


def _undone(mark: Mark, verdict: Verdict) -> str:
    where = f"in hand {escaped(mark.hand, 30)}" if mark.hand is not None else "at this table"
    return f"line {mark.line}: {escaped(mark.clause)} is '{verdict.word}' {where}"


def _who(finding: Finding) -> str:
    return "" if finding.actor.role == "record" else f"{named(finding.actor)}: "


# ---- assertions ----


class Recorded(Audit):
    """The audit of a record, with assertions about it. Each assertion fails if part of the record could not be read."""

    __slots__ = ()

    def assert_clean(self, least: Severity = Severity.IRREGULARITY) -> None:
        """Assert that no finding is as grave as `least`. Advisories accuse nobody, so by default they do not count."""
        __tracebackhide__ = True
        self._assert_read()
        if any(finding.severity >= least for finding in self.findings):
            raise AssertionError(f"the record is not clean\n{self.report('concise')}")

    def assert_finds(self, *clauses: str) -> None:
        """Assert that exactly these clauses were broken, each as often as it is named. Advisories do not count."""
        __tracebackhide__ = True
        self._assert_read()
        missed, others = list(clauses), []
        for finding in self.findings:
            if finding.severity > Severity.ADVISORY:
                clause = next((one for one in missed if one in (finding.clause, finding.named, finding.cited)), None)
                if clause is None:
                    others.append(finding.clause)
                else:
                    missed.remove(clause)
        if missed or others:
            wrong = [f"not found: {joined(missed)}"] * bool(missed) + [f"also found: {joined(others)}"] * bool(others)
            raise AssertionError(f"{'; '.join(wrong)}\n{self.report('concise')}")

    def assert_complies(self, *clauses: str) -> None:
        """Assert that these clauses came up, and passed in every hand in which they did."""
        __tracebackhide__ = True
        self._assert_read()
        verdicts = {clause: self.verdict(clause) for clause in clauses}
        wrong = [f"{clause} is '{verdict.word}'" for clause, verdict in verdicts.items() if verdict != Verdict.PASS]
        if wrong:
            raise AssertionError(f"{joined(wrong)}, expected 'pass'\n{self.report('concise')}")

    def _assert_read(self) -> None:
        __tracebackhide__ = True
        if not self.complete:
            raise AssertionError(f"part of the record could not be read\n{self.report('concise')}")
