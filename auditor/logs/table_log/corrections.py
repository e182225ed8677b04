"""Finds the statement that a line was meant to be: by what people write for it, and by slips of the pen.

From a line that is no statement it goes step by step to lines that may be one: pieces as the language has them, small
letters, names as they stand at the seats, a synonym, a word spelt right. The first line that can be read is the answer.
The number of lines that are tried is bounded, and all of this happens only where a log is wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterator

from auditor.logs.table_log.diagnostics import CALLED, END, PHRASES, USUAL, complaint, word_at, words_of_language
from auditor.logs.table_log.quoting import name as spelt
from auditor.logs.table_log.synonyms import QUOTED, TOGETHER, Seats, capitalised, person, synonyms, with_pieces
from auditor.vocabulary.spelling import nearest

MOST_TRIED = 60  # lines
MOST_STEPS = 4
MOST_WORDS = 3  # that one misspelt word may have been meant for
HEADERS = ["hand", "table", "end", "log"]
A_NAME = {CALLED["NAME"], CALLED["WHO"]}
OUTSIDE = re.compile(r'("(?:[^"\\]|\\.)*"?|\[[^\]]*\]?)')  # what is not words: quotations and cards
NUMBER = re.compile(r"[0-9]+(?![0-9]|(?:st|nd|rd|th|-?bets)\b)")  # but for the third card, and a third bet
PUNCTUATION = re.compile(r"[.,;:!'’-]+")
WORD = re.compile(r"[^\s,\[\]\"]+")
PARTED = r"(?<![ \t])[ \t]*+(?:,[ \t]*and|[,&+/]|(?<=[ \t])and)[ \t]*"  # what stands between names
FILLERS = re.compile(
    r"(?<![^\s])(?:the|a|an|his|her|their|its|just|only|then|now|please|also)(?=\s)[ \t]*", re.IGNORECASE
)
SEVERAL = re.compile(r"(?<![ \t])[ \t]*+(?:[;,.]|(?<=[ \t])(?:and|then|&))[ \t]+")  # what may part statements in a line
EVERYBODY = re.compile(
    r"(?:all|everybody|everyone|each)(?: (?:players?|of them))?[ \t]+(?=(?:posts? )?(?:the )?antes?\b)", re.IGNORECASE
)

Terminal = Callable[[str], str | None]
"""Tells which statement a line is, if it is one: the name of its terminal, or nothing."""


def corrected(text: str, kind: str, seats: Seats, terminal: Terminal, wanted: Container[str]) -> str | None:
    """The statement that a line was meant to be, if it is one of those wanted; None if nobody can tell."""
    tried = {text}
    lines = [text]
    for _ in range(MOST_STEPS):
        following: list[str] = []
        for line in lines:
            for other in _steps(line, kind, seats):
                if other in tried or len(tried) > MOST_TRIED:
                    continue
                tried.add(other)
                if _is_wanted(other, terminal, wanted) and _keeps_numbers(other, text):
                    return other
                following.append(other)
        lines = following
    return None


def shared_out(text: str, seats: Seats) -> list[str]:
    """One line for each of several players whom a line names together; nothing if it does not.

    Antes may be told of everybody. Of other acts nobody can tell who made them, and in which order.
    """
    names = "|".join(sorted(map(re.escape, seats), key=len, reverse=True))
    listed = re.match(rf"(?:{names})(?:{PARTED}(?:{names}))+[ \t:]+(?=\S)", text, re.IGNORECASE) if names else None
    everybody = EVERYBODY.match(text)
    if listed is not None:
        who = [person(one, seats) or one for one in re.split(PARTED, listed[0].strip(" \t:"))]
        return [f"{spelt(name)} {text[listed.end() :]}" for name in who]
    if everybody is not None:
        return [f"{spelt(name)} {text[everybody.end() :]}" for name in sorted(seats, key=lambda name: seats[name])]
    return []


def with_comment(text: str, kind: str, terminal: Terminal, wanted: Container[str]) -> str | None:
    """The statement that a line begins with, and the rest as a comment, if that says nothing that a statement could."""
    line = with_pieces(text)
    at = complaint(line, kind).at
    statement, rest = line[:at].rstrip(), line[at:].strip()
    said = {word.lower() for word in WORD.findall(rest)} & words_of_language()
    if not rest or terminal(statement) not in wanted:
        return None
    aside = re.fullmatch(r"\([^()]*\)", rest)
    return f"{statement} # {rest}" if aside or not (said or re.search(r"[0-9$\[\]\"]", rest)) else None


def _keeps_numbers(line: str, text: str) -> bool:
    """Has a line every number of another? No amount and no card may be lost on the way."""
    return not Counter(NUMBER.findall(with_pieces(text))) - Counter(NUMBER.findall(line))


def _is_wanted(line: str, terminal: Terminal, wanted: Container[str]) -> bool:
    if not line.strip():
        return False
    return line.lstrip().startswith("#") or all(terminal(one) in wanted for one in line.split("\n"))


def _steps(line: str, kind: str, seats: Seats) -> Iterator[str]:
    """The lines that are one step from this one, the likeliest first."""
    yield with_pieces(line)
    yield _with_names(_in_small_letters(line, seats), seats)
    for synonym in synonyms(kind):
        if (other := synonym.rewritten(line, seats)) is not None:
            yield other
    yield _outside(line, lambda part: FILLERS.sub("", part))
    yield _outside(line, lambda part: part.replace("(", "").replace(")", ""))
    yield from _closed(line)
    yield from _respelt(line, kind, seats)


def _in_small_letters(line: str, seats: Seats) -> str:
    """Words of the language in small letters, but for the names of players."""
    known = words_of_language()

    def small(found: re.Match[str]) -> str:
        word = found[0]
        return word if word in seats or word.lower() not in known else word.lower()

    return _outside(line, lambda part: WORD.sub(small, part))


def _with_names(line: str, seats: Seats) -> str:
    """Names of players as they stand at the seats, whatever their case, in quotes where they need them."""
    for name in sorted(seats, key=len, reverse=True):
        pattern = re.compile(rf"(?<![\w\"]){re.escape(name)}(?![\w\"])", re.IGNORECASE)
        line = _outside(line, lambda part, pattern=pattern, name=name: pattern.sub(lambda _: spelt(name), part))  # type: ignore[misc]
    return line


def _outside(line: str, change: Callable[[str], str]) -> str:
    """The line with a change made outside of quotations and cards."""
    parts = OUTSIDE.split(line)
    return "".join([part if n % 2 else change(part) for n, part in enumerate(parts)])


def _closed(line: str) -> Iterator[str]:
    """Lines with a quotation closed that is open: behind the first of its words, the second, and so on."""
    open_quote = QUOTED.split(line)[-2:-1]
    if not open_quote or (len(open_quote[0]) > 1 and open_quote[0].endswith('"')):
        return
    start = line.rindex(open_quote[0])
    ends = [found.end() for found in re.finditer(r"\S+", line[start + 1 :])]
    ends = sorted(ends[:8], key=lambda end: ("$" in line[start : start + 1 + end], -end))
    for end in ends:
        yield f'{line[: start + 1 + end]}"{line[start + 1 + end :]}'
    yield line[:start] + line[start + 1 :]


def _respelt(line: str, kind: str, seats: Seats) -> Iterator[str]:
    """Lines with the word put right at which this one stops being a statement."""
    what = complaint(line, kind)
    at, found = what.at, what.found
    before, after = line[:at], line[at + len(found) :]
    yield from _parted(line, seats)
    if not found:
        return
    expected = [words for words in what.expected if words not in PHRASES] + ([] if what.begins else HEADERS)
    for words in nearest(found, expected)[:MOST_WORDS]:
        yield before + words + after
    yield from _with_blanks(before, found, after, expected)
    if not what.begins or A_NAME & {*what.expected}:
        yield from _renamed(before, found, after, seats)
    last = before.rstrip()
    if last.endswith(found) and found.isalpha():
        yield last + after  # a word written twice
    if END in what.expected and PUNCTUATION.fullmatch(found) and not after.strip():
        yield last
    if CALLED["_COMMA"] in what.expected:
        yield f"{last}, {line[at:]}"


def _with_blanks(before: str, found: str, after: str, expected: list[str]) -> Iterator[str]:
    """Lines with the blank after a word in its place: it stands inside of the word, beside its place, or not at all."""
    rest = after.lstrip()
    beside = word_at(rest, 0)
    if beside and found + beside in expected:
        yield before + found + rest
    if beside and found + beside[0] in expected:
        yield f"{before}{found}{beside[0]} {rest[1:]}"
    if found[:-1] in expected:
        yield f"{before}{found[:-1]} {found[-1]}{rest}"
    for words in sorted(expected, key=len, reverse=True):
        if found.lower().startswith(words) and len(found) > len(words):
            yield f"{before}{words} {found[len(words) :]}{after}"
    number = re.match(r"[0-9]+(?=[^\W\d])", found)
    if number is not None:
        yield f"{before}{number[0]} {found[number.end() :]}{after}"


def _parted(line: str, seats: Seats) -> Iterator[str]:
    """Lines with a blank after the name they begin with."""
    text = line.lstrip()
    for name in seats:
        if text.startswith(name) and text[len(name) :][:1].islower():
            yield f"{line[: len(line) - len(text)]}{name} {text[len(name) :]}"


def _is_no_name(word: str) -> bool:
    """Is a word in small letters one for several players, or for what they do?"""
    return word in TOGETHER or bool(nearest(word, USUAL))


def _renamed(before: str, found: str, after: str, seats: Seats) -> Iterator[str]:
    """Lines with a name where one belongs."""
    known = person(found, seats)
    if known is not None:
        yield before + spelt(known) + after
    if found[0].isalpha() and found[0].islower() and known is None and not _is_no_name(found):
        yield before + capitalised(found) + after
    elif found[0].isdigit() and before.strip() == "table":
        yield f'{before}"{found}"{after}'
