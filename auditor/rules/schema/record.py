"""Records: what the tables of a rulebook become once they are validated.

A record looks like a dataclass and is declared like one. It differs in two things, both for a quick start of the
program, which every audit waits for: no code is compiled for its class, and pydantic, which validates the tables, is
imported only for a table that was never validated before (`auditor.rules.schema.validation`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any, ClassVar, Concatenate, ParamSpec, Self, TypeVar, dataclass_transform

KINDS: dict[str, type[Record]] = {}  # every class of records by its full name, which stands for it in JSON


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Record:
    """Values with names and types, which never change.

    A field whose name ends in an underscore stands for the key without it, as `with_` does for `with`. Unknown keys are
    errors unless the class has a field for the `rest` of its table. A subclass states what must hold between its fields
    in `__post_init__`.
    """

    _defaults: ClassVar[dict[str, Any]] = {}
    _fields: ClassVar[dict[str, None]] = {}  # in their order
    _rest: ClassVar[str | None] = None
    core_schema: ClassVar[Callable[[type[Record], Any], Any]]  # set by the module that imports pydantic

    def __init_subclass__(cls, rest: str | None = None) -> None:
        """Take note of the fields that a class declares."""
        own = [name for name, hint in cls.__annotations__.items() if not str(hint).startswith("ClassVar")]
        cls._fields = cls._fields | dict.fromkeys(own)
        cls._defaults = cls._defaults | {name: getattr(cls, name) for name in own if hasattr(cls, name)}
        cls._rest = rest or cls._rest
        KINDS[full_name(cls)] = cls

    def __init__(self, **values: Any) -> None:
        """A record of these values, with the defaults for the rest."""
        state = self._defaults | values
        if state.keys() != self._fields.keys():
            wrong = ", ".join(sorted(state.keys() ^ self._fields.keys()))
            raise TypeError(f"{type(self).__name__}: missing or unknown: {wrong}")
        self.__dict__.update(state)
        self.__post_init__()

    def __post_init__(self) -> None:
        """Raise ValueError if the values contradict each other."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} never changes")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and dict(fields(self)) == dict(fields(other))

    def __hash__(self) -> int:
        return hash(tuple(value for _, value in fields(self)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in fields(self))})"

    def but(self, **changes: Any) -> Self:
        """A copy with some values changed."""
        return type(self)(**dict(fields(self)) | changes)

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, handler: Any) -> Any:
        """How pydantic validates such a table."""
        return Record.core_schema(cls, handler)


def full_name(kind: type[Record]) -> str:
    """The name of a class with its module, which tells it from all others."""
    return f"{kind.__module__}.{kind.__qualname__}"


def fields(record: Record) -> Iterator[tuple[str, Any]]:
    """The fields of a record in their order: names and values."""
    return ((name, record.__dict__[name]) for name in record._fields)


R = TypeVar("R", bound=Record)
P = ParamSpec("P")
T = TypeVar("T")


def cached_on_record(function: Callable[Concatenate[R, P], T]) -> Callable[Concatenate[R, P], T]:
    """Work out only once what follows from a record, alone or with a word or two. A record never changes.

    The answer is kept in the record. To look it up by the record, as `lru_cache` does, would compare all its fields.
    """

    def answer(record: R, /, *args: P.args, **words: P.kwargs) -> T:
        known: dict[Any, T] = record.__dict__  # the keys are tuples, so no field can have such a name
        key = function, args
        if key not in known:
            known[key] = function(record, *args, **words)
        return known[key]

    return answer


def interpreted(hints: dict[str, str]) -> Callable[[type[R]], type[R]]:
    """Give a class of a compiled module the fields of its source; the compiler tells of more, and of other types."""

    def told(kind: type[R]) -> type[R]:
        del kind._fields, kind._defaults  # those of its base are left
        kind.__annotations__ = hints
        kind.__init_subclass__(kind._rest)
        return kind

    return told


def key_of(field: str) -> str:
    """The key in a file that a field stands for."""
    return field.removesuffix("_")


def table(value: Any) -> Any:
    """A record as the table that it may have come from, defaults included; so are the records within other values."""
    if isinstance(value, Record):
        rest = value._rest
        known = {key_of(name): table(item) for name, item in fields(value) if name != rest}
        return known | table(getattr(value, rest)) if rest else known
    if isinstance(value, dict):
        return {key: table(item) for key, item in value.items()}
    return type(value)(table(item) for item in value) if isinstance(value, tuple | list) else value


# ---- as text ----


def to_json(value: Any) -> str:
    """Records, tables, lists and days as JSON. Anything that `from_json` could not restore is a TypeError.

    Every object of the JSON has one key, which says what it is; an array is a tuple.
    """
    return json.dumps(_tagged(value), ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> Any:
    """Restore what `to_json` made into text."""
    return _untagged(json.loads(text))


def _tagged(value: Any) -> Any:
    if value is None or type(value) in (str, int, bool, float):
        return value
    if type(value) is tuple:
        return [_tagged(item) for item in value]
    if type(value) is list:
        return {"list": [_tagged(item) for item in value]}
    if type(value) is dict:
        return {"table": {key: _tagged(item) for key, item in value.items()}}
    if type(value) is date:
        return {"day": value.isoformat()}
    if isinstance(value, Record):
        return {full_name(type(value)): {name: _tagged(item) for name, item in fields(value)}}
    raise TypeError(f"no JSON for {type(value).__name__}")


def _untagged(value: Any) -> Any:
    if type(value) is list:
        return tuple([_untagged(item) for item in value])
    if type(value) is not dict:
        return value
    ((kind, inner),) = value.items()
    if kind == "day":
        return date.fromisoformat(inner)
    if kind == "list":
        return [_untagged(item) for item in inner]
    items = {key: _untagged(item) if type(item) in (dict, list) else item for key, item in inner.items()}
    return items if kind == "table" else KINDS[kind](**items)
