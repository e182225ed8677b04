"""What to say about a line of a table log that is no statement: where it goes wrong, what stands there, what could.

The grammar's own text is read for this, because only there a statement still has its pieces. Each statement is followed
along the line; whatever the furthest of them missed is what the line lacks. This happens only where a log is wrong, so
it may take its time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from functools import cache
from itertools import islice

from auditor.data import folder
from auditor.wording import joined, shown

MOST = 6  # expectations in one sentence
ALIKE = 0.6  # from here on a word may have been meant

Notes = dict[int, dict[str, None]]  # for each place in the line, what was missed there; a dict keeps the order
Piece = Callable[[str, int, Notes], Iterator[int]]
"""Follows a part of a statement along a line from a place on, and yields the places where it may end."""

TERMINAL = re.compile(r"^([A-Z_]+):((?:.*\n)(?:[ \t]+.*\n)*)", re.MULTILINE)
TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|/((?:[^/\\]|\\.)+)/|([A-Z_]+)|([()|?*])')
WORDS = re.compile(r"\((?:\?:)?([a-z][a-z |-]*)\)")
GAPS = {"_S": re.compile(r"[ \t]*")}
CALLED = {
    "NAME": "a player's name",
    "_NAME": "a player's name",
    "WHO": "a person",
    "MONEY": "an amount such as $5 or $1,250.50",
    "CARDS": "cards such as [As Kd]",
    "_CARDS": "cards such as [As Kd]",
    "INT": "a whole number",
    "CLOCK": "a time such as 21:40",
    "DAY": "a date such as 1994-06-11",
    "TEXT": "words in quotes",
    "WORD": "a word in small letters",
    "WORDS": "words in small letters",
    "_COMMA": "a comma",
    "RULES": "a rulebook such as act/canberra-manila",
    "CONDITION": "clauses of the rulebook",
    "COMMISSION": "a percentage such as 2.5%",
    "HAND": "the hand's number",
}
END = "the end of the line"


def complaint(text: str) -> tuple[int, str]:
    """The column at which a line stops being a statement, and what is wrong there."""
    start = len(text) - len(text.lstrip(" \t"))
    notes: Notes = {start: {}}
    for statement in _statements():
        for end in statement(text, start, notes):
            _miss(notes, _after_gap(text, end), END)
    reached = max(notes)
    found = _word(text, reached)
    if reached == start:
        return start + 1, _unknown(text, found)
    return reached + 1, _unexpected(found, list(notes[reached]))


def _unexpected(found: str, missed: list[str]) -> str:
    nearest = sorted(missed, key=lambda words: -_likeness(found, words))
    listed = [_quoted(words) for words in nearest[:MOST]]
    wanted = joined(listed, "or") if len(nearest) <= MOST else f"{', '.join(listed)} …"
    return f"found {_shown(found)}, expected {wanted}{_meant(found, nearest)}"


def _unknown(text: str, found: str) -> str:
    """About a line whose very first word begins no statement."""
    firsts = [words for words in _first_words() if words not in CALLED.values()]
    hint = _meant(found, sorted(firsts, key=lambda words: -_likeness(found, words)))
    if not hint and found[:1].isalpha() and found[:1].islower() and len(text.split()) > 1:
        hint = "; a name begins with a capital letter or stands in quotes"
    return f"found {_shown(found)}, expected a statement of the table log{hint}"


def _meant(found: str, nearest: list[str]) -> str:
    """A guess at the word meant: the nearest of those that were possible, or a first word in the wrong case."""
    for words in nearest[:1]:
        if words not in CALLED.values() and words != END and _likeness(found, words) >= ALIKE:
            return f"; did you mean '{words}'?"
    return ""


def _likeness(found: str, words: str) -> float:
    """How near what was found comes to what was expected; amounts, cards and names are known by how they begin."""
    if words in CALLED.values():
        starts = {"an amount": "$0123456789", "a whole": "0123456789", "cards": "[", "words in quotes": '"', "a player": '"'}
        return float(any(words.startswith(start) and found[:1] in marks for start, marks in starts.items() if found))
    return SequenceMatcher(None, found.lower(), words).ratio()


def _quoted(words: str) -> str:
    return words if words in CALLED.values() or words == END else f"'{words}'"


def _shown(found: str) -> str:
    if not found:
        return END
    if re.fullmatch(r'"(?:[^"\\]|\\.)*', found):
        return f"a quotation mark that is never closed ({shown(found, 30)})"
    return f"'{shown(found, 40)}'"


def _word(text: str, at: int) -> str:
    """What stands at a place of the line: a quotation, something in brackets, or a word."""
    match = re.compile(r'"(?:[^"\\]|\\.)*"?|\[[^\]]*\]?|[^\s,#]+|,').match(text, at)
    return match[0] if match else ""


# ---- following a statement along a line ----


@cache
def _terminals() -> dict[str, str]:
    grammar = (folder("grammars") / "table_log.lark").read_text(encoding="utf-8")
    return {name: body for name, body in TERMINAL.findall(grammar)}


@cache
def _statements() -> tuple[Piece, ...]:
    """Every statement of the grammar: the terminals before the pieces of a line, the first of which is the gap."""
    names = list(_terminals())
    return tuple(_terminal(name) for name in names[: names.index("_S")])


@cache
def _first_words() -> tuple[str, ...]:
    notes: Notes = {}
    for statement in _statements():
        list(statement("", 0, notes))
    return tuple(notes[0])


@cache
def _terminal(name: str) -> Piece:
    """A terminal by its definition; one that has a name among people is a piece, the rest are made of pieces."""
    tokens = TOKEN.findall(_terminals()[name])
    if name in GAPS:
        return _gap(GAPS[name])
    if name in CALLED and len(tokens) == 1:
        return _leaf(tokens[0][1], (CALLED[name],))
    piece, rest = _choice(tokens, name)
    assert not rest, rest
    return piece


Tokens = list[tuple[str, str, str, str]]


def _choice(tokens: Tokens, name: str) -> tuple[Piece, Tokens]:
    sequence, tokens = _sequence(tokens, name)
    sequences = [sequence]
    while tokens and tokens[0][3] == "|":
        sequence, tokens = _sequence(tokens[1:], name)
        sequences.append(sequence)
    return (_any(sequences) if len(sequences) > 1 else sequence), tokens


def _sequence(tokens: Tokens, name: str) -> tuple[Piece, Tokens]:
    pieces: list[Piece] = []
    while tokens and tokens[0][3] not in ("|", ")"):
        literal, pattern, other, bracket = tokens[0]
        tokens = tokens[1:]
        if bracket == "(":
            piece, tokens = _choice(tokens, name)
            tokens = tokens[1:]  # the closing bracket
        elif other:
            piece = _terminal(other)
        elif literal:
            piece = _leaf(re.escape(literal), (literal,))
        else:
            words = WORDS.fullmatch(pattern)
            piece = _leaf(pattern, tuple(words[1].split("|")) if words else (CALLED[name],))
        if tokens and tokens[0][3] in ("?", "*"):
            piece = _repeated(piece, None if tokens[0][3] == "*" else 1)
            tokens = tokens[1:]
        pieces.append(piece)
    return _all(pieces), tokens


def _leaf(pattern: str, called: tuple[str, ...]) -> Piece:
    whole = re.compile(f"(?:{pattern})" + ("" if called == ("a comma",) else r"(?=[\s,#]|$)"))

    def follow(text: str, at: int, notes: Notes) -> Iterator[int]:
        match = whole.match(text, at)
        if match:
            yield match.end()
            return
        for words in called:
            _miss(notes, _after_gap(text, at), words)

    return follow


def _gap(pattern: re.Pattern[str]) -> Piece:
    def follow(text: str, at: int, notes: Notes) -> Iterator[int]:
        match = pattern.match(text, at)
        assert match is not None
        yield match.end()

    return follow


def _any(pieces: list[Piece]) -> Piece:
    def follow(text: str, at: int, notes: Notes) -> Iterator[int]:
        for piece in pieces:
            yield from piece(text, at, notes)

    return follow


def _all(pieces: list[Piece]) -> Piece:
    def follow(text: str, at: int, notes: Notes) -> Iterator[int]:
        if len(pieces) == 1:
            yield from pieces[0](text, at, notes)
        elif pieces:
            rest = _all(pieces[1:])
            for end in pieces[0](text, at, notes):
                yield from rest(text, end, notes)
        else:
            yield at

    return follow


def _repeated(piece: Piece, most: int | None) -> Piece:
    def follow(text: str, at: int, notes: Notes) -> Iterator[int]:
        if most is None:
            while True:
                end = next(islice(piece(text, at, notes), 1), None)
                if end is None:
                    break
                at = end
        else:
            yield from piece(text, at, notes)
        yield at

    return follow


def _after_gap(text: str, at: int) -> int:
    return len(text) - len(text[at:].lstrip(" \t"))


def _miss(notes: Notes, at: int, words: str) -> None:
    notes.setdefault(at, {})[words] = None
