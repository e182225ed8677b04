"""Reads a large JSON object member by member, and long lists in it element by element, without having all of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TextIO

CHUNK = 1 << 16  # characters that are read at once, at least
BLANK = " \t\r\n"
AFTER = tuple(",:]}" + BLANK)  # what may follow a value


class JsonMembers:
    """The members of the object in a stream, in order. Everything that is no JSON raises ValueError."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._decoder = json.JSONDecoder()
        self._text = ""  # read and not yet taken …
        self._place = 0  # … from here on
        self._ended = False

    @property
    def is_object(self) -> bool:
        """Does an object stand there, and not another value?"""
        return self._next() == "{"

    def names(self) -> Iterator[str]:
        """The names of the members. The value of each must be taken before the next is asked for."""
        for _ in self._between("{", "}"):
            name = self.value()
            if not isinstance(name, str):
                raise ValueError("a member without a name")
            self._take(":")
            yield name
        if self._next():
            raise ValueError("something follows the object")

    def elements(self) -> Iterator[Any]:
        """The elements of the list that comes next."""
        for _ in self._between("[", "]"):
            yield self.value()

    def value(self) -> Any:
        """The value that comes next, whatever it is."""
        self._next()
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._place)
                if self._ended or self._text[end : end + 1] in AFTER:  # otherwise a number may go on
                    self._place = end
                    return value
            except ValueError:
                if self._ended:
                    raise
            self._read()

    def _between(self, first: str, last: str) -> Iterator[None]:
        """Stand before each of the things between two brackets."""
        self._take(first)
        if self._next() == last:
            self._place += 1
            return
        while True:
            yield
            if self._next() == last:
                self._place += 1
                return
            self._take(",")

    def _take(self, expected: str) -> None:
        if self._next() != expected:
            raise ValueError(f"expected {expected}")
        self._place += 1

    def _next(self) -> str:
        """The next character that is not blank, which stays there; empty at the end."""
        while True:
            while self._place < len(self._text) and self._text[self._place] in BLANK:
                self._place += 1
            if self._place < len(self._text) or self._ended:
                return self._text[self._place : self._place + 1]
            self._read()

    def _read(self) -> None:
        """Read on, each time as much as is there already, so that a long value is not tried again too often."""
        rest = self._text[self._place :]
        more = self._stream.read(max(CHUNK, len(rest)))
        self._text, self._place, self._ended = rest + more, 0, not more
