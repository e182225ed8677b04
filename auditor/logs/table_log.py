"""The table log: the project's own format, read through `grammars/table_log.lark`.

A log is cut at its headers and read a hand at a time, so that one that cannot be read leaves its neighbours alone. The
grammar's terminals are whole lines. `LineLexer` matches them all at once, keeps their groups, and hands the parser one
token for each run of lines the grammar treats alike. A line seen before is not matched again: its event is built from
the remembered fields.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from functools import cache
from typing import Any

from lark import Lark, Token, UnexpectedToken
from lark.common import LexerConf
from lark.lexer import Lexer

from auditor import events as e
from auditor.cards import parse_cards
from auditor.errors import Unreadable
from auditor.logs.grammar import load_grammar
from auditor.money import parse_money
from auditor.wording import joined, shown

HEADER = re.compile(
    r"^[ \t]*(?:(?P<table>log|table)(?=[ \t])|(?P<hand>hand)[ \t]+(?P<number>\S*)|(?P<end>end)(?=[ \t]*(?:#[^\n]*)?$))",
    re.MULTILINE,
)
LONGEST_BLOCK = 1 << 22
MEMORY = 1 << 14  # remembered lines; a table's talk repeats itself, so more would not help
FORGOTTEN = {"DEAL", "HAND"}  # lines that hardly ever come twice

Fields = tuple[str | None, ...]
Maker = tuple[type[e.Event], Callable[..., tuple[Any, ...]]]


class Run(Token):
    """What the parser sees of a run of like lines: the kind of the first one, and the events of all."""

    events: list[e.Event]


@dataclass(slots=True)
class Block:
    """A stretch of the log to be read by itself: its kind, its text and its first line's number."""

    kind: str  # a start rule of the grammar
    text: str
    line: int
    number: str | None = None


class LineLexer(Lexer):
    """Matches whole lines against the grammar's terminals and merges runs of lines the grammar treats alike."""

    def __init__(self, conf: LexerConf) -> None:
        """Join the line terminals of the grammar into one pattern, remembering which groups belong to which."""
        self.forms = {
            terminal.name: terminal.pattern.to_regexp() for terminal in conf.terminals if terminal.name in MAKERS
        }
        self.slots: dict[int, tuple[str, tuple[int, ...]]] = {}
        first = 1
        for name, form in self.forms.items():
            groups = re.compile(form).groups
            self.slots[first] = (name, tuple(range(first + 1, first + 1 + groups)))
            first += 1 + groups
        alternatives = "|".join(f"({form})" for form in self.forms.values())
        self.pattern = re.compile(rf"[ \t]*(?:{alternatives})?[ \t]*(?:#.*)?")
        self.memory: dict[str, tuple[str, type[e.Event], int, tuple[Any, ...]] | None] = {}
        self.runs: dict[str, frozenset[str]] = {}

    def lex(self, block: Block) -> Iterator[Run]:
        """The runs of a block. A line that matches nothing is unreadable, with the reason."""
        number = block.line
        kind: frozenset[str] = frozenset()
        run: Run | None = None
        found: list[e.Event] = []
        memory = self.memory
        runs = self.runs
        for text in block.text.split("\n"):
            try:
                known = memory[text]
            except KeyError:
                known = self._recognise(text, number)
            if known is not None:
                name, make, column, fields = known
                event = make(number, column, *fields)
                if runs[name] == kind:
                    found.append(event)
                else:
                    if run is not None:
                        yield run
                    kind = runs[name]
                    found = [event]
                    run = Run(name, "", line=number, column=column)
                    run.events = found
            number += 1
        if run is not None:
            yield run

    def _recognise(self, text: str, number: int) -> tuple[str, type[e.Event], int, tuple[Any, ...]] | None:
        match = self.pattern.fullmatch(text)
        if match is None:
            raise self._unreadable(text, number)
        known = None
        keep = True
        if match.lastindex:
            name, groups = self.slots[match.lastindex]
            column = match.start(match.lastindex) + 1
            fields = match.group(*groups) if len(groups) > 1 else (match[groups[0]],) if groups else (match[0],)
            make, convert = MAKERS[name]
            try:
                known = (name, make, column, convert(*fields))
            except ValueError as error:
                raise Unreadable(str(error), number, column) from None
            keep = name not in FORGOTTEN
        if keep:
            if len(self.memory) >= MEMORY:
                self.memory.clear()
            self.memory[text] = known
        return known

    def _unreadable(self, text: str, number: int) -> Unreadable:
        """Say how far the best matching statement got, what stood there, and what should have."""
        start = len(text) - len(text.lstrip(" \t"))
        reached, expected = start, {"a statement"}
        for form in self.forms.values():
            end, wanted = _furthest(form, text, start)
            if end > reached:
                reached, expected = end, {wanted}
            elif end == reached > start:
                expected.add(wanted)
        column = reached + len(text[reached:]) - len(text[reached:].lstrip(" \t"))
        rest = text[column:].split("#")[0].strip()
        found = f"'{shown(rest.split()[0], 40)}'" if rest else "the end of the line"
        hint = get_close_matches(rest.split()[0], sorted(expected), 1) if rest else []
        wanted_words = joined(sorted(expected), "or") if len(expected) < 12 else joined(sorted(expected)[:12]) + " …"
        reason = f"found {found}, expected {wanted_words}" + (f"; did you mean '{hint[0]}'?" if hint else "")
        return Unreadable(reason, number, column + 1)


GAP = "[ \t]+"  # as Lark writes it, with a tab character
PIECES = {  # how the pieces of a statement are called in an error message, by what their pattern starts with
    '("': "a player's name",
    r"(\$": "an amount of money",
    r"(\[": "cards such as [As Kd]",
    r"\[": "cards such as [As Kd]",
    "([0-9]{1,9}": "a number",
    "([0-9]{4}": "a date such as 1994-06-11",
    "([0-9]{1,2}": "a percentage",
    "((?:[01]": "a time such as 21:40",
    "([a-z][a-z0-9-]*": "a word",
    "(?:": "a player's name",
}


@cache
def _steps(form: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """A line pattern as ever longer beginnings, each with the name of the piece it adds."""
    parts: list[str] = []
    depth = start = at = 0
    in_class = False
    while at < len(form):
        char = form[at]
        if char == "\\":
            at += 2
            continue
        if not in_class and depth == 0 and form.startswith(GAP, at):
            parts.append(form[start:at])
            at += len(GAP)
            start = at
            continue
        in_class = (in_class or char == "[") and char != "]"
        depth += 0 if in_class else (char == "(") - (char == ")")
        at += 1
    parts.append(form[start:])
    return tuple((re.compile(GAP.join(parts[: n + 1])), _called(part)) for n, part in enumerate(parts))


def _called(part: str) -> str:
    for beginning, name in PIECES.items():
        if part.startswith(beginning):
            return name
    words = re.match(r"\(?(?:\?:)?((?:[a-z|-]|\\-| )+)", part)
    return words[1].replace("\\", "").replace("|", " or ") if words else "a statement"


def _furthest(form: str, text: str, start: int) -> tuple[int, str]:
    """How far into the text this line pattern reaches, and the piece it misses there."""
    reached = start
    for step, name in _steps(form):
        match = step.match(text, start)
        if match is None or (match.end() < len(text) and text[match.end()] not in " \t#,"):
            return reached, name
        reached = match.end()
    return reached, "the end of the line"


# ---- from the groups of a line to the fields of its event ----

ESCAPED = re.compile(r"\\(.)")
HOLDING = re.compile(r'("(?:[^"\\]|\\["\\])+"|[^\s",\[\]]+)[ \t]+\[([^\]]*)\]')
LISTED = re.compile(r'"(?:[^"\\]|\\["\\])+"|[^\s",]+')


def _name(text: str) -> str:
    name = ESCAPED.sub(r"\1", text[1:-1]) if text[0] == '"' else text
    if not name.strip():
        raise ValueError("found an empty name, expected a player's name")
    return name


def _who(text: str | None) -> str | None:
    return None if text is None else _name(text)


def _text(text: str | None) -> str | None:
    return None if text is None else ESCAPED.sub(r"\1", text[1:-1])


def _cards(text: str | None) -> tuple[int, ...]:
    return () if text is None else parse_cards(text[1:-1].strip())


def _money(text: str | None) -> int | None:
    return None if text is None else parse_money(text)


def _int(text: str | None) -> int | None:
    return None if text is None else int(text)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"found '{text}', expected a date of the calendar") from None


def _list(text: str) -> tuple[str, ...]:
    return tuple(re.split(r"[ \t]*,[ \t]*", text))


def _seat(text: str) -> int:
    seat = int(text)
    if seat == 0 or seat > 99:
        raise ValueError(f"found seat {seat}, expected a seat from 1 to 99")
    return seat


def _holdings(line: str) -> tuple[tuple[tuple[str, tuple[int, ...]], ...], bool]:
    up = re.match(r"[ \t]*deal[ \t]+up[ \t]", line)
    rest = line[up.end() :] if up else line.split("deal", 1)[1]
    given = tuple((_name(name), parse_cards(cards.strip())) for name, cards in HOLDING.findall(rest))
    return given, up is not None


def _winners(line: str) -> tuple[tuple[str, ...], None, None]:
    names = line.split("winner", 1)[1].split("#")[0]
    return tuple(_name(name) for name in LISTED.findall(names)), None, None


def _tail(all_in: str | None, announced: str | None, manner: str | None) -> tuple[bool, int | None, str | None]:
    return all_in is not None, _money(announced), manner


def _wager(name: str, added: str | None, total: str | None, *tail: str | None) -> tuple[Any, ...]:
    return _name(name), _money(added), _money(total), *_tail(*tail)


def _raise(name: str, by: str | None, total: str | None, *tail: str | None) -> tuple[Any, ...]:
    if by is None and total is None and tail[0] is None:
        raise ValueError("found a raise without an amount, expected 'raises $10', 'raises to $20' or 'raises $10 to $20'")
    return _name(name), None, _money(total), *_tail(*tail), _money(by)


def _commission(percent: str | None, rounded: str | None, unit: str | None, fee: str | None, *rest: str | None) -> tuple[Any, ...]:
    started, per = rest
    if per is not None and parse_money(per) == 0 or unit is not None and parse_money(unit) == 0:
        raise ValueError("found a step of $0, expected an amount above zero")
    hundredths = None if percent is None else parse_money(percent)
    return hundredths, rounded, _money(unit), _money(fee), _money(per), started is not None


def _pot(which: str | None) -> int | None:
    """The number of the pot meant: the main pot is zero; None for all of them together."""
    if which is None or which == "pot":
        return None
    return 0 if which == "main pot" else int(which.removeprefix("side pot "))


MAKERS: dict[str, Maker] = {
    "LOG": (e.Event, lambda version: _version(version)),
    "TABLE": (e.TableOpened, lambda name: (_name(name),)),
    "RULES": (e.RulesNamed, lambda rules: (rules,)),
    "DATE": (e.Dated, lambda day: (_day(day),)),
    "LIMIT": (e.Limit, lambda what, amount: (what, _limit(amount))),
    "RECORDS": (e.Records, lambda words: (_list(words),)),
    "AGREED": (e.Agreement, lambda what, who: (what, "players" in who, "operator" in who, None)),
    "OBJECTED": (e.Agreement, lambda what, who: (what, False, False, _name(who))),
    "COMMISSION": (e.CommissionDeclared, _commission),
    "TOURNAMENT": (e.Tournament, lambda name: (_name(name),)),
    "CONDITION": (e.Condition, lambda text, clauses: (_list(clauses), _text(text))),
    "ENTRY_FEES": (e.EntryFees, lambda n, fee, kept, prizes: (int(n), parse_money(fee), parse_money(kept), _money(prizes))),
    "OPEN": (e.Opened, lambda time: (time,)),
    "CLOSE": (e.Closed, lambda early, time: (time, early is not None)),
    "REPLACE": (e.Replaced, lambda cards: (_cards(cards),)),
    "SITS": (e.Sits, lambda name, seat, amount: (_name(name), _seat(seat), _money(amount))),
    "MOVES": (e.Moves, lambda name, seat: (_name(name), _seat(seat))),
    "ASKS": (e.Asks, lambda name, seat: (_name(name), _seat(seat))),
    "LEAVES": (e.Leaves, lambda name, ordered: (_name(name), ordered is not None)),
    "BUYS": (e.Buys, lambda name, amount: (_name(name), parse_money(amount))),
    "REMOVES": (e.Removes, lambda name, amount: (_name(name), parse_money(amount))),
    "LENDS": (e.Lends, lambda name, amount, to: (_name(name), parse_money(amount), _name(to))),
    "COUNTED": (e.Counted, lambda name, amount: (_name(name), parse_money(amount))),
    "PROCEDURE": (e.Procedure, lambda no, what, by: (what, no is None, _who(by))),
    "NO_CUT": (e.Procedure, lambda _line: ("cut", False, None)),
    "NOTICE": (e.Notice, lambda about, to, time: (about, to, time)),
    "TIME": (e.Clock, lambda time: (time,)),
    "INCIDENT": (e.Incident, lambda kind, by, to, amount, note: (kind, _who(by), _who(to), _money(amount), _text(note))),
    "RULING": (e.Ruling, lambda by, text: (_text(text), _who(by))),
    "HAND": (e.HandStarted, lambda number, time, day: (number, time, None if day is None else _day(day))),
    "SEAT": (e.Seat, lambda seat, name, stake, out: (_seat(seat), _name(name), _money(stake), out is not None)),
    "END": (e.HandEnded, lambda _line: ()),
    "BUCK": (e.Buck, lambda seat: (_seat(seat),)),
    "DECLINES": (e.Declined, lambda name, what: (_name(name), what)),
    "CUT": (e.Cut, lambda name, depth, exposed: (_who(name), _int(depth), _cards(exposed))),
    "POST": (e.Post, lambda name, kind, amount, all_in: (_name(name), kind, parse_money(amount), all_in is not None)),
    "DEAL": (e.Deal, _holdings),
    "MISDIRECT": (e.DealFault, lambda cards, name, meant, seen: ("misdirected", _name(name), _cards(cards), _name(meant), _seen(seen))),
    "LEAVE_OUT": (e.DealFault, lambda name, seen: ("left-out", _name(name), (), None, _seen(seen))),
    "EXTRA": (e.DealFault, lambda cards, name, seen: ("extra", _name(name), _cards(cards), None, _seen(seen))),
    "EXPOSE": (e.DealFault, lambda cards, name: ("exposed", _name(name), _cards(cards), None, True)),
    "BURN": (e.Burn, lambda cards: (_cards(cards),)),
    "COMMUNAL": (e.Communal, lambda cards, how: (_cards(cards), how)),
    "MISDEAL": (e.Misdeal, lambda reason: (_text(reason),)),
    "HOLDS": (e.Holds, lambda name, count: (_name(name), int(count))),
    "VOID": (e.Voided, lambda name, reason: (_name(name), _text(reason))),
    "FOLD": (e.Fold, lambda name: (_name(name),)),
    "CHECK": (e.Check, lambda name: (_name(name),)),
    "PASS": (e.Pass, lambda name: (_name(name),)),
    "CALL": (e.Call, _wager),
    "BET": (e.Bet, lambda name, added, *tail: _wager(name, added, None, *tail)),
    "RAISE": (e.Raise, _raise),
    "PUTS": (e.Wager, lambda name, added, *tail: _wager(name, added, None, *tail)),
    "REFUSE": (e.Refused, lambda name, what: (_name(name), what)),
    "RETURN": (e.Returned, lambda amount, name: (_name(name), parse_money(amount))),
    "SHOW": (e.Show, lambda name, cards: (_name(name), _cards(cards))),
    "MUCK": (e.Muck, lambda name: (_name(name),)),
    "ANNOUNCE_WINNER": (e.Announced, _winners),
    "ANNOUNCE_POT": (e.Announced, lambda pot, commission: ((), parse_money(pot), _money(commission))),
    "POT": (e.PotTaken, lambda which, amount, taken: (_pot(which), parse_money(amount), _money(taken))),
    "WIN": (e.Win, lambda name, amount, which: (_name(name), parse_money(amount), _pot(which))),
    "INVALIDATE": (e.Invalidated, lambda ground: (ground,)),
    "REFUND": (e.Refund, lambda amount, name: (_name(name), parse_money(amount))),
}


def _seen(text: str | None) -> bool | None:
    return None if text is None else text == "seen"


def _limit(text: str) -> int:
    amount = parse_money(text)
    if amount == 0:
        raise ValueError("found $0, expected an amount above zero")
    return amount


def _version(text: str) -> tuple[()]:
    if text != "1":
        raise ValueError(f"found table log format {text}, expected format 1")
    return ()


# ---- reading ----


@cache
def parser() -> Lark:
    """The parser of the table log, its lexer told which lines the grammar treats alike."""
    lark = load_grammar("table_log", ["table", "between", "hand"], LineLexer)
    lexer = lark.parser.lexer.lexer
    lexer.runs = {name: frozenset([name]) for name in lexer.forms} | _alike(lark)
    return lark


def _alike(lark: Lark) -> dict[str, frozenset[str]]:
    """For each line terminal the groups of alternatives that hold it; lines of the same groups can form a run."""
    groups: dict[str, set[str]] = {}
    for rule in lark.rules:
        if rule.origin.name.startswith("_") and len(rule.expansion) == 1 and rule.expansion[0].is_term:
            groups.setdefault(rule.expansion[0].name, set()).add(rule.origin.name)
    return {name: frozenset(members) for name, members in groups.items()}


def read_block(block: Block) -> list[e.Event]:
    """The events of one block, in order; Unreadable if any of its lines or their order is wrong."""
    try:
        tree = parser().parse(block, start=block.kind)  # type: ignore[arg-type]
    except UnexpectedToken as error:
        raise _misplaced(error, block) from None
    return [event for run in tree.children for event in run.events]


def _misplaced(error: UnexpectedToken, block: Block) -> Unreadable:
    last = block.line + block.text.rstrip().count("\n")
    if error.token.type == "$END":
        return Unreadable("found the end of the hand's record, expected 'end'", last, 1)
    found = error.token.type.lower().replace("_", " ")
    missing = "'seat' lines first" if found == "seat" else "a statement that belongs here"
    return Unreadable(f"found a '{found}' line, expected {missing}", error.token.line or last, error.token.column or 1)


def blocks(chunks: Iterable[str]) -> Iterator[Block]:
    """Cut a log at its headers: a table with its set-up, a hand with its `end`, and what stands between hands."""
    rest, line = "", 1
    for chunk in chunks:
        text = rest + chunk
        cuts = _cuts(text)
        for start, end, kind, number in cuts[:-1]:
            yield Block(kind, text[start:end], line, number)
            line += text.count("\n", start, end)
        rest = text[cuts[-1][0] :] if cuts else text
        if len(rest) > LONGEST_BLOCK:
            raise Unreadable(f"no 'hand' or 'table' header in {LONGEST_BLOCK} characters, expected a table log", line, 1)
    for start, end, kind, number in _cuts(rest):
        yield Block(kind, rest[start:end], line, number)
        line += rest.count("\n", start, end)


def _cuts(text: str) -> list[tuple[int, int, str, str | None]]:
    """Where the blocks of a text begin and end, their kinds, and the numbers of hands."""
    cuts: list[tuple[int, int, str, str | None]] = []
    start, kind, number = 0, "between", None
    for header in HEADER.finditer(text):
        if header["end"]:
            if kind != "hand":
                continue
            stop = text.find("\n", header.end()) + 1 or len(text)
            following, next_number = "between", None
        else:
            stop = header.start()
            if header["table"] and text[start:stop].strip().startswith("log") and kind == "table":
                continue
            following, next_number = ("hand", header["number"]) if header["hand"] else ("table", None)
        if stop > start:
            cuts.append((start, stop, kind, number))
        start, kind, number = stop, following, next_number
    cuts.append((start, len(text), kind, number))
    return cuts
