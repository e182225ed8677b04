"""Events as JSON, one object a line: what `auditor parse` prints, and what can be audited instead of the log itself.

    {"event": "raise", "line": 23, "column": 3, "player": "Ben", "all_in": false, "by": 1000, "total": 2000}

Every statement of a log has its object, in the same order: those of a table, a hand's header, its events, its `end`.
Money is in whole minor units, cards are written as in the table log, days as ISO dates; what the log does not say is
left out. Lines and columns are those of the log that the events were read from, so that findings point there. An
`unreadable` object stands for a stretch of that log that could not be read. The schema, the writer and the reader are
all made from the event classes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import date
from difflib import get_close_matches
from inspect import getdoc
from typing import Any

from auditor.logs.blocks import BETWEEN, HAND, LONGEST_BLOCK, TABLE, Block
from auditor.logs.events_json.fields import PLAIN, Field, Schema, fields_of, schema_of
from auditor.logs.files.decoding import Source
from auditor.logs.formats import LogFormat
from auditor.logs.reader import NO_HAND, RawHand, read
from auditor.logs.table_log.statements import WrongStatement
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable, first_of
from auditor.vocabulary.wording import escaped

SCHEMA = "auditor/events/1"
UNREADABLE = "unreadable"

EVENTS: dict[str, type[e.Event]] = {
    "log": e.LogStarted,
    "table": e.TableOpened,
    "rules": e.RulesNamed,
    "date": e.Dated,
    "limit": e.Limit,
    "bets": e.Bets,
    "blinds": e.Blinds,
    "declare": e.Declared,
    "listed": e.Listed,
    "records": e.Records,
    "agreement": e.Agreement,
    "commission": e.CommissionDeclared,
    "charge": e.ChargeDeclared,
    "notice": e.Notice,
    "tournament": e.Tournament,
    "condition": e.Condition,
    "entry-fees": e.EntryFees,
    "prizes": e.Prizes,
    "place": e.Placed,
    "open": e.Opened,
    "close": e.Closed,
    "minimums": e.Minimums,
    "venue": e.VenueNamed,
    "currency": e.Currency,
    "players-left": e.PlayersLeft,
    "dealer": e.DealerNamed,
    "procedure": e.Procedure,
    "replace": e.Replaced,
    "time": e.Clock,
    "incident": e.Incident,
    "remark": e.Remark,
    "ruling": e.Ruling,
    "claims": e.Claimed,
    "sits": e.Sits,
    "require": e.Required,
    "pick-up": e.PickedUp,
    "queue": e.Queued,
    "leaves": e.Leaves,
    "lots": e.Lots,
    "race": e.Raced,
    "lock-up": e.LockedUp,
    "transfer": e.Transfer,
    "moves": e.Moves,
    "asks": e.Asks,
    "buys": e.Buys,
    "behind": e.Behind,
    "removes": e.Removes,
    "lends": e.Lends,
    "pays": e.Pays,
    "has": e.Counted,
    "hand": e.HandStarted,
    "seat": e.Seat,
    "buck": e.Buck,
    "declines": e.Declined,
    "cut": e.Cut,
    "post": e.Post,
    "deal": e.Deal,
    "deal-fault": e.DealFault,
    "boxed": e.Boxed,
    "take-back": e.TakenBack,
    "wants": e.Wants,
    "discards": e.Discards,
    "ask-draw": e.DrawAsked,
    "reshuffle": e.Reshuffled,
    "burn": e.Burn,
    "communal": e.Communal,
    "run": e.Run,
    "set-aside": e.SetAside,
    "misdeal": e.Misdeal,
    "holds": e.Holds,
    "looks": e.Looks,
    "keeps": e.Kept,
    "noticed": e.Noticed,
    "void": e.Voided,
    "fold": e.Fold,
    "check": e.Check,
    "pass": e.Pass,
    "call": e.Call,
    "bet": e.Bet,
    "raise": e.Raise,
    "wager": e.Wager,
    "refuse": e.Refused,
    "timeout": e.TimedOut,
    "return": e.Returned,
    "show": e.Show,
    "declares": e.Declares,
    "ask-to-see": e.Requested,
    "tap": e.Tapped,
    "muck": e.Muck,
    "announce": e.Announced,
    "pot": e.PotTaken,
    "house-adds": e.HouseAdds,
    "win": e.Win,
    "invalidate": e.Invalidated,
    "refund": e.Refund,
    "side-wager": e.SideWager,
    "side-settled": e.SideSettled,
    "bonus": e.Bonus,
    "end": e.HandEnded,
}
CALLED = {kind: name for name, kind in EVENTS.items()}
FIELDS = {kind: fields_of(kind) for kind in EVENTS.values()}
FAULT = (
    *fields_of(e.Event),
    Field("hand", PLAIN[str], False),
    Field("reason", PLAIN[str], True),
    Field("further", PLAIN[bool], False, False),
    Field("meant", PLAIN[str], False, ""),
    Field("outlasts_hand", PLAIN[bool], False, False),
    Field("began", PLAIN[int], False),
    Field("broken_off", PLAIN[int], False, 0),
)


def schema() -> Schema:
    """The JSON Schema of one line."""
    defined = {name: schema_of(name, FIELDS[kind]) | {"description": getdoc(kind)} for name, kind in EVENTS.items()}
    defined[UNREADABLE] = schema_of(UNREADABLE, FAULT) | {"description": "A stretch that could not be read."}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA,
        "description": "One line of a log written as events: a JSON object.",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in defined],
        "$defs": defined,
    }


# ---- writing ----


def event_lines(source: Source, format: LogFormat | None = None) -> Iterator[str]:
    """Give the events of a log, one JSON object a line, with an object in place of whatever could not be read."""
    waiting: list[Unreadable] = []
    for part in read(source, format):
        if isinstance(part, Unreadable):
            waiting += (
                part.all() if part.reason != NO_HAND else []
            )  # readers of the events will see that for themselves
        else:
            yield from _with_faults(part.before if isinstance(part, RawHand) else part.events, waiting)
            waiting = []
            if isinstance(part, RawHand):
                yield from _hand_lines(part)
    yield from _with_faults([], waiting)


def _hand_lines(hand: RawHand) -> Iterator[str]:
    try:
        read = hand.read_safely()
    except Unreadable as error:
        yield from lost_hand_lines(hand, error)
        return
    for event in read.events:
        for line in read.lines_of(event):
            yield event_line(line)


def lost_hand_lines(hand: RawHand, error: Unreadable) -> Iterator[str]:
    """Give what is wrong with a hand, what it says that stays in force after it, and its end."""
    block = hand.block
    yield fault_line(error, hand)
    for one in error.more:
        yield fault_line(one)
    yield from map(event_line, hand.lasting())
    yield event_line(e.HandEnded(block.report_line + block.text.rstrip().count("\n"), 1))


def _with_faults(events: list[e.Event], faults: list[Unreadable]) -> Iterator[str]:
    """Give statements outside of hands, with the faults found among them after the table that they are about."""
    left = sorted(faults, key=lambda one: one.line)
    for event in events:
        if isinstance(event, e.TableOpened):
            yield from [fault_line(one) for one in left if one.line < event.line]
            left = [one for one in left if one.line >= event.line]
        yield event_line(event)
    yield from map(fault_line, left)


def event_line(event: e.Event) -> str:
    """An event as a line of JSON."""
    kind = type(event)
    values: dict[str, Any] = {"event": CALLED[kind]}
    for field in FIELDS[kind]:
        value = getattr(event, field.name)
        if value is not None:
            values[field.name] = field.kind.write(value)
    return _line(values)


def fault_line(error: Unreadable, lost: RawHand | None = None) -> str:
    """A line of JSON about something that could not be read: the first of these, if a whole hand is lost with it."""
    values = {"event": UNREADABLE, "line": error.line, "column": error.column}
    hand = {} if error.hand is None else {"hand": error.hand}
    further = {"further": True} if error.further else {}
    meant = {"meant": error.meant} if error.meant else {}
    outlasts = {"outlasts_hand": True} if error.outlasts_hand else {}
    whole: dict[str, int] = {}
    if lost is not None:
        broken_off = {"broken_off": lost.block.broken_off} if lost.block.broken_off else {}
        whole = {"began": lost.line} | broken_off
    return _line(values | hand | {"reason": error.reason} | further | meant | outlasts | whole)


def _line(values: dict[str, Any]) -> str:
    """JSON that is safe to print: characters that a terminal might obey are escaped."""
    text = json.dumps(values, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text)


# ---- reading ----

HEADER = re.compile(rf'"event"[ \t]*:[ \t]*"({TABLE}|{HAND}|end|{UNREADABLE})"')
LOST_HAND = re.compile(rf'"event"[ \t]*:[ \t]*"{UNREADABLE}".*"began"[ \t]*:')
LASTING = re.compile(r'"event"[ \t]*:[ \t]*"(?:notice|agreement|dealer)"|"dealer-change"')


def blocks(chunks: Iterable[str]) -> Iterator[Block | Unreadable]:
    """Cut a log at its headers: a table with its set-up, a hand with its `end`, and what stands between hands."""
    cutter = EventLineCutter()
    for chunk in chunks:
        yield from cutter.cut(chunk)
    yield from cutter.cut("", last=True)


class EventLineCutter:
    """Collects the lines of a block until the next block begins."""

    def __init__(self) -> None:
        self.kind = BETWEEN
        self.line = 1
        self.number = 0  # of the last line that was taken
        self.rest = ""  # the beginning of a line that has no end yet
        self.lines: list[str] = []
        self.size = 0

    @property
    def inside(self) -> bool:
        """Has a hand begun that has not ended?"""
        return self.kind == HAND

    def cut(self, chunk: str, last: bool = False) -> Iterator[Block | Unreadable]:
        """Give the blocks that are complete with this piece of text."""
        *lines, rest = (self.rest + chunk).split("\n")
        self.rest = rest[: LONGEST_BLOCK + 1]  # enough to see that it is too long
        for text in [*lines, rest] if last else lines:
            self.number += 1
            yield from self.take(self.number, text)
        if last:
            yield from self.block()

    def take(self, number: int, text: str) -> Iterator[Block | Unreadable]:
        """Give the blocks that are complete with this line."""
        found = HEADER.search(text)
        header = found[1] if found else None
        if LOST_HAND.search(text) is not None:
            header = HAND
        if header in (TABLE, HAND):
            yield from self.block()
            self.kind, self.line = header, number
        elif header == UNREADABLE and self.kind != HAND:
            yield from self.block()
            self.kind, self.line = BETWEEN, number + 1
            yield _fault(text, number)
            return
        self.size += len(text) + 1
        if self.size <= LONGEST_BLOCK:
            self.lines.append(text)
        if header == "end" and self.kind == HAND:
            yield from self.block()
            self.kind, self.line = BETWEEN, number + 1

    def block(self) -> Iterator[Block | Unreadable]:
        """Give the lines collected so far as a block."""
        lines, size = self.lines, self.size
        self.lines, self.size = [], 0
        number, place, day, broken_off = _header(lines[0]) if self.kind == HAND and lines else (None, None, None, 0)
        if size > LONGEST_BLOCK:
            yield Unreadable(f"found a block of more than {LONGEST_BLOCK:,} characters", self.line, 1, number)
        elif lines:
            lasting = [line if LASTING.search(line) else "" for line in lines]
            text = "\n".join(lasting) if any(lasting) else ""
            yield Block(self.kind, "\n".join(lines), self.line, place or self.line, number, day, text, broken_off)


def cutter() -> EventLineCutter:
    """A cutter for a log that is still being written."""
    return EventLineCutter()


def _header(text: str) -> tuple[str, int | None, date | None, int]:
    """The number, line and day of a hand, as far as its header gives them, and where it breaks off without an end."""
    try:
        if LOST_HAND.search(text) is not None:
            fault, began, broken_off = _lost(text, 0)
            return fault.hand or "?", began, None, broken_off
        header = read_event(text, 0)
    except Unreadable:  # reported when the hand is read
        return "?", None, None, 0
    assert isinstance(header, e.HandStarted)
    return header.number, header.line, header.day, 0


def read_block(block: Block) -> list[e.Event]:
    """Read the events of one block, in order. Raises Unreadable if one of its lines or their order is wrong."""
    if block.kind == HAND and LOST_HAND.search(block.text.partition("\n")[0]) is not None:
        raise first_of(_faults_of(block), block.number)
    events: list[e.Event] = []
    number = block.line
    for number, text in enumerate(block.text.split("\n"), block.line):
        if text and not text.isspace():
            event = read_event(text, number)
            if not _in_place(event, events, block.kind):
                where = "in a hand" if block.kind == HAND else "outside of hands"
                raise Unreadable(f"found '{CALLED[type(event)]}' {where}, where it does not belong", number, 1)
            events.append(event)
    if block.kind == HAND and not isinstance(events[-1], e.HandEnded):
        raise Unreadable("found no 'end' to this hand, expected it after the last event", number, 1)
    return events


def _in_place(event: e.Event, before: list[e.Event], kind: str) -> bool:
    """May this event stand after those before it in a block of that kind?"""
    match event:
        case e.TableOpened():
            return kind == TABLE and not before
        case e.HandStarted():
            return kind == HAND and not before
        case e.Seat():
            return kind == HAND and all(isinstance(one, e.HandStarted | e.Seat) for one in before)
        case e.HandEnded():
            return kind == HAND
    return type(event) in e.ANYWHERE or type(event) in (e.INSIDE if kind == HAND else e.OUTSIDE)


def read_event(text: str, number: int) -> e.Event:
    """The event in a line, which has this number in its file. Raises Unreadable."""
    values = _object(text, number)
    name = values.pop("event", None)
    kind = EVENTS.get(name) if isinstance(name, str) else None
    if kind is None:
        near = get_close_matches(name, EVENTS, 1) if isinstance(name, str) else []
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise Unreadable(f"found {_describe(name)} as the event, expected one of the schema{hint}", number, 1)
    event = kind(*_read_fields(FIELDS[kind], values, text, number))
    if (reason := _contradiction(event)) is not None:
        raise Unreadable(reason, number, 1)
    if isinstance(event, e.Declined) and event.what == "option":
        return e.Pass(event.line, event.column, event.player)  # the same act by another name
    return event


def _read_fields(expected: tuple[Field, ...], values: dict[str, Any], text: str, number: int) -> list[Any]:
    """The values of the fields that an object should have, in their order. It may have no others."""
    found = []
    for field in expected:
        value = values.pop(field.name, None)
        if value is None and field.required:
            raise Unreadable(f"found no '{field.name}', expected one", number, 1)
        try:
            found.append(field.default if value is None else field.kind.read(value))
        except WrongStatement as error:
            raise Unreadable(f"'{field.name}': {error}", number, text.find(f'"{field.name}"') + 1) from None
    for name in values:
        raise Unreadable(f"found {_describe(name)}, which does not belong here", number, text.find(f'"{name}"') + 1)
    return found


def _contradiction(event: e.Event) -> str | None:
    """What is wrong with an event whose fields are right one by one, if anything is."""
    match event:
        case e.Raise(by=None, total=None, added=None, all_in=False):
            return "found a raise without an amount, expected 'by', 'total' or 'added'"
        case e.CommissionDeclared(percent=None, fee=None) | e.CommissionDeclared(percent=None, per=None):
            return "found a commission without an amount, expected 'percent', or 'fee' and 'per'"
        case e.ChargeDeclared(fees=fees, fewest=fewest, most=most) if not _scheduled(fees, fewest, most):
            return "found fees that are not one for all, nor each for so many players 'fewest' to 'most'"
        case e.Bets(least=()) | e.Blinds(amounts=()):
            return "found no amounts, expected one at least"
        case e.Bets(least=least, most=most) if most and len(most) != len(least):
            return "found ranges without both their ends, expected as many amounts in 'most' as in 'least'"
        case e.Deal(holdings=()):
            return "found a deal to nobody, expected players with cards"
    return None


def _scheduled(fees: tuple[int, ...], fewest: tuple[int, ...], most: tuple[int, ...]) -> bool:
    return len(fees) == len(fewest) == len(most) > 0 or (len(fees) == 1 and not fewest and not most)


def _fault(text: str, number: int) -> Unreadable:
    """A stretch that could not be read when these events were written, or what is wrong with the note about it."""
    try:
        return _lost(text, number)[0]
    except Unreadable as error:
        return error


def _faults_of(block: Block) -> list[Unreadable]:
    """What was wrong with a hand that could not be read when these events were written."""
    lines = enumerate(block.text.split("\n"), block.line)
    return [_fault(text, number) for number, text in lines if (found := HEADER.search(text)) and found[1] == UNREADABLE]


def _lost(text: str, number: int) -> tuple[Unreadable, int | None, int]:
    """A stretch that could not be read, and the hand that is lost with it, if one is: where it begins and breaks off.

    Raises Unreadable.
    """
    values = _object(text, number)
    del values["event"]
    found = _read_fields(FAULT, values, text, number)
    line, column, hand, reason, further, meant, outlasts, began, broken_off = found
    fault = Unreadable(reason, line, column, hand, further=further)
    fault.meant, fault.outlasts_hand = meant, outlasts
    return fault, began, broken_off


def _object(text: str, number: int) -> dict[str, Any]:
    try:
        values = json.loads(text)
    except json.JSONDecodeError as error:
        raise Unreadable(f"found no JSON ({error.msg}), expected an object a line", number, error.colno) from None
    except (ValueError, RecursionError):
        raise Unreadable("found JSON nobody can read, expected an object a line", number, 1) from None
    if not isinstance(values, dict):
        raise Unreadable(f"found {_describe(values)}, expected a JSON object", number, 1)
    return values


def _describe(value: object) -> str:
    return "nothing" if value is None else f"'{escaped(str(value), 40)}'"
