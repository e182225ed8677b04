"""The rulebook data of a pack: what comes with the auditor under `rules/`, the files of a house under `house/`.

A rulebook that a plugin adds, and that judged, is under `plugins/`. A house file may lie over others beside it. They go
into the pack with it, and the pack is judged by what is in it. No file of a pack may refer to anything outside: whoever
checks a pack reads nothing else because of it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from auditor.packing.manifest import HOUSE_FILE, PLUGIN_FILE, RULES_FILE
from auditor.rules.loading.customs import files_of_customs
from auditor.rules.loading.loader import files_of
from auditor.storage import plugins
from auditor.storage.bundled_files import folder
from auditor.vocabulary.errors import Unreadable, UsageError
from auditor.vocabulary.wording import escaped

RULES, HOUSE, PLUGINS = "rules", "house", "plugins"
REFERENCES = ("extends", "of", "like")  # the keys by which a file names others


def installed_rules() -> dict[str, bytes]:
    """The rulebook data that come with this auditor, by their names in a pack."""
    root = folder("rulesets")
    paths = sorted(root.rglob("*.toml"), key=lambda path: path.relative_to(root).as_posix())
    return {f"{RULES}/{path.relative_to(root).as_posix()}": path.read_bytes() for path in paths}


def plugin_rules(ids: Iterable[str]) -> dict[str, bytes]:
    """The files of these rulebooks that installed packages add, by their names in a pack; of the others nothing.

    The file of `harbour/manila` is `plugins/harbour/manila.toml`, and whatever it lies over has its place beside it.
    """
    found: dict[str, bytes] = {}
    for id in sorted({*ids} & {one.name for one in plugins.plugins(plugins.RULEBOOKS)}):
        own, *beside = files_of(id)
        root = f"{PLUGINS}/{id}".rpartition("/")[0]
        below = [path for path in beside if not path.resolve().is_relative_to(folder("rulesets").resolve())]
        names = {own: f"{PLUGINS}/{id}.toml"}
        for path in below:
            if not path.is_relative_to(own.parent):
                raise UsageError(f"cannot pack the rulebook {escaped(id)}: it lies over a file that is not below it")
            names[path] = f"{root}/{path.relative_to(own.parent).as_posix()}"
        for path, name in names.items():
            content = path.read_bytes()
            if reason := fault_of(name, content) or _two_of_them(found.get(name, content), content):
                raise UsageError(f"cannot pack the rulebook {escaped(id)}: {name}: {reason}")
            found[name] = content
    return found


def _two_of_them(one: bytes, other: bytes) -> str:
    return "" if one == other else "two packages have other files of that name"


class HouseFiles:
    """The files of houses that an audit is asked for with, each with its name in the pack."""

    def __init__(self) -> None:
        self.contents: dict[str, bytes] = {}  # by their names in the pack
        self.folders: dict[Path, int] = {}  # those that the files were in, with a number each

    def rules(self, rules: str | None) -> str | None:
        """A rulebook as a manifest names it: its id, or the name of its file in the pack."""
        if rules is None or not rules.endswith(".toml"):
            return rules
        return self._take(Path(rules), files_of(rules))

    def customs(self, file: str) -> str:
        """A file of customs as a manifest names it."""
        return self._take(Path(file), files_of_customs(file))

    def _take(self, own: Path, files: Iterable[Path]) -> str:
        top = own.absolute().parent
        number = self.folders.setdefault(top, len(self.folders) + 1)
        for path in files:
            full = path.absolute()
            if full.is_relative_to(top) and ".." not in full.relative_to(top).parts:
                name = f"{HOUSE}/{number}/{full.relative_to(top).as_posix()}"
                self.contents[name] = full.read_bytes()
                if reason := fault_of(name, self.contents[name]):
                    raise UsageError(f"cannot pack {escaped(str(path))}: {reason}")
            elif not path.resolve().is_relative_to(folder("rulesets").resolve()):
                raise UsageError(f"cannot pack {escaped(str(own))}: it lies over {escaped(str(path))}, not below it")
        return f"{HOUSE}/{number}/{own.name}"


def fault_of(name: str, content: bytes) -> str:
    """Why a file of rulebook data has no place in a pack; empty if it has one."""
    if not any(re.fullmatch(pattern, name) for pattern in (HOUSE_FILE, PLUGIN_FILE, RULES_FILE)):
        return "expected a name of plain letters, digits, blanks and hyphens that ends in .toml"
    try:
        data = tomllib.loads(content.decode("utf-8"))
    except (ValueError, RecursionError):
        return "found no TOML, expected the data of a rulebook"
    for key in REFERENCES:
        named = data.get(key)
        if isinstance(named, str) and _leads_out(named):
            return f"{key} = {escaped(named, 60)!r} leads out of its folder"
    return ""


def _leads_out(named: str) -> bool:
    parts = named.split("/")
    return not named or "\\" in named or ":" in named or "\0" in named or any(part in ("", ".", "..") for part in parts)


def lay_out(contents: Mapping[str, bytes], root: Path) -> None:
    """Put rulebook data into a private folder, where they can be loaded. Each name is looked at before it is used."""
    for name, content in contents.items():
        if reason := fault_of(name, content):
            raise Unreadable(f"{escaped(name, 80)}: {reason}")
        path = root.joinpath(*PurePosixPath(name).parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.write(content)
