"""Lines of lawful logs with slips of the pen in them: each is told at its place, none hides another or invents one."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from itertools import islice

import pytest
from generated_hands import MORE, audited
from play.act.evening import logs
from play.act.games import GAMES as ACT_GAMES
from play.crown.evening import log as crown_log
from play.crown.games import GAMES as CROWN_GAMES
from play.roberts.button.evening import log as button_log
from play.roberts.draw.planting import log as draw_log
from play.roberts.games import BUTTON_GAMES
from play.roberts.stud.playing import log as stud_log

from auditor.auditing.result import Result
from auditor.logs.blocks import BETWEEN, HAND, Block
from auditor.logs.table_log.reader import diagnose, lexer
from auditor.vocabulary.errors import Unreadable, applied

LOGS = 6 * MORE  # of each game
CONSEQUENCES = ("no date", "no rulebook", "found a hand before any table", "found a statement before any table")


def act(game: str) -> Callable[[int], str]:
    return lambda seed: next(islice(logs(seed, 3, game=game), 1))


WRITERS: dict[str, Callable[[int], str]] = {
    **{f"act {game}": act(game) for game in ACT_GAMES},
    **{f"crown {game}": lambda seed, game=game: crown_log(seed, game, "no-limit", 2) for game in CROWN_GAMES},
    **{f"roberts {game}": lambda seed, game=game: button_log(seed, game, "fixed", hands=2) for game in BUTTON_GAMES},
    "roberts draw": lambda seed: draw_log(seed, "high", "pot-limit", 2),
    "roberts stud": lambda seed: stud_log(seed, "razz", "fixed", 2),
}


# ---- slips ----


def dropped(rng: random.Random, text: str, at: int) -> str:
    return text[:at] + text[at + 1 :]


def doubled(rng: random.Random, text: str, at: int) -> str:
    return text[: at + 1] + text[at:]


def swapped(rng: random.Random, text: str, at: int) -> str:
    return text[:at] + text[at + 1 : at + 2] + text[at] + text[at + 2 :]


def changed(rng: random.Random, text: str, at: int) -> str:
    return text[:at] + rng.choice("aeinrstmoc") + text[at + 1 :]


def shouted(rng: random.Random, text: str, at: int) -> str:
    return text.upper()


def capitalised(rng: random.Random, text: str, at: int) -> str:
    return text[: len(text) - len(text.lstrip())] + text.lstrip().capitalize()


def other_quotes(rng: random.Random, text: str, at: int) -> str:
    return text.replace('"', "“", 1).replace('"', "”", 1)


def other_money(rng: random.Random, text: str, at: int) -> str:
    start = text.find("$")
    end = start + 1
    while end < len(text) and text[end].isdigit():
        end += 1
    return text if start < 0 else f"{text[:start]}{text[start + 1 : end]}${text[end:]}"


def other_brackets(rng: random.Random, text: str, at: int) -> str:
    return text.replace("[", "(").replace("]", ")")


SLIPS = (dropped, doubled, swapped, changed, shouted, capitalised, other_quotes, other_money, other_brackets)


def is_statement(line: str) -> bool:
    try:
        lexer().recognise(line, 1)
    except Unreadable:
        return False
    return True


def misspelt(rng: random.Random, text: str, count: int) -> tuple[str, list[int]]:
    """A log with slips in some of its lines, and the numbers of those that are no statements any more."""
    lines = text.split("\n")
    written = [n for n, line in enumerate(lines) if line.strip() and not line.strip().startswith("#")]
    spoilt = []
    for n in rng.sample(written, min(count, len(written))):
        letters = [at for at, char in enumerate(lines[n]) if not char.isspace()]
        line = rng.choice(SLIPS)(rng, lines[n], rng.choice(letters))
        if not is_statement(line):
            lines[n] = line
            spoilt.append(n + 1)
    return "\n".join(lines), sorted(spoilt)


# ---- what is told ----


@pytest.mark.parametrize("game", WRITERS)
def test_every_misspelt_line_is_told_at_its_place_and_no_other(game):
    for seed in range(LOGS):
        rng = random.Random(f"{seed} {game}")
        lawful = WRITERS[game](seed)
        text, spoilt = misspelt(rng, lawful, rng.randint(1, 8))
        result = audited(text)

        assert told(result) == spoilt, shown(text, result)
        assert places(text, result) == [], shown(text, result)
        mended = applied(text, [edit for one in result.unread for edit in one.fix])
        left = audited(mended)
        assert told(left) == [one.line for one in result.unread if one.line in spoilt and not one.fix], (
            shown(text, result) + "\n-- and mended --\n" + shown(mended, left)
        )


def told(result: Result) -> list[int]:
    """The lines that are told, without what is missing because of them."""
    return sorted({one.line for one in result.unread if not one.reason.startswith(CONSEQUENCES)})


def places(text: str, result: Result) -> list[tuple[int, int]]:
    """The places whose caret would not stand under their line."""
    lines = text.split("\n")
    return [
        (one.line, one.column)
        for one in result.unread
        if one.source and (one.source != lines[one.line - 1] or not 1 <= one.column <= len(one.source) + 1)
    ]


def shown(text: str, result: Result) -> str:
    numbered = [f"{n:4} {line}" for n, line in enumerate(text.split("\n"), 1)]
    return "\n".join([*(f"{one.line}:{one.column} {one.reason}" for one in result.unread), *numbered])


def test_twice_as_many_misspelt_lines_take_about_twice_as_long():
    line = "  Ann rasies $10 to $20 to $30 with oen chip\n"

    def seconds(count: int) -> float:
        block = Block(HAND, f"hand 1\nseat 1 Ann\n{line * count}end", 1, 1)
        start = time.process_time()
        diagnose(block)
        return time.process_time() - start

    seconds(5)
    assert min(seconds(80) for _ in range(3)) < 4 * min(seconds(40) for _ in range(3))


def test_a_text_that_is_no_log_is_told_in_no_time():
    prose = "It was the best of times, it was the worst of times.\n" * 20_000
    start = time.process_time()
    _, faults = diagnose(Block(BETWEEN, prose, 1, 1))

    assert (len(faults), faults[-1].reason.endswith("were left out")) == (1000, True)
    assert time.process_time() - start < 20
