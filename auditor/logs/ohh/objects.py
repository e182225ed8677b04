"""JSON objects that know their lines and can say what is wrong with them. Hands of OHH are made of these."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, NoReturn

from auditor.logs.rooms.common.amounts import LARGEST
from auditor.vocabulary.cards import Cards, parse_cards
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.wording import escaped

TOKEN = re.compile(r'"(?:[^"\\]|\\[\s\S])*+"?|[{\n]')
PAIR = re.compile("..")
NEARLY = Decimal(1).scaleb(-4)  # of a hundredth, which binary fractions may leave
LONGEST = 40  # characters of an amount


class OhhObject(dict[str, Any]):
    """An object of the file, with the line in which it begins."""

    line = 0

    def wrong(self, key: str, what: str) -> Unreadable:
        """An error about a value that is not what it should be."""
        return Unreadable(f"found {key} {escaped(str(self.get(key)), 40)!r}, expected {what}", self.line, 1)

    def objects(self, key: str) -> list[OhhObject]:
        """The objects of an array; none if it is left out."""
        value = self.get(key) or []
        if not isinstance(value, list) or not all(isinstance(one, OhhObject) for one in value):
            raise self.wrong(key, "a list of objects")
        return value

    def text(self, key: str) -> str:
        """A text, or a number as text; empty if it is left out."""
        value = self.get(key)
        if value is None or isinstance(value, bool | list | dict):
            return ""
        return str(value).strip()

    def whole(self, key: str) -> int | None:
        """A whole number, if there is one."""
        value = self.text(key)
        return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else None

    def cents(self, key: str) -> int:
        """An amount in hundredths. A binary fraction that nearly comes to one counts as that amount."""
        value = self.text(key) or "0"
        try:
            amount = Decimal(value) * 100
        except ArithmeticError:
            raise self.wrong(key, "an amount") from None
        if len(value) > LONGEST or not amount.is_finite() or not 0 <= amount <= LARGEST:
            raise self.wrong(key, "an amount")
        cents = int(amount.to_integral_value())
        if abs(amount - cents) > NEARLY:
            raise self.wrong(key, "no parts of a hundredth")
        return cents

    def cards(self, key: str) -> Cards:
        """Cards. Unknown ones are written as crosses or question marks, or left out."""
        value = self.get(key) or []
        words = PAIR.findall(value) if isinstance(value, str) else value
        if not isinstance(words, list):
            raise self.wrong(key, "a list of cards")
        try:
            return parse_cards(" ".join(["??" if str(one).upper() in ("XX", "X", "?") else str(one) for one in words]))
        except ValueError as error:
            raise Unreadable(str(error), self.line, 1) from None


def parsed(text: str, start: int, line: int) -> OhhObject:
    """Parse the object that begins at this place of a text. Its objects know their lines; the text begins at `line`."""
    decoder = json.JSONDecoder(object_pairs_hook=_object, parse_float=Decimal, parse_constant=_no_number)
    try:
        found, end = decoder.raw_decode(text, start)
        _place(found, _lines(text[:end], line))
    except json.JSONDecodeError as error:
        raise Unreadable(f"found damaged JSON: {error.msg}", line + error.lineno - 1, error.colno) from None
    except (ValueError, RecursionError) as error:
        reason = "nested too deep" if isinstance(error, RecursionError) else str(error)[:100]
        raise Unreadable(f"found damaged JSON: {reason}", line, 1) from None
    if not isinstance(found, OhhObject):
        raise Unreadable("found no object, expected that of a hand", line, 1)
    return found


def _object(pairs: list[tuple[str, Any]]) -> OhhObject:
    found = OhhObject(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in an object")
    return found


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def _lines(text: str, line: int) -> Iterator[int]:
    """The line of every object, in the order in which they begin."""
    for token in TOKEN.finditer(text):
        if token[0] == "\n":
            line += 1
        elif token[0] == "{":
            yield line


def _place(value: Any, lines: Iterator[int]) -> None:
    """Give objects their lines."""
    if isinstance(value, OhhObject):
        value.line = next(lines)
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            _place(one, lines)
