"""A house's own file: how it plays a rulebook, and what it has made its custom."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from auditor.rules.schema.record import Record


class Custom(Record):
    """Something that a room does otherwise than a clause says, as a rule and for everybody.

    The check of the clause has a name for each way to play that a room may make its custom: the `practice`. So a custom
    covers nothing else that the check finds.
    """

    id: str
    title: str  # in a few words, as reports name it
    clause: str
    check: str  # that decides the clause
    practice: str
    gist: str  # in our words
    source: str  # where it is known from
    games: tuple[str, ...] = ()  # the games of the rulebook that it is for; all if none is named
    since: date | None = None  # the first day, if it is known


class House(Record):
    """A house's own file: the rulebook it plays by, how it reads unclear clauses, what it sets where it may.

    The file of a room that deals many games extends the whole rulebook and has nothing but customs. They hold for the
    logs that this room wrote or, if the file names no room, for all logs of whoever uses the file.
    """

    extends: str  # the rulebook that it plays by
    id: str
    title: str | None = None
    readings: Mapping[str, str] = {}  # the choices of readings
    sets: Mapping[str, Any] = {}  # the figures that it sets, by their places
    room: str | None = None  # whose customs these are, by the name that readers of logs give it
    like: str | None = None  # the file of another room whose customs it has, too
    customs: tuple[Custom, ...] = ()
