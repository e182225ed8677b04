"""Files that are there whole or not at all, whatever happens to the run that writes them."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

ESCAPED = "backslashreplace"  # how half a character is written
PATIENCE = 60.0  # seconds to wait for others who write to the same file


def write(texts: Iterable[str], path: Path, wanted: Callable[[], bool] = lambda: True) -> None:
    """Write one text after the other to a file. It is there when it is whole, if it is still `wanted` then.

    It is on the disk before it takes the place of the file that was there, and keeps that one's permissions. What is no
    plain file, such as a pipe, is written to as it is.
    """
    write_bytes((text.encode("utf-8", ESCAPED) for text in texts), path, wanted)


def write_bytes(pieces: Iterable[bytes], path: Path, wanted: Callable[[], bool] = lambda: True) -> None:
    """Write pieces of bytes to a file in the same way."""
    real = Path(os.path.realpath(path))
    if real.exists() and not real.is_file():
        with real.open("wb") as stream:
            stream.writelines(pieces)
        return
    draft = draft_of(real)
    try:
        with draft.open("xb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        if wanted():
            from shutil import copymode

            with suppress(OSError):  # there is none yet, or its permissions are not ours to give
                copymode(real, draft)
            draft.replace(real)
            _fsync(real.parent)
    finally:
        draft.unlink(missing_ok=True)


def open_regular(path: Path) -> BinaryIO:
    """Open a file to read it. Raises OSError if it is none: a pipe is not waited for, and a device has no end."""
    file = open(path, "rb", opener=_at_once)  # noqa: SIM115  (closed by whoever reads it)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(None, "it is no file")
    return file


def _at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def draft_of(path: Path) -> Path:
    """A file beside another, of a name that nobody else takes."""
    from secrets import token_hex

    return path.with_name(f".{path.name[:200]}.{token_hex(4)}.part")


def _fsync(folder: Path) -> None:
    """Put the new name on the disk, too, where folders can be opened."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep others out who also mean to read a file and to write it anew. Raises OSError if they take too long.

    The lock is a hidden file beside it, which stays: were it removed, two could hold it. It ends with the process.
    """
    from filelock import FileLock, Timeout

    real = Path(os.path.realpath(path))
    lock = FileLock(real.with_name(f".{real.name[:200]}.lock"), timeout=PATIENCE)
    try:
        lock.acquire()
    except Timeout:
        raise OSError(None, f"somebody else has been writing to it for {PATIENCE:.0f} seconds") from None
    try:
        yield
    finally:
        lock.release()
