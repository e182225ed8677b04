"""From a file or stream to text: encodings, line ends, and the tests that keep bad input from doing harm."""

from __future__ import annotations

import codecs
import hashlib
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol

from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.records import field, record_class, value_class

if TYPE_CHECKING:
    from hashlib import _Hash

CHUNK = 1 << 20
NO_FURTHER = "the log cannot be read any further than this line"
HEAD = 2000  # characters at the beginning that show the format
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
MIXED = "utf-8 with windows-1252"
CONTROLS = bytes({*range(32)} - {*b"\t\n\f\r\x1b"})
TOO_MANY = 0.03  # with more control characters than this it is no text. Random bytes have a tenth, programs more.
INNER_MARK = re.compile("^\ufeff", re.MULTILINE)  # left by files that were joined


class ByteStream(Protocol):
    """Anything that bytes can be read from."""

    def read(self, size: int, /) -> bytes:
        """Give at most so many bytes; none at the end."""


@value_class
class Place:
    """Where a stretch of a log stands in it, and what only the whole of the log shows."""

    lines: int  # before it
    language: str | None = None  # of the cards, in formats that show it at the beginning of the file


@record_class
class Source:
    """A log that can be read once: its name in reports, its bytes, their hash and encoding, and how it begins.

    It is looked through when it is opened, and hashed once more while it is judged: somebody may write to it between.
    """

    name: str
    file: BinaryIO
    sha256: str  # of the bytes when it was opened
    encoding: str
    head: str  # the first lines, from the first character that is no blank
    size: int  # in bytes
    lines: int = 0  # that have been read so far
    read: int = 0  # characters that have been read so far
    given: int = 0  # bytes that have been given out, as text
    digest: _Hash = field(default_factory=hashlib.sha256)  # of these
    broken: bool = False  # the disk gave no more of it
    stretch: Place | None = None  # where it stands in a log, if it is no whole one

    def chunks(self) -> Iterator[str]:
        """Give the text piece by piece, with a plain newline at the end of every line."""
        self.file.seek(0)
        decoded = decoder(self.encoding)
        last = "\n"
        while data := self._read_on():
            self._hash(data)
            chunk = decoded.decode(data)
            if chunk:
                last = chunk[-1]
                yield self._counted(chunk)
        self.file.close()
        if chunk := decoded.decode(b"", final=True):
            last = chunk[-1]
            yield self._counted(chunk)
        self.lines += last != "\n"

    def _read_on(self) -> bytes:
        """Give the next bytes. A disk that gives no more of them ends the reading, and is told."""
        try:
            return self.file.read(CHUNK)
        except OSError as error:
            self.file.close()
            self.broken = True
            raise Unreadable(f"{NO_FURTHER}: {error.strerror or error}", self.lines + 1, 1) from None

    def _hash(self, data: bytes) -> None:
        self.given += len(data)
        self.digest.update(data)

    def _counted(self, chunk: str) -> str:
        self.lines += chunk.count("\n")
        self.read += len(chunk)
        return unmarked(chunk)

    def look(self) -> Iterator[str]:
        """Give the text piece by piece to somebody who wants to know what it is. It is not read by this."""
        self.file.seek(0)
        decoded = decoder(self.encoding)
        rest = ""
        while data := self.file.read(CHUNK):
            text = rest + decoded.decode(data)
            yield text
            rest = text[-HEAD:]

    def changed(self) -> bool:
        """Were other bytes given out than there were when the log was opened? What nobody asked for counts, too."""
        while not self.file.closed:
            try:
                data = self.file.read(CHUNK)
            except OSError:
                data = b""
            self._hash(data)
            if not data:
                self.file.close()
        return self.digest.hexdigest() != self.sha256


def unmarked(text: str) -> str:
    """The text without the byte order marks that joined files leave at the beginning of lines."""
    return INNER_MARK.sub("", text) if "\ufeff" in text else text


@value_class
class RefusedFile:
    """A log that was named and could not be opened, with the reason."""

    name: str
    reason: str


@value_class
class Passed:
    """A file that lies among logs and shows no sign of being one."""

    name: str


def open_path(path: Path, name: str) -> Source:
    """Open a log file, and read its bytes through once for hash and encoding."""
    return opened(path.open("rb"), name)


def open_stream(stream: ByteStream, name: str) -> Source:
    """Open a log that comes through a pipe. It goes to a temporary file, because it is read twice."""
    import tempfile

    spool = tempfile.SpooledTemporaryFile(max_size=1 << 24)  # noqa: SIM115  (closed with the source)
    try:
        chunk = stream.read(CHUNK)
        opening(chunk)  # of what is no text not all is waited for: it may have no end
        while chunk:
            spool.write(chunk)
            chunk = stream.read(CHUNK)
    except BaseException:
        spool.close()
        raise
    spool.seek(0)
    return opened(spool, name)  # type: ignore[arg-type]


def opened(file: BinaryIO, name: str) -> Source:
    """Make a log of a file that is open, and read its bytes through once. If it is none, the file is closed."""
    try:
        return _source(file, name)
    except BaseException:
        file.close()
        raise


def _source(file: BinaryIO, name: str) -> Source:
    try:
        first = file.read(CHUNK)
        encoding, head = opening(first)
        sha256, whole, size = _look_through(file, first)
        if encoding == "utf-8" and not whole:
            encoding = MIXED
        return Source(name, file, sha256, encoding, head, size)
    except BaseException:
        file.close()
        raise


def opening(first: bytes) -> tuple[str, str]:
    """The encoding of a log and how it begins, by its first bytes. Raises Unreadable if they are no text."""
    encoding = _encoding(first)
    codec, errors = _codec(encoding)
    for part in (first[: 8 * HEAD], first):  # the beginning nearly always does
        text = codecs.getincrementaldecoder(codec)(errors).decode(part).lstrip("\ufeff \0\t\r\n\f\v")
        if len(text) >= HEAD or part == first:
            break
    return encoding, text[:HEAD]


def decoder(encoding: str) -> io.IncrementalNewlineDecoder:
    """A decoder for the bytes of a log that come in pieces. It ends every line in a plain newline."""
    codec, errors = _codec(encoding)
    return io.IncrementalNewlineDecoder(codecs.getincrementaldecoder(codec)(errors), translate=True)


def _look_through(file: BinaryIO, chunk: bytes) -> tuple[str, bool, int]:
    """The hash of all bytes, whether all of them are UTF-8, and how many there are."""
    digest = hashlib.sha256()
    decoder = codecs.getincrementaldecoder("utf-8")()
    whole, size = True, 0
    while chunk:
        size += len(chunk)
        digest.update(chunk)
        following = file.read(CHUNK)
        if whole:
            try:
                decoder.decode(chunk, final=not following)
            except UnicodeDecodeError:
                whole = False
        chunk = following
    return digest.hexdigest(), whole, size


def _encoding(head: bytes) -> str:
    """UTF-8, unless a mark or the zero bytes of UTF-16 say otherwise. Raises Unreadable if the file is no text."""
    for mark, encoding in BYTE_ORDER_MARKS:
        if head.startswith(mark):
            return encoding
    plain = head
    if 0 in head:
        even, odd = head[0::2].count(0), head[1::2].count(0)
        if max(even, odd) > 0.3 * len(head) / 2 and min(even, odd) < max(even, odd) / 10:
            return "utf-16-le" if odd > even else "utf-16-be"
        plain = head.replace(b"\n\0", b"\n")  # some poker clients begin their lines with a zero byte
    if len(plain) - len(plain.translate(None, CONTROLS)) > TOO_MANY * len(plain):
        raise Unreadable("found a binary file, expected the text of a log")
    return "utf-8"


def _codec(encoding: str) -> tuple[str, str]:
    """The codec for an encoding, and how it treats bytes that do not fit. No log is refused because of one letter."""
    codec = "utf-8" if encoding == MIXED else encoding
    return codec, "replace" if codec.startswith("utf-16") else ELSE_1252


def _from_1252(error: UnicodeError) -> tuple[str, int]:
    """Read bytes that are not UTF-8 as browsers read Windows-1252. The five it does not define stand for themselves."""
    assert isinstance(error, UnicodeDecodeError)
    return "".join(LETTERS[byte] for byte in error.object[error.start : error.end]), error.end


LETTERS = [bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(256)]
ELSE_1252 = "auditor.windows-1252"
codecs.register_error(ELSE_1252, _from_1252)
