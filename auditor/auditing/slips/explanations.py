"""Which slips of the pen explain what was found in a hand: it is judged again as it would be without each of them.

A lawful hand with a line left out looks as if somebody had broken a rule. So nobody is accused of what is gone once a
single slip is undone, if nothing else is found then that was not found before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from auditor.auditing.engine.collector import Judged
from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.engine.judge_hand import Enough
from auditor.auditing.engine.same_fault import still_charged
from auditor.auditing.mitigation.context import OtherRecord
from auditor.auditing.mitigation.kinds import lacks_act, on_payments
from auditor.auditing.slips.gaps import STAYED
from auditor.auditing.slips.lines_left_out import left_out
from auditor.auditing.slips.noted_wrong import misspelt, noted_twice
from auditor.auditing.slips.order_of_lines import interchanged, written_twice
from auditor.auditing.slips.slip import LEFT_OUT, Slip
from auditor.auditing.slips.undeclared import undeclared
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.findings import RECORD, Actor, Finding, Severity
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.wording import escaped

Judge = Callable[[Hand, Enough], Judged | None]
Charge = tuple[str, str, Actor]
EFFORT = 30_000  # events that are judged again for one hand; no hand of our samples takes a fifth of it
USUAL = 100  # events of a long hand


def accuses(finding: Finding) -> bool:
    """Does a finding accuse somebody?"""
    return finding.severity > Severity.ADVISORY and finding.actor != RECORD


def _charges(finding: Finding) -> bool:
    """Does a finding speak against a slip? A strange record does. What is worth a look or was put right does not."""
    return (finding.severity > Severity.ADVISORY and not finding.remedied) or finding.actor == RECORD


def _asks_for_another(one: Finding, here: set[Charge], without: list[Finding]) -> bool:
    """Is what is found no more than worth a look without a slip, or the same of somebody else?

    Then there would have to be another slip: a record that lacks more than one line is none of a lawful hand.
    """
    alike = [other for other in without if other.charge[:2] == one.charge[:2]]
    left = [other.severity for other in alike if other.charge == one.charge or other.charge not in here]
    return bool(left) and max(left) <= Severity.ADVISORY


def slips_explaining(
    hand: Hand, judged: Judged, bound: BoundRulebook, judge: Judge
) -> tuple[tuple[OtherRecord, ...], bool]:
    """What is found in a hand without each of the slips that explain something, and whether there were too many to try.

    An accusation that not every slip was tried on would stand untested. So there is one bound, on all that is judged
    again for a hand: more than any hand of people at a table takes, and little enough that nobody can hold up an audit.
    An event of a longer hand counts for more, since it is looked at more often.
    """
    findings = judged.findings
    unexplained = [one for one in findings if accuses(one)]
    if not unexplained or not hand.setup.notes_table:
        return (), False
    each = len(hand.events) * (1 + len(hand.events) / USUAL)
    left = EFFORT - each  # where the slips may have been made takes as much to find
    here = {one.charge for one in findings}
    found: list[OtherRecord] = []
    sizes: dict[tuple[int, str], list[Judged]] = {}  # what an act that was left out makes of it, by its sizes
    for slip in _slips(hand, bound.rules) if left >= 0 else ():
        left -= each
        if left < 0:
            break
        enough = _never if slip.size_of_act is not None else _Unexplaining(here, unexplained)
        other = _without(slip, hand, judge, enough)
        if other is not None and slip.size_of_act is not None:
            sizes.setdefault(slip.size_of_act, []).append(other)
        if other is None or not {one.charge for one in other.findings if _charges(one)} <= here:
            continue
        if any(_asks_for_another(one, here, other.findings) for one in unexplained):
            continue
        gone = [one for one in unexplained if not still_charged(one, other.findings, slip=True)]
        if slip.unknown_cards:
            gone = [one for one in gone if not _undecided(one.clause, other, bound)]
        if gone:
            unexplained = [one for one in unexplained if one not in gone]
            found.append(OtherRecord(slip.words, (slip.kind,), tuple(other.findings), slip=True))
        if not unexplained:
            return tuple(found), False
    for act, judged_so in sizes.items():
        found += [*_between(act, judged_so, hand, findings), *_unknown_pot(act, judged_so, hand, findings)]
    return tuple(found), left < 0


def _unknown_pot(act: tuple[int, str], sizes: list[Judged], hand: Hand, findings: list[Finding]) -> list[OtherRecord]:
    """What is found if the pot is not known, since an act is not on record of a player who was in to the end."""
    at, name = act
    stayed = any(isinstance(one, STAYED) and one.player == name for one in hand.events[at:])
    lacked = any(map(lacks_act, findings)) and not all(any(map(lacks_act, other.findings)) for other in sizes)
    if not stayed or not lacked:
        return []
    words = f"a wager of {escaped(name, 40)} was left out before line {hand.events[at].line}"
    sure = tuple([one for one in findings if not on_payments(one) and not lacks_act(one)])
    return [OtherRecord(words, (LEFT_OUT,), sure, slip=True)]


def _between(act: tuple[int, str], sizes: list[Judged], hand: Hand, findings: list[Finding]) -> list[OtherRecord]:
    """What is found if an act that was left out had a size between two others.

    Where it is small, nothing is new but that another's wager breaks a rule; where it is large, nothing but that it
    breaks the same rule itself. Somewhere between them it may break none.
    """
    at, name = act
    here = {one.charge for one in findings}
    alone = [(other, new) for other in sizes if len(new := {one.charge for one in other.findings} - here) == 1]
    small = [(other, charge) for other, (charge,) in alone if charge[2].name != name]
    large = [charge[:2] for _, (charge,) in alone if charge[2].name == name]
    words = f"a wager of {escaped(name, 40)} was left out before line {hand.events[at].line}"
    return [
        OtherRecord(words, (LEFT_OUT,), tuple([one for one in other.findings if one.charge in here]), slip=True)
        for other, charge in small
        if charge[:2] in large
    ]


def _undecided(clause: str, judged: Judged, bound: BoundRulebook) -> bool:
    """Does the hand lack the evidence for a clause? Then nothing is explained by what is not found."""
    return bool(judged.verdicts[1] >> bound.clauses.index(clause) & 1)


def _slips(hand: Hand, rules: Rulebook) -> Iterator[Slip]:
    yield from undeclared(hand, rules)
    yield from misspelt(hand)
    yield from noted_twice(hand)
    yield from written_twice(hand)
    yield from interchanged(hand, rules)
    yield from left_out(hand, rules)


class _Unexplaining:
    """Says when what is found without a slip shows that it explains nothing, whatever else will be found."""

    def __init__(self, here: set[Charge], unexplained: list[Finding]) -> None:
        self.here = here
        self.unexplained = unexplained

    def __call__(self, found: Finding) -> bool:
        """Is this new and speaks against the slip, or is now all of it found again that had to be explained?"""
        if _charges(found) and found.charge not in self.here:
            return True
        self.unexplained = [one for one in self.unexplained if not still_charged(one, [found], slip=True)]
        return not self.unexplained


def _never(_found: Finding) -> bool:
    return False


def _without(slip: Slip, hand: Hand, judge: Judge, enough: Enough) -> Judged | None:
    """What is found in the hand without a slip; None if it cannot be read so, or enough of it is known."""
    try:
        return judge(slip.undone(hand), enough)
    except Unreadable:
        return None
