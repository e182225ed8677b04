"""The zip file of a pack: the files as they are, in one order, with nothing in it that depends on clock or machine.

The files are stored, not deflated: deflaters differ, and the same logs would give other bytes elsewhere. So there is
exactly one way to write a pack, and whatever differs from that in a pack that is checked was not written by us.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO

from auditor.logs.files.discovery import BROKEN, MOST_MEMBERS
from auditor.packing.manifest import PackedFile
from auditor.packing.names import is_safe, likeness
from auditor.storage.whole_files import open_regular
from auditor.vocabulary.errors import Unreadable, UsageError
from auditor.vocabulary.wording import escaped

CHUNK = 1 << 20
EPOCH = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip file knows
PLAIN_FILE = 0o100644 << 16
UNIX, VERSION = 3, 20


class Container:
    """The files in a zip file, by name."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive = archive

    @property
    def names(self) -> list[str]:
        """All names, in the order of the file."""
        return self.archive.namelist()

    def open(self, name: str) -> IO[bytes]:
        """A stream of the bytes of a file."""
        return self.archive.open(name)

    def chunks(self, name: str) -> Iterator[bytes]:
        """The bytes of a file in pieces. Raises Unreadable where the zip file is damaged."""
        try:
            with self.archive.open(name) as file:
                while data := file.read(CHUNK):
                    yield data
        except (*BROKEN, KeyError, zipfile.BadZipFile) as error:
            raise Unreadable(f"cannot be unpacked: {escaped(str(error), 80)}") from None

    def size(self, name: str) -> int:
        """The size of a file as the zip file has it."""
        return self.archive.getinfo(name).file_size

    def content(self, name: str, most: int) -> bytes:
        """All bytes of a file, if they are not too many."""
        if self.size(name) > most:
            raise Unreadable(f"found {self.size(name):,} bytes, expected at most {most:,}")
        return b"".join(self.chunks(name))

    def described(self, name: str) -> PackedFile:
        """The entry of a file in a manifest."""
        return described(name, self.chunks(name))


def described(name: str, chunks: Iterable[bytes]) -> PackedFile:
    """The entry in a manifest of a file with these bytes."""
    digest, size = hashlib.sha256(), 0
    for data in chunks:
        digest.update(data)
        size += len(data)
    return PackedFile(name=name, size=size, sha256=digest.hexdigest())


def write_container(files: Iterable[tuple[str, Iterable[bytes]]], stream: BinaryIO) -> None:
    """Write files to a zip file, one after the other."""
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED, allowZip64=True) as archive:
        for name, chunks in files:
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.create_system, entry.create_version, entry.external_attr = UNIX, VERSION, PLAIN_FILE
            with archive.open(entry, "w", force_zip64=True) as file:
                for data in chunks:
                    file.write(data)


def pieces(stream: BinaryIO) -> Iterator[bytes]:
    """All bytes of a stream."""
    stream.seek(0)
    while data := stream.read(CHUNK):
        yield data


@contextmanager
def staged(files: Iterable[tuple[str, Iterable[bytes]]]) -> Iterator[Container]:
    """Files in an unnamed temporary zip file, for as long as they are needed."""
    with tempfile.TemporaryFile() as stream:
        write_container(files, stream)
        try:
            archive = zipfile.ZipFile(stream)
        except zipfile.BadZipFile:  # which is also what a disk that fails is told as
            raise UsageError("cannot read back the logs from the temporary folder: its disk may fail") from None
        with archive:
            yield Container(archive)


@contextmanager
def opened(path: Path) -> Iterator[Container]:
    """Open a pack that somebody else may have written. Raises Unreadable if its zip file cannot be trusted."""
    try:
        stream = open_regular(path)
    except OSError as error:
        raise UsageError(f"cannot read {escaped(str(path))}: {error.strerror or error}") from None
    with stream:
        try:
            archive = zipfile.ZipFile(stream)
            _refuse(archive, os.fstat(stream.fileno()).st_size)
        except (zipfile.BadZipFile, *BROKEN) as error:
            raise Unreadable(f"found a damaged zip file ({escaped(str(error), 80)}), expected a whole one") from None
        with archive:
            yield Container(archive)


def _refuse(archive: zipfile.ZipFile, size: int) -> None:
    """Refuse what no pack of ours has: too many files, doubled or unsafe names, anything but files stored once."""
    entries = archive.infolist()
    if len(entries) > MOST_MEMBERS:
        raise Unreadable(f"found {len(entries):,} files, expected at most {MOST_MEMBERS:,}")
    seen: set[str] = set()
    for entry in entries:
        name = escaped(entry.filename, 80)
        if entry.orig_filename != entry.filename or not is_safe(entry.filename):
            raise Unreadable(f"found the name {name}, expected one that leads nowhere")
        if likeness(entry.filename) in seen:
            raise Unreadable(f"found {name} twice")
        if entry.compress_type != zipfile.ZIP_STORED or entry.compress_size != entry.file_size or entry.flag_bits & 1:
            raise Unreadable(f"found {name} compressed or encrypted, expected files as they are")
        seen.add(likeness(entry.filename))
    if sum(entry.file_size for entry in entries) > size:
        raise Unreadable("found files that are larger together than the zip file, expected each to have its own bytes")


def rewritten_alike(container: Container, path: Path) -> bool:
    """Is the zip file, byte for byte, what we would write with these files in it?"""
    with tempfile.TemporaryFile() as stream:
        write_container(((name, container.chunks(name)) for name in container.names), stream)
        if stream.seek(0, os.SEEK_END) != path.stat().st_size:
            return False
        with path.open("rb") as other:
            return all(data == other.read(len(data)) for data in pieces(stream))
