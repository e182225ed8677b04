"""The logs that are measured: evenings of random legal hands, repeated under other names until there are enough.

Playing a hand takes longer than auditing it, so a stock of different hands is played once, and the log of any length is
made of it by giving everybody another name each time an evening comes round again. Cards, wagers and stakes of such a
copy are those of the first; its lines, all but those without a name in them, are not.
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "tests"  # where the player of legal hands lives
STOCK = 20_000  # different hands
GUESTS = tuple(f"Guest{number:02}" for number in range(32))  # as they are called in the stock
GUEST = re.compile(r"Guest[0-9]{2}")
TABLE = re.compile(r"^table .*$", re.MULTILINE)
FIRST = "Al Bo Cy Di Ed Fi Gi Ho Ib Jo Ka Le Mo Na Ov Pi Ro Si Ti Vi Wu Xi Yo Za".split()
LAST = "ba be bi bo da de di do fa fi ga go ka ki la le li lo ma mi na no pa ra ri ro sa so ta ti va zo".split()

CACHE = Path(tempfile.gettempdir()) / "auditor-bench"


def games() -> list[str]:
    """The games that logs can be made of, each in one form of betting."""
    sys.path.insert(0, str(TESTS))
    from play.act.games import GAMES

    return list(GAMES)


def evenings(hands: int, game: str = "manila") -> Iterator[str]:
    """Logs of whole evenings of a game, at least so many hands in all."""
    sys.path.insert(0, str(TESTS))
    from play.act.evening import logs

    stock = list(logs(0, min(hands, STOCK), GUESTS, game))
    rng = random.Random(1)
    names = [first + one + two for first in FIRST for one in LAST for two in ("", *LAST[::4])]
    tables = count(1)
    while True:
        for text in stock:
            renamed = dict(zip(GUESTS, rng.sample(names, len(GUESTS)), strict=True))
            text = GUEST.sub(lambda match, new=renamed: new[match[0]], text.removeprefix("log 1\n"))
            yield TABLE.sub(lambda _: f'table "Table {next(tables)}"', text)
            hands -= text.count("\nhand ")
            if hands <= 0:
                return


def log_file(hands: int, game: str = "manila") -> Path:
    """One log of so many hands of a game, made when it is first asked for and kept in the temporary folder."""
    path = CACHE / f"{game}-{hands}.log"
    if not path.exists():
        CACHE.mkdir(exist_ok=True)
        draft = path.with_suffix(".draft")
        with draft.open("w", encoding="utf-8") as file:
            file.write("log 1\n")
            file.writelines(f"{text}\n" for text in evenings(hands, game))
        draft.rename(path)
    return path
