"""Compares findings with an earlier report: which are new, which were there before, which are gone."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from operator import attrgetter
from pathlib import Path
from typing import Any, overload

from auditor.storage.disk_index import DiskIndex
from auditor.storage.disk_list import DiskList
from auditor.storage.json_stream import JsonMembers
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.records import field, fields, replace, value_class
from auditor.vocabulary.wording import escaped

SCHEMA = "auditor/report/2"
OLD_SCHEMA = "auditor/report/1"  # whose findings have no night
NEW, UNCHANGED = "new", "unchanged"
FINDINGS = "findings"


@value_class
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
    night: str | None = None  # as a date is written


_values = attrgetter(*[one.name for one in fields(Known)])


class KnownFindings(DiskList[Known]):
    """The findings of the earlier report in their order, of which a bounded number is in memory."""

    WHAT = "findings of a baseline"

    @staticmethod
    def _packed(element: Known) -> tuple[Any, ...]:
        values: tuple[Any, ...] = _values(element)
        return values

    @staticmethod
    def _unpacked(values: tuple[Any, ...]) -> Known:
        return Known(*values)


class SomeKnown(Sequence[Known]):
    """Some of these findings. Each is fetched when its turn comes."""

    def __init__(self, findings: Sequence[Known], places: array[int]) -> None:
        """Take all findings, and the places of those that are meant."""
        self._findings = findings
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[Known]:
        return map(self._findings.__getitem__, self._places)

    @overload
    def __getitem__(self, place: int) -> Known: ...

    @overload
    def __getitem__(self, place: slice) -> SomeKnown: ...

    def __getitem__(self, place: int | slice) -> Known | SomeKnown:
        if isinstance(place, slice):
            return SomeKnown(self._findings, self._places[place])
        return self._findings[self._places[place]]


@value_class
class Baseline:
    """The findings of an earlier report by their fingerprints. Of each, memory holds a few numbers."""

    path: str
    findings: KnownFindings
    numbers: DiskIndex  # of the fingerprints, in the order in which they first come
    last: array[int]  # by that number: where the last finding of the fingerprint stands …
    times: array[int]  # … and how many have it
    undecided: frozenset[tuple[str, str]] = frozenset()  # clauses that lacked evidence, by rulebook
    old: bool = False  # its findings have their old names, from before names had the night
    now: array[int] = field(default_factory=lambda: array("L"))  # how many have it now; empty before that is known
    gone: KnownFindings | None = None  # those that are gone, if whoever keeps the findings tells it

    @property
    def old_names(self) -> str:
        """What there is to say of a baseline whose findings have their old names; empty of any other."""
        how = "whose findings have no night: matched by their old names, each in the log of the same path"
        return f"{escaped(self.path)} is of {OLD_SCHEMA}, {how}; --format json writes it anew" if self.old else ""

    def state(self, finding: Finding) -> str:
        """Is this finding new, or was it there before?"""
        return UNCHANGED if self.has(finding) else NEW

    def has(self, finding: Finding) -> bool:
        """Was this finding there before? If more are alike now than then, nobody can say which of them are new."""
        number = self.numbers.get(self._name(finding))
        return number is not None and (not self.now or self.now[number] <= self.times[number])

    def against(self, findings: Iterable[Finding]) -> Baseline:
        """The baseline for these findings."""
        now = array("L", bytes(array("L").itemsize * len(self.times)))
        for finding in findings:
            number = self.numbers.get(self._name(finding))
            if number is not None:
                now[number] += 1
        return replace(self, now=now)

    def take(self, place: int, one: Known) -> None:
        """Note where a finding of the report stands. Of those with one fingerprint the last stands for all."""
        name = _old_name(one.path, one.fingerprint) if self.old else one.fingerprint
        number = self.numbers.number(name)
        if number < len(self.times):
            self.last[number] = place
            self.times[number] += 1
        else:
            self.last.append(place)
            self.times.append(1)

    def _name(self, finding: Finding) -> str:
        """The name under which the baseline has a finding, if it does."""
        return _old_name(finding.location.path, finding.old_fingerprint) if self.old else finding.fingerprint

    def absent(self, wanted: Callable[[Known], bool]) -> SomeKnown:
        """Those that are wanted of the findings that are not among those which the baseline is held against.

        A register knows more findings than those of the logs at hand, and tells itself which of them are gone.
        """
        if self.gone is not None:
            return SomeKnown(self.gone, array("L", (place for place, one in enumerate(self.gone) if wanted(one))))
        gone = (place for place, times in zip(self.last, self.now, strict=True) if not times)
        return SomeKnown(self.findings, array("L", (place for place in gone if wanted(self.findings[place]))))


def empty(name: str) -> Baseline:
    """A baseline of this name without findings, to take some in."""
    return Baseline(name, KnownFindings(), DiskIndex(), array("L"), array("L"))


def load(path: Path, asked: str = "--baseline") -> Baseline:
    """Load the baseline from a JSON report that an earlier run wrote. `asked` is the option that names it."""
    baseline = empty(str(path))
    rest: dict[str, Any] = {}
    try:
        with path.open(encoding="utf-8") as file:
            members = JsonMembers(file)
            if not members.is_object:  # which is not read on: it may have no end
                raise _no_report(path, asked)
            for name in members.names():
                if name != FINDINGS:
                    rest[name] = members.value()
                    continue
                rest[name] = None
                for entry in members.elements():
                    baseline.findings.append(_known(entry))
        if rest.get("schema") not in (SCHEMA, OLD_SCHEMA):
            raise _no_report(path, asked)
        baseline = replace(baseline, old=rest["schema"] == OLD_SCHEMA)
        for place, one in enumerate(baseline.findings):
            baseline.take(place, one)
        if FINDINGS not in rest:
            raise ValueError("a report without findings")
        undecided = frozenset((row["rules"], row["clause"]) for row in rest["coverage"] if row["not_recorded"])
    except OSError as error:
        raise UsageError(f"{asked}: cannot read {escaped(str(path))}: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UsageError(f"{asked}: {escaped(str(path))} is damaged, expected a report of '--format json'") from None
    return replace(baseline, undecided=undecided)


def _no_report(path: Path, asked: str) -> UsageError:
    return UsageError(f"{asked}: {escaped(str(path))} is no report of '--format json'")


def _old_name(path: str, fingerprint: str) -> str:
    """An old name with its log: two nights may have the same, but hardly in the same log."""
    return f"{fingerprint} {path}"


def _known(entry: dict[str, object]) -> Known:
    """An entry of the report."""
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
        night=None if entry.get("night") is None else date.fromisoformat(str(entry["night"])).isoformat(),
    )
