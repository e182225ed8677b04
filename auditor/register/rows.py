"""What was made of a log, as rows of the register's tables."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from auditor.auditing.options import Options
from auditor.auditing.result import Result
from auditor.register.schema import Life
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.findings import REF, Finding, Verdict

Row = dict[str, Any]
Sitting = tuple[str | None, str, Any]  # venue, table, night
Person = tuple[str | None, str, str | None]  # venue, role, name: one name in two houses may be two people
Numbers = tuple[int, int, int, int, int]  # of the finding itself, its sitting, clause, person and run
PRESENT = int(Life.PRESENT)  # a plain number, which goes to a database as it is
REFUSED = re.compile("[\x00\ud800-\udfff]")  # no database takes half a character, and PostgreSQL no NUL


def storable(value: str | None) -> str | None:
    r"""A text as every database takes it: what one of them refuses is written as `\x00` or `\ud800`."""
    if value is None or REFUSED.search(value) is None:
        return value
    return REFUSED.sub(lambda found: ascii(found[0])[1:-1], value)


def day_text(day: date | None) -> str | None:
    """A day as rows have it."""
    return None if day is None else day.isoformat()


def place_of(path: str) -> str:
    """Where a log lies, whatever folder it was named from. What comes through a pipe lies nowhere: empty."""
    if "://" in path:
        return storable(path) or ""
    return "" if path == "-" or path.startswith("<") else storable(os.path.abspath(path)) or ""


def fingerprints(findings: Iterable[Finding]) -> list[tuple[str, int]]:
    """The fingerprint of each finding, and how many before it have the same."""
    times: Counter[str] = Counter()
    found = []
    for finding in findings:
        name = finding.fingerprint
        found.append((name, times[name]))
        times[name] += 1
    return found


def judged(log: Result, asked: str, names: Iterable[tuple[str, int]]) -> str:
    """A digest of what judged a log and of what came out: whatever is the same in both is the same judgement."""
    digest = hashlib.sha256(json.dumps([asked, rulebooks(log)]).encode("utf-8", "surrogatepass"))
    for (name, nth), finding in zip(names, log.findings, strict=True):
        money = None if finding.money is None else finding.money.amount
        digest.update(f"{name} {nth} {finding.severity:d} {money}\n".encode())
    counts = [
        (rules, clause, str(night), sorted((verdict.name, times) for verdict, times in found.items() if times))
        for (rules, clause, night), found in log.verdicts_by_night.items()
    ]
    digest.update(repr(sorted(counts)).encode("utf-8", "surrogatepass"))
    (entry,) = log.inputs
    digest.update(f"{entry.hands} {entry.unread}".encode())
    return digest.hexdigest()


def rulebooks(log: Result) -> list[tuple[str, str, str]]:
    """The rulebooks that judged a log, each with its version and the hash of its data."""
    return sorted((id, version, book.sha256) for (id, version), book in log.rulebooks.items())


def asked_as(options: Options) -> str:
    """How an audit was asked for, as far as it may change what is found; nights left out are no part of it."""
    asked = {
        "rules": options.rules,
        "as_of": None if options.as_of is None else options.as_of.isoformat(),
        "readings": dict(sorted(options.readings)),
        "log_format": options.log_format,
        "customs": list(options.customs),
    }
    return json.dumps({key: value for key, value in asked.items() if value}, sort_keys=True)


def sitting_of(finding: Finding) -> Sitting:
    """The table and the night that a finding is of."""
    return finding.venue, finding.table, finding.night


def person_of(finding: Finding) -> Person:
    """To whom a finding is laid."""
    return finding.venue, finding.actor.role, finding.actor.name


def currency_of(finding: Finding, books: dict[tuple[str, str], Rulebook]) -> str:
    """What the money of a finding is in; empty if it has none."""
    if finding.money is None:
        return ""
    return finding.currency or books[finding.rules, finding.version].game.currency


def finding_row(finding: Finding, numbers: Numbers, name: str, nth: int, currency: str) -> tuple[Any, ...]:
    """A finding in the order of its table's columns, with the numbers of the other rows that it names."""
    money, actor, reading, custom = finding.money, finding.actor, finding.reading, finding.custom
    id, sitting, clause, person, run = numbers
    amount, owed_to, owed_by = (None,) * 3 if money is None else (money.amount, money.owed_to, money.owed_by)
    row = (
        *(id, sitting, clause, person, PRESENT, run, None, name[:REF], name, nth, finding.ordinal, finding.version),
        *(finding.check, int(finding.severity), actor.seat, finding.hand, finding.round, day_text(finding.day)),
        *(finding.time, finding.location.line, finding.observed, finding.expected, amount, currency, owed_to, owed_by),
        *(None if reading is None else reading.words, finding.doubt, None if custom is None else custom.id),
        finding.old_fingerprint[:REF],
    )
    text = "".join([value for value in row if type(value) is str])
    if "\x00" not in text and (text.isascii() or REFUSED.search(text) is None):
        return row
    return tuple([storable(value) if isinstance(value, str) else value for value in row])


def verdict_rows(log: Result) -> Iterator[tuple[Any, tuple[str, str], Row]]:
    """The verdicts by night and clause."""
    for (rules, clause, night), counts in log.verdicts_by_night.items():
        passed, failed, lacked = (counts.get(one, 0) for one in (Verdict.PASS, Verdict.FAIL, Verdict.NOT_RECORDED))
        if passed or failed or lacked:
            yield night, (rules, clause), {"passed": passed, "failed": failed, "not_recorded": lacked}


def clause_rows(log: Result) -> dict[tuple[str, str], Row]:
    """The clauses that came up in a log, each as people name it."""
    wanted = {(rules, clause) for rules, clause, _ in log.verdicts_by_night}
    wanted |= {(rules, clause) for rules, clause, _ in log.missing}
    wanted |= {(finding.rules, finding.clause) for finding in log.findings}
    books: dict[str, dict[str, Any]] = {}
    for (id, _), book in sorted(log.rulebooks.items()):
        books.setdefault(id, {}).update({clause.id: clause for clause in book.clauses})
    found = {}
    for rules, id in wanted:
        clause = books.get(rules, {}).get(id)
        named, title = (id, id.partition("/")[2].replace("-", " ")) if clause is None else (clause.named, clause.title)
        found[rules, id] = {"rules": rules, "clause": id, "named": named, "title": title}
    return found
