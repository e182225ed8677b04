"""Which files are the user's own, so that nobody else can have written what is in them."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable

OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def is_private(found: os.stat_result, of_kind: Callable[[int], bool]) -> bool:
    """Is this a file or folder of that kind which belongs to the user, and can nobody else write to it?"""
    if not of_kind(found.st_mode):
        return False
    return os.name == "nt" or (found.st_uid == os.getuid() and not found.st_mode & OTHERS_WRITE)


def no_link(path: str, flags: int) -> int:
    """Open a file, but not one that a link leads to. For `open(…, opener=no_link)`."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0))
