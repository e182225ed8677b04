"""Results of audits of nights as they are handed to a register, made for tests: no hand is played for them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import text

from auditor.auditing.finding_store import FindingStore
from auditor.auditing.result import Input, Result, TableNight
from auditor.register.entering import EnteredRun
from auditor.register.schema import METADATA
from auditor.register.store import Register
from auditor.rules.loading.loader import rules_in_force
from auditor.vocabulary.findings import Actor, Finding, Location, Money, Severity, Verdict

RULES = rules_in_force("act/canberra-manila", date(1994, 6, 11))
NIGHT = date(1994, 6, 11)
DAY = datetime(2026, 11, 1, 12, tzinfo=UTC)
TABLE = "Manila 3"
HANDS = 100


def fault(hand: int, clause: str = "10.2", who: str = "Ben", night: date | None = NIGHT, **values: Any) -> Finding:
    """A finding in one hand."""
    told: dict[str, Any] = {
        "rules": RULES.id,
        "version": RULES.version,
        "clause": clause,
        "citation": RULES.cite(clause),
        "read_with": (),
        "check": "raise-cap",
        "severity": Severity.BREACH,
        "observed": "fourth raise",
        "expected": "at most three",
        "table": TABLE,
        "hand": str(hand),
        "round": "first",
        "actor": Actor("player", 2, who),
        "location": Location("night.log", 10 * hand, 3),
        "evidence": (),
        "money": Money(500, "Ann", "Ben"),
        "reading": None,
        "ordinal": 1,
        "named": RULES.named(clause),
        "named_with": (),
        "night": night,
    }
    return Finding(**told | values)


def night_log(
    path: str, findings: Sequence[Finding], told: Iterable[tuple[str, date | None]] = ((TABLE, NIGHT),), more: str = ""
) -> Result:
    """What was made of a log with these findings, of these tables and nights. Its bytes are what it tells of."""
    nights = Counter({TableNight(path, None, table, night): HANDS for table, night in told})
    content = repr(([one.fingerprint for one in findings], sorted(map(str, nights)), more))
    total = sum(nights.values())
    log = Result(
        inputs=[Input(path, hashlib.sha256(content.encode()).hexdigest(), "utf-8", "table-log", total, 0, 1, 1)],
        findings=FindingStore(findings),
        hands=Counter({RULES.id: total}),
        occasions=Counter({RULES.id: total}),
        rulebooks={(RULES.id, RULES.version): RULES},
        tables=nights,
        missing_totals=Counter({(RULES.id, "10.2", "the cut"): 3}),
    )
    for night in dict.fromkeys(one.night for one in nights):
        log.count(RULES.id, "10.2", night, {Verdict.PASS: 90, Verdict.FAIL: len(findings), Verdict.NOT_RECORDED: 1})
    return log


def entered(address: str, *logs: Result, day: int = 1) -> int:
    """Enter a run of these logs on a day of the month, and give its number."""
    register = Register(address)
    run = EnteredRun(register, DAY.replace(day=day), "{}")
    for log in logs:
        run.enter(log)
    run.end(DAY.replace(day=day, hour=13))
    return run.run


def content(address: str) -> dict[str, list[Any]]:
    """Everything that a register has, table by table."""
    found = {}
    with Register(address).reading() as connection:
        for table in METADATA.sorted_tables:
            rows = connection.execute(table.select()).mappings().all()
            found[table.name] = sorted(json.dumps(dict(row), default=str) for row in rows)
    return found


def asked(address: str, statement: str) -> list[tuple[Any, ...]]:
    """What a register answers to a statement."""
    with Register(address).reading() as connection:
        return [tuple(row) for row in connection.execute(text(statement))]
