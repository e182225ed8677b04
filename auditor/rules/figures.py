"""The figures of a game, each with the clause it comes from.

A figure is a small table of values in a rulebook, such as `raises = { most = 3, clause = …, check = "raise-cap" }`. The
replay reads the values, a finding takes its citation from the clause, and `check` names the check that watches over
it. A figure class is shared by every game that has this kind of rule.
"""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator


class Figure(BaseModel):
    """Values of a rulebook with their clause, the clauses it is read with, and the check that decides it."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True, populate_by_name=True)

    clause: str
    with_: tuple[str, ...] = Field((), alias="with")
    check: str | None = None
    readings: dict[str, str] = {}  # for a value that rests on a reading of the text, the name of that reading


# ---- the instrument ----


class Approval(Figure):
    """The day on which the rules were approved, which may lie before the day from which they are in force."""

    approved: date


# ---- the table and the cards ----


class Seats(Figure):
    """How many players may sit at the table at once."""

    most: int


class Deck(Figure):
    """The cards the game is played with: their ranks, high to low."""

    ranks: str


class LowAce(Figure):
    """When the ace may also stand below the lowest card: always, never, or by agreement before the hand."""

    when: Literal["always", "never", "agreed"]
    presumed: bool = False  # is an agreement presumed where the record is silent?


class Forced(Figure):
    """A wager before the cards: which kind, by whom, and how large in multiples of the table minimum."""

    kind: str
    by: Literal["buck"]
    multiples: tuple[int, ...]


# ---- betting ----


class Opener(Figure):
    """Who acts first in a betting round: the buck seat, or the seat after it; if not able, the next that is."""

    seat: Literal["buck", "after-buck"]
    severity: Literal["breach", "irregularity"] = "irregularity"  # of beginning with another player


class Grant(Figure):
    """An act the rulebook offers a player in this betting round."""

    act: Literal["fold", "check", "call", "open", "raise"]
    to: Literal["first", "following", "any"] = "any"


class CallRule(Figure):
    """A call brings the player's total to the highest total of the round, or is all that is left."""


class Sizes(Figure):
    """What an opening wager or a raise may be, in multiples of the blind: these exactly, or from least to most."""

    multiples: tuple[int, ...]
    mode: Literal["exact", "range"] = "exact"


class RaiseCap(Figure):
    """How many raises a betting round may have; whether the opening wager is one of them."""

    most: int
    opening_counts: bool = False


class RaiseFloor(Figure):
    """A raise may not be smaller than an earlier raise of the round."""

    opening_counts: bool = False


class Uncapped(Figure):
    """The number of players between whom the cap does not hold, and how they are counted."""

    players: int
    counted: Literal["able", "active"] = "able"
    at: Literal["raise", "round"] = "raise"
    lifts: Literal["count", "count-and-size"] = "count"


class ShortRaise(BaseModel):
    """A raise with the last chips that is smaller than a full one. The text is silent, so this has no clause."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True)

    readings: dict[str, str] = {}
    treatment: Literal["tolerated", "forbidden", "counted"] = "tolerated"
    base: Literal["either", "last-full", "highest"] = "either"


class Checking(Figure):
    """Whether a player may check in this round, and what declining an option is."""

    allowed: bool
    option_pass: Literal["not-a-check", "check"] = "not-a-check"


class Premature(Figure):
    """What betting is left after a communal card was shown too early."""

    stage: Literal["unfinished", "unopened"]
    cap: Literal["level", "size", "minimum"]


class Betting(BaseModel):
    """Betting rounds under the same rules: the cards before each, who opens, what may be done and how much wagered."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True)

    names: tuple[str, ...]
    communal: tuple[int, ...]  # communal cards on the table when each begins
    opener: Opener
    stand_in: Opener | None = None  # for when the opener is out of the hand
    grants: tuple[Grant, ...] = ()
    call: CallRule
    opening: Sizes | None = None
    size: Sizes
    raises: RaiseCap | None = None
    floor: RaiseFloor | None = None
    checking: Checking
    premature: tuple[Premature, ...] = ()

    @model_validator(mode="after")
    def _as_many_rounds_as_cards(self) -> Betting:
        if len(self.names) != len(self.communal):
            raise ValueError("'names' and 'communal' must have one entry for each betting round")
        return self


# ---- showdown and money ----


class Composition(Figure):
    """Which cards make a hand: so many of the player's own and so many communal ones."""

    hole: int
    communal: int


class HandClass(Figure):
    """A class of hands, by name; their order in the rulebook is their rank."""

    hand: str


class Kickers(Figure):
    """The classes of hands in which the text says that all cards count, and how the others break ties."""

    classes: tuple[str, ...]
    tie_break: Literal["all-cards", "literal"] = "all-cards"


class Division(Figure):
    """How tied winners share a pot: in which unit, and who takes an indivisible rest."""

    unit: int  # in minor units
    rest: Literal["one", "each"] = "one"
    nearest: Literal["buck"] = "buck"


class Scale(Figure):
    """The commission: a fee for each full step of the pot, none on small pots or beyond a multiple of the minimum."""

    free_to: int  # pots up to this amount bear none, in minor units
    fee: int
    step: int
    ceiling: int  # times the table minimum
    cap_order: Literal["cap-first", "multiple-first"] = "cap-first"
    group: Literal["identical-winners", "per-player"] = "identical-winners"
    tie_scope: Literal["pot", "hand"] = "pot"
