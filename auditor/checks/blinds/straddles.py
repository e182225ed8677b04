"""Checks of straddles: where one may be made, and the last action it gives; and of the blinds that a table declares."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on, session_check
from auditor.auditing.engine.situations import FOLLOWS, OPEN, OPTION
from auditor.checks.support.cost_of_wager import straddled
from auditor.replay.betting.lookahead import option_only
from auditor.replay.forced_bets.blinds_and_antes import ONWARD, last_blind
from auditor.replay.session.hand_summary import HandPlayed
from auditor.replay.session.state import Session
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure, Forced
from auditor.vocabulary.events import Act, Blinds, Communal, Discards, Event, Post
from auditor.vocabulary.findings import DEALER, OPERATOR
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.money import money_text

# ---- the blinds that a table declares ----


def _newly_declared(session: Session, hand: HandPlayed, figure: Figure) -> bool:
    """Does the table declare other blinds, or another minimum, than for the hand before, or is there none before?"""
    before = session.previous
    return before is None or (before.setup.blinds, _least(before.setup)) != (hand.setup.blinds, _least(hand.setup))


def _least(setup: Setup) -> int | None:
    """The least wager of the first betting round."""
    return setup.bets[0][0] if setup.bets else setup.minimum


@session_check("blind-structure", watches=HandPlayed, figure=Figure, when=_newly_declared)
def blind_structure(session: Session, hand: HandPlayed, figure: Figure) -> Iterable[Outcome]:
    """The last blind is below the least wager of the first betting round.

    The fault is reported once, for as long as both stay the same.
    """
    least, blind = _least(hand.setup), next(iter(hand.setup.blinds[-1:]), None)
    if least is None or blind is None:
        return [not_recorded(figure, "the blinds of the table" if blind is None else "the table minimum")]
    if blind >= least:
        return ()
    at = next((event for event in reversed(hand.before) if isinstance(event, Blinds)), hand)
    expected = f"no less than the minimum of {money_text(least)}"
    return [breach(figure, at, f"last blind of {money_text(blind)}", expected, by=OPERATOR)]


# ---- who may straddle at all ----


def barred(state: HandState) -> str | None:
    """Why the straddle about to be put up should not be there at all, if the game allows no more than one.

    There is no straddle in a tournament, at a table without straddles, or with a limit for which the table does not
    allow it, and no second one anywhere.
    """
    figure, setup = state.forced, state.hand.setup
    if figure is None or figure.by != ONWARD or not figure.once:
        return None
    if setup.tournament is not None:
        return "tournament"
    if _limit_decides(state, figure) and _limit_known(state):
        return "limit"
    if setup.house.get("straddles") == "none":
        return "table"
    return "second" if any(one is not None and one.by == ONWARD for one in state.post_figures) else None


def _limit_decides(state: HandState, figure: Forced) -> bool:
    """Is a straddle barred unless the table has another limit than it is known to have?"""
    return state.hand.setup.house.get("straddles") != "allowed" and state.limit not in (figure.limits or (state.limit,))


def _limit_known(state: HandState) -> bool:
    """Does the table declare one of the limits that the game has?"""
    return any(state.limit in limits for limits in state.game.limits_by_form.values())


class BarredStraddle(Figure):
    """For which reasons the clause allows no straddle: a tournament, the table, its limit, or an earlier straddle."""

    reasons: tuple[Literal["tournament", "table", "limit", "second"], ...]


BARS = {
    "tournament": ("straddle in a tournament", "none is allowed there"),
    "table": ("straddle at a table without straddles", "only where the table allows them"),
    "limit": ("straddle in a limit game", "only where the table allows it"),
    "second": ("second straddle", "one is allowed"),
}


def _straddles(state: HandState, act: Post, figure: BarredStraddle) -> bool:
    return state.forced is not None and state.forced.by == ONWARD


PRACTICES = {
    "tournament": "straddle-in-tournament",
    "table": "straddle-where-none",
    "limit": "straddle-at-limit",
    "second": "restraddle",
}


@check(
    "straddle-allowed",
    watches=Post,
    figure=BarredStraddle,
    when=_straddles,
    call_only_at=on(Post, FOLLOWS),
    practices=tuple(PRACTICES.values()),
    offered=True,
)
def straddle_allowed(state: HandState, act: Post, figure: BarredStraddle) -> Iterable[Outcome]:
    """A player straddles where there should be no straddle. It stands as it was made, and play goes on by it.

    The money is by how much it goes beyond the blind, or the straddle, that should be the last; or what it made
    everybody put in beyond that. A room that records play alone asks who wants to straddle, and takes no other straddle
    than it offers: there it is a practice (`restraddle`, `straddle-in-tournament`, `straddle-at-limit`,
    `straddle-where-none`), and at most an irregularity.
    """
    reason = barred(state)
    if reason is None and "limit" in figure.reasons and state.forced is not None and state.forced.once:
        return [not_recorded(figure, "the betting limit")] if _limit_decides(state, state.forced) else ()
    if reason is None or reason not in figure.reasons:
        return ()
    observed, expected = BARS[reason]
    level = state.blind or 0
    money = straddled(state, act, level, max(act.amount - level, 0))
    return [breach(figure, act, observed, expected, money=money, practices=(PRACTICES[reason],))]


# ---- the last action ----


def _straddler(state: HandState) -> Player | None:
    """The player of the last blind, if it was a voluntary one and play is in the first betting round."""
    betround = state.round
    if (
        betround is None
        or betround.round.round_index
        or not any(one is not None and one.by == ONWARD for one in state.post_figures)
    ):
        return None
    return last_blind(state)


def _option_left(state: HandState, event: Event, figure: Figure) -> bool:
    """Has the straddler still to act, after all others have only called?"""
    player = _straddler(state)
    if player is None or state.round is None or not state.pending(player) or state.round.raises:
        return False
    if isinstance(event, Act):
        return event.player == player.name
    return state.round.acts > 0 and option_only(state)


@check(
    "straddle-last-action",
    watches=on(Act, OPTION) | on(Communal, OPEN) | on(Discards, OPEN),
    figure=Figure,
    when=_option_left,
)
def straddle_last_action(state: HandState, event: Event, figure: Figure) -> Iterable[Outcome]:
    """A straddler is not given the last action of the first betting round, although all others have only called.

    The straddler acts after everybody else and may still raise.
    """
    player = _straddler(state)
    if isinstance(event, Act) or player is None:
        return ()
    observed = f"straddler in seat {player.seat} was not given the last action"
    return [irregularity(figure, event, observed, "may still raise", by=DEALER)]
