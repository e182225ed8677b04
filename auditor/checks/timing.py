"""Checks of the time that a player has to act."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.checks.outcomes import Outcome, breach, not_recorded
from auditor.checks.registry import check
from auditor.events import Act, Event, TimedOut, Voided
from auditor.findings import DEALER, Money
from auditor.replay.table import Table
from auditor.rules.figures import Figure

TIME_TO_ACT = "time-to-act"  # what a table declares that gives its players so many seconds
REASON = "time"  # the word in the reason for a hand killed


def _ran_out(table: Table, event: Voided) -> bool:
    """Does the record show that the player's time ran out, with no act of the player since?"""
    ran_out = False
    for each in table.hand.events:
        if each is event:
            break
        if isinstance(each, TimedOut | Act) and each.player == event.player:
            ran_out = isinstance(each, TimedOut)
    return ran_out


def _timed(table: Table, event: Event, figure: Figure) -> bool:
    if not isinstance(event, Voided):
        return True
    return REASON in (event.reason or "").lower().split() or _ran_out(table, event)


@check("time-to-act", watches=(TimedOut, Voided), when=_timed)
def time_to_act(table: Table, event: TimedOut | Voided, figure: Figure) -> Iterable[Outcome]:
    """A hand killed for time that had not run out, or although nobody had bet in the betting round.

    Judged where the table declares a time to act. Once it has run out, a hand may be dead if there was a bet, of which
    a blind is one, and taken for a check if there was none; a dealer who waits longer breaks nothing. The money is the
    pot then.
    """
    if TIME_TO_ACT not in table.hand.setup.house:
        return [not_recorded(figure, "the time to act")]
    if isinstance(event, TimedOut):
        return ()
    player = table.player(event.player, event)
    money = Money(table.pot, owed_to=player.name)
    who = f"seat {player.seat}'s hand killed"
    if not _ran_out(table, event):
        return [breach(figure, event, f"{who} before the time to act ran out", "it stays in", by=DEALER, money=money)]
    if table.round is None or not table.round.highest:
        return [breach(figure, event, f"{who} though no bet was pending", "a check", by=DEALER, money=money)]
    return ()
