"""Cuts a large log into stretches that can be judged by themselves: at any hand that tells of its table, or at a table.

The log is cut by its bytes. Only a window before each cut is read as text, in which the format says where its last hand
or table begins. Each stretch has its hash and the number of lines before it, so whoever judges it reads no other.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from itertools import pairwise
from typing import BinaryIO, Protocol, cast

from auditor.logs.files.decoding import CHUNK, MIXED, Place, Source, decoder, unmarked
from auditor.logs.formats import LogFormat
from auditor.vocabulary.records import value_class

LENGTH = 2 << 20  # bytes of a stretch, which are some two thousand hands
LONGEST = 32 << 20  # bytes that a worker has in memory at once
FIRST = 1 << 16  # bytes of the first, which shows what the others may expect
WINDOW = 1 << 17  # bytes that are searched for a place to cut at first …
WIDEST = 1 << 22  # … and at last
LINE_END = re.compile(rb"\r\n|\r|\n")
BYTEWISE = ("utf-8", "utf-8-sig", MIXED)  # encodings in which a line end is the same byte wherever it stands

Last = Callable[[str], int]  # says where the last hand, or the last table, of a text begins, or -1


@value_class
class Stretch:
    """A part of a log, from its first byte on, with the hash of its bytes. It begins with a hand or with a table."""

    start: int
    length: int
    sha256: str
    place: Place
    whole_lines: bool = False  # the line end before the next stretch belongs to neither


class _Cuttable(Protocol):
    def last(self, text: str) -> int: ...

    def last_table(self, text: str) -> int: ...

    def language(self, text: str) -> str: ...


def stretches(source: Source, format: LogFormat, length: int = LENGTH) -> list[Stretch]:
    """Cut a log into stretches of about this length.

    None if it is not large enough, if its format or encoding cannot be cut, or if somebody writes to it. None either if
    a stretch would be too long to have in memory, such as a table of a year: one process reads such a log by pieces.
    """
    last = _last(format)
    if source.size < 2 * length or source.encoding not in BYTEWISE or last is None:
        return []
    cuts = _cuts(source, last, length)
    longest = max(end - start for start, end in pairwise([0, *cuts, source.size]))
    if not cuts or longest > max(LONGEST, length):
        return []
    language = _language(source, format)
    found: list[Stretch] = []
    digest, lines = hashlib.sha256(), 0
    source.file.seek(0)
    for start, end in zip([0, *cuts], [*cuts, source.size], strict=True):
        data = source.file.read(end - start)
        digest.update(data)
        between = end != source.size and format.hands_carry_table and not format.hand_end_explicit
        place = Place(lines, language)
        found.append(Stretch(start, len(data), hashlib.sha256(data).hexdigest(), place, between))
        lines += line_ends(data)
    return found if digest.hexdigest() == source.sha256 else []


def read_stretch(file: BinaryIO, stretch: Stretch) -> bytes | None:
    """Read the bytes of a stretch; None if they are not what they were when the log was cut."""
    file.seek(stretch.start)
    data = file.read(stretch.length)
    return data if hashlib.sha256(data).hexdigest() == stretch.sha256 else None


def without_line_end(data: bytes) -> bytes:
    """The bytes without the line end that they have last."""
    return data.removesuffix(b"\n").removesuffix(b"\r") if data.endswith(b"\n") else data.removesuffix(b"\r")


def line_ends(data: bytes) -> int:
    """Count the line ends in bytes, however they are written."""
    lone = data.count(b"\r") - data.count(b"\r\n") if b"\r" in data else 0
    return data.count(b"\n") + lone


def _last(format: LogFormat) -> Last | None:
    reader = cast(_Cuttable, format.reader)
    if format.hands_carry_table:
        return None if format.has_preamble else reader.last
    return getattr(reader, "last_table", None)


def _cuts(source: Source, last: Last, length: int) -> list[int]:
    """Where the log is cut: the places of bytes, in order. If it is in one piece for too long, the search ends."""
    cuts: list[int] = []
    for target in (min(FIRST, length // 2), *range(length, source.size - length // 2, length)):
        if target - (cuts[-1] if cuts else 0) > max(LONGEST, length):
            return []
        place = _cut_near(source, last, target, length)
        if place is not None and place > (cuts[-1] if cuts else 0):
            cuts.append(place)
    return cuts


def _cut_near(source: Source, last: Last, target: int, length: int) -> int | None:
    """Where to cut near a byte, if the format finds such a place behind it."""
    width = min(WINDOW, length // 4)
    while width <= WIDEST:
        source.file.seek(target)
        data = source.file.read(width)
        if (first := LINE_END.search(data)) is not None and (place := _in_window(data[first.end() :], last, source)):
            return target + first.end() + place
        if len(data) < width:
            break
        width *= 4
    return None


def _in_window(data: bytes, last: Last, source: Source) -> int:
    """Where the last hand or table begins in bytes that begin with a line; 0 if none begins behind the first."""
    data = data[: data.rfind(b"\n") + 1]
    text = unmarked(decoder("utf-8" if source.encoding == "utf-8-sig" else source.encoding).decode(data, final=True))
    at = last(text)
    if at <= 0 or text[at - 1] != "\n":  # in the middle of a line nobody can tell by the bytes
        return 0
    lines = text.count("\n", 0, at)
    end = 0
    for _ in range(lines):
        found = LINE_END.search(data, end)
        assert found is not None
        end = found.end()
    return end


def _language(source: Source, format: LogFormat) -> str | None:
    """The language of the cards, if only the beginning of the file shows it, which is the first piece that is read."""
    if not format.language_from_head:
        return None
    source.file.seek(0)
    head = decoder(source.encoding).decode(source.file.read(CHUNK))
    return cast(_Cuttable, format.reader).language(unmarked(head))
