"""Reads TOML that anybody may have written: whatever is wrong with such a file can be told in a few words."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

MOST = 1 << 20  # characters of a file that may be a stranger's
DOTS = 150  # in a line: the time to read a key, and the room for it, grow with the square of its parts


def read(path: Path, most: int = MOST) -> tuple[str, dict[str, Any]]:
    """The text of a file and its data. Raises OSError if it cannot be read, ValueError if that is no TOML."""
    text = text_of(path, most)
    return text, parsed(text, most)


def text_of(path: Path, most: int = MOST) -> str:
    """The text of a file. Raises OSError if it cannot be read, ValueError if it is no text.

    A pipe is not waited for, a file without end is not read to its end, and what would take minutes is refused.
    """
    with open(path, encoding="utf-8", opener=_at_once) as file:
        kind = os.fstat(file.fileno()).st_mode
        if not (stat.S_ISREG(kind) or stat.S_ISCHR(kind)):
            raise OSError(None, "it is no file")
        return file.read(most + 1)


def parsed(text: str, most: int = MOST) -> dict[str, Any]:
    """The data of a text. Raises ValueError if it is no TOML, or too much of it."""
    import tomllib

    if len(text) > most:
        raise ValueError(f"more than {most:,} characters")
    if any(line.count(".") > DOTS for line in text.split("\n")):
        raise ValueError(f"a line with more than {DOTS} dots")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None


def _at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
