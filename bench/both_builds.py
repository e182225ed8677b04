"""How much quicker the compiled build audits than the plain one: both take turns on the same blocks of hands.

    python bench/both_builds.py CORPORA COMPILED [--hands 600] [--kinds handhq,manila]

CORPORA is a folder as for `stages.py`. COMPILED is a folder with the compiled build, such as the unpacked wheel. Each
build has a process of its own; the plain one audits a block, then the compiled one, then the plain one once more. The
median over the blocks counts, and so does the processor's time, not that on the wall.
"""

from __future__ import annotations

import argparse
import gc
import io
import os
import statistics
import subprocess
import sys
from pathlib import Path

from run import build, row, seconds
from stages import WARM_UP, kinds

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.cli import LITTER
from auditor.logs.files.decoding import open_stream

PLAIN = Path(__file__).resolve().parent.parent
KINDS = "handhq,pluribus,pokerstars,manila"


class Build:
    """A process that audits blocks of hands with one of the builds."""

    def __init__(self, folder: Path, arguments: list[str]) -> None:
        """Start it, and hear which build it is and how many hands its blocks have."""
        command = [sys.executable, "-P", __file__, *arguments, "--answer"]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(Path(__file__).parent)])}
        self.process = subprocess.Popen(command, env=env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.name = self._line()
        self.hands = [int(number) for number in self._line().split()]

    def time(self, number: int) -> float:
        """The seconds that a block takes."""
        assert self.process.stdin is not None
        print(number, file=self.process.stdin, flush=True)
        return float(self._line())

    def end(self) -> None:
        """End the process."""
        self.process.communicate()

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()


def main() -> None:
    """Let both builds take turns, or be one of them."""
    arguments = argparse.ArgumentParser(description="Measure the compiled build beside the plain one.")
    arguments.add_argument("corpora", type=Path, help="folder with phh/pluribus, phh/handhq and pokerstars")
    arguments.add_argument("compiled", type=Path, help="folder with the compiled build")
    arguments.add_argument("--hands", type=int, default=600, help="hands of each kind (default: 600)")
    arguments.add_argument("--kinds", default=KINDS, help=f"these kinds, with commas between them (default: {KINDS})")
    arguments.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    chosen = arguments.parse_args()
    if chosen.answer:
        answer([data for name in chosen.kinds.split(",") for data in kinds(chosen.corpora)[name](chosen.hands)])
        return
    row("", "plain, µs a hand", "compiled, µs a hand", "plain ÷ compiled")
    row(*["---"] * 4)
    for kind in chosen.kinds.split(","):
        asked = [str(chosen.corpora), str(chosen.compiled), "--hands", str(chosen.hands), "--kinds", kind]
        plain, compiled = Build(PLAIN, asked), Build(chosen.compiled, asked)
        row(kind, *compare(plain, compiled))
        plain.end()
        compiled.end()


def answer(blocks: list[bytes]) -> None:
    """Audit the blocks whose numbers come in, and say how long each took."""
    gc.set_threshold(LITTER, 20, 20)  # as the program does
    audits = [lambda data=data: audit([open_stream(io.BytesIO(data), "block")], Options()) for data in blocks]
    print(build(), flush=True)
    print(*[sum(audits[number]().hands.values()) for number in range(len(blocks))], flush=True)
    for line in sys.stdin:
        print(seconds(audits[int(line)]), flush=True)


def compare(plain: Build, compiled: Build) -> list[str]:
    """What a hand takes in both builds, and the median of the ratios."""
    if plain.name == compiled.name or plain.hands != compiled.hands:
        raise SystemExit(f"expected two builds that judge the same, found {plain.name} and {compiled.name}")
    found: list[tuple[float, float, float]] = []
    for number, hands in [*enumerate(plain.hands)][WARM_UP:]:
        first, middle, last = plain.time(number), compiled.time(number), plain.time(number)
        mean = (first + last) / 2
        found.append((1e6 * mean / hands, 1e6 * middle / hands, mean / middle))
    times = [statistics.median(each) for each in zip(*found, strict=True)]
    return [f"{times[0]:,.0f}", f"{times[1]:,.0f}", f"{times[2]:.1f}"]


if __name__ == "__main__":
    main()
