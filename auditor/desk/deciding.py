"""The decisions at a desk: those in force, the history of each finding, and new ones, entered at once.

They are read from the ledger or the register that an audit of the open logs reads, and entered there by the function of
`auditor decide`. Others may enter decisions at the same time: what changed is read again before a page shows it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from auditor.desk.findings_index import FindingsIndex
from auditor.review.effects import WithheldLedger, withheld_ledgers
from auditor.review.ledger import (
    DISMISSED,
    UNDER_REVIEW,
    UPHELD,
    WAIVED,
    Decision,
    DecisionSource,
    Ledger,
    LedgerFile,
    LedgerNote,
    gathered,
)
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.findings import REF, Finding
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped

PATIENCE = 3.0  # seconds after which a register is asked again


CHOICES = {  # each with what it means
    UPHELD: "It stands.",
    DISMISSED: "It was none. Needs a remark.",
    WAIVED: "It was one, and is let pass. Needs a remark.",
    UNDER_REVIEW: "Somebody is looking into it.",
}


@value_class
class DecisionForm:
    """The form of a decision as somebody has filled it in."""

    decision: str = ""
    until: str = ""
    authority: str = ""
    remark: str = ""
    seen: str = ""  # the decision that stood when the form was shown
    after: bool = False  # it is meant to be entered after whatever was decided since

    @staticmethod
    def of(given: Mapping[str, str], user: str) -> DecisionForm:
        """The form as it was sent. Who decides is known where a proxy is trusted to say it."""
        texts = [given.get(name, "").strip() for name in ("decision", "until", "authority", "remark")]
        decision, until, authority, remark = texts
        lines = " ".join(remark.split())
        return DecisionForm(decision, until, user or authority, lines, given.get("seen", ""), "after" in given)

    def entry(self, fingerprint: str) -> Decision:
        """The entry that is meant, as of now. Raises UsageError if a day is none."""
        now = datetime.now(UTC).replace(microsecond=0)
        try:
            until = date.fromisoformat(self.until) if self.until else None
        except ValueError:
            raise UsageError(f"'{escaped(self.until, 40)}' is no day, expected one such as 1994-07-01") from None
        return Decision(fingerprint, self.decision, self.authority, now, self.remark, until)


def seen_by(decision: Decision | None) -> str:
    """A decision as a form remembers it, to notice that another was made meanwhile."""
    return "" if decision is None else f"{decision.time.isoformat()} {decision.words}"


@value_class
class DecisionPlaces:
    """Where decisions about the open logs are read and entered."""

    sources: Callable[[], tuple[Sequence[DecisionSource], Mapping[Path, str]]]  # and ledgers not applied, and why not
    enter: Callable[[Decision, str], Sequence[str]]  # about a finding of this log; says where it stands
    place_for: Callable[[str], tuple[str, str]]  # where one about a finding of this log goes, and which audits read it


@value_class
class _AsRead:
    """A source of decisions as it was read at one moment."""

    name: str
    of_all_logs: bool
    made: tuple[Decision | LedgerNote, ...]
    fault: str

    def entries(self) -> Iterable[Decision | LedgerNote]:
        """Every entry."""
        if self.fault:
            raise UsageError(self.fault)
        return self.made


class DeskDecisions:
    """The decisions as they were read last."""

    def __init__(self, places: DecisionPlaces) -> None:
        self.places = places
        self.withheld: Sequence[WithheldLedger] = ()
        self._made: dict[str, list[Decision]] = {}  # by the finding's ref, in their order
        self._stamp: object = None

    def changed(self, index: FindingsIndex, again: bool = False) -> Ledger | None:
        """The ledger for the findings of an index, if it is not as it was when it was asked for last."""
        sources, untrusted = self.places.sources()
        every = [*sources, *[LedgerFile(path) for path in untrusted]]
        stamp = id(index), date.today(), tuple(untrusted.items()), [_stamp(one) for one in every]
        if stamp == self._stamp and not again:
            return None
        self._stamp, self.withheld = stamp, withheld_ledgers(untrusted, date.today())
        read = [_read(one) for one in sources]
        self._made = {}
        for source in read:
            for entry in source.made:
                if isinstance(entry, Decision):
                    self._made.setdefault(entry.fingerprint[:REF], []).append(entry)
        ledger = gathered(read, date.today())
        return ledger.about(index.names(ledger.decisions))

    def history(self, finding: Finding) -> list[Decision]:
        """All that was ever decided about a finding, the latest first."""
        names = dict.fromkeys((finding.fingerprint, finding.old_fingerprint))
        made = [one for name in names for one in self._made.get(name[:REF], ()) if name.startswith(one.fingerprint)]
        return made[::-1]


def _read(source: DecisionSource) -> _AsRead:
    try:
        return _AsRead(source.name, source.of_all_logs, tuple(source.entries()), "")
    except UsageError as error:
        return _AsRead(source.name, source.of_all_logs, (), str(error))


def _stamp(source: DecisionSource) -> object:
    """What is another as soon as a source has changed: of a file, when it was written, and its size."""
    if isinstance(source, LedgerFile):
        try:
            found = os.stat(source.path)
        except OSError:
            return source.path
        return source.path, found.st_mtime_ns, found.st_size, found.st_ino
    return source.name, time.monotonic() // PATIENCE
