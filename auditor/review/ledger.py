"""The ledger of decisions: what people with authority decided about findings, kept beside the logs, never inside.

The people who are accused write the log. So a decision is an entry in a file of its own, under the fingerprint of the
finding. The verdict of the audit stands and the decision is printed with it. A finding that was dismissed or waived
fails no run.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any, Protocol

from auditor.review import toml_files
from auditor.storage import whole_files
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.findings import REF
from auditor.vocabulary.records import field, record_class, value_class
from auditor.vocabulary.wording import calendar, escaped, joined

LEDGER = "decisions.toml"
LARGEST = 64 << 20  # characters of a ledger that is trusted
UPHELD, DISMISSED, WAIVED, UNDER_REVIEW = "upheld", "dismissed", "waived", "under review"
DECISIONS = (UPHELD, DISMISSED, WAIVED, UNDER_REVIEW)
EXCUSING = (DISMISSED, WAIVED)  # a finding decided so fails no run
REQUIRED = ("fingerprint", "decision", "authority", "time", "remark")
FINGERPRINT = f"[0-9a-f]{{{REF},20}}"
ENTRY = r"[ \t]*\[\[[ \t]*decision[ \t]*\]\]"


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
    fingerprint: str = ""  # of the finding that an expired entry was about


class Decidable(Protocol):
    """What can be decided about: a finding, or what is known of one."""

    @property
    def fingerprint(self) -> str:
        """Its name."""

    @property
    def old_fingerprint(self) -> str:
        """The name that it had before names had the night."""

    @property
    def night(self) -> date | None:
        """The night that it belongs to."""


@record_class
class Ledger:
    """The decisions in force on a day, and what is wrong with the other entries."""

    decisions: dict[str, Decision] = field(default_factory=dict)  # by the finding's ref; the last entry counts
    notes: list[LedgerNote] = field(default_factory=list)
    of_all_logs: frozenset[str] = frozenset()  # the names of sources that decide about the logs of other runs, too

    def of(self, finding: Decidable) -> Decision | None:
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

    def excuses(self, finding: Decidable) -> bool:
        """Has somebody decided that this finding is not to be acted on?"""
        decision = self.of(finding)
        return decision is not None and decision.decision in EXCUSING

    def about(self, findings: Iterable[Decidable]) -> Ledger:
        """The ledger for these findings. An entry that fits several counts for none, since nobody knows which."""
        if not self.decisions:
            return self
        times: Counter[str] = Counter()
        renamed: dict[str, str] = {}
        for finding in findings:
            if (made := self.of(finding)) is not None:
                ref = made.fingerprint[:REF]
                times[ref] += 1
                if ref != (name := finding.fingerprint[:REF]):
                    renamed[ref] = name
        notes = []
        for ref, one in self.decisions.items():
            if times[ref] > 1:
                text = f"{times[ref]} findings {one.fingerprint} here, so none is decided"
                notes.append(LedgerNote("ambiguous", one.path, one.line, text))
            elif ref in renamed:
                text = f"{one.fingerprint} is called {renamed[ref]} now, since names have the night; it counts"
                notes.append(LedgerNote("renamed", one.path, one.line, text))
        rest = {ref: one for ref, one in self.decisions.items() if times[ref] < 2}
        return Ledger(rest, [*self.notes, *notes], self.of_all_logs)

    def unmatched(self, findings: Iterable[Decidable], all_logs: bool = False) -> list[LedgerNote]:
        """Notes on entries for which there is no finding.

        Unless these are the findings of all logs, an entry of a source that serves all logs may be about another one.
        """
        asked = {ref: one for ref, one in self.decisions.items() if all_logs or one.path not in self.of_all_logs}
        if not asked:
            return []
        met = {made.fingerprint[:REF] for finding in findings if (made := self.of(finding)) is not None}
        return [
            LedgerNote("unmatched", one.path, one.line, f"no finding {one.fingerprint} here")
            for ref, one in asked.items()
            if ref not in met
        ]

    def notes_on(self, findings: Iterable[Decidable]) -> list[LedgerNote]:
        """The notes that concern a run with these findings: what has expired about the logs of others does not."""

        def is_of_others(note: LedgerNote) -> bool:
            return bool(note.fingerprint) and note.path in self.of_all_logs

        others = {note.fingerprint[:REF] for note in self.notes if is_of_others(note)}
        if not others:
            return self.notes
        names = {name[:REF] for one in findings for name in (one.fingerprint, one.old_fingerprint)}
        return [note for note in self.notes if not is_of_others(note) or note.fingerprint[:REF] in names]


class DecisionSource(Protocol):
    """Decisions, one after the other."""

    @property
    def name(self) -> str:
        """What people call the place where they are kept."""

    @property
    def of_all_logs(self) -> bool:
        """Are they about all logs that were ever audited, and not only about some that lie beside them?"""

    def entries(self) -> Iterable[Decision | LedgerNote]:
        """Every entry in order, or what is wrong with it. Raises UsageError if nothing can be read there."""


class DecisionStore(DecisionSource, Protocol):
    """A place where decisions are kept: a file, a register. What was entered there stays."""

    def add(self, decision: Decision) -> None:
        """Enter a decision behind the others. What could not be read again is not entered."""


def gathered(sources: Iterable[DecisionSource], today: date) -> Ledger:
    """The decisions of these sources together. Entries that have expired by today, or cannot be read, are noted.

    So is a source that cannot be read at all: it decides nothing, and stops no audit.
    """
    sources = list(sources)
    ledger = Ledger(of_all_logs=frozenset([one.name for one in sources if one.of_all_logs]))
    for source in sources:
        try:
            entries = list(source.entries())
        except UsageError as error:
            ledger.notes.append(LedgerNote("unreadable", source.name, 1, f"{error}; it decides nothing"))
        else:
            for entry in entries:
                _take(ledger, entry, today)
    return ledger


def _take(ledger: Ledger, entry: Decision | LedgerNote, today: date) -> None:
    """Take in the next entry. It goes before those that came earlier, even if it does not hold any more."""
    if isinstance(entry, LedgerNote):
        ledger.notes.append(entry)
    elif entry.until is not None and entry.until < today:
        reason = f"{entry.decision} until {calendar(entry.until)}, which has passed: {entry.fingerprint}"
        ledger.notes.append(LedgerNote("expired", entry.path, entry.line, reason, entry.fingerprint))
        ledger.decisions.pop(entry.fingerprint[:REF], None)
    else:
        ledger.decisions[entry.fingerprint[:REF]] = entry


def load(paths: Iterable[Path], today: date, most: int = LARGEST) -> Ledger:
    """The decisions in these files together. One that is longer than `most` decides nothing."""
    return gathered([LedgerFile(path, most) for path in paths], today)


def read(ledgers: Iterable[tuple[str, bytes]], today: date) -> Ledger:
    """The same for ledgers that are in memory already, each with its name."""
    return gathered([_WrittenLedger(name, written) for name, written in ledgers], today)


@value_class
class LedgerFile:
    """A file of decisions."""

    path: Path
    most: int = LARGEST
    of_all_logs: bool = False

    @property
    def name(self) -> str:
        """The path."""
        return self.path.as_posix()

    def entries(self) -> Iterable[Decision | LedgerNote]:
        """Every entry of the file."""
        text, data = _read(self.path, self.most)
        return _entries(text, data, self.name)

    def add(self, decision: Decision) -> None:
        """Enter a decision in the file, which is made if there is none. A damaged one is left as it is.

        Whoever enters another decision at the same time waits, so that neither writes over what the other has written.
        """
        check(decision)
        try:
            with whole_files.locked(self.path):
                whole_files.write([_text_before(self.path), entry_text(decision)], self.path)
        except OSError as error:
            raise UsageError(f"cannot write {escaped(str(self.path))}: {error.strerror or error}") from None


@value_class
class _WrittenLedger:
    """What stands in a file of decisions."""

    name: str
    written: bytes
    of_all_logs: bool = False

    def entries(self) -> Iterable[Decision | LedgerNote]:
        """Every entry."""
        return _entries(*_decoded(self.name, self.written), self.name)


def content(path: Path) -> bytes:
    """The bytes of a file that somebody names as a ledger."""
    try:
        with whole_files.open_regular(path) as file:
            return file.read()
    except OSError as error:
        raise UsageError(f"cannot read {escaped(str(path))}: {error.strerror or error}") from None


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


def _entries(text: str, data: dict[str, Any], path: str) -> Iterator[Decision | LedgerNote]:
    lines = [number for number, line in enumerate(text.split("\n"), 1) if re.match(ENTRY, line)]
    for key in data.keys() - {"decision"}:
        yield LedgerNote("malformed", path, 1, f"unknown key {escaped(key, 40)!r}, expected [[decision]]")
    entries = data.get("decision", [])
    if not isinstance(entries, list):
        entries = [entries]
    for number, entry in enumerate(entries):
        yield entry_of(entry, path, lines[number] if number < len(lines) else 1)


def entry_of(values: Any, path: str, line: int) -> Decision | LedgerNote:
    """The decision that these values are in this place of a store, or what is wrong with them."""
    fault = _fault(values)
    return Decision(**values, path=path, line=line) if fault is None else LedgerNote("malformed", path, line, fault)


def _fault(entry: Any) -> str | None:
    """What is wrong with an entry, if anything is."""
    if not isinstance(entry, dict):
        return "expected a table with fingerprint, decision, authority, time and remark"
    if missing := [key for key in REQUIRED if key not in entry]:
        return f"without {joined(missing)}"
    if unknown := sorted(entry.keys() - {*REQUIRED, "until"}):
        return f"unknown {joined([escaped(key, 40) for key in unknown])}"
    if not isinstance(entry["fingerprint"], str) or re.fullmatch(FINGERPRINT, entry["fingerprint"]) is None:
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
