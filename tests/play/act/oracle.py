"""What a hand should pay, worked out a second time, by brute force and without the auditor's code.

Money is in cents, cards are written as in a log. Players stand in clockwise order from the buck, which is also the
order in which they come first for an odd dollar.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations

FULL = 52
RANKS = {52: "23456789TJQKA", 40: "56789TJQKA", 32: "789TJQKA"}
LOWER = ("odd cards", "pair", "two pairs", "three of a kind", "straight")
UPPER = ("four of a kind", "straight flush", "royal flush")
REDUCED = (*LOWER, "full house", "flush", *UPPER)
CLASSES = {52: (*LOWER, "flush", "full house", *UPPER), 40: REDUCED, 32: REDUCED}

Value = tuple[int, ...]
Fee = Callable[[int], int]


def deck(size: int) -> list[str]:
    """The cards of a deck."""
    return [rank + suit for rank in RANKS[size] for suit in "cdhs"]


# ---- hands ----


@dataclass(frozen=True)
class Order:
    """What a hand is made of and how hands are ranked at a table."""

    deck: int
    ace_low: bool = False  # agreed on; with the full deck it needs no agreement
    parts: tuple[int, int] | None = None  # so many own and so many communal cards; None: any five


def value(five: Sequence[str], order: Order) -> Value:
    """Five cards as a tuple that compares as the hands do: the class first, then the ranks that decide within it."""
    ranks = [RANKS[order.deck].index(card[0]) for card in five]
    sorted_ranks = sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))
    shape = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    flush = len({card[1] for card in five}) == 1
    ace = len(RANKS[order.deck]) - 1
    top = max(ranks) if len(shape) == 5 and max(ranks) - min(ranks) == 4 else None
    if (order.ace_low or order.deck == FULL) and set(ranks) == {0, 1, 2, 3, ace}:
        top = 3
    if top is not None:
        sorted_ranks = [top]
    return CLASSES[order.deck].index(_class(shape, flush, top, ace)), *sorted_ranks


def _class(shape: list[int], flush: bool, top: int | None, ace: int) -> str:
    if flush and top is not None:
        return "royal flush" if top == ace else "straight flush"
    if shape[0] == 4:
        return "four of a kind"
    if flush:
        return "flush"
    if shape == [3, 2]:
        return "full house"
    if top is not None:
        return "straight"
    names = {3: "three of a kind", 2: "two pairs" if shape.count(2) == 2 else "pair", 1: "odd cards"}
    return names[shape[0]]


def showing(cards: Sequence[str], size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What up to four cards that lie open are worth: there are no straights and flushes among so few."""
    ranks = [RANKS[size].index(card[0]) for card in cards]
    order = sorted(set(ranks), key=lambda rank: (-ranks.count(rank), -rank))
    return tuple(ranks.count(rank) for rank in order), tuple(order)


@lru_cache(maxsize=4096)
def best(own: tuple[str, ...], board: tuple[str, ...], order: Order) -> Value:
    """The best hand that can be made of a player's own cards and those for all."""
    if order.parts is None:
        return max(value(five, order) for five in combinations(own + board, 5))
    mine, shared = order.parts
    return max(
        value((*some, *others), order) for some in combinations(own, mine) for others in combinations(board, shared)
    )


# ---- money ----


def scale(minimum: int) -> Fee:
    """The commission of the rules: a dollar for each full twenty of the pot, nothing beyond a hundred minimums."""
    return lambda pot: min(pot, 100 * minimum) // 2000 * 100


@dataclass(frozen=True)
class Stake:
    """What a player put into the hand, and whether the hand can still win.

    One who has chips left competes for every pot, also if a wager was never met.
    """

    name: str
    put: int
    live: bool
    own: tuple[str, ...]
    able: bool = True


@dataclass
class Pot:
    """A pot with its winners in order from the buck, what is taken from it and what each is paid."""

    amount: int
    eligible: tuple[str, ...]
    winners: tuple[str, ...]
    exempt: bool
    commission: int = 0
    shares: dict[str, int] = field(default_factory=dict)


@dataclass
class Due:
    """The settlement of a hand: what goes back uncalled, and the pots from the main one up."""

    back: tuple[str, int] | None
    pots: list[Pot]

    @property
    def total(self) -> int:
        """The money of all pots."""
        return sum(pot.amount for pot in self.pots)

    @property
    def commission(self) -> int:
        """The commission of all pots."""
        return sum(pot.commission for pot in self.pots)

    @property
    def paid(self) -> dict[str, int]:
        """What each winner is paid, all pots together."""
        paid: dict[str, int] = {}
        for pot in self.pots:
            for name, share in pot.shares.items():
                paid[name] = paid.get(name, 0) + share
        return paid


def forfeited(total: int, winner: str, fee: Fee) -> Due:
    """The settlement if no hand left is valid: everything goes to the player who folded last."""
    pot = Pot(total, (winner,), (winner,), False, fee(total))
    pot.shares = {winner: total - pot.commission}
    return Due(None, [pot])


def settle(stakes: Sequence[Stake], board: tuple[str, ...], fee: Fee, order: Order, lump: bool = False) -> Due:
    """The settlement of a hand. With `lump` the commission of pots that go together all comes off the largest one."""
    back, put = _uncalled(stakes)
    pots = [_pot(stakes, board, order, *one) for one in _pots(stakes, put)]
    for winners in dict.fromkeys(pot.winners for pot in pots):
        together = [pot for pot in pots if pot.winners == winners and not pot.exempt]
        if together:
            _take(together, fee, lump)
    for pot in pots:
        pot.shares = divide(pot.amount - pot.commission, pot.winners)
    return Due(back, pots)


def _uncalled(stakes: Sequence[Stake]) -> tuple[tuple[str, int] | None, dict[str, int]]:
    """What nobody matched, and what each player has in once it has gone back."""
    most = max(stakes, key=lambda stake: stake.put)
    matched = max((stake.put for stake in stakes if stake is not most), default=0)
    over = most.put - matched if most.live else 0  # what a void hand put in stays
    put = {stake.name: stake.put for stake in stakes} | {most.name: matched if over else most.put}
    return ((most.name, over) if over else None), put


def _pots(stakes: Sequence[Stake], put: dict[str, int]) -> list[tuple[int, set[str], set[str]]]:
    """The pots: their money, who may win them, who has money in them."""
    most = max(put.values())
    levels = sorted({most if stake.able else put[stake.name] for stake in stakes if stake.live} - {0})
    pots: list[tuple[int, set[str], set[str]]] = []
    below = 0
    for level in levels:
        reach = level if level != levels[-1] else most
        parts = {name: min(amount, reach) - below for name, amount in put.items() if amount > below}
        able = {stake.name for stake in stakes if stake.live and (stake.able or put[stake.name] >= level)}
        pots.append((sum(parts.values()), able, set(parts)))
        below = level
    return pots


def _pot(
    stakes: Sequence[Stake], board: tuple[str, ...], order: Order, amount: int, able: set[str], givers: set[str]
) -> Pot:
    hands = {stake.name: stake.own for stake in stakes if stake.name in able}
    winners = tuple(hands)
    if len(hands) > 1:
        values = {name: best(own, board, order) for name, own in hands.items()}
        winners = tuple(name for name in hands if values[name] == max(values.values()))
    return Pot(amount, tuple(hands), winners, len(winners) > 1 and givers == set(winners))


def _take(pots: list[Pot], fee: Fee, lump: bool) -> None:
    """Take the commission of pots with the same winners: worked out on their sum, the rest of it off the largest."""
    due = fee(sum(pot.amount for pot in pots))
    *smaller, largest = sorted(pots, key=lambda pot: pot.amount)
    for pot in smaller:
        pot.commission = 0 if lump else min(fee(pot.amount), due)
        due -= pot.commission
    largest.commission = due


def divide(net: int, winners: tuple[str, ...]) -> dict[str, int]:
    """Equal shares in whole dollars, all that is left over to the first."""
    share = net // (100 * len(winners)) * 100
    shares = dict.fromkeys(winners, share)
    shares[winners[0]] += net - share * len(winners)
    return shares
