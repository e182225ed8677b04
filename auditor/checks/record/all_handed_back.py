"""Checks of the record itself: wagers that go back, all of them or a part of one, and nothing says why."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.auditing.engine.outcomes import Outcome
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import NOTHING_BACK
from auditor.checks.support.duplicate_cards import repeated
from auditor.checks.support.players import player_label
from auditor.checks.support.record_defects import defect
from auditor.replay.betting.lookahead import place_of, rest_of_round
from auditor.replay.betting.sizes import forfeited, not_open
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import HandState
from auditor.replay.state.timeline import first_from
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import (
    Act,
    Boxed,
    Call,
    DealFault,
    Event,
    Fold,
    Holds,
    Incident,
    Invalidated,
    Misdeal,
    Refund,
    Refused,
    Returned,
    Ruling,
    Voided,
    Wager,
    Win,
)
from auditor.vocabulary.money import money_text

GROUNDS = {Boxed, DealFault, Holds, Incident, Ruling, Voided}  # what may be the reason, judged by other checks
PUT_RIGHT = {*GROUNDS, Invalidated, Misdeal, Refused}  # what may be the reason in a hand that is played on


def _handed_back(state: HandState, event: Settled, figure: Figure) -> bool:
    """Did all that the players who were still in had put in go back to them, in a deal that was not called off?"""
    if not _lines(state) or state.attempts or state.invalidated is not None:
        return False
    return all(one.put_in_hand <= one.refunded for one in state.active)


def _lines(state: HandState) -> list[Event]:
    """The lines by which money goes back to players who were still in, if there are several such players."""
    if state.kinds.isdisjoint((Returned, Refund)) or len(state.active) < 2:
        return []
    names = {player.name for player in state.active}
    found = [one for one in state.hand.events if isinstance(one, Returned | Refund) and one.player in names]
    return list(found) if len({one.player for one in found}) > 1 else []


@check("record/all-handed-back", watches=on(Settled), figure=Figure, when=_handed_back, record="full")
def all_handed_back(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Every wager goes back to the players and nobody wins, and the record does not say why.

    A misdeal, a game called off, a void hand, a mishap of the deal, a ruling or a card in two places may be the
    reason; other checks judge those. Blinds alone, which nobody answered, are passed over. Where the rulebook has a
    clause on players who take their money back, that clause judges it instead.
    """
    wagered = any(isinstance(one, Wager) for one in state.hand.events)
    if not wagered or state.wins or not GROUNDS.isdisjoint(state.kinds) or any(repeated(state)):
        return ()
    if any(one.early for one in state.players):
        return ()
    return [defect(figure, _lines(state)[0], "all wagers went back and nobody won", "the reason, or a pot that is won")]


def _lowered(state: HandState, act: Wager, figure: Figure) -> bool:
    """Does money of a lawful wager go back that others have met, or have yet to meet?"""
    move, betround = state.move, state.round
    if move is None or betround is None or Returned not in state.kinds or Win not in state.kinds:
        return False
    if not PUT_RIGHT.isdisjoint(state.kinds) or state.early or state.skipped or betround.closed:
        return False
    if not move.legal or not_open(state, betround, move) or forfeited(state, betround, move.player):
        return False  # what goes back puts it right
    return _back(state, act) is not None


def _back(state: HandState, act: Wager) -> Returned | None:
    """What goes back of a wager before its player makes another, in a hand that is played on.

    What goes back right behind money of somebody else merely follows from that.
    """
    timeline, start = state.timeline, place_of(state, act) + 1
    end = len(timeline.events)
    place = first_from(timeline.places_of(act.player, Returned), start, end)
    if first_from(timeline.places_of(act.player, Wager), start, end) < place or not _goes_on(state, place):
        return None
    if _put_right(state, act) if place == start else isinstance(timeline.events[place - 1], Returned):
        return None
    back = timeline.events[place]
    assert isinstance(back, Returned)
    return back if _met(state, act, back) else None


def _goes_on(state: HandState, place: int) -> bool:
    """Does anybody do more than fold after this place?"""
    end = len(state.hand.events)
    return state.timeline.count(place, end, Act) > state.timeline.count(place, end, Fold)


def _put_right(state: HandState, act: Wager) -> bool:
    """May what goes back at once be change, or put a wager right that was too much to call or not what was said?"""
    move, betround = state.move, state.round
    assert move is not None and betround is not None
    surplus = isinstance(act, Call) and move.total > betround.highest
    return surplus or type(act) is Wager or bool(act.said or act.announced or act.chips or act.manner)


def _met(state: HandState, act: Wager, back: Returned) -> bool:
    """Have others met what goes back of a wager, or does anybody call or raise afterwards what is left of it?"""
    move, start, place = state.move, place_of(state, act) + 1, place_of(state, back)
    assert move is not None
    if move.total - back.amount < max(one.put_in_round for one in state.players if one is not move.player):
        return True
    stop = rest_of_round(state, start).stop
    others = state.timeline.between(start, min(place, stop), Wager)
    met = any(one.player != act.player and _meets(state, one, move.total) for one in others)
    return met or state.timeline.count(place, stop, Wager) > 0


def _meets(state: HandState, act: Wager, total: int) -> bool:
    """Does a later wager meet a total for sure? Last chips, or a call for less, may leave some of it uncalled."""
    player = state.by_name.get(act.player)
    if player is None or act.all_in or player.stake + player.put_in_round <= total:
        return False
    put = act.total if act.added is None else player.put_in_round + act.added
    return put is None or put >= total


@check(
    "record/handed-back",
    watches=on(Wager),
    figure=Figure,
    when=_lowered,
    moot_at=on(Wager, NOTHING_BACK),
    record="full",
)
def handed_back(state: HandState, act: Wager, figure: Figure) -> Iterable[Outcome]:
    """Money of a lawful wager goes back to its player while the hand goes on, and the record does not say why.

    A wager stands once it is made. What nobody called, change, and what puts a wager right that was too much, out of
    turn or not what was said goes back by the rules. So it may in a hand with a mishap, a ruling, a void hand or an act
    that was refused. Where all wagers go back and nobody wins, another check tells that.
    """
    back, move = _back(state, act), state.move
    assert back is not None and move is not None
    observed = f"{money_text(back.amount)} of a wager handed back to {player_label(move.player)}, and the hand went on"
    return [
        defect(figure, back, observed, "the reason, such as a ruling, or the wager as it was made", evidence=(act,))
    ]
