"""The formats that are read: their names, the signs by which a text shows which it is, and what each can prove.

A format is a module with two functions, `blocks`, which cuts a text, and `read_block`. It is imported when a log needs
it. A text is what its first lines say it is; its name does not matter.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Protocol, cast

from auditor.logs.blocks import Block
from auditor.logs.files.decoding import Source
from auditor.vocabulary.errors import Unreadable, UsageError
from auditor.vocabulary.events import Event
from auditor.vocabulary.wording import escaped, joined


class Reader(Protocol):
    """What the module of a format offers."""

    def blocks(self, chunks: Iterable[str]) -> Iterator[Block | Unreadable]:
        """Cut a text into blocks; a stretch that cannot even be cut is an Unreadable."""

    def read_block(self, block: Block) -> list[Event]:
        """The events of a block, in order, or Unreadable."""


@dataclass(slots=True, frozen=True)
class LogFormat:
    """A format: its name on the command line, and what people should know of it."""

    name: str
    title: str
    module: str
    sign: re.Pattern[str]  # found in the first lines of such a text
    what: str
    shows: str
    lacks: str
    line_by_line: bool = True  # a line of the file is one statement, which a reader can be shown
    hands_carry_table: bool = True  # every hand comes with its table, so that any can be read without those before it
    hand_end_explicit: bool = False  # every hand shows by itself where it ends, as an object of JSON does
    has_preamble: bool = False  # something is said once for all hands after it
    language_from_head: bool = False  # only its first stretch as a whole tells the language of its cards

    @property
    def reader(self) -> Reader:
        """Its two functions."""
        return _reader(self.module)


@cache
def _reader(module: str) -> Reader:
    return cast(Reader, importlib.import_module(f"auditor.logs.{module}"))


def _sign(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.MULTILINE | re.IGNORECASE)


PLAY = "Seats, stakes, forced bets, every wager, the board, cards laid open, pots and payments."
NO_PROCEDURE = "Burns, cuts, words, chips and conduct; cards that nobody showed; which hands followed each other."

TABLE_LOG = LogFormat(
    "table-log",
    "table log (.log)",
    "table_log.reader",
    _sign(r"\A(?:#[^\n]*\n\s*)*(?:log|table|hand)\s"),
    "The project's own plain text, one statement a line; docs/table-log.md is its reference.",
    "Every kind of evidence a clause can ask for: set-up and signs, seats and stakes, shuffle and cut, each card, "
    "wagers in words and chips, showdown, pots, commission and payments, rulings, and an observer's incidents.",
    "What nobody noted. The statement 'records' says which steps a log undertakes to note in every hand.",
    hands_carry_table=False,
)
FORMATS = (
    LogFormat(
        "ohh",
        "OHH, Open Hand History (.ohh)",
        "ohh.reader",
        _sign(r'\A[\[{\s]*(?:"[a-z_]{1,40}"\s*:\s*(?:"[^"\n]{0,200}"|[0-9.]{1,40})\s*,\s*){0,10}"ohh"\s*:'),
        "One JSON object a hand, as several rooms and trackers export them.",
        PLAY,
        f"{NO_PROCEDURE} What was returned because nobody called it, and who showed a hand first.",
        line_by_line=False,
        hand_end_explicit=True,
    ),
    LogFormat(
        "events",
        "events as JSON lines (.jsonl)",
        "events_json.reader",
        _sign(r"\A\{"),
        "What 'auditor parse' prints; 'auditor schema events' is its schema.",
        "The same as the log it was made from, with the lines of that log.",
        "The log's own wording and its comments.",
        line_by_line=False,
        hands_carry_table=False,
    ),
    LogFormat(
        "pokerstars",
        "PokerStars and GGPoker hand histories (.txt)",
        "rooms.pokerstars",
        _sign(r"^[*# 0-9]*(?!Full ?Tilt ?Poker)(?:[A-Za-z][A-Za-z0-9. ]{0,40} )?(?:Hand|Game) #[A-Z]*[0-9]+:"),
        "The text that both rooms, and many converters after them, write for each hand.",
        f"{PLAY} The rake as printed.",
        NO_PROCEDURE,
    ),
    LogFormat(
        "winamax",
        "Winamax hand histories (.txt)",
        "rooms.winamax",
        _sign(r"^(?:Winamax Poker - |\*\*\* ANTE/BLINDS \*\*\*)"),
        "The room's text for each hand.",
        f"{PLAY} The rake as printed.",
        f"{NO_PROCEDURE} What was returned because nobody called it, and who showed first.",
    ),
    LogFormat(
        "full-tilt",
        "Full Tilt hand histories (.txt)",
        "rooms.full_tilt",
        _sign(r"^(?:Full ?Tilt ?Poker(?:\.[a-z.]{2,8})? (?:Game|Tournament)|The button is in seat #)"),
        "The room's text for each hand.",
        f"{PLAY} The rake as printed.",
        NO_PROCEDURE,
    ),
    LogFormat(
        "888",
        "888 and Pacific hand histories (.txt)",
        "rooms.poker888",
        _sign(r"^\*{3,} *[^\s*][^\n*]{0,60} Hand History for Game [0-9]"),
        "The room's text for each hand, in any of its languages.",
        PLAY,
        f"{NO_PROCEDURE} The rake, and what was returned because nobody called it.",
        language_from_head=True,
    ),
    LogFormat(
        "partypoker",
        "PartyPoker hand histories (.txt)",
        "rooms.partypoker",
        _sign(r"^\0?\*{3,} *Hand History for Game"),
        "The room's text for each hand, in any of its three generations.",
        f"{PLAY} In the newest, the stakes after the hand and the rake.",
        f"{NO_PROCEDURE} In the older ones the rake.",
    ),
    LogFormat(
        "ipoker",
        "iPoker sessions (.xml)",
        "rooms.ipoker",
        _sign(r"<session\b|<game gamecode="),
        "The XML that the rooms of this network write for each session.",
        PLAY,
        f"{NO_PROCEDURE} In most files the rake; what was returned because nobody called it.",
        line_by_line=False,
        hand_end_explicit=True,
        has_preamble=True,
    ),
    LogFormat(
        "phh",
        "PHH and PHHS, the open standard (.phh, .phhs)",
        "phh.reader",
        _sign(r"""\A(?:#[^\n]*\n\s*)*(?:\[["']?[A-Za-z0-9_-]+["']?\]|[a-z_]+[ \t]*=)"""),
        "Hands as tables of TOML.",
        "Stakes, forced bets, every wager, cards dealt and laid open, and stakes after the hand or winnings, if given.",
        f"{NO_PROCEDURE} The rake, and seats in most files.",
        line_by_line=False,
    ),
    TABLE_LOG,
)


@cache
def format_named(name: str) -> LogFormat:
    """A format by its name."""
    for one in FORMATS:
        if one.name == name:
            return one
    known = joined([one.name for one in FORMATS], "or")
    raise UsageError(f"no log format {escaped(name, 40)!r}, expected {known}")


def shown_format(source: Source) -> LogFormat | None:
    """The format of a log by the first sign that its head shows; None if it shows none."""
    return next((one for one in FORMATS if one.sign.search(source.head)), None)


def format_of(source: Source) -> LogFormat:
    """The format a log is written in: whoever names a file without any sign means a log of our own."""
    return shown_format(source) or TABLE_LOG
