"""The state of the auditor's own files, so that whatever is kept of them is made anew once one of them changes."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

ENDINGS = (".py", ".toml", ".lark")  # of files that decide what the auditor finds

Stamp = tuple[tuple[str, int, int], ...]


@cache
def stamp_of(folder: Path) -> Stamp:
    """The files below a folder: their paths, sizes and times, as they were when the run first asked.

    A folder that cannot be listed is an OSError: nobody knows then whether what was kept still holds.
    """
    found: list[tuple[str, int, int]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(ENDINGS):
                status = entry.stat()
                found.append((entry.path, status.st_size, status.st_mtime_ns))
            elif entry.name != "__pycache__" and entry.is_dir():
                found += stamp_of(Path(entry.path))
    return tuple(sorted(found))
