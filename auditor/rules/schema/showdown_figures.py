"""The figures of showdown and money: which hand wins, how pots are shared, what the house takes.

They are like those of `auditor.rules.schema.figures`, each with the clause it comes from.
"""

from __future__ import annotations

from typing import Literal

from auditor.rules.schema.figures import Cents, Figure
from auditor.rules.schema.record import Record


class Composition(Figure):
    """Which cards make a hand: so many of the player's own and so many communal ones, or any five of all."""

    hole: int | None = None
    communal: int | None = None
    mistaken_for: Literal["cards showing", "cards before the draw", "all hole cards"] | None = None  # why paid wrongly


class HandClass(Figure):
    """A class of hands, by name; their order in the rulebook is their rank."""

    hand: str


class Kickers(Figure):
    """The classes of hands in which the text says that all cards count, and how the others break ties."""

    classes: tuple[str, ...]
    tie_break: Literal["all-cards", "literal"] = "all-cards"


class Exposure(Figure):
    """What a player must have laid open to win where others are in: all of the own cards.

    Laying only a part of them open may be less grave than keeping all of them closed.
    """

    part: Literal["breach", "irregularity"] = "breach"
    last: Literal["unseen", "shown"] = "unseen"  # of the last hand, once all the others were thrown away


class AskedFor(Figure):
    """What becomes of a hand thrown away that somebody asks to see: dead, unless the pot's winner asked for it."""


class Undivided(Figure):
    """Players may not agree to divide a pot; every hand is played out.

    The first so many blinds may be taken back if everybody else has folded (`chopped`), under a clause of its own.
    """

    chopped: int = 0


class LowHand(Figure):
    """What makes a low hand: five cards of which none is above the qualifier, of different ranks or not.

    Or as many as there are of different ranks and suits (`distinct`), the more the better, whatever else is said here.
    """

    qualifier: str | None = None
    ace_low: bool = True
    straights: bool = False  # do straights and flushes count against it?
    pairs: bool = False  # may it hold one?
    distinct: bool = False  # do only cards of different ranks and suits count?


class Wins(LowHand):
    """Which hand wins the pot: the highest or the lowest."""

    order: Literal["high", "low"] = "low"


class Joker(Figure):
    """What a joker stands for, and what it might be mistaken for.

    In a high hand for an ace, or for a card that completes a straight or a flush (`limited`), but for no second ace
    beside that of the flush; in a low hand for the lowest rank that is missing, be there an ace or not.
    """

    use: Literal["limited", "lowest"]
    mistaken_for: Literal["wild", "double-ace", "ace"] | None = None  # why a hand was paid wrongly


class Miscall(Figure):
    """A hand called better than it is: dead if another player then gives up a hand, or among so many players."""

    players: int


class MustBet(Figure):
    """A low hand that has to be bet in the last round: its highest card, and the feature of tables without the rule.

    Who checked one that is the best cannot win what was wagered after that. To call last chips of less than half a bet
    is enough; whether it is for one who checked before is open (`short_after_check`).
    """

    required: bool = True
    rank: str = ""
    unless: str = ""
    short_after_check: Literal["either", "void", "won"] = "either"


class HiLo(Record):
    """A pot that the best high hand and the best low hand halve.

    `both` lets one player win both, `none` gives all of it to the high hand where there is no low hand, and `odd` gives
    the high hand what cannot be halved.
    """

    low: LowHand
    both: Figure
    none: Figure
    odd: Figure


class Division(Figure):
    """How tied winners share a pot: in which unit, and who takes an indivisible rest."""

    unit: Cents | Literal["chip"]  # or the lowest chip that the table declares
    rest: Literal["one", "each"] = "one"
    nearest: Literal["buck", "after-buck", "card"] = "buck"  # or who has the highest card, and for low the lowest
    pooled: bool = True  # may pots of the same winners be divided together?
    once: bool = False  # is a pot divided but once whose halves the same players share?
    scope: Literal["split", "pot", "either"] = "split"  # of what a player has one odd chip: each half, or the pot


PERCENT = 100  # percentages are in hundredths


class Commission(Figure):
    """What the house takes from the pots: from which of them together, and what else it may or must spare.

    The rulebook sets it, or each table declares its own. Either way `allowed` is the most that may be taken on an
    amount whatever is declared, and `undeclared` what may be taken, from least to most, where nothing is.
    """

    group: Literal["identical-winners", "per-player", "hand"] = "identical-winners"
    tie_scope: Literal["pot", "hand"] = "pot"
    blinds_only: Literal["bears", "pot", "percentage", "all"] = "bears"  # what a hand of nothing but blinds is free of
    uncalled: Literal["excess", "whole"] = "excess"  # of a raise that nobody called: what exceeds a call, or all of it
    rounding: Literal["declared", "bracket", "down", "nearest", "up"] = "declared"  # of a percentage, to chips
    allocation: Literal["dues", "any", "proportional", "main-first"] = "dues"  # to the pots, if only its sum is known
    under: Literal["irregularity", "advisory"] = "irregularity"  # too little


class Rake(Commission):
    """The commission as the table declares it: a percentage within bounds, so much a hand, or both."""

    least: int  # in hundredths of a per cent
    most: int
    free_to: Cents = 0

    @property
    def rates(self) -> tuple[int, int]:
        """The percentages a table may declare, from least to most."""
        return self.least, self.most

    @property
    def own(self) -> bool:
        """Does the rulebook itself set the amount?"""
        return False

    def allowed(self, base: int, _minimum: int | None) -> int:
        """The most that any percentage may come to."""
        return base * self.most // (100 * PERCENT)

    def undeclared(self, base: int, _minimum: int | None) -> tuple[int, int]:
        """Nobody can tell."""
        return 0, base

    def ceiling_at(self, _minimum: int | None) -> int | None:
        """The amount beyond which nothing more is taken: there is none."""
        return None

    def in_other_order(self) -> Rake:
        """The same, since nothing is cut that might be cut before or after."""
        return self


class Scale(Commission):
    """The commission: a fee for each full step of the pot, none on small pots or beyond a multiple of the minimum."""

    free_to: Cents  # pots up to this amount bear none
    fee: Cents
    step: Cents
    ceiling: int  # times the table minimum
    cap_order: Literal["cap-first", "multiple-first"] = "cap-first"

    @property
    def rates(self) -> tuple[int, int]:
        """The percentages a table may declare: any, since the scale itself bounds what is taken."""
        return 0, 100 * PERCENT

    @property
    def own(self) -> bool:
        """Does the rulebook itself set the amount?"""
        return True

    def allowed(self, base: int, minimum: int | None) -> int:
        """The fee of the scale; without a table minimum the ceiling cannot be known and is left out."""
        if base <= self.free_to:
            return 0
        ceiling = base if minimum is None else min(base, self.ceiling * minimum)
        if self.cap_order == "cap-first":
            return ceiling // self.step * self.fee
        return min(base // self.step * self.step, ceiling) * self.fee // self.step

    def undeclared(self, base: int, minimum: int | None) -> tuple[int, int]:
        """The fee of the scale, neither more nor less."""
        due = self.allowed(base, minimum)
        return due, due

    def ceiling_at(self, minimum: int | None) -> int | None:
        """The amount beyond which nothing more is taken; None where nobody knows the table minimum."""
        return None if minimum is None else self.ceiling * minimum

    def in_other_order(self) -> Scale:
        """The scale with the ceiling applied after the steps are counted instead of before, or the other way about."""
        return self.but(cap_order="multiple-first" if self.cap_order == "cap-first" else "cap-first")
