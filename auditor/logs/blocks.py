"""The blocks that a log is cut into before it is read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import chain

from auditor.vocabulary.doubts import Doubt, ReadAs
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.hand import SplitDeals
from auditor.vocabulary.records import record_class

LONGEST_BLOCK = 1 << 22  # characters; a hand of thirteen players takes four thousand
LONGEST_LINE = 10_000
TABLE, BETWEEN, HAND = "table", "between", "hand"


@record_class
class Block:
    """A stretch of a log that can be read by itself: a table's set-up, a hand, or what was noted between hands."""

    kind: str  # 'table', 'between' or 'hand'
    text: str
    line: int  # where it begins in this file
    report_line: int  # where reports say it begins: the same, unless the log was made from another one
    number: str | None = None  # of a hand
    day: date | None = None  # in a hand's header
    lasting: str = ""  # the hand's text, blanked except for statements that stay in force after the hand
    broken_off: int = 0  # the last line of a hand without its end: what was noted after the hand stands in it
    language: str = ""  # whose letters the cards are written in, where only the file as a whole shows it
    read_as: ReadAs = ()  # the choices to read it by, where it leaves something open
    doubts: tuple[Doubt, ...] = ()  # what it leaves open, as far as it has been read
    split_deals: SplitDeals | None = None  # of a pass that the reader has joined: what was dealt to one player each

    def ask(self, doubt: Doubt) -> str:
        """State a doubt and give the choice to go on with: that of this reading or, if it has none, the reader's."""
        choice = dict(self.read_as).get(doubt.name, doubt.taken) if self.read_as else doubt.taken
        if all(one.name != doubt.name for one in self.doubts):
            self.doubts += (doubt if choice == doubt.taken else doubt.with_first(choice),)
        return choice


def lines_of(chunks: Iterable[str]) -> Iterator[str]:
    """Give the lines of a text that comes in pieces. Raises Unreadable before a line without end fills the memory."""
    rest = ""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split("\n")
        yield from whole
        if len(rest) > LONGEST_BLOCK:
            raise Unreadable(f"found a line of more than {LONGEST_BLOCK:,} characters", 1, 1)
    yield rest


def pieces(chunks: Iterable[str], begins: re.Pattern[str]) -> Iterator[tuple[int, str] | Unreadable]:
    """Cut a text wherever a hand begins, be it in the middle of a line, and give the line and the text of each piece.

    The first piece is what stands before any hand, and may be empty. A piece that is too long is an Unreadable.
    """
    rest, line = "", 1
    begun, lost = 0, False  # 1 if `rest` begins with a hand, which is not searched for again; was that hand too long?
    for chunk in chunks:
        rest += chunk
        at = 0
        for match in list(begins.finditer(rest, begun)):
            if not lost:
                yield line, rest[at : match.start()]
            line += rest.count("\n", at, match.start())
            at, begun, lost = match.start(), 1, False
        rest = rest[at:]
        if len(rest) > LONGEST_BLOCK:
            if not lost:
                yield Unreadable(f"found a hand of more than {LONGEST_BLOCK:,} characters", line, 1)
            keep_from = len(rest) - LONGEST_LINE  # another hand may begin in the last line
            line, rest, begun, lost = line + rest.count("\n", 0, keep_from), rest[keep_from:], 0, True
    if not lost:
        yield line, rest


def parts(chunks: Iterable[str], header: re.Pattern[str], sign: str = "") -> Iterator[tuple[int, str] | Unreadable]:
    """Cut a text before every line that is a header, and give the line and the text of each part.

    A part that is too long is an Unreadable. The pattern is searched for in a whole piece of text at once, which takes
    a fifth of the time of a look at each line; or only in lines with a sign that each header has, if there is one.
    """
    waiting, line = "", 1
    dropping = False  # passing over the rest of a part that was too long
    for chunk in chain(chunks, [None]):
        text = waiting if chunk is None else waiting + chunk
        whole = len(text) if chunk is None else text.rfind("\n") + 1
        if len(text) - whole > LONGEST_BLOCK:
            raise Unreadable(f"found a line of more than {LONGEST_BLOCK:,} characters", 1, 1)
        start = 0
        for stop in _starts(text, whole, header, sign):
            if stop == start and not dropping:
                continue  # the header of the part that is waiting, or of the first
            part = text[start : max(stop - 1, 0)]
            if not dropping:
                yield (line, part) if len(part) < LONGEST_BLOCK else _too_long(line)
            line += part.count("\n") + (stop > start)
            start, dropping = stop, False
        waiting = text[start:]
        if whole - start > LONGEST_BLOCK and not dropping and chunk is not None:
            yield _too_long(line)
            dropping = True
        if dropping:
            line += waiting.count("\n")
            waiting = waiting[waiting.rfind("\n") + 1 :]
    if not dropping:
        yield (line, waiting) if len(waiting) < LONGEST_BLOCK else _too_long(line)


def _starts(text: str, whole: int, header: re.Pattern[str], sign: str) -> list[int]:
    """Where headers begin in the whole lines of a text."""
    if not sign:
        return [found.start() for found in header.finditer(text, 0, whole)]
    starts: list[int] = []
    at = text.find(sign, 0, whole)
    while at >= 0:
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at, whole)
        if header.match(text, start, whole) is not None:
            starts.append(start)
        at = text.find(sign, end, whole) if end >= 0 else -1
    return starts


def last_match(begins: re.Pattern[str], text: str) -> int:
    """Where the last hand of a text begins, by the pattern that hands begin with; -1 if there is none."""
    return max([found.start() for found in begins.finditer(text)], default=-1)


def _too_long(line: int) -> Unreadable:
    return Unreadable(f"found a hand of more than {LONGEST_BLOCK:,} characters", line, 1)
