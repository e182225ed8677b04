"""Loading the customs of rooms: house files that say what a room does otherwise than a clause says.

Those that come with the auditor are in `rulesets/rooms/`, one file a room. A file that extends a whole rulebook holds
for all of its games.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from auditor.rules.loading.merging import File, decided, read
from auditor.rules.schema.customs import Custom
from auditor.rules.schema.data import Data, guess
from auditor.rules.schema.house import House
from auditor.rules.schema.rulebook import Rulebook
from auditor.storage.bundled_files import folder
from auditor.vocabulary.errors import RulebookError, UsageError
from auditor.vocabulary.records import value_class

ROOMS = "rooms"
GENERAL = "online"  # the file for a room that has none of its own


@value_class
class CustomsFile:
    """The customs of a room, with the file that states them."""

    house: House
    path: Path
    customs: tuple[Custom, ...]  # its own, and those of the room that it is like

    def covers(self, rules: Rulebook) -> bool:
        """Are these customs about the clauses of this rulebook?"""
        return self.house.extends in (rules.id, rules.book)

    def error(self, reason: str, number: int, key: str) -> RulebookError:
        """An error in one of its own customs."""
        return read(self.path).error(f"custom {self.house.customs[number].id}: {reason}", "customs", number, key)


def room_ids() -> list[str]:
    """The rooms whose customs come with the auditor."""
    return sorted(path.stem for path in (folder("rulesets") / ROOMS).glob("*.toml"))


def customs_of(room: str | None) -> CustomsFile:
    """The customs of a room that come with the auditor: its own, or those that rooms in general have."""
    return customs_file(str(_path(room) if room in room_ids() and room is not None else _path(GENERAL)))


def _path(room: str) -> Path:
    return folder("rulesets") / ROOMS / f"{room}.toml"


def is_customs_file(file: str) -> bool:
    """Does a file have nothing but customs of a rulebook with several games, none of which it names?"""
    data = read(Path(file)).data
    return "extends" in data and _has_games(str(data["extends"]))


def _has_games(rules: str) -> bool:
    return not rules.endswith(".toml") and (folder("rulesets") / rules).is_dir()


@lru_cache(maxsize=64)
def customs_file(path: str) -> CustomsFile:
    """Load a file of customs. Whatever is wrong with it by itself is an error with its line."""
    if not path.endswith(".toml") or not Path(path).is_file():
        raise UsageError(f"no file of customs {path}; expected the path of a .toml file")
    file = read(Path(path))
    if "extends" not in file.data:
        raise file.error('no file of customs, expected a house file that says what it extends, such as "roberts"')
    house = file.checked(House)
    if "customs" not in file.data and house.like is None:
        raise file.error("no customs in it, expected [[customs]] or, if none are known, 'customs = []'")
    if _has_games(house.extends):
        _nothing_else(file, house)
    _consistent(file, house)
    return CustomsFile(house, file.path, (*house.customs, *_of_other(file, house)))


def files_of_customs(path: str) -> list[Path]:
    """The files that a file of customs is made of: its own, that of the room that it is like, what it extends."""
    file = read(Path(path))
    house = file.checked(House)
    other = [] if house.like is None else [_like(file, house.like)]
    return list(dict.fromkeys([file.path, *other, *_rulebook_files(file, house)]))


def _nothing_else(file: File, house: House) -> None:
    for key in ("readings", "sets", "clauses"):
        if getattr(house, key):
            raise file.error(f"{key}: {house.extends} has several games, expected one of them in extends", key)


def _consistent(file: File, house: House) -> None:
    """Refuse a custom that is there twice, says nothing of its source, or is about no clause of the rulebook."""
    tables = list(_tables(file, house))
    clauses = [str(one["id"]) for table in tables for one in table.get("clauses", [])]
    pairs = [each for table in tables for each in decided(table)]
    seen: set[str] = set()
    for number, custom in enumerate(house.customs):
        if custom.id in seen:
            raise file.error(f"{custom.id} stands in customs twice", "customs", number, "id")
        seen.add(custom.id)
        for key in ("gist", "source", "title"):
            if not getattr(custom, key).strip():
                raise file.error(f"custom {custom.id}: {key} is empty", "customs", number, key)
        if custom.clause not in clauses:
            reason = f"custom {custom.id}: {house.extends} has no clause {custom.clause}{guess(custom.clause, clauses)}"
            raise file.error(reason, "customs", number, "clause")
        for place, game in enumerate(custom.games):
            if not (folder("rulesets") / house.extends / f"{game}.toml").is_file():
                reason = f"custom {custom.id}: {house.extends} has no game {game}"
                raise file.error(reason, "customs", number, "games", place)
        deciding = sorted({check for clause, check in pairs if clause == custom.clause})
        if custom.check not in deciding:
            known = f"; it is decided by {', '.join(deciding)}" if deciding else ", which no check decides"
            reason = f"custom {custom.id}: no check {custom.check!r} for clause {custom.clause}{known}"
            raise file.error(reason, "customs", number, "check")


def _tables(file: File, house: House) -> Iterator[Data]:
    """The data of the rulebook that a file extends and, if that is a game of it, of the rulebook's own file."""
    return (read(path).data for path in _rulebook_files(file, house))


def _rulebook_files(file: File, house: House) -> Iterator[Path]:
    path = folder("rulesets") / f"{house.extends}.toml"
    if house.extends.endswith(".toml"):
        path = file.path.parent / house.extends
    if not path.is_file():
        raise file.error(f"there is no rulebook {house.extends}", "extends")
    data = read(path).data
    if "of" in data:
        of = str(data["of"])
        yield path.parent / of if of.endswith(".toml") else folder("rulesets") / f"{of}.toml"
    yield path


def _of_other(file: File, house: House) -> tuple[Custom, ...]:
    """The customs of the room that a file is like, but for those that it states itself."""
    if house.like is None:
        return ()
    path = _like(file, house.like)
    if not path.is_file() or path == file.path:
        raise file.error(f"there is no other room {house.like}{guess(house.like, room_ids())}", "like")
    if "like" in read(path).data:
        raise file.error(f"{house.like} is like another room itself, expected one that is not", "like")
    own = {custom.id for custom in house.customs}
    return tuple(one for one in customs_file(str(path)).customs if one.id not in own)


def _like(file: File, room: str) -> Path:
    """The file of the room that a file is like: one beside it, or one that comes with the auditor."""
    beside = file.path.parent / f"{room}.toml"
    return beside if beside.is_file() else _path(room)
