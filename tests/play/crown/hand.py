"""A hand of Crown Poker while it is played: the table as this machine sees it, and what has been written down.

The state is kept here from the text of the rules alone; the auditor has no part in it. A fault is planted at one of the
moments of a hand (`Hand.plant`), and the hand is then played on by the book from where the fault left it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from auditor.money import money_text
from play.act.hand import quoted
from play.act.oracle import RANKS
from play.crown.games import CAPPED, POT, House
from play.crown.oracle import Due, Stake, settle


@dataclass(frozen=True)
class Habits:
    """What the writer of a log notes, and how."""

    stakes: bool = True
    burns: bool = True
    cards: str = "all"  # all, shown: only hands that were shown, none: not even that cards were dealt
    raises: str = "to"  # to, by, both
    calls: str = "by"  # by, to, bare
    pots: str = "total"  # total, each, none
    steps: bool = True  # shuffle and cut
    announces: bool = False
    counts: bool = False
    early: bool = True  # chips nobody called go back at once
    all_in: bool = True  # is told even where the stake shows it

    @classmethod
    def any(cls, rng: random.Random) -> Habits:
        """Habits of some writer."""
        stakes = rng.random() < 0.8
        return cls(
            stakes,
            rng.random() < 0.8,
            rng.choice(("all", "all", "shown", "none")),
            rng.choice(("to", "by", "both")),
            rng.choice(("by", "to", "bare")),
            rng.choice(("total", "each", "each", "none")),
            rng.random() < 0.5,
            rng.random() < 0.3,
            stakes and rng.random() < 0.2,
            rng.random() < 0.5,
            not stakes or rng.random() < 0.7,
        )


@dataclass(eq=False)
class Player:
    """A player who is dealt in."""

    seat: int
    name: str
    stack: int
    cards: list[str] = field(default_factory=list)
    bet: int = 0  # of the betting round
    put: int = 0  # of the hand
    live: bool = True
    shown: bool = False

    @property
    def able(self) -> bool:
        """Can this player still bet?"""
        return self.live and self.stack > 0

    @property
    def everything(self) -> int:
        """What the player's total of the round can become."""
        return self.bet + self.stack


Cited = str | tuple[str, ...]
Plant = Callable[..., Cited | None]  # in a hand, or between two in an evening


@dataclass(frozen=True)
class Fault:
    """A fault, the moment of a hand at which it is tried, and the tables where it can be planted.

    With `meek` nobody folds or raises in the hand, and `board` says which communal cards come, so that those who are
    in are likely to tie or to have low hands.
    """

    plant: Plant
    at: str
    limits: tuple[str, ...]
    games: tuple[str, ...]
    meek: bool = False
    board: str | None = None


@dataclass
class Seating:
    """Who sits where when a hand begins: players dealt in, others, the button, the blinds due by seat and posts."""

    number: int
    button: int
    players: list[Player]  # clockwise from the left of the button
    blinds: list[tuple[Player, int]]
    out: list[Player] = field(default_factory=list)
    posts: list[Player] = field(default_factory=list)


@dataclass
class Hand:
    """A hand that is being played."""

    house: House
    seating: Seating
    habits: Habits
    rng: random.Random
    fault: Fault | None = None
    lines: list[str | Callable[[], str]] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    board: list[str] = field(default_factory=list)
    round: int = 0
    level: int = 0  # the wager to be met
    full: int = 0  # the last full level
    quantum: int = 0  # the largest full bet or raise
    raises: int = 0
    acted: set[str] = field(default_factory=set)  # since the last full bet or raise
    shorts: int = 0  # wagers of somebody's last chips that were less than a full bet or raise
    called: Player | None = None  # who bet or raised last in the round
    wagered: bool = False  # anything but blinds
    last_blind: Player | None = None  # straddles included
    bound: dict[str, str] = field(default_factory=dict)  # who folds, or stays, as soon as that is open
    reveals: bool = False  # a winner whom nobody called shows all the same
    returned: int = 0  # chips that nobody called
    cited: Cited | None = None
    actor: Player | None = None  # whose turn it is
    settlement: Due | None = None  # as it is about to be written down

    def __post_init__(self) -> None:
        self.deck = [rank + suit for rank in RANKS[52] for suit in "cdhs"]
        self.rng.shuffle(self.deck)

    def __str__(self) -> str:
        return self.log()

    def log(self) -> str:
        """The hand as written down."""
        lines = [line if isinstance(line, str) else line() for line in self.lines]
        return "".join(f"  {line}\n" if number else f"{line}\n" for number, line in enumerate(lines) if line) + "end\n"

    def note(self, line: str | Callable[[], str]) -> None:
        """Write a line; one that depends on how the hand ends is a function."""
        self.lines.append(line)

    def plant(self, at: str) -> bool:
        """Is this the moment of the fault, and has it been planted? Then what was to happen has happened."""
        if self.fault is None or self.cited is not None or self.fault.at != at:
            return False
        self.cited = self.fault.plant(self, self.rng)
        return self.cited is not None

    def stack_board(self, ranks: str) -> None:
        """Put cards of these ranks, one each, where the communal cards come from, as far as they are still there."""
        for place, rank in zip((-2, -3, -4, -6, -8), ranks, strict=False):
            there = [number for number, card in enumerate(self.deck[:place]) if card[0] == rank]
            if there:
                number = self.rng.choice(there)
                self.deck[number], self.deck[place] = self.deck[place], self.deck[number]

    # ---- players ----

    @property
    def players(self) -> list[Player]:
        """Those dealt in, clockwise from the left of the button."""
        return self.seating.players

    @property
    def live(self) -> list[Player]:
        """Those who have not folded."""
        return [player for player in self.players if player.live]

    @property
    def able(self) -> list[Player]:
        """Those who can still bet."""
        return [player for player in self.players if player.able]

    def after(self, player: Player) -> list[Player]:
        """The players clockwise from a player, who comes last."""
        place = self.players.index(player) + 1
        return self.players[place:] + self.players[:place]

    # ---- wagers ----

    @property
    def pot(self) -> int:
        """Everything in the middle."""
        return sum(player.put for player in self.players)

    @property
    def capped(self) -> bool:
        """Are three raises the most?"""
        return self.house.limit in CAPPED

    def least(self) -> int:
        """The smallest total of a full bet or raise."""
        if self.capped or not self.full:
            return self.full + self.quantum
        return max(self.level, self.full) + self.quantum

    def most(self, player: Player) -> int | None:
        """The largest total of a bet or raise; None where there is no limit."""
        limit = self.house.limit
        if limit == "fixed":
            return self.least()
        if limit == "spread":
            return self.level + (self.house.maximum or 0)
        if limit not in POT:
            return None
        pot = self.pot + self.level - player.bet
        size = -(-pot // POT[limit] // self.house.chip) * self.house.chip
        return max(self.level + size, self.least())

    def pay(self, player: Player, amount: int) -> None:
        """Chips go in."""
        player.stack -= amount
        player.bet += amount
        player.put += amount

    def wager(self, player: Player, total: int) -> None:
        """A call, bet or raise to a total of the round."""
        least = self.least()
        self.pay(player, total - player.bet)
        self.wagered = True
        if total <= self.level:
            self.acted.add(player.name)
            return
        self.called = player
        self.shorts += total < least
        if total >= least:
            self._raised(player, total)
        elif self.capped and 2 * (total - self.full) >= self.quantum:
            self.raises += self.full > 0
            self.level = self.full = total
            self.acted = {player.name}
        else:
            self.level = total
            self.acted.add(player.name)

    def _raised(self, player: Player, total: int) -> None:
        """A full bet or raise."""
        base = self.full if self.capped or not self.full else self.level
        self.raises += self.full > 0
        if self.house.limit != "fixed":
            self.quantum = max(self.quantum, total - base)
        if self.house.maximum is not None:
            self.quantum = min(self.quantum, self.house.maximum)
        self.level = self.full = total
        self.acted = {player.name}

    def stakes(self) -> list[Stake]:
        """What everybody has in."""
        return [Stake(one.name, one.put, one.live, tuple(one.cards)) for one in self.players]

    def due(self) -> Due:
        """Who wins what as the hand stands."""
        return settle(self.stakes(), tuple(self.board), self.house.game)


# ---- words ----


class Named(Protocol):
    """Somebody with a name."""

    name: str


def called(somebody: Named) -> str:
    """A name as a log writes it."""
    return quoted(somebody.name)


def cards(some: list[str] | tuple[str, ...]) -> str:
    """Cards as a log writes them."""
    return f"[{' '.join(some)}]"


money = money_text
