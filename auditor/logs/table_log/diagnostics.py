"""Explains why a line of a table log is no statement: where it goes wrong, what stands there, and what could.

It works on the grammar's own text, because only there a statement still has its pieces. It follows each statement along
the line, and whatever the statements that get furthest miss is what the line lacks. This happens only where a log is
wrong, so it may take its time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache

from auditor.storage.bundled_files import folder
from auditor.vocabulary.wording import escaped, joined

MOST = 6  # expectations in one sentence
ALIKE = 0.6  # a word this much like another may have been meant for it
LONGEST_WORD = 40  # to be compared with words of the language
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
    "SCHEDULE": "a fee such as $4, or fees such as 2-4 $2, 5-11 $4",
    "HAND": "the hand's number",
    "CLAIM": "a hand's number",
    "DECLARES": "'open', 'pair', 'board' or a rank such as 8",
    "POT": "'pot', 'main pot' or 'side pot 1'",
    "WIN": "'main pot' or 'side pot 1'",
    "NAMES": "names such as Ann, Ben",
    "_TEXT": "words in quotes",
}
PHRASES = {*CALLED.values(), END}  # these are not quoted, because no log says them
USUAL = ("folds", "checks", "calls", "bets", "raises", "wins")  # the first to offer of the many things a player can do
BEGINNINGS = {"$": "MONEY", "[": "CARDS", '"': "TEXT"} | dict.fromkeys("0123456789", "MONEY")


def complaint(text: str) -> tuple[int, str]:
    """Find the column at which a line stops being a statement, and say what is wrong there."""
    start = _after_gap(text, 0)
    notes: Notes = {start: {}}
    for statement in _statements():
        for end in _follow(statement, text, start, notes):
            _miss(notes, text, end, (END,))
    reached = max(notes)
    found = _word(text, reached)
    reason = _unknown(text, found) if reached == start else _unexpected(text, found, notes[reached])
    return reached + 1, reason


def _unexpected(text: str, found: str, missed: Iterable[str]) -> str:
    nearest = sorted(missed, key=lambda words: (-_likeness(found, words), words not in USUAL))
    listed = [words if words in PHRASES else f"'{words}'" for words in nearest[:MOST]]
    expected = joined(listed, "or") if len(nearest) <= MOST else f"{', '.join(listed)} …"
    return f"found {_describe(found)}, expected {expected}{_did_you_mean(found, nearest) or _small_letters(text)}"


def _unknown(text: str, found: str) -> str:
    """Complain about a line whose very first word begins no statement."""
    hint = _did_you_mean(found, sorted(_keywords(), key=lambda words: -_likeness(found, words)))
    if not hint and found[:1].isalpha() and len(text.split()) > 1:
        hint = "; a name begins with a capital letter or stands in quotes"
    return f"found {_describe(found)}, expected a statement of the table log{hint}"


def _did_you_mean(found: str, nearest: list[str]) -> str:
    first = nearest[0]
    return f"; did you mean '{first}'?" if first not in PHRASES and _likeness(found, first) >= ALIKE else ""


def _small_letters(text: str) -> str:
    """A hint for a statement that begins with a capital letter, and was therefore taken for a name."""
    first = _word(text, _after_gap(text, 0))
    return f"; did you mean '{first.lower()}'?" if not first.islower() and first.lower() in _keywords() else ""


def _likeness(found: str, words: str) -> float:
    """How near what was found comes to what was expected. Amounts, cards and quotations are known by how they begin."""
    if words in PHRASES:
        return float(found[:1] in BEGINNINGS and words == CALLED[BEGINNINGS[found[:1]]])
    return SequenceMatcher(None, found[:LONGEST_WORD].lower(), words).ratio()


def _describe(found: str) -> str:
    if not found:
        return END
    if re.fullmatch(r'"(?:[^"\\]|\\.)*', found):
        return f"a quotation mark that is never closed, {escaped(found, 30)}"
    return f"'{escaped(found, 40)}'"


WORD = re.compile(r'"(?:[^"\\]|\\.)*"?|\[[^\]]*\]?|[$0-9][^\s#]*|[^\s,#]+|,')


def _word(text: str, at: int) -> str:
    """What stands at a place of the line: a quotation, something in brackets, or a word."""
    match = WORD.match(text, at)
    return match[0] if match else ""


# ---- following a statement along a line ----

Notes = dict[int, dict[str, None]]  # what would have fitted at each place of the line; a dict keeps the order


@dataclass(slots=True, frozen=True)
class Leaf:
    """A piece that a pattern matches, with its name; it has several names if the pattern is a choice of words."""

    pattern: re.Pattern[str]
    called: tuple[str, ...]


@dataclass(slots=True, frozen=True)
class Suggestion:
    """One of these pieces."""

    pieces: tuple[Piece, ...]


@dataclass(slots=True, frozen=True)
class Sequence:
    """These pieces, one after the other."""

    pieces: tuple[Piece, ...]


@dataclass(slots=True, frozen=True)
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

TERMINAL = re.compile(r"^([A-Z_]+)(?:\.[0-9])?:((?:.*\n)(?:[ \t]+.*\n)*)", re.MULTILINE)
TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|/((?:[^/\\]|\\.)+)/|([A-Z_]+)|([()|?*])')
Tokens = list[tuple[str, str, str, str]]  # each is a word, a pattern, a terminal or a sign; the other three are empty
LISTED = re.compile(r"\((?:\?:)?([a-z][a-z |-]*)\)")
GAP = "_S"  # the first of the terminals that are pieces of a line
WHOLE = r"(?=[\s#]|,(?![0-9])|$)"


@cache
def _definitions() -> dict[str, Tokens]:
    grammar = (folder("grammars") / "table_log.lark").read_text(encoding="utf-8")
    return {name: TOKEN.findall(body) for name, body in TERMINAL.findall(grammar)}


@cache
def _statements() -> tuple[Piece, ...]:
    names = list(_definitions())
    return tuple(_terminal(name) for name in names[: names.index(GAP)])


@cache
def _keywords() -> tuple[str, ...]:
    """The words that begin a statement."""
    notes: Notes = {0: {}}
    for statement in _statements():
        list(_follow(statement, "", 0, notes))
    return tuple(words for words in notes[0] if words not in PHRASES)


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
