"""A private disk cache for what is costly to make and the same at every run: a grammar's tables, a checked rulebook.

Each thing is a JSON file, never a pickle, in the user's cache folder. Its name is made of everything that it depends
on. The cache trusts nobody else's file: folder and file must belong to the user, nobody else may be able to write to
them, and the checksum in the first line must fit the rest. A cache that is missing, stale, damaged, not private or not
writable costs time and nothing else.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from auditor.storage.private_files import is_private, no_link
from auditor.storage.user_folders import cache_folder
from auditor.version import __version__

MOST = 400  # how many files the cache holds; when there are more, the oldest are removed
MOST_OF_PART = 20_000  # the same for a part of the cache

T = TypeVar("T")


def load_or_make(
    name: str, made_of: object, make: Callable[[], T], to_text: Callable[[T], str], from_text: Callable[[str], T]
) -> T:
    """What `make` makes, taken from the cache if the same auditor made it before of the same things.

    `made_of` names all that it depends on: whatever must be told apart has a different repr.
    """
    path = _place(name, made_of)
    if path is None:
        return make()
    with suppress(Exception):  # whatever is wrong with a cache, it can be made again
        return from_text(_text(path))
    made = make()
    with suppress(TypeError, ValueError, RecursionError):  # what cannot be written is made every time
        _write(path, to_text(made), MOST)
    return made


def read(part: str, made_of: object) -> str | None:
    """The text that this part of the cache has for these things, or None. A damaged file is a ValueError."""
    path = _place(part, made_of, part)
    if path is None:
        return None
    try:
        return _text(path)
    except (FileNotFoundError, PermissionError):
        return None


def write(part: str, made_of: object, text: str) -> None:
    """Keep a text for these things in this part of the cache."""
    path = _place(part, made_of, part)
    if path is not None:
        count = path.stem.endswith("00")  # a large folder is not counted each time
        _write(path, text, MOST_OF_PART if count else None)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _place(name: str, made_of: object, part: str = "") -> Path | None:
    """The file for it in the user's cache folder, which is made if need be; None if there is no private folder."""
    try:
        folder = cache_folder() / part
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        key = _digest(repr((__version__, sys.version_info[:2], made_of)))[:32]
        return folder / f"{name}-{key}.json" if is_private(folder.lstat(), stat.S_ISDIR) else None
    except (OSError, RuntimeError, ValueError):  # no home, no room, no permission, no such path, a number without end
        return None


def _text(path: Path) -> str:
    with open(path, encoding="utf-8", opener=no_link) as file:
        if not is_private(os.fstat(file.fileno()), stat.S_ISREG):
            raise PermissionError(path)
        checksum, _, text = file.read().partition("\n")
    if checksum != _digest(path.name + text):
        raise ValueError(path)
    return text


def _write(path: Path, text: str, most: int | None) -> None:
    """Write to a file of another name and rename it: a reader in the meantime finds all of it or nothing."""
    import tempfile  # rarely needed: most runs find what they look for

    draft = None
    try:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as draft:
            draft.write(f"{_digest(path.name + text)}\n{text}")
        Path(draft.name).replace(path)
        if most is not None:
            _tidy(path.parent, most)
    except (OSError, ValueError):
        if draft is not None:
            with suppress(OSError):
                Path(draft.name).unlink()


def _tidy(folder: Path, most: int) -> None:
    """Remove the oldest files of a full folder, among them the drafts of runs that were cut off."""
    files = [path for path in folder.iterdir() if not path.is_dir()]
    if len(files) > most:
        files.sort(key=lambda path: path.lstat().st_mtime)
        for path in files[: len(files) - most]:
            path.unlink(missing_ok=True)
