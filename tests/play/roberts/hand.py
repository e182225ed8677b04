"""A hand of Robert's Rules while it is played: the table as this machine sees it, and what has been written down.

The state is kept here from the text of the rules alone; the auditor has no part in it. A fault is planted at one of the
moments of a hand (`Hand.plant`), and the hand is then played on by the book from where the fault left it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from auditor.money import money_text
from play.act.hand import quoted
from play.act.oracle import RANKS
from play.roberts.games import House
from play.roberts.oracle import Due


@dataclass(frozen=True)
class Habits:
    """What the writer of a log notes, and how."""

    stakes: bool = True
    burns: bool = True
    cards: str = "all"  # all, shown: only hands that were shown, none: not even that cards were dealt
    raises: str = "to"  # to, by, both
    calls: str = "by"  # by, to, bare
    pots: str = "total"  # total, each, none
    early: bool = True  # chips nobody called go back at once
    all_in: bool = True  # is told even where the stake shows it

    @classmethod
    def any(cls, rng: random.Random) -> Habits:
        """Habits of some writer."""
        stakes = rng.random() < 0.85
        return cls(
            stakes,
            rng.random() < 0.8,
            rng.choice(("all", "all", "shown", "none")),
            rng.choice(("to", "by", "both")),
            rng.choice(("by", "to", "bare")),
            rng.choice(("total", "each", "each", "none")),
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
    bet: int = 0  # live chips of the betting round
    put: int = 0  # of the hand
    dead: int = 0  # as much of that as belongs to no wager and is not matched
    live: bool = True
    shown: bool = False
    acted: bool = False  # in the betting round, blinds and other posts left out
    mark: int = 0  # what `bet` was after the player's last act of the round

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
    """A betting round as the guide keeps it."""

    number: int
    size: int  # the bet of a fixed limit, or the smallest bet
    level: int = 0  # the wager to be met
    full: int = 0  # the last full level
    quantum: int = 0  # the last full bet or raise, at no-limit and pot-limit
    raises: int = 0
    capped: bool = False
    left: int = 0  # who could bet when the last raise was made that is allowed
    shorts: int = 0  # wagers of somebody's last chips since the last full one that were less
    last: Player | None = None  # who bet or raised last
    first: Player | None = None  # who acted first
    opened: bool = False  # anybody has wagered of their own will


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
    betting: Betting = field(init=False)
    last_blind: Player | None = None  # a straddle included
    straddled: bool = False
    posted: dict[str, int] = field(default_factory=dict)  # the blinds that were put up
    bound: dict[str, str] = field(default_factory=dict)  # who folds, or stays, as soon as that is open
    reveals: bool = False  # a winner whom nobody called shows all the same
    returned: int = 0  # chips that nobody called
    cited: Cited | None = None
    actor: Player | None = None  # whose turn it is
    settlement: Due | None = None  # as it is about to be written down

    def __post_init__(self) -> None:
        self.deck = [rank + suit for rank in RANKS[52] for suit in "cdhs"]
        self.rng.shuffle(self.deck)
        self.betting = Betting(1, self.house.bet(1), quantum=self.house.bet(1))

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
    def fixed(self) -> bool:
        """Is the limit fixed?"""
        return self.house.limit == "fixed"

    @property
    def pot(self) -> int:
        """Everything in the middle."""
        return sum(player.put for player in self.players)

    def pay(self, player: Player, amount: int, live: bool = True) -> None:
        """Chips go in; those that are not live, as an ante, belong to no wager of the round."""
        player.stack -= amount
        player.put += amount
        player.bet += amount if live else 0

    def due_to_call(self, player: Player) -> int:
        """What a call takes of the player's chips."""
        return min(self.betting.level - player.bet, player.stack)

    def wager(self, player: Player, total: int) -> None:
        """A call, bet or raise to a total of the round."""
        betting = self.betting
        before = betting.level
        self.pay(player, total - player.bet)
        self.has_acted(player)
        betting.opened = True
        if total <= before:
            return
        betting.last = player
        if self.fixed:
            self._fixed(total)
        else:
            self._free(total)

    def has_acted(self, player: Player) -> None:
        """The player has done something of their own will in the round."""
        player.acted, player.mark = True, player.bet
        self.betting.first = self.betting.first or player

    def _free(self, total: int) -> None:
        """At no-limit and pot-limit a wager of less than the last full one changes nothing but the level."""
        betting = self.betting
        if total - betting.level >= betting.quantum:
            betting.quantum, betting.full, betting.shorts = total - betting.level, total, 0
        else:
            betting.shorts += 1
        betting.level = total

    def _fixed(self, total: int) -> None:
        """A full bet or raise, last chips of half a bet or more, which count as one, or less, which is none."""
        betting = self.betting
        completed = total == betting.full + betting.size
        if completed or 2 * (total - betting.level) >= betting.size:
            if betting.full:
                betting.raises += 1
                if betting.raises == self.house.game.raises:
                    betting.capped, betting.left = self.caps(), len(self.able)
            betting.full, betting.shorts = total, 0
        else:
            betting.shorts += 1
        betting.level = total

    def caps(self) -> bool:
        """Does the last raise that is allowed end the raising? Not where it left two players who can bet."""
        if self.house.tournament:
            return "last-two" not in self.house.features
        return len(self.able) > 2

    def targets(self) -> list[int]:
        """The totals of a full bet or raise where the limit is fixed."""
        betting = self.betting
        short = betting.level - betting.full
        if betting.shorts and 2 * short >= betting.size:  # several together: completed or raised, the book is silent
            return [betting.full + betting.size, betting.level + betting.size]
        return [betting.full + betting.size]

    def reopened(self, player: Player) -> bool:
        """May the player raise, having acted or not?"""
        betting = self.betting
        if not player.acted:
            return True
        facing = betting.level - player.mark
        return 2 * facing >= betting.size if self.fixed else facing >= betting.quantum

    def least(self) -> int:
        """The smallest total of a full bet or raise."""
        return self.targets()[0] if self.fixed else self.betting.level + self.betting.quantum

    def most(self, player: Player) -> int | None:
        """The largest total of a bet or raise; None where there is no limit."""
        if self.fixed:
            return self.targets()[-1]
        return None if self.house.limit == "no-limit" else self.pot_most(player)

    def pot_most(self, player: Player, lenient: bool = False) -> int:
        """The call and then the pot; with `lenient` as much as the book might be read to allow."""
        betting, house = self.betting, self.house
        call = betting.level - player.bet
        pot = self.pot + self.uncounted(lenient)
        most = betting.level + pot + call
        if house.unit:
            up = [-(-amount // house.unit) * house.unit for amount in (pot, pot + call)]
            most = max(betting.level + up[1], betting.level + up[0] + call)
        return max(most, self.least())

    def uncounted(self, lenient: bool = False) -> int:
        """What a pot counts for beyond what it is, in the first round: a blind short, or taken for the big one."""
        if self.betting.number > 1:
            return 0
        small, due = self.seating.blinds[0]
        big, nominal = self.seating.blinds[-1]
        there = lenient or small is big or small.name in self.posted  # else there is none, short or other
        short = nominal - self.posted.get(big.name, 0)
        short += due - self.posted.get(small.name, 0) if there and small is not big else 0
        if self.betting.opened and not lenient:
            short = 0  # it is full for whoever opens
        if "small-blind-as-big" not in self.house.features or small is big or not there:
            return short
        return short + (max(0, self.house.big - max(small.bet, due)) if big.live or lenient else 0)

    @property
    def nominal(self) -> bool:
        """Is there a wager to be met that nobody has made, because a blind was short?"""
        return self.betting.level > max(one.bet for one in self.players)


# ---- words ----


def called(somebody: Player) -> str:
    """A name as a log writes it."""
    return quoted(somebody.name)


def cards(some: list[str] | tuple[str, ...]) -> str:
    """Cards as a log writes them."""
    return f"[{' '.join(some)}]"


money = money_text
