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

Index = dict[str, list[str]]  # names of checks, each with the modules that have its functions


def checks_named(names: Iterable[str]) -> dict[str, Registered]:
    """All checks of the record and those of these names, perhaps with others; all there are, if a name is unknown."""
    index = _index()
    for name in {*names, *[one for one in index if one.startswith(RECORD)]}:
        if name not in index and name not in CHECKS:
            return registered()
        for module in index.get(name, ()):
            import_module(module)
    return CHECKS


@cache
def _index() -> Index:
    made: Index = load_or_make("check-modules", stamp_of(PACKAGE / "checks"), _made, json.dumps, json.loads)
    return made


def _made() -> Index:
    return {name: sorted({side.function.__module__ for side in one.sides}) for name, one in registered().items()}
