"""Compares findings with an earlier report: which are new, which were there before, which are gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from auditor.storage.json_stream import JsonMembers
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.wording import escaped

SCHEMA = "auditor/report/1"
NEW, UNCHANGED = "new", "unchanged"
FINDINGS = "findings"


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
    times: Mapping[str, int] = field(default_factory=dict)  # how often, of those that were there more than once

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
    known: dict[str, Known] = {}
    times: dict[str, int] = {}
    rest: dict[str, Any] = {}
    words: dict[str, str] = {}  # that many findings share, each once
    try:
        with path.open(encoding="utf-8") as file:
            members = JsonMembers(file)
            if not members.is_object:
                members.value()
                raise _no_report(path)
            for name in members.names():
                if name != FINDINGS:
                    rest[name] = members.value()
                    continue
                rest[name] = None
                for entry in members.elements():
                    one = _known(entry, words)
                    if one.fingerprint in known:
                        times[one.fingerprint] = times.get(one.fingerprint, 1) + 1
                    known[one.fingerprint] = one
        if rest.get("schema") != SCHEMA:
            raise _no_report(path)
        if FINDINGS not in rest:
            raise ValueError("a report without findings")
        undecided = frozenset((row["rules"], row["clause"]) for row in rest["coverage"] if row["not_recorded"])
    except OSError as error:
        raise UsageError(f"--baseline: cannot read {escaped(str(path))}: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UsageError(f"--baseline: {escaped(str(path))} is damaged, expected a report of '--format json'") from None
    return Baseline(str(path), known, undecided, times)


def _no_report(path: Path) -> UsageError:
    return UsageError(f"--baseline: {escaped(str(path))} is no report of '--format json'")


def _known(entry: dict[str, object], words: dict[str, str]) -> Known:
    """An entry of the report. `words` has those that others have used before."""
    place: Any = entry["location"]

    def shared(value: object) -> str:
        return words.setdefault(str(value), str(value))

    limb = f"[{entry['limb']}]" if entry["limb"] is not None else ""
    return Known(
        fingerprint=str(entry["fingerprint"]),
        rules=shared(entry["rules"]),
        clause=shared(f"{entry['clause']}{limb}"),
        check=shared(entry["check"]),
        message=str(entry["message"]),
        table=shared(entry["table"]),
        hand=None if entry["hand"] is None else str(entry["hand"]),
        path=shared(place["path"]),
        line=int(place["line"]),
    )
