"""Planting a fault: taking up a legal hand at the right place, doing the wrong thing, and playing on by the book."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import wraps

from play.act import events as e
from play.act.dealing import prepare, start
from play.act.evening import Evening, open_table
from play.act.games import GAMES, Game
from play.act.hand import Cards, Habits, Play, Step
from play.act.playing import carry_on
from play.act.table import Player, Table
from play.common import ranking
from play.common.planting import entered

Planted = tuple[Play, str | tuple[str, ...]] | None  # the hand with the fault, and the clause that it breaks
Plant = Callable[[Play, random.Random], Planted]
Change = Callable[[Play, Player, random.Random], str | None]  # of a player's turn; gives the clause that it breaks
LATER = ("second", "third", "fourth", "final")
MIDDLE = LATER[:3]

# ---- the register ----

STUDS = ("7cs-blind", "7cs-ante", "5cs-blind", "5cs-ante")
CAPPED = ("manila", "7cs-blind", "5cs-blind")
FREE = ("7cs-ante", "5cs-ante", "draw")
OPEN = (*STUDS, "manila")  # players may check
EVERY = tuple(GAMES)


@dataclass(frozen=True)
class Fault:
    """A fault with the games it can be planted in; `own` if it cites clauses by the number they have there.

    Other faults cite a clause as Canberra Manila numbers it.
    """

    plant: Plant
    games: tuple[str, ...]
    own: bool

    def __call__(self, play: Play, rng: random.Random) -> tuple[str, tuple[str, ...]] | None:
        """The log of a hand with the fault, and the clauses that an audit must cite for it, alone."""
        planted = self.plant(play, rng)
        if planted is None:
            return None
        other, cited = planted
        clauses = (cited,) if isinstance(cited, str) else cited
        return other.log(), clauses if self.own else tuple(play.game.clause(clause) for clause in clauses)


FAULTS: dict[str, Fault] = {}


def fault(*games: str, own: bool = False) -> Callable[[Plant], Plant]:
    """Enter a fault into the register, under its function's name; without games named it can be planted in all."""
    return entered(FAULTS, lambda plant: Fault(plant, games or EVERY, own))


# ---- hands to plant faults in ----


def subjects(seed: int, game: str = "manila") -> Iterator[Play]:
    """Hands of a game without any mishap and with everything noted, each the last of its log."""
    rng = random.Random(seed)
    while True:
        evening = _plain_evening(rng, GAMES[game])
        plays = [evening.hand() for _ in range(rng.randint(1, 3))]
        last = plays[-1]
        if last is not None and all(play is not None and _uneventful(play) for play in plays):
            yield last


def _plain_evening(rng: random.Random, game: Game) -> Evening:
    habits = Habits(pots=rng.choice(("total", "each")), announces=rng.random() < 0.3)
    evening = open_table(rng, game, habits=habits, depth=rng.choice((2, 20)))
    evening.first, evening.gaps = 1, 0
    evening.house = replace(evening.house, ace_low=False, variation=None, lines=())
    evening.decks = False
    return evening


def _uneventful(play: Play) -> bool:
    table = play.table
    strange = table.misdeals or table.mishaps or table.annulled or any(one.void for one in table.players)
    strange = strange or play.opened_first or any(isinstance(step.event, e.Boxed | e.TakenBack) for step in play.steps)
    bought = any(one.bought for one in table.players)
    return not strange and not bought and not play.house.ace_low and play.house.minimum * 20 == play.house.stake


# ---- taking a hand up ----


def turns(play: Play, wanted: Callable[[Table, Player], bool]) -> list[int]:
    """The steps before which a player is to act and the table is as wanted."""
    return [
        number
        for number, table, step in play.moments()
        if isinstance(step.event, e.Act) and table.turn is not None and wanted(table, table.turn)
    ]


def closures(play: Play, wanted: Callable[[Table], bool]) -> list[int]:
    """The steps right before which a betting round is over and another card is to come."""
    cards = e.Communal | e.Deal | e.Discards
    return [
        number
        for number, table, step in play.moments()
        if isinstance(step.event, cards) and table.round is not None and table.round.closed and not table.fresh
        if wanted(table)
    ]


def openers(play: Play) -> list[str]:
    """The players in the order in which their first open cards entitle them to open, ties from the buck on."""
    at = "".join(play.game.streets[0]).index("u")
    names = [player.name for player in play.around()]
    return sorted(names, key=lambda name: -ranking.RANKS[play.house.deck].index(play.cards.hole[name][at][0]))


def taken_up(play: Play, rng: random.Random, wanted: Callable[[Table, Player], bool]) -> Play | None:
    """The hand up to a turn at which the table is as wanted, if there is one."""
    found = turns(play, wanted)
    return play.again(rng.choice(found)) if found else None


def at_turn(wanted: Callable[[Table, Player], bool]) -> Callable[[Change], Plant]:
    """A fault of a player whose turn it is: the hand is taken up where the table is as wanted, and played on."""

    def make(change: Change) -> Plant:
        @wraps(change)
        def plant(play: Play, rng: random.Random) -> Planted:
            other = taken_up(play, rng, wanted)
            if other is None or other.table.turn is None:
                return None
            cited = change(other, other.table.turn, rng)
            return None if cited is None else (played_on(other, rng), cited)

        return plant

    return make


def between_rounds(
    wanted: Callable[[Play, Table], bool], first: bool = True
) -> Callable[[Callable[[Play, random.Random], str | None]], Plant]:
    """A fault after a betting round, the first or any that is as wanted; the hand is then played on."""

    def make(change: Callable[[Play, random.Random], str | None]) -> Plant:
        @wraps(change)
        def plant(play: Play, rng: random.Random) -> Planted:
            found = closures(play, lambda table: wanted(play, table))
            if not found:
                return None
            other = play.again(found[0] if first else rng.choice(found))
            cited = change(other, rng)
            return None if cited is None else (played_on(other, rng), cited)

        return plant

    return make


def played_on(play: Play, rng: random.Random) -> Play:
    """The rest of the hand by the book and without mishaps."""
    return carry_on(play, rng, mishaps=False)


def prepared(play: Play, rng: random.Random, change: Callable[[Step], list[Step]]) -> Play:
    """The hand begun again with its preparation changed line by line, then played on."""
    other = play.again(0)
    for _, table, step in play.moments():
        if table.round is not None:
            break
        for one in change(step):
            other.note(one.text, one.event)
    return played_on(other, rng)


def afresh(play: Play, rng: random.Random, **changes: object) -> Play:
    """The hand begun again with something changed about it, then played by the book."""
    other = play.again(0, **changes)
    start(other, rng)
    prepare(other, rng)
    return played_on(other, rng)


def begun_again(play: Play, rng: random.Random, cards: Cards) -> Play:
    """The hand up to its first betting round, with other cards."""
    other = play.again(0, cards=cards)
    start(other, rng)
    prepare(other, rng)
    return other


def before_end(play: Play, *lines: str) -> Play:
    """The hand with lines added before its end."""
    other = play.again(len(play.steps) - 1)
    for line in lines:
        other.note(line)
    other.note("end")
    return other
