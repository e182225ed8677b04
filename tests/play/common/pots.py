"""Pots and their shares, worked out by brute force and without the auditor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Stake:
    """What a player put into the hand, whether the hand can still win, and its cards.

    One who can still bet competes for every pot, also if a wager was never met.
    """

    name: str
    put: int
    live: bool
    own: tuple[str, ...]
    dead: int = 0  # as much of it as belongs to no wager: it lies in the main pot
    able: bool = False

    @property
    def met(self) -> int:
        """What others have to match."""
        return self.put - self.dead


@dataclass
class Pot:
    """A pot with those who may win it, the winners of it or of its halves, and what each is paid."""

    amount: int
    eligible: tuple[str, ...]
    winners: tuple[str, ...]  # of all of it, or of the half for the high hand
    low: tuple[str, ...] = ()  # of the half for the low hand
    commission: int = 0
    shares: dict[str, int] = field(default_factory=dict)
    givers: frozenset[str] = frozenset()  # who has chips in it
    below: int = 0  # it reaches from this level of what everybody put in
    reach: int = 0  # to this one
    back: dict[str, int] = field(default_factory=dict)  # what goes back out of it

    @property
    def net(self) -> int:
        """What is divided."""
        return self.amount - self.commission - sum(self.back.values())

    @property
    def tied(self) -> bool:
        """Have all who have chips in it equal hands?"""
        return len(self.winners) > 1 and self.givers == {*self.winners} and (not self.low or {*self.low} == self.givers)

    @property
    def parted(self) -> bool:
        """Does one player win the high half and another the low one?"""
        return len(self.low) == len(self.winners) == 1 and self.low != self.winners


@dataclass
class Due:
    """The settlement of a hand: the pots from the main one up, and what goes back because nobody called it."""

    pots: list[Pot]
    back: tuple[str, int] | None = None

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
        return {name for pot in self.pots for name in (*pot.winners, *pot.low)}

    @property
    def tied(self) -> bool:
        """Has everybody who put anything in an equal hand?"""
        return bool(self.pots) and self.pots[0].tied

    @property
    def paid(self) -> dict[str, int]:
        """What each winner is paid, all pots together."""
        paid: dict[str, int] = {}
        for pot in self.pots:
            for name, share in pot.shares.items():
                paid[name] = paid.get(name, 0) + share
        return paid


Winners = Callable[[Sequence[Stake]], tuple[tuple[str, ...], tuple[str, ...]]]  # of the high and of the low half


# ---- who wins what ----


def uncalled(stakes: Sequence[Stake], dead_stays: bool = False) -> tuple[str, int] | None:
    """What nobody matched, and whose it is; what a dead hand put in may stay."""
    most = max(stakes, key=lambda one: one.met)
    over = most.met - max((one.met for one in stakes if one is not most), default=0)
    return (most.name, over) if over > 0 and (most.live or not dead_stays) else None


def pots(stakes: Sequence[Stake], winners: Winners) -> list[Pot]:
    """The pots from the main one up; what nobody matched is in the last one."""
    most = max(one.met for one in stakes)
    live = [one for one in stakes if one.live]
    levels = sorted({most if one.able else one.met for one in live})
    found, below = [], 0
    for level in levels:
        reach = level if level != levels[-1] else most
        givers = [one for one in stakes if one.met > below]
        inside = [one for one in live if one.able or one.met >= level]
        pot = Pot(
            sum(min(one.met, reach) - below for one in givers), tuple(one.name for one in inside), *winners(inside)
        )
        pot.givers, pot.below, pot.reach = frozenset(one.name for one in givers), below, reach
        found.append(pot)
        below = level
    found[0].amount += sum(one.dead for one in stakes)
    return [pot for pot in found if pot.amount]


def called_pots(stakes: Sequence[Stake], winners: Winners, dead_stays: bool = False) -> Due:
    """The pots once what nobody matched has gone back."""
    back = uncalled(stakes, dead_stays)
    if back is None:
        return Due(pots(stakes, winners))
    name, over = back
    return Due(pots([replace(one, put=one.put - over) if one.name == name else one for one in stakes], winners), back)


def best_of(stakes: Sequence[Stake], worth: Callable[[Stake], tuple[int, ...] | None]) -> tuple[str, ...]:
    """Who of some players has the best hand; one whose hand is worth nothing has none."""
    worths = {one.name: value for one in stakes if (value := worth(one)) is not None}
    return tuple(name for name in worths if worths[name] == max(worths.values()))


# ---- shares ----


def divide(amount: int, names: Sequence[str], chip: int, together: bool = False) -> dict[str, int]:
    """Equal shares in whole chips; of the rest a chip each for the first, or all of it for the first alone."""
    share = amount // len(names) // chip * chip
    paid, rest = dict.fromkeys(names, share), amount - share * len(names)
    if together:
        paid[names[0]] += rest
        return paid
    for name in names[: rest // chip]:
        paid[name] += chip
    return paid


def shares(pot: Pot, chip: int, once: bool = False) -> dict[str, int]:
    """The shares of a pot, the winners standing in the order of the odd chip; the low hands have the smaller half.

    With `once` a pot that the same players win both ways is not halved first.
    """
    if not pot.low or (once and {*pot.low} == {*pot.winners}):
        return divide(pot.net, pot.winners, chip)
    lower = pot.net // 2 // chip * chip
    paid = divide(pot.net - lower, pot.winners, chip)
    for name, share in divide(lower, pot.low, chip).items():
        paid[name] = paid.get(name, 0) + share
    return paid
