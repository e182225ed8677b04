"""The figures of showdown and money: which hand wins, how pots are shared, what the house takes.

They are like those of `auditor.rules.schema.figures`, each with the clause it comes from.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from auditor.rules.schema.figures import Cents, Figure
from auditor.rules.schema.record import Record


class Composition(Figure):
    """Which cards make a hand: so many of the player's own and so many communal ones, or any five of all."""

    hole: int | None = None  # how many of the player's own cards; nothing: any number
    communal: int | None = None  # how many communal cards; nothing: any number
    mistaken_for: Literal["cards showing", "cards before the draw", "all hole cards"] | None = None  # a likely mistake


class HandClass(Figure):
    """A class of hands. The classes rank in the order in which the rulebook has them."""

    hand: str  # the name of the class: "full house"


class Kickers(Figure):
    """How ties within a class of hands are broken."""

    classes: tuple[str, ...]  # the classes in which the text says that all cards count
    tie_break: Literal["all-cards", "literal"] = "all-cards"  # do all cards count in every class, or only in those?
    others: Literal["this", "own"] = "this"  # the clause that judges ties in other classes: this, or the class's


class Exposure(Figure):
    """A player who wins while others are in must have laid all of their own cards open."""

    part: Literal["breach", "irregularity"] = "breach"  # how grave it is to lay only a part of them open
    last: Literal["unseen", "shown"] = "unseen"  # must the last hand be shown once all the others were thrown away?


class AskedFor(Figure):
    """A hand that was thrown away and that somebody asks to see is dead, unless the pot's winner asked for it."""


class Undivided(Figure):
    """Players may not agree to divide a pot; every hand is played out."""

    chopped: int = 0  # so many blinds may be taken back if everybody else has folded, under a clause of its own


class LowHand(Figure):
    """What makes a low hand: five cards of which none is above the qualifier.

    Where the game is `distinct` it is as many cards of different ranks and suits as a player has: the more the better.
    Then only `ace_low` matters of the rest.
    """

    qualifier: str | None = None  # the highest rank that it may hold; nothing: any rank
    ace_low: bool = True  # is the ace the lowest card?
    straights: bool = False  # do straights and flushes count against it?
    pairs: bool = False  # may it hold a pair?
    distinct: bool = False  # do only cards of different ranks and suits count?


class Wins(LowHand):
    """Which hand wins the pot: the highest or the lowest."""

    order: Literal["high", "low"] = "low"  # which hand wins


class Joker(Figure):
    """What a joker stands for, and what it might be mistaken for.

    In a high hand it stands for an ace, or for a card that completes a straight or a flush (`limited`), but for no
    second ace in a flush that has one. In a low hand it stands for the lowest rank that the hand lacks (`lowest`).
    """

    use: Literal["limited", "lowest"]  # what it stands for
    mistaken_for: Literal["wild", "double-ace", "ace"] | None = None  # a mistake that explains a wrong payment


class Miscall(Figure):
    """A hand that its player calls better than it is may be dead.

    It is dead if another player then throws a hand away, or if enough players show or throw away their hands.
    """

    players: int  # how many are enough


class MustBet(Figure):
    """A low hand that has to be bet in the last round.

    A player who checks such a hand cannot win what is wagered after that, even with the best hand. To call last chips
    of less than half a bet is enough.
    """

    required: bool = True  # does the game have the rule?
    rank: str = ""  # the highest card of a hand that has to be bet
    unless: str = ""  # the feature that tables without the rule declare
    short_after_check: Literal["either", "void", "won"] = "either"  # is such a call enough for one who checked before?


class HiLo(Record):
    """The best high hand and the best low hand share the pot in halves."""

    low: LowHand
    both: Figure  # one player may win both halves
    none: Figure  # the high hand wins all of it where there is no low hand
    odd: Figure  # the high hand gets what cannot be halved


class Division(Figure):
    """How tied winners share a pot, and who takes a rest that cannot be divided.

    The rest begins with the winner at the buck or nearest after it (`buck`), with the first after the buck
    (`after-buck`), or with the highest card, for low hands the lowest (`card`).
    """

    unit: Cents | Literal["chip"]  # what pots are divided in: so much money, or the lowest chip that the table declares
    rest: Literal["one", "each"] = "one"  # one winner takes the whole rest, or the odd units go round one each
    nearest: Literal["buck", "after-buck", "card"] = "buck"  # with whom the rest begins
    pooled: bool = True  # may pots of the same winners be divided together?
    once: bool = False  # is a pot divided only once if the same players share both halves?
    scope: Literal["split", "pot", "either"] = "split"  # a player gets at most one odd chip of each half, or of the pot


PERCENT = 100  # percentages are in hundredths


class Commission(Figure):
    """What the house takes from the pots, and what it spares.

    The rulebook sets the commission, or each table declares its own. Either way `allowed` is the most that may be taken
    on an amount whatever is declared, and `undeclared` what may be taken, from least to most, where nothing is.
    """

    group: Literal["identical-winners", "per-player", "hand"] = "identical-winners"  # the pots that bear one commission
    tie_scope: Literal["pot", "hand"] = "pot"  # free if all contributors tie: such a pot, or only a hand of such pots
    blinds_only: Literal["bears", "pot", "percentage", "all"] = "bears"  # what a hand of nothing but blinds is free of
    uncalled: Literal["excess", "whole"] = "excess"  # what is free of a raise that nobody called: above a call, or all
    rounding: Literal["declared", "bracket", "down", "nearest", "up"] = "declared"  # of a percentage, to whole chips
    allocation: Literal["dues", "any", "proportional", "main-first"] = (
        "dues"  # on the pots; by the first two, as the record has it
    )
    under: Literal["irregularity", "advisory"] = "irregularity"  # how grave it is to take too little


class Rake(Commission):
    """The commission as the table declares it: a percentage within bounds, so much a hand, or both."""

    own: ClassVar[bool] = False  # does the rulebook itself set the amount?
    least: int  # the least percentage, in hundredths of a per cent
    most: int  # the largest percentage, in hundredths of a per cent
    free_to: Cents = 0  # pots up to this amount bear none

    @property
    def rates(self) -> tuple[int, int]:
        """The percentages a table may declare, from least to most."""
        return self.least, self.most

    def allowed(self, base: int, _minimum: int | None) -> int:
        """The most that any percentage may come to."""
        return base * self.most // (100 * PERCENT)

    def undeclared(self, base: int, _minimum: int | None) -> tuple[int, int]:
        """Anything from nothing to all of it: without a declaration nobody can tell."""
        return 0, base

    def ceiling_at(self, _minimum: int | None) -> int | None:
        """There is no amount beyond which nothing more is taken."""
        return None

    def in_other_order(self) -> Rake:
        """The same, because there is no ceiling to apply before or after."""
        return self


class Scale(Commission):
    """The commission as a fee for each full step of the pot, with none on small pots or beyond a ceiling."""

    own: ClassVar[bool] = True
    free_to: Cents  # pots up to this amount bear none
    fee: Cents  # for each full step
    step: Cents  # the size of a step
    ceiling: int  # no fee is due on what lies beyond so many times the table minimum
    cap_order: Literal["cap-first", "multiple-first"] = "cap-first"  # which comes first: the ceiling, or whole steps

    @property
    def rates(self) -> tuple[int, int]:
        """The percentages a table may declare: any, since the scale itself bounds what is taken."""
        return 0, 100 * PERCENT

    def allowed(self, base: int, minimum: int | None) -> int:
        """The fee of the scale. Without a table minimum nobody knows the ceiling, and it is left out."""
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
