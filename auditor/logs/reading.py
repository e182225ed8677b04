"""From a log to its hands: cut into blocks, each block read by itself, the table's set-up carried along.

Cutting is cheap and done in one place, because a hand depends on what was declared before it. Reading the block of a
hand is the costly part and needs nothing else, so it can be done by another process: a `RawHand` is what travels.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from auditor.errors import Unreadable
from auditor.events import Event, HandStarted
from auditor.hands import Aftermath, Hand, Setup
from auditor.logs import table_log
from auditor.logs.source import Source
from auditor.logs.table_log import Block

HEADER_DAY = re.compile(r"[ \t]*hand[ \t][^#\n]*[ \t]on[ \t]+([0-9]{4}-[0-9]{2}-[0-9]{2})")
CARRIED = re.compile(r"^[ \t]*(?:notice|agreed|objected)[ \t].*$", re.MULTILINE)
"""Statements that may stand inside a hand and still matter to the hands after it."""


@dataclass(slots=True)
class RawHand:
    """A hand not yet read: its block, and the table around it."""

    block: Block
    setup: Setup
    before: list[Event]

    @property
    def day(self) -> date | None:
        """The day in the hand's header, if it gives one."""
        found = HEADER_DAY.match(self.block.text)
        try:
            return date.fromisoformat(found[1]) if found else None
        except ValueError:
            return None

    @property
    def number(self) -> str:
        """The number in the hand's header."""
        return self.block.number or "?"

    def read(self) -> Hand:
        """The hand itself, or Unreadable."""
        try:
            events = table_log.read_block(self.block)
        except Unreadable as error:
            error.hand = self.number
            raise
        header = events[0]
        assert isinstance(header, HandStarted)
        return Hand(self.setup, header, events, self.before)


def read(source: Source) -> Iterator[RawHand | Aftermath | Unreadable]:
    """The hands of a log in order, what followed the last of each table, and what could not be read."""
    setup, before, numbers = Setup(), [], Numbers()
    opened = found = False
    for block in table_log.blocks(source.chunks()):
        if block.kind == "hand":
            found = True
            if not numbers.add(block.number or ""):
                yield Unreadable(f"hand {block.number} stands in this table's log twice", block.line, 1, block.number)
                continue
            yield RawHand(block, setup, before)
            before = []
            setup = setup.after_all(_carried(block))
            continue
        if not block.text.strip():
            continue
        try:
            events = table_log.read_block(block)
        except Unreadable as error:
            yield error
            continue
        if block.kind == "table":
            if opened:
                yield Aftermath(setup, before)
            setup, before, numbers, opened = Setup(), [], Numbers(), True
        setup = setup.after_all(events)
        before = [*before, *events]
    if opened or before:
        yield Aftermath(setup, before)
    if not found:
        yield Unreadable("no hand in this file, expected a line such as 'hand 1'", 1, 1)


def _carried(block: Block) -> list[Event]:
    lines = CARRIED.findall(block.text)
    try:
        return table_log.read_block(Block("between", "\n".join(lines), block.line)) if lines else []
    except Unreadable:  # the hand itself will say so
        return []


@dataclass(slots=True)
class Numbers:
    """The hand numbers seen at a table, kept as runs so that a year of consecutive hands takes no room."""

    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    def add(self, text: str) -> bool:
        """Note a hand's number; False if it was there already."""
        if not text.isascii() or not text.isdigit() or len(text) > 18:
            fresh = text not in self.names
            self.names.add(text)
            return fresh
        number = int(text)
        place = bisect_right(self.starts, number) - 1
        if place >= 0 and number <= self.ends[place]:
            return False
        if place >= 0 and number == self.ends[place] + 1:
            self.ends[place] = number
        else:
            self.starts.insert(place + 1, number)
            self.ends.insert(place + 1, number)
        return True
