"""Finds everything that is wrong with a block of a table log, and says with each fault what to write instead.

A line that is no statement is taken for the statement it was meant to be, where that can be told, so that one fault
hides no other and causes none: a misspelt `end` still ends its hand, and a misspelt seat still has its player.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from auditor.logs.blocks import BETWEEN, HAND, LONGEST_LINE, Block
from auditor.logs.table_log.corrections import SEVERAL, corrected, shared_out, with_comment
from auditor.logs.table_log.diagnostics import complaint, statements_in
from auditor.logs.table_log.line_parts import line_parts
from auditor.logs.table_log.quoting import name as spelt
from auditor.logs.table_log.quoting import quoted
from auditor.logs.table_log.synonyms import Seats, advice, person
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Edit, Unreadable
from auditor.vocabulary.records import field, record_class
from auditor.vocabulary.seating import players_of, seat_faults
from auditor.vocabulary.spelling import nearest, slips
from auditor.vocabulary.wording import escaped
from auditor.vocabulary.wording import number as words

MOST_FAULTS = 1000  # told of one block
MOST_CORRECTED = 100  # lines of one block for which the right statement is looked for
SHOWN = 60  # characters of a statement in a sentence
KEPT = 500  # characters of a line that a fault keeps
MOST_IN_LINE = 4  # statements in one line that are put right one by one
MOST_PARTED = 200  # characters of a line in which several statements are looked for
BETWEEN_STATEMENTS = re.compile(r"[ \t]*[,;.][ \t]*|[ \t]+(?:and|then)[ \t]+|[ \t]+")  # what may part two in one line
HEADERS = {"HAND", "TABLE", "LOG"}
Recognise = Callable[[str, int], tuple[Any, ...] | None]
"""Gives the rules, the terminal, the event's type, the column and the fields of a line. Raises Unreadable."""


@record_class
class Line:
    """A line of a block: what it says or was meant to say, and what is wrong with it."""

    number: int
    text: str
    statement: str  # as it should read
    terminal: str = ""  # nothing if nobody can tell what the line was meant to say
    event: e.Event | None = None
    fault: Unreadable | None = None
    others: list[Line] = field(default_factory=list)  # what else the line was meant to say


@record_class
class OpenHand:
    """A hand whose lines are being looked at."""

    lines: list[Line] = field(default_factory=list)
    seats: Seats = field(default_factory=dict)
    unread: list[Line] = field(default_factory=list)  # those that nobody can make sense of


class Diagnosis:
    """All faults of a block in their order and, if it is no hand, the events that can be read of it."""

    def __init__(self, block: Block, recognise: Recognise) -> None:
        """Look at every line of the block, then at the order of the lines, then at the names in them."""
        self.block = block
        self.recognise = recognise
        self.events: list[e.Event] = []
        self.faults: list[Unreadable] = []
        self.hand: OpenHand | None = None
        self.run: tuple[Unreadable, int] | None = None  # a fault, and how many lines after it have no hand to stand in
        self.corrections = 0
        for number, text in enumerate(block.text.split("\n"), block.line):
            if len(self.faults) >= MOST_FAULTS:
                self.faults[-1].reason += "; the lines after it up to the next hand or table were left out"
                break
            self._take(number, text)
        self._close_hand(ended=False)
        self._close_run()
        self.faults.sort(key=lambda fault: (fault.line, fault.column))
        for fault in self.faults:
            show(block, fault)

    def _take(self, number: int, text: str) -> None:
        line = self._read(number, text)
        if line is not None and not line.terminal and line.fault is not None:
            statement = line_parts(text)[1]
            pieces = self._pieces(statement) if len(statement) <= MOST_PARTED else []
            for piece in self._apart(line, line.fault, pieces) if pieces else [line]:
                self._take_line(piece)
        elif line is not None:
            for one in [line, *line.others]:
                self._take_line(one)

    def _take_line(self, line: Line) -> None:
        if line.fault is not None:
            self.faults.append(line.fault)
        if line.number == self.block.line and self.block.kind == HAND:
            line.terminal = "HAND"  # whatever is wrong with it
        if line.terminal in ("HAND", "TABLE"):
            self._close_hand(ended=False)
            self._close_run()
        if line.terminal == "HAND":
            self.hand = OpenHand([line])
        elif self.hand is not None:
            self._take_in_hand(self.hand, line)
        else:
            self._take_outside(line)

    def _take_in_hand(self, hand: OpenHand, line: Line) -> None:
        if not line.terminal:
            hand.unread.append(line)
            return
        hand.lines.append(line)
        if isinstance(line.event, e.Seat):
            hand.seats.setdefault(line.event.player, line.event.seat)
        if line.terminal == "END":
            self._close_hand(ended=True)

    def _take_outside(self, line: Line) -> None:
        if not line.terminal:
            assert line.fault is not None
            if self.run is None or not self.run[1]:
                self.run = line.fault, 0  # perhaps the head of a hand, which the lines after it belong to
        elif line.terminal in statements_in(BETWEEN):
            self._close_run()
            if line.event is not None and (line.fault is None or line.terminal == "TABLE"):
                self.events.append(line.event)
        elif self.run is not None:
            self.run = self.run[0], self.run[1] + (line.fault is None)
            if line.terminal == "END":
                self._close_run()
        else:
            fault = self._told(line, _outside(line))
            if line.terminal == "END":
                fault.fix = (_whole_line(line, ""),)
            else:
                self.run = fault, 0

    def _close_run(self) -> None:
        """Make one fault of the lines that have no hand to stand in: it is the head of the hand that is missing."""
        run, self.run = self.run, None
        if run is not None and run[1]:
            which = "the line" if run[1] == 1 else f"the {run[1]} lines"
            run[0].reason += f" (nor could {which} after it be read)"

    # ---- a line by itself ----

    def _read(self, number: int, text: str) -> Line | None:
        """Read a line as it is or as it was meant; None if it says nothing."""
        try:
            known = self.recognise(text, number)
            return None if known is None else _line(number, text, text.strip(), known)
        except Unreadable as error:
            fault = error
        line = Line(number, text, "", fault=fault)
        if len(text) > LONGEST_LINE:
            return line
        indent, statement, _ = line_parts(text)
        kind = HAND if self.hand is not None or (self.run is not None and self.run[1]) else BETWEEN
        what = complaint(text, kind)
        own = fault.reason if fault.reason.startswith("found '") else None  # of a piece that is impossible
        write = self._meant(statement, kind)
        if own is None:
            near = nearest(what.found, what.expected) if write is None else []
            fault.reason, fault.column = what.reason(kind, near[0] if near else None), what.at + 1
        if write is None:
            if own is None and (words := advice(statement)) is not None:
                fault.reason = f"{fault.reason.partition('; did you mean')[0]}; {words}"
            return line
        first, *others = write.split("\n")
        edit = _edit(number, len(indent), statement, write.replace("\n", f"\n{indent}"))
        if own is None and (edit.column < fault.column or not what.expects_a_piece) and not write.startswith("#"):
            old = text[edit.column - 1 : edit.end_column - 1]
            fault.reason = f"found '{escaped(old, 40)}', expected '{escaped(edit.replacement, 40)}'"
            if others:
                fault.reason = f"found '{escaped(old, 40)}', expected one statement a line"
            fault.column = edit.column
        if not fault.reason.endswith(f"expected '{escaped(write)}'"):
            fault.reason += f"; {_advice(write, edit)}"
        fault.fix = (edit,)
        line = self._as_meant(number, text, first, fault)
        line.others = [self._as_meant(number, text, other) for other in others]
        return line

    def _as_meant(self, number: int, text: str, statement: str, fault: Unreadable | None = None) -> Line:
        """Give a line with the statement that it was meant to be."""
        known = self.recognise(statement, number)
        if known is None:  # the head of a street, or a note: no statement at all
            return Line(number, text, statement, "REMARK", None, fault)
        line = _line(number, text, statement, known, fault)
        if fault is not None:
            fault.meant = line.terminal
        assert line.event is not None
        line.event.column += len(line_parts(text)[0])
        return line

    def _pieces(self, statement: str, start: int = 0) -> list[tuple[int, str]]:
        """The statements that a line is made of, each with its place in it; nothing if it is not made of several."""
        for gap in BETWEEN_STATEMENTS.finditer(statement, start):
            if self._terminal(statement[start : gap.start()]) is None:
                continue
            first = (start, statement[start : gap.start()])
            if self._terminal(statement[gap.end() :]) is not None:
                return [first, (gap.end(), statement[gap.end() :])]
            if rest := self._pieces(statement, gap.end()):
                return [first, *rest]
        return []

    def _apart(self, line: Line, fault: Unreadable, pieces: list[tuple[int, str]]) -> Iterator[Line]:
        """The statements of one line as lines of their own. The first has the fault, with the edits that part them."""
        indent = line_parts(line.text)[0]
        at, end = len(indent) + 1, 0
        fault.reason = f"found {words(len(pieces))} statements in one line, expected one statement a line"
        fault.column, edits = at + pieces[1][0], []
        for start, piece in pieces:
            if start:
                edits.append(Edit(line.number, at + end, at + start, f"\n{indent}"))
            end = start + len(piece)
            known = self.recognise(piece, line.number)
            assert known is not None
            yield _line(line.number, line.text, piece, known, None if start else fault)
        fault.fix = tuple(edits)

    def _meant(self, statement: str, kind: str) -> str | None:
        """The statement that a line was meant to be, if somebody can tell."""
        if self.corrections >= MOST_CORRECTED:
            return None
        self.corrections += 1
        seats = self.hand.seats if self.hand is not None else {}
        if (each := self._shared(statement, kind, seats)) is not None:
            return each
        fitting = {*statements_in(kind), *HEADERS} | ({"END"} if kind != HAND else set())
        known = {} if _may_be_seat(statement) else seats  # who has a seat gets no other
        write = corrected(statement, kind, known, self._terminal, fitting)
        if write is None:
            other = BETWEEN if kind == HAND else HAND
            write = corrected(statement, other, seats, self._terminal, statements_in(other))
        if write is None:
            write = self._one_by_one(statement, kind) or with_comment(statement, kind, self._terminal, fitting)
        if write is None:
            return None
        return "\n".join([self._with_seated(one, seats, statement) for one in write.split("\n")])

    def _one_by_one(self, statement: str, kind: str) -> str | None:
        """The statements of a line that holds several, if each of them can be told."""
        parts = [part for part in SEVERAL.split(statement) if part.strip()]
        if not 1 < len(parts) <= MOST_IN_LINE or '"' in statement or self._pieces(statement):
            return None
        each = [part if self._terminal(part) is not None else self._meant(part, kind) for part in parts]
        return None if None in each else "\n".join([one for one in each if one is not None])

    def _shared(self, statement: str, kind: str, seats: Seats) -> str | None:
        """The statements of a line that tells of several players together, if each of them is one."""
        lines = shared_out(statement, seats)
        each = [line if self._terminal(line) is not None else self._meant(line, kind) for line in lines]
        return "\n".join([one for one in each if one is not None]) if lines and None not in each else None

    def _terminal(self, text: str) -> str | None:
        try:
            known = self.recognise(text, 0)
        except Unreadable:
            return None
        return None if known is None else known[1]

    def _with_seated(self, write: str, seats: Seats, written: str) -> str:
        """The statement with the player it is about as the seats have the name, and a seat as the hand has it."""
        known = self.recognise(write, 0)
        if known is None:
            return write
        event = _line(0, write, write, known).event
        assert event is not None
        if isinstance(event, e.Seat):
            if self._occurs(event.player) > (_place_of(written, event.player) is not None):
                return write
            other = None if self._named_elsewhere(event.player) else self._without_seat_yet(event.player, seats)
            return (_renamed(write, event.player, other) or write) if other is not None else write
        for name in [*players_of(event), *_others_in(event, seats)]:
            other = None if name in seats else person(name, seats)
            if other is not None:
                write = _renamed(write, name, other) or write
        return write

    def _occurs(self, name: str) -> int:
        """How often a name stands in the block, be it in lines that cannot be read."""
        return len(re.findall(rf"(?<!\w){re.escape(name)}(?!\w)", self.block.text))

    def _named_elsewhere(self, name: str) -> bool:
        """Does a word of a name that stands at a seat occur in other lines, too?"""
        return any(self._occurs(word) > 1 for word in re.findall(r"[^\W\d_]{2,}", name))

    def _without_seat_yet(self, name: str, seats: Seats) -> str | None:
        """Whom a seat is for that was written for a name which does nothing in the hand, if somebody has none yet."""
        acting, seated = self.mentioned
        lines = "\n".join([line for line in self.block.text.split("\n") if _may_be_seat(line)])
        others = {one: 0 for one in acting if one not in (*seated, *seats) and _place_of(lines, one) is None}
        if name in acting or not others:
            return None
        return person(name, others) or (next(iter(others)) if len(others) == 1 else None)

    @cached_property
    def mentioned(self) -> tuple[set[str], set[str]]:
        """The players whom the lines are about that can be read as they are, and those whose seats can."""
        acting: set[str] = set()
        seated: set[str] = set()
        for text in self.block.text.split("\n"):
            with suppress(Unreadable):
                known = self.recognise(text, 0)
                event = None if known is None else known[2](0, known[3], *known[4])
                acting.update(() if event is None else players_of(event))
                seated.update([event.player] if isinstance(event, e.Seat) else ())
        return acting, seated

    # ---- the lines of a hand together ----

    def _close_hand(self, ended: bool) -> None:
        hand, self.hand = self.hand, None
        if hand is None:
            return
        header, *lines = hand.lines
        within = statements_in(HAND)
        after: list[Line] = []  # the set-up of the next hand, where this one has no end
        while not ended and lines and lines[-1].terminal not in within:
            after.insert(0, lines.pop())
        for line in lines:
            if line.terminal not in within:
                self._told(line, _inside(line), _moved(line, header, before=True)).outlasts_hand = True
        lines = [line for line in lines if line.terminal in within]
        self._look_at_seats(header, lines)
        if not ended:
            rest = [line for line in hand.unread if not after or line.number < after[0].number]
            self._without_end(max([header, *lines, *rest], key=lambda line: line.number))
        events = [line.event for line in [header, *lines] if line.event is not None]
        seats = [line.number for line in lines if line.terminal == "SEAT"]
        lost = [line.text for line in hand.unread if _may_be_seat(line.text) or line.number < max(seats, default=0)]
        lost += [line.text for line in lines if line.fault is not None and self._is_new_seat(line)]
        self.faults += seat_faults(events, "\n".join(lost))
        for line in after:
            self._take_outside(line)

    def _is_new_seat(self, line: Line) -> bool:
        """Has a line been taken for the seat of somebody who does nothing in the hand?"""
        return isinstance(line.event, e.Seat) and line.event.player not in self.mentioned[0]

    def _without_end(self, last: Line) -> None:
        fault = Unreadable("found no 'end' to this hand, expected it after the last statement", last.number, 1)
        end = len(last.text) + 1
        fault.fix = (Edit(last.number, end, end, "\nend"),)
        self.faults.append(fault)

    def _look_at_seats(self, header: Line, lines: Sequence[Line]) -> None:
        """Report seats that come after the hand has begun or, if they are fewer, the statements that come too early."""
        seats = [n for n, line in enumerate(lines) if line.terminal == "SEAT"]
        acts = [n for n, line in enumerate(lines) if line.terminal not in ("SEAT", "REMARK")]
        if not seats or not acts or seats[-1] < acts[0]:
            return
        late, early = [n for n in seats if n > acts[0]], [n for n in acts if n < seats[-1]]
        if len(late) <= len(early):
            last = lines[acts[0] - 1] if acts[0] else header
            for n in late:
                words = "after the hand had begun, expected every seat right after the hand's first line"
                self._told(lines[n], f"found '{_shown(lines[n])}' {words}", _moved(lines[n], last))
        else:
            for n in early:
                words = "before a seat, expected every seat right after the hand's first line"
                self._told(lines[n], f"found '{_shown(lines[n])}' {words}", _moved(lines[n], lines[seats[-1]]))

    def _told(self, line: Line, reason: str, fix: tuple[Edit, ...] = ()) -> Unreadable:
        """Report a line that stands in the wrong place, instead of what is wrong with the line itself."""
        if line.fault is None:
            line.fault = Unreadable(reason, line.number, len(line_parts(line.text)[0]) + 1)
            self.faults.append(line.fault)
        line.fault.reason, line.fault.fix = reason, fix
        return line.fault


def _may_be_seat(text: str) -> bool:
    first = text.strip(" \t").split(" ")[0]
    return first.lower().startswith("seat") or slips(first, "seat") is not None


def _others_in(event: e.Event, seats: Seats) -> list[str]:
    """Who else is named in an event, and has a seat under the same name in other letters."""
    same = {name.casefold() for name in seats}
    named = [getattr(event, field, None) for field in ("player", "of", "to")]
    return [name for name in named if isinstance(name, str) and name.casefold() in same]


def _line(number: int, text: str, statement: str, known: tuple[Any, ...], fault: Unreadable | None = None) -> Line:
    _, terminal, make, column, fields = known
    return Line(number, text, statement, terminal, make(number, column, *fields), fault)


# ---- words ----


def _shown(line: Line) -> str:
    return escaped(line_parts(line.statement)[1], 40)


def _outside(line: Line) -> str:
    if line.terminal == "END":
        return "found 'end', expected it only after a hand"
    return f"found '{_shown(line)}' outside of hands, expected it between 'hand' and 'end'"


def _inside(line: Line) -> str:
    found = f"found '{_shown(line)}' inside a hand, expected it between hands or at the head of a table"
    return f"{found}; write it before the line 'hand' if it holds for this hand, after 'end' if not"


def _advice(write: str, edit: Edit) -> str:
    if write.startswith("#"):
        return f"write it as a comment, '{escaped(write, SHOWN)}'"
    first, *others = write.split("\n")
    if others:
        return f"write '{escaped(first, SHOWN)}' and, in a line of its own, '{escaped(others[0], SHOWN)}'" + (
            " …" * (len(others) > 1)
        )
    return f"write '{escaped(write if len(write) <= SHOWN else edit.replacement, SHOWN)}'"


# ---- edits ----


def _edit(number: int, indent: int, old: str, new: str) -> Edit:
    """The edit that makes one statement of another: it replaces whole words, and no more than need be."""
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    while first and not old[first - 1].isspace():
        first -= 1
    while last and not old[len(old) - last].isspace():
        last -= 1
    return Edit(number, indent + first + 1, indent + len(old) - last + 1, new[first : len(new) - last])


def _whole_line(line: Line, new: str) -> Edit:
    indent, statement, _ = line_parts(line.text)
    return Edit(line.number, len(indent) + 1, len(indent) + len(statement) + 1, new)


def _moved(line: Line, beside: Line, before: bool = False) -> tuple[Edit, ...]:
    """The edits that take a statement to the line before or after another one."""
    indent = line_parts(line.text)[0]
    if before:
        return Edit(beside.number, 1, 1, f"{line.statement}\n"), _whole_line(line, "")
    end = len(beside.text) + 1
    return Edit(beside.number, end, end, f"\n{indent}{line.statement}"), _whole_line(line, "")


def _renamed(text: str, name: str, other: str) -> str | None:
    found = _place_of(text, name)
    return None if found is None else text[: found.start()] + spelt(other) + text[found.end() :]


def _place_of(text: str, name: str) -> re.Match[str] | None:
    forms = "|".join([re.escape(quoted(name)), rf"(?<![\w\"]){re.escape(name)}(?![\w\"])"])
    return re.compile(forms).search(text)


def show(block: Block, fault: Unreadable) -> None:
    """Add the line that a fault is about, and the edit for a name that should be another."""
    lines = block.text.split("\n")
    at = fault.line - block.report_line
    if not 0 <= at < len(lines):
        return
    fault.source = lines[at][:KEPT]
    if fault.instead is not None and not fault.fix:
        name, other = fault.instead
        found = _place_of(lines[at], name)
        if found is not None:
            fault.fix = (Edit(fault.line, found.start() + 1, found.end() + 1, spelt(other)),)
