"""Findings that compare a hand with the one before it, where the record of one of them is in doubt."""

from __future__ import annotations

from itertools import pairwise

from auditor.auditing.mitigation.kinds import contradicts_itself, lacks_act
from auditor.auditing.mitigation.resting_on_record import DOUBTFUL_HAND, in_doubt
from auditor.replay.session.hand_summary import HandPlayed
from auditor.vocabulary.events import Event
from auditor.vocabulary.events.base import say_the_same
from auditor.vocabulary.findings import Finding, Location
from auditor.vocabulary.wording import joined


def flaws_of(findings: list[Finding]) -> tuple[Location, ...]:
    """Where the record of a hand contradicts itself, lacks an act, or shows what a slip of the pen may have done."""
    flawed = [one for one in findings if contradicts_itself(one) or lacks_act(one) or one.doubt is not None]
    return tuple(dict.fromkeys([one.location for one in flawed]))


def blinds_in_doubt(findings: list[Finding], hand: HandPlayed) -> bool:
    """Is a slip of the pen likely in the lines by which a hand tells who put up the blinds?"""
    lines = {post.line for _, post in hand.posts}
    return any(one.line in lines for one in flaws_of(findings))


def repeated(events: list[Event], path: str) -> tuple[Location, ...]:
    """Where a note between hands repeats the note before it."""
    return tuple(
        [Location(path, event.line, event.column) for before, event in pairwise(events) if say_the_same(before, event)]
    )


def for_doubtful_hands(findings: list[Finding], flaws: tuple[Location, ...]) -> list[Finding]:
    """Accuse nobody of what rests on such a hand: stakes, seats and blinds may not be what its record has."""
    if not flaws or not findings:
        return findings
    lines = joined([str(line) for line in sorted({one.line for one in flaws})])
    doubt = f"the record of the hand, or of the one before it, is in doubt (line {lines})"
    return [in_doubt(one, doubt, (DOUBTFUL_HAND,), flaws) for one in findings]
