"""Reading hand histories of text: cut before every header, each line known by the room's grammar.

Names are free text that may look like acts, so the seats are read first, and a line is taken for an act only of a
player whose name stands at its head, the longest name first. The grammar's terminals are what may follow a name, or
whole lines; lines that the grammar treats alike reach the parser as one token, and it is asked about each order of such
runs once.

A line that nobody can make sense of is kept as a remark and counted; whatever it is, it is no act.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from lark import Lark, Token, UnexpectedToken
from lark.common import LexerConf
from lark.lexer import Lexer, LexerState

from auditor import events as e
from auditor.errors import Unreadable
from auditor.logs.blocks import HAND, LONGEST_BLOCK, LONGEST_LINE, TABLE, Block, parts
from auditor.logs.grammar import groups, load_grammar
from auditor.logs.rooms.amounts import cents
from auditor.logs.rooms.hand import FIXED, RoomHand, Stakes
from auditor.logs.rooms.line_readers import READERS, Reader
from auditor.wording import shown

DEALT = "Dealt to "  # what stands before a name whose cards are shown
PIECES = ("MONEY", "ALL_IN")  # terminals that only stand inside of others
AFTER_BLANK = (":", "collected ", "said, ", "shows [", "cashed out ")  # what a line begins with once its name is lost
HEAD = 30  # lines of a hand among which its header is
POSTED = re.compile(  # a regular blind, and the amount with what may stand behind it
    r" posts (?:the )?(small|big) blind(?: of)? ?[\[(]? ?([^\[\]()\n]{1,40}?) ?[\])]?\.?$", re.MULTILINE | re.IGNORECASE
)
ALL_IN = "all-in"
ORDERS = 4096  # orders of parts that are remembered
SAYINGS = 1 << 13  # and what lines say
MEMORABLE = 160  # characters
Said = tuple[str, tuple[str, ...]]  # a terminal and its groups
Line = tuple[str, tuple[str, ...], str]  # its terminal, its groups, the player at its head


class Names:
    """The players whom a line may begin with, by the first letter: the longest name first, one that is blank last."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.known: dict[str, list[str]] = {}
        self.blank: list[str] = []
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """Another player."""
        if name:
            same = self.known.setdefault(name[0], [*self.blank])
            same.append(name)
            same.sort(key=len, reverse=True)
        else:
            self.blank = [name]
            for same in self.known.values():
                same.append(name)


NOBODY = Names()


class RoomLexer(Lexer):
    """Knows a line by the terminals of the grammar, once the name at its head is taken off."""

    __future_interface__ = 2  # what Lark calls a lexer that is given the input as it is

    def __init__(self, conf: LexerConf) -> None:
        """Join the terminals that follow a name, which have a rank, and those that are whole lines.

        In a summary, a line on a seat is what became of it, and tells of no stake.
        """
        terminals = [one for one in conf.terminals if one.name not in PIECES]
        ranked = sorted(terminals, key=lambda one: -one.priority)
        forms = [(one.name, one.pattern.to_regexp()) for one in ranked if not one.priority]
        self.after_name = Sayings([(one.name, one.pattern.to_regexp()) for one in ranked if one.priority])
        self.whole = Sayings(forms)
        self.summary = Sayings([(name, form) for name, form in forms if name != "SEAT"])
        self.groups: dict[str, int] = {}  # of alternatives in the grammar that a terminal belongs to
        self.accepted: set[tuple[str, ...]] = set()

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:  # noqa: ARG002
        """The parts of a hand for the parser."""
        runs: Any = lexer_state.text
        for kind, line in runs:
            yield Token(kind, "", line=line, column=1)

    def line(self, text: str, names: Names, over: bool = False) -> Line | None:
        """What a line says, in the play or once that is over; None if nobody can tell, or should try."""
        if len(text) > LONGEST_LINE:
            return None
        if over:
            found = self.summary.said(text)
            return None if found is None else (*found, "")
        if text.startswith(DEALT) and (dealt := self._dealt(text[len(DEALT) :], names)) is not None:
            return dealt
        for name in names.known.get(text[:1], names.blank):
            if text.startswith(name):
                found = self.after_name.said(text[len(name) :])
                if found is not None and found[0] != "DEALT":
                    return *found, name
        found = self.whole.said(text)
        return None if found is None else (*found, "")

    def _dealt(self, text: str, names: Names) -> Line | None:
        """Whose cards a line shows."""
        for name in names.known.get(text[:1], names.blank):
            found = self.after_name.said(text[len(name) :]) if text.startswith(name) else None
            if found is not None and found[0] == "DEALT":
                return *found, name
        return None


class Sayings:
    """Terminals joined into one pattern, and what they made of texts: players say the same over and over."""

    def __init__(self, forms: list[tuple[str, str]]) -> None:
        """Compile the pattern. An empty group after each terminal tells which it was, and which groups are its own."""
        self.pattern = re.compile("|".join(f"(?:{form})(?P<{name}>)" for name, form in forms))
        ends = [self.pattern.groupindex[name] for name, _ in forms]
        spans = zip(forms, [0, *ends[:-1]], ends, strict=True)
        self.slots = {end: (name, range(before + 1, end)) for (name, _), before, end in spans}
        self.memory: dict[str, Said | None] = {}

    def said(self, text: str) -> Said | None:
        """What a text says; None if nothing that the terminals know."""
        try:
            return self.memory[text]
        except KeyError:
            found = self._matched(text)
        if len(text) <= MEMORABLE:
            if len(self.memory) >= SAYINGS:
                self.memory.clear()
            self.memory[text] = found
        return found

    def _matched(self, text: str) -> Said | None:
        match = self.pattern.fullmatch(text)
        if match is None or match.lastindex is None:
            return None
        name, own = self.slots[match.lastindex]
        return name, match.group(0, *own)[1:] if own else ()


def _plain(text: str) -> str:
    """Lines without the spaces around them, but for those of a player whose name is made of them."""
    lines = text.replace("\xa0", " ").split("\n")
    return "\n".join([line.rstrip() if (bare := line.strip()).startswith(AFTER_BLANK) else bare for line in lines])


def _tidied(chunks: Iterable[str]) -> Iterator[str]:
    """A text that comes in pieces, with plain lines, none of which is in two pieces."""
    rest = ""
    for chunk in chunks:
        whole, newline, rest = (rest + chunk).rpartition("\n")
        if len(rest) > LONGEST_BLOCK:
            raise Unreadable(f"found a line of more than {LONGEST_BLOCK:,} characters", 1, 1)
        yield _plain(whole) + newline
    yield _plain(rest)


def _as_posted(stakes: Stakes, text: str) -> Stakes:
    """The stakes by the blinds put up: the room puts them up for the players, so it is the header that errs.

    One of them alone that is less may be somebody's last chips. Where the header of a tournament's hand tells already
    of the next level, that is no error.
    """
    posted = {which.lower(): amount for which, amount in reversed(POSTED.findall(text)) if ALL_IN not in amount.lower()}
    if stakes.pair is None or stakes.limit == FIXED or stakes.button_blind or len(posted) < 2:
        return stakes
    try:
        small, big = (cents(posted[which], stakes.line, stakes.decimal) for which in ("small", "big"))
    except (Unreadable, KeyError):  # which the hand itself will tell
        return stakes
    stated = stakes.pair
    if (small <= stated[0] and big <= stated[1]) and (small == stated[0] or big == stated[1]):
        return stakes
    level = stakes.tournament is not None and small * stated[1] == big * stated[0]
    return replace(stakes, pair=(small, big), stated=None if level else stated)


@dataclass(slots=True, frozen=True)
class Head:
    """A hand that is to be read: its text and where that begins, its lines, and what their head tells."""

    text: str
    line: int
    lines: list[str]
    stakes: Stakes | None  # None if no line is the header of a hand


@dataclass(slots=True)
class TextRoom:
    """A room that writes text: its grammar, how a hand begins, what its header tells, what its terminals mean.

    `begins` finds the first line of a hand in a text of many, its group the number of the hand. `stakes` is given the
    first line that the grammar calls HEADER, with the lines of the hand; `cancelled` says why a hand is none, by one of
    its lines.
    `finish` is given the hand once all its lines are read, with them: what only the whole tells.
    """

    grammar: str
    begins: re.Pattern[str]
    day: Callable[[list[str]], date | None]
    stakes: Callable[[tuple[str, ...], list[str], Block], Stakes]
    readers: Mapping[str, Reader] = field(default_factory=lambda: READERS)
    cancelled: Mapping[str, str] = field(default_factory=dict)
    names: Callable[[list[str]], list[str]] = lambda _lines: []  # of players who have no seat line
    finish: Callable[[RoomHand, list[str]], None] = lambda _hand, _lines: None
    _parser: Lark | None = None
    _latest: Head | None = None

    def parser(self) -> Lark:
        """The parser of such hands, built when it is first needed."""
        if self._parser is None:
            self._parser = load_grammar(self.grammar, [HAND], RoomLexer)
            self._parser.parser.lexer.groups = groups(self._parser)
        return self._parser

    @property
    def lexer(self) -> RoomLexer:
        """What knows the lines of such hands."""
        lexer: RoomLexer = self.parser().parser.lexer
        return lexer

    # ---- cutting ----

    def blocks(self, chunks: Iterable[str]) -> Iterator[Block | Unreadable]:
        """A table and a hand for each header in the file."""
        for part in parts(_tidied(chunks), self.begins):
            if isinstance(part, Unreadable):
                yield part
            else:
                yield from self._cut(*part)

    def last(self, text: str) -> int:
        """Where the last hand of a text of whole lines begins; -1 if none does."""
        at = len(text)
        for line in reversed(text.split("\n")):
            at -= len(line)
            if self.begins.match(_plain(line)) is not None:
                return at
            at -= 1
        return -1

    def _cut(self, start: int, text: str) -> Iterator[Block | Unreadable]:
        header = self.begins.match(text)
        if header is None:
            stray = next((line for line in text.split("\n") if line and not self._beside(line)), None)
            if stray is not None:
                yield Unreadable(f"found {shown(stray, 40)!r} before any hand, expected the header of one", start, 1)
            return
        day = self.day(text.split("\n", HEAD)[:HEAD])
        yield Block(TABLE, text, start, start, day=day)
        yield Block(HAND, text, start, start, header[1], day)

    def _beside(self, line: str) -> bool:
        """Is this a line that says nothing of a hand?"""
        found = self.lexer.line(line, NOBODY)
        return found is not None and found[0] in ("ASIDE", "OBSERVED", "OVERHEARD")

    # ---- reading ----

    def read_block(self, block: Block) -> list[e.Event]:
        """The set-up of the table that a hand was played at, or the hand."""
        head = self._head(block)
        if block.kind == TABLE:
            return [e.TableOpened(block.line, 1, "?")] if head.stakes is None else head.stakes.events()
        if head.stakes is None:
            raise Unreadable(f"found {shown(head.lines[0], 60)!r}, expected the header of a hand", block.line, 1)
        return self._hand(head.lines, head.stakes, block)

    def _head(self, block: Block) -> Head:
        """What the head of a hand tells. It is asked twice, for the table and for the hand, one after the other."""
        latest = self._latest
        if latest is None or latest.text is not block.text or latest.line != block.line:
            lines = block.text.split("\n")
            said = (self.lexer.line(text, NOBODY) for text in lines[:HEAD])
            header = next((found for found in said if found is not None and found[0] == "HEADER"), None)
            stakes = None if header is None else _as_posted(self.stakes(header[1], lines, block), block.text)
            self._latest = latest = Head(block.text, block.line, lines, stakes)
        return latest

    def _hand(self, lines: list[str], stakes: Stakes, block: Block) -> list[e.Event]:
        if stakes.partial:
            raise Unreadable("the room saw only a part of this hand", block.line, 1)
        if stakes.variant is None:
            raise Unreadable(f"no rulebook has the game {shown(stakes.game, 40)}", block.line, 1)
        for number, text in enumerate(lines, block.line) if self.cancelled.keys() & lines else ():
            if text in self.cancelled:
                raise Unreadable(self.cancelled[text], number, 1)
        hand = RoomHand(stakes, block.number or "?")
        names, over = Names(self.names(lines)), False
        runs: list[tuple[str, int]] = []  # of lines that the grammar treats alike: the first one's terminal and number
        allowed = -1  # the groups that allow every line of a run; no line has this
        line, groups, readers = self.lexer.line, self.lexer.groups, self.readers
        for number, text in enumerate(lines, block.line):
            if not text:
                continue
            found = line(text, names, over)
            if found is None:
                hand.remark(text, "unknown", number)
                continue
            kind, fields, name = found
            own = groups[kind]
            if own & allowed != allowed:
                allowed = own
                runs.append((kind, number))
            if kind in readers:
                readers[kind](hand, fields, name, number)
            if kind == "SEAT":
                names.add(fields[1])
            elif kind == "SUMMARY":
                over = True
            hand.last = number
        self._in_order(runs, block)
        self.finish(hand, lines)
        return hand.events()

    def _in_order(self, runs: list[tuple[str, int]], block: Block) -> None:
        """Have the parser say whether these parts of a hand, in this order, are one."""
        lexer, order = self.lexer, tuple([kind for kind, _ in runs])
        if order in lexer.accepted:
            return
        try:
            self.parser().parse(runs, start=HAND)
        except UnexpectedToken as error:
            if error.token.type == "$END":
                last = block.line + block.text.count("\n")
                raise Unreadable("found the end of the hand before it was over", last, 1) from None
            raise Unreadable("found a line of another part of a hand here", error.token.line or block.line, 1) from None
        if len(lexer.accepted) > ORDERS:
            lexer.accepted.clear()
        lexer.accepted.add(order)
