"""What the record says of the deal under way: its events so far and to come, its order, and its betting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar, overload

from auditor.replay.betting.lookahead import place_of
from auditor.replay.state import HandState, Player
from auditor.replay.state.timeline import Kinds, last_before
from auditor.vocabulary.events import Act, Cut, Deal, Event, Misdeal, Post, Wager

E = TypeVar("E", bound=Event)

# ---- looking ahead in the record of a deal ----


@overload
def deal_events_after(state: HandState, event: Event, kind: type[E], /) -> Iterator[E]: ...
@overload
def deal_events_after(state: HandState, event: Event, *kinds: type[Event]) -> Iterator[Any]: ...
def deal_events_after(state: HandState, event: Event, *kinds: type[Event]) -> Iterator[Any]:
    """The events of these kinds after this one, up to the end of the hand or to the misdeal that ends the deal."""
    start = place_of(state, event) + 1
    return state.timeline.each(start, state.timeline.next(start, Misdeal) + 1, *kinds)


@overload
def deal_events_before(state: HandState, event: Event, ends: Kinds, kind: type[E], /) -> Iterator[E]: ...
@overload
def deal_events_before(state: HandState, event: Event, ends: Kinds, *kinds: type[Event]) -> Iterator[Any]: ...
def deal_events_before(state: HandState, event: Event, ends: Kinds, *kinds: type[Event]) -> Iterator[Any]:
    """The events of these kinds after this one and before the next of the kinds that are their `ends`."""
    timeline, start = state.timeline, place_of(state, event) + 1
    return timeline.each(start, min(timeline.next(start, *ends), timeline.next(start, Misdeal) + 1), *kinds)


@overload
def deal_events_so_far(state: HandState, kind: type[E], /) -> list[E]: ...
@overload
def deal_events_so_far(state: HandState, *kinds: type[Event]) -> list[Any]: ...
def deal_events_so_far(state: HandState, *kinds: type[Event]) -> list[Any]:
    """The events of these kinds in the deal under way, before the current one."""
    return state.timeline.between(*_deal_so_far(state), *kinds)


@overload
def first_so_far(state: HandState, kind: type[E], /) -> E | None: ...
@overload
def first_so_far(state: HandState, *kinds: type[Event]) -> Any: ...
def first_so_far(state: HandState, *kinds: type[Event]) -> Any:
    """The first event of these kinds in the deal under way, before the current one."""
    return next(state.timeline.each(*_deal_so_far(state), *kinds), None)


@overload
def last_so_far(state: HandState, kind: type[E], /) -> E | None: ...
@overload
def last_so_far(state: HandState, *kinds: type[Event]) -> Any: ...
def last_so_far(state: HandState, *kinds: type[Event]) -> Any:
    """The last event of these kinds in the deal under way, before the current one."""
    start, stop = _deal_so_far(state)
    return next(state.timeline.each(max(start, state.timeline.previous(stop, *kinds)), stop, *kinds), None)


def acted_so_far(state: HandState, name: str) -> bool:
    """Has this player acted in the deal under way?"""
    start, now = _deal_so_far(state)
    return last_before(state.timeline.places_of(name, Act), now) >= start


def follows_deal(state: HandState) -> bool:
    """Does the current event come right after a pass of the same deal?"""
    return isinstance(last_so_far(state, Event), Deal)


def _deal_so_far(state: HandState) -> tuple[int, int]:
    """The place of the first event of the deal under way, and that of the current one."""
    now = len(state.hand.events) if state.event is None else place_of(state, state.event)
    return (state.timeline.previous(now, Misdeal) + 1 if state.misdeals else 0), now


def called_off(state: HandState) -> bool:
    """Is the deal under way declared a misdeal later on? Most of its faults are then put right."""
    return state.misdeals > len(state.attempts)


def undealt(state: HandState) -> bool:
    """Does no player have a card of this deal yet, as far as the log shows?"""
    return not state.attempt.dealt or not any(player.received for player in state.players)


def line_to(state: HandState, deal: Deal, name: str) -> Event:
    """The line of a pass in which this player gets cards: where a fault about these cards is told."""
    lines = state.hand.lines_of(deal)
    return next((one for one in lines if isinstance(one, Deal) and any(who == name for who, _ in one.holdings)), deal)


# ---- the order of the deal ----


def first_due(state: HandState, seat: str) -> Player | None:
    """The player who must get the first card, at the buck or first on its left; None if nobody knows."""
    if seat == "buck":
        return state.designated
    return next((player for player in state.left_of_buck() if not player.out), None)


def first_given(state: HandState, event: Deal) -> Player:
    """The player who got the first card of the deal that this pass belongs to."""
    first = first_so_far(state, Deal) if state.misdeals else next(iter(state.timeline.all(Deal)), None)
    first = first or event
    return state.player(first.holdings[0][0], first)


def served(state: HandState, event: Deal) -> set[str]:
    """The players who get cards in this pass, which may go on in the lines that follow until somebody gets another."""
    names = {name for name, _ in event.holdings}
    for each in deal_events_after(state, event, Event):
        if not isinstance(each, Deal) or any(name in names for name, _ in each.holdings):
            break
        names |= {name for name, _ in each.holdings}
    return names


def unsorted(state: HandState, event: Deal, base: Player | None = None) -> Player | None:
    """The first player of a pass who does not follow clockwise, counted from `base` or from the first of the pass."""
    first = base or state.player(event.holdings[0][0], event)
    count, last = len(state.players), -1
    base_place, seated = first.seat_order, state.by_name
    for name, _ in event.holdings:
        player = seated.get(name) or state.player(name, event)
        step = (player.seat_order - base_place) % count
        if step <= last:
            return player
        last = step
    return None


# ---- the first wager, substantial action ----


def wagered(state: HandState, blind_counts: bool = False) -> bool:
    """Has anybody wagered in this deal? A blind or an ante is a wager only on the reading that `blind_counts`."""
    if blind_counts and state.posts:
        return True
    return state.round is not None and (state.round.opened or state.rounds_played > 1)


def wager_without_cut(state: HandState, event: Event, blind_counts: bool = False) -> bool:
    """Does the first wager after this event come before any cut?"""
    wagers = (Wager, Post) if blind_counts else (Wager,)
    first = next(deal_events_after(state, event, Cut, *wagers), None)
    return first is not None and not isinstance(first, Cut)


def acted(state: HandState) -> set[str]:
    """The names of the players who have acted in the deal under way."""
    return {player.name for player in state.players if acted_so_far(state, player.name)}


def acted_in_turn(state: HandState) -> set[str]:
    """The names of the players who have acted in turn since the betting of the deal began.

    Blinds and acts out of turn do not count. In a betting round that is over, everybody who acted had a turn.
    """
    betround = state.round
    if betround is None:
        return set()
    names = {state.players[place].name for place in betround.in_turn}
    return names | acted(state) if betround.round.round_index else names


def substantial(state: HandState) -> bool:
    """Has there been substantial action: have two different players acted in turn?"""
    return len(acted_in_turn(state)) > 1
