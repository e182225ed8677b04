"""Amounts as rooms write them, in whole hundredths: `$1,122.91`, `0,02 €`, `5 000 $`, `3.37k`."""

from __future__ import annotations

import re
from functools import lru_cache

from auditor.errors import Unreadable
from auditor.wording import shown

NUMBER = re.compile(
    r"[0-9](?:[0-9]|[.,'](?=[0-9])|[ \u00a0\u202f](?=[0-9]{3}(?![0-9])))*"
)  # with what parts its digits
GAPS = str.maketrans("", "", " '\u00a0\u202f")
THOUSAND = 3  # digits of the last group, where digits are parted into groups
LONGEST = 24  # characters
LARGEST = 10**16  # hundredths; more is no money


def cents(text: str, line: int, decimal: str = ".") -> int:
    """An amount in hundredths, whatever the currency; Unreadable if it is none, or has parts of those.

    `decimal` parts the hundredths from the rest, the other of comma and period the thousands.
    """
    value = _value(text, decimal)
    if value is None:
        raise Unreadable(f"found {shown(text, 40)!r}, expected an amount", line, 1)
    return value


@lru_cache(maxsize=4096)  # a table has few amounts
def _value(text: str, decimal: str) -> int | None:
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
