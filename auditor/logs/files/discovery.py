"""Finds and opens the logs that a user names: files, folders, patterns, archives, standard input.

A name that stands for nothing is the user's mistake, and is reported at once. A file that is there and cannot be opened
is a `RefusedFile`, reported with the audit, which goes on with the rest. An archive is never unpacked to disk under
names of its own, and never without a limit: its logs are copied one by one into an unnamed temporary file.

A pipe or a device is opened only if it is named itself. In a folder or under a pattern it is told and passed over:
somebody else put it there, and it may never end, or never begin.
"""

from __future__ import annotations

import errno
import glob
import io
import os
import stat
import sys
import zlib
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, BinaryIO

from auditor.logs.files.decoding import HEAD, ByteStream, Passed, RefusedFile, Source, open_stream, opened
from auditor.logs.formats import later_head, shown_format
from auditor.vocabulary.errors import AuditorError, Unreadable, UsageError, own_fault
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped, size_text, without_password

if TYPE_CHECKING:
    import zipfile

LOGS = (".log", ".jsonl", ".phh", ".phhs", ".ohh")  # files with these endings count as logs in a folder or an archive …
OTHERS = (".txt", ".xml")  # … and these do if their first lines show that they are logs
PACKED = (".gz", ".zst")  # endings that may follow any of these
ARCHIVE = ".zip"
STDIN = "<stdin>"
GZIP, ZSTANDARD, ZIP = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK"  # how packed files begin

MOST_MEMBERS = 100_000  # entries of one archive
DEEPEST = 32  # folders below a named one
LONGEST_NAME = 1_000  # characters of a name inside an archive
LARGEST = 16 << 30  # bytes of one log from an archive
MOST = 1 << 30  # bytes of a log from a pipe or a device, unless somebody asks for more
SMALL = 64 << 20  # an archive may always unpack to this much …
RATIO = 250  # … and beyond it to so many times its own size; text packs to a tenth, a bomb to a thousandth

BROKEN = (OSError, EOFError, zlib.error, NotImplementedError, RuntimeError, ValueError)
"""What Python's archive readers raise on damaged, encrypted or unknown archives; gzip's own error is an OSError."""


@value_class
class FoundFiles:
    """A file that was named or found: where it is, its name in reports, why it is left out.

    One that has neither a path nor an address comes through standard input.
    """

    path: Path | None
    name: str
    refused: str | None = None
    unsure: bool = False  # it was found in a folder, and may not be a log
    named: bool = False  # itself, by the user, who may mean a pipe
    address: str | None = None  # such as s3://bucket/night.log, with …
    size: int | None = None  # … its bytes, where that is told

    @property
    def is_stdin(self) -> bool:
        """Does it come through standard input?"""
        return self.path is None and self.address is None


def find(names: Sequence[str]) -> list[FoundFiles]:
    """The files that the names stand for, each once, in the order given; those of a folder or pattern by name."""
    found: dict[str, FoundFiles] = {}
    for name in names:
        try:
            for one in _named(name):
                found.setdefault(one.address or one.name if one.path is None else os.path.realpath(one.path), one)
        except (OSError, ValueError) as error:  # a folder closed to us, or a name that no system allows
            raise UsageError(f"cannot look for {escaped(name, 200)}: {escaped(str(error), 200)}") from None
    return list(found.values())


def open_all(found: Sequence[FoundFiles], most: int = MOST) -> Iterator[Source | RefusedFile | Passed]:
    """Open the logs in the files one after the other. Each is read before the next is opened.

    `most` is how many bytes a log may have that comes from a pipe or a device.
    """
    for one in found:
        if one.refused is not None:
            yield RefusedFile(one.name, one.refused)
            continue
        try:
            yield from _open(one, most)
        except Unreadable as error:
            yield RefusedFile(one.name, error.reason)
        except AuditorError:
            raise
        except OSError as error:
            yield RefusedFile(one.name, f"cannot be opened: {error.strerror or error}")
        except Exception as error:  # one file must not take the others with it
            yield RefusedFile(one.name, own_fault("this file", error))


def plain_input() -> io.BufferedReader | None:
    """Standard input, if it is open and no packed log comes through it."""
    stream = None if sys.stdin is None or sys.stdin.closed else sys.stdin.buffer
    return stream if isinstance(stream, io.BufferedReader) and not is_packed(stream.peek(4)) else None


def open_again(stream: ByteStream, name: str) -> Source:
    """Open a log whose bytes somebody took over when it was opened before. Raises Unreadable if it is none."""
    source = _seen(open_stream(stream, name), unsure=False)
    assert isinstance(source, Source)
    return source


def _seen(source: Source, unsure: bool) -> Source | Passed:
    """The log, with the lines that show what it is: words of any length may stand before its first hand.

    A file that may be no log and shows nothing of one is closed and passed over.
    """
    if shown_format(source.head) is None:
        found = next(filter(None, (later_head(text, HEAD) for text in source.look())), None)
        if found is None and unsure:
            source.file.close()
            return Passed(source.name)
        source.head = found or source.head
    return source


# ---- names ----


def _named(name: str) -> list[FoundFiles]:
    if name == "-":
        return [FoundFiles(None, STDIN)]
    if "://" in name and not os.path.lexists(name):
        from auditor.logs.files import remote  # few logs are elsewhere

        if remote.is_address(name):
            return _elsewhere(name)
    path = Path(name)
    if path.is_dir():
        return inside(path) or _nothing(
            f"no log in folder {escaped(name)}; expected files ending in {', '.join((*LOGS, *OTHERS))} or {ARCHIVE}"
        )
    if path.exists():
        return [FoundFiles(path, _name(path), named=True)]
    if glob.has_magic(name):
        matches = sorted(set(_matching(Path(path.anchor), path.parts[bool(path.anchor) :])))
        return [one for match in matches for one in _matched(match)] or _nothing(f"nothing matches {escaped(name)}")
    return _nothing(f"no file or folder {escaped(name)}")


def _elsewhere(address: str) -> list[FoundFiles]:
    """The files at an address, or below it."""
    from auditor.logs.files import remote

    found = remote.find(address)
    if found is None:
        one = remote.found(address)
        return [FoundFiles(None, one.name, address=one.url, size=one.size, named=True)]
    logs = [(one, _suffix(one.name)) for one in found if not one.name.rpartition("/")[2].startswith(".")]
    return [
        FoundFiles(None, one.name, unsure=suffix in OTHERS, address=one.url, size=one.size)
        for one, suffix in logs
        if suffix in (*LOGS, *OTHERS, ARCHIVE)
    ] or _nothing(f"no log at {escaped(without_password(address), 200)}")


def _matching(folder: Path, parts: Sequence[str]) -> Iterator[Path]:
    """What matches a pattern below a folder. `**` is any number of folders, and follows no link: it may lead back."""
    if not parts:
        yield folder
        return
    first, rest = parts[0], parts[1:]
    if first == "**":
        for here, folders, files in os.walk(folder):
            folders[:] = [name for name in folders if not name.startswith(".")]
            yield from _matching(Path(here), rest)
            if not rest:
                yield from [Path(here) / name for name in files if not name.startswith(".")]
    elif not glob.has_magic(first):
        if os.path.lexists(folder / first):
            yield from _matching(folder / first, rest)
    elif folder.is_dir():
        for name in os.listdir(folder):
            if fnmatchcase(name, first) and (first.startswith(".") or not name.startswith(".")):
                yield from _matching(folder / name, rest)


def _matched(path: Path) -> list[FoundFiles]:
    return inside(path) if path.is_dir() else [_file(path, _irregular(path))]


def _irregular(path: Path) -> str | None:
    """Why a file that was found is not opened, if it is none of the regular ones."""
    try:
        return _kind(os.stat(path).st_mode)
    except OSError as error:
        return CIRCULAR if error.errno == errno.ELOOP else None  # any other is told when it is opened


CIRCULAR = "a link that leads to itself"


def _kind(mode: int) -> str | None:
    """What a file is that cannot be looked into like a regular one."""
    for is_one, what in KINDS:
        if is_one(mode):
            return f"found {what}, expected a regular file; it is read only if it is named itself"
    return None


KINDS = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def _nothing(reason: str) -> list[FoundFiles]:
    raise UsageError(reason)


def _file(path: Path, refused: str | None = None, unsure: bool = False) -> FoundFiles:
    return FoundFiles(path, _name(path), refused, unsure)


def _suffix(name: str) -> str:
    """The ending of a name in small letters, without the ending of a packed file."""
    name = name.lower()
    for packed in PACKED:
        name = name.removesuffix(packed)
    return Path(name).suffix


def _name(path: Path) -> str:
    """A path as reports print it, with bytes that are no text as visible escapes."""
    return path.as_posix().encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def inside(folder: Path) -> list[FoundFiles]:
    """The logs below a folder. Hidden files are passed over, and links that lead out of the folder are not followed."""
    found = []
    top = os.path.realpath(folder)
    closed: list[OSError] = []
    for here, folders, files in os.walk(folder, onerror=closed.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found += [_file(Path(here) / name, OUTSIDE) for name in folders if _leads_out(Path(here) / name, top)]
        if len(Path(here).relative_to(folder).parts) >= DEEPEST and folders:
            found.append(_file(Path(here), f"folders below this one are more than {DEEPEST} deep"))
            folders.clear()
        for name in sorted(files):
            suffix = _suffix(name)
            if not name.startswith(".") and suffix in (*LOGS, *OTHERS, ARCHIVE):
                path = Path(here) / name
                reason = OUTSIDE if _leads_out(path, top) else _irregular(path)
                found.append(_file(path, reason, suffix in OTHERS))
    return [*found, *(_file(Path(error.filename), f"cannot be opened: {error.strerror}") for error in closed)]


OUTSIDE = "a link that leads out of the folder is not followed"


def _leads_out(path: Path, top: str) -> bool:
    """Is this a link to something outside of the folder that was named?"""
    return path.is_symlink() and not os.path.join(os.path.realpath(path), "").startswith(os.path.join(top, ""))


# ---- opening ----


def open_regular(path: Path) -> BinaryIO:
    """Open a file that may have become another since it was found. A pipe without a writer is not waited for."""
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        if (reason := _kind(os.fstat(number).st_mode)) is not None:
            raise Unreadable(reason)
        return open(number, "rb")
    except BaseException:
        os.close(number)
        raise


def open_found(one: FoundFiles) -> BinaryIO:
    """Open a file that was found, on this machine or elsewhere."""
    if one.address is not None:
        from auditor.logs.files import remote

        return remote.open_file(one.address)
    assert one.path is not None
    return open_regular(one.path)


def is_packed(head: bytes) -> bool:
    """Does a file that begins like this have logs packed in it?"""
    return head.startswith((GZIP, ZSTANDARD, ZIP))


def _open(one: FoundFiles, most: int) -> Iterator[Source | RefusedFile | Passed]:
    if one.address is not None:
        yield from _from_file(open_found(one), one)
    elif one.path is None:
        if sys.stdin is None or sys.stdin.closed:
            raise Unreadable("standard input is closed, expected a log")
        yield _seen(_from_stream(sys.stdin.buffer, one.name, most), one.unsure)
    elif one.named and _kind(one.path.stat().st_mode) is not None:
        with one.path.open("rb") as stream:
            yield _seen(_from_stream(stream, one.name, most), one.unsure)
    else:
        yield from _from_file(open_regular(one.path), one)


def _from_file(file: BinaryIO, one: FoundFiles) -> Iterator[Source | RefusedFile | Passed]:
    plain = False
    try:
        head = file.read(4)
        most = _allowance(file.seek(0, os.SEEK_END))
        file.seek(0)
        plain = not is_packed(head)
        if plain:
            yield _seen(opened(file, one.name), one.unsure)
        elif head.startswith(ZIP):
            yield from _members(file, one.name, most)
        else:
            yield _seen(_unpacked(file, head, one.name, most), one.unsure)
    finally:
        if not plain:  # a plain one is closed by whoever reads it
            file.close()


def _from_stream(stream: IO[bytes], name: str, most: int) -> Source:
    peek = getattr(stream, "peek", None)
    head = b"" if peek is None else peek(4)
    reason = f"found more than {size_text(most)} in a pipe or a device, expected a log; --most-bytes allows more"
    if head.startswith((GZIP, ZSTANDARD)):
        return _unpacked(stream, head, name, most, reason)
    return open_stream(_Limited(stream, most, reason), name)


TOO_MUCH = "found more data than a log of this size can hold, expected no archive that unpacks without end"


def _unpacked(file: IO[bytes], head: bytes, name: str, most: int, reason: str = TOO_MUCH) -> Source:
    """Open the log in a file that is packed with gzip or Zstandard, whichever its first bytes show."""
    try:
        if head.startswith(GZIP):
            import gzip

            with gzip.GzipFile(fileobj=file) as packed:
                return open_stream(_Limited(packed, most, reason), name)
        with _zstandard().ZstdFile(file) as packed:
            return open_stream(_Limited(packed, most, reason), name)
    except Unreadable:
        raise
    except BROKEN as error:
        raise _damaged(error) from None
    except _zstandard().ZstdError as error:
        raise _damaged(error) from None


def _damaged(error: Exception) -> Unreadable:
    return Unreadable(f"found a damaged packed file ({escaped(str(error), 80)}), expected a whole one")


def _zstandard() -> Any:
    """Python's reader of Zstandard, or its backport for versions that have none. Only such files need the import."""
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return zstd


def _members(file: BinaryIO, name: str, most: int) -> Iterator[Source | RefusedFile | Passed]:
    """Open the logs in a zip archive, in order of name."""
    import zipfile

    try:
        with zipfile.ZipFile(file) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(entries) > MOST_MEMBERS:
                raise Unreadable(f"found an archive of {len(entries):,} files, expected at most {MOST_MEMBERS:,}")
            logs = sorted((entry for entry in entries if _wanted(entry.filename)), key=lambda entry: entry.filename)
            if not logs:
                raise Unreadable(f"no log in this archive, expected files ending in {', '.join((*LOGS, *OTHERS))}")
            yield from _read_members(archive, logs, name, most)
    except zipfile.BadZipFile as error:
        raise Unreadable(f"found a damaged zip archive ({escaped(str(error), 80)}), expected a whole one") from None


def _read_members(
    archive: zipfile.ZipFile, logs: list[zipfile.ZipInfo], name: str, left: int
) -> Iterator[Source | RefusedFile | Passed]:
    import zipfile

    names: set[str] = set()
    for entry in logs:
        where = f"{name}/{entry.filename}"
        reason = _suspect(entry) or ("this name stands in the archive twice" if entry.filename in names else None)
        names.add(entry.filename)
        if reason is not None:
            yield RefusedFile(where, reason)
            continue
        try:
            with archive.open(entry) as member:
                limited = _Limited(member, left)
                source = open_stream(limited, where)
            left = limited.left
        except Unreadable as error:
            yield RefusedFile(where, error.reason)
        except (*BROKEN, zipfile.BadZipFile) as error:
            yield RefusedFile(where, f"cannot be unpacked: {escaped(str(error), 80)}")
        else:
            yield _seen(source, _suffix(entry.filename) in OTHERS)


def _wanted(name: str) -> bool:
    """Is this a log by its name? So is an archive in an archive, which is reported and not opened."""
    return (
        _suffix(name) in (*LOGS, *OTHERS, ARCHIVE)
        and not Path(name).name.startswith(".")
        and not name.startswith("__MACOSX/")
    )


def _suspect(entry: zipfile.ZipInfo) -> str | None:
    """Why an entry of an archive is refused before it is opened, if it is."""
    name = entry.filename
    if len(name) > LONGEST_NAME:
        return f"found a name of {len(name):,} characters, expected at most {LONGEST_NAME:,}"
    if name.startswith(("/", "\\")) or ":" in name or ".." in name.replace("\\", "/").split("/"):
        return "found a name that leads out of the archive"
    if name.lower().endswith((ARCHIVE, *PACKED)):
        return "found an archive inside an archive, expected a log"
    if entry.flag_bits & 1:
        return "found an encrypted file, expected one that can be read without a password"
    return None


def _allowance(size: int) -> int:
    """How many bytes an archive of this size may unpack to."""
    return min(LARGEST, max(SMALL, RATIO * size))


class _Limited:
    """A stream that gives no more than a certain number of bytes."""

    def __init__(self, stream: ByteStream, left: int, reason: str = TOO_MUCH) -> None:
        self.stream = stream
        self.left = left
        self.reason = reason

    def read(self, size: int, /) -> bytes:
        """Give the next bytes. Raises Unreadable once the limit is passed."""
        data = self.stream.read(size)
        self.left -= len(data)
        if self.left < 0:
            raise Unreadable(self.reason)
        return data
