"""What other installed packages add to the auditor: checks, log formats, rulebooks and reports, by entry points.

A plugin is code that somebody installed, never a file beside logs: the current folder is not searched, and nothing that
a log or a rulebook says has any other code imported. Which plugins there are is kept in the private disk cache under
the stamp of the folders that packages are installed in. They are looked up only once a name is none of the auditor's
own, so a run that needs none does not wait for them.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from auditor.storage.disk_cache import load_or_make
from auditor.storage.file_stamps import stamp_of
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped

CHECKS, FORMATS, RULEBOOKS, REPORTS = "checks", "formats", "rulebooks", "reports"
GROUPS = {CHECKS: "check", FORMATS: "log format", RULEBOOKS: "rulebook", REPORTS: "report"}
PREFIX = "auditor."  # of the groups of entry points
IGNORED = "AUDITOR_IGNORES_PLUGINS"  # set for this run and the processes that it starts
ADVICE = "put it right, uninstall it, or ignore plugins with --isolated"


class PluginError(UsageError):
    """A plugin cannot be used. The error says which one, of which package, and why."""


@value_class
class Plugin:
    """Something that an installed package adds under a name."""

    group: str  # one of GROUPS
    name: str
    value: str  # the module, or the object in it
    package: str
    version: str

    @property
    def origin(self) -> str:
        """The package with its version, which tells one result from another."""
        return f"{self.package} {self.version}"

    @property
    def words(self) -> str:
        """`log format columns of harbour-auditor 1.0`."""
        return f"{GROUPS[self.group]} {self.name} of {self.origin}"

    def error(self, reason: str) -> PluginError:
        """Why it cannot be used."""
        what = f"{GROUPS[self.group]} {escaped(self.name, 60)!r} of the package {escaped(self.origin, 60)}"
        return PluginError(f"the {what} cannot be used: {reason}; {ADVICE}")


@contextmanager
def plugins_ignored(ignored: bool) -> Iterator[None]:
    """Take no notice of plugins for a while, if so asked, nor do processes that are started in that time."""
    before = os.environ.get(IGNORED)
    if ignored:
        os.environ[IGNORED] = "1"
    try:
        yield
    finally:
        if ignored and before is None:
            del os.environ[IGNORED]


def plugins(group: str | None = None) -> tuple[Plugin, ...]:
    """The plugins of a group, or of all groups, in the order of their names."""
    if os.environ.get(IGNORED):
        return ()
    return tuple([one for one in _known(tuple(_places())) if group in (None, one.group)])


def plugin_named(group: str, name: str) -> Plugin | None:
    """The plugin of this name; None if there is none. Two packages that claim one name are an error of both."""
    found = [one for one in plugins(group) if one.name == name]
    if len(found) > 1:
        raise found[0].error(f"{escaped(found[1].origin, 60)} has one of that name, too")
    return found[0] if found else None


def loaded(plugin: Plugin) -> Any:
    """The object that a plugin names. Whatever goes wrong in its code is an error of the plugin, and no traceback."""
    import importlib

    module, _, attribute = plugin.value.partition(":")
    try:
        with _installed_only():
            found: Any = importlib.import_module(module)
        for name in attribute.split(".") if attribute else ():
            found = getattr(found, name)
    except (Exception, SystemExit) as error:
        raise plugin.error(f"{type(error).__name__}: {escaped(str(error), 200)}") from None
    return found


def stamp() -> object:
    """All that decides what plugins do: names, versions, and the state of their files. Empty if there are none."""
    return [(one.group, one.name, one.value, one.origin, _files_of(one.value)) for one in plugins()]


@cache
def _files_of(value: str) -> object:
    """The files of the package that a plugin's code is in. One that is not there is found out when it is loaded."""
    from importlib.util import find_spec

    try:
        with _installed_only():
            spec = find_spec(value.partition(":")[0].partition(".")[0])
        if spec is None or spec.origin is None:
            return None
        path = Path(spec.origin)
        status = path.stat()
        return stamp_of(path.parent) if path.name == "__init__.py" else (str(path), status.st_size, status.st_mtime_ns)
    except (OSError, ImportError, ValueError):
        return None


def _places() -> Iterator[str]:
    """The folders that packages are installed in: where Python looks, but for the current folder and this script's."""
    script = os.path.dirname(sys.argv[0]) if sys.argv else ""
    here = {"", script}
    with suppress(OSError):  # the current folder is gone
        here.add(os.getcwd())
    return (one for one in dict.fromkeys(sys.path) if one not in here and os.path.isabs(one))


@contextmanager
def _installed_only() -> Iterator[None]:
    """Import from the folders of installed packages only, for as long as this lasts."""
    before = sys.path[:]
    sys.path[:] = list(_places())
    try:
        yield
    finally:
        sys.path[:] = before


@cache
def _known(places: tuple[str, ...]) -> tuple[Plugin, ...]:
    made_of = [(place, _time_of(place)) for place in places]
    found = load_or_make("plugins", made_of, lambda: _looked_up(places), json.dumps, json.loads)
    return tuple([Plugin(*one) for one in found])


def _time_of(place: str) -> int:
    """When a package was last added to a folder or taken out of it."""
    try:
        return os.stat(place).st_mtime_ns
    except OSError:
        return 0


def _looked_up(places: tuple[str, ...]) -> list[list[str]]:
    """Ask every installed package for its entry points. Of two releases of one package the first in the path counts."""
    from importlib.metadata import distributions

    found: list[list[str]] = []
    seen: set[str] = set()
    for package in distributions(path=list(places)):
        name = str(package.metadata["Name"] or "")
        if name.lower() in seen:
            continue
        seen.add(name.lower())
        for one in package.entry_points:
            if one.group.startswith(PREFIX) and one.group.removeprefix(PREFIX) in GROUPS:
                found.append([one.group.removeprefix(PREFIX), one.name, one.value, name, package.version])
    return sorted(found)
