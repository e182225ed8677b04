"""A finding as plain values and back, for what is kept outside of memory: the result cache and the finding store.

The path stands apart: all places of a finding are in one log, and the same log may have another name next time.
"""

from __future__ import annotations

from datetime import date
from operator import attrgetter
from typing import Any

from auditor.vocabulary.findings import (
    Actor,
    ActThatLed,
    DueAndPaid,
    Finding,
    Location,
    Money,
    ReadingTaken,
    RoomCustom,
    Severity,
)
from auditor.vocabulary.records import as_tuple, fields

PARTS = (
    "severity",
    "actor",
    "location",
    "evidence",
    "money",
    "custom",
    "reading",
    "also",
    "night",
    "day",
    "excerpt",
    "led",
)
PLAIN = [one.name for one in fields(Finding) if one.name not in PARTS]
_plain_values = attrgetter(*PLAIN)


def values_of(one: Finding) -> list[Any]:
    """The finding as lists of texts and numbers, without the name of its log."""
    return [
        list(_plain_values(one)),
        one.severity.value,
        [one.actor.role, one.actor.seat, one.actor.name],
        [one.location.line, one.location.column],
        [[place.line, place.column] for place in one.evidence],
        None if one.money is None else _money_values(one.money),
        None if one.custom is None else list(as_tuple(one.custom)),
        None if one.reading is None else list(as_tuple(one.reading)),
        [[place.line, place.column] for place in one.also],
        None if one.night is None else one.night.toordinal(),
        None if one.day is None else one.day.toordinal(),
        [list(line) for line in one.excerpt],
        [[act.line, act.column, act.counted] for act in one.led],
    ]


def _money_values(money: Money) -> list[Any]:
    sums = [[each.who, each.due, each.paid] for each in money.sums]
    return [money.amount, money.owed_to, money.owed_by, sums]


def _money_of(amount: int, to: str | None, by: str | None, sums: list[Any]) -> Money:
    return Money(amount, to, by, tuple([DueAndPaid(*each) for each in sums]))


def finding_of(values: list[Any], path: str) -> Finding:
    """The finding that these are the values of, in the log of this name."""
    plain, severity, actor, place, evidence, money, custom, reading, also, night, day, excerpt, led = values
    said: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in zip(PLAIN, plain, strict=True)
    }
    return Finding(
        **said,
        severity=Severity(severity),
        actor=Actor(*actor),
        location=Location(path, *place),
        evidence=tuple([Location(path, *one) for one in evidence]),
        money=None if money is None else _money_of(*money),
        custom=None if custom is None else RoomCustom(*custom),
        reading=None if reading is None else ReadingTaken(*reading),
        also=tuple([Location(path, *one) for one in also]),
        night=None if night is None else date.fromordinal(night),
        day=None if day is None else date.fromordinal(day),
        excerpt=tuple([(number, text) for number, text in excerpt]),
        led=tuple([ActThatLed(*one) for one in led]),
    )
