"""The commission that is due: on which money, by the scale of the rulebook or by what the operator declared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.events import CommissionDeclared
from auditor.replay.table import Player, Table
from auditor.rules.figures import Scale

WHOLE = 10_000  # a hundred per cent, in hundredths of a per cent


@dataclass(slots=True)
class PotDue:
    """A pot as it should have been: how much, who had money in it, whose hands could win it, who won it."""

    amount: int
    level: int  # what a player had to put in to compete for it
    contributors: tuple[Player, ...]
    eligible: tuple[Player, ...]
    winners: tuple[Player, ...] | None = None  # None: the record does not tell

    @property
    def tied_by_all(self) -> bool:
        """Did everybody who put money into it stay in to the end and hold an equal hand?"""
        return self.winners is not None and len(self.winners) > 1 and len(self.winners) == len(self.contributors)


@dataclass(slots=True)
class Group:
    """Pots on which one commission is worked out, because the same players won them."""

    pots: tuple[PotDue, ...]
    winners: tuple[Player, ...]
    base: int
    due: int
    taken: int | None = None  # None: not recorded for these pots by themselves


def scale_fee(scale: Scale, base: int, minimum: int | None, cap_order: str | None = None) -> int:
    """The commission of the scale on an amount; without a table minimum the ceiling cannot be known and is left out."""
    if base <= scale.free_to:
        return 0
    ceiling = base if minimum is None else min(base, scale.ceiling * minimum)
    if (cap_order or scale.cap_order) == "cap-first":
        return ceiling // scale.step * scale.fee
    return min(base // scale.step * scale.step, ceiling) * scale.fee // scale.step


def declared_fee(declared: CommissionDeclared, base: int) -> int:
    """The commission by the method that the operator declared."""
    if declared.percent is not None:
        hundredths = base * declared.percent
        unit = WHOLE * (declared.unit or 1)
        steps = -(-hundredths // unit) if declared.rounded == "up" else hundredths // unit
        return steps * (declared.unit or 1)
    assert declared.fee is not None and declared.per is not None
    steps = -(-base // declared.per) if declared.started else base // declared.per
    return steps * declared.fee


def fee(table: Table, base: int) -> int:
    """The commission due on an amount: as declared, or by the scale."""
    declared, scale = table.hand.setup.commission, table.game.commission
    if declared is None:
        return scale_fee(scale, base, table.minimum) if isinstance(scale, Scale) else 0
    return declared_fee(declared, base)


def lawful_fee(table: Table, base: int) -> int:
    """The commission due on an amount, where what was declared is cut down to what the scale allows."""
    scale = table.game.commission
    due = fee(table, base)
    return min(due, scale_fee(scale, base, table.minimum)) if isinstance(scale, Scale) else due


def taxed(pots: Sequence[PotDue], scope: str) -> list[PotDue]:
    """The pots that bear commission. Those tied by all contributors bear none: each by itself, or only if all are."""
    exempt = [pot.tied_by_all for pot in pots]
    if scope == "hand":
        return [] if all(exempt) else list(pots)
    return [pot for pot, free in zip(pots, exempt, strict=True) if not free]


def groups_of(table: Table, pots: Sequence[PotDue], by: str, scope: str) -> list[Group]:
    """The pots that bear commission, put together as the reading has it: by identical winners, or by player."""
    bearing = taxed(pots, scope)
    if by == "per-player":
        return _by_player(table, bearing)
    found: dict[tuple[int, ...], list[PotDue]] = {}
    for pot in bearing:
        found.setdefault(tuple([player.seat for player in pot.winners or ()]), []).append(pot)
    groups = []
    for same in found.values():
        base = sum([pot.amount for pot in same])
        groups.append(Group(tuple(same), same[0].winners or (), base, fee(table, base)))
    return groups


def _by_player(table: Table, pots: Sequence[PotDue]) -> list[Group]:
    groups = []
    for player in table.players:
        won = [pot for pot in pots if pot.winners and any(player is winner for winner in pot.winners)]
        base = sum([pot.amount // len(pot.winners or (1,)) for pot in won])
        if won:
            groups.append(Group(tuple(won), (player,), base, fee(table, base)))
    return groups
