"""Addresses within the desk: of a list, a finding, a hand, a clause, a line of a log.

What logs say stands in them as pages show it, with whatever a reader would not see made visible, and is encoded. So a
page that is asked for a log or a name compares it with what it knows made visible in the same way (`escaped`).
"""

from __future__ import annotations

from datetime import date
from urllib.parse import urlencode

from auditor.desk.asked import AskedFindings, list_address
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.wording import escaped


def address(path: str, **query: object) -> str:
    """An address with this query. What is None or empty is left out."""
    given = {name: escaped(str(value)) for name, value in query.items() if value not in (None, "")}
    return f"{path}?{urlencode(given)}" if given else path


def finding_address(finding: Finding, asked: AskedFindings | None = None, number: int | None = None) -> str:
    """The page of a finding. It may be the so-manyth of a list, to which its page leads back and on."""
    place = finding.location
    listed = {} if asked is None else {"list": asked.query, "number": number}
    return address("/finding", ref=finding.ref, log=place.path, line=place.line, **listed)


def hand_address(finding: Finding) -> str:
    """The hand of a finding, at its line."""
    place = finding.location
    return address("/hand", log=place.path, hand=finding.hand, table=finding.table, line=place.line)


def clause_address(rules: str, clause: str, day: date | None = None) -> str:
    """The page of a clause, of a day; of a defect of the record, which has no clause, the list of all alike."""
    if clause.startswith("record/"):
        return list_address(clause=f"{rules} {clause}")
    return address("/clause", rules=rules, clause=clause, date=day)


def log_address(path: str, line: int = 0) -> str:
    """A log, at a line."""
    return address("/log", log=path, line=line or None)
