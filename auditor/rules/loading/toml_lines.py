"""Where a value stands in a TOML file. tomllib does not tell, and an error without its line is half an error.

tomllib has read the file before anybody asks, so it is well-formed. All that is left is to follow its keys, tables and
lists and to note the line on which each begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from auditor.rules.schema.data import DataPath

TOKEN = r"""(?xs)  # compiled when something is looked for
      \"{3} (?: \\. | [^\\] )*? \"{3,5} | '{3} .*? '{3,5}   # strings of several lines
    | \" (?: \\. | [^"\\\n] )* \"   | ' [^'\n]* '           # strings
    | \# [^\n]*                                             # a comment
    | [\[\]{}=,.\n]
    | [^\s\[\]{}=,.\#"']+                                   # a bare key, a number, a date
"""


def line_of(path: Path, place: Sequence[str | int]) -> int:
    """The line of the deepest part of a place that the file has; 0 if it has none of it."""
    try:
        lines = lines_in(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return 0
    parts = tuple(place)
    return next((lines[parts[:depth]] for depth in range(len(parts), 0, -1) if parts[:depth] in lines), 0)


def line_with(path: Path, text: str) -> int:
    """The first line that contains this text; 0 if none does."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return next((number for number, line in enumerate(lines, 1) if text in line), 0)


def lines_in(text: str) -> dict[DataPath, int]:
    """Every place of a TOML text with the line on which it begins."""
    scan = _Scan(text)
    with suppress(StopIteration):  # the last value ends with the text
        scan.file()
    return scan.lines


class _Scan:
    """A scan that follows the structure of a text and notes where each of its places begins."""

    def __init__(self, text: str) -> None:
        self.tokens = self._tokens(text)
        self.lines: dict[DataPath, int] = {}
        self.tables: dict[DataPath, int] = {}  # arrays of tables, with the index of the table last opened
        self.line = 1

    def _tokens(self, text: str) -> Iterator[str]:
        line = 1
        for match in re.finditer(TOKEN, text):
            token = match[0]
            self.line = line
            line += token.count("\n")
            if token[0] != "#":
                yield token

    def file(self) -> None:
        """Read tables with the keys below them, to the end of the text."""
        here: DataPath = ()
        for token in self.tokens:
            if token == "[":
                here = self._table()
            elif token != "\n":
                self._pair(here, token)

    def _table(self) -> DataPath:
        line = self.line
        parts = [token for token in self._until("\n") if token not in ".]"]
        array = parts[0] == "["
        names = tuple(_plain(part) for part in parts if part != "[")
        place: DataPath = ()
        for depth, name in enumerate(names, 1):
            place = (*place, name)
            if place in self.tables and not (array and depth == len(names)):
                place = (*place, self.tables[place])
            if depth < len(names):  # a table that no line opens begins with the first that is in it
                self.lines.setdefault(place, line)
        if array:
            self.tables[place] = self.tables.get(place, -1) + 1
            self.lines.setdefault(place, line)
            place = (*place, self.tables[place])
        self.lines.setdefault(place, line)
        return place

    def _pair(self, here: DataPath, token: str) -> str:
        """Read a key with its value; return the token that ended it."""
        line = self.line
        names = [_plain(part) for part in (token, *self._until("=")) if part != "."]
        place = (*here, *names)
        for depth in range(len(here) + 1, len(place) + 1):
            self.lines.setdefault(place[:depth], line)
        return self._value(place, next(self.tokens))

    def _value(self, place: DataPath, token: str) -> str:
        """Read the value at a place; return the token after it."""
        if token == "[":
            self._list(place)
        elif token == "{":
            self._inline(place)
        else:
            return next((end for end in self.tokens if end in ",]}\n"), "\n")
        return next(self.tokens)

    def _list(self, place: DataPath) -> None:
        index = 0
        for token in self.tokens:
            if token == "]":
                return
            if token in ",\n":
                continue
            self.lines[(*place, index)] = self.line
            end = self._value((*place, index), token)
            index += 1
            if end == "]":
                return

    def _inline(self, place: DataPath) -> None:
        for token in self.tokens:
            if token == "}":
                return
            if token not in ",\n" and self._pair(place, token) == "}":
                return

    def _until(self, end: str) -> Iterator[str]:
        for token in self.tokens:
            if token == end:
                return
            yield token


def _plain(part: str) -> str:
    return part[1:-1] if part[0] in "\"'" else part
