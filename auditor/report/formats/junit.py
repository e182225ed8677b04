"""JUnit XML, which every CI server reads: a suite is a log, a case is a clause that came up in it.

The case of a broken clause fails, and names the hands. The case of a clause for which the record has no evidence is
skipped. What could not be read is an error. A finding that was dismissed or waived fails no case and stands in its
output.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from auditor.auditing.result import Result
from auditor.report.chosen import RECORD
from auditor.report.customs import CustomSeen
from auditor.report.view import Row, View, coverage, fault_text, named
from auditor.review.effects import FileEffect
from auditor.review.ledger import LedgerNote
from auditor.vocabulary.findings import Finding, Severity
from auditor.vocabulary.wording import escaped, joined

LISTED = 200  # findings in the text of one failure


def render(view: View) -> Iterator[str]:
    """The suites as one document."""
    suites = ET.Element("testsuites", name="auditor")
    totals: Counter[str] = Counter()
    found = _by_log(view)
    notes: dict[str, list[LedgerNote]] = {}
    for note in view.ledger_notes():
        notes.setdefault(note.path, []).append(note)
    others = [_ledger(path, those) for path, those in notes.items()]
    others += [_file(one) for one in view.file_effects()]
    for suite in [*[_suite(view, log, found.get(log.inputs[0].path, {})) for log in view.result.logs], *others]:
        for key in ("tests", "failures", "errors", "skipped"):
            totals[key] += int(suite.get(key, "0"))
        suites.append(suite)
    if view.result.interrupted:
        suites.append(_interrupted())
        totals.update(tests=1, errors=1)
    for key in ("tests", "failures", "errors", "skipped"):
        suites.set(key, str(totals[key]))
    ET.indent(suites)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield ET.tostring(suites, encoding="unicode") + "\n"


def _interrupted() -> ET.Element:
    suite = ET.Element("testsuite", name="auditor", tests="1", failures="0", errors="1", skipped="0")
    case = ET.SubElement(suite, "testcase", classname="auditor", name="the whole audit")
    ET.SubElement(case, "error", message="interrupted before its end", type="interrupted")
    return suite


def _ledger(path: str, notes: Iterable[LedgerNote]) -> ET.Element:
    """A suite of the entries of a ledger that do not count. None of them fails by that alone."""
    suite = ET.Element("testsuite", name=escaped(path))
    for note in notes:
        case = ET.SubElement(suite, "testcase", classname=escaped(path), name=f"{note.kind} entry line {note.line}")
        ET.SubElement(case, "skipped", message=escaped(note.text))
    return _with_counts(suite)


def _file(effect: FileEffect) -> ET.Element:
    """A suite of one case: a settings file or ledger that weakens the audit or, not applied, would have done so."""
    suite = ET.Element("testsuite", name=escaped(effect.path))
    name = f"{effect.kind} {effect.state}"
    case = ET.SubElement(suite, "testcase", classname=escaped(effect.path), name=name)
    ET.SubElement(case, "skipped", message=escaped(effect.words))
    return _with_counts(suite)


class _Broken:
    """The findings on a clause in a log: those that fail its case, and those that stand in its output."""

    def __init__(self) -> None:
        self.grave = 0  # findings that fail it
        self.worst = Severity.ADVISORY
        self.of_record = False  # is the first of them a defect of the record?
        self.hands: dict[str, None] = {}
        self.lines: list[str] = []  # the first of them …
        self.others: list[str] = []  # … and of those that do not fail it
        self.customs: list[CustomSeen] = []

    def take(self, view: View, finding: Finding) -> None:
        """Take in a finding that is no custom."""
        fails = finding.severity > Severity.ADVISORY and not view.ledger.excuses(finding)
        lines = self.lines if fails else self.others
        if len(lines) < LISTED:
            lines.append(_line(view, finding))
        if not fails:
            return
        self.of_record = self.of_record if self.grave else finding.clause.startswith(RECORD)
        self.grave += 1
        self.worst = max(self.worst, finding.severity)
        if finding.hand:
            self.hands[escaped(finding.hand, 30)] = None


def _by_log(view: View) -> dict[str, dict[tuple[str, str], _Broken]]:
    """What was found in each log, by rulebook and clause."""
    logs: dict[str, dict[tuple[str, str], _Broken]] = {}

    def clause_of(finding: Finding) -> _Broken:
        clauses = logs.setdefault(finding.location.path, {})
        return clauses.setdefault((finding.rules, finding.clause), _Broken())

    for finding in view.one_by_one():
        clause_of(finding).take(view, finding)
    for one in view.customs(by_clause=True):
        clause_of(one.first).customs.append(one)
    return logs


def _suite(view: View, log: Result, broken: dict[tuple[str, str], _Broken]) -> ET.Element:
    path = log.inputs[0].path
    suite = ET.Element("testsuite", name=escaped(path))
    for row in coverage(log):
        found = broken.pop((row.rules, row.clause), None)
        came_up = row.passed or row.failed or row.not_recorded
        if found is not None or (came_up and view.choice.takes(row.clause, row.named, row.evidence)):
            suite.append(_case(path, row, found or _Broken()))
    for one in log.unread:
        hand = f" hand {escaped(one.hand, 30)}" if one.hand else ""
        case = ET.SubElement(suite, "testcase", classname=escaped(path), name=f"reading{hand} line {one.line}")
        ET.SubElement(case, "error", message=escaped(one.reason), type="unread").text = escaped(one.reason)
    if log.unknown:
        lines = [f"line {one.line} not understood: {escaped(one.reason)}" for one in log.unknown[:LISTED]]
        more = len(log.unknown) - LISTED
        ET.SubElement(suite, "system-out").text = "\n".join([*lines, *[f"and {more:,} more"] * (more > 0)])
    return _with_counts(suite)


def _with_counts(suite: ET.Element) -> ET.Element:
    cases = suite.findall("testcase")
    suite.set("tests", str(len(cases)))
    for key, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(key, str(sum(case.find(tag) is not None for case in cases)))
    return suite


def _case(path: str, row: Row, found: _Broken) -> ET.Element:
    name = f"{row.named} {escaped(row.title)}"
    case = ET.Element("testcase", classname=f"{escaped(path)}.{row.rules}", name=name)
    if found.grave:
        kind = "record" if found.of_record else found.worst.word
        message = f"{found.worst.word} of {row.named} in {_hands(list(found.hands))}"
        failure = ET.SubElement(case, "failure", message=message, type=kind)
        failure.text = "\n".join(found.lines)
        if found.grave > LISTED:
            failure.text += f"\nand {found.grave - LISTED:,} more"
    elif row.not_recorded and not row.failed:
        lacks = joined([escaped(what) for what, _ in row.missing]) or "this is a record of play only"
        ET.SubElement(case, "skipped", message=f"not recorded: {lacks}")
    if found.others or found.customs:
        ET.SubElement(case, "system-out").text = "\n".join([*found.others, *[one.words for one in found.customs]])
    return case


def _hands(hands: Sequence[str]) -> str:
    if not hands:
        return "the session"
    more = f" and {len(hands) - 8} more" if len(hands) > 8 else ""
    return f"{'hand' if len(hands) == 1 else 'hands'} {', '.join(hands[:8])}{more}"


def _line(view: View, finding: Finding) -> str:
    who = "" if finding.actor.role == "record" else f"{named(finding.actor)}: "
    hand = f"hand {escaped(finding.hand, 30)}, " if finding.hand else ""
    return f"{hand}line {finding.location.line}: {who}{fault_text(finding)}{view.standing(finding)} ref:{finding.ref}"
