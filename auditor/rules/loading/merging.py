"""A rulebook while it is put together: its data, and the file and line that each part of it comes from.

Amendments, readings and house files all do the same thing: they put a value in the place of another. So there is one
way to change a rulebook, `Draft.put`. A target such as `game.round.first.raises.most` names a value from the top. A
part that has dots itself stands in braces, as in `clauses.{13.3}.gist`; an entry of a list goes by its name, act, stage
or check.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from auditor.rules.loading.toml_lines import line_of
from auditor.rules.schema.data import Data, DataPath
from auditor.rules.schema.record import Record, from_json, full_name, to_json
from auditor.storage import plugins
from auditor.storage.bundled_files import PACKAGE
from auditor.storage.disk_cache import load_or_make
from auditor.storage.file_stamps import Stamp, stamp_of
from auditor.vocabulary.errors import RulebookError
from auditor.vocabulary.records import value_class

R = TypeVar("R", bound=Record)

PART = re.compile(r"\{([^}]*)\}|([^.]+)")
LAYERING = ("like", "plays", "drops")  # the keys of a game's file that say what it is laid over, and leaves out
SELECTING = ("games", "but")  # the keys of an entry that say which games it is for, and which of those it is not for
DEEPEST = 32  # lists and tables inside each other
TOO_DEEP = f"nested more than {DEEPEST} deep, expected no such list or table in a rulebook"
RULE = 4  # how deep a rule is below the top: clauses, the clause, rules, the rule
BRANCHES = (dict, list)  # the values that hold others
NAMES = ("name", "act", "stage", "limits", "check", "hand", "kind")  # the keys by which an entry of a list goes


@value_class
class File:
    """A TOML file as it was read."""

    path: Path
    data: Data
    content: bytes

    def error(self, reason: str, *place: str | int) -> RulebookError:
        """An error at a place of this file."""
        return RulebookError(reason, str(self.path), line_of(self.path, place))

    def checked(self, kind: type[R]) -> R:
        """The whole file as a record of this kind."""
        return validated(kind, self.data, self.error)


@value_class
class GameFile(File):
    """One game of a rulebook that has several: the rulebook's file, with the game's own table laid over the common one.

    A game may be `like` another, which then lies between the two. An error names the file that its place comes from.
    """

    layers: tuple[File, ...]  # the game's own file first, the rulebook's last

    def error(self, reason: str, *place: str | int) -> RulebookError:
        """An error at a place of the game, in the file that the place comes from."""
        own, *between, book = self.layers
        if place[:1] == ("game",):
            common = ("common", *place[1:])
            file = next((one for one in (own, *between) if _stands_in(one.data, place)), None)
            if file is None and _stands_in(book.data, common):
                return book.error(reason, *common)
            return (file or own).error(reason, *place)
        file = own if place[:1] and place[0] in own.data else book
        return file.error(reason, *_before_selection(file.data, place, _names(own)))


def game_file(own: File, between: Sequence[File], book: File) -> GameFile:
    """A game's file together with those of the games it is like, the nearest first, and the file of its rulebook."""
    if "common" not in book.data:
        raise own.error(f"{book.path.name} has no table 'common': it is no rulebook of several games", "of")
    names = _names(own)
    shared = {key: value for key, value in book.data.items() if key != "common"}
    shared |= {"clauses": [_clause_for(clause, names) for clause in book.data.get("clauses", [])]}
    shared |= {"readings": _for_game(book.data.get("readings", []), names)}
    game = _layer(book, "common", {})
    for file in (*reversed(between), own):
        game = _layer(file, "game", game)
    layers = (own, *between, book)
    data = shared | {key: value for key, value in own.data.items() if key not in LAYERING} | {"game": game}
    return GameFile(own.path, data, b"".join(file.content for file in reversed(layers)), layers)


def _names(own: File) -> tuple[str, ...]:
    """Which of the rulebook's games a file is: what it `plays`, which may be several games, or the name of the file."""
    plays = own.data.get("plays", own.path.stem)
    return tuple(map(str, plays)) if isinstance(plays, list) else (str(plays),)


def _layer(file: File, key: str, below: Data) -> Data:
    """Lay a table of a game over what is below it, and each betting round over the one that it is `like`."""
    table: Data = file.data.get(key, {})
    rounds: Data = dict(below.get("round", {}))
    for name, round in table.get("round", {}).items():
        like = round.get("like", name)
        if like != name and like not in rounds:
            raise file.error(f"there is no round {like} before it", key, "round", name, "like")
        rounds[name] = laid_over(rounds.get(like, {}), {key: value for key, value in round.items() if key != "like"})
    return laid_over(below, table) | {"round": rounds}


def _for_game(entries: list[Data], names: tuple[str, ...]) -> list[Data]:
    """The entries for one game. An entry may say which `games` it is for, and which it is not for (`but`)."""
    found = [entry for entry in entries if _is_for(entry, names)]
    return [{key: value for key, value in entry.items() if key not in SELECTING} for entry in found]


def _is_for(entry: Data, names: tuple[str, ...]) -> bool:
    """Is an entry for a game with these names?"""
    wanted = "games" not in entry or any(name in entry["games"] for name in names)
    return wanted and not any(name in entry.get("but", ()) for name in names)


def _clause_for(clause: Data, names: tuple[str, ...]) -> Data:
    """A clause with the rules that decide it in one game."""
    return clause | {"rules": _for_game(clause["rules"], names)} if "rules" in clause else clause


def _before_selection(value: Any, place: DataPath, names: tuple[str, ...]) -> DataPath:
    """The place in a file of what stands at this place once the entries for other games are left out."""
    found: list[str | int] = []
    for part in place:
        if isinstance(value, list) and isinstance(part, int):
            matching = [n for n, each in enumerate(value) if not isinstance(each, dict) or _is_for(each, names)]
            part = matching[part] if part < len(matching) else part
        value = value[part] if _stands_in(value, (part,)) else None
        found.append(part)
    return tuple(found)


def laid_over(below: Data, above: Data) -> Data:
    """Lay one table over another: the upper one counts, and tables that are in both are laid over each other again."""
    merged = dict(below)
    for key, value in above.items():
        both = isinstance(value, dict) and isinstance(below.get(key), dict)
        merged[key] = laid_over(below[key], value) if both else value
    return merged


def _stands_in(value: Any, place: DataPath) -> bool:
    """Does the data of a file have this place?"""
    for part in place:
        if isinstance(value, dict) and part in value:
            value = value[str(part)]
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            return False
    return True


@lru_cache(maxsize=64)
def read(path: Path) -> File:
    """Read a TOML file, once."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise RulebookError(f"cannot be read: {error.strerror}", str(path)) from None
    data = load_or_make("toml", content, lambda: _parsed(path, content), to_json, from_json)
    return File(path, data, content)


def _parsed(path: Path, content: bytes) -> Data:
    import tomllib  # needed for a new file only

    try:
        data = tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise RulebookError("not a UTF-8 text", str(path), content.count(b"\n", 0, error.start) + 1) from None
    except ValueError as error:  # among them numbers of more digits than Python reads
        line = re.search(r"at line ([0-9]+)", str(error))
        raise RulebookError(str(error), str(path), int(line[1]) if line else 0) from None
    except RecursionError:
        raise RulebookError(TOO_DEEP, str(path)) from None
    if _too_deep(data):
        raise RulebookError(TOO_DEEP, str(path))
    return data


def _too_deep(data: Data) -> bool:
    """Is there a list or a table below more others than any rulebook has?"""
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        level = [
            inner
            for one in level
            for inner in (one.values() if isinstance(one, dict) else one)
            if isinstance(inner, dict | list)
        ]
    return bool(level)


class Draft:
    """A rulebook's data with the changes made to it so far. It holds clauses by number until it is finished."""

    def __init__(self, file: File) -> None:
        """The rulebook as its own file states it."""
        self.file = file
        self.data: Data = _copy(file.data)
        self.numbers = [clause["id"] for clause in self.data["clauses"]]
        self.data["clauses"] = {clause["id"]: clause for clause in self.data["clauses"]}
        self.data["instruments"] = [self.data.pop("instrument")]
        self.origins: dict[DataPath, tuple[File, DataPath]] = {("instruments", 0): (file, ("instrument",))}

    @property
    def changed(self) -> bool:
        """Does it differ from its own file?"""
        return len(self.origins) > 1

    def get(self, target: str) -> Any:
        """The value of a target. If there is none, that is a LookupError."""
        parent, place = self._find(target)
        return parent[place[-1]]

    def has(self, target: str) -> bool:
        """Is there such a value?"""
        try:
            self.get(target)
        except LookupError:
            return False
        return True

    def at(self, place: DataPath) -> Any:
        """The value at a place; None if there is none."""
        value: Any = self.data
        for part in place:
            if not _stands_in(value, (part,)):
                return None
            value = value[part]
        return value

    def figure_around(self, target: str) -> DataPath:
        """The place of the innermost figure around a value, or the value's own if it is in none.

        A figure is a table that names its clause, or a rule under a clause.
        """
        _, place = self._find(target)
        for depth in range(len(place), 0, -1):
            value = self.at(place[:depth])
            if isinstance(value, dict) and ("clause" in value or (place[0] == "clauses" and depth == RULE)):
                return place[:depth]
        return place

    def room_for(self, target: str) -> bool:
        """Is there a table for such a value to stand in?"""
        try:
            self._find(target)
        except LookupError:
            return False
        return True

    def put(self, target: str, value: Any, file: File, *at: str | int) -> None:
        """Put a value in the place of another, or where there was none, because a place of a file says so."""
        if not self.room_for(target):
            raise file.error(f"there is no {target}", *at)
        parent, place = self._find(target)
        parent[place[-1]] = _copy(value)
        self.origins[place] = (file, at)

    def strike(self, target: str, file: File, *at: str | int) -> None:
        """Take a value away because a place of a file says so."""
        parent, place = self._find(target)
        del parent[place[-1]]
        self.origins[place] = (file, at)

    def add_instrument(self, instrument: Data, file: File) -> None:
        """Put an amending instrument after the others."""
        self.origins["instruments", len(self.data["instruments"])] = (file, ("instrument",))
        self.data["instruments"].append(instrument)

    def _find(self, target: str) -> tuple[Any, DataPath]:
        """The table or list that a target stands in, and the target's place; a table need not have the value yet."""
        parent: Any = self.data
        place: DataPath = ()
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

    def finished(self, kind: type[R], **more: Any) -> R:
        """The rulebook as a record. Whatever is wrong with it is an error in the file that it comes from."""
        data = {**self.data, **more, "clauses": list(self.data["clauses"].values())}
        return validated(kind, data, self.error)

    def error(self, reason: str, *place: str | int) -> RulebookError:
        """An error at a place of the finished rulebook, in the file that the place comes from."""
        if place[0] == "clauses" and len(place) > 1 and isinstance(place[1], int):
            place = ("clauses", list(self.data["clauses"])[place[1]], *place[2:])
        for depth in range(len(place), 0, -1):
            if place[:depth] in self.origins:
                file, at = self.origins[place[:depth]]
                return file.error(reason, *at, *place[depth:])
        inside = [one for one in self.origins if one[: len(place)] == place]
        if inside:  # what was put into it does not fit the rest
            file, at = self.origins[inside[-1]]
            return file.error(reason, *at)
        if place[0] == "clauses" and len(place) > 1:
            place = ("clauses", self.numbers.index(place[1]), *place[2:])
        return self.file.error(reason, *place)


def mentions(value: Any, keys: tuple[str, ...], place: DataPath = ()) -> Iterator[tuple[str, DataPath]]:
    """Every name that stands under one of these keys, alone or with others, and its place."""
    for key, item in _entries(value):
        below = (*place, key)
        if key in keys and isinstance(item, str):
            yield item, below
        elif key in keys and all(isinstance(name, str) for _, name in _entries(item)):
            yield from ((name, (*below, n)) for n, name in _entries(item))
        elif isinstance(item, BRANCHES):
            yield from mentions(item, keys, below)


def decided(value: Any, clause: str | None = None) -> Iterator[tuple[str, str]]:
    """Every clause and check that stand in one table, be it a figure or a rule under a clause."""
    if isinstance(value, dict):
        clause = str(value["id"]) if "id" in value else clause
        if "check" in value and (of := value.get("clause", clause)) is not None:
            yield str(of), str(value["check"])
        for item in value.values():
            yield from decided(item, clause)
    elif isinstance(value, list):
        for item in value:
            yield from decided(item, clause)


def _entries(value: Any) -> list[tuple[str | int, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []


def validated(kind: type[R], data: Data, error: Callable[..., RulebookError]) -> R:
    """The data as a record. If something is wrong, `error` makes the first such thing an error with file and line."""
    return validated_each([(kind, data, error)])[0]


def validated_each(tables: Sequence[tuple[type[R], Data, Callable[..., RulebookError]]]) -> tuple[R, ...]:
    """Several tables as records. A table that was valid once under the same code need not be validated again."""

    def make() -> tuple[R, ...]:
        from auditor.rules.schema.validation import checked

        return tuple(checked(kind, data, error) for kind, data, error in tables)

    foreign = any(not kind.__module__.startswith(f"{PACKAGE.name}.") for kind, _, _ in tables)
    made_of = ([(full_name(kind), data) for kind, data, _ in tables], _code(), plugins.stamp() if foreign else None)
    return load_or_make("records", made_of, make, to_json, from_json)


def _code() -> list[Stamp]:
    """The state of the modules that say what a valid rulebook is."""
    return [stamp_of(PACKAGE / room) for room in ("rules", "checks")]


def _called(entry: Any, part: str) -> bool:
    return isinstance(entry, dict) and any(part in (entry.get(name), *_listed(entry, name)) for name in NAMES)


def _listed(entry: Data, name: str) -> list[str]:
    return entry[name] if isinstance(entry.get(name), list) else []


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(item) if isinstance(item, BRANCHES) else item for key, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list) else value
