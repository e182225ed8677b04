"""Hand histories as PokerStars and GGPoker write them, read through `grammars/hand_history.lark`.

Every hand stands for itself: its header names the game and the stakes. Names are free text that may look like acts, so
the seats are read first, and a line is taken for an act only of a player whose name stands at its head, the longest
name first. The grammar's terminals are what may follow a name, or whole lines; the parser is shown the order of the
parts of a hand, and asked about each order once.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any

from lark import Lark, Token, UnexpectedToken
from lark.common import LexerConf
from lark.lexer import Lexer, LexerState

from auditor import events as e
from auditor.data import folder
from auditor.errors import Unreadable
from auditor.logs.blocks import HAND, LONGEST_LINE, TABLE, Block, lines_of, stretches
from auditor.logs.grammar import load_grammar
from auditor.logs.room_hand import RoomHand, Stakes, cents
from auditor.wording import shown

START = re.compile(r"(?:PokerStars (?:Zoom |Home Game )?(?:Hand|Game)|Poker Hand) #([A-Z]*[0-9]+):", re.IGNORECASE)
DAY = re.compile(r"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})(?: ([0-9]{1,2}):([0-9]{2}))?")
LIMITS = {"no limit": "no-limit", "pot limit": "pot-limit", "limit": "fixed"}
CANCELLED = "Hand cancelled"
DEALT = "Dealt to "  # what stands before a name whose cards are shown
Line = tuple[str, tuple[str, ...], str | None]  # its terminal, its groups, the player at its head


@cache
def games() -> dict[str, dict[str, Any]]:
    """The games that a rulebook is known for, by the room's names for them in small letters."""
    found = tomllib.loads((folder("grammars") / "hand_history.toml").read_text(encoding="utf-8"))
    return {name.lower(): game for name, game in found.items()}


# ---- cutting ----


def blocks(chunks: Iterable[str]) -> Iterator[Block | Unreadable]:
    """A table and a hand for each header in the file."""
    lines = (line.replace("\xa0", " ").strip() for line in lines_of(chunks))
    for part in stretches(lines, lambda line: START.match(line) is not None):
        if isinstance(part, Unreadable):
            yield part
        else:
            yield from _cut(*part)


def _cut(start: int, lines: list[str]) -> Iterator[Block | Unreadable]:
    header = START.match(lines[0])
    if header is None:
        text = next((line for line in lines if line), None)
        if text is not None:
            yield Unreadable(f"found {shown(text, 40)!r} before any hand, expected the header of one", start, 1)
        return
    text = "\n".join(lines)
    yield Block(TABLE, text, start, start)
    yield Block(HAND, text, start, start, header[1], _day(lines[0]))


def _day(header: str) -> date | None:
    found = DAY.search(header)
    try:
        return date(*[int(one) for one in found.groups()[:3]]) if found else None
    except ValueError:
        return None


# ---- lines ----


class RoomLexer(Lexer):
    """Knows a line by the terminals of the grammar, once the name at its head is taken off."""

    __future_interface__ = 2  # what Lark calls a lexer that is given the input as it is

    def __init__(self, conf: LexerConf) -> None:
        """Join the terminals that follow a name, which have a rank, and those that are whole lines."""
        terminals = [one for one in conf.terminals if one.name not in ("MONEY", "ALL_IN")]
        ranked = sorted(terminals, key=lambda one: -one.priority)
        self.after_name = _joined([(one.name, one.pattern.to_regexp()) for one in ranked if one.priority])
        self.whole = _joined([(one.name, one.pattern.to_regexp()) for one in ranked if not one.priority])
        self.accepted: set[tuple[str, ...]] = set()

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:  # noqa: ARG002
        """The parts of a hand for the parser."""
        tokens: Any = lexer_state.text
        yield from tokens

    def line(self, text: str, names: list[str]) -> Line | None:
        """What a line says; None if nobody can tell, or should try."""
        if len(text) > LONGEST_LINE:
            return None
        start = len(DEALT) if text.startswith(DEALT) else 0
        for name in names:
            if text.startswith(name, start):
                found = _matched(self.after_name, text, start + len(name))
                if found is not None and (found[0] == "DEALT") == bool(start):
                    return *found, name
        found = _matched(self.whole, text, 0)
        return None if found is None else (*found, None)


Patterns = tuple[re.Pattern[str], dict[int, tuple[str, int]]]


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


@cache
def parser() -> Lark:
    """The parser of such hands."""
    return load_grammar("hand_history", [HAND], RoomLexer)


# ---- reading ----


def read_block(block: Block) -> list[e.Event]:
    """The set-up of the table that a hand was played at, or the hand."""
    lines = block.text.split("\n")
    lexer: RoomLexer = parser().parser.lexer
    header = lexer.line(lines[0], [])
    if header is None or header[0] != "HEADER":
        if block.kind == TABLE:
            return [e.TableOpened(block.line, 1, "?")]
        raise Unreadable(f"found {shown(lines[0], 60)!r}, expected the header of a hand", block.line, 1)
    stakes = _stakes(header[1], lines, block)
    if block.kind == TABLE:
        return stakes.events()
    return _hand(lexer, lines, stakes, block)


def _stakes(fields: tuple[str, ...], lines: list[str], block: Block) -> Stakes:
    """What the header and the line on the table tell."""
    _number, tournament, event, game, limit, short, inside, amounts, when = fields
    game = game or short  # some name the game and its limit in one word
    named = next((line for line in lines[1:4] if line.startswith("Table ")), "")
    table = re.match(r"Table '(.*)'", named)
    variant = games().get(game.lower())
    day = DAY.search(when)
    clock = f"{int(day[4]):02}:{day[5]}" if day and day[4] else None
    stakes = Stakes(
        line=block.line,
        table=table[1] if table else "?",
        game=game,
        variant=variant,
        limit=LIMITS[limit.lower()] if limit else (variant or {}).get("limit", "fixed"),
        amounts=inside or amounts,
        tournament=event if tournament else None,
        clock=clock,
        day=block.day,
    )
    return _as_posted(stakes, block.text) if tournament else stakes


def _as_posted(stakes: Stakes, text: str) -> Stakes:
    """The stakes of a tournament by the blinds posted, where the header tells already of the next level."""
    posted = [re.search(rf": posts {which} blind ([0-9,]+)$", text, re.MULTILINE) for which in ("small", "big")]
    if posted[0] is None or posted[1] is None or stakes.pair is None or stakes.limit == "fixed":
        return stakes
    small, big = (cents(match[1], stakes.line) for match in posted if match is not None)
    of_one_level = small * stakes.pair[1] == big * stakes.pair[0]
    return replace(stakes, amounts=f"{posted[0][1]}/{posted[1][1]}") if of_one_level else stakes


def _hand(lexer: RoomLexer, lines: list[str], stakes: Stakes, block: Block) -> list[e.Event]:
    if stakes.variant is None:
        raise Unreadable(f"no rulebook has the game {shown(stakes.game, 40)}", block.line, 1)
    if CANCELLED in lines:
        at = block.line + lines.index(CANCELLED)
        raise Unreadable("the room cancelled this hand", at, 1)
    hand = RoomHand(stakes, block.number or "?")
    names: list[str] = []
    order: list[Token] = []
    over = False
    for number, text in enumerate(lines, block.line):
        found = lexer.line(text, [] if over else names)
        if found is None:
            raise Unreadable(f"found {shown(text, 60)!r}, expected a line of a hand history", number, 1)
        kind, fields, name = found
        if over and kind == "SEAT":
            kind = "SEAT_RESULT"
        if not order or order[-1].type != kind:
            order.append(Token(kind, "", line=number, column=1))
        if kind == "SEAT":
            names = sorted([*names, fields[1]], key=len, reverse=True)
        over = over or kind == "SUMMARY"
        hand.take(kind, fields, name, number)
    _in_order(lexer, order, block)
    return hand.events()


def _in_order(lexer: RoomLexer, order: list[Token], block: Block) -> None:
    """Have the parser say whether these parts of a hand, in this order, are one."""
    key = tuple([token.type for token in order])
    if key in lexer.accepted:
        return
    try:
        parser().parse(order, start=HAND)
    except UnexpectedToken as error:
        if error.token.type == "$END":
            last = block.line + block.text.count("\n")
            raise Unreadable("found the end of the hand before its summary", last, 1) from None
        raise Unreadable("found a line of another part of a hand here", error.token.line or block.line, 1) from None
    if len(lexer.accepted) > 4096:
        lexer.accepted.clear()
    lexer.accepted.add(key)
