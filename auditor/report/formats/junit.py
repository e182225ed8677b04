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
from auditor.report.customs import customs_seen, is_custom
from auditor.report.view import Row, View, accuses, coverage, fault_text, named
from auditor.review.ledger import LedgerNote
from auditor.vocabulary.findings import Finding, Severity
from auditor.vocabulary.wording import escaped, joined

LISTED = 200  # findings in the text of one failure


def render(view: View) -> Iterator[str]:
    """The suites as one document."""
    suites = ET.Element("testsuites", name="auditor")
    totals: Counter[str] = Counter()
    found: dict[str, list[Finding]] = {}
    for finding in view.findings:
        found.setdefault(finding.location.path, []).append(finding)
    notes: dict[str, list[LedgerNote]] = {}
    for note in view.ledger_notes():
        notes.setdefault(note.path, []).append(note)
    ledger = [_ledger(path, those) for path, those in notes.items()]
    for suite in [*[_suite(view, log, found.get(log.inputs[0].path, [])) for log in view.result.logs], *ledger]:
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


def _suite(view: View, log: Result, found: Sequence[Finding]) -> ET.Element:
    path = log.inputs[0].path
    suite = ET.Element("testsuite", name=escaped(path))
    broken: dict[tuple[str, str], list[Finding]] = {}
    for finding in found:
        broken.setdefault((finding.rules, finding.clause), []).append(finding)
    for row in coverage(log):
        findings = broken.pop((row.rules, row.clause), [])
        came_up = row.passed or row.failed or row.not_recorded
        if findings or (came_up and view.choice.takes(row.clause, row.named, row.evidence)):
            suite.append(_case(view, path, row, findings))
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


def _case(view: View, path: str, row: Row, findings: Sequence[Finding]) -> ET.Element:
    name = f"{row.named} {escaped(row.title)}"
    case = ET.Element("testcase", classname=f"{escaped(path)}.{row.rules}", name=name)
    grave: list[Finding] = []
    others: list[Finding] = []
    for one in findings:
        (grave if one.severity > Severity.ADVISORY and not view.ledger.excuses(one) else others).append(one)
    if grave:
        worst = max(one.severity for one in grave)
        kind = worst.word if accuses(grave[0]) else "record"
        message = f"{worst.word} of {row.named} in {_hands(grave)}"
        failure = ET.SubElement(case, "failure", message=message, type=kind)
        failure.text = "\n".join(_line(view, one) for one in grave[:LISTED])
        if len(grave) > LISTED:
            failure.text += f"\nand {len(grave) - LISTED:,} more"
    elif row.not_recorded and not row.failed:
        lacks = joined([escaped(what) for what, _ in row.missing]) or "this is a record of play only"
        ET.SubElement(case, "skipped", message=f"not recorded: {lacks}")
    if others:
        lines = [_line(view, one) for one in others if not is_custom(one)][:LISTED]
        lines += [one.words for one in customs_seen(others)]
        ET.SubElement(case, "system-out").text = "\n".join(lines)
    return case


def _hands(findings: Sequence[Finding]) -> str:
    hands = list(dict.fromkeys(escaped(one.hand, 30) for one in findings if one.hand))
    if not hands:
        return "the session"
    more = f" and {len(hands) - 8} more" if len(hands) > 8 else ""
    return f"{'hand' if len(hands) == 1 else 'hands'} {', '.join(hands[:8])}{more}"


def _line(view: View, finding: Finding) -> str:
    who = "" if finding.actor.role == "record" else f"{named(finding.actor)}: "
    hand = f"hand {escaped(finding.hand, 30)}, " if finding.hand else ""
    return f"{hand}line {finding.location.line}: {who}{fault_text(finding)}{view.standing(finding)} ref:{finding.ref}"
