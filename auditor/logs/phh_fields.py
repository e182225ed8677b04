"""The fields of a hand in PHH, the open hand history standard: keys and values as TOML writes them.

The standard is TOML, but its files are so regular that their lines can be taken as they are, which costs far less than
a TOML reader does. What looks irregular is given to one.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal, DecimalException
from functools import lru_cache
from typing import Any

from auditor.errors import Unreadable
from auditor.wording import shown

ENTRY = re.compile(r"([A-Za-z_][A-Za-z0-9_-]*)[ \t]*=[ \t]*(.*)")
QUOTED = re.compile(r"'([^'\n]*)'|(\"(?:[^\"\\\n]|\\.)*\")")
REGULAR = re.compile(  # a line as nearly all are: an entry, a header or nothing
    r"""^(?:([A-Za-z_][A-Za-z0-9_-]*) = (\[.*\]|(?!'''|\"\"\")[^\[#\s][^#\n]*+(?<![ \t]))|\[[^\]\n]*\]|)$""",
    re.MULTILINE,
)
PLAIN = re.compile(r"[ \t]*(?:#.*|\[[^\]\n]*\][ \t]*(?:#.*)?)?")  # a line that says nothing of a hand
LONGEST_AMOUNT = 24  # characters
LARGEST = 10**16  # hundredths; more is no money
Value = tuple[str, int, int]  # as written, its line, its column


@dataclass(slots=True)
class Fields:
    """The fields of one hand, with their places."""

    line: int
    values: dict[str, Value]

    def get(self, key: str) -> str | None:
        """A value as it is written."""
        found = self.values.get(key)
        return None if found is None else found[0]

    def text(self, key: str) -> str | None:
        """A value without its quotes."""
        value = self.get(key)
        if value is None:
            return None
        quoted = QUOTED.fullmatch(value)
        return value.strip("'\"") if quoted is None else _unquoted(quoted)

    def wrong(self, key: str, reason: str) -> Unreadable:
        """What is wrong with a field, at its place."""
        _, line, column = self.values.get(key, ("", self.line, 1))
        return Unreadable(reason, line, column)

    def words(self, key: str) -> list[str]:
        """The entries of an array that holds no texts."""
        value = self.get(key)
        if value is None:
            return []
        if value[:1] != "[" or value[-1:] != "]":
            raise self.wrong(key, f"found {key} = {shown(value, 40)}, expected a list")
        return words_of(value)

    def texts(self, key: str) -> list[tuple[str, int, int]]:
        """The texts of an array, each with its line and column."""
        value, line, column = self.values[key]
        if value[:2] == "['" and value[-2:] == "']" and '"' not in value and "\n" not in value:
            words = value[2:-2].split("', '")
            if 2 * len(words) == value.count("'"):
                return _placed(words, line, column + 2)
        found = []
        for written in value.split("\n"):
            for match in QUOTED.finditer(written):
                found.append((_unquoted(match), line, column + match.start() + 1))
            line, column = line + 1, 1
        return found

    def amount(self, key: str) -> int | None:
        """An amount in hundredths, if there is one."""
        value = self.get(key)
        return None if value is None else self._cents(key, value)

    def amounts(self, key: str) -> list[int]:
        """An array of amounts."""
        found = self.values.get(key)
        if found is None:
            return []
        try:
            return list(amounts_of(found[0]))
        except ValueError:
            return [self._cents(key, word) for word in self.words(key)]  # which tells what is wrong, and where

    def stacks(self) -> list[int | None]:
        """The stacks before the hand; None for one of unknown size, which the standard calls infinite."""
        key = "starting_stacks"
        found = self.get(key)
        if found is not None and "n" not in found:
            return [*self.amounts(key)]
        return [
            None if word in ("inf", "+inf", "nan", "Infinity") else self._cents(key, word) for word in self.words(key)
        ]

    def _cents(self, key: str, word: str) -> int:
        try:
            return cents(word)
        except ValueError:
            raise self.wrong(key, f"found {shown(word, 40)} in {key}, expected an amount") from None

    @property
    def day(self) -> date | None:
        """The day of the hand."""
        values = self.values
        try:
            return day_of(values["year"][0], values["month"][0], values["day"][0])
        except (KeyError, ValueError, OverflowError):
            return None


def _unquoted(text: re.Match[str]) -> str:
    """What stands between quotes; only between double ones a backslash has a meaning."""
    if text[1] is not None:
        return text[1]
    if "\\" not in text[2]:
        return text[2][1:-1]
    try:
        value: str = tomllib.loads(f"text = {text[2]}")["text"]
    except tomllib.TOMLDecodeError:
        return text[2][1:-1]
    return value


@lru_cache(maxsize=64)  # hands of one day stand together
def day_of(year: str, month: str, day: str) -> date:
    """A day from its parts."""
    return date(int(year), int(month), int(day))


def words_of(value: str) -> list[str]:
    """The entries of an array that holds no texts."""
    return [word for each in value[1:-1].split(",") if (word := each.strip())]


@lru_cache(maxsize=1024)  # blinds, antes and full stacks are the same in hand after hand
def amounts_of(value: str) -> tuple[int, ...]:
    """The amounts of an array; ValueError if it is none, or has entries that are none."""
    if value[:1] != "[" or value[-1:] != "]":
        raise ValueError(value)
    return tuple([cents(word) for word in words_of(value)])


def _placed(words: list[str], line: int, column: int) -> list[tuple[str, int, int]]:
    """Texts that stand one after the other on a line, with quotes, a comma and a blank between them."""
    found = []
    for word in words:
        found.append((word, line, column))
        column += len(word) + 4
    return found


@lru_cache(maxsize=4096)
def cents(text: str) -> int:
    """An amount in hundredths; ValueError if it is none, or has parts of those."""
    if len(text) > LONGEST_AMOUNT:
        raise ValueError(text)
    if text.isascii() and text.isdigit():
        return int(text) * 100
    try:
        value = Decimal(text.replace("_", "")) * 100
    except DecimalException:
        raise ValueError(text) from None
    if not value.is_finite() or abs(value) > LARGEST or value != int(value):
        raise ValueError(text)
    return int(value)


@lru_cache(maxsize=4)  # a hand and its table are the same text
def fields_of(text: str, start: int) -> Fields:
    """The fields of a hand whose text begins at this line."""
    found = REGULAR.findall(text)
    if len(found) == text.count("\n") + 1:  # no line is anything else
        values = {key: (value, line, len(key) + 4) for line, (key, value) in enumerate(found, start) if key}
        if len(values) == len(found) - found.count(("", "")):  # and no key comes twice
            return Fields(start, values)
    return _by_lines(text, start)


def _by_lines(text: str, start: int) -> Fields:
    """The same of a hand with remarks, or arrays over several lines, or whatever else TOML allows."""
    values: dict[str, Value] = {}
    unfinished: str | None = None  # the key of an array that goes on
    for number, line in enumerate(text.split("\n"), start):
        if unfinished is not None:
            value, at, column = values[unfinished]
            values[unfinished] = f"{value}\n{line.rstrip()}", at, column
            unfinished = None if line.rstrip().endswith("]") else unfinished
            continue
        match = ENTRY.match(line)
        if match is not None:
            value = match[2].rstrip()
            if match[1] in values or value[:3] in ("'''", '"""') or (value[:1] != "[" and "#" in value):
                return _by_library(text, start)
            values[match[1]] = value, number, match.start(2) + 1
            unfinished = match[1] if value[:1] == "[" and not value.endswith("]") else None
        elif PLAIN.fullmatch(line) is None:
            return _by_library(text, start)
    return _by_library(text, start) if unfinished is not None else Fields(start, values)


def _by_library(text: str, start: int) -> Fields:
    """The same from a TOML reader: whatever the standard allows, though values have no columns."""
    try:
        data: Any = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at line ([0-9]+), column ([0-9]+)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (1, 1)
        raise Unreadable(f"found no valid TOML: {error}", start + line - 1, column) from None
    while len(data) == 1 and isinstance(inner := next(iter(data.values())), dict):
        data = inner
    lines = {match[1]: n for n, line in enumerate(text.split("\n"), start) if (match := ENTRY.match(line))}
    return Fields(start, {key: (_written(value), lines.get(key, start), 1) for key, value in data.items()})


def toml_text(text: str) -> str:
    """A text as TOML writes it: plainly where that is possible."""
    return f"'{text}'" if "'" not in text and text.isprintable() else json.dumps(text, ensure_ascii=False)


def _written(value: Any) -> str:
    """A value as the plain files write it."""
    if isinstance(value, list):
        return f"[{', '.join(_written(one) for one in value)}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return toml_text(value)
    return value.isoformat() if isinstance(value, time | date) else str(value)
