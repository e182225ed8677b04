"""The formats that logs are read in: their names, the signs by which a text shows its format, what each can prove.

The module of a format has two functions: `blocks` cuts a text into blocks, `read_block` reads one block. It is imported
when a log needs it. The first lines of a text decide which format it has; the name of its file does not matter.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache
from typing import Protocol, cast

from auditor.logs.blocks import Block
from auditor.storage.plugins import FORMATS as PLUGINS
from auditor.storage.plugins import Plugin, loaded, plugin_named, plugins
from auditor.vocabulary.errors import Unreadable, UsageError
from auditor.vocabulary.events import Event
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped, joined


class Reader(Protocol):
    """What the module of a format offers for reading a file. `LogFormat` says what else some formats need."""

    def blocks(self, chunks: Iterable[str]) -> Iterator[Block | Unreadable]:
        """Cut a text into blocks. A stretch that cannot even be cut is an Unreadable."""

    def read_block(self, block: Block) -> list[Event]:
        """Read the events of a block, in order. Raises Unreadable."""


class CarryingTable(Reader, Protocol):
    """What the module of a format may offer, beside what all do, if every hand tells of its table."""

    def table(self, block: Block) -> tuple[list[Event], Setup] | None:
        """Read what a block states of a table, and the set-up that this makes, which hands with the same head share.

        None if the block is to be read as any other that stands outside of hands. Raises Unreadable.
        """


class Diagnosing(Protocol):
    """What the module of a format offers that can tell all that is wrong with a text, and how it should read."""

    def diagnose(self, block: Block) -> tuple[list[Event], list[Unreadable]]:
        """Give the events that can be read of a block outside of hands, and everything that is wrong with it."""

    def point_at(self, block: Block, fault: Unreadable) -> None:
        """Add to a fault the line of the block that it is about, and how that should read."""


class Sign:
    """What a text shows of its format: a pattern, compiled when a text is first looked at for it."""

    def __init__(self, form: str) -> None:
        self.form = form

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern for lines in capitals and in small letters."""
        return re.compile(self.form, re.MULTILINE | re.IGNORECASE)


@value_class
class LogFormat:
    """A format: its name on the command line, what people should know of it, and how its files can be read.

    The flags tell what the program may do with such a file. Watching a file while it grows needs more functions of the
    format's module (`auditor.logs.files.incremental`), and the flags say which.
    """

    name: str
    title: str
    module: str  # below this package if it begins with a dot
    sign: Sign  # found in the first lines of every text of this format
    what: str
    shows: str
    lacks: str
    # Of a sign that takes long to look for: some texts in small letters, one of which stands wherever the sign stands.
    marks: tuple[str, ...] = ()
    # A weaker sign, which other texts may show, too. It counts for a file that is meant to be a log and shows no sign.
    hint: Sign | None = None
    # Set if a statement is one line of the file. `auditor replay` then shows the lines as they are written. If not set,
    # it words every event as a table log would.
    line_by_line: bool = True
    # Set if `blocks` gives a table before every hand, so that a hand can be read without those before it. Several
    # processes can then share a file. The module is `CarryingTable`, and has `last(text)`, which says where the last
    # hand of a text begins, or -1. If not set, hands depend on statements before them, and the module has `cutter()`,
    # to cut text as it comes; with `last_table(text)` a large file is shared at its tables.
    hands_carry_table: bool = True
    # Set if a hand shows by itself where it ends, as an object of JSON does. While the file grows, the last hand then
    # counts as complete even though its last line has no newline yet. If not set, only whole lines count.
    hand_end_explicit: bool = False
    # Set if the file says something once for all hands after it, such as the head of a session. The module has
    # `lead(text)`, the last such head of a text, which is put before the hands that come later.
    has_preamble: bool = False
    # Set if no single hand shows in which language its cards are written, but the beginning of the file does. The
    # module has `language(text)`; its answer goes into `Block.language`, where `read_block` finds it.
    language_from_head: bool = False

    # Set if the module tells everything that is wrong with a block: it is `Diagnosing`. If not set, the first fault of
    # a block is told, and outside of hands the first of each line.
    tells_all_faults: bool = False

    def shown_by(self, head: str, lower: str) -> bool:
        """Does the head of a log show the sign? It is given in small letters, too."""
        if self.marks and not [mark for mark in self.marks if mark in lower]:  # quicker than any(…), for a mark or two
            return False
        return self.sign.pattern.search(head) is not None

    @property
    def carrying(self) -> CarryingTable | None:
        """The module of the format, if every hand tells of its table."""
        return cast(CarryingTable, self.reader) if self.hands_carry_table else None

    @property
    def diagnosing(self) -> Diagnosing | None:
        """The module of the format, if it tells everything that is wrong with a block."""
        return cast(Diagnosing, self.reader) if self.tells_all_faults else None

    @property
    def reader(self) -> Reader:
        """The module of the format, imported when it is first needed."""
        return _reader(self.module)


@cache
def _reader(module: str) -> Reader:
    return cast(Reader, importlib.import_module(module, __package__))


PLAY = "Seats, stakes, forced bets, every wager, the board, cards laid open, pots and payments."
NO_PROCEDURE = "Burns, cuts, words, chips and conduct; cards that nobody showed; which hands followed each other."

TABLE_LOG = LogFormat(
    "table-log",
    "table log (.log)",
    ".table_log.reader",
    Sign(
        r"\A(?:#[^\n]*\n\s*)*(?-i:log[ \t]+[0-9]|table[ \t]+(?:\"[^\"\n]*\"|[^\s#][^\s]*)[ \t]*(?:#[^\n]*)?$"
        r"|hand[ \t]+[A-Za-z0-9][A-Za-z0-9._/-]*[ \t]*(?:(?:at|on|#)[^\n]*)?$)"
    ),
    "The project's own plain text, one statement a line; docs/table-log.md is its reference.",
    "Every kind of evidence a clause can ask for: set-up and signs, seats and stakes, shuffle and cut, each card, "
    "wagers in words and chips, showdown, pots, commission and payments, rulings, and an observer's incidents.",
    "What nobody noted. The statement 'records' says which steps a log undertakes to note in every hand.",
    hands_carry_table=False,
    tells_all_faults=True,
)
FORMATS = (
    LogFormat(
        "ohh",
        "OHH, Open Hand History (.ohh)",
        ".ohh.reader",
        Sign(r'\A[\[{\s]*(?:"[a-z_]{1,40}"\s*:\s*(?:"[^"\n]{0,200}"|[0-9.]{1,40})\s*,\s*){0,10}"ohh"\s*:'),
        "One JSON object a hand, as several rooms and trackers export them.",
        PLAY,
        f"{NO_PROCEDURE} What was returned because nobody called it, and who showed a hand first.",
        marks=('"ohh"',),
        line_by_line=False,
        hand_end_explicit=True,
    ),
    LogFormat(
        "events",
        "events as JSON lines (.jsonl)",
        ".events_json.reader",
        Sign(r'\A\{(?=[^\n]{0,400}?"event"\s*:)'),
        "What 'auditor parse' prints; 'auditor schema events' is its schema.",
        "The same as the log it was made from, with the lines of that log.",
        "The log's own wording and its comments.",
        marks=('"event"',),
        hint=Sign(r"\A\{"),
        line_by_line=False,
        hands_carry_table=False,
    ),
    LogFormat(
        "pokerstars",
        "PokerStars and GGPoker hand histories (.txt)",
        ".rooms.pokerstars",
        # by the names of the two rooms or, under any other name, by the whole header with stakes in brackets and a day
        Sign(
            r"^[*# 0-9]*(?!Full ?Tilt ?Poker)(?:(?:Poker ?Stars|GG ?Poker|Full ?Tilt)[A-Za-z0-9. ]{0,40} (?:Hand|Game)"
            r" #[A-Z]*[0-9]+:|Poker (?:Hand|Game) #[A-Z]{2}[0-9]+:|(?:[A-Za-z][A-Za-z0-9. ]{0,40} )?(?:Hand|Game)"
            r" #[A-Z]*[0-9]+:[^\n]*\([^()\n]*[0-9][^()\n]*(?:\([^()\n]*\))?\)[^()\n]* - [0-9]{4}/[0-9]{1,2}/[0-9]{1,2})"
        ),
        "The text that both rooms, and many converters after them, write for each hand.",
        f"{PLAY} The rake as printed.",
        NO_PROCEDURE,
        marks=("hand #", "game #"),
    ),
    LogFormat(
        "winamax",
        "Winamax hand histories (.txt)",
        ".rooms.winamax",
        Sign(r"^(?:Winamax Poker - |\*\*\* ANTE/BLINDS \*\*\*)"),
        "The room's text for each hand.",
        f"{PLAY} The rake as printed.",
        f"{NO_PROCEDURE} What was returned because nobody called it, and who showed first.",
        marks=(" - ", "***"),
    ),
    LogFormat(
        "full-tilt",
        "Full Tilt hand histories (.txt)",
        ".rooms.full_tilt",
        # by its header or, if the first hand has lost it, by the room's words on blinds and button
        Sign(
            r"^(?:Full ?Tilt ?Poker(?:\.[a-z.]{2,8})? (?:Game|Tournament)"
            r"|[^\n]{1,60} posts the (?:small|big) blind of [^\n]*$(?=(?s:.*)^The button is in seat #))"
        ),
        "The room's text for each hand.",
        f"{PLAY} The rake as printed.",
        NO_PROCEDURE,
        marks=("game", "tournament", "#"),
    ),
    LogFormat(
        "888",
        "888 and Pacific hand histories (.txt)",
        ".rooms.poker888",
        # the title, and soon after it the stakes, the game and the day behind three stars
        Sign(r"^\*{3,} *[^\s*][^\n*]{0,60} Hand History for Game [0-9][^\n]*\n(?:[^\n]*\n){0,3}?[^\n]* - \*\*\*"),
        "The room's text for each hand, in any of its languages.",
        PLAY,
        f"{NO_PROCEDURE} The rake, and what was returned because nobody called it.",
        marks=("***",),
        language_from_head=True,
    ),
    LogFormat(
        "partypoker",
        "PartyPoker hand histories (.txt)",
        ".rooms.partypoker",
        Sign(r"^\0?\*{3,} *Hand History for Game"),
        "The room's text for each hand, in any of its three generations.",
        f"{PLAY} In the newest, the stakes after the hand and the rake.",
        f"{NO_PROCEDURE} In the older ones the rake.",
        marks=("***",),
    ),
    LogFormat(
        "ipoker",
        "iPoker sessions (.xml)",
        ".rooms.ipoker",
        Sign(r"(?-i:<session\s[^<>]{0,100}?\bsessioncode\s*=|<game\s[^<>]{0,100}?\bgamecode\s*=)"),
        "The XML that the rooms of this network write for each session.",
        PLAY,
        f"{NO_PROCEDURE} In most files the rake; what was returned because nobody called it.",
        marks=("<session", "<game"),
        line_by_line=False,
        hand_end_explicit=True,
        has_preamble=True,
    ),
    LogFormat(
        "phh",
        "PHH and PHHS, the open standard (.phh, .phhs)",
        ".phh.reader",
        Sign(
            r"""\A(?=(?s:.*?)^(?:variant|actions|antes|starting_stacks)[ \t]*=)"""
            r"""(?:#[^\n]*\n\s*)*(?:\[["']?[A-Za-z0-9_-]+["']?\]|[a-z_]+[ \t]*=)"""
        ),
        "Hands as tables of TOML.",
        "Stakes, forced bets, every wager, cards dealt and laid open, and stakes after the hand or winnings, if given.",
        f"{NO_PROCEDURE} The rake, and seats in most files.",
        marks=("=",),
        hint=Sign(r"""\A(?:#[^\n]*\n\s*)*(?:\[["']?[A-Za-z0-9_-]+["']?\]|[a-z_]+[ \t]*=)"""),
        line_by_line=False,
    ),
    TABLE_LOG,
)

# What stands in the place of a format if a text looks like a hand history of none of them. Nobody can ask for it.
UNKNOWN_HISTORY = LogFormat(
    "unknown",
    "hand history of a kind that is not known",
    ".unknown_history",
    Sign(r"(?!)"),
    "A text that has the evidence of a hand history, and no sign of a format.",
    "Nothing, since it is not read.",
    "Everything.",
    hands_carry_table=False,
)
# Patterns that few logs need, so that they are compiled when one does.
STATEMENT = (  # the head of a table or hand in a table log that begins with something else
    r"(?m)^(?:table[ \t]++\"[^\"\n]*+\"|hand[ \t]++[A-Za-z0-9][A-Za-z0-9._/-]*+(?:[ \t]++(?:at|on)[ \t][^\n]*+)?)"
    r"[ \t]*+(?:#[^\n]*+)?$"
)
HEADER = (  # how a line begins with which a table or hand of any format may begin
    r"(?mi)^(?:log[ \t]+[0-9]|table[ \t]|hand[ \t]+[A-Za-z0-9]|[\[{ \t]*+\"(?:ohh|event)\"|\{"
    r"|(?-i:variant)[ \t]*=[ \t]*[\"']|<(?:session|game)\s|[*# 0-9]*+[^\s*][^\n:]{0,60}(?:Hand|Game|Tournament) #"
    r"|[*]{3,} |Winamax )"
)


@cache
def format_named(name: str) -> LogFormat:
    """A format by its name."""
    for one in FORMATS:
        if one.name == name:
            return one
    if (added := plugin_named(PLUGINS, name)) is not None:
        return _added(added)
    known = joined([*[one.name for one in FORMATS], *[one.name for one in plugins(PLUGINS)]], "or")
    raise UsageError(f"no log format {escaped(name, 40)!r}, expected {known}")


def added_formats() -> Iterator[LogFormat]:
    """The formats that installed packages add. One that cannot be used is an error: it may be the one needed."""
    return (format_named(one.name) for one in plugins(PLUGINS))


def _added(plugin: Plugin) -> LogFormat:
    found = loaded(plugin)
    if not isinstance(found, LogFormat):
        raise plugin.error(f"expected a LogFormat, found {type(found).__name__}")
    if found.name != plugin.name:
        raise plugin.error(f"its name is {escaped(found.name, 40)!r}, expected that of its entry point")
    try:
        found.reader  # noqa: B018 - imported here, so that a fault in it is told as one of the plugin
        found.sign.pattern  # noqa: B018
    except Exception as error:
        raise plugin.error(f"{type(error).__name__}: {escaped(str(error), 200)}") from None
    return found


def shown_format(head: str) -> LogFormat | None:
    """The first format that shows its sign in the head of a log, the auditor's own before others; None if none does.

    A text with no sign that looks like a hand history is of a kind that is not known.
    """
    lower = head.lower()
    shown = next((one for one in FORMATS if one.shown_by(head, lower)), None)
    shown = shown or next((one for one in added_formats() if one.shown_by(head, lower)), None)
    if shown is None and re.search(STATEMENT, head) is None and _looks_like_history(head):
        return UNKNOWN_HISTORY
    return shown


def later_head(text: str, length: int) -> str | None:
    """How a log begins that begins somewhere in a text, after words that are none of it; None if none does."""
    for match in re.finditer(HEADER, text):
        head = text[match.start() : match.start() + length]
        if any(one.sign.pattern.match(head) for one in FORMATS):
            return head
    return None


@lru_cache(maxsize=8)  # several ask of one log, and of a folder of logs each in its turn
def format_of(head: str) -> LogFormat:
    """The format of a log by its head. Whoever names a file without any sign means what it hints at, or a table log."""
    hinted = (one for one in FORMATS if one.hint is not None and one.hint.pattern.search(head))
    return shown_format(head) or next(hinted, TABLE_LOG)


def _looks_like_history(head: str) -> bool:
    from auditor.logs.unknown_history import evidence_of  # its patterns are seldom needed

    return evidence_of(head) is not None
