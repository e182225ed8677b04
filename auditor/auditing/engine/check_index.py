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

HOME = "auditor.checks."  # where all checks are; nothing else is imported by a name from the cache
Index = dict[str, list[str]]  # names of checks, each with the modules that have its functions


def checks_named(names: Iterable[str]) -> dict[str, Registered]:
    """All checks of the record and those of these names, perhaps with others; all there are, if a name is unknown."""
    index = _index()
    wanted = {*names, *[one for one in index if one.startswith(RECORD)]}
    for module in sorted({module for name in wanted for module in index.get(name, ())}):
        import_module(module)
    return CHECKS if wanted <= CHECKS.keys() else registered()


@cache
def _index() -> Index:
    return load_or_make("check-modules", stamp_of(PACKAGE / "checks"), _made, json.dumps, _read)


def _made() -> Index:
    return {name: sorted({side.function.__module__ for side in one.sides}) for name, one in registered().items()}


def _read(text: str) -> Index:
    index: Index = json.loads(text)
    if not all(module.startswith(HOME) for modules in index.values() for module in modules):
        raise ValueError("a module that has no checks")
    return index
