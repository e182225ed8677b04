"""Faults from one hand of Crown Poker to the next: the button, the blinds of those who leave and come back, stakes."""

from __future__ import annotations

import random

from play.common.hand import Cited, Seating
from play.crown.evening import Evening, Places
from play.crown.planting import fault


def _steady(evening: Evening) -> bool:
    """Has nobody come or gone since the hand before, so that only the button moves?"""
    last = evening.last
    return last is not None and not last.dead and not evening.lines and last.button in evening.dealt()


def _moved(evening: Evening, button: int) -> None:
    """Put the button somewhere else, and the blinds after it."""
    evening.coming = Places(button, tuple(evening.following(button)[: len(evening.house.blinds)]))


@fault("places")
def button_stays(evening: Evening, rng: random.Random) -> Cited | None:
    """The button lies where it lay in the hand before."""
    if not _steady(evening) or evening.last is None or any(one.out for one in evening.people.values()):
        return None
    _moved(evening, evening.last.button)
    return "irregularity 1.1:dealer-button"


@fault("places")
def button_skips_a_player(evening: Evening, rng: random.Random) -> Cited | None:
    """The button goes to the player after next."""
    if not _steady(evening) or evening.last is None or any(one.out for one in evening.people.values()):
        return None
    following = evening.following(evening.last.button)
    if len(following) < 4:
        return None
    _moved(evening, following[1])
    return "irregularity 1.1:dealer-button"


@fault("places")
def first_button_elsewhere(evening: Evening, rng: random.Random) -> Cited | None:
    """A game begins with the button at another seat than the one on the dealer's right."""
    others = sorted(evening.dealt())[:-1]
    if evening.last is not None or not evening.house.opens or not others:
        return None
    _moved(evening, rng.choice(others))
    return "irregularity 1.1:dealer-button"


@fault("places")
def small_blind_after_its_player_left(evening: Evening, rng: random.Random) -> Cited | None:
    """Both blinds are put up in the hand after the player due for the small one left."""
    coming, house = evening.coming, evening.house
    if coming is None or not coming.dead or house.blinds[0] == house.blinds[1]:
        return None
    small, large = evening.following(evening.given_up)[:2]
    if any(evening.people[seat].stack <= house.big for seat in (small, large)):
        return None
    evening.coming = Places(coming.button, (small, large))
    return "8.9.6"


@fault("posts", ("fixed", "no-limit"))
def back_without_a_post(evening: Evening, seating: Seating) -> Cited | None:
    """A player who missed the big blind is dealt in again and posts nothing."""
    if not evening.back or evening.house.straddles:  # a straddle puts it right
        return None
    seating.posts = [(one, due) for one, due in seating.posts if one.name not in evening.back]
    return ("8.9.3",) * len(evening.back)


@fault("places")
def stake_below_the_minimum(evening: Evening, rng: random.Random) -> Cited | None:
    """A player begins with less than the minimum buy-in."""
    if evening.last is not None or not evening.house.opens:
        return None
    evening.people[rng.choice(evening.dealt())].stack = evening.house.stake - evening.house.chip
    return "6.3"


@fault("places")
def chips_off_the_table(evening: Evening, rng: random.Random) -> Cited | None:
    """A player has less than at the end of the hand before."""
    if not _steady(evening):
        return None
    person = evening.people[rng.choice(evening.dealt())]
    if person.stack <= 2 * evening.house.big or person.new or person.missed:
        return None
    person.stack -= evening.house.big
    return "6.11"
