"""Amounts as rooms write them, in whole hundredths: `$1,122.91`, `0,02 €`, `5 000 $`, `3.37k`."""

from __future__ import annotations

import re

from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.wording import escaped

NUMBER = re.compile(
    r"[0-9](?:[0-9]|[.,'](?=[0-9])|[ \u00a0\u202f](?=[0-9]{3}(?![0-9])))*"
)  # its digits may have something between them
GAPS = str.maketrans("", "", " '\u00a0\u202f")
THOUSAND = 3  # digits of the last group, if digits are written in groups
PLAIN = {decimal: re.compile(rf"[^0-9]*([0-9]{{1,14}})(?:[{decimal}]([0-9]{{1,2}}))?") for decimal in ".,"}  # most are
LONGEST = 24  # characters
LARGEST = 10**16  # hundredths; more is no money
REMEMBERED = 4096  # amounts; a table has few


def cents(text: str, line: int, decimal: str = ".") -> int:
    """An amount in hundredths, whatever the currency. Raises Unreadable if it is none, or has parts of a hundredth.

    `decimal` stands before the hundredths, the other one of comma and period between the thousands.
    """
    value = KNOWN[decimal][text]
    if value is None:
        raise Unreadable(f"found {escaped(text, 40)!r}, expected an amount", line, 1)
    return value


class Amounts(dict[str, "int | None"]):
    """Remembers amounts by their text; None for a text that is no amount."""

    def __init__(self, decimal: str) -> None:
        self.decimal = decimal

    def __missing__(self, text: str) -> int | None:
        value = _value(text, self.decimal)
        if len(text) <= LONGEST:
            if len(self) >= REMEMBERED:
                self.clear()
            self[text] = value
        return value


KNOWN = {decimal: Amounts(decimal) for decimal in PLAIN}


def _value(text: str, decimal: str) -> int | None:
    plain = PLAIN[decimal].fullmatch(text)
    if plain is not None:
        whole, part = plain.groups()
        return int(whole) * 100 + int((part or "0").ljust(2, "0"))
    found = NUMBER.search(text)
    if found is not None and len(found[0]) <= LONGEST:
        grouped, _, part = found[0].translate(GAPS).partition(decimal)
        first, *groups = grouped.split("," if decimal == "." else ".")
        whole = first + "".join(groups) if not groups or len(groups[-1]) == THOUSAND else ""
        part = part.rstrip("0")
        if whole.isdigit() and len(part) <= 2 and (not part or part.isdigit()):
            value = int(whole) * 100 + int(part.ljust(2, "0"))
            if text[found.end() : found.end() + 1] in ("k", "K"):
                value *= 1000
            if value <= LARGEST:
                return value
    return None


def numbers(text: str) -> list[str]:
    """The numbers that stand in a text, as written."""
    return NUMBER.findall(text)
