"""The customs of a room or a house: what it does otherwise than a clause says, as a rule."""

from __future__ import annotations

from datetime import date

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
