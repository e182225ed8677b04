"""What the record says of the deal under way: before and after an event, and how far its betting has come."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.replay.betting.lookahead import place_of
from auditor.replay.state import HandState, Player
from auditor.vocabulary.events import Act, Cut, Deal, DealFault, Event, Misdeal, Post, Wager

REMEDIED = "put right as prescribed"  # what is said of an error that the record shows to have had its remedy

# ---- looking ahead in the record of a deal ----


def deal_events_after(state: HandState, event: Event) -> Iterator[Event]:
    """What the record says after this event, up to the end of the hand or to the misdeal that ends the deal."""
    for each in state.hand.events[place_of(state, event) + 1 :]:
        yield each
        if type(each) is Misdeal:
            return


def deal_events_so_far(state: HandState) -> list[Event]:
    """What the record says of the deal under way, before the event being looked at."""
    events, now = state.hand.events, state.event
    if now is not None:
        events = events[: place_of(state, now)]
    if not state.misdeals:
        return events
    last = max((number for number, event in enumerate(events) if type(event) is Misdeal), default=None)
    return events if last is None else events[last + 1 :]


def called_off(state: HandState) -> bool:
    """Is the deal under way declared a misdeal later on? Then most of its faults have found their remedy."""
    return state.misdeals > len(state.attempts)


def undealt(state: HandState) -> bool:
    """Has no player got a card of this deal yet, as far as the log shows?"""
    return not state.attempt.dealt or not any(player.received for player in state.players)


# ---- the order of the deal ----


def first_due(state: HandState, seat: str) -> Player | None:
    """Who is to get the first card: the player at the buck, or the first on its left; None if nobody knows."""
    if seat == "buck":
        return state.designated
    return next((player for player in state.left_of_buck() if not player.out), None)


def first_given(state: HandState, event: Deal) -> Player:
    """Who got the first card of the deal that this pass belongs to."""
    events = deal_events_so_far(state) if state.misdeals else state.hand.events
    first = next((each for each in events if isinstance(each, Deal)), event)
    return state.player(first.holdings[0][0], first)


def unsorted(state: HandState, event: Deal, base: Player | None = None) -> Player | None:
    """The first player of a pass who does not follow clockwise, counted from a player or from the first of the pass."""
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
    """Has a wager been made in this deal: since the cards or, on the other reading, by a blind or an ante?"""
    if blind_counts and state.posts:
        return True
    return state.round is not None and (state.round.opened or state.rounds_played > 1)


def wager_without_cut(state: HandState, event: Event, blind_counts: bool = False) -> bool:
    """Does the first wager after this event come before any cut?"""
    for each in deal_events_after(state, event):
        if isinstance(each, Cut):
            return False
        if isinstance(each, Wager) or (blind_counts and isinstance(each, Post)):
            return True
    return False


def acted_in_turn(state: HandState) -> set[str]:
    """Who has acted in turn since the betting of the deal began: blinds and acts out of turn do not count.

    Of a betting round that is over whoever acted in it had a turn.
    """
    betround = state.round
    if betround is None:
        return set()
    acted = {state.players[place].name for place in betround.in_turn}
    if betround.round.round_index:
        acted |= {each.player for each in deal_events_so_far(state) if isinstance(each, Act)}
    return acted


def substantial(state: HandState) -> bool:
    """Has there been substantial action: two different players who acted in turn?"""
    return len(acted_in_turn(state)) > 1


def by_player(state: HandState, fault: DealFault) -> bool:
    """Was a card exposed by a player, and not in the dealing?"""
    return fault.by == "player" or fault.by in state.by_name
