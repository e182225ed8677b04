"""Checks of betting without a fixed size: raises that clauses of their own rule, and wagers larger than the pot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from auditor.auditing.engine.outcomes import Fault, Outcome, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import check
from auditor.auditing.engine.situations import CALLS, ENTERING, OPENS, RAISES, UNEVEN
from auditor.checks.betting.bet_sizes import above, raised_over, size_faults, under_limit, unfrozen
from auditor.checks.betting.under_calls import following
from auditor.checks.support.cost_of_wager import excess
from auditor.replay.betting.sizes import FEATURES, HOUSE_MONEY, SMALL_AS_BIG, ceiling, counts_as_big, held_level
from auditor.replay.forced_bets.blinds_and_antes import lacks_all, missing_blinds, straddle_due
from auditor.replay.state import Table, Upheld
from auditor.rules.schema.figures import Ceiling, Figure
from auditor.vocabulary.events import Act, Call, Communal, Deal, Returned, Ruling, Show, Wager, Win
from auditor.vocabulary.findings import DEALER, RECORD, Money, Severity
from auditor.vocabulary.hand import PLAY_ONLY
from auditor.vocabulary.money import money_text

# ---- raises over something that has a clause of its own ----


class RaiseOver(Figure):
    """What a raise goes over that this clause rules: blinds, a straddle, last chips that make no bet or no raise."""

    over: Literal["short-blind", "straddle", "short-bet", "short-raise"]


def _goes_over(table: Table, act: Wager, figure: RaiseOver) -> bool:
    return raised_over(table, act) == figure.over and unfrozen(table, act, figure)


def _before(figure: RaiseOver) -> dict[type, int]:
    """Blinds and straddles are there to begin with; last chips leave the highest wager uneven."""
    need = RAISES | (ENTERING if figure.over in ("short-blind", "straddle") else UNEVEN)
    return {Wager: need, Upheld: need}


@check("raise-over", watches={Wager: RAISES, Upheld: RAISES}, when=_goes_over, only=_before)
def raise_over(table: Table, act: Wager, figure: RaiseOver) -> Iterable[Outcome]:
    """A raise of a wrong size over a short blind, a straddle, or last chips that make no bet or no raise of their own.

    What is too little is what it is for any raise; only the clause that says so is another one.
    """
    sizes = None if table.round is None else table.round.wagering.size
    return () if sizes is None else size_faults(table, act, sizes, figure)


# ---- what a call is ----


class OverCall(Figure):
    """What is met by a call: last chips that are less than the least bet, or any other wager."""

    over: Literal["short-bet", "other", "any"]


def _meets(table: Table, act: Call, figure: OverCall) -> bool:
    betround, move = table.round, table.move
    if betround is None or move is None or not betround.highest or (betround.closed and len(table.able) < 2):
        return False
    short = "short-bet" if betround.round.place > 0 and betround.full_level == 0 else "other"
    return figure.over in (short, "any") and move.total >= betround.highest


def _blind_due(table: Table) -> int:
    """The last blind as it is declared, in the first betting round: others meet it though less was put up."""
    first = table.round is not None and table.round.round.place == 0
    return max(table.hand.setup.blinds, default=0) if first else 0


@check("over-call", watches={Call: (RAISES, CALLS)}, when=_meets)
def over_call(table: Table, act: Call, figure: OverCall) -> Iterable[Outcome]:
    """More than a call put in by a player who only called, and not handed back at once.

    Last chips that are less than the least bet are met by just as much. Who goes all in with more has raised, whatever
    it was called, and who puts in as much as a caller before is not told of again. The money is the surplus. A room
    that records play alone takes no more than the call: there the record is wrong, about this wager or that before it.
    """
    move, betround = table.move, table.round
    assert move is not None and betround is not None
    over = move.total - betround.highest
    if over <= 0 or move.all_in or any(one.total >= move.total for one in table.players if one is not move.player):
        return ()
    back = next(iter(following(table, act)), None)
    if isinstance(back, Returned) and back.player == act.player and back.amount == over:
        return ()
    held = held_level(table, move.player) if table.early else 0  # a wager made out of turn, which stands
    if move.total <= max(straddle_due(table), _blind_due(table), held):
        return ()
    observed = f"called {money_text(betround.highest)} with {money_text(move.total)}"
    by = RECORD if PLAY_ONLY in table.hand.setup.records else None
    return [irregularity(figure, act, observed, f"a call is {money_text(move.to_call)}", by=by, money=over)]


# ---- the size of the pot ----


def _by_the_pot(table: Table, act: Wager, figure: Ceiling) -> bool:
    """Does the limit hold for this wager, and does no clause on another way of counting rule it?"""
    if not under_limit(table, act, figure):
        return False
    return not figure.apart or counted_by(table, figure) is None


@check("pot-limit", watches={Wager: (OPENS, RAISES), Upheld: (OPENS, RAISES)}, when=_by_the_pot)
def pot_limit(table: Table, act: Wager, figure: Ceiling) -> Iterable[Outcome]:
    """An opening wager or a raise beyond a limit that is a share of the pot.

    The pot is all the money wagered in the hand; what the player must put in to call is added before the share is
    taken. A wager of the table minimum is always allowed. The money is the excess. Where the dealer has to see to it,
    a surplus that was handed back, or that a ruling let stand, leaves an irregularity.
    """
    return _above_pot(table, act, figure, figure)


def _above_pot(table: Table, act: Wager, figure: Ceiling, cited: Figure) -> list[Outcome]:
    if table.minimum is None and table.pot == 0:
        return [not_recorded(cited, "the table minimum")]
    found = above(table, act, figure, f"{figure.limits[0].replace('-', ' ')} with the call in it is")
    lacking = table.gaps or lacks_all(table) or (figure.missing == "unknown" and missing_blinds(table))
    if found and lacking:
        return [not_recorded(cited, "all the wagers before it")]
    if found and HOUSE_MONEY in table.hand.setup.listed.get(FEATURES, ()):
        return [not_recorded(cited, "what the house had added to the pot")]
    if figure.enforced:
        found = [_for_the_dealer(table, act, figure, one) for one in found]
    return [replace(one, figure=cited) for one in found]


def _for_the_dealer(table: Table, act: Wager, figure: Ceiling, one: Outcome) -> Outcome:
    """The same where the dealer has to see to it: by the total that the wager might have led to."""
    move, betround = table.move, table.round
    assert move is not None and betround is not None
    most = ceiling(table, betround, figure, move)
    if most is None or not isinstance(one, Fault):
        return one
    level, over = move.total - move.increase + most, move.increase - most
    wager = f"{'bet of' if move.kind == 'open' else 'raise to'} {money_text(move.total)}"
    observed = f"{wager} exceeds the pot maximum of {money_text(level)} by {money_text(over)}"
    cost = excess(table, act, level, over)
    money = None if cost is None else Money(cost)
    severity, expected = one.severity, "the dealer keeps to it unasked"
    if (found := surplus(table, act, figure)) is not None:
        severity = Severity.IRREGULARITY
        expected = "it may stand by a ruling"
        if found.back is not None:
            expected = f"corrected: {money_text(found.back.amount)} went back"
    return replace(one, severity=severity, observed=observed, expected=expected, money=money)


class PotCounted(Figure):
    """How a table may declare that it counts its pot: rounded up, or with the small blind taken for a big one."""

    option: Literal["rounded", "small-blind"]


def _pot_figure(table: Table) -> Ceiling | None:
    """The ceiling by the pot that leaves other ways of counting, and a surplus handed back, to clauses of their own."""
    betround = table.round
    ceilings = () if betround is None else betround.wagering.ceilings
    return next((figure for figure in ceilings if figure.of == "pot" and figure.apart), None)


def counted_by(table: Table, figure: Ceiling) -> str | None:
    """Which of these ways the table has declared that matters now."""
    if table.hand.setup.pot_unit is not None and figure.rounded != "exact":
        return "rounded"
    first = table.round is not None and table.round.round.place == 0
    declared = SMALL_AS_BIG in table.hand.setup.listed.get(FEATURES, ())
    return "small-blind" if first and declared and counts_as_big(table, figure) else None


def _counts_so(table: Table, act: Wager, figure: PotCounted) -> bool:
    own = _pot_figure(table)
    return own is not None and counted_by(table, own) == figure.option and under_limit(table, act, own)


@check("pot-counted", watches={Wager: (OPENS, RAISES), Upheld: (OPENS, RAISES)}, when=_counts_so)
def pot_counted(table: Table, act: Wager, figure: PotCounted) -> Iterable[Outcome]:
    """A wager beyond the pot where the table rounds it up, or takes its small blind for a big one.

    The small blind is counted so until the big blind is through with the first betting round, and never in a
    tournament. The money is the excess.
    """
    own = _pot_figure(table)
    assert own is not None
    return _above_pot(table, act, own, figure)


# ---- a surplus ----


@dataclass(slots=True, frozen=True)
class Surplus:
    """What became of a wager larger than the pot: how much too much it was, what went back, when, and by whose word."""

    amount: int
    back: Returned | None
    late: bool  # everybody had acted on it by then
    ruling: Ruling | None
    considered: bool  # somebody had called or raised it before the ruling


def surplus(table: Table, act: Wager, figure: Ceiling) -> Surplus | None:
    """What became of a wager larger than the pot; None if it is not, or if nobody did anything about it."""
    move, betround = table.move, table.round
    assert move is not None and betround is not None
    most = ceiling(table, betround, figure, move)
    if most is None or move.increase <= most or isinstance(act, Call):
        return None
    amount = move.increase - most
    waiting = {player.name for player in table.able if player.name != act.player}
    poor = {
        player.name for player in table.able if player.start is not None and player.total + player.stake < move.total
    }
    ruling: Ruling | None = None
    acted = considered = met = False
    for event in following(table, act):
        if isinstance(event, Returned) and event.player == act.player and (not acted or event.amount == amount):
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
    """What the clause is about: that all of a surplus goes back, or until when."""

    by: Literal["return", "time"]


def _put_right(table: Table, act: Wager, figure: Corrected) -> bool:
    own = _pot_figure(table)
    if own is None or not unfrozen(table, act, figure):
        return False
    found = surplus(table, act, own)
    return found is not None and (found.back is not None or figure.by == "time")


@check("surplus-returned", watches={Wager: (OPENS, RAISES)}, when=_put_right)
def surplus_returned(table: Table, act: Wager, figure: Corrected) -> Iterable[Outcome]:
    """The surplus of a wager larger than the pot handed back in part, with more than that, or too late.

    It goes back until all players have acted on the wager. After that a ruling decides, which may let it stand for
    somebody who considered it and called or raised.
    """
    own = _pot_figure(table)
    assert own is not None
    found = surplus(table, act, own)
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
