"""Reading hand histories of text: cut before every header, each line known by the room's grammar.

Names are free text that may look like acts, so the seats are read first, and a line is taken for an act only of a
player whose name stands at its head, the longest name first. The grammar's terminals are what may follow a name, or
whole lines; the parser is shown the order of the parts of a hand, and asked about each order once.

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
from auditor.logs.blocks import HAND, LONGEST_LINE, TABLE, Block, lines_of, stretches
from auditor.logs.grammar import load_grammar
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
SAYINGS = 1 << 14  # and what lines say after a name
Line = tuple[str, tuple[str, ...], str | None]  # its terminal, its groups, the player at its head
Patterns = tuple[re.Pattern[str], dict[int, tuple[str, int]]]


class RoomLexer(Lexer):
    """Knows a line by the terminals of the grammar, once the name at its head is taken off."""

    __future_interface__ = 2  # what Lark calls a lexer that is given the input as it is

    def __init__(self, conf: LexerConf) -> None:
        """Join the terminals that follow a name, which have a rank, and those that are whole lines."""
        terminals = [one for one in conf.terminals if one.name not in PIECES]
        ranked = sorted(terminals, key=lambda one: -one.priority)
        self.after_name = _joined([(one.name, one.pattern.to_regexp()) for one in ranked if one.priority])
        self.whole = _joined([(one.name, one.pattern.to_regexp()) for one in ranked if not one.priority])
        self.accepted: set[tuple[str, ...]] = set()
        self.said: dict[str, tuple[str, tuple[str, ...]] | None] = {}  # what followed names in lines before

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:  # noqa: ARG002
        """The parts of a hand for the parser."""
        tokens: Any = lexer_state.text
        yield from tokens

    def line(self, text: str, names: list[str]) -> Line | None:
        """What a line says; None if nobody can tell, or should try."""
        if len(text) > LONGEST_LINE:
            return None
        for start in (len(DEALT), 0) if text.startswith(DEALT) else (0,):
            for name in names:
                if text.startswith(name, start):
                    found = self._after(text, start + len(name))
                    if found is not None and (found[0] == "DEALT") == bool(start):
                        return *found, name
        found = _matched(self.whole, text, 0)
        return None if found is None else (*found, None)

    def _after(self, text: str, start: int) -> tuple[str, tuple[str, ...]] | None:
        """What the rest of a line says. Players say the same over and over, so most of it has been heard before."""
        rest = text[start:]
        if rest not in self.said:
            if len(self.said) >= SAYINGS:
                self.said.clear()
            self.said[rest] = _matched(self.after_name, text, start)
        return self.said[rest]


def _plain(line: str) -> str:
    """A line without the spaces around it, but for those of a player whose name is made of them."""
    line = line.replace("\xa0", " ")
    text = line.strip()
    return line.rstrip() if text.startswith(AFTER_BLANK) else text


def _joined(forms: list[tuple[str, str]]) -> Patterns:
    """Terminals as one pattern, and for the empty group after each its name and where its own groups begin."""
    pattern = re.compile("|".join(f"(?:{form})(?P<{name}>)" for name, form in forms))
    ends = [pattern.groupindex[name] for name, _ in forms]
    begins = [1, *[end + 1 for end in ends[:-1]]]
    return pattern, {end: (name, begin) for (name, _), begin, end in zip(forms, begins, ends, strict=True)}


def _matched(patterns: Patterns, text: str, start: int) -> tuple[str, tuple[str, ...]] | None:
    pattern, slots = patterns
    match = pattern.fullmatch(text, start)
    if match is None or match.lastindex is None:
        return None
    name, begin = slots[match.lastindex]
    return name, tuple([match[number] for number in range(begin, match.lastindex)])


def _as_posted(stakes: Stakes, text: str) -> Stakes:
    """The stakes by the blinds put up: the room puts them up for the players, so it is the header that errs.

    One of them alone that is less may be somebody's last chips, unless the player has more. Where the header of a
    tournament's hand tells already of the next level, that is no error.
    """
    first = {one[1].lower(): one for one in reversed([*POSTED.finditer(text)]) if ALL_IN not in one[2].lower()}
    posted = {which: one[2] for which, one in first.items()}
    if stakes.pair is None or stakes.limit == FIXED or stakes.button_blind or len(posted) < 2:
        return stakes
    try:
        small, big = (cents(posted[which], stakes.line, stakes.decimal) for which in ("small", "big"))
    except (Unreadable, KeyError):  # which the hand itself will tell
        return stakes
    stated = stakes.pair
    if (small <= stated[0] and big <= stated[1]) and (small == stated[0] or big == stated[1]):
        less = ("small", small) if small < stated[0] else ("big", big)
        if (small, big) == stated or not _has_more(first[less[0]], less[1], stakes):
            return stakes
    level = stakes.tournament is not None and small * stated[1] == big * stated[0]
    return replace(stakes, pair=(small, big), stated=None if level else stated)


def _has_more(posted: re.Match[str], amount: int, stakes: Stakes) -> bool:
    """Does the player of this line sit down with more than this and an ante, which is no more than a big blind?"""
    text = posted.string
    name = re.escape(text[text.rfind("\n", 0, posted.start()) + 1 : posted.start()].removesuffix(":"))
    seat = re.search(rf"^Seat ?[0-9]+ ?: ?{name} ?\(([^()\n]{{1,40}})", text, re.MULTILINE | re.IGNORECASE)
    try:
        return seat is not None and cents(seat[1], stakes.line, stakes.decimal) > amount + (stakes.pair or (0, 0))[1]
    except Unreadable:  # which the hand itself will tell
        return False


@dataclass(slots=True)
class TextRoom:
    """A room that writes text: its grammar, how a hand begins, what its header tells, what its terminals mean.

    `begins` finds the first line of a hand, its group the number of the hand. `stakes` is given the first line that
    the grammar calls HEADER, with the lines of the hand; `cancelled` says why a hand is none, by one of its lines.
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

    def parser(self) -> Lark:
        """The parser of such hands, built when it is first needed."""
        if self._parser is None:
            self._parser = load_grammar(self.grammar, [HAND], RoomLexer)
        return self._parser

    # ---- cutting ----

    def blocks(self, chunks: Iterable[str]) -> Iterator[Block | Unreadable]:
        """A table and a hand for each header in the file; some clients begin lines with a zero byte."""
        lines = (_plain(line) for line in lines_of(chunk.replace("\0", "") for chunk in chunks))
        for part in stretches(lines, lambda line: self.begins.match(line) is not None):
            if isinstance(part, Unreadable):
                yield part
            else:
                yield from self._cut(*part)

    def last(self, text: str) -> int:
        """Where the last hand of a text of whole lines begins; -1 if none does."""
        at = len(text)
        for line in reversed(text.split("\n")):
            at -= len(line)
            if self.begins.match(_plain(line.replace("\0", " "))) is not None:
                return at
            at -= 1
        return -1

    def _cut(self, start: int, lines: list[str]) -> Iterator[Block | Unreadable]:
        header = self.begins.match(lines[0])
        if header is None:
            text = next((line for line in lines if line and not self._beside(line)), None)
            if text is not None:
                yield Unreadable(f"found {shown(text, 40)!r} before any hand, expected the header of one", start, 1)
            return
        text = "\n".join(lines)
        yield Block(TABLE, text, start, start)
        yield Block(HAND, text, start, start, header[1], self.day(lines))

    def _beside(self, line: str) -> bool:
        """Is this a line that says nothing of a hand?"""
        lexer: RoomLexer = self.parser().parser.lexer
        found = lexer.line(line, [])
        return found is not None and found[0] in ("ASIDE", "OBSERVED", "OVERHEARD")

    # ---- reading ----

    def read_block(self, block: Block) -> list[e.Event]:
        """The set-up of the table that a hand was played at, or the hand."""
        lines = block.text.split("\n")
        lexer: RoomLexer = self.parser().parser.lexer
        header = next(
            (found for text in lines[:HEAD] if (found := lexer.line(text, [])) and found[0] == "HEADER"), None
        )
        if header is None:
            if block.kind == TABLE:
                return [e.TableOpened(block.line, 1, "?")]
            raise Unreadable(f"found {shown(lines[0], 60)!r}, expected the header of a hand", block.line, 1)
        stakes = _as_posted(self.stakes(header[1], lines, block), block.text)
        if block.kind == TABLE:
            return stakes.events()
        return self._hand(lexer, lines, stakes, block)

    def _hand(self, lexer: RoomLexer, lines: list[str], stakes: Stakes, block: Block) -> list[e.Event]:
        if stakes.variant is None:
            raise Unreadable(f"no rulebook has the game {shown(stakes.game, 40)}", block.line, 1)
        for number, text in enumerate(lines, block.line):
            if text in self.cancelled:
                raise Unreadable(self.cancelled[text], number, 1)
        hand = RoomHand(stakes, block.number or "?")
        names = sorted(self.names(lines), key=len, reverse=True)
        order: list[Token] = []
        over = False
        for number, text in enumerate(lines, block.line):
            if not text:
                continue
            found = lexer.line(text, [] if over else names)
            if found is None:
                hand.remark(text, "unknown", number)
                continue
            kind, fields, name = found
            if over and kind == "SEAT":
                kind = "SEAT_RESULT"
            if not order or order[-1].type != kind:
                order.append(Token(kind, "", line=number, column=1))
            if kind == "SEAT":
                names = sorted([*names, fields[1]], key=len, reverse=True)
            over = over or kind == "SUMMARY"
            reader = self.readers.get(kind)
            if reader is not None:
                reader(hand, fields, name or "", number)
            hand.last = number
        self._in_order(lexer, order, block)
        self.finish(hand, lines)
        return hand.events()

    def _in_order(self, lexer: RoomLexer, order: list[Token], block: Block) -> None:
        """Have the parser say whether these parts of a hand, in this order, are one."""
        key = tuple([token.type for token in order])
        if key in lexer.accepted:
            return
        try:
            self.parser().parse(order, start=HAND)
        except UnexpectedToken as error:
            if error.token.type == "$END":
                last = block.line + block.text.count("\n")
                raise Unreadable("found the end of the hand before it was over", last, 1) from None
            raise Unreadable("found a line of another part of a hand here", error.token.line or block.line, 1) from None
        if len(lexer.accepted) > ORDERS:
            lexer.accepted.clear()
        lexer.accepted.add(key)
