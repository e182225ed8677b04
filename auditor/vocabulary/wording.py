"""Numbers, lists and other people's text as they read in a sentence."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from datetime import date
from itertools import accumulate

NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
MONTHS = "January February March April May June July August September October November December".split()

# Unicode calls these letters and marks, yet they show nothing: joiners, fillers, variation selectors, Braille's blank.
BLANKS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")


AUTHORITY = re.compile(r"(://[^/:@?]*):[^/?]*@")  # of an address, with a password in it
SECRET = re.compile(r"(password=)[^&]*")
DIGITS = re.compile("([0-9]+)")


def number(n: int) -> str:
    """A number in words, such as `three`, and in digits past twelve."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def ordinal(n: int) -> str:
    """An ordinal in words, such as `fourth`, and in digits past the twelfth: `13th`, `22nd`."""
    if 1 <= n <= len(ORDINALS):
        return ORDINALS[n - 1]
    last = 0 if n % 100 in (11, 12, 13) else n % 10
    return f"{n}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"


def plural(n: int, noun: str) -> str:
    """The noun as it stands after this number: one `raise`, two `raises`; two `penalties`, two `matches`."""
    if n == 1:
        return noun
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def joined(items: Sequence[str], last: str = "and") -> str:
    """Items joined in a sentence: `a, b and c`."""
    *most, end = items or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def counting(name: str) -> list[object]:
    """A key that sorts names as people count, `9.4` before `10.2`. Nobody's digits become a number, however many."""
    parts: list[object] = [*DIGITS.split(name)]
    parts[1::2] = [(len(one), one) for one in (digits.lstrip("0") for digits in DIGITS.findall(name))]
    return parts


def calendar(day: date) -> str:
    """A day as `27 May 1994`."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def size_text(size: int) -> str:
    """A number of bytes in the largest unit that divides it: `1 GiB`, `1,500 bytes`."""
    for power, unit in ((40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")):
        if size and size % (1 << power) == 0:
            return f"{size >> power:,} {unit}"
    return f"{size:,} {plural(size, 'byte')}"


def without_password(address: str) -> str:
    """The address of a server as it may be printed: `postgresql://ann:***@host/register`."""
    return SECRET.sub(r"\1***", AUTHORITY.sub(r"\1:***@", address)) if "://" in address else address


def escaped(text: str, limit: int | None = None) -> str:
    r"""Make hostile text safe to look at: whatever a reader would not see becomes visible, as `\x1b` or `\u202e`.

    That is control characters, escapes, marks of direction, zero-width and unassigned characters, every space but the
    plain one, and the doubled signs by which CI servers recognize commands. Letters of all scripts stay. A result that
    is longer than `limit` is cut and ends in `…`; no escape is cut in two. Text that is already escaped stays the same.
    """
    if _plain(text) and (limit is None or len(text) <= limit):
        return text
    text = text.replace("::", ":\\x3a").replace("##", "#\\x23")
    start = text if limit is None else text[: limit + 1]
    parts = [char if _plain(char) else char.encode("unicode_escape").decode() for char in start]
    if limit is not None:
        ends = list(accumulate(map(len, parts)))
        if ends[-1] > limit:
            parts[bisect_right(ends, limit - 1) :] = "…"
    return "".join(parts)


def _plain(text: str) -> bool:
    visible = text.isprintable() and (text.isascii() or BLANKS.search(text) is None)
    return visible and "::" not in text and "##" not in text
