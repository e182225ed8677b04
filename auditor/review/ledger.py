"""The ledger of decisions: what people with authority decided about findings, kept beside the logs, never inside.

The people who are accused write the log. So a decision is an entry in a file of its own, under the fingerprint of the
finding. The verdict of the audit stands and the decision is printed with it. A finding that was dismissed or waived
fails no run.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import field
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import Any

from auditor.review import toml_files
from auditor.storage import whole_files
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.findings import REF, Finding
from auditor.vocabulary.records import record_class, value_class
from auditor.vocabulary.wording import calendar, escaped, joined

LEDGER = "decisions.toml"
LARGEST = 64 << 20  # characters of a ledger that is trusted
UPHELD, DISMISSED, WAIVED, UNDER_REVIEW = "upheld", "dismissed", "waived", "under review"
DECISIONS = (UPHELD, DISMISSED, WAIVED, UNDER_REVIEW)
EXCUSING = (DISMISSED, WAIVED)  # a finding decided so fails no run
REQUIRED = ("fingerprint", "decision", "authority", "time", "remark")
FINGERPRINT = re.compile(f"[0-9a-f]{{{REF},20}}")
ENTRY = re.compile(r"[ \t]*\[\[[ \t]*decision[ \t]*\]\]")


@value_class
class Decision:
    """What was decided about one finding: by whom, when, why, and until which day if not for good."""

    fingerprint: str
    decision: str
    authority: str
    time: datetime
    remark: str
    until: date | None = None
    path: str = ""
    line: int = 0

    @property
    def words(self) -> str:
        """`waived until 1 July 1994 by Inspector 12: the sign was there`."""
        until = f" until {calendar(self.until)}" if self.until else ""
        remark = f": {escaped(self.remark, 200)}" if self.remark else ""
        return f"{self.decision}{until} by {escaped(self.authority, 80)}{remark}"


@value_class
class LedgerNote:
    """Why an entry of a ledger does not count: it has expired, is malformed, matches nothing or too much.

    If the whole ledger cannot be read, none of its entries counts. One that is `renamed` does count: it has the name
    that its finding had before names had the night.
    """

    kind: str  # 'expired', 'malformed', 'unmatched', 'ambiguous', 'unreadable', 'renamed'
    path: str
    line: int
    text: str


@record_class
class Ledger:
    """The decisions in force on a day, and what is wrong with the other entries."""

    decisions: dict[str, Decision] = field(default_factory=dict)  # by the finding's ref; the last entry counts
    notes: list[LedgerNote] = field(default_factory=list)

    def of(self, finding: Finding) -> Decision | None:
        """What was decided about this finding, under its name or under the one that it had before names had the night.

        A decision under an old name is about no night that was still to come when it was made.
        """
        if not self.decisions:
            return None
        made = self._under(finding.fingerprint)
        if made is None and (old := self._under(finding.old_fingerprint)) is not None:
            made = old if finding.night is None or finding.night <= old.time.date() else None
        return made

    def _under(self, fingerprint: str) -> Decision | None:
        """The decision under a fingerprint. In the ledger it may be shorter, but not another."""
        decision = self.decisions.get(fingerprint[:REF])
        return decision if decision is not None and fingerprint.startswith(decision.fingerprint) else None

    def excuses(self, finding: Finding) -> bool:
        """Has somebody decided that this finding is not to be acted on?"""
        decision = self.of(finding)
        return decision is not None and decision.decision in EXCUSING

    def about(self, findings: Iterable[Finding]) -> Ledger:
        """The ledger for these findings. An entry that fits several counts for none, since nobody knows which."""
        if not self.decisions:
            return self
        times: Counter[str] = Counter()
        renamed: dict[str, str] = {}
        for finding in findings:
            if (made := self.of(finding)) is not None:
                ref = made.fingerprint[:REF]
                times[ref] += 1
                if ref != finding.ref:
                    renamed[ref] = finding.ref
        notes = []
        for ref, one in self.decisions.items():
            if times[ref] > 1:
                text = f"{times[ref]} findings {one.fingerprint} here, so none is decided"
                notes.append(LedgerNote("ambiguous", one.path, one.line, text))
            elif ref in renamed:
                text = f"{one.fingerprint} is called {renamed[ref]} now, since names have the night; it counts"
                notes.append(LedgerNote("renamed", one.path, one.line, text))
        rest = {ref: one for ref, one in self.decisions.items() if times[ref] < 2}
        return Ledger(rest, [*self.notes, *notes])

    def unmatched(self, findings: Iterable[Finding]) -> list[LedgerNote]:
        """Notes on entries for which there is no finding."""
        if not self.decisions:
            return []
        met = {made.fingerprint[:REF] for finding in findings if (made := self.of(finding)) is not None}
        return [
            LedgerNote("unmatched", one.path, one.line, f"no finding {one.fingerprint} here")
            for ref, one in self.decisions.items()
            if ref not in met
        ]


def load(paths: Iterable[Path], today: date, most: int = LARGEST) -> Ledger:
    """Load the ledgers in these files together. Entries that have expired by today, or cannot be read, are noted.

    So is a ledger that cannot be read at all, or is longer than `most`: it decides nothing, and stops no audit.
    """
    return _together([(path.as_posix(), partial(_read, path, most)) for path in paths], today)


def read(ledgers: Iterable[tuple[str, bytes]], today: date) -> Ledger:
    """The same for ledgers that are in memory already, each with its name."""
    return _together([(name, partial(_decoded, name, written)) for name, written in ledgers], today)


def content(path: Path) -> bytes:
    """The bytes of a file that somebody names as a ledger."""
    try:
        with whole_files.open_regular(path) as file:
            return file.read()
    except OSError as error:
        raise UsageError(f"cannot read {escaped(str(path))}: {error.strerror or error}") from None


def _together(ledgers: Iterable[tuple[str, Callable[[], tuple[str, dict[str, Any]]]]], today: date) -> Ledger:
    ledger = Ledger()
    for name, reading in ledgers:
        try:
            text, data = reading()
        except UsageError as error:
            ledger.notes.append(LedgerNote("unreadable", name, 1, f"{error}; it decides nothing"))
        else:
            _take(ledger, data, text, name, today)
    return ledger


def _decoded(name: str, written: bytes) -> tuple[str, dict[str, Any]]:
    try:
        text = written.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
        return text, toml_files.parsed(text, LARGEST)
    except ValueError as error:
        raise UsageError(f"{escaped(name)} is no ledger of decisions: {escaped(str(error), 120)}") from None


def _read(path: Path, most: int = LARGEST) -> tuple[str, dict[str, Any]]:
    """The text of a ledger and its data."""
    try:
        return toml_files.read(path, most)
    except OSError as error:
        raise UsageError(f"cannot read {escaped(str(path))}: {error.strerror or error}") from None
    except ValueError as error:
        raise UsageError(f"{escaped(str(path))} is no ledger of decisions: {escaped(str(error), 120)}") from None


def _take(ledger: Ledger, data: dict[str, Any], text: str, path: str, today: date) -> None:
    lines = [number for number, line in enumerate(text.split("\n"), 1) if ENTRY.match(line)]
    for key in data.keys() - {"decision"}:
        ledger.notes.append(
            LedgerNote("malformed", path, 1, f"unknown key {escaped(key, 40)!r}, expected [[decision]]")
        )
    entries = data.get("decision", [])
    if not isinstance(entries, list):
        entries = [entries]
    for number, entry in enumerate(entries):
        line = lines[number] if number < len(lines) else 1
        fault = _fault(entry)
        if fault is not None:
            ledger.notes.append(LedgerNote("malformed", path, line, fault))
            continue
        decision = Decision(**entry, path=path, line=line)
        if decision.until is not None and decision.until < today:
            reason = f"{decision.decision} until {calendar(decision.until)}, which has passed: {decision.fingerprint}"
            ledger.notes.append(LedgerNote("expired", path, line, reason))
            ledger.decisions.pop(decision.fingerprint[:REF], None)
        else:
            ledger.decisions[decision.fingerprint[:REF]] = decision


def _fault(entry: Any) -> str | None:
    """What is wrong with an entry, if anything is."""
    if not isinstance(entry, dict):
        return "expected a table with fingerprint, decision, authority, time and remark"
    if missing := [key for key in REQUIRED if key not in entry]:
        return f"without {joined(missing)}"
    if unknown := sorted(entry.keys() - {*REQUIRED, "until"}):
        return f"unknown {joined([escaped(key, 40) for key in unknown])}"
    if not isinstance(entry["fingerprint"], str) or FINGERPRINT.fullmatch(entry["fingerprint"]) is None:
        return (
            f"{escaped(str(entry['fingerprint']), 40)!r} is no fingerprint, expected ten to twenty hexadecimal digits"
        )
    if entry["decision"] not in DECISIONS:
        return f"{escaped(str(entry['decision']), 40)!r} is no decision, expected {joined(DECISIONS, 'or')}"
    if not all(isinstance(entry[key], str) for key in ("authority", "remark")) or not entry["authority"].strip():
        return "authority and remark are texts, and somebody must have decided"
    if entry["decision"] in EXCUSING and not entry["remark"].strip():
        return f"{entry['decision']} without a remark: who excuses a finding says why"
    if not isinstance(entry["time"], datetime):
        return "time is a date and time such as 1994-06-12T10:00:00"
    until = entry.get("until")
    if until is not None and (isinstance(until, datetime) or not isinstance(until, date)):
        return "until is a day such as 1994-07-01"
    return None


def check(decision: Decision) -> None:
    """Raise UsageError if a ledger with this decision could not be read again."""
    import tomllib

    fault = _fault(tomllib.loads(entry_text(decision))["decision"][0])
    if fault is not None:
        raise UsageError(f"no such entry is possible: {fault}")


def add(path: Path, decision: Decision) -> None:
    """Enter a decision in a ledger, which is made if there is none. What could not be read again is not entered.

    Whoever enters another decision at the same time waits, so that neither writes over what the other has written.
    """
    check(decision)
    try:
        with whole_files.locked(path):
            whole_files.write([_text_before(path), entry_text(decision)], path)
    except OSError as error:
        raise UsageError(f"cannot write {escaped(str(path))}: {error.strerror or error}") from None


def _text_before(path: Path) -> str:
    """What a ledger has so far, up to a next entry. A damaged one is left as it is."""
    if not path.exists():
        return ""
    if not path.is_file():
        raise UsageError(f"cannot write {escaped(str(path))}: it is no file")
    text, _ = _read(path)
    return text if text.endswith("\n\n") or not text else text.rstrip("\n") + "\n\n"


def entry_text(decision: Decision) -> str:
    """An entry as it stands in a ledger."""
    lines = [
        "[[decision]]",
        f"fingerprint = {_quoted(decision.fingerprint)}",
        f"decision = {_quoted(decision.decision)}",
        f"authority = {_quoted(decision.authority)}",
        f"time = {decision.time.isoformat(timespec='seconds')}",
        f"remark = {_quoted(decision.remark)}",
    ]
    if decision.until is not None:
        lines.append(f"until = {decision.until.isoformat()}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A text as TOML writes it. The escapes are those of JSON, except for a few controls that JSON leaves alone."""
    safe = text.encode("utf-8", "backslashreplace").decode()
    return json.dumps(safe, ensure_ascii=False).replace("\x7f", "\\u007f")
