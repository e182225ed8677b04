"""Checks of wagers out of turn, of what becomes of them, and of checks that cost the right to bet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach
from auditor.auditing.engine.registry import On, check, on, stood
from auditor.auditing.engine.situations import (
    FORFEITED,
    IN_TURN,
    MISHAP,
    OPENS,
    ORDERLY,
    OUT,
    RAISES,
    TAPPED_OUT,
    WAS_EARLY,
)
from auditor.checks.betting.turn_order import displaced
from auditor.checks.support.check_names import KILLED_HAND, has_clause_for
from auditor.checks.support.cost_of_wager import excess
from auditor.checks.support.players import player_label
from auditor.replay.betting.lookahead import place_of
from auditor.replay.betting.passed_over import called_early
from auditor.replay.betting.sizes import forfeited
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import EarlyWager, HandState
from auditor.replay.state.timeline import last_before
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Act, Event, Fold, Voided, Wager
from auditor.vocabulary.events.base import say_the_same
from auditor.vocabulary.findings import DEALER, RECORD, Money
from auditor.vocabulary.money import money_text

# ---- wagers ----


class OutOfTurn(Figure):
    """What the clause decides about wagers out of turn: the act itself, what becomes of the wager, or both.

    With `excess`, what is above the betting limits has to go back under this clause. With `last_chips`, the clause is
    also about last chips that do not meet the wager; otherwise those have a clause of their own. `party` answers for a
    wager that should have stood.
    """

    rounds: tuple[str, ...] = ()  # none: all of them
    opened: bool | None = None
    judges: Literal["both", "act", "outcome"] = "both"
    excess: bool = True
    last_chips: bool = True
    party: Literal["dealer", "player"] = "dealer"


def _moments(figure: OutOfTurn) -> On[Event]:
    made, over = on(EarlyWager), on(Settled)
    return {"both": made | over, "act": made, "outcome": over}[figure.judges]


def _stands(state: HandState, event: Event, figure: OutOfTurn) -> bool:
    if isinstance(event, EarlyWager):
        return state.round is not None and figure.opened in (None, state.round.opened)
    return any(early.outcome == "stands" for early in state.early) if state.early else state.rounds_played > 0


@check(
    "out-of-turn-wager",
    watches=on(EarlyWager) | on(Settled),
    figure=OutOfTurn,
    when=_stands,
    watched_for=_moments,
    clears_at=on(Settled, ORDERLY),
    by_round=True,
    record="full",
    laid_to_record=True,
    answers=("dealer",),
)
def out_of_turn_wager(state: HandState, event: Event, figure: OutOfTurn) -> Iterable[Outcome]:
    """A player wagers out of turn, or the wager is wrongly handled where nobody passed over bet more.

    A round that begins with the wager, and goes on from it, was opened by the wrong player; another check reports that.
    Otherwise the act itself is the player's irregularity; an advisory if a misdeal kept those passed over from acting,
    because their acts may not have been noted. The wager then stands; noted once more when its turn has come, it is
    still one wager. It breaks the clause to hand the wager back or,
    where the clause says so, not to hand back what exceeds the betting limits. A room that records play alone takes
    wagers in turn: there it is the record that is out of order.
    """
    if isinstance(event, EarlyWager):
        return [] if _noted_before(state, event) else [displaced(state, event, figure, _wager(event))]
    return _wrong_outcomes(state, figure)


@check(
    "out-of-turn-wager",
    watches=on(EarlyWager) | on(Settled),
    figure=OutOfTurn,
    when=_stands,
    watched_for=_moments,
    clears_at=on(Settled, ORDERLY),
    by_round=True,
    record="play",
    laid_to_record=True,
)
def out_of_turn_wager_in_record_of_play(state: HandState, event: Event, figure: OutOfTurn) -> Iterable[Outcome]:
    """The same where a room records play alone: it takes wagers in turn, so the act is laid to the record."""
    if isinstance(event, EarlyWager):
        return [displaced(state, event, figure, _wager(event), RECORD)]
    return _wrong_outcomes(state, figure)


def _noted_before(state: HandState, early: EarlyWager) -> bool:
    """Is this the wager that the same player made out of turn before, and that stands as what is to be met?"""
    return any(
        one.player == early.player
        and one.round is early.round
        and one.outcome == "stands"
        and say_the_same(one.act, early.act)
        for one in state.early
    )


def _wager(early: EarlyWager) -> str:
    return f"wager of {money_text(early.added)}"


def _wrong_outcomes(state: HandState, figure: OutOfTurn) -> Iterator[Outcome]:
    """The faults in what became of the wagers out of turn that stand."""
    for early in state.early:
        unreturned = early.excess - early.returned
        if early.outcome != "stands" or (early.all_in and early.total < early.level and not figure.last_chips):
            continue
        maker = f"seat {state.player(early.player, early).seat} {early.player}"
        if unreturned > 0 and figure.excess:
            text = f"{money_text(unreturned)} above the limit kept of {maker}'s wager out of turn"
            money = Money(unreturned, maker, "the pot")
            yield breach(figure, early, text, "the excess is handed back", by=DEALER, money=money)
        elif unreturned < 0:
            text = f"{money_text(-unreturned)} of {maker}'s wager out of turn handed back"
            by = DEALER if figure.party == "dealer" else early.player
            yield breach(figure, early, text, "the wager stands", by=by, money=-unreturned)


def _overtaken(state: HandState, event: Settled, figure: Figure) -> bool:
    return any(early.outcome == "overtaken" for early in state.early)


@check("out-of-turn-overtaken", watches=on(Settled, MISHAP), figure=Figure, when=_overtaken, answers=("dealer",))
def out_of_turn_overtaken(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A wager out of turn is not handed back, although a player passed over bet more and its maker folded.

    Where the rulebook asks for an answer, it is also a fault if the maker takes the wager back and then neither folds
    nor wagers.
    """
    answer = state.game.early is not None and state.game.early.answer
    for early in state.early:
        left_in = early.provisional - early.returned
        if early.outcome != "overtaken":
            continue
        maker = f"seat {state.player(early.player, early).seat} {early.player}"
        if early.folded and left_in > 0:
            text = f"wager of {money_text(left_in)} out of turn kept when {maker} folded"
            money = Money(left_in, maker, "the pot")
            yield breach(figure, early, text, "it is handed back", by=DEALER, money=money)
        elif answer and early.returned > 0 and not early.folded and not early.answered:
            text = f"{money_text(early.returned)} of a wager out of turn taken back by {maker}, who stayed in"
            yield breach(figure, early, text, "fold, or wager anew", money=early.returned)


def _too_few_chips(state: HandState, event: Settled, figure: Figure) -> bool:
    return any(early.under for early in state.early)


@check("out-of-turn-all-in", watches=on(Settled, MISHAP), figure=Figure, when=_too_few_chips)
def out_of_turn_all_in(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A player goes all-in out of turn for less than the wager to be met, and the chips are taken back."""
    for early in state.early:
        if early.under and early.returned > 0:
            maker = f"seat {state.player(early.player, early).seat} {early.player}"
            text = f"{money_text(early.returned)} of {maker}'s all-in out of turn handed back"
            yield breach(figure, early, text, "it stays in", money=early.returned)


# ---- checks ----


def _has_checked_early(state: HandState, act: Wager, figure: Figure) -> bool:
    betround, player = state.round, state.by_name.get(act.player)
    return betround is not None and player is not None and player.forfeited is not None


BETS = on(Wager, OPENS, RAISES) | stood(OPENS, RAISES)
FORFEITS = (OPENS | FORFEITED, RAISES | FORFEITED)


@check(
    "check-forfeits",
    watches=BETS,
    figure=Figure,
    when=_has_checked_early,
    call_only_at=on(Wager, *FORFEITS) | stood(*FORFEITS),
)
def check_forfeits(state: HandState, act: Wager, figure: Figure) -> Iterable[Outcome]:
    """A player who has checked out of turn bets or raises, although such a check leaves only calling and folding.

    It may do so for the whole round or hand, or only until somebody else bets or raises. The money is what the bet or
    raise moved.
    """
    betround, move = state.round, state.move
    assert betround is not None and move is not None
    if not forfeited(state, betround, move.player):
        return ()
    word = "bet" if move.kind == "open" else "raised"
    money = excess(state, act, betround.highest, move.increase)
    return [breach(figure, act, f"{word} after checking out of turn", "call or fold", money=money)]


# ---- calls, and acts of those who are out ----


def _has_called_early(state: HandState, act: Wager, figure: Figure) -> bool:
    betround = state.round
    return any(early.player == act.player and early.round is betround and not early.all_in for early in state.early)


@check(
    "call-forfeits",
    watches=on(Wager, RAISES),
    figure=Figure,
    when=_has_called_early,
    call_only_at=on(Wager, RAISES | WAS_EARLY),
)
def call_forfeits(state: HandState, act: Wager, figure: Figure) -> Iterable[Outcome]:
    """A player who has called out of turn raises, although nobody has bet or raised in between.

    The money is what the raise moved.
    """
    betround, move = state.round, state.move
    assert betround is not None and move is not None
    if not called_early(state, betround, move.player):
        return ()
    money = excess(state, act, betround.highest, move.increase)
    return [breach(figure, act, "raised after calling out of turn", "the call stands", money=money)]


def _out(state: HandState, act: Act, figure: Figure) -> bool:
    """Is the player out of the hand or its betting, and is this the first act since?"""
    player = state.by_name.get(act.player)
    if player is None or player.able:
        return False
    place = last_before(state.timeline.places_of(act.player, Act, Voided), place_of(state, act))
    before = state.hand.events[place]
    return place < 0 or isinstance(before, Fold | Voided) or getattr(before, "all_in", False)


FOLDED_ALL_IN = "all-in-folded"


@check(
    "acting-when-out",
    watches=on(Act, OUT, TAPPED_OUT),
    figure=Figure,
    when=_out,
    passes_at=on(Fold, IN_TURN),
    replaces="record/act-after-fold",
    laid_to_record=True,
    practices=(FOLDED_ALL_IN,),
    offered=True,
)
def acting_when_out(state: HandState, act: Act, figure: Figure) -> Iterable[Outcome]:
    """A player acts after folding, with a dead hand, or when all-in. Only the first such act is reported.

    A further wager of a player who is all-in would mean that chips appeared, which other checks report. A room that
    records play alone may fold for an all-in player who is away (the practice `all-in-folded`): there such a fold is at
    most an irregularity.
    """
    player = state.player(act.player, act)
    if player.folded is None and not player.void:
        if isinstance(act, Wager) or player.stake > 0:
            return []
        observed = f"{player_label(player)} acted after going all-in"
        away = (FOLDED_ALL_IN,) if isinstance(act, Fold) else ()  # a room folds for a player who is away
        return [breach(figure, act, observed, "no part in the betting any more", practices=away)]
    if player.folded is None and has_clause_for(state, KILLED_HAND):
        return []  # a hand declared dead has a clause of its own
    why = "after folding" if player.folded is not None else "with a dead hand"
    added = None if state.move is None else state.move.added
    return [breach(figure, act, f"{player_label(player)} acted {why}", "the hand is given up", money=added)]
