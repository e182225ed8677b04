"""Hands of Robert's button games one after the other: the button moves, players come, leave and run out of chips."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from play.act.hand import quoted
from play.crown.evening import NAMES
from play.roberts.button.playing import play_out
from play.roberts.games import BUTTON_GAMES, Game, House, declare
from play.roberts.hand import Fault, Habits, Hand, Player, Seating, money


@dataclass(eq=False)
class Person:
    """Somebody at the table."""

    name: str
    seat: int
    stack: int
    waits: bool = False  # is new, and gets no cards before a blind is put up
    since: int = 0  # the first hand after the player sat down


@dataclass(frozen=True)
class Places:
    """Where the button lies and which seats the blinds are due from; no small blind where its seat is empty."""

    button: int
    small: int  # the seat, whether anybody sits there or not
    big: int
    blinds: tuple[int, ...]  # those who are there


@dataclass
class Evening:
    """A table and the people at it, between two hands."""

    house: House
    habits: Habits
    rng: random.Random
    people: dict[int, Person]
    dead: bool  # the button lies before an empty seat rather than that anybody is spared a blind
    number: int = 0
    last: Places | None = None
    coming: Places | None = None
    arrivals: float = 0.2  # how often somebody sits down between two hands
    gone: set[str] = field(default_factory=set)  # names that have been used
    lines: list[str] = field(default_factory=list)

    # ---- places ----

    def clockwise(self, seat: int) -> list[int]:
        """All seats from the one after a seat round to it."""
        most = self.house.game.seats
        return [(seat + step - 1) % most + 1 for step in range(1, most + 1)]

    def dealt(self) -> list[int]:
        """The seats of those who get cards."""
        return [seat for seat, person in self.people.items() if not person.waits]

    def alone(self) -> bool:
        """Has one player won all the chips?"""
        return sum(one.stack > 0 for one in self.people.values()) < 2

    def following(self, seat: int) -> list[int]:
        """The seats dealt in, clockwise from the one after a seat."""
        return [other for other in self.clockwise(seat) if other in self.dealt()]

    def places(self) -> Places:
        """Where button and blinds are in the next hand."""
        dealt, last = self.dealt(), self.last
        if last is None:
            return self.laid(self.rng.choice(dealt))
        if len(dealt) == 2:  # whoever had the big blind more recently gets the button
            button = last.big if last.big in dealt else self._before(last)
            return self.laid(button)
        if not self.dead:
            return self.laid(self.following(last.button)[0])
        big = self.following(last.big)[0]
        return Places(last.small, last.big, big, (last.big, big) if last.big in dealt else (big,))

    def _before(self, last: Places) -> int:
        """Of two players, neither of whom had the big blind in the last hand, the one who had it the hand before."""
        return self.following(last.big)[-1]

    def laid(self, button: int) -> Places:
        """The places where the button lies before a player and the blinds are the next two."""
        following = self.following(button)
        small, big = (button, following[0]) if len(following) == 2 else following[:2]
        return Places(button, small, big, (small, big))

    # ---- between hands ----

    def between(self) -> None:
        """Who runs out of chips, leaves or sits down before the next hand."""
        if self.last is None:
            return
        for person in list(self.people.values()):
            self._departs(person)
        if not self.house.tournament and self.rng.random() < self.arrivals:
            self._sits_down()

    def _departs(self, person: Person) -> None:
        """A player without chips is out of a tournament; elsewhere one buys some or leaves, and others may leave."""
        rng, few = self.rng, len(self.dealt()) <= 3
        if not person.stack:
            if self.house.tournament or not (few or rng.random() < 0.5):
                self._leaves(person)
            else:
                self._buys(person, 20 * self.house.big + rng.randint(0, 30) * self.house.big)
        elif not self.house.tournament and not person.waits and not few and rng.random() < 0.05:
            self._leaves(person)

    def _buys(self, person: Person, amount: int) -> None:
        person.stack += amount
        self.lines.append(f"{quoted(person.name)} buys {money(amount)}")

    def _leaves(self, person: Person) -> None:
        del self.people[person.seat]
        self.lines.append(f"{quoted(person.name)} leaves")

    def _sits_down(self) -> None:
        assert self.last is not None
        free = [seat for seat in range(1, self.house.game.seats + 1) if seat not in self.people]
        names = [name for name in NAMES if name not in self.gone]
        if not free or not names or len(self.dealt()) < 3:
            return
        seat = self.rng.choice(free)
        person = Person(self.rng.choice(names), seat, self.rng.randint(20, 80) * self.house.big, True, self.number + 1)
        self.people[seat] = person
        self.gone.add(person.name)
        self.lines.append(f"{quoted(person.name)} sits {seat} {money(person.stack)}")

    def _enters(self, coming: Places) -> tuple[Places, list[int]]:
        """Who of those that wait gets cards: in the big blind, or for a post beyond it, but not before it."""
        posts, around = [], self.clockwise(coming.button)
        for place, seat in enumerate(around[:-1]):
            person = self.people.get(seat)
            if person is None or not person.waits:
                continue
            if around.index(coming.small) < place < around.index(coming.big):
                person.waits = False
                coming = replace(coming, big=seat, blinds=(*coming.blinds[:-1], seat))
            elif place > around.index(coming.big) and self.rng.random() < 0.4:
                person.waits = False
                posts.append(seat)
        return coming, posts

    # ---- a hand ----

    def hand(self, fault: Fault | None = None) -> Hand:
        """Play the next hand."""
        self.lines = []
        self.between()
        self.coming = self.places()
        cited = fault.plant(self, self.rng) if fault is not None and fault.at == "places" else None
        places, posts = self._enters(self.coming)
        self.number += 1
        players = {
            seat: Player(seat, person.name, person.stack) for seat, person in self.people.items() if not person.waits
        }
        order = [players[seat] for seat in self.following(places.button)]
        seating = Seating(self.number, places.button, order)
        amounts = self.house.blinds[-len(places.blinds) :]
        seating.blinds = [(players[seat], amount) for seat, amount in zip(places.blinds, amounts, strict=True)]
        seating.out = [Player(one.seat, one.name, one.stack) for one in self.people.values() if one.waits]
        seating.posts = [(players[seat], self.house.big) for seat in posts]
        seating.fresh = [one.name for one in self.people.values() if one.since == self.number]
        hand = Hand(self.house, seating, self.habits, self.rng, fault, cited=cited)
        play_out(hand)
        for seat, player in players.items():
            self.people[seat].stack = player.stack
        self.last = places
        return hand


# ---- whole logs ----


def open_table(
    rng: random.Random, game: Game, limit: str, tournament: bool = False, habits: Habits | None = None
) -> Evening:
    """A table with people at it, some of them with few chips."""
    house = declare(rng, game, limit, tournament)
    count = rng.choice((2, 3, 3, 4, 4, 5, 6, 6, 7, 8, 9, 10))
    if tournament and count == 2:
        house = replace(house, features=(*house.features, "last-two"))
    seats = sorted(rng.sample(range(1, game.seats + 1), count))
    names = rng.sample(NAMES, len(seats))
    people = {seat: Person(name, seat, _stack(rng, house)) for seat, name in zip(seats, names, strict=True)}
    dead = tournament or "dead-button" in house.features
    return Evening(house, habits or Habits.any(rng), rng, people, dead, gone=set(names))


def _stack(rng: random.Random, house: House) -> int:
    depth = rng.choice((1, 5, 20, 20, 100))
    return rng.randint(1, depth * house.big // house.chip) * house.chip


def log(seed: object, game: str, limit: str, tournament: bool = False, hands: int = 4) -> str:
    """A table and some hands that were played there by the book."""
    rng = random.Random(f"{seed} {game} {limit} {tournament}")
    evening = open_table(rng, BUTTON_GAMES[game], limit, tournament)
    return written(evening, _hands(evening, hands))


def _hands(evening: Evening, hands: int) -> Iterator[Hand]:
    for _ in range(hands):
        if evening.house.tournament and evening.alone():
            return
        yield evening.hand()


def written(evening: Evening, hands: Iterator[Hand]) -> str:
    """A log of these hands, with what happened between them."""
    parts = ["\n".join(evening.house.lines()) + "\n"]
    for hand in hands:
        parts += ["".join(f"{line}\n" for line in evening.lines), hand.log()]
    return "\n".join(parts)
