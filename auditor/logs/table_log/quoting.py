"""Spells names, numbers, money and cards as a table log does, and tells what it cannot spell as it is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from auditor.logs.writing import Unwritable
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import Cards, cards_text
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import fields

BARE = re.compile(r'[^\x00-@\[-\x7f\s\u00ab\u00bb\u2018-\u201f][^\s"#,\[\]]*(?<![:;])')
RANK = re.compile("[a-z][a-z-]*")  # the rank of somebody who gave an order, which needs no quotes
BADGE = re.compile("[0-9]{1,9}")  # the number of a dealer
NUMBER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]*")
FOREIGN = re.compile(r"[^A-Za-z0-9._/-]+")
UNTYPED = re.compile("[\n\r\ud800-\udfff]")  # characters that cannot stand in a line, or in a file at all
BLANK = "␣"
TEXTS = ("text", "reason", "note")  # fields that hold text instead of names
LARGEST = 10**14  # hundredths: twelve digits before the point


def quoted(text: str) -> str:
    """Text in quotes, with its own quotes, its backslashes and its line breaks escaped."""
    text = UNTYPED.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def name(text: str) -> str:
    """A name, in quotes where the language needs them."""
    if BARE.fullmatch(text) and not UNTYPED.search(text):
        return text
    return quoted(text if text.strip() else BLANK * max(len(text), 1))


def who(text: str) -> str:
    """A name, or a rank such as 'supervisor'."""
    return text if RANK.fullmatch(text) else name(text)


def badge(text: str) -> str:
    """The name of a dealer, or the number."""
    return text if BADGE.fullmatch(text) else name(text)


def number(text: str) -> str:
    """The number of a hand, with a dash for anything that a number cannot have in it."""
    return text if NUMBER.fullmatch(text) else FOREIGN.sub("-", text).lstrip("-._/") or "0"


def money(amount: int) -> str:
    """An amount such as $1,250.50."""
    if not 0 <= amount < LARGEST:
        raise Unwritable(f"found an amount of {money_text(amount)}, which no statement can name")
    return money_text(amount)


def change(amount: int) -> str:
    """An amount that may be less than nothing: a raise of -$6.10."""
    return f"{'-' if amount < 0 else ''}{money(abs(amount))}"


def cards(held: Cards) -> str:
    """Cards in brackets."""
    if not held:
        raise Unwritable("found cards of which there are none, which no statement can name")
    return f"[{cards_text(held)}]"


def spelt_otherwise(events: Sequence[e.Event]) -> tuple[str, ...]:
    """What the table log spells in another way than these events, in words."""
    names, texts = _words(events)
    numbers = [event.number for event in events if isinstance(event, e.HandStarted)]
    found = {
        "line breaks in names and remarks": any(UNTYPED.search(text) for text in (*names, *texts)),
        "names of nothing but blanks": not all(text.strip() for text in names),
        "letters that are put together of several": not all(unicodedata.is_normalized("NFC", text) for text in names),
        "hand numbers as they were written": not all(NUMBER.fullmatch(text) for text in numbers),
    }
    return tuple([what for what, there in found.items() if there])


def _words(events: Sequence[e.Event]) -> tuple[set[str], set[str]]:
    """The names in these events, and the texts that people wrote."""
    names: set[str] = set()
    texts: set[str] = set()
    for event in events:
        for field in fields(event):
            (texts if field.name in TEXTS else names).update(_strings(getattr(event, field.name)))
    return names, texts


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _strings(item)
