"""What settings files and ledgers do to an audit, or would have done: in words, for every form of a report.

A file that was found among the logs and is not trusted is told with what it would have done. A file that was applied
is told if it weakens the audit or changes what it is judged by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from auditor.review import toml_files
from auditor.review.ledger import DECISIONS, EXCUSING, Ledger, load
from auditor.review.settings import Regrade, Settings
from auditor.vocabulary.findings import Finding, Severity
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import calendar, escaped, joined, plural, without_password

SETTINGS, DECIDED = "settings", "decisions"
OPTIONS = {SETTINGS: "--config", DECIDED: "--decisions"}  # by which a user names such a file
APPLIED, WITHHELD, UNREADABLE = "applied", "not applied", "unreadable"
ELSEWHERE = "settings are looked for in the current folder and above"  # why one beside the logs is not applied
SERVED = "the register serves these logs; 'auditor register import-decisions' takes the entries over"
NAMED = 5  # clauses and the like that are named; the rest are a number
LISTED = 12  # effects of one file that are told; the rest are a number


@value_class
class FileEffect:
    """A settings file or a ledger, whether it was applied, and what it does or would have done."""

    kind: str  # 'settings', 'decisions'
    path: str
    state: str  # 'applied', 'not applied', 'unreadable'
    effects: tuple[str, ...] = ()  # as in `ignore 10.2`
    reason: str = ""  # why it was not applied, if not because nobody has said that it may, or what is wrong with it

    @property
    def applied(self) -> bool:
        """Was the file applied?"""
        return self.state == APPLIED

    @property
    def words(self) -> str:
        """`not applied: it would waive 3 findings; 'auditor trust logs' or --decisions logs/decisions.toml does`."""
        what = _few(self.effects, LISTED, ", ") or "change nothing here"
        if self.applied:
            return f"applied: it says to {what}"
        if self.state == UNREADABLE:
            return f"not applied, and cannot be read: {escaped(self.reason, 300)}"
        why = f" ({escaped(self.reason, 300)})" if self.reason else ""
        from shlex import quote

        folder = quote(escaped(str(Path(self.path).parent)))
        trust = "" if self.reason in (ELSEWHERE, SERVED) else f"'auditor trust {folder}' or "
        return f"not applied{why}: it would {what}; {trust}{OPTIONS[self.kind]} {quote(escaped(self.path))} applies it"

    @property
    def sentence(self) -> str:
        """The words with the file before them."""
        return f"{escaped(self.path)} {self.words}"


def _few(items: Sequence[str], most: int = NAMED, separator: str = "") -> str:
    """The first items, and how many more there are."""
    more = [f"{len(items) - most:,} more"] if len(items) > most else []
    shown = [*items[:most], *more]
    return separator.join(shown) if separator else joined([escaped(one, 60) for one in shown])


# ---- settings ----


def of_settings(settings: Settings, overruled: Collection[str], weakening: bool) -> tuple[str, ...]:
    """What the settings of a file do, but for those that the command line overrules; if so asked, what weakens only."""
    found = list(_of_values(settings.values, overruled, weakening))
    for one in settings.paths:
        found += [f"{what} in {escaped(one.pattern, 60)}" for what in _of_values(one.values, overruled, weakening)]
    return tuple(dict.fromkeys(found))


def _of_values(values: Mapping[str, Any], overruled: Collection[str], weakening: bool) -> Iterator[str]:
    for key, value in values.items():
        if key not in overruled:
            yield from (WEAKENING[key](value) if key in WEAKENING else [] if weakening else _harmless(key, value))


def _severities(regrades: Sequence[Regrade]) -> list[str]:
    words = {Severity.ADVISORY: "an advisory", Severity.IRREGULARITY: "an irregularity"}
    return [
        f"make {escaped(one.name, 60)} {words[one.severity]} ({escaped(one.reason, 80)})"
        for one in regrades
        if one.severity in words
    ]


WEAKENING: dict[str, Callable[[Any], list[str]]] = {
    "rules": lambda value: [f"judge by {escaped(value, 200)}"],
    "as-of": lambda value: [f"judge by the rules of {calendar(value)}"],
    "since": lambda value: [f"leave out nights before {calendar(value)}"],
    "until": lambda value: [f"leave out nights after {calendar(value)}"],
    "interpret": lambda value: [f"read {_few(value)}"] if value else [],
    "customs": lambda value: [f"take customs from {_few(value)}"] if value else [],
    "select": lambda value: [f"report only {_few(value)}"] if value else [],
    "ignore": lambda value: [f"ignore {_few(value)}"] if value else [],
    "severity": _severities,
    "register": lambda value: [f"take decisions from the register {escaped(without_password(value), 200)}"],
    "fail-on": lambda value: {"breach": ["fail on breaches only"], "never": ["never fail"]}.get(value, []),
    "fail-on-new": lambda value: ["fail on new findings only"] if value else [],
    "exit-zero": lambda value: ["never fail"] if value else [],
}  # settings by which an audit finds, tells or fails on something else


def _harmless(key: str, value: Any) -> list[str]:
    if isinstance(value, bool):
        return [f"set {key} to {'true' if value else 'false'}"]
    text = _few(value) if isinstance(value, tuple) else escaped(str(value), 200)
    return [f"set {key} to {text}"]


# ---- decisions ----


@value_class
class WithheldLedger:
    """A ledger among the logs that is not applied, and why, if not because nobody has said that it may."""

    path: str
    reason: str
    ledger: Ledger

    def effect(self, findings: Iterable[Finding], shown: Iterable[Finding]) -> FileEffect:
        """What it would have decided about the findings that are shown, if these are all that there are."""
        unread = next((note.text for note in self.ledger.notes if note.kind == UNREADABLE), None)
        if unread is not None:
            return FileEffect(DECIDED, self.path, UNREADABLE, reason=unread)
        made = _decided(self.ledger.about(findings), shown)
        return FileEffect(DECIDED, self.path, WITHHELD, _counted(made.get(self.path, Counter())), self.reason)


def withheld_ledgers(untrusted: Mapping[Path, str], day: date) -> tuple[WithheldLedger, ...]:
    """What stands in ledgers that are not applied, each with the reason why not."""
    read = {path: load([path], day, toml_files.MOST) for path in untrusted}
    return tuple([WithheldLedger(path.as_posix(), why, read[path]) for path, why in untrusted.items()])


def of_ledger(ledger: Ledger, findings: Iterable[Finding]) -> list[FileEffect]:
    """What the ledgers that are applied excuse, by file."""
    found = []
    for path, made in sorted(_decided(ledger, findings).items()):
        if effects := _counted(Counter({decision: made[decision] for decision in EXCUSING})):
            found.append(FileEffect(DECIDED, path, APPLIED, effects))
    return found


def _decided(ledger: Ledger, findings: Iterable[Finding]) -> dict[str, Counter[str]]:
    """How often the ledgers decide which way, by file."""
    found: dict[str, Counter[str]] = {}
    for finding in findings:
        decision = ledger.of(finding)
        if decision is not None:
            found.setdefault(decision.path, Counter())[decision.decision] += 1
    return found


def _counted(made: Mapping[str, int]) -> tuple[str, ...]:
    words = dict(zip(DECISIONS, ("uphold {}", "dismiss {}", "waive {}", "leave {} under review"), strict=True))
    return tuple(words[one].format(f"{made[one]:,} {plural(made[one], 'finding')}") for one in words if made.get(one))


@value_class
class RunFiles:
    """The settings files of a run with what they do, and the ledgers that are not applied."""

    settings: tuple[FileEffect, ...] = ()
    ledgers: tuple[WithheldLedger, ...] = ()
