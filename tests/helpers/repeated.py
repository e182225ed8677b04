"""Hands in which one line comes again and again, and how much work it is to read and to judge them.

Work is counted in lines of the auditor's own code that are carried out. Unlike time it is the same on every machine
and in every run, so that a hand of some hundred lines shows what one of a hundred thousand would take.
"""

from __future__ import annotations

import io
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType, FrameType
from typing import Any

from fuzzing.table_logs import SEAT, SEATED, statement
from fuzzing.texts import Chance
from places import HISTORIES, SAMPLES

from auditor.auditing.acts_that_led import with_acts_that_led
from auditor.auditing.engine.judge_hand import judge
from auditor.auditing.excerpts import with_excerpts
from auditor.auditing.judging import bound_for
from auditor.auditing.options import Options
from auditor.logs.blocks import HAND, TABLE, Block
from auditor.logs.files.decoding import open_path, open_stream
from auditor.logs.reader import RawHand, read
from auditor.logs.table_log.reader import blocks, lexer
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.hand import Hand

OURS = "/auditor/"  # in the path of the code that is counted
TIMES = 100  # how often a line comes; and then twice as often
MOST = 0.5  # lines of a function that may be carried out for each pair of the lines that are repeated
GAMES = (
    *("act/canberra-manila", "act/draw-poker", "act/7-card-stud", "crown/holdem"),
    *("roberts/holdem", "roberts/seven-card-stud", "roberts/lowball"),
)
MOST_GAMES = 3  # in which a statement is tried
Logs = Callable[[int], str]  # a log in which something comes so often


# ---- work ----


def work(log: str) -> Counter[CodeType]:
    """How many lines of each function are carried out to read a log and to judge its hands, each once."""
    counted: Counter[CodeType] = Counter()

    def line(frame: FrameType, event: str, _arg: object) -> Any:
        if event == "line":
            counted[frame.f_code] += 1
        return line

    def call(frame: FrameType, _event: str, _arg: object) -> Any:
        return line if OURS in frame.f_code.co_filename else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        for _ in judged(log):
            pass
    finally:
        sys.settrace(before)
    return counted


def judged(log: str) -> Iterator[object]:
    """What is found in every hand of a log, with the lines that show it, or what keeps a hand from being judged."""
    for part in read(open_stream(io.BytesIO(log.encode()), "made.log")):
        try:
            if isinstance(part, RawHand):
                hand: Hand = part.read()
                bound = bound_for(part, Options(rules="roberts/holdem" if part.setup.rules is None else None))
                assert bound is not None
                found = judge(hand, bound, "made.log").findings
                yield with_excerpts(with_acts_that_led(found, hand, bound.rules), part, hand.events)
        except Unreadable as error:
            yield error


def out_of_proportion(log: Logs) -> list[str]:
    """The functions of which twice as many lines make more than twice as much work; none if all is well.

    A function may take a little more, but not half a line for each pair of the lines that are repeated, which is less
    than to look at each of them once more. Where chips or cards have run out a hand goes on otherwise, and there the
    work may bend once: so what grows too fast has to do so when there are twice as many again.
    """
    for _ in judged(log(1)):  # what is worked out once for a rulebook is no work of the hand
        pass
    one, some, twice = work(log(1)), work(log(TIMES)), work(log(2 * TIMES))
    suspects = _growing(one, some, twice, TIMES)
    if suspects:
        suspects &= _growing(twice, work(log(3 * TIMES)), work(log(4 * TIMES)), TIMES)  # beyond the bend
    return [f"{code.co_qualname} ({code.co_filename}): {twice[code]:,} lines" for code in suspects]


def _growing(one: Counter[CodeType], some: Counter[CodeType], twice: Counter[CodeType], times: int) -> set[CodeType]:
    """Those of which the second half is more work than the first; a hand that is cut short by then is less than one."""
    least = {code: min(one[code], some[code]) for code in twice}
    return {code for code in twice if twice[code] - 2 * some[code] + least[code] > MOST * times * times}


# ---- table logs ----


def kind_of(line: str) -> str | None:
    """The statement of the table log that a line is."""
    try:
        known = lexer().recognise(line, 1)
    except Unreadable:
        return None
    return None if known is None else known[1]


@cache
def _hands() -> dict[tuple[str, str], tuple[tuple[str, ...], tuple[str, ...], int]]:
    """For each statement and game: the head of a table, a hand of the samples, and where in it the statement stands."""
    found: dict[tuple[str, str], tuple[tuple[str, ...], tuple[str, ...], int]] = {}
    for path in sorted(SAMPLES.rglob("*.log")):
        head: tuple[str, ...] = ()
        for block in blocks(open_path(path, path.name).chunks()):
            assert isinstance(block, Block)
            stated = [text.split(" #")[0].strip() for text in block.text.split("\n")]
            lines = tuple(line for line in stated if line and not line.startswith("#"))
            if block.kind == TABLE:
                head = tuple(line for line in lines if not line.startswith("log"))
            elif block.kind == HAND:
                game = next((line.split()[1] for line in head if line.startswith("rules ")), "")
                for at, line in enumerate(lines) if game in GAMES else ():
                    found.setdefault((kind_of(line) or "", game), (head, lines, at))
    return found


def hands_with(kind: str) -> Iterator[tuple[str, Logs]]:
    """Hands in which a statement comes as often as one likes, by name: in each game, with the same names or others."""
    known = {game: found for (title, game), found in _hands().items() if title == kind}
    for game in [*known][:MOST_GAMES] or GAMES[:1]:
        head, lines, at = known[game] if game in known else _invented(kind, game)
        names = [found[1] for one in lines if (found := SEAT.match(one))]
        alike, others = _repeated(head, lines, at, []), _repeated(head, lines, at, names)
        yield f"{game}: {lines[at]}", alike
        if alike(2) != others(2):
            yield f"{game}, by one after the other: {lines[at]}", others


def _invented(kind: str, game: str) -> tuple[tuple[str, ...], tuple[str, ...], int]:
    """A hand of the game with a line that no hand of the samples has."""
    head, lines, at = _hands()["DEAL", game]
    chance = Chance(kind)
    chance.seated = [found[1] for one in lines if (found := SEAT.match(one))] or SEATED
    return head, (*lines[:at], statement(kind, chance), *lines[at:]), at


def _repeated(head: tuple[str, ...], lines: tuple[str, ...], at: int, names: list[str]) -> Logs:
    """The hand with the line at this place so often; the n-th time each of the names is the n-th after it."""
    pattern = re.compile("|".join(re.escape(one) for one in sorted(names, key=len, reverse=True)) or r"(?!)")

    def line(number: int) -> str:
        return pattern.sub(lambda found: names[(names.index(found[0]) + number) % len(names)], lines[at])

    def log(count: int) -> str:
        return "\n".join([*head, *lines[:at], *map(line, range(count)), *lines[at + 1 :], ""])

    return log


# ---- hand histories ----


def histories_with_lines(pattern: str) -> Iterator[tuple[str, Logs]]:
    """For every line of the first hand of a room's first sample, the hand in which it comes as often as one likes."""
    for path in sorted(HISTORIES.glob(pattern))[:1]:
        lines = re.split(r"\n\n\n+", path.read_text(encoding="utf-8").strip())[0].split("\n")
        for at, line in enumerate(lines):
            if at < 3:  # what a format is known by, and the header, of which each begins a hand
                continue

            def log(count: int, at: int = at, lines: list[str] = lines) -> str:
                return "\n".join([*lines[:at], *[lines[at]] * count, *lines[at + 1 :], ""])

            yield f"{path.name}: {line}", log


def histories_with_items() -> Iterator[tuple[str, Logs]]:
    """For every item of a list in an OHH object or among the acts of a PHH file, the hand with it so often."""
    for path in sorted(HISTORIES.glob("*.ohh"))[:1]:
        text = path.read_text(encoding="utf-8").split("\n\n")[0]
        for number in range(_items(json.loads(text), None, 1)):

            def ohh(count: int, number: int = number, text: str = text) -> str:
                value = json.loads(text)
                _items(value, number, count)
                return json.dumps(value) + "\n\n"

            yield f"{path.name}: item {number}", ohh
    acts = ["p1 f", "p1 cc", "p2 cbr 20", "d dh p1 AsKs", "d db 2c3c4c", "p1 sm AsKs", "p2 sm"]
    for act in acts:

        def phh(count: int, act: str = act) -> str:
            played = json.dumps(["d dh p1 AsKs", "d dh p2 QcQd", *[act] * count, "p1 cc", "p2 cc"])
            stacks = "blinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [9000, 9000]"
            return f"variant = 'NT'\nantes = [0, 0]\n{stacks}\nactions = {played}\n"

        yield f"phh: {act}", phh


def _items(value: Any, which: int | None, count: int, before: int = 0) -> int:
    """How many items the lists in an object have; that of the number `which` is repeated so often."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for at, one in enumerate(list(inside)):
        if isinstance(value, list):
            if before == which:
                value[at : at + 1] = [one] * count
                return before
            before += 1
        before = _items(one, which, count, before)
    return before
