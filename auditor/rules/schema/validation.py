"""Validating the tables of a rulebook with pydantic, and saying what is wrong with one.

This is the only module of the rules that imports pydantic. It is imported only for a table never validated before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar, get_args, get_type_hints

from pydantic import GetCoreSchemaHandler, TypeAdapter, ValidationError
from pydantic_core import core_schema as core

from auditor.rules.schema.data import Data, DataPath, guess_or_list
from auditor.rules.schema.record import Record, key_of
from auditor.vocabulary.errors import RulebookError

R = TypeVar("R", bound=Record)

ADAPTERS: dict[type[Record], TypeAdapter[Any]] = {}  # built once for each kind of record


def checked(kind: type[R], data: Data, error: Callable[..., RulebookError]) -> R:
    """The data as a record. If something is wrong, `error` makes the first such thing an error with file and line."""
    try:
        record: R = _adapter(kind).validate_python(data)
        return record
    except ValidationError as wrong:
        errors = wrong.errors(include_url=False)
        # An unknown key comes first: if it is mistyped, the right one is missing as well.
        first = next((one for one in errors if one["type"] == "extra_forbidden"), errors[0])
        place = _in_data(data, first["loc"])
        where = ".".join(str(part) for part in place)
        if first["type"] == "extra_forbidden":
            known = _keys(kind, place[:-1])
            raise error(f"{where}: unknown key{guess_or_list(str(place[-1]), known)}", *place) from None
        said = first["msg"].removeprefix("Value error, ")  # pydantic's words for an objection of ours
        raise error(f"{where}: {said}" if where else said, *place) from None


def _in_data(value: Any, place: DataPath) -> DataPath:
    """The place in the file. Where a value may be of several kinds, pydantic names the kind among the keys."""
    found: DataPath = ()
    for number, part in enumerate(place, 1):
        if _holds(value, part):
            value = value[part]
        elif number < len(place):
            continue
        found = (*found, part)
    return found


def _holds(value: Any, part: str | int) -> bool:
    return (isinstance(value, dict) and part in value) or (isinstance(value, list) and isinstance(part, int))


def _adapter(kind: type[Record]) -> TypeAdapter[Any]:
    if kind not in ADAPTERS:
        ADAPTERS[kind] = TypeAdapter(kind)
    return ADAPTERS[kind]


def schema(kind: type[Record], handler: GetCoreSchemaHandler) -> core.CoreSchema:
    """What pydantic expects of a table: the keys of the record, and no others unless it has a field for them."""
    entries = {
        key_of(name): core.typed_dict_field(handler.generate_schema(hint), required=name not in kind._defaults)
        for name, hint in _types(kind).items()
        if name != kind._rest
    }
    expected = core.typed_dict_schema(entries, extra_behavior="allow" if kind._rest else "forbid")
    names = {key_of(name): name for name in kind._fields if name != kind._rest}

    def record(data: Data) -> Record:
        values = {names[key]: value for key, value in data.items() if key in names}
        if kind._rest is not None:
            values[kind._rest] = {key: value for key, value in data.items() if key not in names}
        return kind(**values)

    return core.no_info_after_validator_function(record, expected)


Record.core_schema = schema


def _types(kind: type[Record]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {name: hints[name] for name in kind._fields}


def _keys(kind: type[Record], place: DataPath) -> list[str]:
    """The keys that a table at this place may have."""
    types = {key_of(name): hint for name, hint in _types(kind).items() if name != kind._rest}
    if not place:
        return list(types)
    hint = types.get(str(place[0]))
    inner = next(_records(hint), None) if hint is not None else kind  # an index, or a key of a table
    return _keys(inner, place[1:]) if inner is not None else []


def _records(hint: Any) -> Iterator[type[Record]]:
    if isinstance(hint, type) and issubclass(hint, Record):
        yield hint
    for part in get_args(hint):
        yield from _records(part)
