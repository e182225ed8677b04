"""An evening at a table: hand after hand, the buck going round, stakes won and lost, people coming and going."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from play.act.games import GAMES, Game
from play.act.hand import Cards, Habits, House, Play, Seated, Variation
from play.act.playing import play_out
from play.common import ranking
from play.common.words import quoted

NAMES = (
    "Ann", "Ben", "Cam", "Dot", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jed", "Kim", "Lou", "Max", "Ned", "Oda", "Pat",
    "Zoë", "Łukasz", "Þóra", "李雷", "Ωmega", "Mary Jane", "van der Berg", "O'Neil", 'The "Kid"', "x", "7 of Clubs",
    "fold", "back\\slash", "Ann#2", "A,B", "[Q]",
)  # fmt: skip
MINIMUMS = (50, 100, 200, 500, 500, 500, 1000, 2500)


@dataclass
class Evening:
    """The people at a table, their chips and the buck, from hand to hand."""

    house: House
    habits: Habits
    people: dict[str, Seated]
    rng: random.Random
    buck: int | None = None
    number: int = 0
    minute: int = 0
    previous: Play | None = None  # the hand before in the log
    played: Play | None = None  # and at the table
    notes: list[str] = field(default_factory=list)
    names: tuple[str, ...] = NAMES  # of the people who may come
    first: int = 1  # the number of the first hand
    gaps: float = 0.01  # how likely a hand is not written down
    decks: bool = True  # may people change from one deck to another?

    def hand(self, keep: bool = True) -> Play | None:
        """Deal the next hand and play it out; None when too few are left. With `keep` it remembers the hands before."""
        if self.number:
            self._meanwhile()
        dealt = [one for one in self.people.values() if not one.out]
        if len(dealt) < 2:
            return None
        self._another_deck(len(dealt))
        self.buck = self._next_buck([one.seat for one in dealt])
        self.number += 1
        play = Play(
            self.house,
            self.habits,
            str(self.first + self.number - 1),
            tuple(self.people.values()),
            self.buck,
            cards(self.rng, [one.name for one in dealt], self.house),
            *self._when(),
            tuple(note for note in self.notes if self.habits.notes or _lasting(note)),
            self.previous if keep else None,
        )
        self.notes = []
        play_out(play, self.rng)
        for name, left in play.left().items():
            self.people[name] = replace(self.people[name], stake=left)
        self.played = play
        if keep and self.previous is not None and self.rng.random() < self.gaps:
            self.notes = [note for note in play.notes if _lasting(note)]  # nobody wrote this one down
            return self.previous
        self.previous = play
        return play

    def _next_buck(self, seats: list[int]) -> int:
        """One player on, but for a hand that came to nothing: then the buck stays where it was, or may."""
        last = self.played
        if last is not None and self.buck in seats and not self._moved(last):
            return self.buck
        return next_buck(self.buck, seats)

    def _moved(self, last: Play) -> bool:
        """Does the buck move on after this hand? After a misdeal it stays, after an annulled hand it may."""
        if last.table.annulled:
            return self.rng.random() < 0.5
        return last.table.dealt

    def _when(self) -> tuple[str | None, date | None]:
        """The time of the next hand; past midnight the header names the day."""
        self.minute += self.rng.randint(1, 4)
        hour, minute = divmod(self.minute, 60)
        if not self.habits.times:
            return None, None
        day = self.house.day + timedelta(hour // 24) if hour >= 24 else None
        return f"{hour % 24:02}:{minute:02}", day

    # ---- between hands ----

    def _meanwhile(self) -> None:
        if self.rng.random() < 0.01:
            self._new_limits()
        for one in list(self.people.values()):
            if one.stake == 0:
                self._broke(one)
            elif one.stake < self.house.stake and self.rng.random() < 0.5:
                self._buys(one)
            elif self.rng.random() < 0.03:
                self.people[one.name] = replace(one, out=not one.out)
            elif self.rng.random() < 0.02:
                self._buys(one)
            elif self.rng.random() < 0.03 and one.stake > self.house.stake:
                self._removes(one)
            elif self.rng.random() < 0.02 and len(self.people) > 2:
                self._leaves(one)
            elif self.rng.random() < 0.02:
                self._moves(one)
        if len(self.people) < 4 or self.rng.random() < 0.1:
            self._joins()
        if self.rng.random() < 0.03:
            self.rng.choice((self._new_cards, self._low_ace, self._seat_wanted))()

    def _new_limits(self) -> None:
        """The house changes its minimums, after telling the players."""
        minimum = self.rng.choice(MINIMUMS)
        most = 10 * minimum if self.house.maximum else None
        self.house = replace(self.house, minimum=minimum, stake=20 * minimum, maximum=most)
        self.notes += ["notice limits to players", f"minimum {minimum / 100}", f"stake ${20 * minimum / 100:,}"]
        self.notes += [f"maximum {most / 100}"] if most else []

    def _another_deck(self, players: int) -> None:
        """Too many for a reduced deck go back to the full one; few enough may agree on another."""
        decks = self.house.game.decks
        fitting = [size for size, most in decks.items() if players <= most]
        if players > decks[self.house.deck] or (self.rng.random() < 0.02 * self.decks and len(decks) > 1):
            size = self.rng.choice(fitting)
            self.house = replace(self.house, deck=size)
            self.notes += [f"deck {size}", "agreed reduced-deck by players"] if size != max(decks) else [f"deck {size}"]

    def _new_cards(self) -> None:
        """A card is replaced, or the whole deck, which is then checked."""
        self.notes += self.rng.choice((["replace [9c]"], ["replace deck", "deck-check", "shuffle"]))

    def _low_ace(self) -> None:
        self.house = replace(self.house, ace_low=True)
        self.notes.append("agreed ace-low by players and operator")

    def _seat_wanted(self) -> None:
        """A player of the table asks for a free seat and gets it before somebody who is waiting."""
        free, one = self._free(), self.rng.choice(list(self.people.values()))
        if free:
            seat = self.rng.choice(free)
            self.notes += [f"Newcomer asks for {seat}", f"{quoted(one.name)} asks for {seat}"]
            self.notes.append(f"{quoted(one.name)} moves to {seat}")
            self.people[one.name] = replace(one, seat=seat)

    def _broke(self, one: Seated) -> None:
        """A player who lost everything buys in again, stays seated without playing, or leaves."""
        choice = self.rng.random()
        if choice < 0.6 or len(self.people) < 3:
            self._buys(one)
        elif choice < 0.8:
            self.people[one.name] = replace(one, out=True)
        else:
            self._leaves(one)

    def _buys(self, one: Seated) -> None:
        """Chips up to the minimum stake at least."""
        amount = max(self.house.stake - one.stake, 0) + self.rng.choice((0, 0, self.house.stake, 100))
        if amount:
            self.notes.append(f"{quoted(one.name)} buys ${amount / 100:.2f}")
            self.people[one.name] = replace(one, stake=one.stake + amount, out=False)

    def _removes(self, one: Seated) -> None:
        """Chips leave the table between hands; nothing says how many must stay, and few make short blinds."""
        few = self.rng.random() < 0.5
        left = self.rng.randint(1, 2 * self.house.minimum) if few else self.rng.randint(self.house.stake, one.stake - 1)
        amount = one.stake - left
        self.notes.append(f"{quoted(one.name)} removes ${amount / 100:.2f}")
        self.people[one.name] = replace(one, stake=one.stake - amount)

    def _leaves(self, one: Seated) -> None:
        self.notes.append(f"{quoted(one.name)} leaves")
        del self.people[one.name]

    def _moves(self, one: Seated) -> None:
        free = self._free()
        if free:
            seat = self.rng.choice(free)
            self.notes.append(f"{quoted(one.name)} moves to {seat}")
            self.people[one.name] = replace(one, seat=seat)

    def _joins(self) -> None:
        free = self._free()
        names = [name for name in self.names if name not in self.people]
        if free and names:
            name, seat = self.rng.choice(names), self.rng.choice(free)
            stake = self.house.stake * self.rng.choice((1, 1, 2, 5))
            self.notes.append(f"{quoted(name)} sits {seat} ${stake / 100:.2f}")
            self.people[name] = Seated(name, seat, stake)

    def _free(self) -> list[int]:
        taken = {one.seat for one in self.people.values()}
        return [seat for seat in range(1, self.house.game.seats + 1) if seat not in taken]


def _lasting(note: str) -> bool:
    """Is this about the table and not about people's comings and goings?"""
    return note.startswith(("notice", "minimum", "stake", "maximum", "agreed", "replace", "deck", "shuffle"))


def next_buck(last: int | None, seats: list[int]) -> int:
    """Where the buck lies next: the first seat of the evening, then one player on, clockwise."""
    order = sorted(seats)
    return next((seat for seat in order if last is not None and seat > last), order[0])


# ---- cards ----


def cards(rng: random.Random, names: list[str], house: House) -> Cards:
    """The cards of a hand; now and then the deck is stacked, so that hands tie or run close."""
    deck = ranking.deck(house.deck)
    rng.shuffle(deck)
    own, communal = house.game.own, house.game.communal
    if rng.random() < 0.3:
        deck = stacked(rng, deck, len(names), house)
    board, deck = tuple(deck[:communal]), deck[communal:]
    hole = {name: tuple(deck[own * place : own * (place + 1)]) for place, name in enumerate(names)}
    if communal == 0:
        hole = {name: tuple(rng.sample(hand, own)) for name, hand in hole.items()}
    return Cards(hole, board, tuple(deck[own * len(names) :]))


def stacked(rng: random.Random, deck: list[str], players: int, house: House) -> list[str]:
    """A deck that gives the first players, or the board, twins, a run, one suit, the best hand."""
    low = "low" if house.ace_low or house.deck == ranking.FULL else "twins"
    kind = rng.choices(("twins", "run", "suit", low, "royal"), (40, 20, 20, 20, 4))[0]
    ranks, suit, own = ranking.RANKS[house.deck], rng.choice("cdhs"), house.game.own
    if kind == "twins":
        twins = rng.sample(ranks, min(own, 5))
        suits = rng.sample("cdhs", 4)
        hands = min(players, rng.randint(2, 4) if own == 2 else 2)
        rest = [card for card in deck if card[0] not in twins]
        if own == 2:
            hole = [rank + one for one in suits[:hands] for rank in twins]
            rest = [card for card in deck if card not in hole]
            return rest[:5] + hole + rest[5:]
        pairs = [rng.sample(suits, 2) for _ in twins]
        filled = [[*(rank + pair[place] for rank, pair in zip(twins, pairs, strict=True))] for place in range(2)]
        used = {card for hand in filled for card in hand}
        rest = [card for card in deck if card not in used]
        for hand in filled:
            while len(hand) < own:
                hand.append(rest.pop())
        return [card for hand in filled for card in hand] + rest
    if kind == "royal":
        first = [rank + suit for rank in "AKQJT"]
        rest = [card for card in deck if card not in first]
        return [*first[:3], *rest[:2], *first[3:], *rest[2:]] if own == 2 else first + rest
    if kind == "suit":
        first = [card for card in deck if card[1] == suit][: 3 if own == 2 else 5]
    else:
        start = 0 if kind == "low" else rng.randrange(4)
        first = [rank + rng.choice("cdhs") for rank in ranks[start : start + 4]]
        first += ["A" + rng.choice("cdhs")] * (kind == "low" and own > 2)
    return first + [card for card in deck if card not in first]


# ---- tables ----


def open_table(
    rng: random.Random,
    game: Game,
    name: str | None = None,
    habits: Habits | None = None,
    depth: int = 20,
    names: tuple[str, ...] = NAMES,
) -> Evening:
    """A table with its sign, its people and a writer of its log; stakes are up to so many minimum stakes deep."""
    habits = habits or habits_of(rng, game)
    house = house_of(rng, game, name or f"{game.title} 1", habits)
    count = rng.choice([count for count in (2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 10, 13) if count <= game.seats])
    seats = sorted(rng.sample(range(1, game.seats + 1), count))
    people = {
        name: Seated(name, seat, house.stake * rng.randint(10, 10 * depth) // 1000 * 100 or house.stake)
        for name, seat in zip(rng.sample(names, count), seats, strict=True)
    }
    first = rng.choice((1, 1, 41, 1041))
    people = {name: replace(one, stake=max(one.stake, house.stake)) for name, one in people.items()}
    return Evening(house, habits, people, rng, minute=rng.choice((600, 1260, 1400)), names=names, first=first)


def house_of(rng: random.Random, game: Game, name: str, habits: Habits) -> House:
    """A table as its sign and the head of its log declare it."""
    minimum = rng.choice(MINIMUMS)
    limit = rng.choice((None, *game.limits)) if game.limits else None
    bounded = game.limits and limit in (None, "table-limit") and rng.random() < 0.7
    return House(
        name,
        game,
        rng.choice(game.days),
        minimum,
        20 * minimum,
        rng.choice(list(game.decks)),
        limit,
        minimum * rng.choice((1, 4, 10)) if bounded else None,
        rng.random() < 0.15,
        variation(rng),
        setup(rng, habits, game),
    )


def variation(rng: random.Random) -> Variation | None:
    """Now and then the house charges less than the scale."""
    if rng.random() > 0.1:
        return None
    return rng.choice(
        (
            Variation("commission 3% rounded down to $1", lambda pot: pot * 3 // 10000 * 100),
            Variation("commission $1 per $30", lambda pot: pot // 3000 * 100),
            Variation("commission $0 per $20", lambda pot: 0),
        )
    )


def setup(rng: random.Random, habits: Habits, game: Game) -> tuple[str, ...]:
    """What else is declared at the head of a table's log."""
    kept = habits.prepares - {"depth"} | ({"announcements"} if habits.announces else set())
    lines = ["sign", "cloth", "deck-check", "open", "shoe", f"records {', '.join(sorted(kept))}" if kept else "sign"]
    lines = [line for line in lines if rng.random() < 0.6]
    if rng.random() < 0.05:
        lines += ['tournament "Cup"', "approval", "entry-fees 40 of $50 kept $200 prizes $1,800"]
    if game.form and rng.random() < 0.5:
        lines += rng.sample((f"betting {game.form}", "agreed betting-form by players and operator"), rng.randint(1, 2))
    return (*lines, "notice commission to players")


def habits_of(rng: random.Random, game: Game) -> Habits:
    """How the writer of this log works."""
    prepares = {item for item in ("shuffle", "depth", "cut-completed", "shoe") if rng.random() < 0.6}
    return Habits(
        money=rng.choice(("$", "$", "")),
        stakes=rng.random() < 0.9,
        cards=rng.choices(("all", "shown", "hole", "none"), (12, 5, 0 if game.opens else 2, 1))[0],
        draws=frozenset(item for item in ("pat", "cards", "said") if rng.random() < 0.8),
        buck=rng.random() < 0.95,
        notes=rng.random() < 0.95,
        remarks=rng.random() < 0.2,
        prepares=frozenset(prepares | ({"cut"} if rng.random() < 0.8 else set())),
        announces=rng.random() < 0.3,
        pots=rng.choices(("total", "each", "none"), (5, 4, 1))[0],
        counts=rng.random() < 0.1,
        passes=rng.random() < 0.5,
        times=rng.random() < 0.8,
    )


def logs(seed: int, hands: int, names: tuple[str, ...] = NAMES, game: str = "manila") -> Iterator[str]:
    """Logs of whole evenings, of one table or several of a game, until there are as many hands as wanted."""
    rng = random.Random(seed)
    table = ""
    while hands > 0:
        chosen = GAMES[game]
        which = table.count("\ntable ") + table.startswith("table ")  # a name stands for one table of a log
        evening = open_table(rng, chosen, f"{chosen.title} {rng.randint(1, 9)}{'abcdefgh'[which]}", names=names)
        last: Play | None = None
        for _ in range(min(hands, rng.randint(1, 30))):
            play = evening.hand()
            if play is None:
                break
            last = play
        if last is not None:
            table += last.log() + closing(rng)
            hands -= evening.number
            if rng.random() < 0.7 or hands <= 0:
                yield "log 1\n" + table
                table = ""


def closing(rng: random.Random) -> str:
    """How a table's log ends."""
    early = "notice closure to inspector\nnotice closure to players\nclose early\n"
    return rng.choice(("", "deck-check\nclose\n", "\n# the end\n", early))
