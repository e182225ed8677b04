"""Hands of Crown Poker one after the other: the button moves, players come and go, sit out and come back."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from play.common import evening as common
from play.common.evening import COUNTS, NAMES, some_stack, written
from play.common.hand import Fault, Habits, Player, Seating
from play.common.playing import play_out
from play.crown.games import GAMES, Game, House, declare
from play.crown.hand import Hand
from play.crown.playing import COURSE


@dataclass(eq=False)
class Person(common.Person):
    """Somebody at the table."""

    out: bool = False
    new: bool = False  # has had no cards in this game
    missed: bool = False  # the big blind has passed this seat, or may have
    seen: bool = False  # it has


@dataclass
class Places:
    """Where the button lies and which seats the blinds are due from."""

    button: int
    blinds: tuple[int, ...]
    dead: bool = False  # no small blind, because the player due for it left


@dataclass
class Evening(common.Evening[Person, Places]):
    """A table and the people at it, between two hands."""

    house: House
    back: list[str] = field(default_factory=list)  # who missed a blind and comes back
    left: set[int] = field(default_factory=set)  # seats given up since the last hand
    restless: bool = False  # do players sit out and come back all the time?
    given_up: int = 0  # the seat of the player who left when due for the small blind

    # ---- places ----

    def dealt(self) -> list[int]:
        """The seats of those who get cards."""
        return [seat for seat, person in self.people.items() if not person.out]

    def places(self) -> Places:
        """Where button and blinds are in the next hand."""
        dealt, count = self.dealt(), len(self.house.blinds)
        if self.last is None:
            button = max(dealt) if self.house.opens else self.rng.choice(dealt)
            return Places(button, tuple(self.following(button)[:count]))
        last = self.last
        moved = self.following(last.button)[0]
        if last.dead:  # the button comes to the seat that was given up
            button = self.given_up
            return Places(button, tuple(self.following(button)[:count]))
        if count == 2 and last.blinds[-1] in self.left:
            self.given_up = last.blinds[-1]
            due = self.people[self.following(last.blinds[-1])[0]]
            if due.stack < self.house.big:
                self.buys(due, self.house.big)  # or nobody could tell which blind it is
            return Places(moved, (due.seat,), dead=True)
        if count == 2 and last.blinds[0] in self.left and self.number >= 2 and self.rng.random() < 0.5:
            button = last.blinds[0]
            return Places(button, tuple(self.following(button)[:count]))
        return Places(moved, tuple(self.following(moved)[:count]))

    # ---- between hands ----

    def between(self) -> None:
        """Who leaves, sits out, comes back, sits down or buys chips before the next hand."""
        self.left = set()
        if self.last is None:
            return
        for person in list(self.people.values()):
            self._departs(person)
        for person in list(self.people.values()):
            if person.out:
                self._returns(person)
        if self.rng.random() < 0.15:
            self._sits_down()

    def _departs(self, person: Person) -> None:
        """A player without chips buys some or leaves; others may leave or sit out."""
        last, rng = self.last, self.rng
        assert last is not None
        blind = person.seat in last.blinds or person.seat == last.button
        bound = last.dead or bool(self.left) or len(self.dealt()) <= max(3, len(self.house.blinds) + 1)
        bound = bound or (blind and len(self.house.blinds) != 2)
        if person.stack == 0 and not person.out:
            if bound or rng.random() < 0.5:
                self.buys(person, rng.randint(1, 30) * self.house.big)
            else:
                self.leaves(person)
        elif not bound and not person.out and rng.random() < 0.06:
            self.leaves(person)
        elif not bound and not blind and not person.out and rng.random() < (0.4 if self.restless else 0.08):
            person.out = True
        elif rng.random() < 0.03:
            self.buys(person, rng.randint(1, 5) * self.house.big)

    def leaves(self, person: Person) -> None:
        """Somebody leaves the table, whose seat may have been due for a blind."""
        super().leaves(person)
        self.left.add(person.seat)

    def _returns(self, person: Person) -> None:
        """A player who sat out, or is new, gets cards again if the seat lies beyond the blinds."""
        assert self.last is not None
        if self.left or self.last.dead or self.rng.random() < 0.4 or len(self.house.blinds) != 2:
            return
        coming = self.places()
        around = self.clockwise(self.last.button)
        if around.index(person.seat) > around.index(coming.blinds[0]):
            person.out = False

    def _sits_down(self) -> None:
        assert self.last is not None
        taken = {*self.people, *self.left, self.last.button, *self.last.blinds, self.given_up}
        self.sits_down((seat for seat in range(1, self.house.game.seats + 1) if seat not in taken), self._newcomer)

    def _newcomer(self, name: str, seat: int) -> Person:
        return Person(name, seat, self.house.stake + self.rng.randint(0, 50) * self.house.big, out=True, new=True)

    # ---- a hand ----

    def hand(self, fault: Fault | None = None) -> Hand:
        """Play the next hand."""
        self.lines = []
        self.between()
        self.coming = self.places()
        cited = fault.plant(self, self.rng) if fault is not None and fault.at == "places" else None
        places = self.coming
        self.number += 1
        players = self.seated()
        seating = Seating(self.number, places.button, [players[seat] for seat in self.following(places.button)], [])
        amounts = self.house.blinds[-1:] if places.dead else self.house.blinds
        seating.blinds = [(players[seat], amount) for seat, amount in zip(places.blinds, amounts, strict=False)]
        self._settle_blinds(places, seating, players)
        if fault is not None and fault.at == "posts":
            cited = fault.plant(self, seating)
        hand = Hand(self.house, seating, self.habits, self.rng, fault, cited=cited)
        play_out(hand, COURSE)
        self.over(players.values(), places)
        return hand

    def _settle_blinds(self, places: Places, seating: Seating, players: dict[int, Player]) -> None:
        """Who posts for cards, and whom the big blind passes."""
        around = self.clockwise(places.button)
        self.back = []
        big = around.index(places.blinds[-1])
        for seat, person in self.people.items():
            if person.out:
                seating.out.append(Player(seat, person.name, person.stack))
                person.missed = person.missed or around.index(seat) < big
                person.seen = person.seen or around.index(places.blinds[0]) < around.index(seat) < big
                continue
            if seat not in places.blinds and (person.missed or (person.new and self.rng.random() < 0.3)):
                seating.posts.append((players[seat], self.house.big))
                self.back += [person.name] * (person.seen and not person.new)
            person.missed = person.seen = person.new = False


# ---- whole logs ----


def open_table(rng: random.Random, game: Game, limit: str, number: int = 0, habits: Habits | None = None) -> Evening:
    """A table with people at it, some of them with few chips."""
    house = declare(rng, game, limit, number)
    least = 2 if len(house.blinds) < 3 else 4
    count = rng.choice(COUNTS)
    seats = sorted(rng.sample(range(1, game.seats + 1), max(count, least)))
    names = rng.sample(NAMES, len(seats))
    people = {seat: Person(name, seat, _stack(rng, house)) for seat, name in zip(seats, names, strict=True)}
    if len(seats) > 4 and rng.random() < 0.3:
        away = people[rng.choice(seats)]
        away.out, away.new = True, house.opens
    return Evening(house, habits or Habits.any(rng, stakes=0.8, steps=True), rng, people, gone=set(names))


def _stack(rng: random.Random, house: House) -> int:
    stack = some_stack(rng, house)
    return max(stack, house.stake) if house.opens else stack


def log(seed: object, game: str, limit: str, hands: int = 4) -> str:
    """A table and some hands that were played there by the book."""
    rng = random.Random(f"{seed} {game} {limit}")
    evening = open_table(rng, GAMES[game], limit)
    return written(evening, (evening.hand() for _ in range(hands)))
