"""Where a value stands in a TOML file. tomllib does not tell, and an error without its line is half an error."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

TABLE = re.compile(r"\s*\[(\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
KEY = re.compile(r"\s*((?:[A-Za-z0-9_-]+|\"[^\"]*\")(?:\s*\.\s*(?:[A-Za-z0-9_-]+|\"[^\"]*\"))*)\s*=")


def line_of(path: Path, place: Sequence[str | int]) -> int:
    """The line of the deepest part of a place (keys and indexes from the top) that can be found; 0 if none."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return 0
    best, best_depth = 0, 0
    here: tuple[str | int, ...] = ()
    counts: dict[tuple[str | int, ...], int] = {}
    for number, text in enumerate(lines, 1):
        if table := TABLE.match(text):
            here = tuple(part.strip().strip('"') for part in table[2].split("."))
            here = _numbered(here, counts, opens=bool(table[1]))
            found = here
        elif key := KEY.match(text):
            found = (*here, *(part.strip().strip('"') for part in re.split(r"\s*\.\s*", key[1])))
        else:
            continue
        if len(found) > best_depth and tuple(place[: len(found)]) == found:
            best, best_depth = number, len(found)
    return best


def _numbered(table: tuple[str | int, ...], counts: dict[tuple[str | int, ...], int], opens: bool) -> tuple[str | int, ...]:
    """A table's place with the indexes of the arrays of tables it stands in."""
    place: tuple[str | int, ...] = ()
    for part in table[:-1]:
        place = (*place, part)
        if place in counts:
            place = (*place, counts[place])
    place = (*place, table[-1])
    if opens:
        counts[place] = counts.get(place, -1) + 1
        return (*place, counts[place])
    return place
