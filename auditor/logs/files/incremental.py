"""Cuts a log that is still being written: its bytes come in pieces, and blocks go out as soon as they are complete.

A hand is complete once its `end` is there, or the beginning of the next hand. If the format has no such end, the last
hand also goes out when the writer has paused and the hand can be read. If it goes on after all, `Revised` is raised.
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
    """A hand that went out already turns out to be only a part, or to be written in another language."""


class CutText(Protocol):
    """Cuts the text of a log as it comes: whole lines, and in the end the `rest` of a line that has no newline yet."""

    def take(self, text: str) -> Iterator[Item]:
        """Give what is complete with these lines."""

    def paused(self, rest: str) -> Iterator[Item]:
        """Give what can count as complete because the writer has paused."""

    def end(self, rest: str) -> Iterator[Item]:
        """Give what is left, complete or not, because no more will come."""

    def waits(self, rest: str) -> bool:
        """Is there a hand that is not complete?"""


class GrowingText:
    """The text of bytes that come in pieces, which may end in the middle of a letter or of a line."""

    def __init__(self, encoding: str, cut: CutText) -> None:
        """Begin a text in this encoding, which `cut` will cut into blocks."""
        self.decoder = decoder(encoding)
        self.cut = cut
        self.rest = ""  # the beginning of a line that has no end yet
        self.lines = 0

    def take(self, data: bytes, last: bool = False) -> Iterator[Item]:
        """Give what is complete with these bytes."""
        text = self.rest + self.decoder.decode(data, last)
        whole = len(text) if len(text) > LONGEST_BLOCK and "\n" not in text else text.rfind("\n") + 1
        self.rest = text[whole:]
        self.lines += text.count("\n", 0, whole)
        if whole:
            yield from self.cut.take(unmarked(text[:whole]))

    def paused(self) -> Iterator[Item]:
        """Give what can count as complete because nothing has come for a while."""
        return self.cut.paused(unmarked(self.rest))

    def end(self) -> Iterator[Item]:
        """Give what is left."""
        yield from self.take(b"", last=True)
        self.lines += bool(self.rest)
        yield from self.cut.end(unmarked(self.rest))

    @property
    def waits(self) -> bool:
        """Is there a hand that is not complete?"""
        return self.cut.waits(self.rest)


def cut_as_it_grows(format: LogFormat) -> CutText:
    """An object that cuts a growing log of this format."""
    return _Hands(format) if format.hands_carry_table else _Statements(format)


# ---- hands that end with a statement, and depend on statements before them ----


class _Cutter(Protocol):
    inside: bool

    def cut(self, chunk: str, last: bool = False) -> Iterator[Item]: ...


class _HasCutter(Protocol):
    def cutter(self) -> _Cutter: ...


class _Statements:
    """Cuts the table log and its events, with cutters of their own that go on where they stopped."""

    def __init__(self, format: LogFormat) -> None:
        self.cutter = cast(_HasCutter, format.reader).cutter()

    def take(self, text: str) -> Iterator[Item]:
        return self.cutter.cut(text)

    def paused(self, rest: str) -> Iterator[Item]:  # noqa: ARG002
        return iter(())

    def end(self, rest: str) -> Iterator[Item]:
        yield from self.cutter.cut(rest)
        yield from self.cutter.cut("", last=True)

    def waits(self, rest: str) -> bool:
        return self.cutter.inside or bool(rest.strip())


# ---- hands that carry their table ----


class _HandReader(Reader, Protocol):
    def last(self, text: str) -> int: ...

    def lead(self, text: str) -> str: ...

    def language(self, text: str) -> str: ...


class _Hands:
    """Cuts hands that carry their table. All before the last hand is complete, and is cut like a log of its own."""

    def __init__(self, format: LogFormat) -> None:
        self.format = format
        self.reader = cast(_HandReader, format.reader)
        self.waiting = ""  # the last hand, or what stands before the first one
        self.line = 1  # where that begins
        self.lead = ""  # the last head of a session, which holds for the hands after it
        self.sample = ""  # the beginning of the file, which shows the language of the cards
        self.language: str | None = None  # of the hands that went out already
        self.beginning_lost = False  # what is waiting was too long, and its beginning is gone
        self.looked_at = ""  # what was waiting when the writer last paused
        self.given: list[Event] | None = None  # the events of the waiting hand, if it went out already

    def take(self, text: str) -> Iterator[Item]:
        self.waiting += text
        if self.format.language_from_head and len(self.sample) < CHUNK:
            self.sample = (self.sample + text)[:CHUNK]
        start = self.reader.last(self.waiting)
        if start > 0:
            yield from self._out(start)
        elif len(self.waiting) > LONGEST_BLOCK:
            yield from self._out(len(self.waiting))
            self.beginning_lost = True

    def paused(self, rest: str) -> Iterator[Item]:
        text = self.waiting + rest
        if text == self.looked_at or self.beginning_lost or (rest and not self.format.hand_end_explicit):
            return
        self.looked_at = text
        found = self._cut(text)
        hands = [one for one in found if isinstance(one, Block) and one.kind == HAND]
        if len(hands) != 1 or any(isinstance(one, Unreadable) for one in found):
            return
        with suppress(Unreadable):
            events = self.reader.read_block(hands[0])
            if self.given is None:
                self.given = events
                yield from found
            elif events != self.given:
                raise Revised

    def end(self, rest: str) -> Iterator[Item]:
        yield from self._not_yet_given(self._without_torn_hand(self._cut(self.waiting + rest)))

    def waits(self, rest: str) -> bool:
        return bool((self.waiting + rest).strip()) and self.given is None

    def _out(self, start: int) -> Iterator[Item]:
        """Give everything that is waiting before this place, which is complete."""
        text, self.waiting = self.waiting[:start], self.waiting[start:]
        whole = text if self.format.hand_end_explicit else text.removesuffix("\n")  # which no block has at its end
        found = self._not_yet_given(self._without_torn_hand(self._cut(whole)))
        self.line += text.count("\n")
        if self.format.has_preamble:
            self.lead = self.reader.lead(text) or self.lead
        yield from found

    def _cut(self, text: str) -> list[Item]:
        """Cut a text, with the lines that it has in the file."""
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

    def _without_torn_hand(self, found: list[Item]) -> list[Item]:
        """Leave out the end of a hand whose beginning was too long to keep."""
        if not self.beginning_lost:
            return found
        self.beginning_lost = False
        return list(dropwhile(lambda one: isinstance(one, Unreadable), found))

    def _not_yet_given(self, found: list[Item]) -> list[Item]:
        """Leave out the hand that went out before, which must not have changed since."""
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
