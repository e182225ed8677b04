"""Hands of Robert's button games one after the other: the button moves, players come, leave and run out of chips."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from play.common import evening as common
from play.common.evening import COUNTS, NAMES, some_stack, written
from play.common.hand import Fault, Habits, Player, Seating
from play.common.playing import play_out
from play.roberts.button.playing import COURSE
from play.roberts.games import BUTTON_GAMES, Game, House, declare
from play.roberts.hand import Hand


@dataclass(eq=False)
class Person(common.Person):
    """Somebody at the table."""

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
class Evening(common.Evening[Person, Places]):
    """A table and the people at it, between two hands."""

    house: House
    dead: bool = False  # the button lies before an empty seat rather than that anybody is spared a blind
    arrivals: float = 0.2  # how often somebody sits down between two hands

    # ---- places ----

    def dealt(self) -> list[int]:
        """The seats of those who get cards."""
        return [seat for seat, person in self.people.items() if not person.waits]

    def alone(self) -> bool:
        """Has one player won all the chips?"""
        return sum(one.stack > 0 for one in self.people.values()) < 2

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
                self.leaves(person)
            else:
                self.buys(person, 20 * self.house.big + rng.randint(0, 30) * self.house.big)
        elif not self.house.tournament and not person.waits and not few and rng.random() < 0.05:
            self.leaves(person)

    def _sits_down(self) -> None:
        free = [seat for seat in range(1, self.house.game.seats + 1) if seat not in self.people]
        self.sits_down(free if len(self.dealt()) > 2 else (), self._newcomer)

    def _newcomer(self, name: str, seat: int) -> Person:
        return Person(name, seat, self.rng.randint(20, 80) * self.house.big, True, self.number + 1)

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
        players = self.seated()
        order = [players[seat] for seat in self.following(places.button)]
        seating = Seating(self.number, places.button, order)
        amounts = self.house.blinds[-len(places.blinds) :]
        seating.blinds = [(players[seat], amount) for seat, amount in zip(places.blinds, amounts, strict=True)]
        seating.out = [Player(one.seat, one.name, one.stack) for one in self.people.values() if one.waits]
        seating.posts = [(players[seat], self.house.big) for seat in posts]
        seating.fresh = [one.name for one in self.people.values() if one.since == self.number]
        hand = Hand(self.house, seating, self.habits, self.rng, fault, cited=cited)
        play_out(hand, COURSE)
        self.over(players.values(), places)
        return hand


# ---- whole logs ----


def open_table(
    rng: random.Random, game: Game, limit: str, tournament: bool = False, habits: Habits | None = None
) -> Evening:
    """A table with people at it, some of them with few chips."""
    house = declare(rng, game, limit, tournament)
    count = rng.choice(COUNTS)
    if tournament and count == 2:
        house = replace(house, features=(*house.features, "last-two"))
    seats = sorted(rng.sample(range(1, game.seats + 1), count))
    names = rng.sample(NAMES, len(seats))
    people = {seat: Person(name, seat, some_stack(rng, house)) for seat, name in zip(seats, names, strict=True)}
    dead = tournament or "dead-button" in house.features
    return Evening(house, habits or Habits.any(rng), rng, people, gone=set(names), dead=dead)


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
