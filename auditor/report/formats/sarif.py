"""SARIF 2.1.0, the form in which code scanning and its viewers take results.

A rule is a clause of a rulebook, an instrument is a taxonomy with its clauses, and the code flow of a result has the
lines that led to it. GitHub refuses or cuts a run beyond certain numbers. So the least grave results beyond them are
left out here, and the run says how many.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any
from urllib.parse import quote

from auditor.auditing.plugins_used import plugins_used
from auditor.auditing.result import Input, Unread
from auditor.report.chosen import RECORD
from auditor.report.customs import CustomSeen, times
from auditor.report.evidence import EVIDENCE
from auditor.report.formats.json import texts
from auditor.report.view import View, coverage, fault_text, named, occasion
from auditor.review.baseline import NEW, UNCHANGED, Known
from auditor.review.ledger import DISMISSED, UNDER_REVIEW, WAIVED
from auditor.rules.schema.rulebook import Clause, Instrument, Rulebook
from auditor.storage.plugins import GROUPS
from auditor.version import __version__
from auditor.vocabulary.findings import Finding, Location, Severity
from auditor.vocabulary.wording import escaped, joined, plural

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {Severity.BREACH: "error", Severity.IRREGULARITY: "warning", Severity.ADVISORY: "note"}
STATUS = {DISMISSED: "accepted", WAIVED: "accepted", UNDER_REVIEW: "underReview"}  # what is upheld is not suppressed
MOST_RESULTS = 25_000  # that GitHub takes in a run
MOST_STEPS = 1_000  # steps in the code flow of a result
MOST_PLACES = 100  # places of a result
MOST_NOTICES = 1_000  # places not read that are listed one by one
SarifPart = dict[str, Any]


def render(view: View) -> Iterator[str]:
    """One document with one run."""
    yield from texts({"$schema": SCHEMA, "version": "2.1.0", "runs": iter([run(view)])})
    yield "\n"


def run(view: View) -> SarifPart:
    """The run: the tool with its rules, the instruments, the logs, the results, and what could not be read.

    The rules come before the results that name them. So they are gathered first, and the results are made as they are
    written.
    """
    singly = view.one_by_one()
    reported = singly.first_by(MOST_RESULTS, lambda one: (-one.severity, not view.is_new(one)))
    customs, absent = view.customs(), view.absent()
    rules = _Rules(view)
    for finding in chain(reported, [one.first for one in customs]):
        rules.number_of(finding)
    undecided = _undecided(view, rules) if view.undecided else []
    results = chain(
        (_result(view, finding, rules) for finding in reported),
        (_custom(view, one, rules) for one in customs),
        map(_absent, absent),
        undecided,
    )
    beyond = len(reported) + len(customs) + len(absent) + len(undecided) - MOST_RESULTS
    left_out = len(singly) - len(reported) + max(beyond, 0)
    return {
        "tool": {"driver": rules.driver(), **_extensions(view)},
        "taxonomies": rules.taxonomies(),
        "automationDetails": {"id": "auditor/"},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(view, left_out)],
        "artifacts": [_artifact(one) for one in view.result.inputs],
        "results": islice(map(_said_if_suppressed, results) if view.ledger.decisions else results, MOST_RESULTS),
    }


def _said_if_suppressed(result: SarifPart) -> SarifPart:
    """The result with its suppressions: by the standard, all results say whether they have any, or none does."""
    return {"suppressions": [], **result}


# ---- rules and instruments ----


class _Rules:
    """The rules that results name, in the order in which they are first named."""

    def __init__(self, view: View) -> None:
        self.books = {(book.id, book.version): book for book in view.rulebooks}
        self.latest = {book.id: book for book in view.rulebooks}
        self.index: dict[str, int] = {}
        self.parts: list[SarifPart] = []
        self.cited: dict[tuple[str, str], dict[str, SarifPart]] = {}  # taxa by instrument and clause

    def number(self, book: Rulebook, id: str) -> int:
        """The index of a clause's rule in the list."""
        name = f"{book.id}/{id}"
        if name not in self.index:
            self.index[name] = len(self.parts)
            self.parts.append(self._rule(name, book, id))
        return self.index[name]

    def number_of(self, finding: Finding) -> int:
        """The index of the rule that a finding names."""
        return self.number(self.books[finding.rules, finding.version], finding.clause)

    def _rule(self, name: str, book: Rulebook, id: str) -> SarifPart:
        clause = next((one for one in book.clauses if one.id == id), None)
        if clause is None:
            words = id.removeprefix(RECORD).replace("-", " ")
            return _described(name, f"defect of the record: {words}", f"The record itself is at fault: {words}.", [])
        instrument = book.instruments[0]
        taxon = self._taxon(book, instrument, clause)
        part = _described(name, f"{clause.named} {clause.title}", _help(book, clause), [clause.evidence])
        part["relationships"] = [{"target": taxon, "kinds": ["superset"]}]
        return part

    def _taxon(self, book: Rulebook, instrument: Instrument, clause: Clause) -> SarifPart:
        taxa = self.cited.setdefault((book.id, instrument.cite), {})
        taxa.setdefault(
            clause.cited, {"id": clause.cited, "name": escaped(clause.title), "shortDescription": _message(clause.gist)}
        )
        return {"id": clause.cited, "toolComponent": {"name": f"{instrument.cite} ({book.id})"}}

    def driver(self) -> SarifPart:
        """The tool itself."""
        return {
            "name": "auditor",
            "version": __version__,
            "semanticVersion": __version__,
            "shortDescription": _message("Audits poker logs against codified rulebooks, clause by clause."),
            "rules": self.parts,
            "supportedTaxonomies": [{"name": f"{cite} ({rules})"} for rules, cite in self.cited],
        }

    def taxonomies(self) -> list[SarifPart]:
        """The instruments whose clauses are cited."""
        found = []
        for (rules, cite), taxa in self.cited.items():
            book = self.latest[rules]
            instrument = next(one for one in book.instruments if one.cite == cite)
            part: SarifPart = {
                "name": f"{cite} ({rules})",
                "version": book.version,
                "organization": instrument.authority,
                "shortDescription": _message(instrument.title),
                "taxa": list(taxa.values()),
            }
            if instrument.published is not None:
                part["releaseDateUtc"] = instrument.published.isoformat()
            found.append(part)
        return found


def _described(name: str, short: str, full: str, tags: list[str]) -> SarifPart:
    return {
        "id": name,
        "shortDescription": _message(short),
        "fullDescription": _message(full),
        "help": _message(full),
        "properties": {"tags": tags},
    }


def _help(book: Rulebook, clause: Clause) -> str:
    note = f" {clause.note}" if clause.note else ""
    decided = f"Decided {EVIDENCE[clause.evidence]}." if clause.evidence != "none" else "No record can show it."
    return f"{clause.gist}{note} {decided} ({book.cite(clause.id)}) See: auditor explain {book.id} '{clause.id}'"


# ---- results ----


def _result(view: View, finding: Finding, rules: _Rules) -> SarifPart:
    number = rules.number_of(finding)
    who = "" if finding.actor.role == "record" else f"{named(finding.actor)}: "
    part: SarifPart = {
        "ruleId": rules.parts[number]["id"],
        "ruleIndex": number,
        "kind": "fail",
        "level": LEVELS[finding.severity],
        "message": _message(f"{who}{fault_text(finding)} ({occasion(finding)}) {finding.citation}"),
        "locations": [_location(finding.location)],
        "partialFingerprints": _fingerprints(finding.fingerprint),
        "properties": _properties(view, finding),
    }
    if finding.evidence:
        steps = [*sorted(finding.evidence, key=lambda place: place.line), finding.location][-MOST_STEPS:]
        flow = [{"location": _location(place)} for place in steps]
        part["codeFlows"] = [{"threadFlows": [{"locations": flow}]}]
    if view.baseline is not None:
        part["baselineState"] = view.baseline.state(finding)
    decision = view.ledger.of(finding)
    if decision is not None and decision.decision in STATUS:
        suppression = {"kind": "external", "status": STATUS[decision.decision], "justification": decision.words}
        part["suppressions"] = [suppression]
    return part


def _custom(view: View, seen: CustomSeen, rules: _Rules) -> SarifPart:
    """A custom of a room in one log: one result, which says how often it was seen."""
    number = rules.number_of(seen.first)
    part: SarifPart = {
        "ruleId": rules.parts[number]["id"],
        "ruleIndex": number,
        "kind": "informational",
        "level": "none",
        "message": _message(seen.words),
        "occurrenceCount": seen.count,
        "locations": [_location(seen.first.location)],
        "relatedLocations": [_location(one.location) for one in seen.examples],
        "partialFingerprints": _fingerprints(seen.first.fingerprint),
        "properties": {"custom": seen.custom.id, "check": seen.first.check},
    }
    if view.baseline is not None:
        part["baselineState"] = UNCHANGED if all(not view.is_new(one) for one in seen.findings) else NEW
    return part


def _fingerprints(fingerprint: str) -> SarifPart:
    """The fingerprint under our own name, and under the only one by which GitHub recognises a result.

    It is the second kind of fingerprint: the first had no night.
    """
    return {"auditor/v2": fingerprint, "primaryLocationLineHash": fingerprint}


def _properties(view: View, finding: Finding) -> SarifPart:
    found: SarifPart = {"rulesVersion": finding.version, "check": finding.check, "severity": finding.severity.word}
    when = {"night": finding.night, "day": finding.day, "time": finding.time, "venue": finding.venue}
    found |= {name: str(value) for name, value in when.items() if value is not None}
    if finding.money is not None:
        found["money"] = {"amount": finding.money.amount, "currency": view.currency_code(finding)}
    if finding.reading:
        found["reading"] = finding.interpretation
        found["readingWords"] = finding.reading.words
    if finding.doubt:
        found["doubt"] = finding.doubt
    return found


def _absent(known: Known) -> SarifPart:
    return {
        "ruleId": f"{known.rules}/{known.clause}",
        "kind": "fail",
        "level": "none",
        "baselineState": "absent",
        "message": _message(f"not found in this run: {known.message}"),
        "locations": [_location(Location(known.path, known.line, 1))],
        "partialFingerprints": _fingerprints(known.fingerprint),
    }


def _undecided(view: View, rules: _Rules) -> list[SarifPart]:
    """Clauses that lack evidence, as open; those that only an observer's note can decide, as for a person to review.

    Each is placed at the logs that lack the evidence, because GitHub refuses a whole run for one result without a
    place.
    """
    logs: dict[tuple[str, str], list[SarifPart]] = {}
    for log in view.result.logs:
        for row in coverage(log):
            places = logs.setdefault((row.rules, row.clause), [])
            if row.not_recorded and len(places) < MOST_PLACES:
                places.append(_location(Location(log.inputs[0].path, 1, 1)))
    found = []
    for row in view.unrecorded():
        number = rules.number(rules.latest[row.rules], row.clause)
        lacks = joined([escaped(what) for what, _ in row.missing]) or "this is a record of play only"
        part: SarifPart = {
            "ruleId": rules.parts[number]["id"],
            "ruleIndex": number,
            "kind": "review" if row.evidence == "incident" else "open",
            "level": "none",
            "message": _message(f"{row.named} not decided {times(row.not_recorded)}: {lacks}"),
            "locations": logs[row.rules, row.clause],
        }
        if view.baseline is not None:
            known = (row.rules, row.clause) in view.baseline.undecided
            part["baselineState"] = UNCHANGED if known else NEW
        found.append(part)
    return found


# ---- what was read ----


def _extensions(view: View) -> SarifPart:
    """The packages whose plugins took part, each with what it added; none if none did."""
    added: dict[tuple[str, str], list[str]] = {}
    for one in plugins_used(view.result):
        added.setdefault((one.package, one.version), []).append(f"{GROUPS[one.group]} {one.name}")
    parts = [
        {"name": package, "version": version, "properties": {"adds": names}}
        for (package, version), names in added.items()
    ]
    return {"extensions": parts} if parts else {}


def _invocation(view: View, left_out: int) -> SarifPart:
    unread = view.result.unread
    notices = [_notice(one) for one in unread[:MOST_NOTICES]]
    if len(unread) > MOST_NOTICES:
        more = len(unread) - MOST_NOTICES
        notices.append(
            _notify("error", f"{more:,} more {plural(more, 'place')} could not be read; --format json has all")
        )
    if view.result.interrupted:
        notices.append(_notify("error", "interrupted: the results are those of a part of the logs"))
    if left_out:
        words = (
            f"{left_out:,} {plural(left_out, 'finding')} left out, the least grave: a run has at most {MOST_RESULTS:,}"
        )
        notices.append(_notify("warning", f"{words}; --format json has all"))
    if unknown := len(view.result.unknown):
        words = f"{unknown:,} {plural(unknown, 'line')} not understood, the hands judged without"
        notices.append(_notify("warning", f"{words}; --format json lists all"))
    if passed := len(view.result.passed):
        words = f"{passed:,} {plural(passed, 'file')} passed over, since nothing shows a log: {view.passed_over()}"
        notices.append(_notify("note", words))
    notices += [_notify("note", words) for words in view.other_nights()]
    if view.baseline is not None and view.baseline.old:
        notices.append(_notify("warning", view.baseline.old_names))
    notices += [
        _notify("warning", f"{escaped(note.path)}:{note.line}: {note.kind} entry of the ledger: {escaped(note.text)}")
        for note in view.ledger_notes()
    ]
    notices += [_notify("warning", f"{one.kind}: {one.sentence}") for one in view.file_effects()]
    return {"executionSuccessful": view.complete, "toolExecutionNotifications": notices}


def _notice(one: Unread) -> SarifPart:
    hand = f"hand {escaped(one.hand, 30)} " if one.hand else ""
    part = _notify("error", f"{hand}not read, and so not audited: {escaped(one.reason)}")
    return part | {"locations": [_location(Location(one.path, one.line, one.column))]}


def _notify(level: str, words: str) -> SarifPart:
    return {"level": level, "message": _message(words)}


def _artifact(one: Input) -> SarifPart:
    part: SarifPart = {"location": {"uri": _uri(one.path)}, "length": one.bytes}
    if one.sha256 is not None:
        part["hashes"] = {"sha-256": one.sha256}
    return part


def _location(place: Location) -> SarifPart:
    physical: SarifPart = {"artifactLocation": {"uri": _uri(place.path)}}
    if place.line:
        physical["region"] = {"startLine": place.line, "startColumn": max(place.column, 1)}
    return {"physicalLocation": physical}


def _uri(path: str) -> str:
    """A path as a reference, with codes for characters that have a meaning in addresses."""
    quoted = quote(path.encode("utf-8", "surrogatepass"), safe="/-._~")
    if sys.platform == "win32" and path[1:3] == ":/":
        return f"file:///{path[0]}:{quote(path[2:].encode('utf-8', 'surrogatepass'), safe='/-._~')}"
    return f"file://{quoted}" if path.startswith("/") else quoted


def _message(words: str) -> SarifPart:
    """Plain text. SARIF takes braces for places to fill in and brackets for links, so these are escaped."""
    doubled = escaped(words).replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    return {"text": doubled.replace("{", "{{").replace("}", "}}")}
