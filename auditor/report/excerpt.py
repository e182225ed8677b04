"""The deciding lines of a sample: what leads to a mark of the clause book, without the rest of the hand.

What is kept is chosen by what a line says, the most telling first: the marked lines, the heads of hand and table; where
the hand before decides, as it does for a button, how that one ended; the acts and cards just before the mark; who sits
there with how much; what the table declares; the forced bets. Whatever lies between is `…`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from auditor.rules.clause_book import COMPLIES, EXPECT, Mark

MOST = 14  # lines, with those that stand for others
NEAR = 5  # lines before a mark that are told before anything of the set-up
GAP = "…"
HEADER = re.compile(r"\s*(hand|table)\s")
END = re.compile(r"\s*end\b")
TABLE = re.compile(r"\s*table\s")
HAND = re.compile(r"\s*hand\s")
BUTTON = re.compile(r"\s*(buck|button)\b")
SEAT = re.compile(r"\s*seat\s+([0-9]+)\s+(\S+)")
ROUTINE = re.compile(r"\s*(seat\s|shuffle\b|cut\b|rules\s|date\s|(hand|table)\s|#|$)")  # tells little
FORCED = re.compile(r"\s*\S+\s+(blind|ante|straddle|kill|bring-in|posts?)\b")
CARDS = re.compile(r"\s*(deal|communal)\b")
ENDINGS = (re.compile(r"\s*\S+ wins\b"), re.compile(r"\s*pot\b"), re.compile(r"\s*\S+ (shows|mucks)\b"))
DECLARED = re.compile(r"\s*(?!rules\b|date\b|records\b|table\b|signs?\b)[a-z]")


def block_of(mark: Mark) -> list[str]:
    """The lines around a mark: its hand, or the set-up of its table."""
    lines = _read(mark.path)
    start, stop = _bounds(lines, mark.line - 1)
    return lines[start:stop]


def on_head(mark: Mark) -> bool:
    """Does a mark stand beside the head of a hand, so that it is about all of it?"""
    return HAND.match(_read(mark.path)[mark.line - 1]) is not None


def excerpt(mark: Mark) -> list[str]:
    """The deciding lines of a mark's hand, or of its table's set-up: all of it if it is short."""
    lines = _read(mark.path)
    start, stop = _bounds(lines, mark.line - 1)
    if stop - start <= MOST:
        return lines[start:stop]
    chosen: set[int] = set()
    for number in dict.fromkeys(_telling(lines, mark, start, stop)):
        if len(_with_gaps(lines, chosen | {number}, start, stop)) <= MOST:
            chosen.add(number)
    return _with_gaps(lines, chosen, start, stop)


@lru_cache(maxsize=16)
def _read(path: Path) -> list[str]:
    """The lines of a sample, which most often has several marks of a clause."""
    return path.read_text(encoding="utf-8").splitlines()


def _bounds(lines: Sequence[str], at: int) -> tuple[int, int]:
    """Where the hand or the set-up around a line begins and ends; lines between hands belong to what is before them."""
    start = next((n for n in range(at, -1, -1) if HEADER.match(lines[n])), at)
    stop = start + 1
    while stop < len(lines) and not HEADER.match(lines[stop]):
        stop += 1
        if END.match(lines[stop - 1]) and stop > at:
            break
    while stop > start + 1 and not lines[stop - 1].strip():
        stop -= 1
    return start, stop


def _telling(lines: Sequence[str], mark: Mark, start: int, stop: int) -> Iterator[int]:
    """The numbers of the lines that tell most of how it came to a mark, the most telling first."""
    at, block = mark.line - 1, range(start, stop)
    yield from (at, start)
    yield from (n for n in block if _marks(lines[n], mark.clause))
    yield from _table(lines, start)
    first = next((n for n in block if not ROUTINE.match(lines[n]) and not BUTTON.match(lines[n])), stop)
    if at < first:
        yield from _before(lines, mark, start)
    told = [n for n in range(at - 1, start, -1) if not ROUTINE.match(lines[n])]
    yield from told[:NEAR]
    if at < first:  # the whole hand is meant
        yield from (n for n in block if not ROUTINE.match(lines[n]))
    yield from (n for n in range(at, start, -1) if CARDS.match(lines[n]))
    yield from _seats(lines, mark, start, at)
    yield from _declared(lines, start)
    yield from (n for n in block if FORCED.match(lines[n]) or BUTTON.match(lines[n]))
    yield from told[NEAR:]


def _marks(line: str, clause: str) -> bool:
    """Does a line carry a mark of this clause?"""
    _, _, comment = line.partition("#")
    complied = [one.strip() for clauses in COMPLIES.findall(comment) for one in clauses.split(",")]
    return clause in complied or any(clause == one for _, one, _, _ in EXPECT.findall("#" + comment))


def _before(lines: Sequence[str], mark: Mark, start: int) -> Iterator[int]:
    """What counts of the hand before, if there is one at this table: its head, its button, who won, what came after."""
    head = next((n for n in range(start - 1, -1, -1) if HEADER.match(lines[n])), -1)
    if not HAND.match(lines[start]) or head < 0 or not HAND.match(lines[head]):
        return
    between = range(head, start)
    button = next((n for n in range(start, len(lines)) if BUTTON.match(lines[n])), start)
    yield from (head, button)
    yield from _seats(lines, mark, head, button)
    for telling in (BUTTON, *ENDINGS):
        yield from (n for n in between if telling.match(lines[n]))
    end = next((n for n in between if END.match(lines[n])), start)
    yield from (n for n in range(end + 1, start) if lines[n].strip())


def _seats(lines: Sequence[str], mark: Mark, start: int, stop: int) -> Iterator[int]:
    """The seats of those whom the marked line names, in its words or, by their numbers, in its mark."""
    act, _, comment = lines[mark.line - 1].partition("#")
    numbers = re.findall(r"\bseat ([0-9]+)", comment)
    for number in range(start, stop):
        seat = SEAT.match(lines[number])
        if seat and (seat[1] in numbers or re.search(rf"(?<!\w){re.escape(seat[2])}(?!\w)", act)):
            yield number


def _table(lines: Sequence[str], start: int) -> list[int]:
    """The head of the table, whose name often tells the story; none in a log without one."""
    return [n for n in range(start, -1, -1) if TABLE.match(lines[n])][:1]


def _declared(lines: Sequence[str], start: int) -> Iterator[int]:
    """What the table declares, but for its rulebook and its day."""
    for head in _table(lines, start):
        for number in range(head + 1, start):
            if HAND.match(lines[number]):
                return
            if DECLARED.match(lines[number]):
                yield number


def _with_gaps(lines: Sequence[str], chosen: set[int], start: int, stop: int) -> list[str]:
    """The chosen lines in order; between them, and where the hand goes on, `…` for those left out."""
    found: list[str] = []
    last = None
    for number in sorted(chosen):
        if last is not None and any(one.strip() for one in lines[last + 1 : number]):
            found.append(_gap(lines[number]))
        found.append(lines[number])
        last = number
    if last is not None and start <= last < stop - 1:
        found.append(_gap(lines[last]))
    return found


def _gap(line: str) -> str:
    """The sign for lines left out, as far to the right as a line beside them."""
    return f"{line[: len(line) - len(line.lstrip())]}{GAP}"
