"""Lines of a report: pieces of text, each with a style, wrapped by the width they take on a screen.

A report is first made of such lines and then written: as plain text, which is the same wherever it is read, or in
colour on a terminal. Only colour needs rich, and only then is it imported.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, takewhile
from typing import TextIO

PLAIN_WIDTH = 80
WIDEST = 100  # longer lines are tiring to read, however wide the screen

Piece = tuple[str, str]  # text, style
Line = tuple[Piece, ...]

STYLES = {
    "": "",
    "title": "bold",
    "breach": "bold red",
    "irregularity": "bold yellow",
    "advisory": "bold cyan",
    "record": "bold magenta",
    "good": "green",
    "faint": "dim",
}
EMPTY: Line = ()


def line(text: str, style: str = "") -> Line:
    """A line of one piece."""
    return ((text, style),)


def wrapped(text: str, width: int, indent: str = "", hanging: str | None = None, style: str = "") -> Iterator[Line]:
    """A paragraph as lines no wider than `width`; `hanging` is the indent of all lines but the first."""
    start, rest = indent, indent if hanging is None else hanging
    room = 0
    words: list[str] = []
    for word in _fitting(text.split(" "), max(width - cells(rest), 10)):
        needed = cells(word) + (1 if words else 0)
        if words and room + needed > width - cells(start):
            yield line(start + " ".join(words), style)
            start, words, room, needed = rest, [], 0, cells(word)
        words.append(word)
        room += needed
    yield line(start + " ".join(words), style)


def _fitting(words: Iterable[str], width: int) -> Iterator[str]:
    """Give the words, with those that fit on no line cut into pieces that do."""
    for word in words:
        piece, taken = "", 0
        for char in word if cells(word) > width else "":
            if taken + cells(char) > width:
                yield piece
                piece, taken = "", 0
            piece += char
            taken += cells(char)
        if piece or cells(word) <= width:
            yield piece or word


def cells(text: str) -> int:
    """How many columns of a screen the text takes: two for a wide character, none for a combining mark."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def padded(text: str, width: int, right: bool = False) -> str:
    """The text with blanks up to a width, after it or before it."""
    blanks = " " * max(width - cells(text), 0)
    return blanks + text if right else text + blanks


def cut(text: str, width: int) -> str:
    """The text, with an ellipsis in place of its end if it is too wide."""
    if cells(text) <= width:
        return text
    taken = takewhile(lambda end: end < width, accumulate(map(cells, text)))
    return text[: sum(1 for _ in taken)].rstrip() + "…"


def columns(
    rows: Sequence[Sequence[str]],
    width: int,
    rights: frozenset[int] = frozenset(),
    flexible: int = 0,
    indent: str = "  ",
) -> Iterator[Line]:
    """Align rows of cells in columns. The first row is the heading, and columns in `rights` are numbers.

    If the columns are too wide together, the cells of the flexible one are cut.
    """
    widths = [max(cells(row[n]) for row in rows) for n in range(len(rows[0]))]
    excess = len(indent) + sum(widths) + 2 * (len(widths) - 1) - width
    widths[flexible] = max(widths[flexible] - max(excess, 0), 8)
    for number, row in enumerate(rows):
        parts = [cut(cell, widths[n]) if n == flexible else cell for n, cell in enumerate(row)]
        text = indent + "  ".join(padded(part, widths[n], n in rights) for n, part in enumerate(parts))
        yield line(text.rstrip(), "faint" if number == 0 else "")


# ---- writing ----


def plain(lines: Iterable[Line]) -> str:
    """The lines without any style."""
    return "".join(plain_texts(lines))


def plain_texts(lines: Iterable[Line]) -> Iterator[str]:
    """The same, one line after the other."""
    for pieces in lines:
        yield "".join(text for text, _ in pieces).rstrip() + "\n"


def coloured(stream: TextIO, wanted: bool = True) -> bool:
    """Is this a terminal that wants colour?"""
    return wanted and stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width_of(stream: TextIO) -> int:
    """The width to write for: that of a terminal, within reason; always the same for anything else."""
    if not stream.isatty():
        return PLAIN_WIDTH
    import shutil

    return max(40, min(shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns, WIDEST))


def write(lines: Iterable[Line], stream: TextIO, colour: bool) -> None:
    """Write the lines. The text of a log never becomes markup, whichever way it is written."""
    if not colour:
        stream.writelines(plain_texts(lines))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream, markup=False, emoji=False, highlight=False, soft_wrap=True)
    for pieces in lines:
        console.print(Text.assemble(*((text, STYLES[style]) for text, style in pieces)))
