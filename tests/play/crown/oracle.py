"""What a hand of Crown Poker comes to, worked out by brute force and without the auditor: best hands, pots, shares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations

from play.act.oracle import Order, Value, best
from play.crown.games import Game

LOW = "A2345678"


@dataclass(frozen=True)
class Stake:
    """What a player has put into the hand, and the cards the player kept."""

    name: str
    put: int
    live: bool
    own: tuple[str, ...]


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
    """The settlement of a hand: what goes back uncalled, and the pots from the main one up."""

    back: tuple[str, int] | None
    pots: list[Pot]
    tied: bool = False  # everybody who has chips in it has an equal hand

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
    found = [
        sorted((LOW.index(card[0]) for card in five), reverse=True)
        for five in fives
        if all(card[0] in LOW for card in five) and len({card[0] for card in five}) == 5
    ]
    return tuple(min(found)) if found else None


def _winners(hands: dict[str, tuple[str, ...]], board: tuple[str, ...], game: Game) -> tuple[tuple[str, ...], ...]:
    """Those with the best high and those with the best low hand."""
    if len(hands) == 1:
        return tuple(hands), ()
    highs = {name: high(own, board, game) for name, own in hands.items()}
    lows = {name: value for name, own in hands.items() if (value := low(own, board, game)) is not None}
    return (
        tuple(name for name in highs if highs[name] == max(highs.values())),
        tuple(name for name in lows if lows[name] == min(lows.values())),
    )


# ---- money ----


def uncalled(stakes: Sequence[Stake]) -> tuple[str, int] | None:
    """What nobody matched, and whose it is."""
    most = max(stakes, key=lambda stake: stake.put)
    matched = max(stake.put for stake in stakes if stake is not most)
    return (most.name, most.put - matched) if most.put > matched else None


def settle(stakes: Sequence[Stake], board: tuple[str, ...], game: Game) -> Due:
    """Who wins what. The players stand in order from the left of the button, and so do the winners."""
    back = uncalled(stakes)
    put = {stake.name: stake.put for stake in stakes}
    if back is not None:
        put[back[0]] -= back[1]
    matched = max(put.values())
    live = [stake for stake in stakes if stake.live]
    levels = sorted({put[stake.name] for stake in live})
    pots, below = [], 0
    for level in levels:
        reach = level if level != levels[-1] else matched
        amount = sum(min(one, reach) - below for one in put.values() if one > below)
        hands = {stake.name: stake.own for stake in live if put[stake.name] >= level}
        pots.append(Pot(amount, tuple(hands), *_winners(hands, board, game)))
        below = level
    return Due(back, [pot for pot in pots if pot.amount], _tied(stakes, board, game))


def _tied(stakes: Sequence[Stake], board: tuple[str, ...], game: Game) -> bool:
    inside = [stake for stake in stakes if stake.put]
    if len(inside) < 2 or len(board) < 5 or not all(stake.live for stake in inside):
        return False
    values = {(high(stake.own, board, game), low(stake.own, board, game)) for stake in inside}
    return len(values) == 1


def shares(pot: Pot, chip: int) -> dict[str, int]:
    """The shares of a pot: the low hands have the smaller half, and a chip left over goes to the nearest winners."""
    if not pot.low:
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
