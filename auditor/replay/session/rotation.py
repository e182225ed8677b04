"""Where the button and the blinds go from one hand to the next, by each of the two methods of moving them.

With a `moving` button it always goes to the next player. With a `dead` button it follows the blinds, even to an empty
seat.
"""

from __future__ import annotations

from collections.abc import Iterable

from auditor.replay.session.hand_summary import HandPlayed
from auditor.replay.session.newcomers import lies_between, steady

HIGHEST = 12  # how many seats a table is taken to have at least: the record need not show every seat


def clockwise(seats: Iterable[int], start: int) -> list[int]:
    """Seats in the order in which they follow one of them, that one last."""
    return sorted(seats, key=lambda seat: (seat <= start, seat))


def button_of(hand: HandPlayed) -> int | None:
    """Where the button lay when a hand began; another check judges whether it moved after a misdeal."""
    return next((buck for buck in (*hand.bucks, hand.buck) if buck is not None), None)


def big_blind(hand: HandPlayed) -> int | None:
    """The seat of the first player who put up the last of the declared blinds."""
    return _seat(hand, len(hand.setup.blinds) - 1) if hand.setup.blinds else None


def small_blind(hand: HandPlayed) -> int | None:
    """The seat of the blind before the last, if it was put up and the table has one."""
    return _seat(hand, len(hand.setup.blinds) - 2) if len(hand.setup.blinds) > 1 else None


def _seat(hand: HandPlayed, number: int) -> int | None:
    post = hand.blind(number)
    fact = hand.seat_of(post.player) if post is not None else None
    return None if fact is None else fact.seat


def dealt_seats(hand: HandPlayed) -> list[int]:
    """The seats of the players who were dealt in."""
    return sorted(seat.seat for seat in hand.seats if seat.dealt)


def moving_places(before: HandPlayed, hand: HandPlayed, start: int | None = None) -> list[int] | None:
    """Where the button may lie if it always goes to the next player; it may pass over a newcomer.

    None if the record does not show where it lay; `start` is where it should have lain.
    """
    start = button_of(before) if start is None else start
    if start is None:
        return None
    known, found = set(steady(before, hand)), []
    for seat in clockwise(dealt_seats(hand), start):
        found.append(seat)
        if seat in known:
            break
    return found


def skipped_big_blind(before: HandPlayed, hand: HandPlayed) -> list[int] | None:
    """The seats that the big blind passed over, of players dealt in before and now; None if it is not on record."""
    old, new = big_blind(before), big_blind(hand)
    if old is None or new is None:
        return None
    if old == new:
        return [seat for seat in steady(before, hand) if seat != old]
    return [seat for seat in clockwise(steady(before, hand), old) if lies_between(seat, old, new)]


def dead_places(before: HandPlayed) -> list[int] | None:
    """Where the button may lie if it follows the blinds: the seat of the last small blind, empty or not.

    If nobody put that up, it may be any seat between the last button and the last big blind.
    """
    small, large, button = small_blind(before), big_blind(before), button_of(before)
    if small is not None:
        return [small]
    if large is None or button is None:
        return None
    seats = range(1, max([large, button, HIGHEST]) + 1)
    return [seat for seat in clockwise(seats, button) if lies_between(seat, button, large)] or [button]


def in_use(hand: HandPlayed, method: str) -> str:
    """The method in a hand: between two players the button just goes to the other, and the blinds with it."""
    return "moving" if len(dealt_seats(hand)) == 2 else method


def explained(before: HandPlayed, hand: HandPlayed, method: str) -> bool | None:
    """Does the method, or either of the two, explain the step from one hand to the next? None if not known."""
    found: list[bool | None] = []
    button = button_of(hand)
    method = in_use(hand, method)
    if method != "dead":
        places = moving_places(before, hand)
        found.append(None if button is None or places is None else button in places)
    if method != "moving":
        skipped, places = skipped_big_blind(before, hand), dead_places(before)
        found.append(None if skipped is None or button is None or places is None else not skipped and button in places)
    if any(one is True for one in found):
        return True
    return None if any(one is None for one in found) else False


def rearranged(before: HandPlayed, hand: HandPlayed) -> bool:
    """Did somebody come or change seats since the hand before? Then the blinds may go elsewhere."""
    old = {seat.name: seat.seat for seat in before.seats}
    return any(seat.dealt and old.get(seat.name) != seat.seat for seat in hand.seats)
