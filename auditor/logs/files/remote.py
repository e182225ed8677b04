"""Logs elsewhere, by addresses such as s3://bucket/logs, gs://…, hdfs://… or https://…: found and read by fsspec.

Only the bytes that somebody asks for are fetched. Whatever an address is read by may fail in ways of its own; all of
them come out as OSError, as those of a disk do.
"""

from __future__ import annotations

import glob
import hashlib
import io
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import IO, Any, BinaryIO, TypeVar, cast

from auditor.logs.files.decoding import CHUNK
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped, without_password

SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
AT_ONCE = 1 << 24  # bytes of a file that is fetched in one piece
MARKS = ("ETag", "etag", "md5Hash", "Content-MD5", "checksum", "sha256")  # by which stores tell what is in a file

T = TypeVar("T")


@value_class
class RemoteFile:
    """A file at an address: its name in reports, its size if that is known."""

    url: str
    name: str
    size: int | None


def is_address(name: str) -> bool:
    """Is it the address of something elsewhere, and no path?"""
    return SCHEME.match(name) is not None


def find(address: str) -> list[RemoteFile] | None:
    """The files below an address that is a folder or a pattern; None if it is a file. Raises UsageError."""
    system, path = _system(address)
    web = address.lower().startswith("http")  # which has folders only where a page lists what is in them
    with _told(address):
        if glob.has_magic(path) and not web:
            found = system.glob(path, detail=True)
        elif address.endswith("/") or (not web and system.isdir(path)):
            found = system.find(path, detail=True)
        else:
            return None
    files = [one for one in found.values() if one.get("type", "file") == "file"]
    return sorted((_file(system, one) for one in files), key=lambda one: one.url)


def found(address: str) -> RemoteFile:
    """The file at an address. Raises UsageError if there is none."""
    system, path = _system(address)
    with _told(address):
        return RemoteFile(address, without_password(address), system.info(path).get("size"))


def open_file(address: str) -> BinaryIO:
    """Open the file at an address: in memory if it is small, otherwise piece by piece as it is read."""
    system, path = _system(address)
    size = _try(lambda: system.info(path).get("size"))
    if size is not None and size <= AT_ONCE:
        return io.BytesIO(_try(lambda: system.cat_file(path)))
    if size is None:
        return _fetched(system, path)
    return cast(BinaryIO, _Pieces(system, path, size))


def mark_of(address: str) -> tuple[object, ...] | None:
    """What tells other bytes at an address from these without reading them, if it is told."""
    system, path = _system(address)
    told = _try(lambda: system.info(path))
    marks = tuple([str(told[one]) for one in MARKS if told.get(one)])
    return (told.get("size"), *marks) if marks else None


def _system(address: str) -> tuple[Any, str]:
    """The file system of an address, and the path in it. Raises UsageError if there is nothing to read it by."""
    return _opened(address, os.getpid())


@cache
def _opened(address: str, _process: int) -> tuple[Any, str]:
    """The same, for one process: its connections are of no use to one that was forked from it."""
    try:
        import fsspec
    except ModuleNotFoundError:
        raise UsageError(
            f"{_shown(address)}: fsspec is not installed; expected 'pip install auditor[remote]'"
        ) from None
    try:
        system, path = fsspec.core.url_to_fs(address)
    except ImportError as error:
        needs = escaped(str(error), 120)
        raise UsageError(f"{_shown(address)}: what reads such addresses is not installed ({needs})") from None
    except ValueError as error:
        raise UsageError(f"{_shown(address)}: {escaped(str(error), 120)}") from None
    return system, str(path)


def _file(system: Any, told: dict[str, Any]) -> RemoteFile:
    url = str(system.unstrip_protocol(told["name"]))
    return RemoteFile(url, without_password(url), told.get("size"))


def _shown(address: str) -> str:
    return escaped(without_password(address), 200)


@contextmanager
def _told(address: str) -> Iterator[None]:
    """Whatever goes wrong is told with the address."""
    try:
        yield
    except FileNotFoundError:
        raise UsageError(f"no file at {_shown(address)}") from None
    except Exception as error:
        raise UsageError(f"cannot look for {_shown(address)}: {_said(error)}") from None


def _try(ask: Callable[[], T]) -> T:
    try:
        return ask()
    except FileNotFoundError:
        raise OSError(None, "no such file") from None
    except Exception as error:
        raise OSError(None, _said(error)) from None


def _said(error: Exception) -> str:
    return escaped((str(error) or type(error).__name__).strip().splitlines()[0], 200)


class _Pieces(io.RawIOBase):
    """A file of which each piece is fetched when it is read, and nothing else."""

    def __init__(self, system: Any, path: str, size: int) -> None:
        super().__init__()
        self.system = system
        self.path = path
        self.size = size
        self.at = 0
        self.whole: IO[bytes] | None = None  # if pieces are not to be had

    def readable(self) -> bool:
        """It can be read."""
        return True

    def seekable(self) -> bool:
        """And at any place."""
        return True

    def tell(self) -> int:
        """Where the next byte is."""
        return self.at

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        """Go to a byte."""
        self.at = offset + {os.SEEK_SET: 0, os.SEEK_CUR: self.at, os.SEEK_END: self.size}[whence]
        return self.at

    def readinto(self, buffer: Any, /) -> int:
        """Fetch the next bytes."""
        data = self._piece(min(len(buffer), self.size - self.at))
        buffer[: len(data)] = data
        self.at += len(data)
        return len(data)

    def close(self) -> None:
        """Let go of it."""
        if self.whole is not None:
            self.whole.close()
        super().close()

    def _piece(self, length: int) -> bytes:
        if length <= 0:
            return b""
        if self.whole is None:
            data = cast(bytes, _try(lambda: self.system.cat_file(self.path, start=self.at, end=self.at + length)))
            if len(data) == length:
                return data
            if len(data) < length:
                raise OSError(None, "it has become shorter")
            self.whole = _fetched(self.system, self.path)  # a server that gives only all of it
        self.whole.seek(self.at)
        return self.whole.read(length)


def _fetched(system: Any, path: str) -> BinaryIO:
    """Fetch all of a file into a temporary one without a name."""
    import tempfile

    file = tempfile.SpooledTemporaryFile(max_size=AT_ONCE)  # noqa: SIM115  (closed by whoever reads it)
    try:
        with _try(lambda: system.open(path, "rb")) as stream:
            while data := _try(lambda: stream.read(CHUNK)):
                file.write(data)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return cast(BinaryIO, file)


def digest_of(address: str) -> str:
    """The digest of all bytes at an address."""
    digest = hashlib.sha256()
    with open_file(address) as file:
        while data := file.read(CHUNK):
            digest.update(data)
    return digest.hexdigest()
