"""A log that is still being written: its bytes as they come, cut into blocks as far as these are complete.

A hand is complete once its `end` is there, or the beginning of the next. Where a format has no such end, the last hand
is also given out when the writer has paused and it reads as a whole. Should it go on after all, that is `Revised`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import dropwhile
from typing import Protocol, cast

from auditor.logs.blocks import HAND, LONGEST_BLOCK, Block
from auditor.logs.files.decoding import CHUNK, decoder, unmarked
from auditor.logs.formats import LogFormat, Reader
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.events import Event

Item = Block | Unreadable


class Revised(Exception):
    """What was given out has turned out to be only a part of the hand, or to be written in another language."""


class CutText(Protocol):
    """The text of a log, cut as it comes: whole lines, and at last the `rest` of one that has not been ended."""

    def take(self, text: str) -> Iterator[Item]:
        """What is complete with these lines."""

    def paused(self, rest: str) -> Iterator[Item]:
        """What can be taken for complete, since the writer has paused."""

    def end(self, rest: str) -> Iterator[Item]:
        """What is left, complete or not: there is no more to come."""

    def waits(self, rest: str) -> bool:
        """Is there a hand that is not complete?"""


class GrowingText:
    """The text of bytes that come in pieces, and may end in the middle of a letter or of a line."""

    def __init__(self, encoding: str, cut: CutText) -> None:
        """A text in that encoding, of which nothing is known yet, and which is handed on to be cut."""
        self.decoder = decoder(encoding)
        self.cut = cut
        self.rest = ""  # of a line that has only begun
        self.lines = 0

    def take(self, data: bytes, last: bool = False) -> Iterator[Item]:
        """What is complete with these bytes."""
        text = self.rest + self.decoder.decode(data, last)
        whole = len(text) if len(text) > LONGEST_BLOCK and "\n" not in text else text.rfind("\n") + 1
        self.rest = text[whole:]
        self.lines += text.count("\n", 0, whole)
        if whole:
            yield from self.cut.take(unmarked(text[:whole]))

    def paused(self) -> Iterator[Item]:
        """What can be taken for complete, since nothing has come for a while."""
        return self.cut.paused(unmarked(self.rest))

    def end(self) -> Iterator[Item]:
        """What is left."""
        yield from self.take(b"", last=True)
        self.lines += bool(self.rest)
        yield from self.cut.end(unmarked(self.rest))

    @property
    def waits(self) -> bool:
        """Is there a hand that is not complete?"""
        return self.cut.waits(self.rest)


def cut_as_it_grows(format: LogFormat) -> CutText:
    """What cuts a growing log of that format."""
    return _Hands(format) if format.hands_carry_table else _Statements(format)


# ---- hands that end with a statement, and depend on what was said before them ----


class _Cutter(Protocol):
    inside: bool

    def cut(self, chunk: str, last: bool = False) -> Iterator[Item]: ...


class _HasCutter(Protocol):
    def Cutter(self) -> _Cutter: ...  # noqa: N802  (the name of a class)


class _Statements:
    """The table log and its events: their own cutters go on where they stopped."""

    def __init__(self, format: LogFormat) -> None:
        self.cutter = cast(_HasCutter, format.reader).Cutter()

    def take(self, text: str) -> Iterator[Item]:
        return self.cutter.cut(text)

    def paused(self, rest: str) -> Iterator[Item]:  # noqa: ARG002
        return iter(())

    def end(self, rest: str) -> Iterator[Item]:
        yield from self.cutter.cut(rest)
        yield from self.cutter.cut("", last=True)

    def waits(self, rest: str) -> bool:
        return self.cutter.inside or bool(rest.strip())


# ---- hands that stand alone ----


class _AloneReader(Reader, Protocol):
    def last(self, text: str) -> int: ...

    def lead(self, text: str) -> str: ...

    def language(self, text: str) -> str: ...


class _Hands:
    """Hands that stand alone: what is before the last one is complete, and is cut as if it were a log by itself."""

    def __init__(self, format: LogFormat) -> None:
        self.format = format
        self.reader = cast(_AloneReader, format.reader)
        self.waiting = ""  # the last hand, or what stands before the first
        self.line = 1  # where it begins
        self.lead = ""  # what was said once for all hands after it
        self.sample = ""  # what tells the language of the cards
        self.language: str | None = None  # in which hands were given out
        self.lost = False  # the beginning of what is waiting, because it was too long
        self.looked_at = ""  # what was waiting when the writer last paused
        self.given: list[Event] | None = None  # what the hand that waits said when it was given out already

    def take(self, text: str) -> Iterator[Item]:
        self.waiting += text
        if self.format.language_from_head and len(self.sample) < CHUNK:
            self.sample = (self.sample + text)[:CHUNK]
        start = self.reader.last(self.waiting)
        if start > 0:
            yield from self._out(start)
        elif len(self.waiting) > LONGEST_BLOCK:
            yield from self._out(len(self.waiting))
            self.lost = True

    def paused(self, rest: str) -> Iterator[Item]:
        text = self.waiting + rest
        if text == self.looked_at or self.lost or (rest and not self.format.hand_end_explicit):
            return
        self.looked_at = text
        found = self._cut(text)
        hands = [one for one in found if isinstance(one, Block) and one.kind == HAND]
        if len(hands) != 1 or any(isinstance(one, Unreadable) for one in found):
            return
        with suppress(Unreadable):
            said = self.reader.read_block(hands[0])
            if self.given is None:
                self.given = said
                yield from found
            elif said != self.given:
                raise Revised

    def end(self, rest: str) -> Iterator[Item]:
        yield from self._unseen(self._found(self._cut(self.waiting + rest)))

    def waits(self, rest: str) -> bool:
        return bool((self.waiting + rest).strip()) and self.given is None

    def _out(self, start: int) -> Iterator[Item]:
        """Give out what is complete, all that is waiting up to a place."""
        text, self.waiting = self.waiting[:start], self.waiting[start:]
        whole = text if self.format.hand_end_explicit else text.removesuffix("\n")  # of which the next hand has none
        found = self._unseen(self._found(self._cut(whole)))
        self.line += text.count("\n")
        if self.format.has_preamble:
            self.lead = self.reader.lead(text) or self.lead
        yield from found

    def _cut(self, text: str) -> list[Item]:
        """A text cut, with the lines that it has in the file."""
        before = self.line - 1 - self.lead.count("\n")
        found = list(self.reader.blocks([self.lead, text] if self.lead else [text]))
        language = self.reader.language(self.sample) if self.format.language_from_head else ""
        if found and self.language not in (None, language):
            raise Revised
        for one in found:
            one.line += before
            if isinstance(one, Block):
                one.report_line += before
                one.language = language
                self.language = language
        return found

    def _found(self, found: list[Item]) -> list[Item]:
        """What was cut, without the end of a hand whose beginning was too long to be kept."""
        if not self.lost:
            return found
        self.lost = False
        return list(dropwhile(lambda one: isinstance(one, Unreadable), found))

    def _unseen(self, found: list[Item]) -> list[Item]:
        """What was cut, without the hand that was given out before, which must have stayed as it was."""
        given, self.given = self.given, None
        if given is None:
            return found
        at = next((n for n, one in enumerate(found) if isinstance(one, Block) and one.kind == HAND), None)
        if at is None:
            raise Revised
        hand = found[at]
        assert isinstance(hand, Block)
        try:
            same = self.reader.read_block(hand) == given
        except Unreadable:
            same = False
        if not same:
            raise Revised
        return found[at + 1 :]
