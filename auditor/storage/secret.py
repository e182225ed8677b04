"""A secret of this user, by which a file that comes back is known to be the user's own."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from auditor.storage.private_files import is_private, no_link
from auditor.storage.user_folders import cache_folder

FOLDER, NAME = "runs", "secret"
LENGTH = 32


def own() -> bytes:
    """The secret, which is made when it is first asked for. Where there is no private folder it is new each time."""
    try:
        folder = cache_folder() / FOLDER
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if is_private(folder.lstat(), stat.S_ISDIR):
            return _kept(folder / NAME)
    except (OSError, RuntimeError, ValueError):  # no home, no room, no permission
        pass
    return secrets.token_bytes(LENGTH)


def _kept(path: Path) -> bytes:
    with suppress(FileExistsError):
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(number, "wb") as file:
            file.write(secrets.token_bytes(LENGTH))
    with open(path, "rb", opener=no_link) as file:
        found = file.read() if is_private(os.fstat(file.fileno()), stat.S_ISREG) else b""
    if len(found) != LENGTH:
        raise ValueError(path)
    return found
