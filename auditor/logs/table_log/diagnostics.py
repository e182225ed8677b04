"""Explains why a line of a table log is no statement: where it goes wrong, what stands there, and what could.

It works on the grammar's own text, because only there a statement still has its pieces. It follows each statement along
the line, and whatever the statements that get furthest miss is what the line lacks. This happens only where a log is
wrong, so it may take its time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from auditor.logs.blocks import HAND
from auditor.storage.bundled_files import folder
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped, joined

MOST = 6  # expectations in one sentence
END = "the end of the line"

CALLED = {  # names for people: of terminals that are pieces of a line, and of patterns that have no name
    "NAME": "a name, with a capital letter or in quotes",
    "_NAME": "a name, with a capital letter or in quotes",
    "WHO": "a person",
    "MONEY": "an amount such as $5 or $1,250.50",
    "_MONEY": "an amount such as $5 or $1,250.50",
    "CHANGE": "an amount such as $5 or $1,250.50",
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
    "AMOUNTS": "amounts such as $5, $10",
    "BETS": "amounts such as $10, $20, or ranges such as $5-$25",
    "DECLARE": "a word such as ante or half-pot, or a number of cards",
    "CONDITION": "clauses of the rulebook",
    "COMMISSION": "a percentage such as 2.5%",
    "AGREED": "so many of the players, such as 5 of 8",
    "SCHEDULE": "a fee such as $4, or fees such as 2-4 $2, 5+ $4",
    "HAND": "the hand's number",
    "CLAIM": "a hand's number",
    "DECLARES": "'open', 'pair', 'board' or a rank such as 8",
    "POT": "'pot', 'main pot' or 'side pot 1'",
    "WIN": "'main pot' or 'side pot 1'",
    "MINIMUMS": "amounts such as $5, $10",
    "CURRENCY": "the code of a currency such as EUR, its sign, or chips",
    "BADGE": "a name or a number",
    "NAMES": "names such as Ann, Ben",
    "_TEXT": "words in quotes",
}
PHRASES = {*CALLED.values(), END}  # these are not quoted, because no log says them
USUAL = ("folds", "checks", "calls", "bets", "raises", "wins")  # the first to offer of the many things a player can do
BEGINNINGS = {"$": "MONEY", "[": "CARDS", '"': "TEXT"} | dict.fromkeys("0123456789", "MONEY")


@value_class
class Complaint:
    """Where a line stops being a statement, what stands there, and what could; nothing if no statement begins so."""

    at: int
    found: str
    expected: tuple[str, ...]
    begins: bool  # the first word of the line is the first of a statement

    def reason(self, kind: str, near: str | None) -> str:
        """What was found and what was expected, in words. `near` is the word that may have been meant."""
        found = f"found {_describe(self.found)}"
        hint = f"; did you mean '{near}'?" if near is not None else ""
        if not self.begins:
            return f"{found}, expected a statement {'of a hand' if kind == HAND else 'outside of hands'}{hint}"
        first = [words for words in (near, *USUAL) if words in self.expected]
        ordered = dict.fromkeys([*first, *sorted(self.expected, key=lambda words: not self._fits(words))])
        listed = [words if words in PHRASES else f"'{words}'" for words in list(ordered)[:MOST]]
        expected = joined(listed, "or") if len(ordered) <= MOST else f"{', '.join(listed)} …"
        return f"{found}, expected {expected}{hint}"

    @property
    def expects_a_piece(self) -> bool:
        """Could an amount, cards, a date or their like stand here?"""
        return self.begins and any(words in PHRASES and words != END for words in self.expected)

    def _fits(self, words: str) -> bool:
        """Amounts, cards and quotations are known by how they begin."""
        return self.found[:1] in BEGINNINGS and words == CALLED[BEGINNINGS[self.found[:1]]]


def complaint(text: str, kind: str) -> Complaint:
    """Find where a line stops being a statement that may stand in such a block.

    If a statement that belongs elsewhere explains more of the line, it counts.
    """
    start = _after_gap(text, 0)
    fitting = _followed(text, start, statements_in(kind))
    anywhere = _followed(text, start, tuple(_line_terminals()))
    notes = anywhere if max(anywhere) > max(fitting) else fitting
    at = max(notes)
    return Complaint(at, word_at(text, at), tuple(notes[at]), at > start)


def expected_at(text: str, kind: str) -> tuple[str, ...]:
    """What could stand after the beginning of a line in such a block: words of statements, and names of pieces."""
    return tuple(_followed(text, _after_gap(text, 0), statements_in(kind)).get(len(text), ()))


def _followed(text: str, start: int, names: tuple[str, ...]) -> Notes:
    notes: Notes = {start: {}}
    for name in names:
        for end in _follow(_terminal(name), text, start, notes):
            _miss(notes, text, end, (END,))
    return notes


def _describe(found: str) -> str:
    if not found:
        return END
    if re.fullmatch(r'"(?:[^"\\]|\\.)*', found):
        return f"a quotation mark that is never closed, {escaped(found, 30)}"
    return f"'{escaped(found, 40)}'"


WORD = re.compile(r'"(?:[^"\\]|\\.)*"?|\[[^\]]*\]?|[$0-9][^\s#]*|[^\s,#]+|,')


def word_at(text: str, at: int) -> str:
    """What stands at a place of the line: a quotation, something in brackets, or a word."""
    match = WORD.match(text, at)
    return match[0] if match else ""


# ---- following a statement along a line ----

Notes = dict[int, dict[str, None]]  # what would have fitted at each place of the line; a dict keeps the order


@value_class
class Leaf:
    """A piece that a pattern matches, with its name; it has several names if the pattern is a choice of words."""

    pattern: re.Pattern[str]
    called: tuple[str, ...]


@value_class
class Suggestion:
    """One of these pieces."""

    pieces: tuple[Piece, ...]


@value_class
class Sequence:
    """These pieces, one after the other."""

    pieces: tuple[Piece, ...]


@value_class
class Repeated:
    """A piece that may be missing or, if `many`, may come any number of times."""

    piece: Piece
    many: bool


Piece = Leaf | Suggestion | Sequence | Repeated


def _follow(piece: Piece, text: str, at: int, notes: Notes) -> Iterator[int]:
    """The places where a piece that begins here may end. Notes what the piece misses."""
    match piece:
        case Leaf(pattern, called):
            if found := pattern.match(text, at):
                yield found.end()
            else:
                _miss(notes, text, at, called)
        case Suggestion(pieces):
            for one in pieces:
                yield from _follow(one, text, at, notes)
        case Sequence((first, *rest)):
            for end in _follow(first, text, at, notes):
                yield from _follow(Sequence(tuple(rest)), text, end, notes)
        case Repeated(one, many):
            ends = list(_follow(one, text, at, notes))
            while many and ends:  # a list is followed as far as it goes
                at = ends[0]
                ends = list(_follow(one, text, at, notes))
            yield from ends
            yield at
        case _:
            yield at


def _miss(notes: Notes, text: str, at: int, called: tuple[str, ...]) -> None:
    notes.setdefault(_after_gap(text, at), {}).update(dict.fromkeys(called))


def _after_gap(text: str, at: int) -> int:
    return len(text) - len(text[at:].lstrip(" \t"))


# ---- the statements, from the text of the grammar ----

RULE = re.compile(r"^_([a-z]+):((?:.*\n)(?:[ \t]+.*\n)*)", re.MULTILINE)
TERMINAL = re.compile(r"^([A-Z_]+)(?:\.[0-9])?:((?:.*\n)(?:[ \t]+.*\n)*)", re.MULTILINE)
TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|/((?:[^/\\]|\\.)+)/|([A-Z_]+)|([()|?*])')
Tokens = list[tuple[str, str, str, str]]  # each is a word, a pattern, a terminal or a sign; the other three are empty
LISTED = re.compile(r"\((?:\?:)?([a-z][a-z |-]*)\)")
GAP = "_S"  # the first of the terminals that are pieces of a line
WHOLE = r"(?=[\s#]|,(?![0-9])|$)"


@cache
def _grammar() -> str:
    return (folder("grammars") / "table_log.lark").read_text(encoding="utf-8")


@cache
def _definitions() -> dict[str, Tokens]:
    return {name: TOKEN.findall(body) for name, body in TERMINAL.findall(_grammar())}


@cache
def _line_terminals() -> tuple[str, ...]:
    """The terminals that are whole lines."""
    names = list(_definitions())
    return tuple(names[: names.index(GAP)])


@cache
def statements_in(kind: str) -> tuple[str, ...]:
    """The terminals of the lines that may stand in a block of this kind, by the rules of the grammar."""
    wanted = ["seating", "entry"] if kind == HAND else ["setting"]
    names: dict[str, None] = dict.fromkeys(["END"] if kind == HAND else ["TABLE"])
    rules = _rules()
    for rule in wanted:
        for name in rules[rule]:
            names.update(dict.fromkeys([name] if name.isupper() else rules[name.strip("_")]))
    return tuple(names)


@cache
def _rules() -> dict[str, list[str]]:
    """The rules that list statements: `_entry` and its like."""
    return {name: re.findall(r"\w+", body) for name, body in RULE.findall(_grammar())}


@cache
def words_of_language() -> frozenset[str]:
    """Every word that some statement has."""
    return frozenset(word for name in _line_terminals() for word in _words_in(_terminal(name)))


def _words_in(piece: Piece) -> Iterator[str]:
    if isinstance(piece, Leaf):
        yield from (word for words in piece.called if words not in PHRASES for word in words.split())
    elif isinstance(piece, Repeated):
        yield from _words_in(piece.piece)
    else:
        for one in piece.pieces:
            yield from _words_in(one)


@cache
def _terminal(name: str) -> Piece:
    if name == GAP:
        return Leaf(re.compile(r"[ \t]*"), ())
    tokens = _definitions()[name]
    if len(tokens) == 1 and name == "_COMMA":
        return Leaf(re.compile(tokens[0][1]), (CALLED[name],))
    piece, rest = _choice(tokens, name)
    assert not rest, f"{name} of the grammar is not understood from {rest[0]} on"
    return piece


def _choice(tokens: Tokens, name: str) -> tuple[Piece, Tokens]:
    first, tokens = _sequence(tokens, name)
    pieces = [first]
    while tokens and tokens[0][3] == "|":
        piece, tokens = _sequence(tokens[1:], name)
        pieces.append(piece)
    return Suggestion(tuple(pieces)), tokens


def _sequence(tokens: Tokens, name: str) -> tuple[Piece, Tokens]:
    pieces: list[Piece] = []
    while tokens and tokens[0][3] not in ("|", ")"):
        if tokens[0][3] == "(":
            piece, tokens = _choice(tokens[1:], name)
        else:
            piece = _one(tokens[0], name)
        tokens = tokens[1:]
        if tokens and tokens[0][3] in ("?", "*"):
            piece = Repeated(piece, tokens[0][3] == "*")
            tokens = tokens[1:]
        pieces.append(piece)
    return Sequence(tuple(pieces)), tokens


def _one(token: tuple[str, str, str, str], name: str) -> Piece:
    word, pattern, terminal, _ = token
    if terminal:
        return _terminal(terminal)
    if word:
        return Leaf(re.compile(re.escape(word) + WHOLE), (word,))
    listed = LISTED.fullmatch(pattern)
    return Leaf(re.compile(f"(?:{pattern}){WHOLE}"), tuple(listed[1].split("|")) if listed else (CALLED[name],))
