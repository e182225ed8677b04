"""What a log is cut into before it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from auditor.errors import Unreadable

LONGEST_BLOCK = 1 << 22  # characters; a hand of thirteen players takes four thousand
LONGEST_LINE = 10_000
TABLE, BETWEEN, HAND = "table", "between", "hand"


@dataclass(slots=True)
class Block:
    """A stretch of a log that can be read by itself: a table's set-up, a hand, or what was noted between hands."""

    kind: str  # 'table', 'between' or 'hand'
    text: str
    line: int  # where it begins in this file
    place: int  # where reports say it begins: the same, unless the log was made from another one
    number: str | None = None  # of a hand
    day: date | None = None  # in a hand's header
    lasting: str = ""  # the text with nothing left but statements that outlast the hand they stand in


def lines_of(chunks: Iterable[str]) -> Iterator[str]:
    """The lines of a text that comes in pieces; one that never ends is not taken in whole."""
    rest = ""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split("\n")
        yield from whole
        if len(rest) > LONGEST_BLOCK:
            raise Unreadable(f"found a line of more than {LONGEST_BLOCK:,} characters", 1, 1)
    yield rest


def stretches(lines: Iterable[str], begins: Callable[[str], bool]) -> Iterator[tuple[int, list[str]] | Unreadable]:
    """A text cut before every line that begins a hand: where each part starts, and its lines. None that is too long."""
    part: list[str] = []
    start, size = 1, 0
    for number, line in enumerate(lines, 1):
        if begins(line):
            if part:
                yield start, part
            part, start, size = [], number, 0
        size += len(line) + 1
        if size <= LONGEST_BLOCK:
            part.append(line)
        elif part:
            yield Unreadable(f"found a hand of more than {LONGEST_BLOCK:,} characters", start, 1)
            part = []
    if part:
        yield start, part
