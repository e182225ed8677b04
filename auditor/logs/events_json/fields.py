"""How the fields of events stand in JSON. Their types decide on the schema of each, and how to read and write it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from datetime import date
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from auditor.logs.blocks import LONGEST_LINE
from auditor.logs.table_log.statements import MOST_CARDS, MOST_SEATS, WrongStatement, cards_of, day_of, name_of
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import Cards, card_text
from auditor.vocabulary.money import CURRENCY

Schema = dict[str, Any]


@dataclass(slots=True, frozen=True)
class EventKind:
    """A kind of value that a field may have: its schema in JSON, and how it is read and written."""

    schema: Schema
    read: Callable[[Any], Any]  # a ValueError says what is wrong
    write: Callable[[Any], Any] = lambda value: value


@dataclass(slots=True, frozen=True)
class Field:
    """A field of an event. A field that is not `required` is left out of the JSON if its value is None."""

    name: str
    kind: EventKind
    required: bool
    default: Any = None


def fields_of(event: type[e.Event]) -> tuple[Field, ...]:
    """The fields of a kind of event, in the order its class takes them."""
    types = get_type_hints(event, include_extras=True)
    return tuple(_field(one.name, types[one.name], one.default) for one in fields(event))


def schema_of(name: str, found: tuple[Field, ...]) -> Schema:
    """The schema of an object that stands for an event, or for a stretch that could not be read."""
    return {
        "type": "object",
        "properties": {"event": {"const": name}} | {field.name: field.kind.schema for field in found},
        "required": ["event", *[field.name for field in found if field.required]],
        "additionalProperties": False,
    }


def _field(name: str, hint: Any, default: Any) -> Field:
    optional = NoneType in get_args(hint)
    if optional:
        (hint,) = (one for one in get_args(hint) if one is not NoneType)
    return Field(name, _kind(hint), not optional and default is MISSING, None if default is MISSING else default)


def _kind(hint: Any) -> EventKind:
    if get_origin(hint) is Annotated:
        return NAMED[hint.__metadata__[0]]
    if get_origin(hint) is Literal:
        return _one_of(get_args(hint))
    if get_origin(hint) is tuple and hint != Cards:
        (item, _ellipsis) = get_args(hint)
        return HOLDINGS if get_origin(item) is tuple else _list(_kind(item))
    return PLAIN[hint]


# ---- the kinds there are ----


def _wrong(value: object, expected: str) -> WrongStatement:
    return WrongStatement(json.dumps(value, ensure_ascii=False), expected)


def _whole(least: int, most: int, called: str) -> EventKind:
    def read(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise _wrong(value, called)
        return value

    return EventKind({"type": "integer", "minimum": least, "maximum": most}, read)


def _text(called: str, pattern: str | None = None) -> EventKind:
    form = re.compile(pattern or r"[^\n]*")

    def read(value: object) -> str:
        if not isinstance(value, str) or len(value) > LONGEST_LINE or not form.fullmatch(value):
            raise _wrong(value, called)
        return value

    schema: Schema = {"type": "string", "maxLength": LONGEST_LINE}
    return EventKind(schema | ({"pattern": f"^(?:{pattern})$"} if pattern else {}), read)


def _one_of(choices: tuple[Any, ...]) -> EventKind:
    def read(value: object) -> object:
        if not isinstance(value, str) or value not in choices:
            raise _wrong(value, "one of " + ", ".join(choices))
        return value

    return EventKind({"enum": list(choices)}, read)


def _list(item: EventKind) -> EventKind:
    def read(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _wrong(value, "a list")
        return tuple([item.read(one) for one in value])

    return EventKind({"type": "array", "items": item.schema}, read, lambda value: [item.write(one) for one in value])


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong(value, "true or false")
    return value


def _name(value: object) -> str:
    return name_of(TEXT.read(value))


def _day(value: object) -> date:
    return day_of(DAY.read(value))


def _cards(value: object) -> Cards:
    words = WORDS.read(value)
    if any(len(word.split()) != 1 for word in words):
        raise _wrong(value, "cards such as As, 10d or ??")
    return cards_of(" ".join(words))


def _holding(value: object) -> tuple[str, Cards]:
    if not isinstance(value, dict) or set(value) != {"player", "cards"}:
        raise _wrong(value, "a player with cards")
    return _name(value["player"]), _cards(value["cards"])


TEXT = _text("text")
WORDS = _list(TEXT)
DAY = _text("a day such as 1994-06-11", r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
NAME = EventKind(TEXT.schema | {"pattern": r"\S"}, _name)
CARDS = EventKind(
    {"type": "array", "items": {"type": "string", "pattern": "^(?:(?:[2-9TJQKAtjqka]|10)[cdhsCDHS]|[Jj][Oo]|\\?\\?)$"}},
    _cards,
    lambda value: [card_text(card) for card in value],
)
HOLDING = EventKind(
    {
        "type": "object",
        "properties": {"player": NAME.schema, "cards": CARDS.schema},
        "required": ["player", "cards"],
        "additionalProperties": False,
    },
    _holding,
    lambda value: {"player": value[0], "cards": CARDS.write(value[1])},
)
HOLDINGS = _list(HOLDING)
PLAIN: dict[Any, EventKind] = {
    int: _whole(0, 10**9 - 1, "a whole number"),
    str: TEXT,
    bool: EventKind({"type": "boolean"}, _flag),
    date: EventKind(DAY.schema | {"format": "date"}, _day, date.isoformat),
    Cards: CARDS,
}
NAMED = {
    "money": _whole(0, 10**14 - 1, "an amount in whole minor units"),
    "price": _whole(1, 10**14 - 1, "an amount above zero in whole minor units"),
    "change": _whole(1 - 10**14, 10**14 - 1, "an amount in whole minor units, be it below zero"),
    "count": _whole(0, MOST_SEATS, "a number of people"),
    "cards": _whole(0, MOST_CARDS, f"a number of cards up to {MOST_CARDS}"),
    "seat": _whole(1, MOST_SEATS, f"a seat from 1 to {MOST_SEATS}"),
    "time": _text("a time such as 21:40", r"(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?"),
    "currency": _text("a currency such as EUR, a sign such as $, or chips", CURRENCY),
    "word": _text("a word in small letters", r"[a-z][a-z0-9-]*"),
    "choice": _text("a word or a number", r"[a-z0-9][a-z0-9-]*"),
    "rules": _text("a rulebook such as act/canberra-manila", r"[a-z0-9][a-z0-9/.-]*"),
    "number": _text("the hand's number", r"[A-Za-z0-9][A-Za-z0-9._/-]*"),
    "name": NAME,
}
