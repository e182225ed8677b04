"""How much memory and time one table of very many hands takes.

    python bench/one_table.py [--hands 100000,1000000] [--logs table-log,pokerstars] [--named consecutive]

A log of one table is written to a temporary file: seven people whose cards are dealt at random, the buck going round,
now and then somebody who leaves and another who sits down. The hands are numbered one after the other, or with
`--named scattered` by numbers that leave out most, in no order, or with `--named letters` by names that are no numbers
at all: a number that comes twice has to be found among all of them. In every log one does, at its very end. The audit
of each is a process of its own. What is told is its time, the hands judged a second, the most memory that it ever had,
and whether it found the number that came twice.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from time import perf_counter

DECK = [rank + suit for rank in "789TJQKA" for suit in "cdhs"]
FULL_DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
PLAYERS = 7
STAY = 200  # hands after which somebody makes room for another
BEGIN = datetime(1994, 12, 1, 10, 0)
PACE = timedelta(seconds=12)  # between two hands
CONSECUTIVE, SCATTERED, LETTERS = "consecutive", "scattered", "letters"
Hands = Iterator[str]


def number_of(kind: str, n: int) -> str:
    """The number of a hand. Two different hands never have the same."""
    if kind == CONSECUTIVE:
        return str(n + 1)
    mixed = (n + 1) * 2_654_435_761 % (1 << 40)  # an odd factor: every remainder comes once
    return str(mixed) if kind == SCATTERED else f"{mixed:x}x"


def people() -> Iterator[tuple[list[str], tuple[int, str, str] | None]]:
    """Who has a seat in each hand, and the seat whose player has just been replaced: who left it, who took it."""
    names = [f"Guest{seat}" for seat in range(PLAYERS)]
    n = 0
    while True:
        change = None
        if n and n % STAY == 0:
            seat = n // STAY % PLAYERS
            change = seat, names[seat], f"Guest{PLAYERS + n // STAY}"
            names = [*names[:seat], change[2], *names[seat + 1 :]]
        yield names, change
        n += 1


def table_log(hands: int, kind: str) -> Hands:
    """Hands of Manila: one raise, two calls, and a fold before the fourth card."""
    rng = random.Random(1)
    yield 'log 1\ntable "Manila 3"\n  rules act/canberra-manila\n  date 1994-12-01\n  minimum $5\n  stake $100\n'
    yield "  sign\n  cloth\n  shoe\n  deck-check\n  open at 10:00\n  fold-area\n"
    room = people()
    for n in range(hands + 1):
        names, change = next(room)
        if change is not None:
            yield f"{change[1]} leaves\n{change[2]} sits {change[0] + 1} $100\n"
        buck = n % PLAYERS
        blind, *passive, caller, _, last = [names[(buck + place) % PLAYERS] for place in range(PLAYERS)]
        cards = rng.sample(DECK, 2 * PLAYERS + 3)
        dealt = [names[(buck + place) % PLAYERS] for place in range(PLAYERS)]
        pairs = ", ".join(f"{one} [{' '.join(cards[2 * at : 2 * at + 2])}]" for at, one in enumerate(dealt))
        first, second, third = cards[-3:]
        seats = "".join(f"  seat {seat} {name}\n" for seat, name in enumerate(names, 1))
        begun = BEGIN + n * PACE
        yield (
            f"\nhand {number_of(kind, n % hands)} at {begun:%H:%M on %Y-%m-%d}\n{seats}  buck {buck + 1}\n"
            f"  {blind} blind $5\n  deal {pairs}\n  communal [{first}]\n"
            + "".join(f"  {one} folds\n" for one in passive)
            + f"  {caller} calls $5\n  {dealt[-2]} folds\n  {last} raises $5 to $10\n"
            f"  {blind} calls $5\n  {caller} calls $5\n  communal [{second}]\n  {blind} folds\n"
            f"  {caller} checks\n  {last} checks\n  communal [{third}]\n  {caller} checks\n  {last} folds\n"
            f"  pot $30 commission $1\n  {caller} wins $29\nend\n"
        )


def pokerstars(hands: int, kind: str) -> Hands:
    """Hands of hold'em as PokerStars writes them: a raise, a call, and a bet that nobody calls."""
    rng = random.Random(1)
    room = people()
    for n in range(hands + 1):
        names, _ = next(room)
        buck = n % PLAYERS
        button, small, big, *others = [names[(buck + place) % PLAYERS] for place in range(PLAYERS)]
        cards = rng.sample(FULL_DECK, 5)
        flop = " ".join(cards[2:])
        stakes = "".join(
            f"Seat {seat}: {name} (${rng.randint(10_000, 30_000) / 100:.2f} in chips)\n"
            for seat, name in enumerate(names, 1)
        )
        begun = BEGIN.replace(year=2015) + n * PACE
        yield (
            f"PokerStars Hand #{number_of(kind, n % hands)}:  "
            f"Hold'em No Limit ($1/$2 USD) - {begun:%Y/%m/%d %H:%M:%S} ET\n"
            f"Table 'Our Table' 9-max Seat #{buck + 1} is the button\n{stakes}"
            f"{small}: posts small blind $1\n{big}: posts big blind $2\n*** HOLE CARDS ***\n"
            f"Dealt to {button} [{' '.join(cards[:2])}]\n"
            + "".join(f"{one}: folds\n" for one in others)
            + f"{button}: raises $4 to $6\n{small}: folds\n{big}: calls $4\n*** FLOP *** [{flop}]\n"
            f"{big}: checks\n{button}: bets $8\n{big}: folds\nUncalled bet ($8) returned to {button}\n"
            f"{button} collected $12.35 from pot\n{button}: doesn't show hand\n*** SUMMARY ***\n"
            f"Total pot $13 | Rake $0.65\nBoard [{flop}]\n\n"
        )


LOGS: dict[str, Callable[[int, str], Hands]] = {"table-log": table_log, "pokerstars": pokerstars}


def audited(path: Path) -> tuple[float, float, float, dict[str, object]]:
    """Audit a log by a process of its own: seconds on the clock and of the processor, megabytes, and the report."""
    report = path.with_suffix(".json")
    words = [sys.executable, "-m", "auditor", "audit", str(path), "--isolated", "--no-cache", "-q", "--exit-zero"]
    begun = perf_counter()
    child = subprocess.Popen([*words, "--format", f"json={report}"], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    taken = perf_counter() - begun
    if not report.exists():
        raise SystemExit(f"the audit ended with status {child.returncode} and wrote no report")
    found = json.loads(report.read_text(encoding="utf-8"))
    return taken, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, found


def row(name: str, kind: str, hands: int, folder: Path) -> str:
    """Write a log, audit it, and say what that took."""
    path = folder / "one-table.txt"
    with path.open("w", encoding="utf-8") as file:
        file.writelines(LOGS[name](hands, kind))
    _, seconds, memory, found = audited(path)
    judged, faults = found["summary"]["hands"], found["summary"]["findings"]
    twice = sum("second time" in one["reason"] for one in found["unread"])
    others = len(found["unread"]) - twice
    cells = f"{seconds:.0f} | {judged / seconds:,.0f} | {memory:.0f} | {judged:,} | {faults:,} | {twice} | {others}"
    return f"| {name} | {kind} | {hands:,} | {cells} |"


def main() -> None:
    """Measure the logs and print a row for each."""
    arguments = argparse.ArgumentParser(description="Measure one table of very many hands.")
    arguments.add_argument("--hands", default="100000,1000000", help="how many (default: 100000,1000000)")
    arguments.add_argument("--logs", default=",".join(LOGS), help="which logs (default: all)")
    arguments.add_argument("--named", default=CONSECUTIVE, help=f"{CONSECUTIVE}, {SCATTERED} or {LETTERS}, or some")
    chosen = arguments.parse_args()
    print("| log | numbers | hands | seconds | hands/s | MB at most | judged | findings | twice | not read besides |")
    print(f"|{' --- |' * 10}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen.logs.split(","):
            for kind in chosen.named.split(","):
                for hands in chosen.hands.split(","):
                    print(row(name, kind, int(hands), Path(folder)), flush=True)


if __name__ == "__main__":
    main()
