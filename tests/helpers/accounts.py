"""Whether `auditor settle` and the audit say the same of the money of a hand."""

from __future__ import annotations

import io

from auditor.auditing.engine.collector import Judged
from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.engine.registry import registered
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.checks.explanations.account import account_of
from auditor.checks.explanations.commission import judgement
from auditor.checks.explanations.payments import cause_of
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand
from auditor.replay.engine.replayer import replay
from auditor.replay.settlement.result import Settlement
from auditor.vocabulary.findings import Finding, Money
from auditor.vocabulary.hand import Aftermath

SETTLEMENT = (
    "auditor.checks.showdown",
    "auditor.checks.money.commission",
    "auditor.checks.misdeals.misdeal",
    "auditor.checks.misdeals.after_misdeal",
    "auditor.checks.session.invalidation",
)


def contradictions(data: bytes, name: str) -> list[str]:
    """What the settlement of a hand and the findings in it contradict each other in, for all hands of a log."""
    found: list[str] = []

    def look(item: RawHand | Aftermath, bound: BoundRulebook, judged: tuple[Judged, ...]) -> None:
        if isinstance(item, RawHand):
            done = replay(item.read(), bound.for_table(item.setup).rules)
            told = _unlike(done, [finding for one in judged for finding in one.findings])
            found.extend([f"{name} {item.setup.table} hand {item.number}: {one}" for one in told])

    audit([open_stream(io.BytesIO(data), name)], Options(), look)
    return found


def _unlike(done: Settlement, findings: list[Finding]) -> list[str]:
    if any(one.doubt is not None for one in findings):
        return []  # the record is in doubt, and so are its sums
    account = account_of(done)
    findings = [one for one in findings if _settles(one, done)]
    differences = [line.difference for line in account.lines]
    moved = max(sum(one for one in differences if one > 0), -sum(one for one in differences if one < 0))
    if account.back is not None and account.back.whole_pot and moved:
        moved = sum(share.due for share in account.back.shares)
    owed = [one.money for one in findings if one.money and (_party(one.money) or one.money.amount < 0)]
    told = sum(abs(one.amount) for one in owed)
    problems = []
    if moved and not findings:
        problems.append(f"{differences} and no finding")
    elif owed and moved != told:
        problems.append(f"{differences}, but the findings tell of {told}: {[one.message for one in findings]}")
    elif not owed and moved and not any(one.money or one.check == "incident" for one in findings):
        problems.append(f"{differences} without money in {[one.message for one in findings]}")
    if any(line.due is None for line in account.lines) and not account.lacks:
        problems.append("a sum is unknown, and nothing says why")
    return problems


def _party(money: Money) -> str | None:
    return money.owed_to or money.owed_by


def _settles(finding: Finding, done: Settlement) -> bool:
    """Is the finding about what was paid, taken or handed back at the end of the hand?"""
    if finding.check == "incident":  # pots divided by agreement: an observer tells of it, and the payments belong to it
        return "agreed split" in finding.observed
    if finding.check in (cause_of(done).check, *[wrong.check for wrong in judgement(done).wrong]):
        return True
    found = registered()[finding.check]
    watches = (found.hand, found.play, found.session)
    return any(one is not None and one.function.__module__.startswith(SETTLEMENT) for one in watches)
