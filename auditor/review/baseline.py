"""Compares findings with an earlier report: which are new, which were there before, which are gone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.wording import escaped

SCHEMA = "auditor/report/1"
NEW, UNCHANGED = "new", "unchanged"


@dataclass(slots=True, frozen=True)
class Known:
    """A finding of the earlier report, with what reports repeat of it."""

    fingerprint: str
    rules: str
    clause: str  # with the limb, where there is one
    check: str
    message: str
    table: str
    hand: str | None
    path: str
    line: int


@dataclass(slots=True, frozen=True)
class Baseline:
    """The findings of an earlier report by their fingerprints."""

    path: str
    known: dict[str, Known]
    undecided: frozenset[tuple[str, str]] = frozenset()  # clauses that lacked evidence, by rulebook
    times: Mapping[str, int] = field(default_factory=dict)  # how often each fingerprint was there

    def state(self, finding: Finding) -> str:
        """Is this finding new, or was it there before?"""
        return UNCHANGED if self.has(finding) else NEW

    def has(self, finding: Finding) -> bool:
        """Was this finding there before?"""
        return finding.fingerprint in self.known

    def against(self, findings: Iterable[Finding]) -> Baseline:
        """The baseline for these findings. If more of them are alike than it has, nobody can say which are new."""
        now = Counter(filter(self.known.__contains__, (finding.fingerprint for finding in findings)))
        surplus = {one for one, times in now.items() if times > self.times.get(one, 1)}
        if not surplus:
            return self
        return replace(self, known={one: known for one, known in self.known.items() if one not in surplus})

    def absent(self, findings: Iterable[Finding]) -> list[Known]:
        """The findings of the earlier report that are not found any more."""
        now = set(filter(self.known.__contains__, (finding.fingerprint for finding in findings)))
        return [one for fingerprint, one in self.known.items() if fingerprint not in now]


def load(path: Path) -> Baseline:
    """Load the baseline from a JSON report that an earlier run wrote."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(data, dict) or data.get("schema") != SCHEMA:
            raise UsageError(f"--baseline: {escaped(str(path))} is no report of '--format json'")
        known = [_known(entry) for entry in data["findings"]]
        undecided = frozenset((row["rules"], row["clause"]) for row in data["coverage"] if row["not_recorded"])
    except OSError as error:
        raise UsageError(f"--baseline: cannot read {escaped(str(path))}: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UsageError(f"--baseline: {escaped(str(path))} is damaged, expected a report of '--format json'") from None
    return Baseline(
        str(path), {one.fingerprint: one for one in known}, undecided, Counter(one.fingerprint for one in known)
    )


def _known(entry: dict[str, object]) -> Known:
    place: Any = entry["location"]
    limb = f"[{entry['limb']}]" if entry["limb"] is not None else ""
    return Known(
        fingerprint=str(entry["fingerprint"]),
        rules=str(entry["rules"]),
        clause=f"{entry['clause']}{limb}",
        check=str(entry["check"]),
        message=str(entry["message"]),
        table=str(entry["table"]),
        hand=None if entry["hand"] is None else str(entry["hand"]),
        path=str(place["path"]),
        line=int(place["line"]),
    )
