"""Checks of the rules in force: whether there were any on the day of a hand."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, not_recorded
from auditor.auditing.engine.registry import on, session_check
from auditor.auditing.engine.situations import IN_FORCE
from auditor.replay.session.hand_summary import HandPlayed
from auditor.replay.session.state import Session
from auditor.rules.schema.figures import Approval
from auditor.vocabulary.findings import OPERATOR
from auditor.vocabulary.wording import calendar


def _standing(day: date | None, approval: Approval, session: Session) -> str:
    if day is None:
        return "unknown"
    if day >= _first_day(session):
        return "in force"
    return "approved" if day >= approval.approved else "none"


def _first_day(session: Session) -> date:
    """The day from which the rules are in force; rules without a date always are."""
    return session.rules.instruments[0].in_force.from_ or date.min


def _is_news(session: Session, hand: HandPlayed, approval: Approval) -> bool:
    """Were rules in force, or is it new that there were none? That is reported once, and not with every hand."""
    standing = _standing(hand.day, approval, session)
    before = session.previous
    return standing == "in force" or before is None or _standing(before.day, approval, session) != standing


@session_check("rule-version", watches=HandPlayed, figure=Approval, when=_is_news, clears_at=on(HandPlayed, IN_FORCE))
def rule_version(session: Session, hand: HandPlayed, approval: Approval) -> Iterable[Outcome]:
    """A game is played before its rules were approved and in force.

    The day of the first card decides. A game without approved rules is a breach by the operator, and is reported once
    in a session. A game played after the approval and before the rules were in force is an advisory. Such hands are
    judged all the same, and their other findings say that they hold had the rules applied.
    """
    day = hand.day
    if day is None:
        return [not_recorded(approval, "the day of the hand")]
    standing = _standing(day, approval, session)
    if standing == "none":
        observed = f"{session.rules.title} had no approved rules on {calendar(day)}"
        return [breach(approval, hand, observed, f"approved on {calendar(approval.approved)}", by=OPERATOR)]
    if standing == "approved":
        observed = f"rules of {session.rules.title} approved, and not yet in force on {calendar(day)}"
        return [advisory(approval, hand, observed, f"in force from {calendar(_first_day(session))}", by=OPERATOR)]
    return ()
