"""From a file or stream to text: encodings, line ends and the checks that keep bad input from doing harm."""

from __future__ import annotations

import codecs
import hashlib
import io
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

from auditor.errors import Unreadable

CHUNK = 1 << 20
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class Stream(Protocol):
    """Anything bytes can be read from."""

    def read(self, size: int, /) -> bytes:
        """At most so many bytes; none at the end."""


@dataclass(slots=True)
class Source:
    """A log that can be opened: its name for reports, its bytes, their hash and encoding."""

    name: str
    file: BinaryIO
    sha256: str
    encoding: str

    def chunks(self) -> Iterator[str]:
        """The text, piece by piece, with every line ending in a plain newline."""
        self.file.seek(0)
        with io.TextIOWrapper(self.file, self.encoding, newline=None) as text:
            while chunk := text.read(CHUNK):
                yield chunk


@dataclass(slots=True, frozen=True)
class Refused:
    """A log that was named and could not be opened, with the reason."""

    name: str
    reason: str


def open_path(path: Path, name: str) -> Source:
    """A log file, its bytes looked through once for hash and encoding."""
    return _source(path.open("rb"), name)


def open_stream(stream: Stream, name: str) -> Source:
    """A log from a pipe, kept in a temporary file because it is read twice."""
    spool = tempfile.SpooledTemporaryFile(max_size=1 << 24)  # noqa: SIM115  (closed with the source)
    while chunk := stream.read(CHUNK):
        spool.write(chunk)
    spool.seek(0)
    return _source(spool, name)  # type: ignore[arg-type]


def _source(file: BinaryIO, name: str) -> Source:
    digest = hashlib.sha256()
    head = file.read(CHUNK)
    encoding = next((name for mark, name in BYTE_ORDER_MARKS if head.startswith(mark)), None) or _unmarked(head)
    decoder = codecs.getincrementaldecoder(encoding)()
    fits = True
    chunk = head
    while chunk:
        digest.update(chunk)
        try:
            decoder.decode(chunk)
        except UnicodeDecodeError:
            fits = False
            decoder = codecs.getincrementaldecoder("latin-1")()
        chunk = file.read(CHUNK)
    if not fits or decoder.getstate()[0]:
        encoding = _fallback(encoding)
    return Source(name, file, digest.hexdigest(), encoding)


def _unmarked(head: bytes) -> str:
    """UTF-8, unless the zero bytes of UTF-16 or of a binary file say otherwise."""
    if b"\0" not in head:
        return "utf-8"
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if odd > 0.3 * len(head) / 2 and even < odd / 10:
        return "utf-16-le"
    if even > 0.3 * len(head) / 2 and odd < even / 10:
        return "utf-16-be"
    raise Unreadable("found a binary file, expected the text of a log")


def _fallback(encoding: str) -> str:
    if encoding.startswith("utf-16"):
        raise Unreadable("found a broken UTF-16 text, expected whole characters")
    return "cp1252-tolerant"


def _tolerant(name: str) -> codecs.CodecInfo | None:
    """Windows-1252 as browsers read it: the five bytes it leaves undefined stand for themselves."""
    if name not in ("cp1252-tolerant", "cp1252_tolerant"):
        return None
    table = "".join(_cp1252(byte) for byte in range(256))

    def decode(data: bytes, errors: str = "strict") -> tuple[str, int]:
        return codecs.charmap_decode(data, errors, table)

    class Decoder(codecs.IncrementalDecoder):
        def decode(self, data: bytes, final: bool = False) -> str:  # type: ignore[override]
            return decode(data)[0]

    def encode(text: str, errors: str = "strict") -> tuple[bytes, int]:
        return codecs.charmap_encode(text, errors, codecs.charmap_build(table))

    return codecs.CodecInfo(encode, decode, incrementaldecoder=Decoder, name="cp1252-tolerant")  # type: ignore[arg-type]


def _cp1252(byte: int) -> str:
    try:
        return bytes([byte]).decode("cp1252")
    except UnicodeDecodeError:
        return chr(byte)


codecs.register(_tolerant)
