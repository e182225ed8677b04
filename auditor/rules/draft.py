"""A rulebook being put together: its data, and the file and line each part of it comes from.

Amendments, readings and house files all do the same thing, they put a value in the place of another; so there is one
way to change a rulebook, `Draft.put`. A target such as `game.round.first.raises.most` names a value from the top. A
part with dots of its own stands in braces, as in `clauses.{13.3}.gist`; an entry of a list goes by its name, act, stage
or check.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from auditor.errors import RulebookError
from auditor.rules.lines import Place, line_of

Data = dict[str, Any]
Model = TypeVar("Model", bound=BaseModel)

PART = re.compile(r"\{([^}]*)\}|([^.]+)")
NAMES = ("name", "act", "stage", "check", "hand", "kind")  # what an entry of a list is called by


@dataclass(frozen=True)
class File:
    """A TOML file as it was read."""

    path: Path
    data: Data
    content: bytes

    def error(self, reason: str, *place: str | int) -> RulebookError:
        """An error at a place of this file."""
        return RulebookError(reason, str(self.path), line_of(self.path, place))

    def checked(self, model: type[Model]) -> Model:
        """The whole file as this model."""
        return validated(model, self.data, self.error)


@lru_cache(maxsize=64)
def read(path: Path) -> File:
    """A TOML file, read once."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise RulebookError(f"cannot be read: {error.strerror}", str(path)) from None
    try:
        return File(path, tomllib.loads(content.decode("utf-8")), content)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line ([0-9]+)", str(error))
        raise RulebookError(str(error), str(path), int(line[1]) if line else 0) from None
    except UnicodeDecodeError as error:
        raise RulebookError("not a UTF-8 text", str(path), content.count(b"\n", 0, error.start) + 1) from None


class Draft:
    """A rulebook's data with the changes made to it so far. Clauses are kept by their numbers until it is finished."""

    def __init__(self, file: File) -> None:
        """The rulebook as its own file states it."""
        self.file = file
        self.data: Data = _copy(file.data)
        self.numbers = [clause["id"] for clause in self.data["clauses"]]
        self.data["clauses"] = {clause["id"]: clause for clause in self.data["clauses"]}
        self.data["instruments"] = [self.data.pop("instrument")]
        self.origins: dict[Place, tuple[File, Place]] = {("instruments", 0): (file, ("instrument",))}

    @property
    def changed(self) -> bool:
        """Is it any different from its own file?"""
        return len(self.origins) > 1

    def get(self, target: str) -> Any:
        """The value of a target; LookupError if there is none."""
        parent, place = self._find(target)
        return parent[place[-1]]

    def has(self, target: str) -> bool:
        """Is there such a value?"""
        try:
            self.get(target)
        except LookupError:
            return False
        return True

    def room_for(self, target: str) -> bool:
        """Is there a table for such a value to stand in?"""
        try:
            self._find(target)
        except LookupError:
            return False
        return True

    def put(self, target: str, value: Any, file: File, *at: str | int) -> None:
        """Put a value in the place of another, or where there was none, as a place of a file says."""
        if not self.room_for(target):
            raise file.error(f"there is no {target}", *at)
        parent, place = self._find(target)
        parent[place[-1]] = _copy(value)
        self.origins[place] = (file, at)

    def strike(self, target: str, file: File, *at: str | int) -> None:
        """Take a value away, as a place of a file says."""
        parent, place = self._find(target)
        del parent[place[-1]]
        self.origins[place] = (file, at)

    def add_instrument(self, instrument: Data, file: File) -> None:
        """Put an amending instrument after the others."""
        self.origins["instruments", len(self.data["instruments"])] = (file, ("instrument",))
        self.data["instruments"].append(instrument)

    def _find(self, target: str) -> tuple[Any, Place]:
        """The table or list that a target stands in, and its place; in a table the value itself need not be there."""
        parent: Any = self.data
        place: Place = ()
        for braced, plain in PART.findall(target):
            if place:
                parent = parent[place[-1]]
            key: str | int = braced or plain
            if isinstance(parent, list):
                key = next((n for n, entry in enumerate(parent) if _called(entry, str(key))), -1)
            if key == -1 or not isinstance(parent, dict | list):
                raise LookupError(target)
            place = (*place, key)
        if not place:
            raise LookupError(target)
        return parent, place

    def finished(self, model: type[Model], **more: Any) -> Model:
        """The rulebook as a model; whatever is wrong with it is an error of the file it comes from."""
        data = {**self.data, **more, "clauses": list(self.data["clauses"].values())}
        return validated(model, data, self.error)

    def error(self, reason: str, *place: str | int) -> RulebookError:
        """An error at a place of the finished rulebook, told of the file that the place comes from."""
        if place[0] == "clauses" and len(place) > 1 and isinstance(place[1], int):
            place = ("clauses", list(self.data["clauses"])[place[1]], *place[2:])
        for depth in range(len(place), 0, -1):
            if place[:depth] in self.origins:
                file, at = self.origins[place[:depth]]
                return file.error(reason, *at, *place[depth:])
        if place[0] == "clauses" and len(place) > 1:
            place = ("clauses", self.numbers.index(place[1]), *place[2:])
        return self.file.error(reason, *place)


def mentions(value: Any, keys: tuple[str, ...], place: Place = ()) -> Iterator[tuple[str, Place]]:
    """Every name that stands under one of these keys, alone or with others, and its place."""
    for key, item in _entries(value):
        below = (*place, key)
        if key in keys and isinstance(item, str):
            yield item, below
        elif key in keys and all(isinstance(name, str) for _, name in _entries(item)):
            yield from ((name, (*below, n)) for n, name in _entries(item))
        else:
            yield from mentions(item, keys, below)


def _entries(value: Any) -> list[tuple[str | int, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []


def validated(model: type[Model], data: Data, error: Callable[..., RulebookError]) -> Model:
    """The data as a model. `error` makes the first thing that is wrong into an error with its file and line."""
    try:
        return model.model_validate(data)
    except ValidationError as wrong:
        errors = wrong.errors(include_url=False)
        first = next(
            (one for one in errors if one["type"] == "extra_forbidden"), errors[0]
        )  # a key mistyped is missing
        place = first["loc"]
        where = ".".join(str(part) for part in place)
        if first["type"] == "extra_forbidden":
            known = _fields(model, place[:-1])
            raise error(f"{where}: unknown key{guess(str(place[-1]), known)}", *place) from None
        raise error(f"{where}: {first['msg']}", *place) from None


def guess(word: str, known: list[str]) -> str:
    """`; did you mean …?` where a known word is near."""
    from difflib import get_close_matches  # costs more than reading a rulebook, and only a mistake needs it

    near = get_close_matches(word, known, 1)
    return f"; did you mean {near[0]}?" if near else ""


def _fields(model: type[BaseModel], place: Place) -> list[str]:
    """The keys that a table at this place may have."""
    fields = {field.alias or name: field for name, field in model.model_fields.items()}
    if not place:
        return list(fields)
    field = fields.get(str(place[0]))
    inner = next(_models(field.annotation), None) if field is not None else model  # an index, or a key of a table
    return _fields(inner, place[1:]) if inner is not None else []


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models(part)


def _called(entry: Any, part: str) -> bool:
    return isinstance(entry, dict) and any(entry.get(name) == part for name in NAMES)


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list) else value
