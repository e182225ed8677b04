"""Writes hands down in a format: the other direction of the readers, and what `auditor convert` uses.

The module of a format has one function, `text_of`. Whatever a hand says that the format has no place for is named in
`Written.lost`, each thing once, in words that can end a sentence: "the seconds of the time". A hand that the format
cannot hold at all, such as one of a game that it does not know, is `Unwritable`.

Two formats hold everything that can be noted: the table log, and its events in JSON. Their modules have functions for
what stands after the last hand of a table, and for hands that could not be read. The other formats hold only hands that
were read, and lose what stood between.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, cast

from auditor.vocabulary.errors import Unreadable, UsageError
from auditor.vocabulary.events import Event
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped, joined

if TYPE_CHECKING:
    from auditor.logs.reader import RawHand


@value_class
class Written:
    """A hand in another format: its text, which ends in a newline, and what the text leaves out of the hand."""

    text: str
    lost: tuple[str, ...] = ()


class Unwritable(Exception):
    """A format cannot hold a hand, for the given reason."""

    def __init__(self, reason: str) -> None:
        """Take the reason, which begins with what was found: 'no variant of PHH is …'."""
        super().__init__(reason)
        self.reason = reason


class Writer(Protocol):
    """What the module of a format offers."""

    def text_of(self, hand: Hand, index: int) -> Written:
        """Write a hand as the `index`th of its file, from 1 on; 0 if it is the only one of its file."""


class FullWriter(Writer, Protocol):
    """What the module of a format offers that can hold everything noted at a table."""

    def text_between(self, notes: Sequence[Event | Unreadable]) -> Written:
        """Write statements that stand outside of hands, with a note where one could not be read."""

    def text_of_lost(self, hand: RawHand, error: Unreadable) -> Written:
        """Write that a hand could not be read, and why."""


@value_class
class Target:
    """A format that can be written: its name, which is that of its reader, its module, and the endings of its files."""

    name: str
    module: str
    suffixes: tuple[str, ...]
    full: bool = False  # it has a place for statements between hands
    begins: str = ""  # the first line of a file of this format

    @property
    def writer(self) -> Writer:
        """Its function for hands."""
        return cast(Writer, importlib.import_module(f"auditor.logs.{self.module}.writer"))

    @property
    def full_writer(self) -> FullWriter:
        """Its functions, if it is `full`."""
        return cast(FullWriter, self.writer)


TARGETS = (
    Target("table-log", "table_log", (".log",), full=True, begins="log 1\n"),
    Target("phh", "phh", (".phh", ".phhs")),
    Target("ohh", "ohh", (".ohh",)),
    Target("events", "events_json", (".jsonl",), full=True),
)


def target_named(name: str) -> Target:
    """The format to write with this name."""
    for one in TARGETS:
        if one.name == name:
            return one
    raise UsageError(
        f"no format {escaped(name, 40)!r} is written, expected {joined([one.name for one in TARGETS], 'or')}"
    )


def target_of(path: str) -> Target:
    """The format to write that the ending of a file's name asks for."""
    for one in TARGETS:
        if path.lower().endswith(one.suffixes):
            return one
    endings = joined([suffix for one in TARGETS for suffix in one.suffixes], "or")
    raise UsageError(f"{escaped(path, 100)}: the name does not tell the format; end it in {endings}, or give --to")
