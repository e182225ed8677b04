"""Small records: slotted dataclasses that share what `@dataclass` would compile anew for each class at every start.

`@dataclass(frozen=True)` compiles seven functions a class, and a run would wait for those of a hundred classes. Here a
class has an `__init__` of its own, and all classes share one `__eq__`, `__hash__` and `__repr__`. That a value never
changes is for the type checker to see.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value_class(kind: type[T]) -> type[T]:
    """Make a slotted dataclass of values that never change: equal if all their fields are, and fit to be a key."""
    return _made(kind, _hash)


@dataclass_transform(field_specifiers=(field,))
def record_class(kind: type[T]) -> type[T]:
    """Make a slotted dataclass whose fields may change: equal if all its fields are, and no key."""
    return _made(kind, None)


@dataclass_transform()
def event(kind: type[T]) -> type[T]:
    """Make a slotted dataclass of a kind of event. `Event` has `__repr__` and `__eq__` for all of them."""
    return dataclass(slots=True, repr=False, eq=False, match_args=False)(kind)


def _made(kind: type[T], hashed: Callable[[Any], int] | None) -> type[T]:
    """Make the dataclass, with the shared functions where the class has none of its own."""
    own = vars(kind)
    made = dataclass(slots=True, repr=False, eq=False, match_args=False)(kind)
    for name, function in (("__eq__", _eq), ("__repr__", shown)):
        if name not in own:
            setattr(made, name, function)
    if own.get("__hash__") is None:  # Python itself puts None there for a class with an `__eq__` of its own
        made.__hash__ = hashed  # type: ignore[assignment, method-assign]
    return made


@cache
def _compared(kind: Any) -> Callable[[object], object]:
    """What two records of a kind are compared by."""
    names = [each.name for each in fields(kind) if each.compare]
    return attrgetter(*names) if names else lambda _: ()


def _eq(self: object, other: object) -> object:
    if type(other) is not type(self):
        return NotImplemented
    kind: Any = type(self)
    values = _compared(kind)
    return values(self) == values(other)


def _hash(self: object) -> int:
    kind: Any = type(self)
    return hash(_compared(kind)(self))


def shown(self: Any) -> str:
    """A record with its fields, as a programmer sees it."""
    values = [f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr]
    return f"{type(self).__qualname__}({', '.join(values)})"


def annotate(kind: type, hints: dict[str, str]) -> None:
    """Give a compiled class the types of its fields as the source has them; a compiler keeps less of them."""
    kind.__annotations__ = hints


def rebuilt(self: Any) -> tuple[Any, ...]:
    """What a pickle has of a record of a compiled class: the class and its values."""
    return _from_values, (type(self), [getattr(self, each.name) for each in fields(self)])


def _from_values(kind: Any, values: list[Any]) -> Any:
    """The record of these values."""
    named = dict(zip([each.name for each in fields(kind)], values, strict=True))
    made = kind(**{each.name: named.pop(each.name) for each in fields(kind) if each.init})
    for name, value in named.items():
        setattr(made, name, value)
    return made
