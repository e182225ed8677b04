"""Checks of betting without a fixed size: raises with clauses of their own, and wagers larger than the pot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Fault, Outcome, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import On, check, never, on, stood
from auditor.auditing.engine.situations import CALLS, ENTERING, MEETS, OPENS, PLAIN, RAISES, SET_ASIDE, UNEVEN
from auditor.checks.betting.bet_sizes import (
    above,
    other_acts,
    raised_over,
    size_faults,
    under_limit,
    unfrozen,
    within_limit,
)
from auditor.checks.support.cost_of_wager import excess
from auditor.replay.betting.lookahead import net_after, others_fold
from auditor.replay.betting.sizes import FEATURES, HOUSE_MONEY, SMALL_AS_BIG, ceiling, counts_as_big, held_level
from auditor.replay.forced_bets.blinds_and_antes import lacks_all, missing_blinds, straddle_due
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Ceiling, Figure
from auditor.vocabulary.events import Act, Call, Communal, Deal, Event, Returned, Ruling, Show, Wager, Win
from auditor.vocabulary.findings import DEALER, Money, Severity
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import replace, value_class

# ---- raises over something that has a clause of its own ----


class RaiseOver(Figure):
    """What a raise under this clause goes over: a short blind, a straddle, last chips that make no bet or no raise."""

    over: Literal["short-blind", "straddle", "short-bet", "short-raise"]


def _goes_over(state: HandState, act: Wager, figure: RaiseOver) -> bool:
    return raised_over(state, act) == figure.over and unfrozen(state, act, figure)


def _moments(figure: RaiseOver) -> On[Event]:
    """Call for raises over the blinds and straddles at the start, or over a wager that last chips left uneven."""
    need = RAISES | (ENTERING if figure.over in ("short-blind", "straddle") else UNEVEN)
    return on(Wager, need) | stood(need)


@check(
    "raise-over",
    watches=on(Wager, RAISES) | stood(RAISES),
    figure=RaiseOver,
    when=_goes_over,
    call_only_at=_moments,
    moot_at=on(Wager, PLAIN, SET_ASIDE),
)
def raise_over(state: HandState, act: Wager, figure: RaiseOver) -> Iterable[Outcome]:
    """A raise over a short blind, a straddle, or last chips that make no bet or raise of their own has a wrong size.

    The sizes are those of any raise; only the clause that rules them is another one.
    """
    sizes = None if state.round is None else state.round.wagering.size
    return () if sizes is None else size_faults(state, act, sizes, figure)


# ---- what a call is ----


class OverCall(Figure):
    """What a call under this clause meets: last chips that are less than the least bet, any other wager, or either."""

    over: Literal["short-bet", "other", "any"]


def _meets(state: HandState, act: Call, figure: OverCall) -> bool:
    betround, move = state.round, state.move
    if betround is None or move is None or not betround.highest or (betround.closed and len(state.able) < 2):
        return False
    if betround.closed and move.player.put_in_round >= betround.highest:
        return False  # nothing was left to call: the act itself is the fault
    short = "short-bet" if betround.round.round_index > 0 and betround.full_level == 0 else "other"
    return figure.over in (short, "any") and move.total >= betround.highest


def _blind_due(state: HandState) -> int:
    """The largest blind that the table declares, in the first betting round: others meet it though less was put up."""
    first = state.round is not None and state.round.round.round_index == 0
    return max(state.hand.setup.blinds, default=0) if first else 0


def _just_met(figure: OverCall) -> On[Event]:
    return never() if figure.over == "short-bet" else on(Call, MEETS)


def _met_another(figure: OverCall) -> On[Event]:
    return on(Call, MEETS) if figure.over == "short-bet" else never()


@check(
    "over-call",
    watches=on(Call, RAISES, CALLS),
    figure=OverCall,
    when=_meets,
    moot_at=_met_another,
    clears_at=_just_met,
    laid_to_record=True,
)
def over_call(state: HandState, act: Call, figure: OverCall) -> Iterable[Outcome]:
    """A player who only calls puts in more than a call, and the surplus is not handed back at once.

    A call meets last chips that are less than the least bet with just as much. A player who goes all in with more has
    raised, whatever the act was called. A player who puts in as much as a caller before is not reported again. The
    money is the surplus. A room that records play alone takes no more than the call: there the record is wrong, about
    this wager or the one before it.
    """
    move, betround = state.move, state.round
    assert move is not None and betround is not None
    over = move.total - betround.highest
    if (
        over <= 0
        or move.all_in
        or any(one.put_in_round >= move.total for one in state.players if one is not move.player)
    ):
        return ()
    back = next(net_after(state, act), None)
    if isinstance(back, Returned) and back.player == act.player and back.amount == over:
        return ()
    held = held_level(state, move.player) if state.early else 0  # a wager made out of turn, which stands
    if move.total <= max(straddle_due(state), _blind_due(state), held):
        return ()
    observed = f"called {money_text(betround.highest)} with {money_text(move.total)}"
    return [irregularity(figure, act, observed, f"a call is {money_text(move.to_call)}", money=over)]


# ---- the size of the pot ----


def _by_the_pot(state: HandState, act: Wager, figure: Ceiling) -> bool:
    """Does the limit hold for this wager, and no clause on another way of counting the pot?"""
    if not under_limit(state, act, figure):
        return False
    return not figure.apart or counted_by(state, figure) is None


@check(
    "pot-limit",
    watches=on(Wager, OPENS, RAISES) | stood(OPENS, RAISES),
    figure=Ceiling,
    when=_by_the_pot,
    moot_at=other_acts,
    clears_at=within_limit,
)
def pot_limit(state: HandState, act: Wager, figure: Ceiling) -> Iterable[Outcome]:
    """An opening wager or a raise goes beyond a limit that is a share of the pot.

    The pot is all the money wagered in the hand, and what the player must put in to call is added before the share is
    taken. A wager of the table minimum is always allowed. The money is the excess. Where the dealer has to enforce the
    limit, only an irregularity is left if the surplus was handed back or a ruling let it stand.
    """
    return _above_pot(state, act, figure, figure)


def _above_pot(state: HandState, act: Wager, figure: Ceiling, cited: Figure) -> list[Outcome]:
    if state.minimum is None and state.pot == 0:
        return [not_recorded(cited, "the table minimum")]
    move, limit = state.move, figure.limits[0].replace("-", " ")
    found = above(state, act, figure, f"{limit} with the call in it is" if move and move.to_call else f"{limit} is")
    lacking = state.gaps or lacks_all(state) or (figure.missing == "unknown" and missing_blinds(state))
    if found and lacking:
        return [not_recorded(cited, "all the wagers before it")]
    unknown = not state.house_money and HOUSE_MONEY in state.hand.setup.listed.get(FEATURES, ())
    if found and unknown:
        return [not_recorded(cited, "what the house had added to the pot")]
    if figure.enforced:
        found = [_for_the_dealer(state, act, figure, one) for one in found]
    return [replace(one, figure=cited) for one in found]


def _for_the_dealer(state: HandState, act: Wager, figure: Ceiling, one: Outcome) -> Outcome:
    """The same fault where the dealer enforces the limit: it states the total that the wager might have come to."""
    move, betround = state.move, state.round
    assert move is not None and betround is not None
    most = ceiling(state, betround, figure, move)
    if most is None or not isinstance(one, Fault):
        return one
    level, over = move.total - move.increase + most, move.increase - most
    wager = f"{'bet of' if move.kind == 'open' else 'raise to'} {money_text(move.total)}"
    observed = f"{wager} exceeds the pot maximum of {money_text(level)} by {money_text(over)}"
    cost = excess(state, act, level, over)
    money = None if cost is None else Money(cost)
    severity, expected = one.severity, "the dealer keeps to it unasked"
    if (found := surplus(state, act, figure)) is not None:
        severity = Severity.IRREGULARITY
        expected = "it may stand by a ruling"
        if found.back is not None:
            expected = f"corrected: {money_text(found.back.amount)} went back"
    return replace(one, severity=severity, observed=observed, expected=expected, money=money)


class PotCounted(Figure):
    """How a table of the clause declares that it counts the pot: rounded up, or its small blind taken for a big one."""

    option: Literal["rounded", "small-blind"]


def _pot_figure(state: HandState) -> Ceiling | None:
    """The ceiling by the pot that leaves other ways of counting, and a surplus handed back, to clauses of their own."""
    betround = state.round
    ceilings = () if betround is None else betround.wagering.ceilings
    return next((figure for figure in ceilings if figure.of == "pot" and figure.apart), None)


def counted_by(state: HandState, figure: Ceiling) -> str | None:
    """Which of these ways of counting the table declares, if it matters now."""
    setup = state.hand.setup
    if figure.rounded != "exact" and (setup.pot_unit or 0) > (setup.chip or 0):  # else no pot is rounded up
        return "rounded"
    first = state.round is not None and state.round.round.round_index == 0
    declared = SMALL_AS_BIG in state.hand.setup.listed.get(FEATURES, ())
    return "small-blind" if first and declared and counts_as_big(state, figure) else None


def _counts_so(state: HandState, act: Wager, figure: PotCounted) -> bool:
    own = _pot_figure(state)
    return own is not None and counted_by(state, own) == figure.option and under_limit(state, act, own)


@check(
    "pot-counted",
    watches=on(Wager, OPENS, RAISES) | stood(OPENS, RAISES),
    figure=PotCounted,
    when=_counts_so,
    moot_at=on(Wager, SET_ASIDE),
)
def pot_counted(state: HandState, act: Wager, figure: PotCounted) -> Iterable[Outcome]:
    """A wager goes beyond the pot where the table rounds it up, or takes its small blind for a big one.

    The small blind counts as a big one until the big blind is through with the first betting round, and never in a
    tournament. The money is the excess.
    """
    own = _pot_figure(state)
    assert own is not None
    return _above_pot(state, act, own, figure)


# ---- a surplus ----


@value_class
class Surplus:
    """What became of a wager larger than the pot: by how much it was too large, what went back, when, by whose word."""

    amount: int
    back: Returned | None
    late: bool  # everybody had acted on it by then
    ruling: Ruling | None
    considered: bool  # somebody had called or raised it before the ruling


def surplus(state: HandState, act: Wager, figure: Ceiling) -> Surplus | None:
    """What became of a wager larger than the pot; None if it is not, or if nobody did anything about it."""
    move, betround = state.move, state.round
    assert move is not None and betround is not None
    most = ceiling(state, betround, figure, move)
    if most is None or move.increase <= most or isinstance(act, Call):
        return None
    amount = move.increase - most
    waiting = {player.name for player in state.able if player.name != act.player}
    poor = {
        player.name
        for player in state.able
        if player.start is not None and player.put_in_round + player.stake < move.total
    }
    ruling: Ruling | None = None
    acted = considered = met = False
    for event in net_after(state, act):
        if isinstance(event, Returned) and event.player == act.player and (not acted or event.amount == amount):
            if others_fold(state, event):
                return None  # nobody called it
            if not waiting and not met and ruling is None:
                return None  # nobody called that much: it goes back by itself
            return Surplus(amount, event, not waiting, ruling, considered)
        if isinstance(event, Act) and event.player != act.player:
            waiting.discard(event.player)
            acted, considered = True, considered or isinstance(event, Wager)
            met = met or (isinstance(event, Wager) and event.player not in poor)
        elif isinstance(event, Ruling):
            ruling = ruling or event
        elif isinstance(event, Show | Win) or (isinstance(event, Deal | Communal) and ruling is not None):
            break
    return Surplus(amount, None, False, ruling, considered) if ruling is not None and considered else None


class Corrected(Figure):
    """What the clause is about: that all of a surplus goes back (`return`), or until when it does (`time`)."""

    by: Literal["return", "time"]


def _put_right(state: HandState, act: Wager, figure: Corrected) -> bool:
    own = _pot_figure(state)
    if own is None or not unfrozen(state, act, figure):
        return False
    found = surplus(state, act, own)
    return found is not None and (found.back is not None or figure.by == "time")


@check(
    "surplus-returned",
    watches=on(Wager, OPENS, RAISES),
    figure=Corrected,
    when=_put_right,
    moot_at=on(Wager, SET_ASIDE),
)
def surplus_returned(state: HandState, act: Wager, figure: Corrected) -> Iterable[Outcome]:
    """The dealer hands back too little or too much of a wager larger than the pot, or hands it back too late.

    The surplus goes back until all players have acted on the wager. After that a ruling decides, which may let it stand
    for somebody who considered it and called or raised.
    """
    own = _pot_figure(state)
    assert own is not None
    found = surplus(state, act, own)
    if found is None or found.back is None:
        return ()
    back, over = found.back.amount, f"wager {money_text(found.amount)} larger than the pot"
    if figure.by == "time":
        if not found.late or found.ruling is not None:
            return ()
        text = f"{over} reduced after all players had acted on it"
        return [irregularity(figure, found.back, text, "only by a ruling", by=DEALER, money=back, evidence=(act,))]
    if back == found.amount:
        return ()
    text, off = f"{over}, {money_text(back)} handed back", abs(back - found.amount)
    return [breach(figure, found.back, text, "reduced to the pot", by=DEALER, money=off, evidence=(act,))]
