"""Finds the modules of the checks that a rulebook names, so that an audit imports no others.

Which module has which check is worked out by importing all of them once, and kept in the private disk cache until a
file of the checks changes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib import import_module

from auditor.auditing.engine.registry import CHECKS, RECORD, Registered, registered
from auditor.storage.bundled_files import PACKAGE
from auditor.storage.disk_cache import load_or_make
from auditor.storage.file_stamps import stamp_of
from auditor.storage.plugins import CHECKS as PLUGINS
from auditor.storage.plugins import Plugin, PluginError, loaded, plugin_named, plugins

HOME = "auditor.checks."  # where all checks are; nothing else is imported by a name from the cache
Index = dict[str, list[str]]  # names of checks, each with the modules that have its functions


def checks_named(names: Iterable[str]) -> dict[str, Registered]:
    """All checks of the record and those of these names, perhaps with others; all there are, if a name is unknown.

    A name that is none of the auditor's own may be that of a plugin, which is then loaded.
    """
    index = _index()
    wanted = {*names, *[one for one in index if one.startswith(RECORD)]}
    for module in sorted({module for name in wanted for module in index.get(name, ())}):
        import_module(module)
    if not wanted <= CHECKS.keys():
        registered()
        for name in sorted(wanted - CHECKS.keys()):
            _add(name)
    return CHECKS


def added_checks(names: Iterable[str]) -> list[Plugin]:
    """The plugins that have those of the checks that are none of the auditor's own."""
    found = [plugin_named(PLUGINS, name) for name in sorted({*names} - _index().keys())]
    return [one for one in found if one is not None]


def load_check(plugin: Plugin) -> Registered:
    """Enter the check of a plugin. It may enter what its package declares, and nothing under a name of ours."""
    if plugin.name in _index() or plugin.name.startswith(RECORD):
        raise plugin.error("the auditor has a check of that name itself, expected another name")
    before = dict(CHECKS)
    try:
        loaded(plugin)
        own = {one.name for one in plugins(PLUGINS) if one.package == plugin.package}
        for name, entry in CHECKS.items():
            theirs = entry is not before.get(name) and not entry.function.__module__.startswith(HOME)
            if theirs and (name not in own or name in _index()):
                raise plugin.error(f"it enters a check {name!r} that its package does not declare as its own")
        if plugin.name not in CHECKS:
            raise plugin.error("its module enters no check of that name")
    except PluginError:
        CHECKS.clear()
        CHECKS.update(before)
        raise
    return CHECKS[plugin.name]


def _add(name: str) -> None:
    if (plugin := plugin_named(PLUGINS, name)) is not None:
        load_check(plugin)


@cache
def _index() -> Index:
    return load_or_make("check-modules", stamp_of(PACKAGE / "checks"), _made, json.dumps, _read)


def _made() -> Index:
    """The auditor's own checks. What a program has entered beside them is there anyway, and is nobody else's."""
    found = {name: sorted({side.function.__module__ for side in one.sides}) for name, one in registered().items()}
    return {name: modules for name, modules in found.items() if all(one.startswith(HOME) for one in modules)}


def _read(text: str) -> Index:
    index: Index = json.loads(text)
    if not all(module.startswith(HOME) for modules in index.values() for module in modules):
        raise ValueError("a module that has no checks")
    return index
