"""Hands one after the other at a table with a button: people come, go and buy chips between them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from play.common.games import House
from play.common.hand import Habits, Hand, Player
from play.common.words import called, money

NAMES = (
    "Ann", "Ben", "Cam", "Dee", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jim", "Kay", "Lou", "O'Neil", "van Dyk", "Élodie",
    "Max #2",
)  # fmt: skip
COUNTS = (2, 3, 3, 4, 4, 5, 6, 6, 7, 8, 9, 10)  # of players


@dataclass(eq=False)
class Person:
    """Somebody at the table."""

    name: str
    seat: int
    stack: int


P = TypeVar("P", bound=Person)
Place = TypeVar("Place")


@dataclass
class Evening(Generic[P, Place]):
    """A table and the people at it, between two hands."""

    house: House
    habits: Habits
    rng: random.Random
    people: dict[int, P]
    number: int = 0
    last: Place | None = None  # where button and blinds were in the last hand
    coming: Place | None = None
    gone: set[str] = field(default_factory=set)  # names that have been used
    lines: list[str] = field(default_factory=list)

    def clockwise(self, seat: int) -> list[int]:
        """All seats from the one after a seat round to it."""
        most = self.house.game.seats
        return [(seat + step - 1) % most + 1 for step in range(1, most + 1)]

    def dealt(self) -> list[int]:
        """The seats of those who get cards."""
        return list(self.people)

    def following(self, seat: int) -> list[int]:
        """The seats dealt in, clockwise from the one after a seat."""
        return [other for other in self.clockwise(seat) if other in self.dealt()]

    def seated(self) -> dict[int, Player]:
        """Those who get cards, by their seats."""
        return {seat: Player(seat, self.people[seat].name, self.people[seat].stack) for seat in self.dealt()}

    def over(self, players: Iterable[Player], places: Place) -> None:
        """A hand is over: everybody has what they won, and the next one is dealt from these places."""
        for player in players:
            self.people[player.seat].stack = player.stack
        self.last = places

    def buys(self, person: P, amount: int) -> None:
        """Somebody buys chips."""
        person.stack += amount
        self.lines.append(f"{called(person)} buys {money(amount)}")

    def leaves(self, person: P) -> None:
        """Somebody leaves the table."""
        del self.people[person.seat]
        self.lines.append(f"{called(person)} leaves")

    def sits_down(self, free: Iterable[int], newcomer: Callable[[str, int], P]) -> None:
        """Somebody new takes one of the free seats, if there is one."""
        seats, names = list(free), [name for name in NAMES if name not in self.gone]
        if seats and names:
            seat = self.rng.choice(seats)
            person = self.people[seat] = newcomer(self.rng.choice(names), seat)
            self.gone.add(person.name)
            self.lines.append(f"{called(person)} sits {seat} {money(person.stack)}")


def some_stack(rng: random.Random, house: House) -> int:
    """Many chips or few."""
    depth = rng.choice((1, 5, 20, 20, 100))
    return rng.randint(1, depth * house.big // house.chip) * house.chip


# ---- whole logs ----


class Between(Protocol):
    """What a log says besides its hands: the head of the table, and what happened before the last hand."""

    house: House
    lines: list[str]


def written(evening: Between, hands: Iterable[Hand]) -> str:
    """A log of these hands, with what happened between them."""
    parts = ["\n".join(evening.house.lines()) + "\n"]
    for hand in hands:
        parts += ["".join(f"{line}\n" for line in evening.lines), hand.log()]
    return "\n".join(parts)
