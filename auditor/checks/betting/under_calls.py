"""Checks of calls and entries for too little by players who keep chips: how much is due, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, not_recorded
from auditor.auditing.engine.registry import On, check, on
from auditor.auditing.engine.situations import CALLS, ENTERING, FOLLOWED, PLAIN, SHORT
from auditor.checks.betting.wagers import short_call
from auditor.checks.support.entering import entry
from auditor.replay.betting.lookahead import net_after
from auditor.replay.betting.sizes import least_call
from auditor.replay.forced_bets.blinds_and_antes import lacks_blind
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Act, Communal, Deal, Event, Fold, Raise, Returned, Ruling, Show, Wager, Win
from auditor.vocabulary.findings import DEALER, Money
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import value_class


def _under(state: HandState, act: Wager, figure: Figure) -> bool:
    betround, move = state.round, state.move
    if betround is None or move is None or act.said == "call" or (betround.closed and len(state.able) < 2):
        return False
    return move.total < least_call(state, betround)


@check("under-call", watches=on(Wager, CALLS | SHORT), figure=Figure, when=_under, answers=("dealer",))
def under_call(state: HandState, act: Wager, figure: Figure) -> Iterable[Outcome]:
    """A player puts in less than a call, and neither makes it up nor folds and leaves the chips in.

    The player's next act must do one or the other. To make it up after others have acted is right only where a ruling
    between them shows that the action was held. The money is what was taken back, or else what is missing.
    """
    move = state.move
    assert move is not None and state.round is not None
    if move.player.start is None:
        return [not_recorded(figure, "the player's stake")]
    if lacks_blind(state, move.player):
        return [not_recorded(figure, "the player's blind")]
    later = afterwards(state, act, state.round.highest)
    put_in, of = money_text(move.added), money_text(move.to_call)
    if later.back is not None and later.end != "made up":
        text = f"{money_text(later.back.amount)} taken back after {put_in} was put in against {of}"
        money = Money(later.back.amount, owed_by=act.player)
        return [breach(figure, later.back, text, "it stays in the pot", by=DEALER, money=money, evidence=(act,))]
    if later.end == "late":
        text = f"{put_in} put in against {of} and made up after others had acted"
        return [breach(figure, act, text, "made up or folded at once", by=DEALER)]
    if later.end == "open":
        text = f"{put_in} put in against {of}, and play went on"
        money = Money(move.to_call - move.added, owed_by=act.player)
        return [breach(figure, act, text, "made up, or folded and left in the pot", by=DEALER, money=money)]
    return ()


# ---- entering the betting ----


class Entry(Figure):
    """What a player enters the betting over: what the blinds ask, a straddle, or a blind of somebody's last chips."""

    over: Literal["minimum", "straddle", "short-blind"]


def _enters(state: HandState, act: Wager, figure: Entry) -> bool:
    if state.round is None or entry(state) != figure.over:
        return False
    if isinstance(act, Raise) and not state.round.betting.call.strict:
        return False
    return not state.round.closed or len(state.able) > 1


def _over_something_else(figure: Entry) -> On[Event]:
    """Where nothing lies there but plain blinds; once somebody has called those, calls are judged like any other."""
    return on(Wager, PLAIN | FOLLOWED) if figure.over == "minimum" else on(Wager, PLAIN)


@check(
    "entry-amount",
    watches=on(Wager, CALLS),
    figure=Entry,
    when=_enters,
    call_only_at=on(Wager, CALLS | ENTERING),
    moot_at=_over_something_else,
    laid_to_record=True,
)
def entry_amount(state: HandState, act: Wager, figure: Entry) -> Iterable[Outcome]:
    """A player who keeps chips enters the betting for less than the blinds stand for.

    A blind that took its player's last chips stands for all that it should have been, unless nobody else is left to win
    from. The money is the shortfall. A room that records play alone takes no less: there the record is wrong.
    """
    return short_call(state, act, figure)


# ---- what becomes of too little ----


@value_class
class Later:
    """How a wager of too little went on: made up at once or late, folded, or left open; and what was taken back."""

    end: str
    back: Returned | None = None


def afterwards(state: HandState, act: Wager, level: int) -> Later:
    """What the player does about having put in less than this level."""
    others = held = False
    back: Returned | None = None
    end = ""
    for event in net_after(state, act):
        if isinstance(event, Returned) and event.player == act.player:
            back = back or event
        elif end:
            if not isinstance(event, Returned):
                break
        elif isinstance(event, Act) and event.player == act.player:
            end = _ending(state, act, event, level)
            if end == "made up" and others and not held:
                end = "late"
        elif isinstance(event, Act):
            others = True
        elif isinstance(event, Ruling):
            held = True
        elif isinstance(event, Deal | Communal | Show | Win):
            break
    return Later(end or "open", back)


def _ending(state: HandState, act: Wager, then: Act, level: int) -> str:
    """What the player's next act makes of the shortfall."""
    if isinstance(then, Fold):
        return "folded"
    move = state.move
    assert move is not None
    if not isinstance(then, Wager):
        return "open"
    if then.total is not None:
        total = then.total
    elif then.added is not None:
        total = move.total + then.added
    else:
        total = level  # a call or raise without an amount is for what is needed
    return "made up" if total >= level or then.all_in else "open"
