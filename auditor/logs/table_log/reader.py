"""Reads the table log, the project's own format, through `grammars/table_log.lark`.

A log is cut at its headers and read a hand at a time, so that a hand that cannot be read leaves its neighbours alone.
The grammar's terminals are whole lines. `LineLexer` matches all of them at once, keeps their groups, and hands the
parser one token for each run of lines that the grammar treats alike.

A line that has come before is not matched again: its event is built from the remembered fields. Neither is a line that
says of a known player what another line said of somebody else: only the name is new. And the parser is asked about each
order of runs only once, because there are few orders and it sees nothing else of the runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache
from typing import Any

from auditor.logs.blocks import BETWEEN, HAND, LONGEST_BLOCK, LONGEST_LINE, TABLE, Block, last_match
from auditor.logs.table_log.grammar import LineGrammar, load_grammar
from auditor.logs.table_log.statements import MAKERS, WrongStatement
from auditor.logs.table_log.usual_lines import LONGEST_WORD, USUAL_LINES, plain_act, plain_name
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable, first_of
from auditor.vocabulary.records import field, record_class
from auditor.vocabulary.wording import escaped

MEMORY = 1 << 14  # remembered lines; a table's talk repeats itself, so more would not help
MEMORABLE = 120  # characters of a line worth remembering
FORGOTTEN = {"DEAL", "HAND"}  # lines that hardly ever come twice

COMMON = "CALL FOLD CHECK SEAT RAISE BET COMMUNAL WIN POT SHOW POST PASS BUCK PROCEDURE CUT HAND DEAL END".split()
USUAL = {
    *COMMON,
    *"LOG TABLE RULES DATE LIMIT RECORDS OPEN CLOSE NOTICE BURN RETURN MUCK BETS BLINDS ANNOUNCE_POT".split(),
}
"""Statements to try first. No line is two statements, so the order affects nothing but speed."""

BLANK = re.compile(r"(?<=[a-z)]) (?=[a-z(])")  # between two words of a pattern: any blank space will do
QUOTED = '("'  # the pattern of a name begins like this
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz#") | {""}  # first characters of a line that does not begin with a name

NO_STATEMENT = "found no statement of the table log"  # until somebody asks what is wrong

Known = tuple[int, str, type[e.Event], int, tuple[Any, ...]]
"""A recognised line: the rules that have it as an alternative, its terminal, its event's type, column and fields."""
AfterName = tuple[int, str, type[e.Event], tuple[Any, ...]]
"""The same for what stands after the name that a line begins with. The name is the first field of the event."""


@record_class
class Lexed:
    """The lines of a block: their events, where runs of like lines begin, and whether all lines are statements.

    A run is noted as the terminal of one line that speaks for all of the run, with the place of that line.
    """

    events: list[e.Event] = field(default_factory=list)
    runs: list[tuple[str, int, int]] = field(default_factory=list)
    whole: bool = True


class Lines:
    """Line terminals joined into one pattern after a head they share, and which groups belong to which terminal."""

    def __init__(self, head: str, forms: dict[str, str]) -> None:
        """Compile the pattern: blank space, a statement or none, and a comment or none.

        An empty group after each statement tells which one matched. If it stood in front of the statement, `re` could
        not pass over statements at once that begin with another letter.
        """
        alternatives = "|".join(f"(?:{form})(?P<{name}>)" for name, form in forms.items())
        optional = "" if head else "?"  # a blank line is no statement, and begins with no name
        self.pattern = re.compile(rf"[ \t]*+{head}(?:{alternatives}){optional}[ \t]*+(?:#.*)?")
        shared = tuple(range(1, 1 + re.compile(head).groups))
        ends = [self.pattern.groupindex[name] for name in forms]
        spans = zip(forms, [len(shared), *ends[:-1]], ends, strict=True)
        self.slots = {end: (name, (*shared, *range(before + 1, end))) for name, before, end in spans}


class AllLines:
    """Such patterns: one for what nearly every log says, and for the rest one a first letter, when a line needs it."""

    def __init__(self, head: str, forms: dict[str, str]) -> None:
        """Sort the statements; a pattern is compiled when a line needs it."""
        self.head = head
        self._usual = {name: form for name, form in forms.items() if name in USUAL}
        self._rest = {name: form for name, form in forms.items() if name not in USUAL}
        self._by_letter: dict[str, Lines] = {}
        self._lines: Lines | None = None

    @property
    def usual(self) -> Lines:
        """The pattern for what nearly every log says."""
        if self._lines is None:
            self._lines = Lines(self.head, self._usual)
        return self._lines

    def rest(self, letter: str) -> Lines:
        """The pattern for what few logs say, as far as that may begin with this letter; all of it if none is given."""
        if letter not in self._by_letter:
            fitting = {
                name: form
                for name, form in self._rest.items()
                if not letter or form[0] == letter or not form[0].isalpha()  # what is no letter begins a choice
            }
            self._by_letter[letter] = Lines(self.head, fitting)
        return self._by_letter[letter]

    def match(self, text: str, letter: str = "") -> tuple[re.Match[str], Lines] | None:
        """Match a line whose statement begins with this letter, and tell which of the patterns matched it."""
        if (match := self.usual.pattern.fullmatch(text)) is not None:
            return match, self.usual
        rest = self.rest(letter)
        match = rest.pattern.fullmatch(text)
        return None if match is None else (match, rest)


class LineLexer:
    """Matches whole lines against the grammar's terminals, and merges runs of lines that the grammar treats alike."""

    def __init__(self, grammar: LineGrammar) -> None:
        """Join the line terminals of the grammar into two patterns: lines that begin with a name, and all others."""
        self.grammar = grammar
        patterns = {name: pattern for name, pattern in grammar.patterns.items() if name in MAKERS}
        found = {name: BLANK.sub(r"[ \\t]+", pattern) for name, pattern in patterns.items()}
        forms = {name: found[name] for name in dict.fromkeys([*COMMON, *found])}
        named = {name: form for name, form in forms.items() if form.startswith(QUOTED)}
        head = named["FOLD"].removesuffix("folds")  # nothing but the name and the gap after it
        self.named = AllLines(head, {name: form.removeprefix(head) for name, form in named.items()})
        self.others = AllLines("", {name: form for name, form in forms.items() if name not in named})
        self.memory: dict[str, Known] = {}
        self.players: dict[str, str] = {}  # names at the beginning of lines, each with the form in which it is compared
        self.after_name: dict[str, AfterName] = {}  # what followed a name in lines that were matched
        self.rules = grammar.groups
        self.accepted: set[tuple[str, ...]] = set()  # orders of runs, each after the kind of its block

    def read(self, block: Block) -> Lexed:
        """Read the lines of a block, as far as they match."""
        lexed = Lexed()
        events, runs, memory = lexed.events, lexed.runs, self.memory
        number = block.line
        current = -1  # the rules that allow all lines of the run; -1 before the first
        try:
            for text in block.text.split("\n"):
                known = memory.get(text) or (self.recognise(text, number) if text else None)
                if known is not None:
                    rules, name, make, column, fields = known
                    if rules & current != current:
                        if runs and rules & current:  # fewer rules allow the run with this line, so it speaks for all
                            current &= rules
                            runs[-1] = name, number, column
                        else:
                            current = rules
                            runs.append((name, number, column))
                    events.append(make(number, column, *fields))
                number += 1
        except Unreadable:
            lexed.whole = False
        return lexed

    def recognise(self, text: str, number: int) -> Known | None:
        """What a line says; None if it says nothing. Raises Unreadable if it is no statement."""
        if len(text) > LONGEST_LINE:
            reason = f"found a line of {len(text):,} characters, expected at most {LONGEST_LINE:,}"
            raise Unreadable(reason, number, 1)
        statement = text.lstrip(" \t")
        column = len(text) - len(statement) + 1
        known: Known | None
        if statement[:1] in PLAIN:
            known = self._usual(statement, column) or self._plain(text, number, column)
            if known is None or known[1] in FORGOTTEN:
                return known
        else:
            name, _, rest = statement.partition(" ")
            player, after_name = self.players.get(name), self.after_name.get(rest)
            if player is None or after_name is None:
                player, after_name = self._act(name, rest)
            if player is not None and after_name is not None:
                rules, terminal, make, fields = after_name
                known = rules, terminal, make, column, (player, *fields)
            else:
                known = self._named(text, number, column)
        if len(text) <= MEMORABLE:
            if len(self.memory) >= MEMORY:
                self.memory.clear()
            self.memory[text] = known
        return known

    def _usual(self, statement: str, column: int) -> Known | None:
        """Take a line apart that is of a usual kind and written in the plainest way."""
        usual = USUAL_LINES.get(statement[:LONGEST_WORD])
        fields = usual[1](statement, self.players) if usual is not None else None
        if usual is None or fields is None:
            return None
        return self.rules[usual[0]], usual[0], MAKERS[usual[0]][0], column, fields

    def _act(self, name: str, rest: str) -> tuple[str | None, AfterName | None]:
        """A player and what stands after the name, if both are written in the plainest way or have come before."""
        player = self.players.get(name) or (name if plain_name(name) else None)
        found = self.after_name.get(rest)
        if player is not None and found is None and (act := plain_act(rest)) is not None:
            found = self.rules[act[0]], act[0], MAKERS[act[0]][0], act[1]
        if player is not None and found is not None and len(name) + len(rest) < MEMORABLE:
            self._remember(name, player, rest, found)
        return player, found

    def _remember(self, name: str, player: str, rest: str, after_name: AfterName) -> None:
        """Remember a name and what follows it, each by itself."""
        if len(self.after_name) >= MEMORY or len(self.players) >= MEMORY:
            self.after_name.clear()
            self.players.clear()
        self.players[name] = player
        self.after_name[rest] = after_name

    def _plain(self, text: str, number: int, column: int) -> Known | None:
        """Match a line that does not begin with a name."""
        found = self.others.match(text, text[column - 1 : column])
        if found is None:
            raise Unreadable(NO_STATEMENT, number, column)
        return self._known(*found, number, column) if found[0].lastindex else None

    def _named(self, text: str, number: int, column: int) -> Known:
        """Match a line that begins with a name."""
        found = self.named.match(text)
        if found is None:
            raise Unreadable(NO_STATEMENT, number, column)
        match = found[0]
        known = rules, terminal, make, _, (player, *fields) = self._known(*found, number, column)
        name, gap = match[1], match.end(1)
        if name[0] != '"' and text[gap] == " " and len(text) <= MEMORABLE:
            self._remember(name, player, text[gap + 1 :], (rules, terminal, make, tuple(fields)))
        return known

    def _known(self, match: re.Match[str], lines: Lines, number: int, column: int) -> Known:
        end = match.lastindex
        assert end is not None
        name, groups = lines.slots[end]
        make, convert = MAKERS[name]
        try:
            if groups:
                fields = convert(*match.group(0, *groups)[1:])
            else:
                fields = convert(match.string[column - 1 : match.start(end)])
        except WrongStatement as error:
            piece = match[0].find(error.piece, column - 1)
            raise Unreadable(str(error), number, max(piece + 1, column)) from None
        return self.rules[name], name, make, column, fields


@cache
def lexer() -> LineLexer:
    """The lexer of the table log, which has its grammar."""
    return LineLexer(load_grammar("table_log", [TABLE, BETWEEN, HAND]))


def read_block(block: Block) -> list[e.Event]:
    """Read the events of one block, in order. Raises Unreadable, with all that is wrong with the block."""
    known = lexer()
    lexed = known.read(block)
    if not lexed.whole:
        raise first_of(diagnose(block)[1])
    order = (block.kind, *[run[0] for run in lexed.runs])
    if order not in known.accepted:
        place = known.grammar.misplaced(block.kind, order[1:])
        if place is not None:
            line = lexed.runs[min(place, len(lexed.runs) - 1)][1] if lexed.runs else block.line
            misplaced = Unreadable("found a line that does not belong here", line, 1)
            raise first_of(diagnose(block)[1] or [misplaced])
        known.accepted.add(order)
    return lexed.events


def diagnose(block: Block) -> tuple[list[e.Event], list[Unreadable]]:
    """Find everything that is wrong with a block, and what can be read of it if it is no hand."""
    from auditor.logs.table_log.diagnosis import Diagnosis  # only a faulty log needs it

    found = Diagnosis(block, lexer().recognise)
    return found.events, found.faults


def point_at(block: Block, fault: Unreadable) -> None:
    """Add the line of a block that a fault is about, and the edit that puts it right if the fault says how."""
    from auditor.logs.table_log.diagnosis import show

    show(block, fault)


# ---- cutting ----

HEADER = (
    r"(?P<line>[ \t]*+(?:(?P<table>table)(?=[ \t\n]|\Z)"
    r"|(?P<hand>hand)(?=[ \t\n]|\Z)[ \t]*(?P<number>[^\s#]*)(?P<rest>[^\n]*)"
    r"|(?P<end>end)(?=[ \t]*(?:#[^\n]*)?(?:\n|\Z))))"
)
FIRST, LATER = re.compile(HEADER), re.compile(r"\n" + HEADER)  # a pattern that begins with a letter is found quickly
TABLE_LINE = re.compile(r"^[ \t]*+table(?=[ \t\n])", re.MULTILINE)
DAY = re.compile(r"[^#]*[ \t]on[ \t]+([0-9]{4}-[0-9]{2}-[0-9]{2})")
LASTING = ("notice", "agreed", "objected", "no agreement", "no objection", "dealer", "dealer-change")
"""Statements that stay in force after the hand they stand in."""
SIGNS = ("notice", "agree", "object", "dealer ", "dealer\t", "dealer-")  # one is there, if such a statement may be
PASSING = re.compile(rf"^(?![ \t]*(?:{'|'.join(LASTING)})(?![^\s#])).*$", re.MULTILINE)


def blocks(chunks: Iterable[str]) -> Iterator[Block | Unreadable]:
    """Cut a log at its headers: a table with its set-up, a hand with its `end`, and what stands between hands."""
    cutter = StatementCutter()
    for chunk in chunks:
        yield from cutter.cut(chunk)
    yield from cutter.cut("", last=True)


def last_table(text: str) -> int:
    """Where the last table of a text of whole lines begins; -1 if there is none."""
    return last_match(TABLE_LINE, text)


def _headers(text: str, whole: int) -> Iterator[re.Match[str]]:
    """The headers in the whole lines of a text."""
    first = FIRST.match(text, 0, whole)
    if first is not None:
        yield first
    yield from LATER.finditer(text, 0, whole)


class StatementCutter:
    """Cuts a text that comes in pieces. A block that may still grow waits; one that grows too long is left out."""

    def __init__(self) -> None:
        self.waiting = ""
        self.line = 1
        self.kind = BETWEEN  # of the block that is waiting
        self.header: re.Match[str] | None = None
        self.dropping = False  # passing over the rest of a block that was too long

    @property
    def inside(self) -> bool:
        """Has a hand begun that has not ended?"""
        return self.kind == HAND

    def cut(self, chunk: str, last: bool = False) -> Iterator[Block | Unreadable]:
        """Give the blocks that are complete with this piece of text."""
        text = self.waiting + chunk
        whole = len(text) if last else text.rfind("\n") + 1
        start = 0
        for header in _headers(text, whole):
            if header["end"] and self.kind != HAND:
                continue  # the block in which it stands reports it
            stop = text.find("\n", header.end()) + 1 or len(text) if header["end"] else header.start("line")
            if stop > start:
                yield from self._block(text[start:stop], ended=bool(header["end"]))
            self.kind = HAND if header["hand"] else TABLE if header["table"] else BETWEEN
            self.header, start = header, stop
        self.waiting = text[start:]
        if last:
            yield from self._block(self.waiting, ended=False)
        elif len(self.waiting) > LONGEST_BLOCK:
            yield from self._drop()

    def _block(self, text: str, ended: bool) -> Iterator[Block | Unreadable]:
        line = self.line
        self.line += text.count("\n")
        if self.dropping:
            self.dropping = False
            return
        number, day = self._number_and_day() if self.kind == HAND else (None, None)
        if len(text) > LONGEST_BLOCK:
            what = f"hand {number}" if number else "a stretch without a hand or table"
            reason = f"found {what} of more than {LONGEST_BLOCK:,} characters, expected 'end' or a header before that"
            yield Unreadable(reason, line, 1, number)
        elif text:
            signs = [sign for sign in SIGNS if sign in text]  # quicker than any(…), as there is seldom one
            lasting = PASSING.sub("", text) if signs else ""
            broken_off = 0 if ended or self.kind != HAND else line + text.rstrip().count("\n")
            yield Block(self.kind, text, line, line, number, day, lasting, broken_off)

    def _number_and_day(self) -> tuple[str, date | None]:
        """The number and the day of a hand, as far as its header gives them."""
        assert self.header is not None
        found = DAY.match(self.header["rest"])
        try:
            day = date.fromisoformat(found[1]) if found else None
        except ValueError:  # reported when the hand is read
            day = None
        return escaped(self.header["number"], 40) or "?", day

    def _drop(self) -> Iterator[Block | Unreadable]:
        """Give up a block that does not end. Of a line that has only begun, enough is kept to recognise a header."""
        yield from self._block(self.waiting, ended=False)
        self.waiting = self.waiting[self.waiting.rfind("\n") + 1 :][:LONGEST_LINE]
        self.dropping = True


def cutter() -> StatementCutter:
    """A cutter for a log that is still being written."""
    return StatementCutter()
