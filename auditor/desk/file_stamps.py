"""By what it is seen that a file has changed, without opening it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from auditor.logs.files.discovery import find
from auditor.vocabulary.errors import AuditorError

Stamps = Mapping[str, tuple[int, ...]]  # size, time of writing and place of each file, by its name in reports


def stamps_of(paths: Sequence[str]) -> Stamps:
    """The stamps of the files that these names stand for. What is gone has none."""
    found: dict[str, tuple[int, ...]] = {}
    for named in paths:
        try:
            files = find([named])
        except AuditorError:
            continue
        for one in files:
            if one.path is not None and (stamp := _stamp(os.fspath(one.path))):
                found[one.name] = stamp
    return found


def _stamp(path: str) -> tuple[int, ...]:
    try:
        found = os.stat(path)
    except OSError:
        return ()
    return found.st_size, found.st_mtime_ns, found.st_ino
