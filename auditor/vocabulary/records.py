"""Small records: slotted classes made of their fields, as `@dataclass` makes them, in a twentieth of the time.

A run for one hand makes two hundred classes, and `@dataclass` compiles each of their functions from a text of its own;
to be imported it needs `inspect` and all that this needs. Here the `__init__` of all classes of one shape is one
template, in which the names are replaced, and all classes share one `__eq__`, `__hash__` and `__repr__`. That a value
never changes is for the type checker to see. To the functions of `dataclasses` these are dataclasses, too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from operator import attrgetter
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, TypeVar, cast, dataclass_transform

if TYPE_CHECKING:
    from dataclasses import field as field
    from dataclasses import fields as fields
    from dataclasses import replace as replace
T = TypeVar("T")
UNSET: Any = type("Unset", (), {"__repr__": lambda _: "UNSET"})()  # no default, or one that is yet to be made


class Field:
    """A field of a class of records, which has as much of a field of `dataclasses` as anybody asks for."""

    __slots__ = ("compare", "default", "default_factory", "init", "name", "repr", "type")

    def __init__(self, default: Any, factory: Any, init: bool, repr: bool, compare: bool) -> None:
        """Its name and type are told by the class."""
        self.default, self.default_factory = default, factory
        self.init, self.repr, self.compare = init, repr, compare
        self.name, self.type = "", ""


if not TYPE_CHECKING:  # the type checker takes them for those of `dataclasses`, which it knows all about

    def field(*, default=UNSET, default_factory=UNSET, init=True, repr=True, compare=True) -> Field:
        """What a class says of a field beside its type."""
        return Field(default, default_factory, init, repr, compare)

    def fields(record: object) -> tuple[Field, ...]:
        """The fields of a record or of a class of records, those of its bases first."""
        kind = record if isinstance(record, type) else type(record)
        return tuple(_fields_of(kind).values())

    def replace(record: T, /, **changes: Any) -> T:
        """A record like this one but for some fields."""
        for each in fields(record):
            if each.init and each.name not in changes:
                changes[each.name] = getattr(record, each.name)
        return type(record)(**changes)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value_class(kind: type[T]) -> type[T]:
    """Make a slotted class of values that never change: equal if all their fields are, and fit to be a key."""
    own = vars(kind)
    functions: dict[str, Any] = {"__eq__": _eq, "__repr__": shown, "__hash__": _hash}
    if own.get("__hash__") is not None:  # Python itself puts None there for a class with an `__eq__` of its own
        del functions["__hash__"]
    return _made(kind, functions)


@dataclass_transform(field_specifiers=(field,))
def record_class(kind: type[T]) -> type[T]:
    """Make a slotted class whose fields may change: equal if all its fields are, and no key."""
    return _made(kind, {"__eq__": _eq, "__repr__": shown})


@dataclass_transform(field_specifiers=(field,))
def object_class(kind: type[T]) -> type[T]:
    """Make a slotted class whose objects are equal to nothing but themselves."""
    return _made(kind, {"__repr__": shown})


@dataclass_transform()
def event(kind: type[T]) -> type[T]:
    """Make a slotted class of a kind of event. `Event` has `__repr__` and `__eq__` for all of them."""
    return _made(kind, {})


# ---- making a class ----


def _made(kind: type[T], functions: dict[str, Any]) -> type[T]:
    """Make the class anew with slots for its fields, and with functions where it has none of its own."""
    own, found = vars(kind), {}
    for base in kind.__mro__[-2:0:-1]:
        found.update(_fields_of(base))
    slotted = {name for base in kind.__mro__[1:] for name in vars(base).get("__slots__", ())}
    mine = {name: _field(own, name, hint) for name, hint in kind.__annotations__.items() if not _of_class(hint)}
    found.update(mine)
    namespace = {
        name: value for name, value in own.items() if name not in mine and name not in ("__dict__", "__weakref__")
    }
    for name, function in functions.items():
        if namespace.get(name) is None:
            namespace[name] = function
    namespace["__qualname__"] = kind.__qualname__
    remembers = any(isinstance(value, cached_property) for value in own.values())
    namespace["__slots__"] = (*[name for name in mine if name not in slotted], *["__dict__"] * remembers)
    namespace["__match_args__"] = tuple([name for name, each in found.items() if each.init])
    namespace["__record_fields__"] = found
    namespace.setdefault("__match_args__", tuple([name for name, one in found.items() if one.init]))  # for `match`
    namespace["__dataclass_fields__"] = _FOR_DATACLASSES
    if "__init__" not in own:
        namespace["__init__"] = _init(kind, [*found.values()])
    metaclass: Any = type(kind)
    return cast("type[T]", metaclass(kind.__name__, kind.__bases__, namespace))


def _field(own: Any, name: str, hint: Any) -> Field:
    """The field that an annotation declares."""
    found = own.get(name, UNSET)
    if not isinstance(found, Field):
        found = Field(found, UNSET, init=True, repr=True, compare=True)
    found.name, found.type = name, hint
    return found


def _of_class(hint: Any) -> bool:
    """Is this the type of something that the class has, and not each record?"""
    return str(hint).removeprefix("typing.").startswith("ClassVar")


def _fields_of(kind: type) -> dict[str, Field]:
    """The fields of a class by their names; a compiled class has those of `dataclasses`."""
    for one in map(vars, kind.__mro__):
        if (found := one.get("__record_fields__", one.get("__dataclass_fields__"))) is not None:
            return cast("dict[str, Field]", found)
    return {}


def _init(kind: type, found: list[Field]) -> FunctionType:
    """The `__init__` of a class with these fields."""
    shape = "".join([_letter(each) for each in found])
    code = _template(shape + "+" * hasattr(kind, "__post_init__"))
    taken = [each for each in found if each.init]
    new = {f"f{number}": each.name for number, each in enumerate(found)}
    code = code.replace(
        co_varnames=("self", *[each.name for each in taken]),
        co_names=tuple([new.get(name, name) for name in code.co_names]),
        co_qualname=f"{kind.__qualname__}.__init__",
    )
    known: dict[str, Any] = {"UNSET": UNSET}
    known.update({f"m{number}": each.default_factory for number, each in enumerate(found)})
    known.update({f"d{number}": each.default for number, each in enumerate(found) if not each.init})
    function = FunctionType(code, known, "__init__", tuple([each.default for each in _optional(taken)]))
    function.__annotations__ = {each.name: each.type for each in taken} | {"return": None}
    function.__module__ = kind.__module__
    return function


def _optional(taken: list[Field]) -> list[Field]:
    """The last fields, from the first on that need not be given; a default follows no field without one."""
    needed = [each.default is UNSET and each.default_factory is UNSET for each in taken]
    first = needed.index(False) if False in needed else len(taken)
    if True in needed[first:]:
        raise TypeError(f"a field without a default follows one with a default: {[each.name for each in taken]}")
    return taken[first:]


def _letter(each: Field) -> str:
    """How an `__init__` comes by the value of a field: the letter of `WAYS`."""
    if each.default_factory is UNSET:
        return "p" if each.init else "-" if each.default is UNSET else "c"
    made = {dict: "d", list: "l"}.get(each.default_factory, "m")
    return made if each.init else made.upper()


WAYS = {
    "p": "self.f{0} = f{0}",  # taken as it is given
    "d": "self.f{0} = {{}} if f{0} is UNSET else f{0}",
    "l": "self.f{0} = [] if f{0} is UNSET else f{0}",
    "m": "self.f{0} = m{0}() if f{0} is UNSET else f{0}",
    "D": "self.f{0} = {{}}",
    "L": "self.f{0} = []",
    "M": "self.f{0} = m{0}()",
    "c": "self.f{0} = d{0}",
    "-": "",  # left to `__post_init__`
    "+": "self.__post_init__()",
}


@cache
def _template(shape: str) -> CodeType:
    """The code of an `__init__` for fields that come by their values in these ways, named f0, f1 and so on."""
    taken = ["self", *[f"f{number}" for number, way in enumerate(shape) if way in "pdlm"]]
    lines = [WAYS[way].format(number) for number, way in enumerate(shape)]
    text = f"def __init__({', '.join(taken)}):\n " + "\n ".join([*lines, "return"])
    module = compile(text, "<record>", "exec")
    return next(each for each in module.co_consts if isinstance(each, CodeType))


class _ForDataclasses:
    """What `dataclasses` knows its classes by, made when it is asked for: most runs never import `dataclasses`."""

    def __get__(self, record: object, kind: type) -> dict[str, Any]:
        return _dataclass_fields(kind)


_FOR_DATACLASSES = _ForDataclasses()


@cache
def _dataclass_fields(kind: type) -> dict[str, Any]:
    import dataclasses

    def other(each: Field) -> Any:
        said: dict[str, Any] = {name: getattr(each, name) for name in ("init", "repr", "compare")}
        values = {name: getattr(each, name) for name in ("default", "default_factory")}
        said.update({name: value for name, value in values.items() if value is not UNSET})
        return dataclasses.field(**said)

    found = [(each.name, each.type, other(each)) for each in _fields_of(kind).values()]
    model: Any = dataclasses.make_dataclass(kind.__name__, found, init=False)
    return cast("dict[str, Any]", model.__dataclass_fields__)


# ---- what all records share ----


def as_dict(record: Any) -> dict[str, Any]:
    """The values of all fields of a record, by their names."""
    return {each.name: getattr(record, each.name) for each in fields(record)}


def as_tuple(record: Any) -> tuple[Any, ...]:
    """The values of all fields of a record."""
    return tuple([getattr(record, each.name) for each in fields(record)])


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
