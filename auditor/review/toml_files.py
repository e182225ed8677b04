"""Reads TOML that anybody may have written: whatever is wrong with such a file can be told in a few words."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

LARGEST = 16 << 20  # characters


def read(path: Path) -> tuple[str, dict[str, Any]]:
    """The text of a file and its data. Raises OSError if it cannot be read, ValueError if that is no TOML.

    A pipe is not waited for, and a file without end is not read to its end.
    """
    import tomllib

    with open(path, encoding="utf-8", opener=_at_once) as file:
        kind = os.fstat(file.fileno()).st_mode
        if not (stat.S_ISREG(kind) or stat.S_ISCHR(kind)):
            raise OSError(None, "it is no file")
        text = file.read(LARGEST + 1)
    if len(text) > LARGEST:
        raise ValueError(f"more than {LARGEST:,} characters")
    try:
        return text, tomllib.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None


def _at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
