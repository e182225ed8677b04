"""What a wrong wager cost: its distance from the right one, or the money it moved by the end of its betting round.

The rulebook says which of the two counts (`Game.effect`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from auditor.replay.betting.lookahead import marked_early, net_after
from auditor.replay.forced_bets.blinds_and_antes import LIVE
from auditor.replay.state import HandState
from auditor.replay.state.timeline import first_from
from auditor.vocabulary.events import (
    Call,
    Communal,
    Deal,
    Discards,
    Event,
    Fold,
    Post,
    PotTaken,
    Raise,
    Returned,
    Show,
    Wager,
    Win,
)
from auditor.vocabulary.records import record_class

MOST_MOVES = 50  # after a wager in its betting round: the cost of one before more of them is left open


def excess(state: HandState, act: Wager, level: int, distance: int) -> int | None:
    """The money above the highest level allowed: by this wager, or by everybody until the round was over."""
    if state.game.effect == "wager":
        return distance
    if _is_too_long(state, act):
        return None
    return sum([max(one.total - level, 0) for one in _at_end(state, act)]) or None


def shortfall(state: HandState, act: Wager, level: int, distance: int) -> int | None:
    """The money missing below the least level allowed: by this wager, or by all players in when the round was over.

    Nothing is lost if nobody called the wager, or if raises went on to that level.
    """
    if state.game.effect == "wager":
        return distance
    move = state.move
    assert move is not None
    if _is_too_long(state, act):
        return None
    ends = _at_end(state, act)
    called = any(one.stays and one.total >= move.total and one.name != act.player for one in ends)
    if not called or move.total + sum(increase for _, increase in _played_out(state, act)[1]) >= level:
        return None
    return sum([level - one.total for one in ends if one.stays and one.left]) or None


@record_class
class _End:
    """A player at the end of the betting round."""

    name: str
    total: int
    left: int  # of the stake
    stays: bool


def _at_end(state: HandState, act: Wager) -> list[_End]:
    """The players once the betting round of this wager is over and what nobody called has gone back."""
    return _called(_played_out(state, act)[0])


def _called(ends: list[_End]) -> list[_End]:
    """The same players once what nobody called has gone back."""
    second = sorted(one.total for one in ends)[-2:][0]
    for one in ends:
        _put(one, min(one.total, second))
    return ends


def later_raises(state: HandState, act: Wager, least: int) -> list[Wager]:
    """The later raises of the betting round that are at least this large."""
    return [event for event, increase in _played_out(state, act)[1] if increase >= least]


def straddled(state: HandState, post: Post, level: int, distance: int) -> int | None:
    """The cost of a wager before the cards that goes above this level.

    It is that of the wager itself, or what everybody put in above the level, up to the amount of the wager, until the
    first betting round was over.
    """
    if state.game.effect == "wager":
        return distance or None
    if _is_too_long(state, post):
        return None
    ends, _ = _played(state, _seats(state), 0, (post, *_rest(state, post)))
    return sum([max(min(one.total, post.amount) - level, 0) for one in _called(ends)]) or None


def _played_out(state: HandState, act: Wager) -> tuple[list[_End], list[tuple[Wager, int]]]:
    """The players as the rest of the round leaves them, and its raises, each with how far it went above the others."""
    move, betround = state.move, state.round
    assert move is not None and betround is not None
    found = _seats(state)
    _put(found[act.player], move.total)
    return _played(state, found, max(betround.highest, move.total), _rest(state, act))


def _seats(state: HandState) -> dict[str, _End]:
    """The players as they are now."""
    return {one.name: _End(one.name, one.put_in_round, one.stake, one.active) for one in state.players}


def _played(
    state: HandState, found: dict[str, _End], highest: int, events: Iterable[Post | Wager | Fold | Returned]
) -> tuple[list[_End], list[tuple[Wager, int]]]:
    raises = []
    for event in events:
        one = found[event.player]
        if isinstance(event, Fold):
            one.stays = False
        elif isinstance(event, Returned):
            _put(one, max(one.total - event.amount, 0))
        elif isinstance(event, Post):
            _put(one, one.total + event.amount * (event.kind in LIVE))
            highest = max(highest, one.total)
        else:
            _put(one, _total(event, one, highest))
            if one.total > highest:
                raises.append((event, one.total - highest))
                highest = one.total
    return list(found.values()), raises


def _put(one: _End, total: int) -> None:
    one.left = max(one.left - (total - one.total), 0)
    one.total = total


def _total(act: Wager, one: _End, highest: int) -> int:
    """The player's total in the round after a later wager."""
    to_call = max(highest - one.total, 0)
    if act.total is not None:
        return act.total
    if act.added is not None:
        names_total = type(act) is Call and 0 < to_call < highest == act.added != one.left
        return one.total + (to_call if names_total else act.added)
    if isinstance(act, Raise) and act.by is not None:
        return highest + act.by
    return one.total + (one.left if act.all_in else min(to_call, one.left))


def _rest(state: HandState, act: Post | Wager) -> Iterator[Post | Wager | Fold | Returned]:
    """The wagers, folds and returns that follow in the same betting round, or after a wager before the cards."""
    moves = (
        one for one in net_after(state, act, _span(state, act)[1]) if isinstance(one, Post | Wager | Fold | Returned)
    )
    return (event for event in moves if event.player in state.by_name)


def _is_too_long(state: HandState, act: Post | Wager) -> bool:
    """Do more moves follow than people make in a betting round? Then nobody works out what the wager cost."""
    return state.timeline.count(*_span(state, act), Post, Wager, Fold, Returned) > MOST_MOVES


def _span(state: HandState, act: Post | Wager) -> tuple[int, int]:
    """The place after a wager, and that of the end of its betting round."""
    timeline, start = state.timeline, state.timeline.place(act) + 1
    begun = start if isinstance(act, Wager) else timeline.next(start, Wager, Fold, Returned)
    return start, first_from(timeline.places_where(_ends), begun, len(timeline.events))


def _ends(event: Event) -> bool:
    return isinstance(event, Show | Win | PotTaken | Deal | Discards | Communal) and not marked_early(event)
