"""How fast logs are read and audited, how much memory that takes, and how long the program needs to start.

    python bench/run.py [--hands 20000] [--games 6000] [--large 200000]

Timings swing from moment to moment, so everything is measured against a yardstick on the same small blocks of hands:
yardstick, candidate, yardstick, block by block, and the median of the ratios counts. No block is read twice by our own
reader, which remembers lines: blocks for reading and blocks for auditing take turns.
"""

from __future__ import annotations

import argparse
import gc
import io
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time

from holdem import Replayer
from logs import CACHE, STOCK, games, log_file
from reference import BareReader

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.cli import LITTER
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.version import BUILD, __version__

ROOT = Path(__file__).resolve().parent.parent
BLOCK = 200  # hands
WARM_UP = 6  # blocks before anything counts
REPEATS = 15  # of each start of the program


@dataclass
class Series:
    """What was measured of one candidate: ratios to the yardstick, and hands in seconds."""

    ratios: list[float] = field(default_factory=list)
    hands: int = 0
    seconds: float = 0.0

    def add(self, hands: int, seconds: float, yardstick: float) -> None:
        """Take in a block, with the yardstick's time for as many hands."""
        self.ratios.append(seconds / yardstick)
        self.hands += hands
        self.seconds += seconds

    @property
    def ratio(self) -> float:
        """The median of the ratios."""
        return statistics.median(self.ratios)

    @property
    def speed(self) -> float:
        """Hands a second."""
        return self.hands / self.seconds


def main() -> None:
    """Measure everything and print it."""
    arguments = argparse.ArgumentParser(description="Measure the speed, memory and start-up of auditor.")
    arguments.add_argument("--hands", type=int, default=20_000, help="hands in the log (default: 20000)")
    arguments.add_argument(
        "--games", type=int, default=6_000, help="hands in the log of each game; 0 to leave them out"
    )
    arguments.add_argument("--large", type=int, default=200_000, help="hands in the large log; 0 to leave it out")
    chosen = arguments.parse_args()
    gc.set_threshold(LITTER, 20, 20)  # as the program does
    print(f"Measured: {build()}\n")
    log = log_file(chosen.hands)
    lines = log.read_bytes().count(b"\n")
    print(f"{chosen.hands:,} hands, {lines:,} lines; {min(chosen.hands, STOCK):,} of the hands are different\n")
    print_speed(log)
    if chosen.games:
        print_games(chosen.games)
    print_processes(chosen.hands, log, chosen.large)
    print_start()


def build() -> str:
    """Which auditor is measured: the plain source, or the build with its hot modules compiled."""
    python = ".".join(map(str, sys.version_info[:3]))
    return f"auditor {__version__}, {BUILD}, on Python {python}"


# ---- speed ----


def blocks(log: Path) -> Iterator[tuple[bytes, int]]:
    """The tables of a log, joined to blocks of some hundred hands, each with the number of its hands."""
    tables = log.read_text(encoding="utf-8").split("\ntable ")[1:]
    block, hands = "", 0
    for table in tables:
        block += f"table {table}\n"
        hands += table.count("\nhand ")
        if hands >= BLOCK:
            yield block.encode(), hands
            block, hands = "", 0


def read_all(data: bytes) -> None:
    """Read the hands of a log, and nothing more."""
    for part in read(open_stream(io.BytesIO(data), "block")):
        if isinstance(part, RawHand):
            part.read()


def audit_all(data: bytes) -> None:
    """Audit a log; the hands are legal, so anything found would spoil the measurement."""
    result = audit([open_stream(io.BytesIO(data), "block")], Options())
    if result.findings or result.unread:
        raise SystemExit(f"a legal hand was found at fault: {(result.findings or result.unread)[0]}")


def seconds(function: Callable[[], object]) -> float:
    """How long the processor works on a call: on a busy machine the time on the wall says little."""
    start = process_time()
    function()
    return process_time() - start


Aside = Callable[[int, bytes, int, float], None]  # with a block's number, text and hands, and its yardstick's time


def measure(log: Path, aside: Aside | None = None) -> tuple[Series, Series, Series]:
    """The yardstick itself, reading and auditing, each between two runs of the yardstick."""
    bare, reference, reading, auditing = BareReader(), Series(), Series(), Series()
    for number, (data, hands) in enumerate(blocks(log)):
        candidate, series = (read_all, reading) if number % 2 else (audit_all, auditing)
        before = seconds(lambda data=data: bare.read(data))
        taken = seconds(lambda data=data, candidate=candidate: candidate(data))
        after = seconds(lambda data=data: bare.read(data))
        if number < WARM_UP:
            continue
        yardstick = (before + after) / 2
        reference.add(2 * hands, before + after, before + after)
        series.add(hands, taken, yardstick)
        if aside is not None:
            aside(number, data, hands, yardstick)
    return reference, reading, auditing


def print_speed(log: Path) -> None:
    """Reading, auditing and PokerKit's replay."""
    untuned, holdem = BareReader(tuned=False), Replayer(4)
    plain, replaying = Series(), Series()

    def others(number: int, data: bytes, hands: int, yardstick: float) -> None:
        if number % 5 == 0:
            count = len(holdem.hands)
            replaying.add(count, seconds(holdem.replay), yardstick * count / hands)
            plain.add(hands, seconds(lambda: untuned.read(data)), yardstick)

    reference, reading, auditing = measure(log, others)
    row("", "× tuned regex", "× plain regex", "hands/s", "aim")
    row("---", "---", "---", "---", "---")
    measured = [
        ("bare regex reader, tuned by hand (the yardstick)", reference, ""),
        ("bare regex reader, one plain alternative a statement", plain, ""),
        ("reading: events with their lines and columns", reading, "≤ 3"),
        ("the whole audit, one process", auditing, "≤ 8"),
        (f"PokerKit replaying hold'em hands of {holdem.acts:.0f} acts, no text read", replaying, ""),
    ]
    for name, series, aim in measured:
        row(name, f"{series.ratio:.1f}", f"{series.ratio / plain.ratio:.1f}", f"{series.speed:,.0f}", aim)
    print(f"\nMedians over {len(reading.ratios)} and {len(auditing.ratios)} blocks of some {BLOCK} hands.\n")


def print_games(hands: int) -> None:
    """Reading and auditing of every game, as multiples of the tuned and of the plain reader."""
    row("game", "reading, × tuned / plain", "audit, × tuned / plain", "reading, hands/s", "audit, hands/s")
    row("---", "---", "---", "---", "---")
    untuned = BareReader(tuned=False)
    for game in games():
        plain = Series()

        def aside(_number: int, data: bytes, hands: int, yardstick: float, plain: Series = plain) -> None:
            plain.add(hands, seconds(lambda: untuned.read(data)), yardstick)

        _, reading, auditing = measure(log_file(hands, game), aside)
        both = [f"{series.ratio:.1f} / {series.ratio / plain.ratio:.1f}" for series in (reading, auditing)]
        row(game, *both, *(f"{series.speed:,.0f}" for series in (reading, auditing)))
    print()


def row(*cells: str) -> None:
    """A line of a table."""
    print("| " + " | ".join(cells) + " |")


# ---- whole runs ----


def environment() -> dict[str, str]:
    """Where compiled modules are kept, as they are for users, but out of the checkout."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(CACHE / "compiled")}


def run(*arguments: str) -> tuple[float, float]:
    """The wall time of a run of the program in seconds, and the most memory it held in megabytes."""
    watched = str(Path(__file__).with_name("watched.py"))
    command = [sys.executable, watched, sys.executable, "-m", "auditor", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True, check=True)
    taken, memory = done.stdout.split()
    return float(taken), float(memory)


def print_processes(hands: int, log: Path, large: int) -> None:
    """Throughput and memory of the program as users run it."""
    row("`auditor audit --format json`", "hands/s", "memory at most")
    row("---", "---", "---")
    plan = [(hands, log, 1), (hands, log, 2)]
    if large:
        plan.append((large, log_file(large), 1))
    for count, path, jobs in plan:
        taken, memory = run("audit", str(path), "--format", "json", "--no-cache", "--jobs", str(jobs))
        each = " in the largest process" if jobs > 1 else ""
        row(f"{count:,} hands, --jobs {jobs}", f"{count / taken:,.0f}", f"{memory:.0f} MB{each}")
    print()


def print_start() -> None:
    """How long the program takes to start, to answer, and to audit a single hand."""
    python, log = sys.executable, str(log_file(1))
    commands = {
        "python -c pass": [python, "-c", "pass"],
        "auditor --version": [python, "-m", "auditor", "--version"],
        "auditor audit one-hand.log": [python, "-m", "auditor", "audit", log],  # too small for its result to be kept
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(REPEATS + 1):
        for name, command in commands.items():
            times[name].append(start(command))
    bare = statistics.median(times["python -c pass"][1:])
    aims = {"auditor --version": "≤ 8", "auditor audit one-hand.log": "≤ 12"}
    row("start", "× bare python", "ms", "aim")
    row("---", "---", "---", "---")
    for name, taken in times.items():
        median = statistics.median(taken[1:])  # the first run may build caches
        row(f"`{name}`", f"{median / bare:.1f}", f"{1000 * median:.0f}", aims.get(name, ""))


def start(command: list[str]) -> float:
    """How long the processor works on a command, from its start to its end."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
