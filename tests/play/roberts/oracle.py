"""What a hand of Robert's Rules comes to, by brute force and without the auditor: best hands, pots, shares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations

from play.act.oracle import Order, Value, best
from play.roberts.games import Game

LOW = "A2345678"


@dataclass(frozen=True)
class Stake:
    """What a player has put into the hand, how much of it is dead, and the player's cards."""

    name: str
    put: int
    live: bool
    own: tuple[str, ...]
    dead: int = 0


@dataclass
class Pot:
    """A pot with those who may win it, the winners of it or of its halves, and what each is paid."""

    amount: int
    eligible: tuple[str, ...]
    high: tuple[str, ...]
    low: tuple[str, ...] = ()
    commission: int = 0
    shares: dict[str, int] = field(default_factory=dict)

    @property
    def net(self) -> int:
        """What is divided."""
        return self.amount - self.commission


@dataclass
class Due:
    """The settlement of a hand: the pots from the main one up."""

    pots: list[Pot]

    @property
    def total(self) -> int:
        """The money of all pots."""
        return sum(pot.amount for pot in self.pots)

    @property
    def commission(self) -> int:
        """What is taken from all pots."""
        return sum(pot.commission for pot in self.pots)

    @property
    def winners(self) -> set[str]:
        """Who wins anything."""
        return {name for pot in self.pots for name in (*pot.high, *pot.low)}

    @property
    def paid(self) -> dict[str, int]:
        """What each winner is paid, all pots together."""
        paid: dict[str, int] = {}
        for pot in self.pots:
            for name, share in pot.shares.items():
                paid[name] = paid.get(name, 0) + share
        return paid


Winners = Callable[[Sequence[Stake]], tuple[tuple[str, ...], tuple[str, ...]]]  # of the high and of the low half


# ---- hands ----


def high(own: tuple[str, ...], board: tuple[str, ...], game: Game) -> Value:
    """The best high hand."""
    return best(own, board, Order(52, parts=game.parts))


@lru_cache(maxsize=4096)
def low(own: tuple[str, ...], board: tuple[str, ...], game: Game) -> tuple[int, ...] | None:
    """The best low hand, the highest card first; None without five ranks from the eight down."""
    if not game.low:
        return None
    fives = combinations(own + board, 5)
    if game.parts is not None:
        mine, shared = game.parts
        fives = ((*some, *others) for some in combinations(own, mine) for others in combinations(board, shared))
    ranked = [{card[0] for card in five} for five in fives]
    lows = [sorted(map(LOW.index, ranks), reverse=True) for ranks in ranked if len(ranks) == 5 and ranks <= set(LOW)]
    return tuple(min(lows)) if lows else None


def by_the_board(board: tuple[str, ...], game: Game) -> Winners:
    """Who of some players has the best high and who the best low hand."""

    def winners(stakes: Sequence[Stake]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        if len(stakes) == 1:
            return (stakes[0].name,), ()
        highs = {one.name: high(one.own, board, game) for one in stakes}
        lows = {one.name: value for one in stakes if (value := low(one.own, board, game)) is not None}
        return (
            tuple(name for name in highs if highs[name] == max(highs.values())),
            tuple(name for name in lows if lows[name] == min(lows.values())),
        )

    return winners


# ---- money ----


def uncalled(stakes: Sequence[Stake]) -> tuple[str, int] | None:
    """What nobody matched, and whose it is."""
    most = max(stakes, key=lambda one: one.put - one.dead)
    matched = max(one.put - one.dead for one in stakes if one is not most)
    over = most.put - most.dead - matched
    return (most.name, over) if over > 0 else None


def pots(stakes: Sequence[Stake], winners: Winners) -> list[Pot]:
    """The pots from the main one up; what nobody matched is in the last one."""
    put = {one.name: one.put - one.dead for one in stakes}
    live = [one for one in stakes if one.live]
    levels = sorted({put[one.name] for one in live})
    found, below = [], 0
    for level in levels:
        reach = level if level != levels[-1] else max(put.values())
        amount = sum(min(one, reach) - below for one in put.values() if one > below)
        inside = [one for one in live if put[one.name] >= level]
        found.append(Pot(amount, tuple(one.name for one in inside), *winners(inside)))
        below = level
    found[0].amount += sum(one.dead for one in stakes)
    return [pot for pot in found if pot.amount]


def shares(pot: Pot, chip: int) -> dict[str, int]:
    """The shares of a pot, the winners standing in order from the left of the button.

    The high hand has the odd chip of the halves; where the same players tie both ways the pot is split once.
    """
    if not pot.low or set(pot.low) == set(pot.high):
        return divide(pot.net, pot.high, chip)
    lower = pot.net // 2 // chip * chip
    paid = divide(pot.net - lower, pot.high, chip)
    for name, share in divide(lower, pot.low, chip).items():
        paid[name] = paid.get(name, 0) + share
    return paid


def divide(amount: int, names: Sequence[str], chip: int) -> dict[str, int]:
    """Equal shares in whole chips, one more chip each for the first until nothing is left."""
    share = amount // len(names) // chip * chip
    paid = dict.fromkeys(names, share)
    for name in names[: (amount - share * len(names)) // chip]:
        paid[name] += chip
    return paid
