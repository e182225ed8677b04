"""A house's own file: how it plays a rulebook, which clauses it adds, and what it has made its custom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from auditor.rules.schema.customs import Custom
from auditor.rules.schema.record import Record
from auditor.rules.schema.rulebook import Evidence, Rule


class HouseClause(Record):
    """A clause of the house's own: it adds a rule, or it overrides what a clause of the rulebook says.

    A clause that `overrides` gives its reason. The figures that it sets are then cited as this clause, and the clauses
    of the rulebook that it `drops` are decided by nothing any longer.
    """

    id: str
    title: str
    gist: str
    evidence: Evidence
    rules: tuple[Rule, ...] = ()
    note: str | None = None
    overrides: bool = False
    reason: str | None = None  # why the house may do so
    sets: Mapping[str, Any] = {}  # the figures that it overrides, by their places
    drops: tuple[str, ...] = ()  # clauses of the rulebook that do not hold in this house

    def __post_init__(self) -> None:
        """Refuse to override anything unless the file says so, and says why."""
        if (self.sets or self.drops) and not self.overrides:
            raise ValueError("a clause with 'sets' or 'drops' overrides the rulebook, expected 'overrides = true'")
        if self.overrides and not (self.reason or "").strip():
            raise ValueError("a clause that overrides the rulebook gives its reason, expected 'reason = …'")
        if self.overrides and not (self.sets or self.drops):
            raise ValueError("it overrides nothing, expected 'sets' or 'drops'")


class House(Record):
    """A house's own file: the rulebook it plays by, how it reads unclear clauses, what it sets, adds and overrides.

    The file of a room that deals many games extends the whole rulebook and has nothing but customs. They hold for the
    logs that this room wrote or, if the file names no room, for all logs of whoever uses the file.
    """

    extends: str  # the rulebook that it plays by
    id: str
    title: str | None = None
    cite: str | None = None  # how its own clauses are cited; as its title, if this is left out
    readings: Mapping[str, str] = {}  # the choices of readings
    sets: Mapping[str, Any] = {}  # the figures that it sets, by their places
    clauses: tuple[HouseClause, ...] = ()  # of its own
    room: str | None = None  # whose customs these are, by the name that readers of logs give it
    like: str | None = None  # the file of another room whose customs it has, too
    customs: tuple[Custom, ...] = ()
