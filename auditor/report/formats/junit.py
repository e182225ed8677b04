"""JUnit XML, which every CI server reads: a suite is a log, a case is a clause that came up in it.

The case of a broken clause fails, and names the hands. The case of a clause for which the record has no evidence is
skipped. What could not be read is an error. A finding that was dismissed or waived fails no case and stands in its
output.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from auditor.auditing.result import Result, Unread
from auditor.report.chosen import RECORD
from auditor.report.customs import CustomSeen
from auditor.report.view import Row, View, coverage, fault_text, named, occasion
from auditor.review.effects import FileEffect
from auditor.review.ledger import LedgerNote
from auditor.storage.disk_index import DiskIndex
from auditor.vocabulary.findings import Finding, Severity
from auditor.vocabulary.records import field, record_class
from auditor.vocabulary.wording import escaped, joined

LISTED = 200  # findings in the text of one failure
NAMED = 8  # hands in its message
COUNTED = {"failures": "failure", "errors": "error", "skipped": "skipped"}


def render(view: View) -> Iterator[str]:
    """The suites as one document. What could not be read is fetched case by case."""
    found = _by_log(view)
    notes: dict[str, list[LedgerNote]] = {}
    for note in view.ledger_notes():
        notes.setdefault(note.path, []).append(note)
    suites = [_suite(view, log, found.get(log.inputs[0].path, {})) for log in view.result.logs]
    suites += [_ledger(path, those) for path, those in notes.items()]
    suites += [_file(one) for one in view.file_effects()]
    suites += [_nights(words)] if (words := view.other_nights()) else []
    suites += [_interrupted()] if view.result.interrupted else []
    totals: Counter[str] = Counter()
    for suite in suites:
        totals.update(suite.counts())
    root = _counted("testsuites", "auditor", totals)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield _opening(root) if suites else _written(root)
    for suite in suites:
        yield "\n  "
        yield from suite.texts()
    yield "\n</testsuites>\n" if suites else "\n"


def _counted(tag: str, name: str, counts: Mapping[str, int]) -> ET.Element:
    """An element with its name and how many cases of it came out how."""
    return ET.Element(tag, {"name": name} | {key: str(counts[key]) for key in ("tests", *COUNTED)})


def _written(element: ET.Element) -> str:
    return ET.tostring(element, encoding="unicode")


def _opening(element: ET.Element) -> str:
    """The tag that opens an element of which the content is still to come."""
    return f"{_written(element).removesuffix(' />')}>"


@record_class
class _Suite:
    """A suite as it is written: its cases, those of places that could not be read, and its output."""

    name: str
    cases: list[ET.Element] = field(default_factory=list)
    unread: Sequence[Unread] = ()
    output: ET.Element | None = None

    def case(self, name: str) -> ET.Element:
        """Add a case."""
        self.cases.append(ET.Element("testcase", classname=self.name, name=name))
        return self.cases[-1]

    def counts(self) -> dict[str, int]:
        """How many cases there are, and how many came out how."""
        found = {key: sum(case.find(tag) is not None for case in self.cases) for key, tag in COUNTED.items()}
        found["errors"] += len(self.unread)
        return {"tests": len(self.cases) + len(self.unread), **found}

    def texts(self) -> Iterator[str]:
        """The suite on lines of its own, the first of which is indented already."""
        head = _counted("testsuite", self.name, self.counts())
        if not self.cases and not self.unread and self.output is None:
            yield _written(head)
            return
        yield _opening(head)
        for element in self._elements():
            ET.indent(element, level=2)
            yield f"\n    {_written(element)}"
        yield "\n  </testsuite>"

    def _elements(self) -> Iterator[ET.Element]:
        yield from self.cases
        for one in self.unread:
            hand = f" hand {escaped(one.hand, 30)}" if one.hand else ""
            case = ET.Element("testcase", classname=self.name, name=f"reading{hand} line {one.line}")
            ET.SubElement(case, "error", message=escaped(one.reason), type="unread").text = escaped(one.reason)
            yield case
        if self.output is not None:
            yield self.output


def _nights(words: Sequence[str]) -> _Suite:
    """A suite of one case: not all nights were asked for."""
    suite = _Suite("auditor")
    ET.SubElement(suite.case("all nights"), "skipped", message=", ".join(words))
    return suite


def _interrupted() -> _Suite:
    suite = _Suite("auditor")
    ET.SubElement(suite.case("the whole audit"), "error", message="interrupted before its end", type="interrupted")
    return suite


def _ledger(path: str, notes: Iterable[LedgerNote]) -> _Suite:
    """A suite of the entries of a ledger that do not count. None of them fails by that alone."""
    suite = _Suite(escaped(path))
    for note in notes:
        ET.SubElement(suite.case(f"{note.kind} entry line {note.line}"), "skipped", message=escaped(note.text))
    return suite


def _file(effect: FileEffect) -> _Suite:
    """A suite of one case: a settings file or ledger that weakens the audit or, not applied, would have done so."""
    suite = _Suite(escaped(effect.path))
    ET.SubElement(suite.case(f"{effect.kind} {effect.state}"), "skipped", message=escaped(effect.words))
    return suite


class _Broken:
    """The findings on a clause in a log: those that fail its case, and those that stand in its output."""

    def __init__(self) -> None:
        self.grave = 0  # findings that fail it
        self.worst = Severity.ADVISORY
        self.of_record = False  # is the first of them a defect of the record?
        self.hands = 0  # that have one of those …
        self.named: list[str] = []  # … and the first of them
        self.lines: list[str] = []  # the first of them …
        self.others: list[str] = []  # … and of those that do not fail it
        self.customs: list[CustomSeen] = []

    def take(self, view: View, finding: Finding, hands: DiskIndex) -> None:
        """Take in a finding that is no custom. `hands` has those that were met before, of all clauses and logs."""
        fails = finding.severity > Severity.ADVISORY and not view.ledger.excuses(finding)
        lines = self.lines if fails else self.others
        if len(lines) < LISTED:
            lines.append(_line(view, finding))
        if not fails:
            return
        self.of_record = self.of_record if self.grave else finding.clause.startswith(RECORD)
        self.grave += 1
        self.worst = max(self.worst, finding.severity)
        key = (finding.location.path, finding.rules, finding.clause, finding.night, escaped(finding.hand or "", 30))
        if finding.hand and hands.add(repr(key)):
            self.hands += 1
            self.named += [escaped(finding.hand, 30)] if self.hands <= NAMED else []


def _by_log(view: View) -> dict[str, dict[tuple[str, str], _Broken]]:
    """What was found in each log, by rulebook and clause."""
    logs: dict[str, dict[tuple[str, str], _Broken]] = {}
    hands = DiskIndex()

    def clause_of(finding: Finding) -> _Broken:
        clauses = logs.setdefault(finding.location.path, {})
        return clauses.setdefault((finding.rules, finding.clause), _Broken())

    for finding in view.one_by_one():
        clause_of(finding).take(view, finding, hands)
    for one in view.customs(by_clause=True):
        clause_of(one.first).customs.append(one)
    return logs


def _suite(view: View, log: Result, broken: dict[tuple[str, str], _Broken]) -> _Suite:
    path = log.inputs[0].path
    suite = _Suite(escaped(path), unread=log.unread)
    for row in coverage(log):
        found = broken.pop((row.rules, row.clause), None)
        came_up = row.passed or row.failed or row.not_recorded
        if found is not None or (came_up and view.choice.takes(row.clause, row.named, row.evidence)):
            suite.cases.append(_case(path, row, found or _Broken()))
    if log.unknown:
        lines = [f"line {one.line} not understood: {escaped(one.reason)}" for one in log.unknown[:LISTED]]
        more = len(log.unknown) - LISTED
        suite.output = ET.Element("system-out")
        suite.output.text = "\n".join([*lines, *[f"and {more:,} more"] * (more > 0)])
    return suite


def _case(path: str, row: Row, found: _Broken) -> ET.Element:
    name = f"{row.named} {escaped(row.title)}"
    case = ET.Element("testcase", classname=f"{escaped(path)}.{row.rules}", name=name)
    if found.grave:
        kind = "record" if found.of_record else found.worst.word
        message = f"{found.worst.word} of {row.named} in {_hands(found)}"
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


def _hands(found: _Broken) -> str:
    if not found.hands:
        return "the session"
    more = f" and {found.hands - NAMED} more" if found.hands > NAMED else ""
    return f"{'hand' if found.hands == 1 else 'hands'} {', '.join(found.named)}{more}"


def _line(view: View, finding: Finding) -> str:
    who = "" if finding.actor.role == "record" else f"{named(finding.actor)}: "
    where = f"{occasion(finding)}, line {finding.location.line}"
    return f"{where}: {who}{fault_text(finding)}{view.standing(finding)} ref:{finding.ref}"
