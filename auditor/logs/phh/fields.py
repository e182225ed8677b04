"""Reads the fields of a hand in PHH, the open hand history standard: keys and values as TOML writes them.

The standard is TOML, but its files are so regular that their lines can be read as they are, which costs far less than a
TOML reader. A hand that looks irregular goes to a TOML reader.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from datetime import date, time
from decimal import Decimal, DecimalException
from functools import lru_cache
from typing import Any, TypeVar

from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.records import record_class
from auditor.vocabulary.wording import escaped

ENTRY = re.compile(r"([A-Za-z_][A-Za-z0-9_-]*)[ \t]*=[ \t]*(.*)")
QUOTED = re.compile(r"'([^'\n]*)'|(?<!\\)(\"(?:[^\"\\\n]|\\.)*+\")")
REGULAR = re.compile(  # nearly every line: an entry, a header or nothing
    r"""^(?:([A-Za-z_][A-Za-z0-9_-]*+) = (\[.*\]|(?!'''|\"\"\")[^\[#\s][^#\n]*+(?<![ \t]))|\[[^\]\n]*\]|)$""",
    re.MULTILINE,
)
PLAIN = re.compile(r"[ \t]*(?:#.*|\[[^\]\n]*\][ \t]*(?:#.*)?)?")  # a line that says nothing of a hand
LONGEST_AMOUNT = 24  # characters
USUAL = re.compile(r"[0-9]{1,14}(\.[0-9]{2})|[0-9]{1,24}")  # nearly all amounts; with a point, none is too large
LARGEST = 10**16  # hundredths; more is no money
LONGEST_REMEMBERED = 40  # characters
MOST_REMEMBERED = 1 << 12  # texts of a kind: room for the hands of two cards, of which there are 2,652
LineAndColumn = tuple[int, int]
Run = tuple[list[str], int, int]  # texts, with the line and the column of the first
GAP = 4  # characters that stand between two texts of a run
T = TypeVar("T")


class Memo(dict[str, T]):
    """Remembers what texts mean, so that each is worked out once.

    Long texts are not remembered, and all are forgotten when there are too many.
    """

    __slots__ = ("longest", "meaning")

    def __init__(self, meaning: Callable[[str], T], longest: int = LONGEST_REMEMBERED) -> None:
        """Start with nothing remembered. `meaning` says what a text means, `longest` how long one may be to be kept."""
        super().__init__()
        self.meaning = meaning
        self.longest = longest

    def __missing__(self, text: str) -> T:
        """Work out what a text means, and remember it."""
        value = self.meaning(text)
        if len(text) <= self.longest:
            if len(self) >= MOST_REMEMBERED:
                self.clear()
            self[text] = value
        return value


@record_class
class Fields:
    """The fields of one hand: their values as written, and where they stand."""

    line: int
    values: dict[str, str]
    lines: list[tuple[str, str]]  # of a regular hand: the key and the value of each line
    places: dict[str, LineAndColumn]  # of any other hand: where its values begin

    def place(self, key: str) -> LineAndColumn:
        """Where a value begins; where the hand begins if there is no such value."""
        value = self.values.get(key)
        if value is None:
            return self.line, 1
        if key in self.places:
            return self.places[key]
        return self.line + self.lines.index((key, value)), len(key) + 4

    def text(self, key: str) -> str | None:
        """A value without its quotes."""
        value = self.values.get(key)
        return value if value is None or value.isalnum() else bare(value)

    def wrong(self, key: str, reason: str) -> Unreadable:
        """An error about a field, at its place."""
        return Unreadable(reason, *self.place(key))

    def words(self, key: str) -> tuple[str, ...]:
        """The entries of an array that holds no texts."""
        value = self.values.get(key)
        if value is None:
            return ()
        if value[:1] != "[" or value[-1:] != "]":
            raise self.wrong(key, f"found {key} = {escaped(value, 40)}, expected a list")
        return words_of(value)

    def runs(self, key: str) -> Iterable[Run]:
        """The texts of an array, in runs that have only two quotes, a comma and a blank between their texts."""
        value = self.values[key]
        line, column = self.place(key)
        words = plain_texts(value)
        return _scattered(value, line, column) if words is None else ((words, line, column + 2),)

    def amount(self, key: str) -> int | None:
        """An amount in hundredths, if there is one."""
        value = self.values.get(key)
        return None if value is None else self._cents(key, value)

    def amounts(self, key: str) -> tuple[int, ...]:
        """An array of amounts."""
        value = self.values.get(key)
        if value is None:
            return ()
        try:
            return amounts_of(value)
        except ValueError:
            return tuple([self._cents(key, word) for word in self.words(key)])  # or what is wrong, and where

    def stacks(self) -> tuple[int | None, ...]:
        """The stacks before the hand; None for a stack of unknown size, which the standard calls infinite."""
        key = "starting_stacks"
        value = self.values.get(key)
        if value is not None and "n" not in value:
            return self.amounts(key)
        words = self.words(key)
        return tuple([None if word in ("inf", "+inf", "nan", "Infinity") else self._cents(key, word) for word in words])

    def _cents(self, key: str, word: str) -> int:
        try:
            return CENTS[word]
        except ValueError:
            raise self.wrong(key, f"found {escaped(word, 40)} in {key}, expected an amount") from None

    @property
    def day(self) -> date | None:
        """The day of the hand."""
        values = self.values
        year, month, day = values.get("year"), values.get("month"), values.get("day")
        return None if year is None or month is None or day is None else day_of(year, month, day)


def plain_texts(value: str) -> list[str] | None:
    """The texts of an array on one line, if all are in single quotes with a comma and a blank between them."""
    if value[:2] != "['" or value[-2:] != "']" or '"' in value or "\n" in value:
        return None
    words = value[2:-2].split("', '")
    return words if 2 * len(words) == value.count("'") else None


def _scattered(value: str, line: int, column: int) -> Iterator[Run]:
    """The texts of any other array, one by one. The array may go over several lines."""
    for written in value.split("\n"):
        for match in QUOTED.finditer(written):
            yield [_unquoted(match)], line, column + match.start() + 1
        line, column = line + 1, 1


def texts_of(value: str) -> list[str]:
    """The texts of an array."""
    return plain_texts(value) or [_unquoted(match) for match in QUOTED.finditer(value)]


@lru_cache(maxsize=256)  # games and tables are the same in hand after hand
def bare(value: str) -> str:
    """A value without its quotes."""
    quoted = QUOTED.fullmatch(value)
    return value.strip("'\"") if quoted is None else _unquoted(quoted)


def _unquoted(text: re.Match[str]) -> str:
    """What stands between quotes. A backslash has a meaning only between double quotes."""
    if text[1] is not None:
        return text[1]
    if "\\" not in text[2]:
        return text[2][1:-1]
    try:
        value: str = tomllib.loads(f"text = {text[2]}")["text"]
    except ValueError:
        return text[2][1:-1]
    return value


@lru_cache(maxsize=64)  # hands of one day stand together
def day_of(year: str, month: str, day: str) -> date | None:
    """A day from its parts; None if there is no such day."""
    try:
        return date(int(year), int(month), int(day))
    except (ValueError, OverflowError):
        return None


@lru_cache(maxsize=256)  # seats are the same in hand after hand
def words_of(value: str) -> tuple[str, ...]:
    """The entries of an array that holds no texts."""
    return tuple([word for each in value[1:-1].split(",") if (word := each.strip())])


@lru_cache(maxsize=256)  # blinds, antes and full stacks are the same in hand after hand
def amounts_of(value: str) -> tuple[int, ...]:
    """The amounts of an array, as nearly all are written. Raises ValueError if something else is written there."""
    if value[:1] != "[" or value[-1:] != "]":
        raise ValueError(value)
    return tuple([CENTS[word] for word in value[1:-1].split(", ")])


def cents(text: str) -> int:
    """An amount in hundredths. Raises ValueError if it is no amount, or has parts of a hundredth."""
    if (usual := USUAL.fullmatch(text)) is not None:
        return int(text.replace(".", "")) if usual[1] is not None else int(text) * 100
    if len(text) > LONGEST_AMOUNT or text[-1:] == ".":
        raise ValueError(text)
    try:
        value = Decimal(text.replace("_", "")) * 100
    except DecimalException:
        raise ValueError(text) from None
    if not value.is_finite() or abs(value) > LARGEST or value != int(value):
        raise ValueError(text)
    return int(value)


CENTS = Memo(cents)


def fields_of(text: str, start: int) -> Fields:
    """The fields of a hand whose text begins at this line."""
    lines = REGULAR.findall(text)
    if len(lines) == text.count("\n") + 1:  # every line is regular
        values = dict(lines)
        values.pop("", None)  # the key of lines that are no entries
        if len(values) == len(lines) - lines.count(("", "")):  # no key comes twice
            return Fields(start, values, lines, {})
    return _by_lines(text, start)


def _by_lines(text: str, start: int) -> Fields:
    """The same for a hand with comments, arrays over several lines, or whatever else TOML allows."""
    values: dict[str, str] = {}
    places: dict[str, LineAndColumn] = {}
    unfinished: str | None = None  # the key of an array that goes on
    for number, line in enumerate(text.split("\n"), start):
        if unfinished is not None:
            values[unfinished] += f"\n{line.rstrip()}"
            unfinished = None if line.rstrip().endswith("]") else unfinished
            continue
        match = ENTRY.match(line)
        if match is not None:
            value = match[2].rstrip()
            if match[1] in values or value[:3] in ("'''", '"""') or (value[:1] != "[" and "#" in value):
                return _by_library(text, start)
            values[match[1]], places[match[1]] = value, (number, match.start(2) + 1)
            unfinished = match[1] if value[:1] == "[" and not value.endswith("]") else None
        elif PLAIN.fullmatch(line) is None:
            return _by_library(text, start)
    return _by_library(text, start) if unfinished is not None else Fields(start, values, [], places)


def _by_library(text: str, start: int) -> Fields:
    """The same through a TOML reader, which takes whatever the standard allows but gives no columns."""
    try:
        data: Any = tomllib.loads(text, parse_float=Decimal)
        while len(data) == 1 and isinstance(inner := next(iter(data.values())), dict):
            data = inner
        values = {key: _as_toml(value) for key, value in data.items()}
    except RecursionError:
        raise Unreadable("found TOML nested too deep, expected lists and tables of a few levels", start, 1) from None
    except (ValueError, ArithmeticError) as error:  # among them numbers of more digits than Python reads
        place = re.search(r"at line ([0-9]+), column ([0-9]+)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (1, 1)
        raise Unreadable(f"found no valid TOML: {error}", start + line - 1, column) from None
    lines = {match[1]: n for n, line in enumerate(text.split("\n"), start) if (match := ENTRY.match(line))}
    return Fields(start, values, [], {key: (lines.get(key, start), 1) for key in values})


def toml_text(text: str) -> str:
    """A text as TOML writes it, in single quotes if possible."""
    return f"'{text}'" if "'" not in text and text.isprintable() else json.dumps(text, ensure_ascii=False)


def _as_toml(value: Any) -> str:
    """A value as regular files write it."""
    if isinstance(value, list):
        return f"[{', '.join(_as_toml(one) for one in value)}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return toml_text(value)
    return value.isoformat() if isinstance(value, time | date) else str(value)
