"""A GitLab code quality report: a JSON array that a merge request shows beside the lines."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from auditor.findings import Finding, Severity
from auditor.pipeline import Unread
from auditor.report.json import text
from auditor.report.view import View, named, said
from auditor.wording import shown

GRAVITY = {Severity.BREACH: "critical", Severity.IRREGULARITY: "minor", Severity.ADVISORY: "info"}
UNREAD = "blocker"


def render(view: View) -> Iterator[str]:
    """The findings that nobody has excused, and what was not read."""
    found = [_finding(view, finding) for finding in view.findings if not view.ledger.excuses(finding)]
    yield text([*found, *[_unread(one) for one in view.result.unread]])


def _finding(view: View, finding: Finding) -> dict[str, Any]:
    who = "" if finding.actor.role == "record" else f"{named(finding.actor)}: "
    hand = f", hand {shown(finding.hand, 30)}" if finding.hand else ""
    where = f"{shown(finding.table, 40)}{hand}"
    return {
        "description": f"{finding.named}: {who}{said(finding)} ({where}){view.standing(finding)}",
        "check_name": f"{finding.rules} {finding.named}",
        "fingerprint": finding.fingerprint,
        "severity": GRAVITY[finding.severity],
        "location": {"path": finding.place.path, "lines": {"begin": max(finding.place.line, 1)}},
    }


def _unread(one: Unread) -> dict[str, Any]:
    key = repr((one.path, one.line, one.column, one.hand, one.reason))
    return {
        "description": f"not read, and so not audited: {shown(one.reason)}",
        "check_name": "unread",
        "fingerprint": hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:20],
        "severity": UNREAD,
        "location": {"path": one.path, "lines": {"begin": max(one.line, 1)}},
    }
