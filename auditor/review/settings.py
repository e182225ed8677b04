"""Settings in a file: the nearest `auditor.toml`, or `[tool.auditor]` of a `pyproject.toml`, looking upwards.

The command line goes before the file, the file before the defaults. A table `paths` has settings for some logs only. An
unknown key is an error: a misspelt one must not end in an audit that somebody believes to be another. A file cannot
silence a report: it cannot make a run quiet, and names no file outside of its own folder for a report.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from auditor.review import toml_files
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.findings import Severity
from auditor.vocabulary.records import field, value_class
from auditor.vocabulary.wording import escaped, joined

FILE, SHARED = "auditor.toml", "pyproject.toml"
QUIET = "quiet"
LEVELS = ("breach", "irregularity", "advisory", "never")


@value_class
class Regrade:
    """Gives findings on a clause or of a check another severity, for a reason that the report states."""

    name: str  # a clause, a section or a check
    severity: Severity
    reason: str


@value_class
class ForPath:
    """Settings for the logs whose names fit a pattern."""

    pattern: str
    values: Mapping[str, Any]

    def fits(self, name: str) -> bool:
        """Is a log of this name, seen from the folder of the settings file, one of them?"""
        return fnmatchcase(name, self.pattern) or name.startswith(self.pattern.rstrip("/") + "/")


@value_class
class Settings:
    """The settings of a file."""

    path: Path | None = None  # the file, if there is one
    values: Mapping[str, Any] = field(default_factory=dict)
    paths: tuple[ForPath, ...] = ()

    def at(self, name: str) -> dict[str, Any]:
        """The settings for one log: those for all logs, and over them those of each pattern that fits, in order."""
        found = dict(self.values)
        for one in self.fitting(name):
            found |= one.values
        return found

    def fitting(self, name: str) -> tuple[ForPath, ...]:
        """The settings for some logs that hold for this one, too."""
        path = Path(name)
        try:
            folder = Path.cwd() if self.path is None else self.path.parent.resolve()
            inside = path.resolve().relative_to(folder).as_posix()
        except (ValueError, OSError):
            inside = path.as_posix()
        return tuple([one for one in self.paths if one.fits(inside)])


# ---- finding and reading ----


def found(folder: Path) -> Iterator[Path]:
    """The settings files from a folder upwards, the nearest first. One that cannot be read may be one, too."""
    for here in (folder, *folder.parents):
        if (path := inside(here)) is not None:
            yield path


def inside(folder: Path) -> Path | None:
    """The settings file of one folder, if it has any."""
    if (own := folder / FILE).is_file():
        return own
    return shared if (shared := folder / SHARED).is_file() and _for_us(shared) else None


def _for_us(shared: Path) -> bool:
    try:
        text = toml_files.text_of(shared)
        return any(map(_may_name_us, text.split("\n"))) and "auditor" in _tool(toml_files.parsed(text))
    except (OSError, ValueError):
        return True  # `load` tells what is wrong


def _may_name_us(line: str) -> bool:
    """May a line of a shared file open a table `tool`, or that of the auditor in it? Most files need no parser then."""
    key = line.lstrip("[ \t\"'")
    if not key.startswith("tool"):
        return "\\" in line and line.lstrip()[:1] in ("[", '"')  # a key may be written with escapes
    return "auditor" in line or "\\" in line or key[4:].lstrip(" \t\"'")[:1] in ("]", "=")


def load(path: Path) -> Settings:
    """Load and check the settings in a file."""
    data = _loaded(path)
    table = _tool(data).get("auditor", {}) if path.name == SHARED else data
    if not isinstance(table, dict):
        raise UsageError(f"{escaped(str(path))}: tool.auditor is no table")
    table = dict(table)
    paths = table.pop("paths", {})
    if not isinstance(paths, dict) or not all(isinstance(one, dict) for one in paths.values()):
        raise UsageError(f'{escaped(str(path))}: paths is a table of tables, such as [paths."logs/omaha/*"]')
    apart = [ForPath(name, _checked(one, path, BY_PATH, f'paths."{name}".')) for name, one in paths.items()]
    return Settings(path, _checked(table, path, KINDS), tuple(apart))


def _loaded(path: Path) -> dict[str, Any]:
    try:
        return toml_files.read(path)[1]
    except OSError as error:
        raise UsageError(f"cannot read {escaped(str(path))}: {error.strerror or error}") from None
    except ValueError as error:
        raise UsageError(f"{escaped(str(path))}: {escaped(str(error), 120)}") from None


def _tool(data: dict[str, Any]) -> dict[str, Any]:
    tool = data.get("tool", {})
    return tool if isinstance(tool, dict) else {}


def _checked(table: dict[str, Any], path: Path, kinds: Mapping[str, Kind], lead: str = "") -> dict[str, Any]:
    found = {}
    for key, value in table.items():
        kind = kinds.get(key)
        if key == QUIET:
            raise UsageError(f"{escaped(str(path))}: a file cannot make a run quiet; --quiet does")
        if kind is None:
            from difflib import get_close_matches

            close = get_close_matches(key, kinds, 1)
            hint = f"; did you mean {close[0]}?" if close else f", expected one of {joined(sorted(kinds), 'or')}"
            raise UsageError(f"{escaped(str(path))}: there is no setting {lead}{escaped(key, 40)}{hint}")
        try:
            found[key] = kind(value, path.parent)
        except ValueError as error:
            written = escaped(repr(value), 60)
            raise UsageError(f"{escaped(str(path))}: {lead}{key} = {written}, expected {error}") from None
    return found


# ---- kinds of values ----

Kind = Callable[[Any, Path], Any]  # takes what is written and the file's folder; gives the value, or a ValueError


def _text(value: Any, _folder: Path) -> str:
    if not isinstance(value, str):
        raise ValueError("a text")
    return value


def _texts(value: Any, folder: Path) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError("a list of texts")
    return tuple([_text(one, folder) for one in value])


def _flag(value: Any, _folder: Path) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def _count(value: Any, _folder: Path) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError("a whole number")
    return value


def _day(value: Any, _folder: Path) -> date:
    if type(value) is not date:
        raise ValueError("a day such as 1994-06-11, without quotes")
    return value


def _baseline(value: Any, folder: Path) -> str:
    """An earlier report, which is looked for beside the settings, or the word for what the register knows."""
    text = _text(value, folder)
    return text if text == "register" else str(folder / text)


def _register(value: Any, folder: Path) -> str:
    """The address of a server, or a file in the folder of the settings or below it."""
    text = _text(value, folder)
    if "://" in text:
        return text
    if Path(os.path.realpath(folder)) not in Path(os.path.realpath(folder / text)).parents:
        raise ValueError("postgresql://… or a file in the folder of the settings, or below it")
    return str(folder / text)


def _path(value: Any, folder: Path) -> Path:
    return folder / _text(value, folder)


def _rules(value: Any, folder: Path) -> str:
    """The id of a rulebook, or a house file, which is looked for beside the settings."""
    text = _text(value, folder)
    return str(folder / text) if text.endswith(".toml") else text


def _files(value: Any, folder: Path) -> tuple[str, ...]:
    """Files, which are looked for beside the settings."""
    return tuple([str(folder / one) for one in _texts(value, folder)])


def _forms(value: Any, folder: Path) -> tuple[str, ...]:
    """Forms of reports. Their files are looked for beside the settings, and lie nowhere else."""
    forms = []
    for one in _texts(value, folder):
        name, _, file = one.partition("=")
        if file in ("", "-"):
            forms.append(name)
            continue
        home = Path(os.path.realpath(folder))
        if home not in Path(os.path.realpath(folder / file)).parents:
            raise ValueError("files for reports in the folder of the settings, or below it")
        forms.append(f"{name}={folder / file}")
    return tuple(forms)


def _level(value: Any, _folder: Path) -> str:
    if value not in LEVELS:
        raise ValueError(joined(LEVELS, "or"))
    return str(value)


def _readings(value: Any, folder: Path) -> tuple[str, ...]:
    if not isinstance(value, dict):
        raise ValueError('a table such as { raise_unit = "blind" }')
    return tuple([f"{name}={_text(choice, folder)}" for name, choice in value.items()])


def _severities(value: Any, folder: Path) -> tuple[Regrade, ...]:
    """Other severities, each with its reason, which must not be empty."""
    expected = 'a table such as { "10.2" = { is = "advisory", reason = "…" } }'
    if not isinstance(value, dict):
        raise ValueError(expected)
    found = []
    for name, entry in value.items():
        if not isinstance(entry, dict) or entry.keys() != {"is", "reason"} or entry["is"] not in LEVELS[:3]:
            raise ValueError(expected)
        if not _text(entry["reason"], folder).strip():
            raise ValueError(f"{expected}, with a reason that says something")
        found.append(Regrade(name, Severity[entry["is"].upper()], entry["reason"]))
    return tuple(found)


BY_PATH: dict[str, Kind] = {
    "rules": _rules,
    "as-of": _day,
    "interpret": _readings,
    "customs": _files,
    "log-format": _text,
    "select": _texts,
    "ignore": _texts,
    "severity": _severities,
}
KINDS: dict[str, Kind] = {
    **BY_PATH,
    "since": _day,
    "until": _day,
    "format": _forms,
    "fail-on": _level,
    "fail-on-new": _flag,
    "fail-on-unrecorded": _flag,
    "exit-zero": _flag,
    "baseline": _baseline,
    "register": _register,
    "decisions": _path,
    "undecided": _flag,
    "statistics": _flag,
    "full": _flag,
    "jobs": _count,
    "cache": _flag,
    "color": _flag,
}
