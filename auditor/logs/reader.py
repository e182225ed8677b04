"""From a log to its hands. A log is cut into blocks, each block is read by itself, and the set-up is carried along.

A format (`formats.py`) has two functions: `blocks` cuts a text, `read_block` reads a block. Cutting is cheap and
happens in one place, because a hand depends on what was declared before it. Reading the block of a hand is the costly
part and needs nothing else, so another process can do it: a `RawHand` is what travels.

Nothing is lost in silence. A hand that cannot be read is reported as unread, and so is each line outside of hands.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from datetime import date

from auditor.logs.blocks import BETWEEN, HAND, TABLE, Block
from auditor.logs.files.decoding import Place, Source
from auditor.logs.formats import CarryingTable, LogFormat, Reader, format_named, format_of
from auditor.logs.handed_back import handed_back
from auditor.logs.passes import joined_passes
from auditor.storage.disk_index import DiskIndex
from auditor.vocabulary.doubts import ReadAs
from auditor.vocabulary.errors import AuditorError, Unreadable, first_of, own_fault
from auditor.vocabulary.events import (
    Closed,
    Dated,
    Event,
    HandStarted,
    LogStarted,
    Opened,
    RulesNamed,
    TableOpened,
    VenueNamed,
)
from auditor.vocabulary.events.base import say_the_same
from auditor.vocabulary.hand import UNDECLARED, Aftermath, Hand, Setup, SplitDeals, declared
from auditor.vocabulary.records import field, record_class, replace, value_class

VERSION = 1  # of the language of events, whichever format they are written in
NO_HAND = "no hand in this file, expected a line such as 'hand 1'"
NAMELESS = "?"  # a table whose name cannot be read
MOST_FAULTS = 20  # reported for one stretch outside of hands
DIGITS = 18  # of a hand's number; one that is longer is a name
MOST_RUNS = 2_000  # of numbers that follow each other, which a table may have in memory
NUMBERED = re.compile(rf"(.*[^0-9]0*)([1-9][0-9]{{0,{DIGITS - 1}}})", re.DOTALL)  # as in M-12


@value_class
class TableLines:
    """Where the table says what every hand needs, for hands that cannot be judged because it is wrong there."""

    rules: tuple[int, int, str] = (0, 0, "")  # the line and column that name the rulebook, and the text of the line
    lost: tuple[Unreadable, ...] = ()  # lines that cannot be read, though it is known what they were meant to say

    def lost_as(self, kind: str) -> Unreadable | None:
        """The last line that was meant to be this kind of statement and cannot be read."""
        return next((fault for fault in reversed(self.lost) if fault.meant == kind), None)


NO_LINES = TableLines()


@record_class
class RawHand:
    """A hand that has not been read yet: its block, and the table around it."""

    block: Block
    setup: Setup
    before: list[Event]
    format: str
    lines: TableLines
    table: int = 0  # which of the log's tables it belongs to: two of one name may be those of two nights
    refusal: str = ""  # why it counts for nothing, whatever it says
    alone: bool = False  # it came with its table, of which the log tells nothing else

    @property
    def line(self) -> int:
        """The line of the hand's header."""
        return self.block.report_line

    @property
    def day(self) -> date | None:
        """The day in the hand's header, if it gives one."""
        return self.block.day

    @property
    def number(self) -> str:
        """The number in the hand's header."""
        return self.block.number or "?"

    def read(self) -> Hand:
        """Read the hand. Raises Unreadable."""
        read_as, self.block.doubts = self.block.read_as, ()
        if self.refusal:
            raise self._refused()
        try:
            events = format_named(self.format).reader.read_block(self.block)
        except Unreadable as error:
            raise first_of([*error.all()], self.number) from None
        if self.block.read_as != read_as:  # the reader took other choices, which the table must follow
            self.setup = self._setup(self.block)
        return self.with_events(events)

    def with_events(self, events: list[Event]) -> Hand:
        """The hand that these events make, its header first."""
        header = events[0]
        assert isinstance(header, HandStarted)
        split: SplitDeals = self.block.split_deals or {}
        if self.setup.notes_table:  # what is dealt to players one by one in a record of play shows no order
            events, split = joined_passes(handed_back(events))
        return Hand(self.setup, header, events, self.before, self.block.doubts, split)

    def read_safely(self) -> Hand:
        """Read the hand. Raises Unreadable, and nothing else: a fault of ours must not take the other hands with it."""
        try:
            return self.read()
        except AuditorError:
            raise
        except Exception as error:
            raise Unreadable(own_fault("this hand", error), self.line, 1, self.number) from None

    def lasting(self) -> list[Event]:
        """What stands in the hand and stays in force after it, even if the hand cannot be read."""
        if self.refusal or not self.block.lasting:
            return []
        block = Block(BETWEEN, self.block.lasting, self.block.line, self.block.report_line)
        return read_statements(block, self.format)[0]

    def _refused(self) -> Unreadable:
        """Why the hand is refused, and what else is wrong with it."""
        refusal = Unreadable(self.refusal, self.line, 1)
        self.show(refusal)
        faults = [refusal]
        try:
            format_named(self.format).reader.read_block(self.block)
        except Unreadable as error:
            faults += [one for one in error.all() if one.reason != self.refusal]
        return first_of(faults, self.number)

    def show(self, fault: Unreadable) -> None:
        """Add to a fault the line of the hand that it is about, if the format has lines."""
        diagnosing = format_named(self.format).diagnosing
        if diagnosing is not None:
            diagnosing.point_at(self.block, fault)

    def under(self, read_as: ReadAs) -> RawHand:
        """The same hand, to be read by other choices where its record leaves something open.

        So is what it says of its table, if every hand of this format does.
        """
        block = replace(self.block, read_as=read_as, doubts=())
        setup, where = self._setup(block), (self.lines, self.table, self.refusal, self.alone)
        return RawHand(block, setup, self.before, self.format, *where)

    def _setup(self, block: Block) -> Setup:
        """The set-up of the table by the choices that a block is read by."""
        carrying = format_named(self.format).carrying
        if carrying is None:
            return self.setup
        block = replace(block, kind=TABLE, number=None, doubts=())
        told = _stated(carrying, block)
        setup = told[1] if told is not None else declared(carrying.read_block(block))
        return replace(setup, unread=self.setup.unread) if self.setup.unread else setup


Part = RawHand | Aftermath | Unreadable


def read(source: Source, format: LogFormat | None = None, debug: bool = False) -> Iterator[Part]:
    """Give the hands of a log in order, what follows the last hand of each table, and what cannot be read.

    The log is read in the format given or, without one, in the format whose sign it shows. Whatever a reader raises is
    told as unread, unless `debug` lets a fault of ours through.
    """
    yield from read_on(source, Log(format or format_of(source.head), debug))


def read_on(source: Source, log: Log) -> Iterator[Part]:
    """Give the same of a log, or of a stretch of one, of which `log` remembers what came before."""
    for block in cut(source, log.reader, log.debug):
        yield from log.take(block)
        if isinstance(block, Unreadable) and block.ends_reading:
            return
    yield from log.close()


def cut(source: Source, reader: Reader, debug: bool = False) -> Iterator[Block | Unreadable]:
    """Give the blocks of a log. If something ends the reading before its time, that is the last of them."""
    found = _cut(source, reader, debug)
    return found if source.stretch is None else _in_place(found, source.stretch)


def _in_place(found: Iterator[Block | Unreadable], place: Place) -> Iterator[Block | Unreadable]:
    """Give the blocks of a stretch with the lines that they have in the log."""
    for one in found:
        one.line += place.lines
        if isinstance(one, Block):
            one.report_line += place.lines
            if place.language is not None:
                one.language = place.language
        yield one


def _cut(source: Source, reader: Reader, debug: bool) -> Iterator[Block | Unreadable]:
    try:
        yield from reader.blocks(source.chunks())
    except Unreadable as error:
        error.ends_reading = True
        yield error
    except AuditorError:
        raise
    except Exception as error:  # one log must not take the others with it
        if debug:
            raise
        fault = Unreadable(own_fault("this log", error), source.lines or 1, 1)
        fault.ends_reading = True
        yield fault


@record_class
class Table:
    """A table on one night. A log may name it again and again, and other tables between."""

    number: int  # of the log's tables
    name: str = ""
    day: date | None = None
    venue: str | None = None
    setup: Setup = UNDECLARED
    before: list[Event] = field(default_factory=list)  # noted since its last hand
    numbers: Numbers = field(default_factory=lambda: Numbers())  # of its hands, if it may have several
    head: list[Event] = field(default_factory=list)  # what was stated where it was named, its name first
    lines: TableLines = NO_LINES
    last: list[Event] = field(default_factory=list)  # noted when the log was last about to tell of another table
    carried: bool = False  # it came with a hand, which is the only one that the log tells of it

    @property
    def is_told(self) -> bool:
        """Is nothing left to say of it? Its one hand has been given, and nothing was noted since."""
        return self.carried and not self.before

    def open(self, events: list[Event]) -> None:
        """Begin the table, or go on with it. What it states once more was not done once more."""
        fresh = [event for event in events[1:] if not any(say_the_same(event, known) for known in self.head)]
        self.setup = declared(events) if not self.head else self.setup.after_all(events[1:])
        self.before += [events[0], *fresh]
        self.head += fresh if self.head else [events[0], *fresh]

    def opens_again(self, events: list[Event]) -> bool:
        """Was gaming here closed, and do these events say that it opened another time?"""
        opened = [event for event in events if isinstance(event, Opened)]
        again = [one for one in opened if not any(say_the_same(one, event) for event in self.head)]
        return bool(again) and any(isinstance(event, Closed) for event in [*self.head, *self.last])

    def left(self) -> Aftermath:
        """What was noted since its last hand, where the log goes on to another table."""
        self.last, self.before = self.before, []
        return Aftermath(self.setup, self.last, self.number, self.lines.rules)


class Log:
    """What is remembered from one block of a log to the next."""

    def __init__(self, format: LogFormat, debug: bool = False) -> None:
        self.debug = debug  # let a fault of the auditor itself through
        self.format = format.name
        self.reader = format.reader
        self.diagnosing = format.diagnosing
        self.carrying = format.carrying
        self.table = Table(0)  # which is being told of; before the first of them, none in particular
        self.tables: list[Table] = []  # that the log has named and may name again
        self.opened = 0  # how many tables have been named
        self.hands = False  # there was a hand, if only an unreadable one
        self.version = VERSION
        self.faults = False  # something could not be read

    def take(self, block: Block | Unreadable) -> Iterable[Part]:
        """Give the hand in a block, or take in its statements and give what becomes known with them."""
        try:
            return self._taken(block)
        except AuditorError:
            raise
        except Exception as error:
            if self.debug:
                raise
            number = block.number if isinstance(block, Block) and block.kind == HAND else None
            return (self._note(Unreadable(own_fault("this part of the log", error), block.line, 1, number)),)

    def _taken(self, block: Block | Unreadable) -> Iterable[Part]:
        if isinstance(block, Unreadable):
            return self._told([block])
        if block.kind == HAND:
            return (self._hand(block),)
        if not block.text or block.text.isspace():
            return ()
        return self._carried(block) if self.carrying is not None else self._statements(block)

    def close(self) -> Iterator[Part]:
        """Give what is left to say at the end of a log."""
        yield from self._rest()
        if not self.hands and not self.faults:
            yield Unreadable(NO_HAND, 1, 1)

    def _rest(self) -> list[Part]:
        """What is left to say of the table that was told of, where the log goes on to another or ends."""
        return [self.table.left()] if self.opened and not self.table.is_told else []

    def _hand(self, block: Block) -> RawHand:
        self.hands = True
        opened = self.table
        refusal = self._refusal(block)
        where = opened.lines, opened.number, refusal, opened.carried
        hand = RawHand(block, opened.setup, opened.before, self.format, *where)
        opened.before = []
        if block.lasting:
            opened.setup = opened.setup.after_all(hand.lasting())
        if block.broken_off:  # it cannot be read, and what was declared after it is lost with it
            opened.setup = replace(opened.setup, unread=(*opened.setup.unread, block.broken_off)[-MOST_FAULTS:])
        return hand

    def begun(self, block: Block) -> RawHand:
        """The hand that a block begins, at the table as it stands. It is not taken in: more of it is to come."""
        here = self.table
        return RawHand(block, here.setup, here.before, self.format, here.lines, here.number)

    def _refusal(self, block: Block) -> str:
        """Why a hand is refused before it is read, if it is."""
        if self.version != VERSION:
            return f"found a log of version {self.version}, expected version {VERSION}"
        if not self.opened:
            return "found a hand before any table, expected a line such as 'table \"Manila 3\"' first"
        if self.carrying is None and not self.table.numbers.add(block.number or ""):
            return f"found hand {block.number} a second time at this table, expected every number once"
        return ""

    def _carried(self, block: Block) -> list[Part]:
        """Take in the table that comes with a hand. No other hand is played at it, as far as the log tells."""
        assert self.carrying is not None
        try:
            told = _stated(self.carrying, block)
        except Unreadable:
            told = None
        if told is None:
            return self._statements(block)
        parts = self._rest()
        self.opened += 1
        if not self.table.carried:
            self.table = Table(0, before=self.table.before, carried=True)
        self.table.number = self.opened  # of a table that is left nothing is remembered: one object does for all
        self.table.lines = NO_LINES
        self.table.setup = told[1]
        self.table.before = [*self.table.before, *told[0]] if self.table.before else told[0]
        return parts

    def _statements(self, block: Block) -> list[Part]:
        """Take in what stands outside of hands, and report the lines that cannot be read."""
        events, faults = read_statements(block, self.format)
        parts: list[Part] = []
        if block.kind == TABLE and not any(type(event) is TableOpened for event in events[:1]):
            events.insert(0, TableOpened(block.report_line, 1, NAMELESS))
        openings = [n for n, event in enumerate(events) if type(event) is TableOpened]
        unopened = not self.opened
        for start, stop in zip([0, *openings], [*openings, len(events)], strict=True):
            some = events[start:stop]
            if start in openings and some:
                parts += self._open_table(some)
            elif some and not self.opened:
                faults += self._homeless(some)
            elif some:
                self.table.setup = self.table.setup.after_all(some)
                self.table.before = [*self.table.before, *some]
            if stop in openings:  # what cannot be read up to there is about the table that was named before
                parts += self._told([one for one in faults if one.line < events[stop].line], unopened)
                faults = [one for one in faults if one.line >= events[stop].line]
        self._note_rulebook(block, events[openings[-1] :] if openings else events)
        if LogStarted in map(type, events):
            self.version = [event.version for event in events if isinstance(event, LogStarted)][-1]
        return parts + self._told(faults, unopened and not openings)

    def _told(self, faults: list[Unreadable], homeless: bool = False) -> list[Part]:
        """Note faults of the table that is told of, and give them: several as one where nobody mends them.

        What lines were meant to tell is remembered.
        """
        if meant := [fault for fault in faults if fault.meant and fault.hand is None]:
            lines = self.table.lines
            self.table.lines = replace(lines, lost=(*lines.lost, *meant)[-MOST_FAULTS:])
        gathered = _gathered(faults) if self.diagnosing is None or homeless else faults
        return [self._note(one) for one in gathered]

    def _note_rulebook(self, block: Block, events: list[Event]) -> None:
        """Remember which line names the rulebook."""
        if self.carrying is not None or not self.opened:
            return
        named = [event for event in events if isinstance(event, RulesNamed)]
        if named:
            line, texts = named[-1].line, block.text.split("\n") if self.diagnosing is not None else []
            text = texts[line - block.report_line] if 0 <= line - block.report_line < len(texts) else ""
            self.table.lines = replace(self.table.lines, rules=(line, named[-1].column, text))

    def _open_table(self, events: list[Event]) -> Iterator[Part]:
        """Begin a table or go on with one, and give what was noted at the one that is left."""
        yield from self._rest()
        known = None if self.carrying is not None else self._known(events)
        if known is None or not known.setup.notes_table:  # nobody says that hands of play alone followed each other
            before = self.table.before if not self.opened else []  # in front of all tables
            self.opened += 1
            self.table = Table(self.opened, _name(events), _day(events), _venue(events), before=before)
            if self.carrying is None:
                self.tables.append(self.table)
        else:
            self.table = known
        if known is not None:
            self.table.numbers = known.numbers
        self.table.open(events)

    def _known(self, events: list[Event]) -> Table | None:
        """The table of this name in this house on this night, if the log has told of it.

        Gaming that closed may have opened again.
        """
        name, day, venue = _name(events), _day(events), _venue(events)
        for table in reversed(self.tables):
            if table.name == name and day in (None, table.day) and venue in (None, table.venue):
                return None if table.opens_again(events) else table
        return None

    def _homeless(self, events: list[Event]) -> Iterator[Unreadable]:
        """Report what was stated before any table. None of it counts, except the version of the log."""
        self.table.setup = UNDECLARED
        self.table.before = [event for event in events if isinstance(event, LogStarted)]
        for event in events:
            if not isinstance(event, LogStarted):
                reason = "found a statement before any table, expected a line such as 'table \"Manila 3\"' first"
                yield Unreadable(reason, event.line, event.column)

    def _note(self, fault: Unreadable) -> Unreadable:
        """Remember that something is missing from here on."""
        self.faults = True
        if fault.hand is None:
            setup = self.table.setup  # of which the line may have named another dealer
            self.table.setup = replace(setup, unread=(*setup.unread, fault.line)[-MOST_FAULTS:], dealer=None)
        else:
            self.hands = True
            if self.carrying is None:
                self.table.numbers.add(fault.hand)
        return fault


def read_statements(block: Block, format: str) -> tuple[list[Event], list[Unreadable]]:
    """Read the statements of a block outside of hands. If one cannot be read, each line is read by itself."""
    how = format_named(format)
    try:
        return how.reader.read_block(block), []
    except Unreadable:
        if how.diagnosing is not None:
            return how.diagnosing.diagnose(block)
    events: list[Event] = []
    faults: list[Unreadable] = []
    kind = block.kind
    for number, text in enumerate(block.text.split("\n")):
        try:
            events += how.reader.read_block(Block(kind, text, block.line + number, block.report_line + number))
        except Unreadable as error:
            faults.append(error)
        if len(faults) == MOST_FAULTS:
            faults[-1].reason += "; the lines after it up to the next hand or table were left out"
            break
        kind = BETWEEN
    return events, faults


def _stated(carrying: CarryingTable, block: Block) -> tuple[list[Event], Setup] | None:
    """Give what a block states of its table and the set-up that this makes, if the format has a quick way to it."""
    table = getattr(carrying, "table", None)
    return None if table is None else table(block)


def _name(events: list[Event]) -> str:
    """The name of a table as it is told apart."""
    return told_apart(next((event.name for event in events if isinstance(event, TableOpened)), NAMELESS))


def _venue(events: list[Event]) -> str | None:
    """The house of a table as it is told apart."""
    return next((told_apart(event.name) for event in events if isinstance(event, VenueNamed)), None)


def told_apart(name: str) -> str:
    """A name as it is compared: other blanks or capitals, or a mark nobody sees, make no other."""
    return "".join(filter(str.isprintable, " ".join(name.split()))).casefold()


def _day(events: list[Event]) -> date | None:
    return next((event.day for event in events if isinstance(event, Dated)), None)


def _gathered(faults: list[Unreadable]) -> list[Unreadable]:
    """Make one fault of lines that follow each other, unless it is known how they should read."""
    found: list[Unreadable] = []
    more = 0
    for fault in sorted(faults, key=lambda fault: fault.line):
        if found and fault.line <= found[-1].line + more + 1 and not (fault.fix or found[-1].fix):
            more += 1
            continue
        _add_count(found, more)
        found.append(fault)
        more = 0
    _add_count(found, more)
    return found


def _add_count(found: list[Unreadable], more: int) -> None:
    if more:
        which = "the line" if more == 1 else f"the {more} lines"
        found[-1].reason += f" (nor could {which} after it be read)"


@record_class
class Numbers:
    """The hand numbers that a table has had.

    They are stored as runs, so that a year of consecutive hands takes no room. Numbers that begin more runs than memory
    is to hold, and names that are no numbers, go to an index that goes to the disk.
    """

    runs: dict[str, tuple[array[int], array[int]]] = field(default_factory=dict)  # starts and ends, by what precedes
    begun: int = 0  # how many runs there are
    others: DiskIndex | None = None

    def add(self, text: str) -> bool:
        """Note a hand's number. False if the table has had it already."""
        plain = text.isascii() and text.isdigit() and len(text) <= DIGITS
        match = None if plain else NUMBERED.fullmatch(text)
        if not plain and match is None:
            return self._add_apart(text)
        lead, number = ("", int(text)) if match is None else (match[1], int(match[2]))
        starts, ends = self.runs.get(lead) or (array("q"), array("q"))
        place = bisect_right(starts, number) - 1
        if place >= 0 and number <= ends[place]:
            return False
        if self.others is not None and self.others.get(f"{lead}{number}") is not None:
            return False
        if place >= 0 and number == ends[place] + 1:
            ends[place] = number
        elif self.begun < MOST_RUNS:
            self._begin(lead, place + 1, number)
        else:
            return self._add_apart(f"{lead}{number}")
        return True

    def _begin(self, lead: str, place: int, number: int) -> None:
        starts, ends = self.runs.setdefault(lead, (array("q"), array("q")))
        starts.insert(place, number)
        ends.insert(place, number)
        self.begun += 1

    def _add_apart(self, name: str) -> bool:
        if self.others is None:
            self.others = DiskIndex()
        return self.others.add(name)
