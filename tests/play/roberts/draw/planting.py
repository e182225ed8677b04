"""Tables of draw and lowball: hands one after the other, by the book or the last of them with one thing done wrong."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from play.common import evening as common
from play.common.evening import NAMES, Person, some_stack, written
from play.common.hand import Habits, Plant, Player, Seating
from play.common.planting import Planted, entered, log_with, plain_habits
from play.common.playing import play_out
from play.roberts.draw.games import ANY, DrawHouse, declare
from play.roberts.draw.hand import DrawFault, DrawHand
from play.roberts.draw.oracle import Doubt
from play.roberts.draw.playing import COURSE
from play.roberts.games import LIMITS

COUNTS = (2, 3, 3, 4, 4, 5, 6)


@dataclass
class Evening(common.Evening[Person, int]):
    """A table and those who sit there all the time; the last place is that of the button."""

    house: DrawHouse

    def hand(self, fault: DrawFault | None = None) -> DrawHand:
        """Play the next hand: the button goes to the next player."""
        assert self.last is not None
        self.lines, self.number = [], self.number + 1
        self.last = self.following(self.last)[0]
        around = [self.people[seat] for seat in self.following(self.last)]
        for person in around:
            if person.stack < least(self.house) and self.number > 1:
                self.buys(person, (20 + self.rng.randint(0, 30)) * self.house.big)
        players = [Player(person.seat, person.name, person.stack) for person in around]
        due = players[-1:] + players[:1] if len(players) == 2 and len(self.house.blinds) == 2 else players
        seating = Seating(self.number, self.last, players, list(zip(due, self.house.blinds, strict=False)))
        hand = play_out(DrawHand(self.house, seating, self.habits, self.rng, fault), COURSE)
        self.over(players, self.last)
        return hand


def least(house: DrawHouse) -> int:
    """The fewest chips that somebody plays with: something of a blind is left, half of it where there is but one."""
    share = {0: 0, 1: (house.big + house.chip) // 2 // house.chip * house.chip}.get(len(house.blinds), house.chip)
    return max(house.chip, house.ante + share if share else 0)


def open_table(rng: random.Random, form: str, limit: str, habits: Habits | None = None, fewest: int = 2) -> Evening:
    """A table with people at it, some of them with few chips."""
    house = declare(rng, form, limit)
    seats = sorted(rng.sample(range(1, house.game.seats + 1), rng.choice([one for one in COUNTS if one >= fewest])))
    names = rng.sample(NAMES, len(seats))
    people = {seat: Person(name, seat, 0) for seat, name in zip(seats, names, strict=True)}
    for person in people.values():
        person.stack = max(least(house), some_stack(rng, house))
    return Evening(house, habits or Habits.any(rng), rng, people, last=rng.choice(seats))


def log(seed: object, form: str, limit: str, hands: int = 4) -> str:
    """A table and some hands that were played there by the book, none of which leaves open what is due."""
    for attempt in range(100):
        evening = open_table(random.Random(f"{seed} {form} {limit} {attempt}"), form, limit)
        try:
            return written(evening, (evening.hand() for _ in range(hands)))
        except Doubt:
            continue
    raise AssertionError("no hand without a doubt")


def arranged(seed: int, form: str, limit: str, hands: tuple[str, ...], bold: tuple[int, ...] = ()) -> str | None:
    """A hand by the book with these cards, in which nobody folds, and only those named wager after the draw.

    None where the rules leave open what is due.
    """
    script = DrawFault(lambda *_: None, "never", (limit,), (form,), meek=True, hands=hands, bold=bold)
    evening = open_table(random.Random(f"{seed} {hands} {bold}"), form, limit, fewest=len(hands))
    if 0 in bold:
        make_short(evening)
    try:
        return written(evening, iter([evening.hand(script)]))
    except Doubt:
        return None


# ---- faults ----

FAULTS: dict[str, DrawFault] = {}


def fault(
    at: str,
    limits: tuple[str, ...] = LIMITS,
    forms: tuple[str, ...] = ANY,
    meek: bool = False,
    hands: tuple[str, ...] = (),
    bold: tuple[int, ...] = (),
    fewest: int = 2,
) -> Callable[[Plant], Plant]:
    """Enter a fault into the register, under its function's name."""
    most = max(fewest, len(hands))
    return entered(FAULTS, lambda plant: DrawFault(plant, at, limits, forms, meek, hands=hands, bold=bold, fewest=most))


def make_short(evening: Evening) -> None:
    """The first player from the left of the button has less than half a bet left when all have come in."""
    house, seats = evening.house, sorted(evening.people)
    assert evening.last is not None
    first = seats[(seats.index(evening.last) + 2) % len(seats)]
    half = house.bet(2) // 2 // house.chip
    for person in evening.people.values():
        person.stack = max(person.stack, 10 * house.bet(2))
    evening.people[first].stack = house.ante + house.big + evening.rng.randint(1, max(1, half - 1)) * house.chip


def planted(name: str, limit: str, seed: int) -> Planted:
    """A log with the fault in its last hand, and what an audit must find, alone; None if it has no place for it."""
    fault = FAULTS[name]
    rng = random.Random(f"{name} {limit} {seed}")
    habits = plain_habits(rng)
    evening = open_table(rng, fault.games[seed % len(fault.games)], limit, habits, fault.fewest)
    last = 1 if fault.bold else rng.randint(1, 2)
    if 0 in fault.bold:
        make_short(evening)
    try:
        return log_with(evening, fault, last)
    except Doubt:
        return None
