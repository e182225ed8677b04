"""Faults from one hand of Robert's button games to the next: the button, newcomers, chips."""

from __future__ import annotations

import random

from play.common.hand import Cited
from play.roberts.button.evening import Evening
from play.roberts.button.planting import fault
from play.roberts.hand import Hand


def _steady(evening: Evening) -> bool:
    """Has nobody come or gone since the hand before, so that only the button moves, with all blinds?"""
    last = evening.last
    if last is None or evening.lines or len(last.blinds) < 2 or any(one.waits for one in evening.people.values()):
        return False
    return all(seat in evening.dealt() for seat in (last.button, *last.blinds))


def _method(evening: Evening) -> str:
    """The clause of the way in which the table moves its button."""
    if evening.house.tournament:
        return "S15.30"
    features = evening.house.features
    return "S4.2(a)" if "moving-button" in features else "S4.2(b)" if "dead-button" in features else "S4.2"


@fault("places")
def button_stays(evening: Evening, rng: random.Random) -> Cited | None:
    """The button lies where it lay in the hand before."""
    if not _steady(evening) or evening.last is None or len(evening.dealt()) < 4:
        return None
    evening.coming = evening.laid(evening.last.button)
    return f"irregularity {_method(evening)}"


@fault("places")
def button_skips_a_player(evening: Evening, rng: random.Random) -> Cited | None:
    """The button goes to the player after next."""
    if not _steady(evening) or evening.last is None or len(evening.dealt()) < 5:
        return None
    evening.coming = evening.laid(evening.following(evening.last.button)[1])
    return f"irregularity {_method(evening)}"


@fault("places")
def chips_off_the_table(evening: Evening, rng: random.Random) -> Cited | None:
    """A player has less than at the end of the hand before."""
    if not _steady(evening):
        return None
    person = evening.people[rng.choice(evening.dealt())]
    if person.stack <= 2 * evening.house.big:
        return None
    person.stack -= evening.house.big
    return "S15.27" if evening.house.tournament else "irregularity S2.PR.8/2"


@fault("posts", tournament=False)
def newcomer_without_a_post(hand: Hand, rng: random.Random) -> Cited | None:
    """A new player is dealt in and posts nothing."""
    if [one.name for one, _ in hand.seating.posts] != hand.seating.fresh or not hand.seating.fresh:
        return None
    hand.seating.posts = []
    return "S4.4"
