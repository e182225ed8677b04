"""How fast PHH and the text of PokerStars are read and audited, beside PokerKit; memory, and two processes.

    python bench/histories.py CORPORA [--hands 1200] [--files 3000]

CORPORA is a folder with any of `phh/pluribus`, `phh/handhq` and `pokerstars`: hands as they were published, which are
not part of this project. What is not there is left out. `--hands` are taken of each kind; `--files` hands make up the
file that whole runs of the program get, and four times as many the larger one.

As in `run.py` everything is measured in turns on the same small blocks of hands: the yardstick, a candidate, the
yardstick again, and the median of the ratios counts. PokerKit gets the hands of a block that it accepts, between two
audits of just these, as one file and as a file for each hand.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import re
import statistics
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter

from logs import CACHE
from reference import HistoryReader, PhhReader
from run import Series, build, environment, row, run, seconds

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.cli import LITTER
from auditor.logs.files.decoding import open_path, open_stream
from auditor.logs.reader import RawHand, read

BLOCK = 50  # hands
WARM_UP = 3  # blocks before anything counts
ROUNDS = 3  # of whole runs
EVERYTHING = 21_600_000  # hands of the published collection
NUMBER = re.compile(r"^\[[0-9]+\]\n", re.MULTILINE)
HEADER = re.compile(r"^(?=(?:PokerStars|Poker) [^\n#]*#[A-Z]*[0-9]+:)", re.MULTILINE)


def main() -> None:
    """Measure what there are hands for, and print it."""
    arguments = argparse.ArgumentParser(description="Measure reading and auditing of published hand histories.")
    arguments.add_argument("corpora", type=Path, help="folder with phh/pluribus, phh/handhq and pokerstars")
    arguments.add_argument("--hands", type=int, default=1200, help="hands of each kind (default: 1200)")
    arguments.add_argument("--files", type=int, default=3000, help="hands of the smaller file; 0 to leave these out")
    chosen = arguments.parse_args()
    if chosen.hands <= WARM_UP * BLOCK:
        arguments.error(f"at least {(WARM_UP + 1) * BLOCK} hands are needed")
    gc.set_threshold(LITTER, 20, 20)  # as the program does
    print(f"Measured: {build()}\n")
    titles = "reading, × yardstick", "audit, × yardstick", "reading, µs", "audit, µs", "PokerKit ÷ audit", "one a file"
    row("", *titles)
    row(*["---"] * 7)
    pluribus, handhq = (phh(chosen.corpora / "phh" / name) for name in ("pluribus", "handhq"))
    for name, hands in (("PHH, pluribus", pluribus), ("PHH, handhq", handhq)):
        if hands:
            measure(name, hands[: chosen.hands], collection, PhhReader().read, load)
    if histories := pokerstars(chosen.corpora / "pokerstars"):
        measure("PokerStars text", histories[: chosen.hands], together, HistoryReader().read, parse)
    print(f"\nMedians over blocks of {BLOCK} hands.\n")
    if handhq and chosen.files:
        whole_runs(handhq, chosen.files)


# ---- hands ----


def phh(folder: Path) -> list[str]:
    """The hands in the files below a folder, without their numbers."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.phh*"))]
    return [hand.strip() for text in texts for hand in NUMBER.split(text) if hand.strip()]


def pokerstars(folder: Path) -> list[str]:
    """The hands in text files."""
    texts = [
        path.read_bytes().decode("utf-8-sig", "replace").replace("\r\n", "\n") for path in sorted(folder.rglob("*.txt"))
    ]
    return [hand.strip() for text in texts for hand in HEADER.split(text) if HEADER.match(hand)]


def collection(hands: list[str]) -> bytes:
    """Hands as a file of PHHS."""
    return "".join(f"[{number}]\n{hand}\n\n" for number, hand in enumerate(hands, 1)).encode()


def together(hands: list[str]) -> bytes:
    """Hands as a file of text."""
    return "".join(f"{hand}\n\n\n" for hand in hands).encode()


# ---- reading, auditing, PokerKit ----


def read_all(data: bytes) -> None:
    """Read the hands of a log, and nothing more; those that cannot be read are left alone."""
    for part in read(open_stream(io.BytesIO(data), "block")):
        if isinstance(part, RawHand):
            with contextlib.suppress(Exception):
                part.read()


def audit_all(data: bytes) -> None:
    """Audit a log, with all checks."""
    audit([open_stream(io.BytesIO(data), "block")], Options())


def audit_each(paths: list[Path]) -> None:
    """Audit files of one hand each, in one run of the program."""
    audit((open_path(path, path.name) for path in paths), Options())


def load(hand: str) -> None:
    """PokerKit loading and replaying a hand of PHH."""
    from pokerkit import HandHistory

    for _ in HandHistory.loads(hand):
        pass


def parse(hand: str) -> None:
    """PokerKit reading and replaying a hand of PokerStars text; ValueError if it does not accept it."""
    from pokerkit import HandHistory

    found = list(HandHistory.from_pokerstars(hand + "\n\n\n", error_status=True))
    if not found:
        raise ValueError("no hand")
    for each in found:
        for _ in each:
            pass


def accepted(hands: list[str], replay: Callable[[str], None]) -> list[str]:
    """The hands of a block that PokerKit accepts."""
    kept = []
    for hand in hands:
        with contextlib.suppress(Exception), contextlib.redirect_stderr(io.StringIO()):
            replay(hand)
            kept.append(hand)
    return kept


def measure(
    name: str,
    hands: list[str],
    join: Callable[[list[str]], bytes],
    yardstick: Callable[[bytes], object],
    replay: Callable[[str], None],
) -> None:
    """Reading and auditing against the yardstick, PokerKit against the audit, and their line of the table."""
    reading, auditing, beside, singly = Series(), Series(), Series(), Series()
    for number, block in enumerate(blocks(hands)):
        data = join(block)
        times = [
            seconds(lambda step=step, data=data: step(data))
            for step in (yardstick, read_all, yardstick, audit_all, yardstick)
        ]
        if number >= WARM_UP:
            reading.add(len(block), times[1], (times[0] + times[2]) / 2)
            auditing.add(len(block), times[3], (times[2] + times[4]) / 2)
            race(beside, singly, block, join, replay)
    each = [f"{1e6 / series.speed:,.0f}" for series in (reading, auditing)]
    ratios = [f"{series.ratio:.1f}" for series in (reading, auditing, beside, singly)]
    row(name, *ratios[:2], *each, *ratios[2:])


def race(
    beside: Series,
    singly: Series,
    block: list[str],
    join: Callable[[list[str]], bytes],
    replay: Callable[[str], None],
) -> None:
    """PokerKit with the hands of a block that it accepts, between two audits of them as one file, and as many."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        hands = accepted(block, replay)
        if not hands:
            return
        data = join(hands)
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / str(number) for number in range(len(hands))]
            for path, hand in zip(paths, hands, strict=True):
                path.write_bytes(hand.encode())
            one, each = seconds(lambda: audit_all(data)), seconds(lambda: audit_each(paths))
            taken = seconds(lambda: [replay(hand) for hand in hands])
            one, each = one + seconds(lambda: audit_all(data)), each + seconds(lambda: audit_each(paths))
        beside.add(len(hands), taken, one / 2)
        singly.add(len(hands), taken, each / 2)


def blocks(hands: list[str]) -> Iterator[list[str]]:
    """The hands in blocks."""
    for start in range(0, len(hands) - BLOCK + 1, BLOCK):
        yield hands[start : start + BLOCK]


# ---- whole runs ----

LOOP = "total = 0\nfor number in range(6_000_000):\n    total += number * number % 7"


def whole_runs(hands: list[str], count: int) -> None:
    """Memory of one process at a file and one of four times the size; what two processes gain, and that they agree."""
    CACHE.mkdir(exist_ok=True)
    larger = list(islice(cycle(hands), 4 * count))
    files = {}
    for some in (larger[::4], larger):  # every fourth hand, so that both have the same rooms, games and tables
        files[len(some)] = path = CACHE / f"histories-{len(some)}.phhs"
        path.write_bytes(collection(some))
    audits: dict[int, list[float]] = {1: [], 2: []}
    loops: dict[int, list[float]] = {1: [], 2: []}
    memory: dict[tuple[int, int], float] = {}
    for _ in range(ROUNDS):
        for jobs in (1, 2):
            loops[jobs].append(bare(jobs))
            taken, memory[count, jobs] = program(files[count], jobs)
            audits[jobs].append(taken)
    _, memory[4 * count, 1] = program(files[4 * count], 1)
    print_runs(count, audits, loops, memory)
    same = report(files[count], 1) == report(files[count], 2)
    print(f"\nThe reports of one and of two processes are {'the same' if same else 'DIFFERENT'}.")


def print_runs(
    count: int, audits: dict[int, list[float]], loops: dict[int, list[float]], memory: dict[tuple[int, int], float]
) -> None:
    """The table of whole runs."""
    row("`auditor audit --format json`", "hands/s", "memory at most, MB")
    row(*["---"] * 3)
    for jobs in (1, 2):
        speed = count / statistics.median(audits[jobs])
        row(f"{count:,} hands of handhq, --jobs {jobs}", f"{speed:,.0f}", f"{memory[count, jobs]:.0f}")
    row(f"{4 * count:,} hands of handhq, --jobs 1", "", f"{memory[4 * count, 1]:.0f}")
    gain = statistics.median(audits[1]) / statistics.median(audits[2])
    loop = 2 * statistics.median(loops[1]) / statistics.median(loops[2])
    hours = EVERYTHING / (count / statistics.median(audits[2])) / 3600
    print(f"\nFour times the input takes {memory[4 * count, 1] / memory[count, 1]:.2f} × the memory.")
    print(f"Two processes: {gain:.2f} × one; two bare loops: {loop:.2f} × one. That is {100 * gain / loop:.0f} %.")
    print(f"At this speed {EVERYTHING:,} hands take {hours:.1f} hours with --jobs 2.")


def bare(processes: int) -> float:
    """How long so many processes take for a loop each."""
    start = perf_counter()
    children = [subprocess.Popen([sys.executable, "-c", LOOP]) for _ in range(processes)]
    for child in children:
        child.wait()
    return perf_counter() - start


def program(path: Path, jobs: int) -> tuple[float, float]:
    """The wall time and the memory of an audit."""
    return run("audit", str(path), "--format", "json", "--no-cache", "--fail-on", "never", "--jobs", str(jobs))


def report(path: Path, jobs: int) -> bytes:
    """The report of an audit."""
    options = ("--format", "json", "--no-cache", "--quiet", "--jobs", str(jobs))
    command = [sys.executable, "-m", "auditor", "audit", str(path), *options]
    root = Path(__file__).resolve().parent.parent
    return subprocess.run(command, cwd=root, env=environment(), stdout=subprocess.PIPE, check=False).stdout


if __name__ == "__main__":
    main()
