"""The models of a rulebook as it stands in `rulesets/`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from auditor.rules import figures as f
from auditor.rules.figures import Figure

Evidence = Literal["play", "procedure", "table", "session", "incident", "none"]


class Strict(BaseModel):
    """Data in which an unknown key is an error."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True, populate_by_name=True)


class InForce(Strict):
    """The first day of effect and the reason for that day, which a lawyer may attack."""

    from_: date = Field(alias="from")
    basis: str


class Compared(Strict):
    """When this data was last read against the text."""

    on: date
    with_: str = Field(alias="with")


class Instrument(Strict):
    """The legal instrument a rulebook or an amendment comes from."""

    label: str
    title: str
    authority: str
    cite: str
    made: date
    published: date
    in_force: InForce
    compared: Compared


class Rule(BaseModel):
    """A check that decides a clause by itself, with the values it needs; the check says which ones those are."""

    model_config = ConfigDict(defer_build=True, extra="allow", frozen=True, populate_by_name=True)

    check: str
    with_: tuple[str, ...] = Field((), alias="with")

    @property
    def values(self) -> dict[str, Any]:
        """What stands in the entry beside the name of the check."""
        return dict(self.model_extra or {})


class Clause(Strict):
    """A clause of the instrument, or our name for one limb of it."""

    id: str
    title: str
    gist: str
    evidence: Evidence
    rules: tuple[Rule, ...] = ()
    amended_by: str | None = None  # the citation of the instrument that gave it its present wording
    note: str | None = None  # why a clause is not automated, or how it was read

    @property
    def cited(self) -> str:
        """The number as printed, without the limb."""
        return self.id.split("[", 1)[0]


class Choice(Strict):
    """One way to read an unclear text: what it means, and which values of the rulebook it changes."""

    name: str
    means: str
    sets: dict[str, Any] = {}


class Reading(Strict):
    """A point at which the text can be read two ways: the choices, the default and the reason for it."""

    name: str
    clauses: tuple[str, ...]
    default: str
    reason: str
    choices: tuple[Choice, ...]


class Variable(Strict):
    """A figure that a clause lets a house set, and how far: no lower than `least`, no higher than `most`."""

    figure: str  # its place, such as `game.commission.fee`
    clause: str
    least: int | None = None
    most: int | None = None

    def excess(self, value: int) -> str:
        """How a value goes too far, in words; empty if it does not."""
        if self.least is not None and value < self.least:
            return f"below {self.least}"
        return f"above {self.most}" if self.most is not None and value > self.most else ""


@dataclass(slots=True, frozen=True)
class Round:
    """One betting round of a game: its number from zero, its name, the communal cards it follows, its rules."""

    number: int
    name: str
    communal: int
    betting: f.Betting


class Game(Strict):
    """The structure the replay follows. Every value in it carries its clause."""

    name: str
    currency: str = "$"
    seats: f.Seats
    deck: f.Deck
    low_ace: f.LowAce
    forced: tuple[f.Forced, ...]
    round: dict[str, f.Betting]
    uncapped: f.Uncapped | None = None
    short_raise: f.ShortRaise = f.ShortRaise()
    composition: f.Composition
    order: tuple[f.HandClass, ...]
    kickers: f.Kickers
    division: f.Division
    commission: f.Scale

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """The betting rounds in order."""
        plan = [
            (name, communal, betting)
            for betting in self.round.values()
            for name, communal in zip(betting.names, betting.communal, strict=True)
        ]
        return tuple(Round(number, *entry) for number, entry in enumerate(plan))


class Interregnum(Strict):
    """What becomes of a fault that an amendment, approved but not yet in force, would allow; and by which reading."""

    treatment: Literal["advisory", "strict"]
    reading: str


class Rulebook(Strict):
    """A rulebook in force: its instruments, every clause, the readings chosen and the game."""

    id: str
    title: str
    instruments: tuple[Instrument, ...]
    clauses: tuple[Clause, ...]
    readings: tuple[Reading, ...] = ()
    chosen: dict[str, str] = {}
    may_vary: tuple[Variable, ...] = ()
    interregnum: Interregnum | None = None
    pending: date | None = None  # the day from which an amendment, approved already, will be in force
    applies: bool = True  # False before the first instrument's own day: what is found then would have been a fault
    game: Game
    sha256: str = ""  # of all the files it was made from
    path: str = ""  # of its own file, for messages about it

    @property
    def version(self) -> str:
        """The version's short name: the labels of the instruments in force."""
        return "+".join(instrument.label for instrument in self.instruments)

    def clause(self, id: str) -> Clause | None:
        """The clause with that number, if there is one."""
        return next((clause for clause in self.clauses if clause.id == id), None)

    def cite(self, clause: str) -> str:
        """A citation a lawyer would accept."""
        number = clause.split("[", 1)[0]
        if number.startswith("record/"):
            return f"defect of the record: {number.removeprefix('record/')}"
        found = self.clause(clause)
        amended = f" (as amended by {found.amended_by})" if found and found.amended_by else ""
        return f"{self.instruments[0].cite}, {'clause ' if number[:1].isdigit() else ''}{number}{amended}"

    def game_figures(self) -> Iterator[tuple[Figure, tuple[int, ...] | None]]:
        """Every figure of the game, with the numbers of the betting rounds it stands in, if it stands in any."""
        for name in type(self.game).model_fields:
            value = getattr(self.game, name)
            if name != "round":
                yield from ((figure, None) for figure in _figures(value))
                continue
            for betting in value.values():
                numbers = tuple(round.number for round in self.game.rounds if round.betting is betting)
                yield from ((figure, numbers) for figure in _figures(betting))


# ---- files that change a rulebook ----


class Change(Strict):
    """What an amendment does to one clause: its new words, and the values it found (`was`) and leaves (`now`).

    A value in `now` only is new; one in `was` only is struck out.
    """

    rulebook: str
    op: Literal["replace", "insert", "repeal"]
    clause: str
    title: str | None = None
    gist: str | None = None
    evidence: Evidence | None = None
    note: str | None = None
    rules: tuple[Rule, ...] | None = None
    was: dict[str, Any] = {}
    now: dict[str, Any] = {}


class Amendment(Strict):
    """An instrument that amends rulebooks."""

    instrument: Instrument
    change: tuple[Change, ...]


class House(Strict):
    """A house's own file: the rulebook it plays by, how it reads unclear clauses, and what it sets where it may."""

    extends: str
    id: str
    title: str | None = None
    readings: dict[str, str] = {}
    sets: dict[str, Any] = {}


def _figures(value: Any) -> Iterator[Figure]:
    if isinstance(value, Figure):
        yield value
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _figures(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from _figures(item)
