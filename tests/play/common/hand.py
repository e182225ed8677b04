"""A hand while it is played: the table as this machine sees it, and what has been written down.

The state is kept from the text of the rules alone; the auditor has no part in it. A fault is planted at one of the
moments of a hand (`Hand.plant`), and the hand is then played on by the book from where the fault left it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from play.common import pots, table
from play.common.games import House
from play.common.pots import Due, Pot, Stake
from play.common.ranking import Order, best, deck, low


@dataclass(frozen=True)
class Habits:
    """What the writer of a log notes, and how."""

    stakes: bool = True
    burns: bool = True
    cards: str = "all"  # all, shown: only hands that were shown, none: not even that cards were dealt
    raises: str = "to"  # to, by, both
    calls: str = "by"  # by, to, bare
    pots: str = "total"  # total, each, none
    steps: bool = False  # shuffle and cut
    announces: bool = False
    counts: bool = False
    early: bool = True  # chips nobody called go back at once
    all_in: bool = True  # is told even where the stake shows it

    @classmethod
    def any(cls, rng: random.Random, stakes: float = 0.85, steps: bool = False) -> Habits:
        """Habits of some writer, who notes stakes so often, and perhaps the steps of the dealer."""
        noted = rng.random() < stakes
        return cls(
            noted,
            rng.random() < 0.8,
            rng.choice(("all", "all", "shown", "none")),
            rng.choice(("to", "by", "both")),
            rng.choice(("by", "to", "bare")),
            rng.choice(("total", "each", "each", "none")),
            steps and rng.random() < 0.5,
            steps and rng.random() < 0.3,
            steps and noted and rng.random() < 0.2,
            rng.random() < 0.5,
            not noted or rng.random() < 0.7,
        )


@dataclass(eq=False)
class Player(table.Player):
    """A player who is dealt in."""

    dead: int = 0  # as much of what was put in as belongs to no wager and is not matched
    mark: int = 0  # what `bet` was after the player's last act of the round


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
    tournament: bool | None = False  # None: in either


@dataclass
class Seating:
    """Who sits where when a hand begins: players dealt in, others, the button, the blinds due by seat and posts."""

    number: int
    button: int
    players: list[Player]  # clockwise from the left of the button
    blinds: list[tuple[Player, int]] = field(default_factory=list)
    out: list[Player] = field(default_factory=list)
    posts: list[tuple[Player, int]] = field(default_factory=list)  # what is put up to get cards
    fresh: list[str] = field(default_factory=list)  # who has sat down since the last hand


@dataclass
class Betting:
    """A betting round."""

    number: int
    size: int  # the bet of a fixed limit, or the smallest bet
    level: int = 0  # the wager to be met
    full: int = 0  # the last full level
    quantum: int = 0  # the last, or the largest, full bet or raise
    raises: int = 0
    capped: bool = False
    left: int = 0  # who could bet when the last raise was made that is allowed
    shorts: int = 0  # wagers of somebody's last chips that were less than a full one
    last: Player | None = None  # who bet or raised last
    first: Player | None = None  # who acted first
    opened: bool = False  # anybody has wagered of their own will
    answered: set[str] = field(default_factory=set)  # who has acted since the last full bet or raise


@dataclass
class Hand(table.Table[Player]):
    """A hand that is being played; each rulebook says in one of its own what a wager comes to."""

    house: House
    seating: Seating
    habits: Habits
    rng: random.Random
    fault: Fault | None = None
    lines: list[str | Callable[[], str]] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    board: list[str] = field(default_factory=list)
    burnt: list[str] = field(default_factory=list)
    betting: Betting = field(init=False)
    last_blind: Player | None = None  # straddles included
    posted: dict[str, int] = field(default_factory=dict)  # the blinds that were put up
    wagered: bool = False  # anything but blinds
    bound: dict[str, str] = field(default_factory=dict)  # who folds, or stays, as soon as that is open
    reveals: bool = False  # a winner whom nobody called shows all the same
    returned: int = 0  # chips that nobody called
    cited: Cited | None = None
    actor: Player | None = None  # whose turn it is
    settlement: Due | None = None  # as it is about to be written down

    def __post_init__(self) -> None:
        self.deck = deck()
        self.rng.shuffle(self.deck)
        self.betting = Betting(1, self.house.bet(1), quantum=self.house.bet(1))

    # ---- writing ----

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

    # ---- players and cards ----

    @property
    def players(self) -> list[Player]:  # type: ignore[override]
        """Those dealt in, clockwise from the left of the button."""
        return self.seating.players

    @property
    def turn(self) -> Player:
        """Whose turn it is."""
        assert self.actor is not None
        return self.actor

    def turn_again(self) -> None:
        """Let the player whose turn it is act after all."""
        self.actor = self.players[self.players.index(self.turn) - 1]

    def top(self) -> str:
        """The top card of the deck."""
        return self.deck.pop()

    def draw(self, player: Player) -> str:
        """The next card for a player."""
        card = self.top()
        player.cards.append(card)
        return card

    # ---- wagers ----

    @property
    def level(self) -> int:  # type: ignore[override]
        """The wager to be met."""
        return self.betting.level

    @property
    def fixed(self) -> bool:
        """Is the limit fixed?"""
        return self.house.limit == "fixed"

    def pay(self, player: Player, amount: int, live: bool = True) -> None:
        """Chips go in; those that are not live, as an ante, belong to no wager of the round."""
        player.stack -= amount
        player.put += amount
        player.bet += amount if live else 0

    def due_to_call(self, player: Player) -> int:
        """What a call takes of the player's chips."""
        return min(self.level - player.bet, player.stack)

    def wager(self, player: Player, total: int) -> None:
        """A call, bet or raise to a total of the round."""
        before = self.level
        self.pay(player, total - player.bet)
        self.has_acted(player)
        self.wagered = self.betting.opened = True
        if total > before:
            self.betting.last = player
            self.lift(player, total)

    def has_acted(self, player: Player) -> None:
        """The player has done something of their own will in the round."""
        player.acted, player.mark = True, player.bet
        self.betting.first = self.betting.first or player
        self.betting.answered.add(player.name)

    def lift(self, player: Player, total: int) -> None:
        """What a bet or a raise to a total does to its round."""
        raise NotImplementedError

    def reopened(self, player: Player) -> bool:
        """May the player raise, having acted or not?"""
        raise NotImplementedError

    def least(self) -> int:
        """The smallest total of a full bet or raise."""
        raise NotImplementedError

    def most(self, player: Player) -> int | None:
        """The largest total of a bet or raise; None where there is no limit."""
        raise NotImplementedError

    def bounds(self, player: Player) -> tuple[int, int] | None:
        """The least and the most that a raiser's total may become; None where no raise is open by its number."""
        least, most = self.least(), self.most(player)
        if player.everything < least:
            return player.everything, player.everything
        return least, player.everything if most is None else min(most, player.everything)

    @property
    def doubtful(self) -> bool:
        """Can nobody tell from the chips on the table what is to be met, because a blind was short?"""
        raise NotImplementedError

    # ---- how people play and write ----

    exact = False  # is a wager one of certain totals, and not any between two bounds?

    @property
    def free_fold(self) -> float:
        """How much less likely a fold is where there is nothing to call."""
        return 0.02

    def unsaid(self) -> bool:
        """Does the log leave out that a player wagers nothing?"""
        return False

    # ---- the end ----

    def stakes(self) -> list[Stake]:
        """What everybody has in."""
        return [Stake(one.name, one.put, one.live, tuple(one.cards), one.dead) for one in self.players]

    def winners(self, stakes: Sequence[Stake]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Who of some players has the best high and who the best low hand."""
        if len(stakes) == 1:
            return (stakes[0].name,), ()
        return pots.best_of(stakes, lambda one: self.high(one.own)), pots.best_of(stakes, lambda one: self.low(one.own))

    def high(self, own: Sequence[str]) -> tuple[int, ...]:
        """What a player's cards are worth."""
        return best(tuple(own), tuple(self.board), Order(parts=self.house.game.parts))

    def low(self, own: Sequence[str]) -> tuple[int, ...] | None:
        """What they are worth for low, where that halves the pot, so that a better hand has more."""
        found = low(tuple(own), tuple(self.board), self.house.game.parts) if self.house.game.low else None
        return None if found is None else tuple(-rank for rank in found)

    def due(self) -> Due:
        """Who wins what as the hand stands."""
        return Due(pots.pots(self.stakes(), self.winners))

    def shares(self, pot: Pot) -> dict[str, int]:
        """What a pot comes to for each winner."""
        return pots.shares(pot, self.house.chip, self.house.book.halved_once)

    def order(self) -> list[Player]:
        """The live players in the order in which they show."""
        raise NotImplementedError

    def first_to_show(self, players: list[Player]) -> Player | None:
        """Who of them has to show in any case."""
        return players[0]

    def to_show(self, player: Player) -> list[str]:
        """The cards that a player turns up."""
        return player.cards

    @property
    def shown_alone(self) -> float:
        """How often a player whom nobody called shows."""
        return 0.05

    @property
    def all_shown(self) -> bool:
        """Must everybody show?"""
        return False

    def gives_back(self) -> bool:
        """Are chips that nobody called handed back before the pots are counted?"""
        return True

    def correct(self, coming: Due) -> None:
        """Change what is due where a rule of the game takes something back."""

    @property
    def rakes(self) -> bool:
        """Is anything taken of the pots?"""
        return self.house.rake is not None

    def raked(self, pots: list[Pot]) -> list[Pot]:
        """The pots in the order in which the commission is taken from them."""
        return pots
