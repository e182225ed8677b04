"""Texts that a regular expression matches, at random, and the pieces that lines of a log are made of."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from re import _constants as kinds
from re import _parser as patterns
from typing import Any


class Chance(random.Random):
    """What decides what a log is made of, with the names of those who have a seat in the hand that is being made."""

    seated: Sequence[str] = ("Ann", "Ben")

    def happens(self, often: float) -> bool:
        """Does it happen, if it happens so often of once?"""
        return self.random() < often


Maker = Callable[[Chance], str]

MOST_TIMES = 3  # that an expression is repeated which may be repeated without bound
SELDOM = 0.3  # what may be left out is left out more often than not
ANY = "abcxyz019 .-$AZ'éß€"
CATEGORIES = {
    kinds.CATEGORY_DIGIT: "0123456789",
    kinds.CATEGORY_SPACE: " \t",
    kinds.CATEGORY_WORD: "abzAZ019_",
    kinds.CATEGORY_NOT_SPACE: "abzAZ019$",
    kinds.CATEGORY_NOT_DIGIT: "abz $",
    kinds.CATEGORY_NOT_WORD: " $-",
}


def maker(pattern: str, pieces: Mapping[str, Maker]) -> Maker:
    """A function that makes texts of a pattern. A letter of `pieces` stands for whatever its own function makes."""
    return _sequence(patterns.parse(pattern), pieces)


def _sequence(parsed: Any, pieces: Mapping[str, Maker]) -> Maker:
    parts = [_part(kind, value, pieces) for kind, value in parsed]
    return lambda chance: "".join([part(chance) for part in parts])


def _part(kind: Any, value: Any, pieces: Mapping[str, Maker]) -> Maker:
    if kind is kinds.LITERAL:
        letter = chr(value)
        return pieces.get(letter) or (lambda _chance: letter)
    if kind is kinds.SUBPATTERN:
        return _sequence(value[3], pieces)
    if kind is kinds.BRANCH:
        return _one_of([_sequence(one, pieces) for one in value[1]])
    if kind in (kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT):
        return _repeated(value[0], min(value[1], value[0] + MOST_TIMES), _sequence(value[2], pieces))
    if kind is kinds.ATOMIC_GROUP:
        return _sequence(value, pieces)
    if kind in (kinds.IN, kinds.NOT_LITERAL, kinds.ANY):
        letters = _letters(kind, value)
        return lambda chance: chance.choice(letters)
    return lambda _chance: ""  # whatever only looks at its neighbours


def _one_of(makers: Sequence[Maker]) -> Maker:
    return lambda chance: chance.choice(makers)(chance)


def _repeated(least: int, most: int, one: Maker) -> Maker:
    if (least, most) == (0, 1):
        return lambda chance: one(chance) if chance.happens(SELDOM) else ""
    return lambda chance: "".join([one(chance) for _ in range(chance.randint(least, most))])


def _letters(kind: Any, value: Any) -> str:
    if kind is kinds.ANY:
        return ANY
    if kind is kinds.NOT_LITERAL:
        return ANY.replace(chr(value), "") or "a"
    found, negated = "", False
    for one, what in value:
        if one is kinds.NEGATE:
            negated = True
        elif one is kinds.LITERAL:
            found += chr(what)
        elif one is kinds.RANGE:
            found += "".join(map(chr, range(what[0], min(what[1], what[0] + 64) + 1)))
        else:
            found += CATEGORIES.get(what, "")
    return "".join([letter for letter in ANY if letter not in found]) or "a" if negated else found


# ---- pieces ----

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
AMOUNTS = [1, 2, 3, 5, 10, 15, 20, 25, 30, 40, 50, 80, 100, 195, 200, 500, 1000]
ODD_AMOUNTS = ["0", "$0.00", "0.01", "$0.5", "7.77", "$1,250", "999999999999", "$999,999,999.99", "000", "12.30"]
ODD_NAMES = ["Zed", '"Zed two"', '"van der Berg"', "Élodie", '"The \\"Rock\\""', '"dealer"', '"?"', '"\\\\"', "T"]
DAYS = ["1994-06-11", "1994-11-03", "1994-11-04", "1995-01-01", "2010-05-05", "1980-02-29", "0001-01-01"]
STAFF = ["dealer", "operator", "supervisor", "inspector", "floorperson", "casino-manager", "director", "onlooker"]


def amount(chance: Chance) -> str:
    """An amount of money: mostly one that is played for, sometimes nothing or a fortune."""
    return chance.choice(ODD_AMOUNTS) if chance.happens(0.08) else f"${chance.choice(AMOUNTS)}"


def card(chance: Chance) -> str:
    """A card: any of the deck, the joker, or one that nobody saw. Nothing keeps it from being dealt twice."""
    drawn = chance.random()
    return "Jo" if drawn < 0.05 else "??" if drawn < 0.15 else chance.choice(DECK)


def cards(chance: Chance) -> str:
    """Some cards in brackets."""
    count = chance.choice([1, 1, 2, 2, 2, 3, 3, 4, 5, 5, 6, 7])
    return f"[{' '.join([card(chance) for _ in range(count)])}]"


def whole(chance: Chance) -> str:
    """A whole number."""
    return str(chance.choice([0, 7, 10, 52, 999999999] if chance.happens(0.06) else [1, 2, 2, 3, 3, 4, 5]))


def clock(chance: Chance) -> str:
    """A time of day."""
    seconds = f":{chance.randrange(60):02}" if chance.happens(0.3) else ""
    return f"{chance.randrange(24):02}:{chance.randrange(60):02}{seconds}"


def day(chance: Chance) -> str:
    """A day, of which some are none."""
    return "1994-02-30" if chance.happens(0.02) else chance.choice(DAYS)


def text(chance: Chance) -> str:
    """Words in quotes."""
    return chance.choice(['""', '"a word"', '"four players"', '"\\" \\\\"', '"two of it"'])


def listed(one: Maker, most: int) -> Maker:
    """Several of something, with commas between."""
    return lambda chance: ", ".join([one(chance) for _ in range(chance.randint(1, most))])


def edited(pattern: re.Pattern[str], one: Maker, chance: Chance, line: str) -> str:
    """A line with one of its pieces replaced by another of the kind, if it has any."""
    found = [*pattern.finditer(line)]
    if not found:
        return line
    match = chance.choice(found)
    return line[: match.start()] + one(chance) + line[match.end() :]
