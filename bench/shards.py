"""Shards on processes and on a cluster: the table of what they must reach, made by one command.

    python bench/shards.py              # everything; on two cores of their own some ten minutes
    python bench/shards.py --full       # the large inputs at their full sizes; half an hour and 2 GB of disk
    python bench/shards.py [--hands 96000] [--rounds 3] [--phh FOLDER] [--projected 500000]
                           [--memory 0.1] [--findings 500000]

The first rows come from one run in which everything takes turns: a bare loop in one process and in two, an audit of
`--hands` made-up hands in one process, in two, and on a Dask cluster of two workers on this machine; the medians of the
rounds' ratios count. Time is taken on the wall, because cores are what it is about, and by the work of all processors,
which shows what is done twice or for nothing where others use the machine, too. What the processor works for a hand in
the first process is the difference between many hands and fewer, for each engine: a beginning is judged there.

`--projected` hands of PHH are audited by the command as users do, and what all published hands would take is told from
that. They are those of the files below `--phh`, which are no part of this project, under other numbers each time they
come round again; without such a folder they are a sample's. `--memory` is how much of the full sizes is measured: one
log of 1 GB, a folder of 50,000 small files, one table of a million hands. `--findings` go into a register, and are
asked for (`register.py` has the details). 0 leaves the hands, the sizes or the findings out.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count, islice
from multiprocessing import Pipe, active_children, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from shutil import rmtree
from statistics import median
from threading import Event, Thread
from time import perf_counter, process_time, sleep
from typing import NamedTuple

import one_table
import register
from run import build, row

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.shards.cluster import Cluster
from auditor.auditing.shards.kit import kit_of
from auditor.cli import LITTER
from auditor.logs.files.discovery import find
from auditor.register.asking import Chosen
from auditor.register.store import Register

STEPS = 20_000_000  # of the bare loop
GIGABYTE, FILES, ONE_TABLE = 1 << 30, 50_000, 1_000_000
LEAST = 4_000  # made-up hands: of PHH, which come in files of a thousand, an eighth and a half are compared
EVERYTHING = 21_600_000  # hands of the published collection
ROOT = Path(__file__).resolve().parent.parent
PUBLISHED = ROOT.parent / "shared" / "corpora" / "phh" / "handhq"  # where the tests look for real logs, too
SAMPLE = ROOT / "samples" / "phh" / "holdem.phhs"
MOST_MEMORY = 150  # megabytes of a process
IN, OUT = 15, 300  # seconds in, milliseconds out, of 500,000 findings
PAUSE = 0.05  # seconds between two looks at the memory of processes


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--hands", type=int, default=96_000, help="made-up hands for the engines")
    arguments.add_argument("--rounds", type=int, default=3, help="of all engines in turn")
    arguments.add_argument("--phh", type=Path, default=PUBLISHED, help="a folder with published hands, as .phhs")
    arguments.add_argument("--projected", type=int, default=500_000, help="hands of PHH to project from")
    arguments.add_argument("--memory", type=float, default=0.1, help="part of the full sizes of large inputs")
    arguments.add_argument("--findings", type=int, default=500_000, help="findings for the register")
    arguments.add_argument("--full", action="store_true", help="large inputs at their full sizes")
    chosen = arguments.parse_args()
    if 0 < chosen.hands < LEAST:
        arguments.error(f"--hands: at least {LEAST:,}, or 0")
    begun = perf_counter()
    gc.set_threshold(LITTER, 20, 20)  # as the command has it
    print(f"Measured: {build()}\n")
    row("", "measured", "must")
    row("---", "---", "---")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if chosen.hands:
            with local_cluster() as cluster:
                print_engines(folder, chosen.hands, chosen.rounds, cluster)
                print_parents(folder, chosen.phh, chosen.hands, cluster)
                print_workers(cluster)
        if chosen.projected:
            print_projected(folder, chosen.phh, chosen.projected)
        if memory := 1.0 if chosen.full else chosen.memory:
            print_memory(folder, memory)
        if chosen.findings:
            print_register(folder, chosen.findings)
    print(f"\nAll of it took {(perf_counter() - begun) / 60:.1f} minutes.")


# ---- engines side by side ----


def made_up(folder: Path, hands: int) -> Path:
    """A log of so many hands that can be cut at each of them."""
    path = folder / "made-up.txt"
    folder.mkdir()
    with path.open("w", encoding="utf-8") as file:
        file.writelines(one_table.pokerstars(hands, one_table.CONSECUTIVE))
    return folder


def published(folder: Path, source: Path, hands: int) -> Path:
    """Files of PHH with so many hands or a few more: those below a folder, again and again under other numbers."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(source.rglob("*.phhs"))]
    texts = texts or [again_and_again(SAMPLE.read_text(encoding="utf-8"))]  # where nothing published is at hand
    folder.mkdir()
    for n in count():
        text = texts[n % len(texts)]
        later = n // len(texts) * LATER
        text = NUMBER.sub(lambda found, more=later: f"hand = {int(found[1]) + more}", text)
        (folder / f"{n:06}.phhs").write_text(text, encoding="utf-8")
        hands -= len(HAND.findall(text))
        if hands <= 0:
            return folder
    raise AssertionError


def again_and_again(text: str, hands: int = 1_000) -> str:
    """A file of PHH so often in one that this has so many hands, each with a number of its own."""
    times, numbers = -(-hands // len(HAND.findall(text))), count(1)
    return HAND.sub(lambda _: f"[{next(numbers)}]", "\n".join([text] * times))


HAND = re.compile(r"^\[[0-9]+\]$", re.MULTILINE)
NUMBER = re.compile(r"^hand = ([0-9]+)$", re.MULTILINE)
LATER = 10**13  # more than any number of a hand that was published


@contextmanager
def local_cluster() -> Iterator[Cluster]:
    """A scheduler and two workers, each a process of this machine, none of them this one."""
    ours, theirs = Pipe()
    process = get_context("spawn").Process(target=serve, args=(theirs,))
    process.start()
    cluster = Cluster(ours.recv(), kit_of((), isolated=True))
    try:
        yield cluster
    finally:
        cluster.close()
        ours.send(None)
        process.join()


def serve(pipe: Connection) -> None:
    """Have a cluster until somebody says that it is enough."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as local:
        pipe.send(local.scheduler_address)
        pipe.recv()


class Measured(NamedTuple):
    """What something took: seconds on the wall, of this process's processor, and of its workers'; hands."""

    wall: float
    parent: float
    workers: float
    hands: int = 0

    @property
    def work(self) -> float:
        """What the processors worked in all."""
        return self.parent + self.workers


def print_engines(folder: Path, hands: int, rounds: int, cluster: Cluster) -> None:
    """How much two processes, and two workers of a cluster, gain."""
    few, logs = made_up(folder / "few", hands // 2), made_up(folder / "all", hands)
    small = {name: measured() for name, measured in turns(few, cluster).items()}  # and workers load the rulebooks
    found: dict[str, list[Measured]] = {}
    for _ in range(rounds):
        for name, measured in turns(logs, cluster).items():
            found.setdefault(name, []).append(measured())

    def gains(one: str, other: str, what: str) -> list[float]:
        return [getattr(a, what) / getattr(b, what) for a, b in zip(found[one], found[other], strict=True)]

    for what in ("wall", "work"):
        bare, gain = gains("loop 1", "loop 2", what), gains("jobs 1", "jobs 2", what)
        part = median([one / other for one, other in zip(gain, bare, strict=True)])
        told = f"{part:.0%} ({median(gain):.2f} and {median(bare):.2f})"
        row(f"two processes ÷ one, against two bare loops, {NAMES[what]}", told, "≥ 95 %")
        dask = median(gains("jobs 2", "cluster", what))
        row(f"LocalCluster of two workers ÷ two processes, {NAMES[what]}", f"{dask:.0%}", "≥ 85 %")
    for name in ("jobs 2", "cluster"):
        middle = sorted(found[name], key=lambda one: one.parent)[len(found[name]) // 2]
        print_parent(f"{name}, PokerStars text", small[name], middle)


def print_parents(folder: Path, source: Path, hands: int, cluster: Cluster) -> None:
    """What the first process works for a hand of PHH."""
    few, more = (published(folder / f"phh-{some}", source, some) for some in (hands // 8, hands // 2))
    for name, workers in (("jobs 2", None), ("cluster", cluster)):
        fewer, all = (audited(logs, 2, workers) for logs in (few, more))
        print_parent(f"{name}, PHH", fewer, all)


def print_parent(name: str, few: Measured, more: Measured) -> None:
    """What the first process works for each hand that comes to a few, and the others for each of all."""
    each = (more.parent - few.parent) / (more.hands - few.hands)
    row(f"parent CPU a hand, {name}", f"{1e6 * each:.1f} µs", "≤ 10 µs")
    row(f"workers' CPU a hand, {name}", f"{1e3 * more.workers / more.hands:.2f} ms", "")


def print_workers(cluster: Cluster) -> None:
    """The most memory of a worker of the cluster."""
    most = max(held(number) for number in cluster.client.run(os.getpid).values())
    row("most memory of a worker of the cluster", f"{most:.0f} MB", f"≤ {MOST_MEMORY} MB")


def print_projected(folder: Path, source: Path, hands: int) -> None:
    """What all published hands would take, told from some of them."""
    logs = published(folder / "projected", source, hands)
    found = watched(logs)
    rmtree(logs)
    row(
        f"most memory of any process, {found.hands:,} hands of PHH, --jobs 2",
        f"{found.memory:.0f} MB",
        f"≤ {MOST_MEMORY} MB",
    )
    for what, seconds in (("wall", found.wall), ("work", found.work / 2)):
        told = f"{EVERYTHING * seconds / found.hands / 60:,.0f} min ({found.hands / seconds:,.0f} hands/s)"
        row(f"projected: 21.6 million hands of PHH on two cores, from {found.hands:,}, {NAMES[what]}", told, "≤ 60 min")


NAMES = {"wall": "on the wall", "work": "by the processors' time"}


def turns(logs: Path, cluster: Cluster) -> dict[str, Callable[[], Measured]]:
    """What takes turns."""
    return {
        "loop 1": lambda: looped(1),
        "loop 2": lambda: looped(2),
        "jobs 1": lambda: audited(logs, 1),
        "jobs 2": lambda: audited(logs, 2),
        "cluster": lambda: audited(logs, 1, cluster),
    }


def looped(processes: int) -> Measured:
    """The same work that needs nothing, by so many processes."""
    each = [get_context("fork").Process(target=loop, args=(STEPS // processes,)) for _ in range(processes)]
    begun, worked = perf_counter(), of_children()
    for one in each:
        one.start()
    for one in each:
        one.join()
    return Measured(perf_counter() - begun, 0.0, of_children() - worked)


def loop(steps: int) -> None:
    """Add up."""
    total = 0
    for n in range(steps):
        total += n


def audited(logs: Path, jobs: int, cluster: Cluster | None = None) -> Measured:
    """An audit by this process, by several, or by a cluster."""
    before = of_children() if cluster is None else of_workers(cluster)
    begun, worked = perf_counter(), process_time()
    result = audit(find([str(logs)]), Options(jobs=jobs), workers=cluster)
    wall, parent = perf_counter() - begun, process_time() - worked
    for child in active_children() if cluster is None and jobs > 1 else ():
        if child.name.startswith("Fork"):
            child.join()
    after = of_children() if cluster is None else of_workers(cluster)
    return Measured(wall, parent, after - before, result.hands_judged)


def of_children() -> float:
    """What the processor has worked for processes that this one has started and that have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def of_workers(cluster: Cluster) -> float:
    """What the processor has worked for the workers of a cluster."""
    return float(sum(cluster.client.run(process_time).values()))


# ---- memory ----


def print_memory(folder: Path, part: float) -> None:
    """The most memory of any process, and the time, of inputs of this part of their size and of a quarter of it."""
    inputs: dict[str, Callable[[Path, float], object]] = {
        "one log of 1 GB": lambda path, size: large_log(path, size),
        "a folder of 50,000 small files": lambda path, size: small_files(path, size),
        "one table of 1,000,000 hands": lambda path, size: one_evening(path, size),
    }
    for name, make in inputs.items():
        found = []
        for size in (part / 4, part):
            with tempfile.TemporaryDirectory(dir=folder) as place:
                make(Path(place), size)
                found.append(watched(Path(place)))
        small, large = found
        times = large.work / small.work / 4
        told = f"{large.memory:.0f} MB; {large.hands:,} hands, {times:.2f} × the time of a quarter × 4"
        row(f"{name}, × {part:g}, --jobs 2", told, f"≤ {MOST_MEMORY} MB")


def large_log(folder: Path, part: float) -> None:
    """One log that can be cut at each hand."""
    with (folder / "large.txt").open("w", encoding="utf-8") as file:
        written = 0
        for text in one_table.pokerstars(10_000_000, one_table.CONSECUTIVE):
            written += file.write(text)
            if written >= part * GIGABYTE:
                return


def small_files(folder: Path, part: float) -> None:
    """Files of two hands."""
    hands = one_table.pokerstars(10_000_000, one_table.CONSECUTIVE)
    for number in range(int(part * FILES)):
        (folder / f"{number:06}.txt").write_text("".join(islice(hands, 2)), encoding="utf-8")


def one_evening(folder: Path, part: float) -> None:
    """One table of a table log, which cannot be cut."""
    with (folder / "table.log").open("w", encoding="utf-8") as file:
        file.writelines(one_table.table_log(int(part * ONE_TABLE), one_table.CONSECUTIVE))


class Watched(NamedTuple):
    """What a run of the command took: megabytes of its largest process, seconds on the wall and of all processors."""

    memory: float
    wall: float
    work: float
    hands: int


def watched(logs: Path) -> Watched:
    """Audit by two processes as users do, and look at them meanwhile."""
    report = logs.parent / "report.json"
    words = [sys.executable, "-m", "auditor", "audit", str(logs), "--isolated", "--no-cache", "--jobs", "2"]
    begun = perf_counter()
    child = subprocess.Popen(
        [*words, "--quiet", "--exit-zero", "--format", f"json={report}"], stdout=subprocess.DEVNULL
    )
    most, over = [0.0], Event()
    looking = Thread(target=look, args=(child.pid, most, over))
    looking.start()
    _, _, usage = os.wait4(child.pid, 0)
    wall = perf_counter() - begun
    over.set()
    looking.join()
    child.returncode = 0
    hands = json.loads(report.read_text(encoding="utf-8"))["summary"]["hands"]
    return Watched(most[0], wall, usage.ru_utime + usage.ru_stime, hands)


def look(parent: int, most: list[float], over: Event) -> None:
    """Look at the memory that a process and its children had at most, again and again."""
    while not over.is_set():
        most[0] = max(most[0], *map(held, [parent, *children(parent)]))
        sleep(PAUSE)


def held(process: int) -> float:
    """The most megabytes that a process has had so far."""
    told = [line.split()[1] for line in lines(Path(f"/proc/{process}/status")) if line.startswith("VmHWM:")]
    return int(told[0]) / 1024 if told else 0.0


def children(parent: int) -> list[int]:
    """The processes that a process has started."""
    return [int(number) for line in lines(Path(f"/proc/{parent}/task/{parent}/children")) for number in line.split()]


def lines(path: Path) -> list[str]:
    """What the system says of a process; nothing if it is gone."""
    try:
        return path.read_text(encoding="ascii").splitlines()
    except OSError:
        return []


# ---- the register ----


def print_register(folder: Path, findings: int) -> None:
    """The time for findings in and for answers out."""
    kept = Register(str(folder / "register.db"))
    nights = max(findings // 500, 1)
    wall, processor = register.enter(kept, nights, findings // nights)
    told = f"{wall:.1f} s, {processor:.1f} of the processor"
    row(f"register: {findings:,} findings of {nights:,} nights in", told, f"≤ {IN} s for 500,000")
    for name, ask in register.questions().items():
        chosen = Chosen(person="Guest7") if name == "a person's page" else Chosen()
        times = [register.out(kept, ask, chosen) for _ in range(5)]
        wall, processor = (1000 * median(one) for one in zip(*times, strict=True))
        row(f"{name} out", f"{wall:.0f} ms, {processor:.0f} of the processor", f"≤ {OUT} ms for 500,000")


if __name__ == "__main__":
    main()
