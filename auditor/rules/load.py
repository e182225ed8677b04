"""Loading a rulebook as it stood on a day: its own file, the amendments in force, the readings chosen.

Amendments, readings and house files all do the same thing: they put a new value in the place of another. So there is
one way to change a rulebook, `_put`, and the finished data is validated once, at the end.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from datetime import date, timedelta
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from auditor.data import folder
from auditor.errors import RulebookError, UsageError
from auditor.rules.lines import line_of
from auditor.rules.model import Rulebook

Data = dict[str, Any]


def rulebook_ids() -> list[str]:
    """The rulebooks that come with the auditor."""
    root = folder("rulesets")
    files = (path for path in root.rglob("*.toml") if "amendments" not in path.parts)
    return sorted(path.relative_to(root).with_suffix("").as_posix() for path in files)


def rules_in_force(rules: str, on: date, readings: Mapping[str, str] | None = None) -> Rulebook:
    """The rulebook (an id, or the path of a house file) as it stood on a day, under the chosen readings.

    Before its first day in force the first version is returned: the hand is still replayed, and the version check says
    that there were no rules yet.
    """
    return _in_force(rules, on, tuple(sorted((readings or {}).items())))


@lru_cache(maxsize=64)
def _in_force(rules: str, on: date, readings: tuple[tuple[str, str], ...]) -> Rulebook:
    for first, last, book in _versions(rules, readings):
        if first <= on <= last:
            return book
    raise AssertionError("the versions of a rulebook cover every day")


def turning_days(rules: str) -> list[date]:
    """The days on which a version of the rulebook comes into force."""
    return [book.instruments[-1].in_force.from_ for _, _, book in _versions(rules, ()) if not book.pending]


@lru_cache(maxsize=32)
def _versions(rules: str, readings: tuple[tuple[str, str], ...]) -> tuple[tuple[date, date, Rulebook], ...]:
    """The versions of a rulebook with the first and last day on which each judges a hand."""
    data, path = _read(rules)
    chosen = _chosen(data, dict(readings), path)
    amendments = _amendments(data["id"] if "extends" not in data else data["extends"], chosen, data)
    versions: list[tuple[date, date, Rulebook]] = []
    start = date.min
    for number in range(len(amendments) + 1):
        following = amendments[number] if number < len(amendments) else None
        until = following["instrument"]["in_force"]["from"] - timedelta(days=1) if following else date.max
        made = following["instrument"]["made"] if following else None
        if made and start < made <= until:
            versions.append((start, made - timedelta(days=1), _build(data, amendments[:number], chosen, path, None)))
            start = made
        versions.append((start, until, _build(data, amendments[:number], chosen, path, made if following else None)))
        start = until + timedelta(days=1) if following else date.max
    return tuple(versions)


def _build(data: Data, amendments: list[Data], chosen: dict[str, str], path: Path, pending: date | None) -> Rulebook:
    data = _copy(data)
    data["instruments"] = [data.pop("instrument"), *(amendment["instrument"] for amendment in amendments)]
    for amendment in amendments:
        for change in amendment["change"]:
            if change["rulebook"] == data["id"]:
                _amend(data, change, amendment["path"], amendment["instrument"]["cite"])
    for reading in data.get("readings", []):
        choice = next(choice for choice in reading["choices"] if choice["name"] == chosen[reading["name"]])
        for target, value in choice.get("sets", {}).items():
            if not target.startswith("amendment."):
                _put(data, target, value, path)
    data["chosen"], data["pending"], data["path"] = chosen, pending, path.name
    text = path.read_bytes() + b"".join(Path(amendment["path"]).read_bytes() for amendment in amendments)
    data["sha256"] = hashlib.sha256(text).hexdigest()
    try:
        return Rulebook.model_validate(data)
    except ValidationError as error:
        raise _invalid(error, path) from None


def _invalid(error: ValidationError, path: Path) -> RulebookError:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return RulebookError(f"{where}: {first['msg']}", str(path), line_of(path, first["loc"]))


# ---- files ----


def _path(rules: str) -> Path:
    if rules.endswith(".toml"):
        path = Path(rules)
        if not path.is_file():
            raise UsageError(f"no rulebook file {rules}")
        return path
    path = folder("rulesets") / f"{rules}.toml"
    if rules not in rulebook_ids():
        near = get_close_matches(rules, rulebook_ids(), 1)
        hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(rulebook_ids())}"
        raise UsageError(f"no rulebook {rules!r}{hint}")
    return path


def _toml(path: Path) -> Data:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        line = str(error).rpartition("(at line ")[2].split(",")[0]
        raise RulebookError(str(error), str(path), int(line) if line.isdigit() else 0) from None
    except UnicodeDecodeError:
        raise RulebookError("not a UTF-8 text", str(path)) from None


def _read(rules: str) -> tuple[Data, Path]:
    """A rulebook's own data; a house file laid over the rulebook it extends."""
    path = _path(rules)
    data = _toml(path)
    if "extends" not in data:
        for key in ("id", "title", "instrument", "clauses", "game"):
            if key not in data:
                raise RulebookError(f"missing '{key}'", str(path))
        return data, path
    return _house(data, path), _path(data["extends"])


def _house(house: Data, path: Path) -> Data:
    known = {"extends", "id", "title", "readings", "sets"}
    for key in house:
        if key not in known:
            raise RulebookError(f"unknown key {key!r} in a house file", str(path), line_of(path, (key,)))
    data, _ = _read(house["extends"])
    data = _copy(data)
    for target, value in house.get("sets", {}).items():
        if target not in data.get("may_vary", []):
            reason = f"{target} is fixed by {data['id']}: no clause permits a house to vary it"
            raise RulebookError(reason, str(path), line_of(path, ("sets", target)))
        _put(data, target, value, path)
    data["defaults"] = house.get("readings", {})
    data["house"] = house.get("id", path.stem)
    return data


# ---- changing a rulebook ----


def _chosen(data: Data, readings: dict[str, str], path: Path) -> dict[str, str]:
    """Every reading's choice: the user's, the house's, or the default."""
    wanted = {**data.pop("defaults", {}), **readings}
    known = {reading["name"]: reading for reading in data.get("readings", [])}
    for name, choice in wanted.items():
        if name not in known:
            near = get_close_matches(name, known, 1)
            raise UsageError(f"{data['id']} has no reading {name!r}" + (f"; did you mean {near[0]}?" if near else ""))
        offered = [entry["name"] for entry in known[name]["choices"]]
        if choice not in offered:
            raise UsageError(f"reading {name} is one of {', '.join(offered)}, not {choice!r}")
    data.pop("house", None)
    return {name: wanted.get(name, reading["default"]) for name, reading in known.items()}


def _amendments(rules: str, chosen: dict[str, str], data: Data) -> list[Data]:
    """The amendments of a rulebook in order of effect, each with the day the chosen reading gives it."""
    found = []
    for path in sorted(folder("rulesets").rglob("amendments/*.toml")):
        amendment = _toml(path)
        if any(change["rulebook"] == rules for change in amendment["change"]):
            amendment["path"] = str(path)
            found.append(amendment)
    for reading in data.get("readings", []):
        for choice in reading["choices"]:
            for target, value in choice.get("sets", {}).items():
                if target.startswith("amendment.") and choice["name"] == chosen[reading["name"]]:
                    _redate(found, target, value)
    return sorted(found, key=lambda amendment: amendment["instrument"]["in_force"]["from"])


def _redate(amendments: list[Data], target: str, value: Any) -> None:
    _, label, what = target.split(".")
    for amendment in amendments:
        if amendment["instrument"]["label"] == label:
            amendment["instrument"]["in_force"][what] = value


def _amend(data: Data, change: Data, path: str, cite: str) -> None:
    """Apply one change of an amendment, after making sure that it finds what it says it found."""
    clauses: list[Data] = data["clauses"]
    at = next((n for n, clause in enumerate(clauses) if clause["id"] == change["clause"]), None)
    if (change["op"] == "insert") != (at is None):
        state = "is there already" if at is not None else "is not there"
        raise RulebookError(f"{change['op']} of clause {change['clause']}: it {state}", path)
    if change["op"] == "repeal" and at is not None:
        del clauses[at]
    elif at is not None:
        said = {key: change[key] for key in ("title", "gist", "note") if key in change}
        clauses[at] = {**clauses[at], **said, "amended_by": cite}
    else:
        new = {"id": change["clause"], "amended_by": cite, **{key: change[key] for key in ("title", "gist", "evidence", "rules") if key in change}}
        clauses.append(new)
    for target, value in change.get("was", {}).items():
        if _get(data, target, path) != value:
            raise RulebookError(f"{target} was expected to be {value!r} before {change['clause']} is amended", path)
    for target, value in change.get("now", {}).items():
        _put(data, target, value, Path(path))


PART = re.compile(r"\{([^}]*)\}|([^.]+)")  # a part of a target; one with dots of its own stands in braces
NAMES = ("id", "name", "act", "stage", "check")  # what an entry of a list is called by


def _step(value: Any, part: str) -> Any:
    if isinstance(value, list):
        return next(item for item in value if part in (item.get(name) for name in NAMES))
    return value[part]


def _get(data: Data, target: str, path: str | Path) -> Any:
    value: Any = data
    try:
        for braced, plain in PART.findall(target):
            value = _step(value, braced or plain)
    except (KeyError, StopIteration, TypeError, AttributeError):
        raise RulebookError(f"there is no {target}", str(path)) from None
    return value


def _put(data: Data, target: str, value: Any, path: Path) -> None:
    parent, _, last = target.rpartition(".")
    _get(data, parent, path)[last] = value


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list) else value
