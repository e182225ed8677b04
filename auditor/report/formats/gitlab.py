"""A GitLab code quality report: a JSON array that a merge request shows beside the lines."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from typing import Any

from auditor.report.formats.json import texts
from auditor.report.view import View, fault_text, named, occasion
from auditor.vocabulary.findings import Finding, Severity
from auditor.vocabulary.wording import escaped

GRAVITY = {Severity.BREACH: "critical", Severity.IRREGULARITY: "minor", Severity.ADVISORY: "info"}
UNREAD = "blocker"
FILE = "minor"  # a settings file or ledger that weakens the audit, or tried to


def render(view: View) -> Iterator[str]:
    """The findings that nobody has excused, what was not read, entries of ledgers that do not count, what files do."""
    yield from texts(_entries(view))
    yield "\n"


def _entries(view: View) -> Iterator[dict[str, Any]]:
    for finding in view.one_by_one():
        if not view.ledger.excuses(finding):
            yield _finding(view, finding)
    for one in view.customs():
        yield _notice("info", one.path, one.first.location.line, "custom", one.words)
    for place in view.result.unread:
        yield _notice(UNREAD, place.path, place.line, "unread", _not_read(place.reason))
    if view.result.interrupted:
        path = view.result.inputs[-1].path if view.result.inputs else "-"
        yield _notice(UNREAD, path, 1, "interrupted", "interrupted: this report is about a part of the logs")
    if words := view.other_nights():
        yield _notice("info", view.result.inputs[0].path, 1, "nights", ", ".join(words))
    if view.baseline is not None and view.baseline.old:
        yield _notice("info", view.baseline.path, 1, "baseline", view.baseline.old_names)
    for note in view.ledger_notes():
        yield _notice("info", note.path, note.line, "decision", f"{note.kind}: {note.text}")
    for effect in view.file_effects():
        yield _notice(FILE, effect.path, 1, effect.kind, effect.sentence)


def _finding(view: View, finding: Finding) -> dict[str, Any]:
    who = "" if finding.actor.role == "record" else f"{named(finding.actor)}: "
    where = occasion(finding)
    return {
        "description": f"{finding.named}: {who}{fault_text(finding)} ({where}){view.standing(finding)}",
        "check_name": f"{finding.rules} {finding.named}",
        "fingerprint": finding.fingerprint,
        "severity": GRAVITY[finding.severity],
        "location": {"path": _relative(finding.location.path), "lines": {"begin": max(finding.location.line, 1)}},
    }


def _relative(path: str) -> str:
    """The path from the current folder on, which is all that GitLab can make a link of."""
    return path.removeprefix(os.path.join(os.getcwd(), ""))


def _not_read(reason: str) -> str:
    return f"not read, and so not audited: {reason}"


def _notice(severity: str, path: str, line: int, check: str, words: str) -> dict[str, Any]:
    """An entry that is no finding. Its fingerprint is made of everything it says."""
    key = repr((check, path, line, words))
    return {
        "description": escaped(words),
        "check_name": check,
        "fingerprint": hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:20],
        "severity": severity,
        "location": {"path": _relative(path), "lines": {"begin": max(line, 1)}},
    }
