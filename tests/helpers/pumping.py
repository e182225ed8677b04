"""Texts that make a pattern work hard: each part of it repeated, with an end that almost fits.

The texts are made from the pattern as `re` parses it. A part that may be repeated is, as often as a size allows, while
the rest stands there as it must, or is missing; the whole and its first half are repeated, too.
"""

import re
import re._compiler as compiler
import re._constants as code
import re._parser as parser
from dataclasses import dataclass

ENDS = ("", "\0", "\n", "!a", " ", "(")
REPEATS = (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT)
BEHIND = "\ue000"  # stands behind a part that is pumped
AHEAD = (code.ASSERT, code.ASSERT_NOT)
CASE = re.IGNORECASE | re.UNICODE
OTHERS = ("z", "Z", "0", " ", "-", "zz", "z z")  # to begin with, where a look-ahead bars the first choice
SAMPLES = "a 1A-.,x$[(\"'é\n\t!:/#*"
BELONGS = {
    code.CATEGORY_SPACE: str.isspace,
    code.CATEGORY_NOT_SPACE: lambda char: not char.isspace(),
    code.CATEGORY_DIGIT: str.isdigit,
    code.CATEGORY_NOT_DIGIT: lambda char: not char.isdigit(),
    code.CATEGORY_WORD: lambda char: char.isalnum() or char == "_",
    code.CATEGORY_NOT_WORD: lambda char: not (char.isalnum() or char == "_"),
}


def _in_set(char, items):
    return any(
        (kind is code.LITERAL and ord(char) == what)
        or (kind is code.RANGE and what[0] <= ord(char) <= what[1])
        or (kind is code.CATEGORY and BELONGS[what](char))
        for kind, what in items
    )


def _one_of(items):
    """A character of a set."""
    if items[0][0] is code.NEGATE:
        return next((char for char in SAMPLES if not _in_set(char, items[1:])), "z")
    kind, what = items[0]
    if kind is code.CATEGORY:
        return next(char for char in SAMPLES if BELONGS[what](char))
    return chr(what if kind is code.LITERAL else what[0])


@dataclass
class Pump:
    """Writes a text that a pattern nearly matches: one of its repeats is `pumped` up to a size."""

    size: int
    pumped: int | None = None
    branch: int = 0  # which alternative is taken
    full: bool = True  # is what may be left out there?
    repeats: int = 0  # seen so far

    def write(self, tree):
        """The text of a parsed pattern. An assertion takes no room, but what comes behind it begins as it asks."""
        text, parts = "", list(tree)
        while parts:
            kind, what = parts.pop(0)
            if kind in AHEAD and what[0] > 0:
                return text + self._behind(kind, what[1], parts)
            text += self._part(kind, what)
        return text

    def _behind(self, kind, asked, parts):
        """The text of the parts behind a look-ahead: it begins with what that asks for, or not with what it bars."""
        if kind is code.ASSERT:
            text = self.write(asked)
            return text + self.write(parts)[len(text) :]
        text, barred = self.write(parts), compiler.compile(asked, asked.state.flags & CASE)
        if not barred.match(text):
            return text
        others = (other + text[len(other) :] for other in OTHERS)
        return next((other for other in others if not barred.match(other)), text)

    def _part(self, kind, what):
        if kind is code.LITERAL:
            return chr(what)
        if kind is code.NOT_LITERAL:
            return "b" if chr(what) == "a" else "a"
        if kind is code.ANY:
            return "a"
        if kind is code.IN:
            return _one_of(what)
        if kind is code.SUBPATTERN:
            return self.write(what[3])
        if kind is code.ATOMIC_GROUP:
            return self.write(what)
        if kind is code.BRANCH:
            texts = [self.write(one) for one in what[1]]
            return texts[self.branch % len(texts)]
        return self._repeat(*what) if kind in REPEATS else ""

    def _repeat(self, least, most, tree):
        number, self.repeats = self.repeats, self.repeats + 1
        text = self.write(tree)
        times = max(least, int(self.full))
        if number == self.pumped:
            times = max(least, min(self.size // max(len(text), 1), int(most)))
            return text * times + BEHIND
        return text * times


def texts(pattern, size, branches=(0, 1, 2), fillings=(True, False)):
    """Texts of about this size, without their ends."""
    tree = parser.parse(pattern.pattern, pattern.flags)
    found = {}
    for branch in branches:
        for full in fillings:
            counted = Pump(size, None, branch, full)
            whole = counted.write(tree)
            for number in range(counted.repeats):
                pumped, _, rest = Pump(size, number, branch, full).write(tree).partition(BEHIND)
                found |= {pumped + rest.replace(BEHIND, ""): None, pumped: None}
            for part in (whole, whole[: len(whole) // 2]):
                found[part * (size // len(part)) if part else ""] = None
    return [text for text in found if len(text) > size // 2]
