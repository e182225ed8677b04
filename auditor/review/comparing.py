"""Compares two JSON reports on the same logs: which findings are the same, which are new, gone or changed."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.records import field, record_class, value_class

SCHEMAS = ("auditor/report/2", "auditor/report/1")  # the second of an auditor before this
WORDING = {"message", "expected", "observed", "citation", "interpretation", "reading", "doubt"}
"""What may read otherwise in another version of the auditor, though the finding is the same."""
READ = ("path", "sha256", "hands", "unread")  # what is known of a log, whichever version read it

Key = tuple[str, str]  # of a finding: its log, and its name or place there
Report = dict[str, Any]  # as JSON has it: of what type a value is, only its key tells


@value_class
class ComparedFinding:
    """A finding that is not in both reports, or not the same in them."""

    ref: str
    path: str
    line: int
    rules: str
    clause: str
    severity: str
    message: str
    fields: tuple[str, ...] = ()  # in which it differs


@record_class
class Comparison:
    """What came out of an audit, held against what a pack says came out."""

    same: int = 0
    new: list[ComparedFinding] = field(default_factory=list)
    gone: list[ComparedFinding] = field(default_factory=list)
    changed: list[ComparedFinding] = field(default_factory=list)
    reworded: list[ComparedFinding] = field(default_factory=list)  # by another version: in their words only
    reading: list[str] = field(default_factory=list)  # logs that were read otherwise

    @property
    def alike(self) -> bool:
        """Does the same come out?"""
        return not (self.new or self.gone or self.changed or self.reading)


def read_report(content: bytes) -> Report:
    """The JSON report in these bytes. Raises Unreadable if they are none."""
    try:
        report = json.loads(content)
        if not isinstance(report, dict) or report.get("schema") not in SCHEMAS:
            raise Unreadable("found something else, expected a report of '--format json'")
        for one in report["findings"]:
            _key(one), _shown(one)
        for one in report["inputs"]:
            str(one["path"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Unreadable("found a damaged report, expected one of '--format json'") from None
    return report


def compare_reports(before: Report, now: Report, same_version: bool) -> Comparison:
    """Hold a report against an earlier one, finding by finding. Of one version, even the words must be the same.

    Findings are called otherwise in reports of another schema. So they are told apart by their places there.
    """
    found = Comparison()
    key_of, passed_over = (_key, ()) if before["schema"] == now["schema"] else (_place, ("fingerprint",))
    earlier, later = _by_key(before["findings"], key_of), _by_key(now["findings"], key_of)
    for key in dict.fromkeys([*earlier, *later]):
        was, is_now = earlier.get(key, []), later.get(key, [])
        for one, other in zip(was, is_now, strict=False):
            _compare(one, other, same_version, found, passed_over)
        found.gone += [_shown(one) for one in was[len(is_now) :]]
        found.new += [_shown(one) for one in is_now[len(was) :]]
    logs, again = _inputs(before), _inputs(now)
    found.reading = sorted(path for path in logs.keys() | again.keys() if logs.get(path) != again.get(path))
    return found


def _compare(was: Report, now: Report, same_version: bool, found: Comparison, passed_over: Sequence[str]) -> None:
    both = (was.keys() & now.keys()).difference(passed_over)
    fields = tuple(sorted(key for key in both if was[key] != now[key]))
    if not fields:
        found.same += 1
    elif same_version or not WORDING.issuperset(fields):
        found.changed.append(_shown(now, fields))
    else:
        found.same += 1
        found.reworded.append(_shown(now, fields))


def _by_key(findings: Iterable[Report], key_of: Callable[[Report], Key]) -> dict[Key, list[Report]]:
    """The findings by log and name, or place. Several may have the same, one after the other."""
    found = defaultdict(list)
    for one in findings:
        found[key_of(one)].append(one)
    return found


def _key(finding: Report) -> Key:
    return str(finding["location"]["path"]), str(finding["fingerprint"])


def _place(finding: Report) -> Key:
    place, actor = finding["location"], finding["actor"]
    what = finding["rules"], finding["clause"], finding["limb"], finding["check"], actor["role"], actor["name"]
    return str(place["path"]), repr((place["line"], place["column"], *what))


def _inputs(report: Report) -> dict[str, list[Any]]:
    return {str(one["path"]): [one.get(key) for key in READ] for one in report["inputs"]}


def _shown(finding: Report, fields: tuple[str, ...] = ()) -> ComparedFinding:
    limb = f"[{finding['limb']}]" if finding["limb"] is not None else ""
    return ComparedFinding(
        str(finding["fingerprint"])[:10],
        str(finding["location"]["path"]),
        int(finding["location"]["line"]),
        str(finding["rules"]),
        f"{finding['clause']}{limb}",
        str(finding["severity"]),
        str(finding["message"]),
        fields,
    )
